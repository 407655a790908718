//! Runs hubs, their background tasks, clocks and leases over a simulated
//! network, clock and database.
//!
//! A run follows from its seed: the same seed gives the same run, fact for
//! fact. Simulated time passes only while everything waits. Several hubs share
//! one database, processes die and start again, the database crashes and drops
//! what was not synced, messages are late or lost, the wall clock is set; and
//! simulated players act, send commands again until there is an answer, and try
//! what they may not do. A checker then compares what they were told with the
//! log.

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

/// How long players go on once faults have ended.
const HEALING: Duration = Duration::from_secs(11);

/// How long processes get to agree once players have gone.
const SETTLING: Duration = Duration::from_secs(6);

/// How many times more they get that time while a table is overdue.
const BACKING_OFF: usize = 12;

/// What came of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// A hash of everything that happened.
    pub trace: String,
    /// How many lines the hash is of.
    pub lines: u64,
    /// Facts in all logs.
    pub facts: usize,
    /// Commands that were acknowledged.
    pub acks: usize,
    /// What is wrong; nothing, in a run that passes.
    pub violations: Vec<String>,
}

/// Runs a plan to its end.
///
/// # Panics
/// If no runtime can be made.
pub fn run(plan: Plan) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without I/O can be made");
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
    // A panic in there is a defect of the simulation and shows as a violation.
    let has_ended = chaos.await.is_ok();
    sleep(HEALING).await;
    // A process may be on its way up, with a request that takes its time.
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
    // A table that failed several times is tried again within a minute.
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
