//! `bastide play`: a whole game in the terminal.
//!
//! `play/session.rs` holds the match, the players and the file to which it is saved; `play/turn.rs`
//! asks where to place the tile and `play/menu.rs` asks for all other actions (`play/settle.rs` for
//! the order of scoring); `play/prompt.rs` parses answers, and `play/aside.rs` handles requests for
//! information.

mod aside;
mod menu;
mod prompt;
mod session;
mod settle;
mod turn;

use anyhow::Result;
use bastide::{Actor, AnyGame, Event, Game, Reason, Seat};
use bastide_bots::{Kind, Spec};
use bastide_protocol::{EventView, ViewBuilder};
use clap::Args;
use serde_json::json;

use crate::board::View;
use crate::canvas::Style;
use crate::console::Console;
use crate::input::{RuleArgs, TileArgs, players_help};
use crate::json;
use crate::show::SizeChoice;
use crate::status;
use crate::thinking::while_thinking;
use crate::words::{self, Teller};

use prompt::Answers;
use session::{Session, Sitter};
use turn::{Decision, decide};

/// Play a whole game against bots, or with several people at one keyboard
///
/// The board shows a number at each spot where the drawn tile fits. Enter the
/// number; then choose the rotation if there are several, what to build, and
/// whether to place a figure. Until the last answer 'u' takes the tile back, with
/// everything built with it. '?' lists all commands. When the wheel brings the
/// plague, all players are asked in turn. In the stronghold game you choose what
/// is scored first if a tile completes several features, whether a token doubles
/// one, and whether to use a token for another turn.
///
/// The order of tiles is fixed by a secret seed before the first draw. Its
/// commitment is printed at the start, the seed at the end, and 'bastide
/// verify' checks one against the other.
///
/// JSON, one object per line: {commitment}, {events} of the first draw, then
/// {seat, action, events} for every action, {offers} when a person is to act
/// (answer with the action of an offer, undo, or quit), and {over, scores,
/// winners, seed} at the end. Events and offers are those that a server sends
/// (see docs/protocol.md); seats are numbers from 0.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    rules: RuleArgs,
    #[arg(long, value_name = "N")]
    #[arg(help = format!("{} [default: 2, or the number of people]", players_help()))]
    players: Option<u8>,
    /// Your seat, from 1
    #[arg(long, value_name = "SEAT", default_value_t = 1, conflicts_with = "people")]
    you: u8,
    /// Number of people at this keyboard; 0 watches the bots
    #[arg(long, value_name = "N")]
    people: Option<u8>,
    /// Bots in the other seats; give one for all, or one for each
    #[arg(long, value_name = "BOT", value_delimiter = ',', default_value = "greedy")]
    #[arg(long_help = format!("Bots in the other seats; give one for all, or one for each. {}", bots()))]
    bot: Vec<Spec>,
    /// The seat that begins, from 1 [default: random]
    #[arg(long, value_name = "SEAT")]
    first: Option<u8>,
    /// Names of the players in the order of seats, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// Colours of the players in the order of seats, separated by commas: red, blue, green, yellow,
    /// black, white
    #[arg(long, value_name = "COLOURS")]
    colours: Option<String>,
    /// A number, or 64 hexadecimal digits, to repeat the same order of tiles
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
    /// Play exactly these tiles in this order, separated by commas
    #[arg(long, value_name = "TILES", value_delimiter = ',', conflicts_with = "seed")]
    deck: Option<Vec<String>>,
    /// Save the record to this file, turn by turn
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "game", "rules", "players", "first", "you", "people", "bot", "names", "colours", "seed", "deck", "save"])]
    resume: Option<String>,
    /// Size of a tile
    #[arg(long, value_name = "SIZE", default_value = "auto")]
    size: SizeChoice,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Describes the available bots and their syntax, for help texts.
pub(crate) fn bots() -> String {
    let names = Kind::ALL.map(Kind::name).join(", ");
    format!(
        "The bots are {names}.

The budget for each decision follows after @: quick@50ms, strong@2s,
strong@20000n (nodes, for reproducible games)."
    )
}

/// Runs the command.
pub(crate) fn run(args: &Play, console: &mut Console) -> Result<()> {
    let mut session = match &args.resume {
        Some(file) => Session::resume(file, &args.tiles)?,
        None => Session::new(args)?,
    };
    session.size = args.size.size();
    console.style.seats = session.current.record().colours();
    let mut answers = Answers::from_stdin();
    greet(&session, console)?;
    let opening = session.current.opening().to_vec();
    if console.json {
        console.line(json!({ "events": events_json(&opening, session.current.game()) }))?;
    }
    tell(&mut session, &opening, console)?;
    while let Actor::Seat(seat) = session.current.game().to_act() {
        let action = match session.sitter(seat) {
            Sitter::Bot(_) => {
                let text = format!("{} thinks", session.teller.names().of(seat));
                while_thinking(&text, console, || session.ask_bot(seat))?
            }
            Sitter::Person => match decide(&mut session, seat, &mut answers, console)? {
                Decision::Act(action) => action,
                Decision::Again => continue,
                Decision::Quit => return leave(&mut session, console),
            },
        };
        let token = session.current.game().notation().show(action).to_string();
        let events = session.current.play(seat, action)?;
        if console.json {
            let events = events_json(&events, session.current.game());
            let line = json!({ "seat": seat.index(), "action": token, "events": events });
            console.line(line)?;
        } else {
            tell(&mut session, &events, console)?;
        }
        session.keep()?;
    }
    finish(&mut session, console)
}

