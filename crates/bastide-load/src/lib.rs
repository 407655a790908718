//! Load tests of a server: many idle sockets, many moves, many bots, and a crash with all clients
//! connected. They run on the loopback interface, with a time limit, and start the server as a
//! separate process on the same machine.
//!
//! *Open loop:* every move has a scheduled time that does not depend on earlier moves, and its
//! latency is measured from that time. A server that falls behind cannot slow the load down.

mod affinity;
mod bots;
mod crowd;
mod curve;
mod failover;
mod idle;
mod machine;
mod moves;
mod processes;
mod restart;
mod times;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bastide_testing::{Scratch, Server};
use serde::Serialize;

pub use affinity::{AffinityPlan, AffinityReport, affinity};
pub use bots::{BotsReport, Round};
pub use curve::{CurveReport, Step};
pub use failover::{FailoverPlan, FailoverReport, failover};
pub use idle::IdleReport;
pub use machine::{Sync, raise_open_files};
pub use moves::MovesReport;
pub use processes::{Hints, ProcessesReport, ProcessesRound};
pub use restart::RestartReport;
pub use times::Times;

/// Parameters of a load test.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Path of the server program.
    pub program: PathBuf,
    /// Directory for the server's files; a temporary directory by default.
    pub directory: Option<PathBuf>,
    /// Number of idle sockets.
    pub idle_sockets: usize,
    /// Number of tables at which moves are made.
    pub tables: usize,
    /// Moves per second, over all tables.
    pub rate: usize,
    /// Duration in seconds.
    pub seconds: u64,
    /// Number of games among bots.
    pub bot_games: usize,
    /// Number of clients that reconnect after a restart.
    pub clients: usize,
    /// Path of a NATS server for the notifications of several processes; without it they are not
    /// measured.
    pub nats_server: Option<PathBuf>,
    /// Number of repetitions of the measurements with several processes.
    pub repeats: usize,
}

impl Plan {
    /// Returns the load that the server is required to sustain.
    pub fn new(program: &Path) -> Plan {
        Plan {
            program: program.to_owned(),
            directory: None,
            idle_sockets: 10_000,
            tables: 2_500,
            rate: 2_000,
            seconds: 15,
            bot_games: 200,
            clients: 5_000,
            nats_server: None,
            repeats: 3,
        }
    }

    /// Multiplies the load by `share`, for quick tests of the load generator itself.
    #[must_use]
    pub fn scaled(self, share: f64) -> Plan {
        let part = |whole: usize| ((whole as f64 * share) as usize).max(4);
        Plan {
            idle_sockets: part(self.idle_sockets),
            tables: part(self.tables),
            rate: part(self.rate),
            seconds: (self.seconds as f64 * share.sqrt()).ceil() as u64,
            bot_games: part(self.bot_games),
            clients: part(self.clients),
            ..self
        }
    }

    /// Starts a server with an empty database. The directory must be kept until the server has
    /// ended.
    async fn server(&self) -> Result<(Server, Scratch)> {
        let scratch = match &self.directory {
            Some(directory) => Scratch::within(directory, "load"),
            None => Scratch::new("load"),
        };
        let scratch = scratch.context("no directory for the server's files")?;
        let mut server = Server::on_file(&self.program, scratch.path())?;
        server.start().await.context("the server does not start")?;
        Ok((server, scratch))
    }
}

/// Results of all load tests; tests that were not run are absent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Cost of durable writes on this machine.
    pub sync: Option<Sync>,
    /// Idle sockets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<IdleReport>,
    /// Moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesReport>,
    /// Moves at increasing rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<CurveReport>,
    /// Moves while bots are playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<BotsReport>,
    /// Moves while bots are playing and another process keeps a core busy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<BotsReport>,
    /// A restart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart: Option<RestartReport>,
    /// Several processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processes: Option<ProcessesReport>,
}

impl Report {
    /// Returns true if all requirements were met.
    pub fn is_kept(&self) -> bool {
        self.lines().iter().all(|line| line.is_kept)
    }

    /// Returns the results and requirements as text.
    pub fn lines(&self) -> Vec<Line> {
        let idle = self.idle.iter().map(IdleReport::line);
        let moves = self.moves.iter().map(MovesReport::line);
        let curve = self.curve.iter().map(CurveReport::line);
        let bots = self.bots.iter().chain(&self.busy).map(BotsReport::line);
        let restart = self.restart.iter().map(RestartReport::line);
        let processes = self.processes.iter().map(ProcessesReport::line);
        idle.chain(moves).chain(curve).chain(bots).chain(restart).chain(processes).collect()
    }
}

/// A result and its requirement.
#[derive(Clone, Debug)]
pub struct Line {
    /// The result.
    pub found: String,
    /// The requirement.
    pub promised: String,
    /// True if the requirement was met.
    pub is_kept: bool,
}

/// Measures the memory use of idle sockets.
///
/// # Errors
/// Returns an error if the server does not start or does not answer.
pub async fn idle(plan: &Plan) -> Result<IdleReport> {
    idle::run(plan).await
}

/// Measures the time until moves at a fixed rate are durable and answered.
///
/// # Errors
/// Returns an error if the server does not start or does not answer.
pub async fn moves(plan: &Plan) -> Result<MovesReport> {
    moves::run(plan).await
}

/// Measures moves at increasing rates until the server falls behind.
///
/// # Errors
/// Returns an error if the server does not start or does not answer.
pub async fn curve(plan: &Plan) -> Result<CurveReport> {
    curve::run(plan).await
}

/// Measures players' moves without and with games among bots.
///
/// # Errors
/// Returns an error if the server does not start or does not answer.
pub async fn bots(plan: &Plan) -> Result<BotsReport> {
    bots::run(plan).await
}

/// Runs [`bots()`] while another process keeps a core busy.
///
/// # Errors
/// Returns an error if that process cannot be started, or the errors of [`bots()`].
pub async fn busy(plan: &Plan) -> Result<BotsReport> {
    let _busy = machine::BusyCore::start()?;
    let report = bots::run(plan).await?;
    Ok(BotsReport { is_core_busy: true, ..report })
}

/// Measures the time until all clients have reconnected after a crash.
///
/// # Errors
/// Returns an error if the server does not start or does not answer.
pub async fn restart(plan: &Plan) -> Result<RestartReport> {
    restart::run(plan).await
}

/// Measures moves with one, two and three processes on one PostgreSQL database.
///
/// # Errors
/// Returns an error if PostgreSQL is not installed, or a server does not start or does not answer.
pub async fn processes(plan: &Plan) -> Result<ProcessesReport> {
    processes::run(plan).await
}

/// Measures the cost of durable writes in the directory of the server's files.
///
/// # Errors
/// Returns an error if the directory is not writable.
pub fn sync(plan: &Plan) -> Result<Sync> {
    let directory = plan.directory.clone().unwrap_or_else(std::env::temp_dir);
    machine::sync(&directory)
}
