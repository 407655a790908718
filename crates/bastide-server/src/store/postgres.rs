//! Store in a PostgreSQL database that several processes may share.
//!
//! Any process serves any table. A few tasks write with group commit; if two processes append to
//! the same table, its row decides which is first. Hints notify other processes of new facts (by
//! `NOTIFY` or over NATS, see [`HintsVia`]), and
//! leases determine which process acts for bots and clocks.
//!
//! A process uses at most [`PostgresOptions::connections`] connections: those of its writers and
//! readers, and one that listens for hints. Lists and the logs of finished tables can be read from a
//! replica instead.

mod admin;
mod bus;
mod connect;
mod engines;
mod inspection;
mod lease;
#[cfg(feature = "nats")]
mod nats;
mod notify;
mod push;
mod reader;
mod replica;
mod schema;
mod tls;
mod via;
mod writer;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use deadpool_postgres::{Object, Pool};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{
    AdminStore, Append, Due, EngineStore, Fold, HINTS, Hint, Lease, Mark, Millis, OpenError, Peers,
    ProcessTime, PushStore, Query, Row, Seq, Store, StoreError, Stored, TableId, Unfinished,
    may_be_folded, whole,
};
use bus::Bus;
use connect::Target;
pub use inspection::{Examination, Inspection};
use lease::NOW;
use notify::Notify;
use replica::Replica;
pub use replica::{ReadCounts, ReplicaOptions, ReplicaState, ReplicaStats, ReplicaUrl};
pub use tls::SslMode;
pub use via::{HintsVia, NatsUrl};
use writer::{Job, Writer};

/// Connection settings of a PostgreSQL store.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Number of writer tasks, each with one connection.
    pub writers: usize,
    /// Number of reader connections.
    pub readers: usize,
    /// Queue length of each writer; further callers wait to enqueue.
    pub queue: usize,
    /// Maximum number of tables written in one transaction; 1 for a database that is distributed
    /// by table.
    pub batch: usize,
    /// Number of hash partitions by table id, for a database that has none yet.
    pub partitions: Option<u16>,
    /// How this process and others notify each other of changes.
    pub hints: HintsVia,
    /// Replica for lists and the logs of finished tables.
    pub replica: Option<ReplicaOptions>,
}

impl Default for PostgresOptions {
    fn default() -> PostgresOptions {
        // Eight processes fit into PostgreSQL's default limit of 100 connections.
        PostgresOptions {
            writers: 4,
            readers: 6,
            queue: 1_024,
            batch: 256,
            partitions: None,
            hints: HintsVia::Notify,
            replica: None,
        }
    }
}

impl PostgresOptions {
    /// Returns the maximum number of connections of a process, without those to a replica.
    pub fn connections(&self) -> usize {
        self.writers.max(1) + self.readers.max(1) + 1
    }
}

/// Properties of the connected database server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// Version of the server.
    pub version: String,
    /// Total number of connections that the server allows.
    pub max_connections: i64,
    /// TLS version, if connections are encrypted.
    pub tls: Option<String>,
    /// Number of hash partitions by table id, 0 if there are none.
    pub partitions: u64,
}

/// Store in a PostgreSQL database.
pub struct PostgresStore {
    readers: Pool,
    writers: Pool,
    /// Job queues of the writers, indexed by the hash of the table, so that two writers of a
    /// process never touch the same row. Empty once the store is closed.
    jobs: Mutex<Vec<mpsc::Sender<Job>>>,
    writing: Mutex<Vec<JoinHandle<()>>>,
    telling: Mutex<Vec<JoinHandle<()>>>,
    hints: broadcast::Sender<Hint>,
    replica: Option<Arc<Replica>>,
    commits: Arc<AtomicU64>,
    server: Server,
    mode: SslMode,
    is_local: bool,
    description: String,
}

