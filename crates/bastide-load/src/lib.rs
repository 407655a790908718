//! Load for a server of one's own: many idle sockets, many moves, many bots, a
//! restart with everybody there. All of it on the loopback, bounded in time,
//! with the server as a process of its own beside it on the same machine.
//!
//! *Open loop:* a move is due at its time, whatever became of the moves before
//! it, and its answer is counted from then. A server that falls behind cannot
//! make the loader ask less.

mod bots;
mod crowd;
mod curve;
mod failover;
mod idle;
mod machine;
mod moves;
mod restart;
mod times;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bastide_testing::{Scratch, Server};
use serde::Serialize;

pub use bots::{BotsReport, Round};
pub use curve::{CurveReport, Step};
pub use failover::{FailoverPlan, FailoverReport, failover};
pub use idle::IdleReport;
pub use machine::{Sync, raise_open_files};
pub use moves::MovesReport;
pub use restart::RestartReport;
pub use times::Times;

/// How much of everything.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server's program.
    pub program: PathBuf,
    /// Where its files go; a scratch directory if nobody says.
    pub directory: Option<PathBuf>,
    /// Sockets that do nothing.
    pub idle_sockets: usize,
    /// Tables at which moves are made.
    pub tables: usize,
    /// Moves a second, over all tables.
    pub rate: usize,
    /// For how many seconds.
    pub seconds: u64,
    /// Games among bots.
    pub bot_games: usize,
    /// Clients that come back after a restart.
    pub clients: usize,
}

impl Plan {
    /// What the server is promised to bear.
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
        }
    }

    /// A share of all that, for trying the loader itself.
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

    /// A server with an empty file, and the directory to keep until it is
    /// done.
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

/// What was found. What was not looked at is left out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// What it costs to make something durable here.
    pub sync: Option<Sync>,
    /// Idle sockets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<IdleReport>,
    /// Moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesReport>,
    /// Moves at rising rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<CurveReport>,
    /// Moves beside bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<BotsReport>,
    /// The same while another process keeps a core busy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<BotsReport>,
    /// A restart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart: Option<RestartReport>,
}

impl Report {
    /// Whether every promise was kept.
    pub fn is_kept(&self) -> bool {
        self.lines().iter().all(|line| line.is_kept)
    }

    /// What was promised and what was found, in words.
    pub fn lines(&self) -> Vec<Line> {
        let idle = self.idle.iter().map(IdleReport::line);
        let moves = self.moves.iter().map(MovesReport::line);
        let curve = self.curve.iter().map(CurveReport::line);
        let bots = self.bots.iter().chain(&self.busy).map(BotsReport::line);
        let restart = self.restart.iter().map(RestartReport::line);
        idle.chain(moves).chain(curve).chain(bots).chain(restart).collect()
    }
}

/// A promise and what became of it.
#[derive(Clone, Debug)]
pub struct Line {
    /// What was found.
    pub found: String,
    /// What was promised.
    pub promised: String,
    /// Whether that was kept.
    pub is_kept: bool,
}

/// Idle sockets: what each costs in memory.
///
/// # Errors
/// If the server does not run or does not answer.
pub async fn idle(plan: &Plan) -> Result<IdleReport> {
    idle::run(plan).await
}

/// Moves at a fixed rate: how long each takes to be durable and answered.
///
/// # Errors
/// If the server does not run or does not answer.
pub async fn moves(plan: &Plan) -> Result<MovesReport> {
    moves::run(plan).await
}

/// Moves at rising rates, until the server falls behind.
///
/// # Errors
/// If the server does not run or does not answer.
pub async fn curve(plan: &Plan) -> Result<CurveReport> {
    curve::run(plan).await
}

/// Moves of people, without and with bots beside them.
///
/// # Errors
/// If the server does not run or does not answer.
pub async fn bots(plan: &Plan) -> Result<BotsReport> {
    bots::run(plan).await
}

/// The same while another process keeps a core busy all the time.
///
/// # Errors
/// If that process cannot be started, or as [`bots`].
pub async fn busy(plan: &Plan) -> Result<BotsReport> {
    let _hog = machine::Hog::start()?;
    let report = bots::run(plan).await?;
    Ok(BotsReport { is_core_busy: true, ..report })
}

/// A crash with everybody there: how long until everybody is back.
///
/// # Errors
/// If the server does not run or does not answer.
pub async fn restart(plan: &Plan) -> Result<RestartReport> {
    restart::run(plan).await
}

/// What it costs to make something durable where the server's files go.
///
/// # Errors
/// If nothing can be written there.
pub fn sync(plan: &Plan) -> Result<Sync> {
    let directory = plan.directory.clone().unwrap_or_else(std::env::temp_dir);
    machine::sync(&directory)
}
