//! Deterministic simulation of hubs, their background tasks, clocks and leases over a simulated
//! network, clock and database.
//!
//! A run is determined by its seed: the same seed gives the same run, fact for fact. Simulated time
//! advances only while all tasks are waiting. Several hubs share one database, processes die and
//! restart, the database crashes and drops unsynced data, messages are late or lost, and the wall
//! clock is stepped. Simulated players act, repeat commands until they are answered, and try
//! forbidden commands. A checker then compares everything they were sent with the log.

mod check;
mod connection;
mod disk;
mod ledger;
mod player;
mod sandbox;
mod trace;
mod world;

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

pub use connection::Faults;
pub use disk::Defect;
pub use sandbox::{Sandbox, SandboxProcess};
pub use world::Plan;

use world::World;

/// Time that players continue after the faults have ended.
const HEALING: Duration = Duration::from_secs(11);

/// Time for processes to converge after the players have left.
const SETTLING: Duration = Duration::from_secs(6);

/// Number of additional settling periods while a table is overdue.
const BACKING_OFF: usize = 12;

/// Result of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// Hash of the trace.
    pub trace: String,
    /// Number of lines in the trace.
    pub lines: u64,
    /// Number of facts in all logs.
    pub facts: usize,
    /// Number of acknowledged commands.
    pub acks: usize,
    /// Violations; empty in a run that passes.
    pub violations: Vec<String>,
}

/// Runs a plan to its end.
///
/// # Panics
/// Panics if the runtime cannot be created.
pub fn run(plan: Plan) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without I/O can be built");
    runtime.block_on(simulate(plan))
}

async fn simulate(plan: Plan) -> Report {
    let seed = plan.seed;
    let world = World::new(plan);
    for slot in 0..world.plan.processes {
        world.start(slot).await;
    }
    let mut players = JoinSet::new();
    for number in 0..world.plan.tables as u64 {
        players.spawn(player::host(Arc::clone(&world), number));
    }
    let chaos = tokio::spawn(Arc::clone(&world).chaos());
    // A panic in this task is a defect of the simulation and is reported as a violation.
    let has_ended = chaos.await.is_ok();
    sleep(HEALING).await;
    // A process may still be starting, with a slow request.
    for _ in 0..BACKING_OFF {
        if world.running().len() == world.plan.processes {
            break;
        }
        sleep(SETTLING).await;
    }
    let missing = world.plan.processes - world.running().len();
    world.end();
    let all = async { while players.join_next().await.is_some() {} };
    let have_left = timeout(Duration::from_secs(60), all).await.is_ok();
    sleep(SETTLING).await;
    // A table that failed several times is retried within a minute.
    for _ in 0..BACKING_OFF {
        if !check::is_anything_late(&world) {
            break;
        }
        sleep(SETTLING).await;
    }
    let mut violations = check::check(&world).await;
    for (is_well, text) in [
        (has_ended, "the simulation of faults panicked".to_owned()),
        (have_left, "a call to a hub never returns".to_owned()),
        (missing == 0, format!("{missing} processes never start again")),
    ] {
        if !is_well {
            violations.push(text);
        }
    }
    let acks = connection::lock(&world.ledger).acks.len();
    let disk = world.network.disk();
    let (trace, lines) = disk.trace.finish();
    let facts = disk.tables.values().map(|logged| logged.facts.len()).sum();
    Report { seed, trace, lines, facts, acks, violations }
}
