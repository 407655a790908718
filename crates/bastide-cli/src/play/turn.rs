//! Asks a person what to do with the tile, step by step.

use anyhow::Result;
use bastide::{
    Action, Actor, AnyGame, Berth, Cell, Event, Game, Rotation, Seat, Site, Slot, Spot, Terrain,
};
use serde_json::json;

use super::prompt::{Answer, Answers, HELP};
use super::session::Session;
use super::{board, heading, whose};
use crate::board::{View, tile_lines};
use crate::canvas::Style;
use crate::console::Console;
use crate::status;
use crate::words;

/// What came of asking.
pub(crate) enum Decision {
    /// This is done.
    Act(Action),
    /// Something was taken back: ask again.
    Again,
    /// No more.
    Quit,
}

/// Asks the person in a seat for the next action.
pub(crate) fn decide(
    session: &mut Session,
    seat: Seat,
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let mut actions = Vec::new();
    session.table.game().legal_actions(&mut actions);
    if console.json {
        return decide_by_token(session, seat, &actions, answers, console);
    }
    if matches!(actions[0], Action::Place { .. }) {
        place(session, seat, &actions, answers, console)
    } else {
        deploy(session, seat, &actions, answers, console)
    }
}

/// For machines: all options as tokens, one of them as the answer.
fn decide_by_token(
    session: &mut Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let notation = session.table.game().notation();
    let options: Vec<String> = actions.iter().map(|&a| notation.show(a).to_string()).collect();
    loop {
        console.line(json!({ "ask": seat.to_string(), "options": options }))?;
        match answers.ask("", console)? {
            Answer::Quit => return Ok(Decision::Quit),
            Answer::Undo if session.table.can_take_back(seat) => {
                session.table.take_back(seat)?;
                return Ok(Decision::Again);
            }
            Answer::Token(token) => {
                let chosen = options.iter().position(|option| *option == token);
                if let Some(at) = chosen {
                    return Ok(Decision::Act(actions[at]));
                }
                console.line(json!({ "error": format!("'{token}' is none of the options") }))?;
            }
            _ => {
                console.line(json!({ "error": "answer with one of the options, undo or quit" }))?;
            }
        }
    }
}

// --- The tile ------------------------------------------------------------------

fn place(
    session: &mut Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let mut spots: Vec<(Cell, Vec<Rotation>)> = Vec::new();
    for &action in actions {
        let Action::Place { cell, rotation, .. } = action else { continue };
        match spots.last_mut() {
            Some((last, rotations)) if *last == cell => rotations.push(rotation),
            _ => spots.push((cell, vec![rotation])),
        }
    }
    show_spots(session, seat, &spots, console)?;
    let who = whose(&session.teller, seat);
    loop {
        let question = format!("{who}, where? (1-{}) ", spots.len());
        let spot = match answers.ask(&question, console)? {
            Answer::Number(n) if (1..=spots.len()).contains(&n) => &spots[n - 1],
            Answer::Nothing if spots.len() == 1 => &spots[0],
            Answer::Token(token) => match read(session.table.game(), &token, actions) {
                Ok(action) => return Ok(Decision::Act(action)),
                Err(why) => {
                    console.line(format_args!("  {why}"))?;
                    continue;
                }
            },
            Answer::Quit => return Ok(Decision::Quit),
            Answer::Board => {
                show_spots(session, seat, &spots, console)?;
                continue;
            }
            other => {
                let usual = format!("give the number of a spot, 1 to {}; ? for help", spots.len());
                aside(&other, session, &usual, console)?;
                continue;
            }
        };
        let rotation = match turn(session, &spot.1, answers, console)? {
            Turn::So(rotation) => rotation,
            Turn::Elsewhere => continue,
            Turn::Quit => return Ok(Decision::Quit),
        };
        let action = Action::Place { cell: spot.0, rotation, bridge: None };
        if !ends_turn(session.table.game(), action, seat) {
            return Ok(Decision::Act(action));
        }
        // No figure can follow, so this is the last chance to think again.
        let answer =
            answers.ask("no figure can be placed: enter lays it, u goes back ", console)?;
        match answer {
            Answer::Nothing | Answer::Number(_) => return Ok(Decision::Act(action)),
            Answer::Quit => return Ok(Decision::Quit),
            _ => {}
        }
    }
}

