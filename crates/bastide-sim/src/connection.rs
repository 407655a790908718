//! A process's connection to the simulated database: an implementation of [`Store`] with latency,
//! lost requests, lost answers and lost hints.
//!
//! Each request runs in its own task. It arrives even if the process that sent it has died or no
//! longer waits for the answer.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bastide_host::Dice;
use bastide_server::store::{
    Append, Due, Hint, Lease, Millis, Peers, ProcessTime, Query, Row, Seq, Store, StoreError,
    Stored, TableId, Unfinished,
};
use tokio::sync::{broadcast, oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::disk::{Defect, Disk, Waiting};

/// Fault rates, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Faults {
    /// Requests that never arrive.
    pub lost_requests: usize,
    /// Requests that take effect but whose answer is lost.
    pub lost_answers: usize,
    /// Hints that never arrive.
    pub lost_hints: usize,
    /// Requests that take seconds.
    pub slow: usize,
    /// Answers of a hub to a client that are lost.
    pub lost_replies: usize,
    /// Commands whose client stops waiting.
    pub impatience: usize,
}

impl Faults {
    /// No faults.
    pub const NONE: Faults = Faults {
        lost_requests: 0,
        lost_answers: 0,
        lost_hints: 0,
        slow: 0,
        lost_replies: 0,
        impatience: 0,
    };
}

/// State shared by all connections.
pub(crate) struct Network {
    pub(crate) disk: Mutex<Disk>,
    pub(crate) faults: Mutex<Faults>,
    connections: Mutex<Vec<Arc<Connection>>>,
    is_syncing: AtomicBool,
}

/// The connection of one process.
pub(crate) struct Connection {
    network: Arc<Network>,
    dice: Mutex<Dice>,
    hints: broadcast::Sender<Hint>,
    /// True once the process is dead: its requests are never answered.
    dead: watch::Sender<bool>,
    is_closed: AtomicBool,
    /// End of the network partition between this process and the database.
    cut_until: Mutex<Instant>,
    /// End of the time in which the process is stopped: it sends nothing and receives no answer.
    stopped_until: Mutex<Instant>,
}

/// Latency and faults of one request.
struct Journey {
    there: Duration,
    back: Duration,
    is_lost: bool,
    is_answer_lost: bool,
}

impl Network {
    pub(crate) fn new(disk: Disk, faults: Faults) -> Arc<Network> {
        Arc::new(Network {
            disk: Mutex::new(disk),
            faults: Mutex::new(faults),
            connections: Mutex::default(),
            is_syncing: AtomicBool::new(false),
        })
    }

    /// Creates the connection of a new process.
    pub(crate) fn connect(self: &Arc<Network>, dice: Dice) -> Arc<Connection> {
        let now = Instant::now();
        let connection = Arc::new(Connection {
            network: Arc::clone(self),
            dice: Mutex::new(dice),
            hints: broadcast::Sender::new(256),
            dead: watch::channel(false).0,
            is_closed: AtomicBool::new(false),
            cut_until: Mutex::new(now),
            stopped_until: Mutex::new(now),
        });
        lock(&self.connections).push(Arc::clone(&connection));
        connection
    }

    pub(crate) fn disk(&self) -> MutexGuard<'_, Disk> {
        lock(&self.disk)
    }

    pub(crate) fn faults(&self) -> Faults {
        *lock(&self.faults)
    }

    /// Crashes the database: the batch is lost, or applied without an answer.
    pub(crate) fn crash(&self, is_applied: bool) {
        let mut disk = self.disk();
        disk.crashes += 1;
        disk.is_up = false;
        for waiting in std::mem::take(&mut disk.waiting) {
            if is_applied {
                // The result is ignored, because no answer is sent.
                let _ = disk.apply(&waiting.append);
            }
        }
    }

    /// Adds an append to the batch and schedules its sync.
    fn enqueue(self: &Arc<Network>, waiting: Waiting, sync: Duration) {
        self.disk().waiting.push(waiting);
        if self.is_syncing.swap(true, Ordering::AcqRel) {
            return;
        }
        let network = Arc::clone(self);
        tokio::spawn(async move {
            sleep(sync).await;
            network.is_syncing.store(false, Ordering::Release);
            network.sync();
        });
    }

    fn sync(self: &Arc<Network>) {
        let batch = std::mem::take(&mut self.disk().waiting);
        for Waiting { append, answer } in batch {
            let applied = self.disk().apply(&append);
            if let Ok(hint) = &applied {
                let connections = lock(&self.connections).clone();
                for connection in connections {
                    connection.tell(hint);
                }
            }
            // The process may have died.
            let _ = answer.send(applied.map(drop));
        }
    }
}

