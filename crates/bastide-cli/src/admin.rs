//! `bastide admin`: moderation of tables and addresses by the operator of a server.

mod print;

use std::io::{IsTerminal as _, stdin};
use std::path::PathBuf;

use anyhow::Result;
use bastide_server::admin::{self, AdminAnswer, AdminRequest, EraseWhom, ListFilter};
use bastide_server::config::{self, FILE};
use bastide_server::store::{self, Location, OpenError};
use bastide_server::{Hub, HubOptions};
use clap::{Args, Subcommand};

use crate::console::{Console, Fault};

/// Moderate a server: list, close and delete tables, ban addresses, read reports,
/// issue tokens to engines
///
/// Connects to the server that uses the data directory through its socket
/// admin.sock; opens the tables directly if no server is running. With --database
/// it changes the PostgreSQL database, and all servers apply the change within
/// seconds.
///
/// Exit code 0: success. 1: the table, ban, report or engine does not exist. 2: invalid
/// input, or the tables cannot be accessed.
#[derive(Args)]
pub(crate) struct Admin {
    /// Directory of the server's tables [default: the user's data directory]
    #[arg(long, env = "BASTIDE_DATA_DIR", value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
    /// The PostgreSQL database of the server: postgres://user@host/name
    #[arg(long, env = "BASTIDE_DATABASE", value_name = "URL", hide_env_values = true)]
    #[arg(global = true)]
    database: Option<String>,
    /// Read the data directory or the database from this configuration file; none reads no file
    /// [default: /etc/bastide/bastide.toml, if it exists]
    #[arg(long, env = "BASTIDE_CONFIG", value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List tables, most recently changed first
    ///
    /// JSON: {tables: [{table, stage, is_listed, created, updated, facts, bytes,
    /// seats, damage}], of}; times are milliseconds since 1970.
    List {
        /// Only tables at this stage: open, playing or over
        #[arg(long, value_parser = ["open", "playing", "over"], hide_possible_values = true)]
        stage: Option<String>,
        /// Only tables unchanged for this long: 30m, 12h, 7d, 2w
        #[arg(long, value_name = "AGE", value_parser = read_age)]
        older_than: Option<i64>,
        /// Only tables with at least this many facts in their log
        #[arg(long, value_name = "N")]
        min_facts: Option<u64>,
        /// Only tables with unreadable logs; reads all logs
        #[arg(long)]
        damaged: bool,
        /// Maximum number of tables
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
    /// Show all details of a table except for its secrets
    ///
    /// The server stores players' names and chat, hashes of tokens, and a keyed hash
    /// of each address. Addresses themselves are not stored.
    ///
    /// JSON: {info, kinds, muted_seats, is_watcher_chat_open, closed, reports}.
    Show {
        /// Table id: the 12 letters in its link
        table: String,
    },
    /// End a table for all players, with a reason that is shown to them
    ///
    /// The log is preserved. A closed table accepts no more commands.
    Close {
        /// Table id: the 12 letters in its link
        table: String,
        /// Reason shown to the players
        #[arg(long)]
        reason: String,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Delete a table with its log
    Delete {
        /// Table id: the 12 letters in its link
        table: String,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Ban an address or a network
    ///
    /// Its requests are refused and its open sockets are closed, on all servers of
    /// the database within seconds.
    ///
    /// JSON: {net, reason, created, until}.
    Ban {
        /// 192.0.2.7, 192.0.2.0/24, 2001:db8::/48
        address: String,
        /// Duration: 30m, 12h, 7d, 2w [default: until it is lifted]
        #[arg(long = "for", value_name = "TIME", value_parser = read_age)]
        lasts: Option<i64>,
        /// Reason shown to banned clients
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift a ban
    Unban {
        /// The banned address or network
        address: String,
    },
    /// List bans
    ///
    /// JSON: {bans: [{net, reason, created, until}]}.
    Bans,
    /// Erase the names and chat of a person
    ///
    /// Games can still be played, replayed and verified: an erased fact keeps the
    /// digest of the original. The affected tables are reloaded from their logs,
    /// which takes a while on a server with many tables. Earlier backups still
    /// contain the erased data.
    ///
    /// JSON: {tables, facts, reports, failed}; exit code 1 if a table failed.
    Erase {
        /// All players with this name, at all tables
        #[arg(long, conflicts_with_all = ["table", "seat"])]
        #[arg(required_unless_present_all = ["table", "seat"])]
        name: Option<String>,
        /// All players who ever had a seat of this table
        #[arg(long, requires = "seat")]
        table: Option<String>,
        /// The seat, from 0
        #[arg(long, requires = "table", value_name = "N")]
        seat: Option<u8>,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// List the reports of players, newest first
    ///
    /// JSON: {reports: [{id, table, at, by, whom, name, line, reason, chat}]}.
    Reports {
        /// Only reports about this table
        #[arg(long)]
        table: Option<String>,
        /// Maximum number of reports
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u16,
        /// Delete this resolved report instead
        #[arg(long, value_name = "ID", conflicts_with_all = ["table", "limit"])]
        resolve: Option<i64>,
    },
    /// Issue a token with which a program plays as an engine
    ///
    /// The program connects to /engine with the token (docs/engine-protocol.md). Only
    /// a hash of the token is stored, so it is shown only once. A name whose token was
    /// revoked or has expired gets a new one, and keeps its rating.
    ///
    /// JSON: {engine: {name, note, created, expires, revoked, is_valid}, token}.
    AddEngine {
        /// Name of the engine, shown to all players
        name: String,
        /// Validity: 30m, 12h, 7d, 2w [default: until it is revoked]
        #[arg(long = "for", value_name = "TIME", value_parser = read_age)]
        lasts: Option<i64>,
        /// Note for the operator, such as the author of the engine
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Revoke the token of an engine
    ///
    /// Its connection is closed within seconds; at its tables a bot of the server
    /// plays on.
    RevokeEngine {
        /// Name of the engine
        name: String,
    },
    /// Delete the account of an engine with its rating
    ///
    /// Its connection is closed as by revoke-engine. The name can be issued again, to
    /// another author. The games that it has played for a rating are kept as long as
    /// others.
    RemoveEngine {
        /// Name of the engine
        name: String,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// List engines
    ///
    /// JSON: {engines: [{name, note, created, expires, revoked, is_valid}]}; times are
    /// milliseconds since 1970.
    Engines,
}

/// Runs the command.
pub(crate) fn run(args: &Admin, console: &mut Console) -> Result<()> {
    confirm(&args.what, console)?;
    let request = request(&args.what);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build()?;
    let answer = runtime.block_on(answer(args, request));
    runtime.shutdown_background();
    let answer = answer?;
    print::answer(&answer, console)?;
    match answer {
        AdminAnswer::Erased { failed, .. } if !failed.is_empty() => {
            console.finish()?;
            Err(Fault::wrong("some tables could not be read and were not changed").into())
        }
        _ => Ok(()),
    }
}

fn request(what: &What) -> AdminRequest {
    match what {
        What::List { stage, older_than, min_facts, damaged, limit } => {
            AdminRequest::List(ListFilter {
                stage: stage.clone(),
                older_than: *older_than,
                min_facts: *min_facts,
                is_damaged: *damaged,
                limit: *limit,
            })
        }
        What::Show { table } => AdminRequest::Show { table: table.clone() },
        What::Close { table, reason, .. } => {
            AdminRequest::Close { table: table.clone(), reason: reason.clone() }
        }
        What::Delete { table, .. } => AdminRequest::Delete { table: table.clone() },
        What::Ban { address, lasts, reason } => {
            AdminRequest::Ban { net: address.clone(), lasts: *lasts, reason: reason.clone() }
        }
        What::Unban { address } => AdminRequest::Unban { net: address.clone() },
        What::Bans => AdminRequest::Bans,
        What::Erase { name: Some(name), .. } => {
            AdminRequest::Erase(EraseWhom::Name { name: name.clone() })
        }
        What::Erase { name: None, table, seat, .. } => AdminRequest::Erase(EraseWhom::Seat {
            table: table.clone().unwrap_or_default(),
            seat: seat.unwrap_or_default(),
        }),
        What::AddEngine { name, lasts, note } => {
            AdminRequest::AddEngine { name: name.clone(), lasts: *lasts, note: note.clone() }
        }
        What::RevokeEngine { name } => AdminRequest::RevokeEngine { name: name.clone() },
        What::RemoveEngine { name, .. } => AdminRequest::RemoveEngine { name: name.clone() },
        What::Engines => AdminRequest::Engines,
        What::Reports { resolve: Some(report), .. } => AdminRequest::Resolve { report: *report },
        What::Reports { table, limit, resolve: None } => {
            AdminRequest::Reports { table: table.clone(), limit: *limit }
        }
    }
}

/// Asks for confirmation of an irreversible action.
fn confirm(what: &What, console: &mut Console) -> Result<()> {
    let question = match what {
        What::Close { table, yes: false, .. } => format!("End table {table} for all players?"),
        What::Delete { table, yes: false } => {
            format!("Delete table {table} and its log permanently?")
        }
        What::RemoveEngine { name, yes: false } => {
            format!("Delete the engine {name} and its rating permanently?")
        }
        What::Erase { name: Some(name), yes: false, .. } => {
            format!("Erase the names and the chat of all players named {name}?")
        }
        What::Erase { name: None, yes: false, .. } => {
            "Erase the names and the chat of all players who had this seat?".to_owned()
        }
        _ => return Ok(()),
    };
    if console.json || !stdin().is_terminal() {
        let fault = Fault::input(
            "this cannot be undone and needs confirmation, but standard input is not a terminal",
        );
        return Err(fault.hint("add --yes to confirm").into());
    }
    console.ask(&format!("{question} [y/N] "))?;
    let mut line = String::new();
    stdin().read_line(&mut line)?;
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Fault::wrong("cancelled: nothing was changed").into()),
    }
}

/// Sends the request to a running server, or opens the tables directly if there is none.
async fn answer(args: &Admin, request: AdminRequest) -> Result<AdminAnswer> {
    let answer = match &args.database {
        Some(url) => {
            let location = url.parse().unwrap_or_else(|never| match never {});
            let Location::Postgres(_) = location else {
                let fault = Fault::input("--database is not a PostgreSQL URL");
                return Err(fault.hint("write postgres://user@host/name").into());
            };
            alone(&location, request).await?
        }
        None => {
            let folder = config::data_dir(args.data_dir.as_deref()).map_err(Fault::input)?;
            #[cfg(unix)]
            if let Some(answer) = bastide_server::admin::ask(&folder, &request).await? {
                return answer.map_err(fault);
            }
            let file = folder.join(FILE);
            if !file.is_file() {
                let fault =
                    Fault::input(format_args!("there are no tables in {}", folder.display()));
                return Err(fault
                    .hint("set --data-dir to the data directory of the server")
                    .into());
            }
            alone(&Location::Sqlite(file), request).await?
        }
    };
    answer.map_err(fault)
}

/// Opens the tables without a server.
async fn alone(
    location: &Location,
    request: AdminRequest,
) -> Result<Result<AdminAnswer, bastide_protocol::Problem>> {
    let store = store::open(location).await.map_err(|error| {
        let fault = Fault::input(&error);
        match error {
            OpenError::Locked { .. } => fault.hint(
                "a server uses the tables but does not accept admin.sock: it may be another \
                 version, or run as another user",
            ),
            _ => fault,
        }
    })?;
    // Bots and clocks are left to servers.
    let options = HubOptions { runs_background: false, bot_threads: 1, ..HubOptions::default() };
    let hub = Hub::start(store, options).await?;
    let answer = admin::Admin::new(hub.clone()).run(request).await;
    hub.shutdown().await;
    Ok(answer)
}

fn fault(problem: bastide_protocol::Problem) -> anyhow::Error {
    use bastide_protocol::ProblemCode;
    match problem.code {
        ProblemCode::NoSuchTable | ProblemCode::NotFound => Fault::wrong(problem.message).into(),
        _ => Fault::input(problem.message).into(),
    }
}

/// Parses a time span into milliseconds: a number and one of s, m, h, d, w.
fn read_age(text: &str) -> Result<i64, String> {
    let wrong = || {
        "invalid duration: write a number and s, m, h, d or w, such as 30m, 12h or 7d".to_owned()
    };
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        'w' => 7 * 24 * 60 * 60,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| wrong())?;
    if number == 0 {
        return Err(wrong());
    }
    Ok(i64::from(number) * seconds * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_a_number_and_a_unit() {
        assert_eq!(read_age("7d"), Ok(604_800_000));
        assert_eq!(read_age("30m"), Ok(1_800_000));
        for wrong in ["", "7", "d", "-1d", "0d", "7 d", "7дн", "99999999999w"] {
            assert!(read_age(wrong).is_err(), "{wrong}");
        }
    }
}
