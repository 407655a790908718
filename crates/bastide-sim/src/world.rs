//! Processes, their faults, and the state of a run.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bastide_host::Dice;
use bastide_protocol::Problem;
use bastide_server::store::Millis;
use bastide_server::{Entropy, Hub, HubOptions};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::connection::{Connection, Faults, Network, SimStore, lock};
use crate::disk::{Defect, Disk};
use crate::ledger::Ledger;

/// Parameters of a run; derived from its seed, except for the defect.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed.
    pub seed: u64,
    /// Number of processes that share the store.
    pub processes: usize,
    /// Number of tables.
    pub tables: usize,
    /// Fault rates of messages.
    pub faults: Faults,
    /// True if processes die and the database crashes.
    pub has_crashes: bool,
    /// True if the wall clock is stepped.
    pub has_steps: bool,
    /// Duration of the faults.
    pub chaos: Duration,
    /// A deliberate defect.
    pub defect: Option<Defect>,
}

impl Plan {
    /// Returns the plan of a seed.
    pub fn of(seed: u64) -> Plan {
        let mut dice = Dice::new(seed, 1);
        let mut some = |most: usize| if dice.below(3) == 0 { 0 } else { dice.below(most) };
        let faults = Faults {
            lost_requests: some(60),
            lost_answers: some(60),
            lost_hints: some(900),
            slow: some(40),
            lost_replies: some(150),
            impatience: some(150),
        };
        Plan {
            seed,
            processes: 1 + dice.below(3),
            tables: 1 + dice.below(3),
            faults,
            has_crashes: dice.below(5) > 0,
            has_steps: dice.below(3) == 0,
            chaos: Duration::from_secs(3 + dice.below(12) as u64),
            defect: None,
        }
    }
}

/// A process: a hub and its connection to the database.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) hub: Hub,
    pub(crate) connection: Arc<Connection>,
}

/// No answer arrived: the command may or may not have been executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoAnswer;

/// The state of a run.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) network: Arc<Network>,
    pub(crate) ledger: Mutex<Ledger>,
    slots: Mutex<Vec<Option<Process>>>,
    entropy: Entropy,
    /// Number of processes started so far, from which their random numbers are derived.
    started: Mutex<u64>,
    over: watch::Sender<bool>,
}

