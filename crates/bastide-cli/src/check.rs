//! `bastide check`: is every action of a record legal?

use anyhow::Result;
use bastide::Game;
use bastide_host::{Record, RecordError, RecordErrorKind};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::json as games;

/// Is every action of a record legal? If not: which line, and why
///
/// Exit code 0: all legal. 1: a record that breaks a rule, or whose final
/// scores are not those of its game. 2: not a record at all.
///
/// JSON: {legal: true, turns, over, scores} or {legal: false, line, reason,
/// code}, where the code is a short name such as edge-clash that stays the
/// same, if the rules refused an action.
#[derive(Args)]
pub(crate) struct Check {
    /// A record; - reads standard input
    file: String,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Check, console: &mut Console) -> Result<()> {
    let own = args.tiles.read()?;
    let record = match Record::read_with(input::bytes(&args.file)?, own.as_ref()) {
        Ok(record) => record,
        Err(error) => return refuse(args, &error, console),
    };
    let game = record.game();
    let turns = record.full_turns();
    if console.json {
        let scores = games::by_seat(game.scores(), game.seats());
        let over = game.is_over();
        return console
            .value(&json!({ "legal": true, "turns": turns, "over": over, "scores": scores }));
    }
    let names = input::names(&record);
    let scores: Vec<String> = game
        .scores()
        .iter(game.seats())
        .map(|(seat, n)| format!("{} {n}", names.of(seat)))
        .collect();
    let state = if game.is_over() { "finished" } else { "not finished" };
    console.line(format_args!("legal: {turns} turns, {state}, {}", scores.join(", ")))
}

fn refuse(args: &Check, error: &RecordError, console: &mut Console) -> Result<()> {
    if console.json {
        let code = match &error.kind {
            RecordErrorKind::Illegal { why, .. } => Some(why.code()),
            _ => None,
        };
        let reason = error.kind.to_string();
        let line = error.line;
        console.value(&json!({ "legal": false, "line": line, "reason": reason, "code": code }))?;
        console.finish()?;
    }
    let is_broken_rule = matches!(
        error.kind,
        RecordErrorKind::Illegal { .. }
            | RecordErrorKind::TurnOver { .. }
            | RecordErrorKind::TruncatedTurn
            | RecordErrorKind::NotOver
            | RecordErrorKind::WrongResult { .. }
    );
    if is_broken_rule {
        Err(Fault::wrong(format!("{}, {error}", input::name(&args.file))).into())
    } else {
        Err(input::bad_record(&args.file, error).into())
    }
}
