//! `bastide show`: draws the board of a record or a position.

use anyhow::Result;
use bastide::{AnyGame, Game};
use bastide_host::Record;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::board::{Size, View};
use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::json;
use crate::status;
use crate::words::Names;

/// Draw the board of a record or of a position
///
/// Columns grow to the east and rows to the south, as in records; the start tile
/// lies at 0,0, or inside a wall the north-west corner. The last tile has marked
/// corners. With --at, a record that breaks a rule is shown up to that turn. A
/// wall is surrounded by the score track: R and B are the markers; a corner tower
/// has two spaces, and a dot if its token has not been taken.
///
/// JSON: {game, prospects}. game is the GameView that a server sends (see
/// docs/protocol.md); prospects has an event `scored` for each feature that would
/// give points if the game ended now.
#[derive(Args)]
pub(crate) struct Show {
    /// A record; - reads standard input
    #[arg(required_unless_present = "position")]
    file: Option<String>,
    /// Show the board after this number of turns instead of the last
    #[arg(long, value_name = "TURNS")]
    at: Option<usize>,
    /// Show the position encoded by this string
    #[arg(long, value_name = "STRING", conflicts_with = "file")]
    position: Option<String>,
    /// Size of a tile
    #[arg(long, value_name = "SIZE", default_value = "auto")]
    size: SizeChoice,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Size of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SizeChoice {
    /// As large as the terminal allows
    Auto,
    /// 11 by 5 characters
    Large,
    /// 5 by 3 characters
    Small,
}

impl SizeChoice {
    /// Returns the size, or `None` for automatic.
    pub(crate) const fn size(self) -> Option<Size> {
        match self {
            SizeChoice::Auto => None,
            SizeChoice::Large => Some(Size::LARGE),
            SizeChoice::Small => Some(Size::SMALL),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Show, console: &mut Console) -> Result<()> {
    let record = match (&args.position, &args.file) {
        (Some(text), _) => input::position(text, &args.tiles)?,
        (None, Some(file)) if args.at.is_some() => legal_part(file, args)?,
        (None, Some(file)) => input::record(file, &args.tiles)?,
        (None, None) => return Err(Fault::input("no record or position given").into()),
    };
    let turns = turns(&record, args.at)?;
    let game = match args.at {
        Some(at) => record.state_at(at),
        None => record.game(),
    };
    if console.json {
        let actions = match args.at {
            Some(at) => at.checked_sub(1).map_or(0, |last| record.turn_ends()[last]),
            None => record.actions().len(),
        };
        let view = json::game(&game, actions, turns);
        let prospects = json::prospects(&game);
        return console.value(&json!({ "game": view, "prospects": prospects }));
    }
    console.style.seats = record.colours();
    print(&game, &input::names(&record), turns, args.size, console)
}

/// Returns the legal prefix of the record, or an error if it is too short for `--at`.
fn legal_part(file: &str, args: &Show) -> Result<Record> {
    let (record, error) = input::legal_part(file, &args.tiles)?;
    match error {
        Some(error) if args.at.is_some_and(|at| at > record.full_turns()) => {
            let most = record.full_turns();
            let fault = input::bad_record(file, &error);
            Err(fault
                .hint(format!("the first {most} turns are legal: --at takes 0 to {most}"))
                .into())
        }
        _ => Ok(record),
    }
}

/// Returns the number of turns to show, or an error if the record has fewer.
pub(crate) fn turns(record: &Record, at: Option<usize>) -> Result<usize> {
    let most = record.full_turns();
    match at {
        Some(at) if at > most => Err(too_few(at).hint(format!("--at takes 0 to {most}")).into()),
        Some(at) => Ok(at),
        None => Ok(most),
    }
}

/// Returns the failure for a record that ends before turn `at`.
pub(crate) fn too_few(at: usize) -> Fault {
    Fault::input(format!("the record has fewer than {at} turns"))
}

/// Prints a board with its scores and legend.
pub(crate) fn print(
    game: &AnyGame,
    names: &Names,
    turns: usize,
    size: SizeChoice,
    console: &mut Console,
) -> Result<()> {
    let style = console.style;
    let view = View { size: size.size(), ..View::new(game) };
    console.lines(view.lines(style))?;
    console.line("")?;
    console.lines(status::scoreboard(game, names, style))?;
    console.line("")?;
    let left = game.bag().left();
    let drawn =
        game.drawn().map(|tile| format!(", {} drawn", game.board().tiles().kind(tile).name));
    let state = if game.is_over() { ", the game is over" } else { "" };
    let drawn = drawn.unwrap_or_default();
    console.line(format_args!("after {turns} turns; {left} tiles left{drawn}{state}"))?;
    console.lines(status::common(game))?;
    console.line(status::legend(game, names, style))
}