impl Connection {
    /// Kills the process.
    pub(crate) fn kill(&self) {
        self.dead.send_replace(true);
    }

    /// Waits until the process is dead.
    pub(crate) async fn died(&self) {
        let mut dead = self.dead.subscribe();
        // Cannot fail: the sender is part of this connection.
        let _ = dead.wait_for(|&is_dead| is_dead).await;
    }

    pub(crate) fn cut(&self, time: Duration) {
        *lock(&self.cut_until) = Instant::now() + time;
    }

    pub(crate) fn stop(&self, time: Duration) {
        *lock(&self.stopped_until) = Instant::now() + time;
    }

    fn is_cut(&self) -> bool {
        *lock(&self.cut_until) > Instant::now() || !self.network.disk().is_up
    }

    fn tell(self: &Arc<Connection>, hint: &Hint) {
        let lost = self.network.faults().lost_hints;
        let (is_lost, delay, times) = {
            let mut dice = lock(&self.dice);
            (dice.below(1_000) < lost, dice.below(80), if dice.below(20) == 0 { 2 } else { 1 })
        };
        if is_lost || *self.dead.borrow() {
            return;
        }
        for time in 1..=times {
            let (connection, hint) = (Arc::clone(self), hint.clone());
            tokio::spawn(async move {
                sleep(Duration::from_millis(delay as u64 * time)).await;
                let _ = connection.hints.send(hint);
            });
        }
    }

    fn journey(&self) -> Journey {
        let faults = self.network.faults();
        let mut dice = lock(&self.dice);
        let millis = |n: usize| Duration::from_millis(n as u64);
        let slow = if dice.below(1_000) < faults.slow { 1 + dice.below(9_000) } else { 0 };
        let (there, back) = (millis(dice.below(12) + slow), millis(dice.below(12)));
        let is_lost = dice.below(1_000) < faults.lost_requests;
        let is_answer_lost = dice.below(1_000) < faults.lost_answers;
        Journey { there, back, is_lost, is_answer_lost }
    }

    /// Waits while the process is stopped, and forever once it is dead.
    async fn live(&self) {
        let until = *lock(&self.stopped_until);
        sleep_until(until).await;
        if *self.dead.borrow() {
            std::future::pending::<()>().await;
        }
    }

    /// Sends a request and waits for the answer.
    async fn ask<T, R, F>(self: &Arc<Connection>, request: R) -> Result<T, StoreError>
    where
        T: Send + 'static,
        R: FnOnce(Arc<Connection>) -> F + Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        self.live().await;
        if self.is_closed.load(Ordering::Relaxed) {
            return Err(StoreError::Unavailable("it is closed".to_owned()));
        }
        let journey = self.journey();
        let (answer, answered) = oneshot::channel();
        let connection = Arc::clone(self);
        tokio::spawn(async move {
            let gone = || StoreError::Unavailable("simulated".to_owned());
            sleep(journey.there).await;
            let crashes = connection.network.disk().crashes;
            let outcome = if journey.is_lost || connection.is_cut() {
                sleep(Duration::from_millis(200)).await;
                Err(gone())
            } else {
                request(Arc::clone(&connection)).await
            };
            sleep(journey.back).await;
            let is_answer_lost = journey.is_answer_lost
                || connection.is_cut()
                || connection.network.disk().crashes != crashes;
            // The process may have died.
            let _ = answer.send(if is_answer_lost { Err(gone()) } else { outcome });
        });
        let outcome = answered.await;
        self.live().await;
        outcome.unwrap_or_else(|_| Err(StoreError::Unavailable("simulated".to_owned())))
    }

    /// Runs a query that takes no time on the disk.
    async fn look<T: Send + 'static>(
        self: &Arc<Connection>,
        question: impl FnOnce(&mut Disk) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        self.ask(|connection| async move { Ok(question(&mut connection.network.disk())) }).await
    }
}

