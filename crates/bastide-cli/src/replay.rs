//! `bastide replay`: prints a recorded game event by event.

use anyhow::Result;
use bastide::{AnyGame, Event, Game};
use bastide_host::{Record, RecordError};
use bastide_protocol::ViewBuilder;
use clap::Args;
use serde_json::{Value, json};

use crate::board::View;
use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::json;
use crate::records::{self, Piece};
use crate::status;
use crate::words::Teller;

/// Print a recorded game event by event, up to its final scores
///
/// Accepts any number of files, folders (every *.bastide below them) and streams
/// of concatenated records in text or JSON.
///
/// JSON, one object per line: {turn, action, events: [...]} for each action,
/// then {turns, over, scores, winners}, or {error: {code, message, line}} for an
/// invalid record. With several records each object also has file and, in a file
/// of several records, record. Events are those that a server sends (EventView in
/// docs/protocol.md); scores is a list by seat, and winners are numbers of seats
/// from 0.
#[derive(Args)]
pub(crate) struct Replay {
    /// Records or folders of records; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    tiles: TileArgs,
    /// Draw the board after every turn
    #[arg(long)]
    boards: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Replay, console: &mut Console) -> Result<()> {
    let own = args.tiles.read()?;
    let (mut told, mut refused, mut is_unreadable) = (0, 0, false);
    records::each(&args.files, |piece| {
        if piece.is_one_of_many && !console.json {
            let gap = if told + refused > 0 { "\n" } else { "" };
            console.line(format_args!("{gap}{}", console.style.strong(&piece.name())))?;
        }
        let record = match Record::read_with(&piece.bytes, own.as_ref()) {
            Ok(record) => record,
            Err(error) if piece.is_one_of_many => {
                refused += 1;
                is_unreadable |= !error.kind.breaks_a_rule();
                return refuse(&piece, &error, console);
            }
            Err(error) => return Err(input::bad_record(&piece.file, &error).into()),
        };
        told += 1;
        tell_record(&piece, &record, args.boards, console)
    })?;
    if refused == 0 {
        return Ok(());
    }
    let text = format!("{refused} of {} records are invalid", told + refused);
    let fault = if is_unreadable { Fault::input(text) } else { Fault::wrong(text) };
    Err(fault.code("some-refused").told_in_json(console.json).into())
}

/// Reports one invalid record of several.
fn refuse(piece: &Piece, error: &RecordError, console: &mut Console) -> Result<()> {
    if console.json {
        let (code, message) = (error.kind.code(), error.kind.to_string());
        let error = json!({ "code": code, "message": message, "line": error.line });
        return console.line(placed(piece, json!({ "error": error })));
    }
    console.line(format_args!("  refused: {error}"))
}

/// Adds the file and the number of the record, if there are several.
fn placed(piece: &Piece, mut value: Value) -> Value {
    if piece.is_one_of_many {
        value["file"] = json!(piece.file);
        if let Some(number) = piece.number {
            value["record"] = json!(number);
        }
    }
    value
}

fn tell_record(
    piece: &Piece,
    record: &Record,
    has_boards: bool,
    console: &mut Console,
) -> Result<()> {
    console.style.seats = record.colours();
    let mut teller = Teller::new(input::names(record));
    let mut replay = record.replay();
    let views = console.json.then(|| ViewBuilder::of(replay.game()));
    let mut turn = 0;
    while let Some(step) = replay.next() {
        let game = replay.game();
        if let Some(views) = views {
            let token = game.notation().show(step.action).to_string();
            let events = json::events(views, game, &step.events);
            let value = json!({ "turn": step.turn, "action": token, "events": events });
            console.line(placed(piece, value))?;
            continue;
        }
        if step.turn != turn {
            if has_boards && turn > 0 {
                console.lines(View::new(game).lines(console.style))?;
            }
            turn = step.turn;
            console.line(console.style.strong(&format!("turn {turn}")))?;
        }
        tell(&step.events, game, &mut teller, console)?;
    }
    let game = replay.game();
    let turns = record.full_turns();
    if console.json {
        let (scores, winners) = (json::scores(game), json::winners(game));
        let over = game.is_over();
        let value = json!({ "turns": turns, "over": over, "scores": scores, "winners": winners });
        return console.line(placed(piece, value));
    }
    console.line("")?;
    console.lines(status::scoreboard(game, teller.names(), console.style))?;
    if !game.is_over() {
        let left = game.bag().left();
        console.line(format_args!("not over: {turns} turns played, {left} tiles left"))?;
    }
    Ok(())
}

/// Prints the events of an action.
pub(crate) fn tell(
    events: &[Event],
    game: &AnyGame,
    teller: &mut Teller,
    console: &mut Console,
) -> Result<()> {
    for event in events {
        if let Some(sentence) = teller.tell(event, game) {
            console.line(format_args!("  {sentence}"))?;
        }
    }
    Ok(())
}