impl PostgresStore {
    /// Connects to a database, creating or migrating its tables as needed.
    ///
    /// # Errors
    /// Returns an [`OpenError`] with advice to the operator.
    pub async fn connect(url: &str, options: PostgresOptions) -> Result<PostgresStore, OpenError> {
        let target = Target::new(url)?;
        let server = schema::prepare(&target, options.partitions).await?;
        let readers = connect::pool(&target, options.readers)?;
        let count = options.writers.max(1);
        let writers = connect::pool(&target, count)?;
        let hints = broadcast::Sender::new(HINTS);
        let commits = Arc::new(AtomicU64::new(0));
        let (notices, noticed) = mpsc::channel(HINTS);
        // Hashing with random keys yields a random number.
        let origin = format!("{:016x}", RandomState::new().hash_one(""));
        let mut jobs = Vec::new();
        let mut writing = Vec::new();
        for _ in 0..count {
            let (sender, waiting) = mpsc::channel(options.queue.max(1));
            let writer = Writer {
                pool: writers.clone(),
                hints: hints.clone(),
                notices: notices.clone(),
                commits: Arc::clone(&commits),
                batch: options.batch.max(1),
            };
            jobs.push(sender);
            writing.push(tokio::spawn(writer.run(waiting)));
        }
        let bus = bus(&options.hints, &readers, &target);
        let mut telling = vec![
            tokio::spawn(bus::send(Arc::clone(&bus), origin.clone(), noticed)),
            tokio::spawn(bus::listen(bus, origin, hints.clone())),
        ];
        let replica = match &options.replica {
            Some(options) => Some(Replica::open(options, &readers).await?),
            None => None,
        };
        if let Some(replica) = &replica {
            telling.push(tokio::spawn(Arc::clone(replica).watch(readers.clone())));
            telling.push(tokio::spawn(Arc::clone(replica).follow(hints.subscribe())));
        }
        let encryption = match &server.tls {
            Some(version) => format!("{version}, sslmode={}", target.mode),
            None => "not encrypted".to_owned(),
        };
        let place = connect::place(&target.config);
        Ok(PostgresStore {
            readers,
            writers,
            jobs: Mutex::new(jobs),
            writing: Mutex::new(writing),
            telling: Mutex::new(telling),
            hints,
            commits,
            description: {
                let version = &server.version;
                let partitions = match server.partitions {
                    0 => String::new(),
                    count => format!(", {count} partitions"),
                };
                let replica = match &replica {
                    Some(replica) => format!("; reads from a replica at {}", replica.place()),
                    None => String::new(),
                };
                format!("PostgreSQL {version} at {place}, {encryption}{partitions}{replica}")
            },
            replica,
            is_local: target.is_local(),
            mode: target.mode,
            server,
        })
    }

    /// Returns the properties of the server at the time of connecting.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Returns the requested encryption mode.
    pub fn ssl_mode(&self) -> SslMode {
        self.mode
    }

    /// Returns true if connections stay on this machine.
    pub fn is_local(&self) -> bool {
        self.is_local
    }

    /// Returns the state of the replica, if there is one.
    pub fn replica_state(&self) -> Option<ReplicaState> {
        self.replica.as_ref().map(|replica| replica.state())
    }

    /// Runs a query on a reader connection.
    async fn ask<T>(
        &self,
        question: impl AsyncFnOnce(&mut Object) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        let client = connect::connection(&self.readers).await?;
        connect::answer(client, question).await.map_err(|refusal| refusal.error)
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        if append.before().is_none() || i64::try_from(append.row.last).is_err() {
            return Err(StoreError::Conflict);
        }
        let shard = append.row.id.shard();
        if append.fence.is_some_and(|fence| fence.shard != shard) {
            return Err(StoreError::Fenced);
        }
        let closed = || StoreError::Unavailable("it is closed".to_owned());
        let jobs = {
            let all = lock(&self.jobs);
            let number = usize::from(shard).checked_rem(all.len());
            number.and_then(|number| all.get(number).cloned()).ok_or_else(closed)?
        };
        let row = self.replica.as_ref().map(|replica| (replica, append.row.clone()));
        let (answer, answered) = oneshot::channel();
        jobs.send(Job { append, answer }).await.map_err(|_gone| closed())?;
        drop(jobs);
        let saved = answered.await.map_err(|_gone| closed())?;
        if let (Some((replica, row)), Ok(())) = (row, &saved) {
            replica.note_row(&row);
        }
        saved
    }

    async fn read(&self, table: &TableId, after: Seq) -> Result<Vec<Stored>, StoreError> {
        // Rows first: if the table is folded in between, all of its rows were read.
        let (facts, folded) = self
            .ask(async |client| {
                let facts = reader::read(client, table, after).await?;
                let folded = match may_be_folded(after, &facts) {
                    true => reader::folded(client, table, after).await?,
                    false => None,
                };
                Ok((facts, folded))
            })
            .await?;
        let log = whole(table, after, facts, folded).await?;
        if let (Some(replica), Some(end)) = (&self.replica, log.last()) {
            replica.note(table, end.seq);
        }
        Ok(log)
    }

    async fn load(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        let Some(replica) = &self.replica else { return self.read(table, 0).await };
        let found = replica.log(table).await;
        let is_replica = matches!(found, Ok(Some(_)));
        replica.count(false, found.as_ref().map(drop).map_err(|fallback| *fallback), is_replica);
        match found {
            Ok(Some(log)) => Ok(log),
            Ok(None) | Err(_) => self.read(table, 0).await,
        }
    }

    async fn list(&self, query: &Query) -> Result<Vec<Row>, StoreError> {
        if let Some(replica) = &self.replica {
            let found = replica.list(query).await;
            let outcome = found.as_ref().map(drop).map_err(|fallback| *fallback);
            replica.count(true, outcome, found.is_ok());
            if let Ok(rows) = found {
                return Ok(rows);
            }
        }
        self.ask(async |client| reader::list(client, query).await).await?
    }

    async fn unfinished(&self) -> Result<Unfinished, StoreError> {
        self.ask(async |client| reader::unfinished(client).await).await
    }