fn show_spots(
    session: &Session,
    seat: Seat,
    spots: &[(Cell, Vec<Rotation>)],
    console: &mut Console,
) -> Result<()> {
    let game = session.table.game();
    let numbered = spots.iter().zip(1..).map(|((cell, _), n)| (*cell, format!("{n}"))).collect();
    let view = View { spots: numbered, size: session.size, ..View::new(game.board()) };
    console.line("")?;
    console.lines(view.lines(console.style))?;
    if let Some(tile) = game.drawn() {
        let kind = game.board().tiles().kind(tile);
        let picture = tile_lines(kind, Rotation::NONE, &[], console.style);
        console.lines(heading(game, session, &picture, console.style))?;
        let who = whose(&session.teller, seat);
        console.line(format_args!("{who} has {}: {}", kind.name, words::tile_brief(kind)))?;
    }
    Ok(())
}

/// How the tile is turned.
enum Turn {
    So(Rotation),
    /// Another spot is to be chosen.
    Elsewhere,
    Quit,
}

fn turn(
    session: &Session,
    rotations: &[Rotation],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Turn> {
    if let [only] = rotations {
        return Ok(Turn::So(*only));
    }
    let game = session.table.game();
    let Some(kind) = game.drawn().map(|tile| game.board().tiles().kind(tile)) else {
        return Ok(Turn::Elsewhere);
    };
    let pictures: Vec<Vec<String>> =
        rotations.iter().map(|&r| tile_lines(kind, r, &[], console.style)).collect();
    console.lines(side_by_side(&pictures))?;
    loop {
        let question = format!("which way round? (1-{}, u goes back) ", rotations.len());
        match answers.ask(&question, console)? {
            Answer::Number(n) if (1..=rotations.len()).contains(&n) => {
                return Ok(Turn::So(rotations[n - 1]));
            }
            Answer::Undo => return Ok(Turn::Elsewhere),
            Answer::Quit => return Ok(Turn::Quit),
            other => {
                let usual = format!("give the number of a picture, 1 to {}", rotations.len());
                aside(&other, session, &usual, console)?;
            }
        }
    }
}

/// Framed pictures in a row, with numbers above.
fn side_by_side(pictures: &[Vec<String>]) -> Vec<String> {
    let width = crate::board::Size::LARGE.width + 2;
    let title: Vec<String> = (1..=pictures.len()).map(|n| format!("{n:^width$}")).collect();
    let mut lines = vec![title.join("  ").trim_end().to_owned()];
    let height = pictures.first().map_or(0, Vec::len);
    lines.extend((0..height).map(|row| {
        let parts: Vec<&str> = pictures.iter().map(|p| p[row].as_str()).collect();
        parts.join("  ")
    }));
    lines
}

/// Whether the turn would be over with this action.
fn ends_turn(game: &AnyGame, action: Action, seat: Seat) -> bool {
    let mut after = game.clone();
    after.play_unchecked(action, &mut ());
    after.to_act() != Actor::Seat(seat)
}

// --- The figure ------------------------------------------------------------------

fn deploy(
    session: &mut Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    // Nothing comes first in the rules' order of options, last in a list.
    let options: Vec<Action> = actions.iter().copied().filter(|&a| a != Action::Pass).collect();
    show_figures(session, seat, &options, console)?;
    let who = whose(&session.teller, seat);
    loop {
        let question = format!("{who}, a figure? (0-{}, u takes the tile back) ", options.len());
        match answers.ask(&question, console)? {
            Answer::Number(0) => return Ok(Decision::Act(Action::Pass)),
            Answer::Number(n) if n <= options.len() => return Ok(Decision::Act(options[n - 1])),
            Answer::Token(token) => match read(session.table.game(), &token, actions) {
                Ok(action) => return Ok(Decision::Act(action)),
                Err(why) => console.line(format_args!("  {why}"))?,
            },
            Answer::Undo => {
                session.table.take_back(seat)?;
                return Ok(Decision::Again);
            }
            Answer::Quit => return Ok(Decision::Quit),
            Answer::Board => show_figures(session, seat, &options, console)?,
            other => {
                let usual = format!("give the number of a figure, 0 to {}", options.len());
                aside(&other, session, &usual, console)?;
            }
        }
    }
}

fn show_figures(
    session: &Session,
    seat: Seat,
    options: &[Action],
    console: &mut Console,
) -> Result<()> {
    let game = session.table.game();
    let labels = options.iter().zip(1..);
    let labels = labels.filter_map(|(&a, n): (_, usize)| Some((site(game, a)?, n.to_string())));
    let view =
        View { labels: merged(labels.collect()), size: session.size, ..View::new(game.board()) };
    console.line("")?;
    console.lines(view.lines(console.style))?;
    let lines: Vec<(String, String)> = std::iter::once(Action::Pass)
        .chain(options.iter().copied())
        .map(|action| (name(game, action), promise(game, action, seat)))
        .collect();
    let widest = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (n, (name, promise)) in lines.iter().enumerate() {
        console.line(format!("  {n}  {name:<widest$}  {promise}").trim_end())?;
    }
    Ok(())
}

/// Two figures may be offered for one segment: 1 and 2 become "1/2".
fn merged(labels: Vec<(Site, String)>) -> Vec<(Site, String)> {
    let mut out: Vec<(Site, String)> = Vec::new();
    for (site, text) in labels {
        match out.iter_mut().find(|(known, _)| *known == site) {
            Some((_, known)) => *known += &format!("/{text}"),
            None => out.push((site, text)),
        }
    }
    out
}

/// The segment an option is about.
fn site(game: &AnyGame, action: Action) -> Option<Site> {
    match action {
        Action::Deploy { berth: Berth::Slot(slot), .. } => {
            game.board().laid().last().map(|laid| Site { cell: laid.cell, slot: Slot(slot.0) })
        }
        Action::Recall(Spot::Segment(site)) => Some(site),
        _ => None,
    }
}

/// What an option is called.
fn name(game: &AnyGame, action: Action) -> String {
    let terrain = site(game, action).and_then(|site| words::terrain_at(game, Spot::Segment(site)));
    match (action, terrain) {
        (Action::Pass, _) => "no figure".to_owned(),
        (Action::Deploy { figure, .. }, Some(terrain)) => {
            let role = words::article(words::role(figure, terrain));
            let place = match terrain {
                Terrain::Road | Terrain::Field => "on the",
                _ => "in the",
            };
            // On a tile with several of a kind the number on the board tells.
            format!("{role} {place} {terrain}")
        }
        (Action::Recall(spot), _) => {
            let figure = game.board().figure_at(spot).map_or("figure", |f| f.kind.name());
            let from = terrain.map_or("board", Terrain::name);
            format!("call the {figure} home from the {from}")
        }
        _ => game.notation().show(action).to_string(),
    }
}

/// What an option gives: points now, or what its feature is worth so far.
fn promise(game: &AnyGame, action: Action, seat: Seat) -> String {
    let mut after = game.clone();
    let mut events = Vec::new();
    after.play_unchecked(action, &mut events);
    let gained: i32 = events
        .iter()
        .filter_map(|event| match event {
            Event::Scored(s) if s.winners.contains(seat) => Some(s.tally.total()),
            _ => None,
        })
        .sum();
    if after.is_over() {
        return format!("the game ends and gives you {gained} more");
    }
    if gained > 0 {
        return format!("scores {gained} now");
    }
    let root = |site: Site| after.board().segment_at(site).map(|s| after.board().root(s));
    let Some(target) = site(game, action).and_then(root) else { return String::new() };
    let prospects = status::prospects(&after);
    match prospects.iter().find(|scoring| root(scoring.site) == Some(target)) {
        Some(scoring) if scoring.tally.total() == 0 => "worth nothing so far".to_owned(),
        Some(scoring) => format!("worth {} so far", words::sum(&scoring.tally)),
        None => String::new(),
    }
}

// --- Asides ------------------------------------------------------------------------

/// An action given as records write it.
fn read(game: &AnyGame, token: &str, actions: &[Action]) -> std::result::Result<Action, String> {
    let action = game.notation().parse(token).map_err(|bad| bad.to_string())?;
    if actions.contains(&action) {
        return Ok(action);
    }
    Err(game.check(action).map_or_else(|why| why.to_string(), |()| "not now".to_owned()))
}

/// Answers that ask for something themselves; anything else gets the usual
/// reply.
fn aside(answer: &Answer, session: &Session, usual: &str, console: &mut Console) -> Result<()> {
    let game = session.table.game();
    match answer {
        Answer::Help => console.line(HELP),
        Answer::Board => console.lines(board(session, console)),
        Answer::Tiles => {
            console.line(format_args!("  {} left: {}", game.bag().left(), status::tiles_left(game)))
        }
        Answer::Scores => console.lines(scores(session, console.style)),
        Answer::Undo => console.line("  there is nothing to take back: a drawn tile stays drawn"),
        Answer::Number(_) | Answer::Token(_) | Answer::Nothing | Answer::Quit => {
            console.line(format_args!("  {usual}"))
        }
    }
}

fn scores(session: &Session, style: Style) -> Vec<String> {
    let game = session.table.game();
    let names = session.teller.names();
    let mut lines = status::scoreboard(game, &session.labels(), style);
    let prospects = status::prospects(game);
    if !prospects.is_empty() {
        lines.push("if the game ended now:".to_owned());
        lines.extend(prospects.iter().map(|s| format!("  {}", words::scored(s, None, names))));
        let ended = status::if_ended_now(game);
        let totals: Vec<String> = Seat::all(game.seats())
            .map(|seat| format!("{} {}", names.of(seat), ended[seat]))
            .collect();
        lines.push(format!("  {}", totals.join(", ")));
    }
    lines
}