/// The store of a process.
#[derive(Clone)]
pub(crate) struct SimStore(pub(crate) Arc<Connection>);

#[async_trait]
impl Store for SimStore {
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let sync = Duration::from_millis(1 + lock(&self.0.dice).below(6) as u64);
        self.0
            .ask(move |connection| async move {
                let network = &connection.network;
                let (answer, answered) = oneshot::channel();
                let is_early = network.disk().defect == Some(Defect::AckBeforeSync);
                network.enqueue(Waiting { append, answer }, sync);
                if is_early {
                    return Ok(());
                }
                // The append was dropped by a crash.
                let dropped = || StoreError::Unavailable("simulated".to_owned());
                answered.await.unwrap_or_else(|_| Err(dropped()))
            })
            .await
    }

    async fn read(&self, table: &TableId, after: Seq) -> Result<Vec<Stored>, StoreError> {
        let table = table.clone();
        self.0.look(move |disk| disk.read(&table, after)).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Row>, StoreError> {
        let query = query.clone();
        self.0.look(move |disk| disk.list(&query)).await
    }

    async fn unfinished(&self) -> Result<Unfinished, StoreError> {
        self.0.look(|disk| disk.unfinished()).await
    }

    async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        let behind = behind.clone();
        self.0.look(move |disk| disk.rows(&behind, limit)).await
    }

    async fn setting(&self, name: &str, first: &[u8]) -> Result<Vec<u8>, StoreError> {
        let (name, first) = (name.to_owned(), first.to_vec());
        self.0.look(move |disk| disk.setting(name, first)).await
    }

    async fn lasts(&self, tables: &[TableId]) -> Result<Vec<Hint>, StoreError> {
        let tables = tables.to_vec();
        self.0.look(move |disk| disk.lasts(&tables)).await
    }

    async fn due(
        &self,
        shards: &[u16],
        now: Millis,
        after: Option<&Due>,
        limit: u16,
    ) -> Result<Vec<Due>, StoreError> {
        let (shards, after) = (shards.to_vec(), after.cloned());
        self.0.look(move |disk| disk.due(&shards, now, after.as_ref(), limit)).await
    }

    async fn later(
        &self,
        shards: &[u16],
        time: Millis,
        limit: u16,
    ) -> Result<Vec<TableId>, StoreError> {
        let shards = shards.to_vec();
        self.0.look(move |disk| disk.later(&shards, time, limit)).await
    }

    async fn renew(&self, owner: &str, time: ProcessTime) -> Result<Vec<Lease>, StoreError> {
        let owner = owner.to_owned();
        self.0.look(move |disk| disk.renew(&owner, time)).await
    }

    async fn release(&self, owner: &str) -> Result<(), StoreError> {
        let owner = owner.to_owned();
        self.0.look(move |disk| disk.release(&owner)).await
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.0.hints.subscribe()
    }

    async fn now(&self) -> Result<Millis, StoreError> {
        self.0.look(|disk| disk.wall()).await
    }

    async fn peers(&self, owner: &str) -> Result<Peers, StoreError> {
        let owner = owner.to_owned();
        self.0.look(move |disk| disk.peers(&owner)).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        let full = |disk: &mut Disk| if disk.is_full { Err(StoreError::Full) } else { Ok(()) };
        self.0.look(full).await?
    }

    fn describe(&self) -> String {
        "a simulation".to_owned()
    }

    async fn close(&self) {
        self.0.is_closed.store(true, Ordering::Relaxed);
    }
}

/// Locks a mutex and ignores poisoning, because no invariant is broken while these locks are held.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
