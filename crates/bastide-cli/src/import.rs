//! `bastide import`: turns a game of another program into a record.

use std::fs;
use std::path::Path;

use anyhow::Result;
use bastide::Game;
use bastide_import::{Format, ImportError, ImportErrorKind, Imported, Note};
use clap::Args;
use serde_json::{Value, json};

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};

/// Turn a game of another program into a record
///
/// Reads logs of Board Game Arena (base game), links of CarcassonneLab, saved
/// games of JCloisterZone (base game, fields, river, abbot), and Bastide's own
/// records and positions; docs/import.md says how to export a game there. The
/// format is recognised by its content. Every turn is checked against the rules;
/// an error names the turn, the line or the JSON path. Notes on what the input
/// does not determine are printed on standard error.
///
/// Examples:
///   bastide import table.json -o mine.bastide
///   bastide import game.jcz | bastide replay -
///   bastide import 'https://www.carcassonnelab.com/#/0/0/CED/2111?players=A,B'
///
/// JSON: {format, turns, over, notes: [{code, message}], record}, where record
/// is the record in its JSON form, or {file} with --output. An error also has the
/// turn and the path, where known.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Import {
    /// A file, a link or a position; - reads standard input
    input: String,
    /// Write the record to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// If a turn is illegal, import the turns before it
    #[arg(long)]
    legal_part: bool,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Import, console: &mut Console) -> Result<()> {
    let own = args.tiles.read()?;
    let bytes = read(&args.input)?;
    let refuse = |error: &ImportError| refusal(args, error);
    let (imported, error) =
        bastide_import::import_legal_part(&bytes, own.as_ref()).map_err(|error| refuse(&error))?;
    if let Some(error) = &error
        && !args.legal_part
    {
        return Err(refuse(error).into());
    }
    let Imported { record, format, notes } = &imported;
    let mut messages: Vec<(&str, String)> =
        notes.iter().map(|note: &Note| (note.code(), note.to_string())).collect();
    messages.extend(error.iter().map(|error| (error.kind.code(), error.to_string())));
    if let Some(file) = &args.output {
        fs::write(file, record.to_text())
            .map_err(|error| Fault::input(format!("cannot write {file}: {error}")))?;
    }
    if console.json {
        let notes: Vec<Value> = messages
            .iter()
            .map(|(code, message)| json!({ "code": code, "message": message }))
            .collect();
        let mut value = json!({
            "format": format.name(),
            "turns": record.full_turns(),
            "over": record.game().is_over(),
            "notes": notes,
        });
        match &args.output {
            Some(file) => value["file"] = json!(file),
            None => value["record"] = serde_json::to_value(record)?,
        }
        return console.value(&value);
    }
    for (_, message) in &messages {
        eprintln!("note: {message}");
    }
    match &args.output {
        Some(file) => console.line(format_args!("{file}: {}", summary(&imported))),
        None => console.lines(record.to_text().lines()),
    }
}

fn summary(imported: &Imported) -> String {
    let Imported { record, format, .. } = imported;
    let source = match format {
        Format::Record => "a record",
        Format::Position => "a position",
        Format::BoardGameArena => "a log of Board Game Arena",
        Format::CarcassonneLab => "a link of CarcassonneLab",
        Format::JCloisterZone => "a saved game of JCloisterZone",
    };
    let state = if record.game().is_over() { "finished" } else { "not finished" };
    format!("{} turns from {source}, {state}", record.full_turns())
}

/// Returns the contents of a file, or the argument itself if it is a link or a position.
fn read(input: &str) -> Result<Vec<u8>> {
    if !is_file(input) && bastide_import::is_link_or_position(input) {
        return Ok(input.as_bytes().to_vec());
    }
    let hint = "give a file, a link in quotation marks, a position, or - for standard input";
    input::bytes_of(input, hint)
}

fn is_file(input: &str) -> bool {
    input == "-" || Path::new(input).exists()
}

/// Creates the failure for a game that cannot be imported, with a hint.
fn refusal(args: &Import, error: &ImportError) -> Fault {
    let name = if is_file(&args.input) { input::name(&args.input) } else { "the argument" };
    let text = format!("{name}: {error}");
    let fault = if error.kind.breaks_a_rule() { Fault::wrong(text) } else { Fault::input(text) };
    let place = &error.place;
    let fault = fault.code(error.kind.code()).place(place.line, place.turn, place.path.clone());
    match &error.kind {
        ImportErrorKind::UnknownFormat | ImportErrorKind::EmptyLink(_) => fault.hint(
            "the formats are logs of Board Game Arena, links of CarcassonneLab, .jcz files and records; see docs/import.md",
        ),
        ImportErrorKind::Json(_) | ImportErrorKind::CutOff => {
            fault.hint("the input may have been cut off; export the game again")
        }
        ImportErrorKind::NoLog(_) => {
            fault.hint("save the response of the page of a finished table while logged in")
        }
        ImportErrorKind::Expansion(_) => {
            fault.hint("docs/import.md lists the games that can be imported")
        }
        kind if kind.breaks_a_rule() => {
            fault.hint("--legal-part imports the turns before this one")
        }
        _ => fault,
    }
}
