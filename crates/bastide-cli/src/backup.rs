//! `bastide backup`: copies all tables, even while a server is running.

use std::path::PathBuf;

use anyhow::Result;
use bastide_server::config::{self, FILE};
use bastide_server::store::sqlite::{self, BackupError};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};

/// Copy all tables into a file, even while a server is running
///
/// The copy is a consistent, verified snapshot; it is either complete or not
/// created. To restore it, stop the server, replace bastide.db in the data
/// directory by the copy, and remove bastide.db-wal and bastide.db-shm beside it,
/// which belong to the old file.
/// For a server with PostgreSQL use pg_dump instead.
///
/// JSON: {file, bytes}.
#[derive(Args)]
pub(crate) struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,
    /// Directory of the server's tables [default: the user's data directory]
    #[arg(long, env = "BASTIDE_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Read the data directory from this configuration file; none reads no file
    /// [default: /etc/bastide/bastide.toml, if it exists]
    #[arg(long, env = "BASTIDE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Backup, console: &mut Console) -> Result<()> {
    let folder = config::data_dir(args.data_dir.as_deref()).map_err(Fault::input)?;
    let bytes = sqlite::backup(&folder.join(FILE), &args.file).map_err(|error| {
        let fault = Fault::input(&error);
        match error {
            BackupError::NoDatabase(_) => {
                fault.hint("set --data-dir to the data directory of the server")
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
