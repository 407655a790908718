//! `bastide fsck`: replays every log and checks the data derived from it.

use std::path::PathBuf;

use anyhow::Result;
use bastide_server::config::{self, FILE};
use bastide_server::fsck::{self, Finding};
use bastide_server::store::Location;
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};

/// Replay the logs of all tables and check the stored data
///
/// Checks for each table that the log has no gaps and can be replayed, that its
/// hash chain ends at the stored head, that the row, the final points and the
/// record equal those of the replay, and that compressed logs can be expanded.
/// Changes nothing and may run beside a server.
///
/// Exit code 0: no problems. 1: problems were found. 2: the data cannot be read.
///
/// JSON: {tables, facts, problems, findings: [{table, part, text}]}.
#[derive(Args)]
pub(crate) struct Fsck {
    /// A database file, such as a backup; must precede the options below [default: that of the data
    /// directory]
    file: Option<PathBuf>,
    /// Directory of the server's tables [default: the user's data directory]
    #[arg(long, env = "BASTIDE_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Check this PostgreSQL database instead: postgres://user@host/name
    #[arg(long, env = "BASTIDE_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// Read the data directory or the database from this configuration file; none reads no file
    /// [default: /etc/bastide/bastide.toml, if it exists]
    #[arg(long, env = "BASTIDE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Fsck, console: &mut Console) -> Result<()> {
    let location = location(args)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut findings = Vec::new();
    let is_json = console.json;
    let mut told = Ok(());
    let checked = runtime.block_on(fsck::check(&location, |finding: &Finding| {
        if is_json {
            findings.push(finding.clone());
        } else if told.is_ok() {
            let Finding { table, part, text } = finding;
            told = console.line(format_args!("{table} {}: {text}", part.name()));
        }
    }));
    runtime.shutdown_background();
    told?;
    let summary = checked.map_err(|error| Fault::input(format!("{location}: {error}")))?;
    if is_json {
        console.value(&json!({
            "tables": summary.tables,
            "facts": summary.facts,
            "problems": summary.problems,
            "findings": findings,
        }))?;
    } else {
        console.line(format_args!(
            "{} tables, {} facts, {} problems",
            summary.tables, summary.facts, summary.problems
        ))?;
    }
    if summary.problems == 0 {
        return Ok(());
    }
    console.finish()?;
    Err(Fault::wrong("some tables are damaged")
        .hint("restore them from a backup; the server does not change damaged tables")
        .into())
}

fn location(args: &Fsck) -> Result<Location> {
    if let Some(file) = &args.file {
        return Ok(Location::Sqlite(file.clone()));
    }
    if let Some(url) = &args.database {
        return Ok(url.parse().unwrap_or_else(|never| match never {}));
    }
    let folder = config::data_dir(args.data_dir.as_deref()).map_err(Fault::input)?;
    Ok(Location::Sqlite(folder.join(FILE)))
}
