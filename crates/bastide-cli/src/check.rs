//! `bastide check`: checks that every action of a record is legal.

use anyhow::Result;
use bastide::{Game, OwnSets};
use bastide_host::{Record, RecordError};
use clap::Args;
use serde_json::{Value, json};

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::json as games;
use crate::records::{self, Piece};

/// Check that every action of a record is legal; if not, report the line and the reason
///
/// Accepts any number of files, folders (every *.bastide below them) and streams
/// of concatenated records in text or JSON. With several records, each result is
/// printed on its own line.
///
/// JSON: {legal: true, turns, over, scores} or {legal: false, line, reason,
/// code}, where the code is a stable identifier such as edge-clash. Several
/// records: one object per line, also with file and, in a file of several
/// records, record.
#[derive(Args)]
pub(crate) struct Check {
    /// Records or folders of records; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Number of records by result.
#[derive(Default)]
struct Counts {
    legal: usize,
    illegal: usize,
    unreadable: usize,
}

/// Runs the command.
pub(crate) fn run(args: &Check, console: &mut Console) -> Result<()> {
    let own = args.tiles.read()?;
    let mut counts = Counts::default();
    let mut only = None;
    records::each(&args.files, |piece| match read(&piece, own.as_ref()) {
        Ok(record) => {
            counts.legal += 1;
            tell(&piece, &record, console)
        }
        Err(error) => {
            if error.kind.breaks_a_rule() {
                counts.illegal += 1;
            } else {
                counts.unreadable += 1;
            }
            if piece.is_one_of_many {
                return refuse_one(&piece, &error, console);
            }
            only = Some(refuse(&piece, &error, console)?);
            Ok(())
        }
    })?;
    if let Some(fault) = only {
        return Err(fault.into());
    }
    let Counts { legal, illegal, unreadable } = counts;
    if illegal + unreadable == 0 {
        return Ok(());
    }
    let total = legal + illegal + unreadable;
    let text =
        format!("{total} records: {legal} legal, {illegal} illegal, {unreadable} unreadable");
    let fault = if unreadable > 0 { Fault::input(text) } else { Fault::wrong(text) };
    Err(fault.code("some-refused").told_in_json(console.json).into())
}

fn read(piece: &Piece, own: Option<&OwnSets>) -> Result<Record, RecordError> {
    Record::read_with(&piece.bytes, own)
}

fn tell(piece: &Piece, record: &Record, console: &mut Console) -> Result<()> {
    let game = record.game();
    let turns = record.full_turns();
    if console.json {
        let scores = games::scores(&game);
        let over = game.is_over();
        let value = json!({ "legal": true, "turns": turns, "over": over, "scores": scores });
        return print(piece, value, console);
    }
    let names = input::names(record);
    let scores: Vec<String> = game
        .scores()
        .iter(game.seats())
        .map(|(seat, n)| format!("{} {n}", names.of(seat)))
        .collect();
    let state = if game.is_over() { "finished" } else { "not finished" };
    let file = if piece.is_one_of_many { format!("{}: ", piece.name()) } else { String::new() };
    console.line(format_args!("{file}legal: {turns} turns, {state}, {}", scores.join(", ")))
}

/// Prints an object: indented if it is the only one, otherwise one per line.
fn print(piece: &Piece, mut value: Value, console: &mut Console) -> Result<()> {
    if !piece.is_one_of_many {
        return console.value(&value);
    }
    value["file"] = json!(piece.file);
    if let Some(number) = piece.number {
        value["record"] = json!(number);
    }
    console.line(value)
}

fn refusal(error: &RecordError) -> Value {
    let reason = error.kind.to_string();
    json!({ "legal": false, "line": error.line, "reason": reason, "code": error.kind.code() })
}

/// Reports one invalid record of several.
fn refuse_one(piece: &Piece, error: &RecordError, console: &mut Console) -> Result<()> {
    if console.json {
        return print(piece, refusal(error), console);
    }
    console.line(format_args!("{}: not legal: {error}", piece.name()))
}

/// Reports the only record as invalid and returns the failure.
fn refuse(piece: &Piece, error: &RecordError, console: &mut Console) -> Result<Fault> {
    if console.json {
        print(piece, refusal(error), console)?;
    }
    Ok(input::bad_record(&piece.file, error).told_in_json(console.json))
}