fn events_json(events: &[Event], game: &AnyGame) -> Vec<EventView> {
    json::events(ViewBuilder::of(game), game, events)
}

fn greet(session: &Session, console: &mut Console) -> Result<()> {
    let record = session.current.record();
    let commitment = record.commitment().map(|c| c.to_string());
    if console.json {
        return console.line(json!({ "commitment": commitment }));
    }
    let game = session.current.game();
    console.line(format_args!(
        "{}: {}, {} players, {} to draw",
        console.style.strong("Bastide"),
        record.setup().rules,
        game.seats(),
        words::count(game.bag().left(), "tile")
    ))?;
    if let Some(commitment) = commitment {
        console.line(format_args!("the order of tiles is fixed: commitment {commitment}"))?;
    }
    if session.has_people() {
        console.line("enter a number; ? for help, q to quit")?;
    }
    console.line("")
}

/// Prints events as sentences.
fn tell(session: &mut Session, events: &[Event], console: &mut Console) -> Result<()> {
    if console.json {
        return Ok(());
    }
    let Session { current, teller, .. } = session;
    let mut is_final = false;
    for event in events {
        if is_ending(event) && !is_final {
            console.line("")?;
            console.line(console.style.strong("The last tile is laid. Final scoring:"))?;
            is_final = true;
        }
        if let Some(sentence) = teller.tell(event, current.game()) {
            console.line(format_args!("  {}", marked(event, &sentence, console.style)))?;
        }
    }
    Ok(())
}

/// Returns true if an event belongs to the final scoring.
fn is_ending(event: &Event) -> bool {
    match event {
        Event::Scored(scoring) => matches!(scoring.reason, Reason::GameEnd | Reason::Token),
        Event::Awarded(award) => award.reason.is_final(),
        Event::TokenUsed { token, .. } => !words::is_for_play(*token),
        _ => false,
    }
}

/// Formats sentences about points in bold.
fn marked(event: &Event, sentence: &str, style: Style) -> String {
    match event {
        Event::Scored(_) | Event::Awarded(_) | Event::GameEnded { .. } => style.strong(sentence),
        _ => sentence.to_owned(),
    }
}

/// Renders the current board.
fn board(session: &Session, console: &Console) -> Vec<String> {
    let view = View { size: session.size, ..View::new(session.current.game()) };
    view.lines(console.style)
}

fn leave(session: &mut Session, console: &mut Console) -> Result<()> {
    let file = session.leave()?;
    if console.json {
        return console.line(json!({ "over": false, "saved": file }));
    }
    console.line("")?;
    console.lines(status::scoreboard(session.current.game(), &session.labels(), console.style))?;
    console.line(format_args!("saved; resume with: bastide play --resume {file}"))
}

fn finish(session: &mut Session, console: &mut Console) -> Result<()> {
    let record = session.current.record();
    let game = session.current.game();
    let seed = record.seed().map(ToString::to_string);
    if console.json {
        let (scores, winners) = (json::scores(game), json::winners(game));
        return console
            .line(json!({ "over": true, "scores": scores, "winners": winners, "seed": seed }));
    }
    console.line("")?;
    console.lines(board(session, console))?;
    console.line("")?;
    console.lines(status::scoreboard(game, &session.labels(), console.style))?;
    if let (Some(commitment), Some(seed)) = (record.commitment(), seed) {
        console.line("")?;
        console.line(format_args!("commitment {commitment}"))?;
        console.line(format_args!("seed       {seed}"))?;
    }
    match session.file() {
        Some(file) if record.commitment().is_some() => {
            console.line(format_args!("saved; check the draws with: bastide verify {file}"))
        }
        Some(file) => console.line(format_args!("saved; show it with: bastide show {file}")),
        None => Ok(()),
    }
}

/// Renders supplies and points beside the picture of the tile.
fn heading(game: &AnyGame, session: &Session, picture: &[String], style: Style) -> Vec<String> {
    let mut text = vec![String::new()];
    text.extend(status::scoreboard(game, &session.labels(), style));
    text.push(format!("     {} left to draw", words::count(game.bag().left(), "tile")));
    text.extend(status::common(game).map(|common| format!("     {common}")));
    let blank = " ".repeat(crate::board::Size::LARGE.width + 2);
    (0..picture.len().max(text.len()))
        .map(|row| {
            let left = picture.get(row).map_or(blank.as_str(), String::as_str);
            let right = text.get(row).map_or("", String::as_str);
            format!("{left}  {right}").trim_end().to_owned()
        })
        .collect()
}

/// Returns the name and colour of the player to act.
fn whose(teller: &Teller, seat: Seat) -> String {
    let name = teller.names().of(seat);
    if name == seat.to_string() { name.to_owned() } else { format!("{name} ({seat})") }
}