    async fn lasts(&self, tables: &[TableId]) -> Result<Vec<Hint>, StoreError> {
        let hints = self.ask(async |client| reader::lasts(client, tables).await).await?;
        if let Some(replica) = &self.replica {
            let found: BTreeSet<&TableId> = hints.iter().map(|hint| &hint.table).collect();
            for hint in &hints {
                replica.note(&hint.table, hint.last);
            }
            for table in tables.iter().filter(|table| !found.contains(table)) {
                replica.note_deleted(table);
            }
        }
        Ok(hints)
    }

    fn replica(&self) -> Option<ReplicaStats> {
        self.replica.as_ref().map(|replica| replica.stats())
    }

    async fn due(
        &self,
        shards: &[u16],
        now: Millis,
        after: Option<&Due>,
        limit: u16,
    ) -> Result<Vec<Due>, StoreError> {
        let after = after.cloned().unwrap_or_else(Due::start);
        self.ask(async |client| reader::due(client, shards, now, &after, limit).await).await
    }

    async fn later(
        &self,
        shards: &[u16],
        time: Millis,
        limit: u16,
    ) -> Result<Vec<TableId>, StoreError> {
        self.ask(async |client| reader::later(client, shards, time, limit).await).await
    }

    async fn renew(&self, owner: &str, time: ProcessTime) -> Result<Vec<Lease>, StoreError> {
        self.ask(async |client| lease::renew(client, owner, time).await).await
    }

    async fn release(&self, owner: &str) -> Result<(), StoreError> {
        self.ask(async |client| lease::release(client, owner).await).await
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    async fn foldable(
        &self,
        shards: &[u16],
        behind: &Mark,
        before: Millis,
        limit: u16,
    ) -> Result<Vec<Mark>, StoreError> {
        self.ask(async |client| reader::foldable(client, shards, behind, before, limit).await).await
    }

    async fn fold(&self, fold: Fold) -> Result<(), StoreError> {
        let is_done = self.ask(async |client| reader::fold(client, &fold).await).await?;
        if is_done { Ok(()) } else { Err(StoreError::Conflict) }
    }

    async fn setting(&self, name: &str, first: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.ask(async |client| reader::setting(client, name, first).await).await
    }

    async fn replace_setting(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        self.ask(async |client| reader::replace_setting(client, name, value).await).await
    }

    async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        self.ask(async |client| reader::rows(client, behind, limit).await).await?
    }

    async fn now(&self) -> Result<Millis, StoreError> {
        let sql = format!("select {NOW}");
        Ok(self.ask(async |client| client.query_one(&sql, &[]).await).await?.get(0))
    }

    async fn peers(&self, owner: &str) -> Result<Peers, StoreError> {
        self.ask(async |client| lease::peers(client, owner).await).await
    }

    fn admin(&self) -> Option<&dyn AdminStore> {
        Some(self)
    }

    fn engines(&self) -> Option<&dyn EngineStore> {
        Some(self)
    }

    fn push(&self) -> Option<&dyn PushStore> {
        Some(self)
    }

    async fn check(&self) -> Result<(), StoreError> {
        let sql = format!(
            "insert into probe (id, at) values (1, {NOW})
             on conflict (id) do update set at = excluded.at"
        );
        // On a writer connection, which is the path of a change.
        let client = connect::connection(&self.writers).await?;
        let written = connect::answer(client, async |client| client.execute(&sql, &[]).await);
        written.await.map(drop).map_err(|refusal| refusal.error)
    }

    fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    fn describe(&self) -> String {
        self.description.clone()
    }

    async fn close(&self) {
        lock(&self.jobs).clear();
        let writing = std::mem::take(&mut *lock(&self.writing));
        for task in writing {
            // If the task has panicked, there is nothing to wait for.
            let _ = task.await;
        }
        for task in std::mem::take(&mut *lock(&self.telling)) {
            task.abort();
        }
        self.writers.close();
        self.readers.close();
        if let Some(replica) = &self.replica {
            replica.close();
        }
    }
}

/// Aborts the hint tasks if the store was not closed.
impl Drop for PostgresStore {
    fn drop(&mut self) {
        for task in lock(&self.telling).iter() {
            task.abort();
        }
    }
}

/// Returns the carrier of notifications.
fn bus(via: &HintsVia, readers: &Pool, target: &Target) -> Arc<dyn Bus> {
    match via {
        #[cfg(feature = "nats")]
        HintsVia::Nats(url) => Arc::new(nats::Nats::new(url.clone())),
        // A URL is refused earlier if the program was built without NATS.
        #[cfg(not(feature = "nats"))]
        HintsVia::Nats(_) => Arc::new(Notify { pool: readers.clone(), target: target.clone() }),
        HintsVia::Notify => Arc::new(Notify { pool: readers.clone(), target: target.clone() }),
    }
}

/// Checks that a NATS server can be reached, and returns its version.
///
/// # Errors
/// Returns the reason why it cannot be reached.
pub async fn check_hints(url: &NatsUrl) -> Result<String, String> {
    #[cfg(feature = "nats")]
    return nats::check(url).await;
    #[cfg(not(feature = "nats"))]
    Err(format!("{url}: this program was built without NATS"))
}

/// Locks a mutex and ignores poisoning: the guarded values are always consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