impl World {
    pub(crate) fn new(plan: Plan) -> Arc<World> {
        let network = Network::new(Disk::new(plan.defect), plan.faults);
        Arc::new(World {
            network,
            ledger: Mutex::default(),
            slots: Mutex::new(vec![None; plan.processes]),
            entropy: Entropy::seeded(plan.seed),
            started: Mutex::new(0),
            over: watch::channel(false).0,
            plan,
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        *self.over.borrow()
    }

    pub(crate) fn end(&self) {
        self.over.send_replace(true);
    }

    /// Adds a line to the trace.
    pub(crate) fn note(&self, text: &str) {
        let mut disk = self.network.disk();
        let elapsed = disk.elapsed();
        disk.trace.note(elapsed, text);
    }

    /// Starts a process that does not occupy a slot.
    pub(crate) async fn process(&self, runs_background: bool) -> Option<Process> {
        let number = {
            let mut started = lock(&self.started);
            *started += 1;
            *started
        };
        let connection = self.network.connect(Dice::new(self.plan.seed, 1_000 + number));
        let options = HubOptions {
            max_tables_in_memory: 64,
            bot_threads: 0,
            runs_background,
            entropy: self.entropy.clone(),
            ..HubOptions::default()
        };
        let store = Arc::new(SimStore(Arc::clone(&connection)));
        match Hub::start(store, options).await {
            Ok(hub) => Some(Process { hub, connection }),
            Err(_) => {
                connection.kill();
                None
            }
        }
    }

    /// Starts a process in a slot and retries until it succeeds.
    pub(crate) async fn start(&self, slot: usize) {
        while !self.is_over() {
            if let Some(process) = self.process(true).await {
                self.note(&format!("process {slot} starts"));
                lock(&self.slots)[slot] = Some(process);
                return;
            }
            sleep(Duration::from_millis(300)).await;
        }
    }

    /// Returns the running processes.
    pub(crate) fn running(&self) -> Vec<Process> {
        lock(&self.slots).iter().flatten().cloned().collect()
    }

    /// Calls a hub as a client does: the process may die, the answer may be lost, and the client
    /// may stop waiting.
    pub(crate) async fn call<T, F: Future<Output = Result<T, Problem>>>(
        &self,
        dice: &mut Dice,
        call: impl FnOnce(Hub) -> F,
    ) -> Result<Result<T, Problem>, NoAnswer> {
        let running = self.running();
        if running.is_empty() {
            sleep(Duration::from_millis(200)).await;
            return Err(NoAnswer);
        }
        let Process { hub, connection } = running[dice.below(running.len())].clone();
        let faults = self.network.faults();
        let is_impatient = dice.below(1_000) < faults.impatience;
        let patience = if is_impatient { dice.below(40) as u64 } else { 30_000 };
        let is_lost = dice.below(1_000) < faults.lost_replies;
        let answer = tokio::select! {
            biased;
            () = connection.died() => return Err(NoAnswer),
            answer = call(hub) => answer,
            () = sleep(Duration::from_millis(patience)) => return Err(NoAnswer),
        };
        if is_lost { Err(NoAnswer) } else { Ok(answer) }
    }

    /// Causes faults for a while, then ends them all.
    pub(crate) async fn chaos(self: Arc<World>) {
        let mut dice = Dice::new(self.plan.seed, 2);
        let end = tokio::time::Instant::now() + self.plan.chaos;
        while tokio::time::Instant::now() < end {
            sleep(Duration::from_millis(300 + dice.below(2_500) as u64)).await;
            if self.plan.has_steps && dice.below(5) == 0 {
                const HOUR: Millis = 3_600_000;
                let step = dice.pick(&[2 * HOUR, -2 * HOUR]);
                self.note(&format!("the wall clock is set by {step}"));
                self.network.disk().stepped += step;
            }
            if self.plan.has_crashes {
                self.fault(&mut dice);
            }
        }
        *lock(&self.network.faults) = Faults::NONE;
        let mut disk = self.network.disk();
        disk.is_up = true;
        disk.is_full = false;
    }

    fn fault(self: &Arc<World>, dice: &mut Dice) {
        let slot = dice.below(self.plan.processes);
        let time = Duration::from_millis(200 + dice.below(8_000) as u64);
        let process = lock(&self.slots)[slot].clone();
        let world = Arc::clone(self);
        match (dice.below(10), process) {
            (0..=3, Some(process)) => {
                self.note(&format!("process {slot} dies"));
                lock(&self.slots)[slot] = None;
                process.connection.kill();
                tokio::spawn(async move {
                    sleep(time).await;
                    world.start(slot).await;
                });
            }
            (4, Some(process)) => {
                self.note(&format!("process {slot} is shut down"));
                lock(&self.slots)[slot] = None;
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(time, process.hub.shutdown()).await;
                    process.connection.kill();
                    world.start(slot).await;
                });
            }
            (5, Some(process)) => {
                self.note(&format!("process {slot} is cut off"));
                process.connection.cut(time);
            }
            (6, Some(process)) => {
                self.note(&format!("process {slot} is stopped"));
                process.connection.stop(time);
            }
            (7 | 8, _) if self.network.disk().is_up => {
                let is_applied = dice.below(2) == 0;
                self.note("the database crashes");
                self.network.crash(is_applied);
                tokio::spawn(async move {
                    sleep(time / 2).await;
                    world.network.disk().is_up = true;
                });
            }
            (9, _) => {
                self.network.disk().is_full = true;
                tokio::spawn(async move {
                    sleep(time / 4).await;
                    world.network.disk().is_full = false;
                });
            }
            _ => {}
        }
    }
}
