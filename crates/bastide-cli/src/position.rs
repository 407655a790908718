//! `bastide position`: encodes a position as a short string.

use anyhow::Result;
use bastide_host::{Record, Recorder, position as positions};
use clap::Args;
use serde_json::json;

use crate::console::Console;
use crate::input::{self, TileArgs};
use crate::show;

/// Encode a position as a short string
///
/// The string contains the set-up and all actions, so that the position can be
/// shown ('bastide show --position STRING') and continued.
///
/// JSON: {position, turns}.
#[derive(Args)]
pub(crate) struct Position {
    /// A record; - reads standard input
    file: String,
    #[command(flatten)]
    tiles: TileArgs,
    /// Encode the position after this number of turns instead of the last
    #[arg(long, value_name = "TURNS")]
    at: Option<usize>,
}

/// Runs the command.
pub(crate) fn run(args: &Position, console: &mut Console) -> Result<()> {
    let record = input::record(&args.file, &args.tiles)?;
    let turns = show::turns(&record, args.at)?;
    let text = match args.at {
        Some(at) => positions::encode(&cut(&record, at)),
        None => positions::encode(&record),
    };
    if console.json {
        return console.value(&json!({ "position": text, "turns": turns }));
    }
    console.line(text)
}

/// Returns the first `turns` turns of a record.
fn cut(record: &Record, turns: usize) -> Record {
    let mut recorder =
        Recorder::new(record.setup().clone()).expect("a record's set-up is possible");
    for &action in record.turns().take(turns).flatten() {
        recorder.play(action).expect("a record's actions are legal");
    }
    recorder.into_record()
}
