//! `bastide backup`: copies all tables, even while a server is running.

use std::path::PathBuf;

use anyhow::Result;
use bastide_server::config::{self, FILE};
use bastide_server::store::sqlite::{self, BackupError};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};

/// Copy all tables into a file, also while a server runs
///
/// The copy is of one moment, checked, and complete or not there. To go back to
/// it, stop the server, put the copy in place of bastide.db in the data directory
/// and remove bastide.db-wal and bastide.db-shm beside it: they belong to the old
/// file.
/// A server with PostgreSQL is saved with pg_dump instead.
///
/// JSON: {file, bytes}.
#[derive(Args)]
pub(crate) struct Backup {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// Where the server keeps its tables [default: the user's data directory]
    #[arg(long, env = "BASTIDE_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Backup, console: &mut Console) -> Result<()> {
    let folder = config::data_dir(args.data_dir.as_deref()).map_err(Fault::input)?;
    let bytes = sqlite::backup(&folder.join(FILE), &args.file).map_err(|error| {
        let fault = Fault::input(&error);
        match error {
            BackupError::NoDatabase(_) => {
                fault.hint("--data-dir says where the server keeps its tables")
            }
            _ => fault,
        }
    })?;
    if console.json {
        return console.value(&json!({ "file": args.file.display().to_string(), "bytes": bytes }));
    }
    let kb = bytes.div_ceil(1000);
    console.line(format_args!("wrote {}: {kb} kB, checked", args.file.display()))
}
