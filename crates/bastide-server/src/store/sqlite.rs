//! Store in an SQLite file.
//!
//! One thread writes with group commit, a few connections read concurrently, and checkpoints run on
//! their own thread. Only one process at a time can open the file, which a lock file enforces.

mod admin;
mod backup;
mod checkpoint;
mod engines;
mod error_class;
mod push;
mod read_only;
mod reader;
mod schema;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use tokio::sync::{broadcast, mpsc, oneshot};

use super::{
    AdminStore, Append, Due, EngineStore, Fold, HINTS, Hint, Lease, Mark, Millis, OpenError,
    ProcessTime, PushStore, Query, Row, Seq, Store, StoreError, Stored, TableId, Unfinished,
    may_be_folded, whole,
};
pub use backup::{BackupError, backup};
use checkpoint::Checkpoints;
use error_class::WriterHealth;
pub use read_only::ReadOnly;
use reader::Readers;
use writer::{Job, Leases, Outcome, Work, Writer};

/// Settings of an SQLite store.
#[derive(Clone, Copy, Debug)]
pub struct SqliteOptions {
    /// Number of reader connections.
    pub readers: usize,
    /// Length of the writer queue; further callers wait to enqueue.
    pub queue: usize,
    /// Maximum number of jobs per commit.
    pub batch: usize,
    /// Maximum size of the file in pages of 4 KiB, if limited. Beyond it the store behaves as if
    /// the disk were full.
    pub max_pages: Option<u32>,
}

impl Default for SqliteOptions {
    fn default() -> SqliteOptions {
        SqliteOptions { readers: 4, queue: 4_096, batch: 512, max_pages: None }
    }
}

/// Store in an SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    readers: Arc<Readers>,
    hints: broadcast::Sender<Hint>,
    health: WriterHealth,
    commits: Arc<AtomicU64>,
}

impl SqliteStore {
    /// Returns the number of jobs that wait for the writer.
    pub fn waiting(&self) -> usize {
        lock(&self.jobs).as_ref().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    /// Opens a file, creating or migrating it as needed. Blocks.
    ///
    /// # Errors
    /// Returns an [`OpenError`] with advice to the operator.
    pub fn open(path: &Path, options: SqliteOptions) -> Result<SqliteStore, OpenError> {
        schema::check_sqlite()?;
        let lock = schema::lock(path)?;
        let mut connection = schema::connect(path)?;
        schema::migrate(path, &mut connection)?;
        if let Some(pages) = options.max_pages {
            connection
                .pragma_update(None, "max_page_count", pages)
                .map_err(|error| OpenError::from_sqlite(path, &error))?;
        }
        let health = WriterHealth::new();
        let (jobs, waiting) = mpsc::channel(options.queue.max(1));
        let hints = broadcast::Sender::new(HINTS);
        let commits = Arc::new(AtomicU64::new(0));
        let writer = Writer {
            connection,
            checkpoints: Checkpoints::start(path, &health)?,
            hints: hints.clone(),
            health: health.clone(),
            commits: Arc::clone(&commits),
            batch: options.batch.max(1),
            leases: Leases::default(),
            lock,
        };
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.run(waiting))
            .map_err(|error| OpenError::Io { path: path.to_owned(), error })?;
        Ok(SqliteStore {
            path: path.to_owned(),
            jobs: Mutex::new(Some(jobs)),
            thread: Mutex::new(Some(thread)),
            readers: Readers::new(path, options.readers),
            hints,
            health,
            commits,
        })
    }

    /// Submits work to the writer, and waits until it is durable.
    async fn submit(&self, work: Work) -> Outcome {
        self.health.check()?;
        let closed = || StoreError::Unavailable("it is closed".to_owned());
        let jobs = lock(&self.jobs).clone().ok_or_else(closed)?;
        let (answer, answered) = oneshot::channel();
        jobs.send(Job { work, answer }).await.map_err(|_gone| closed())?;
        drop(jobs);
        answered.await.map_err(|_gone| closed())?
    }

    async fn ask<T, F>(&self, question: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&rusqlite::Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.health.check()?;
        self.readers.ask(question).await
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.submit(Work::Append(append)).await.map(drop)
    }

    async fn read(&self, table: &TableId, after: Seq) -> Result<Vec<Stored>, StoreError> {
        let asked = table.clone();
        // Rows first: if the table is folded in between, all of its rows were read.
        let (facts, folded) = self
            .ask(move |db| {
                let facts = reader::read(db, &asked, after)?;
                let folded = match may_be_folded(after, &facts) {
                    true => reader::folded(db, &asked, after)?,
                    false => None,
                };
                Ok((facts, folded))
            })
            .await?;
        whole(table, after, facts, folded).await
    }

    async fn list(&self, query: &Query) -> Result<Vec<Row>, StoreError> {
        let query = query.clone();
        self.ask(move |db| reader::list(db, &query)).await
    }

    async fn unfinished(&self) -> Result<Unfinished, StoreError> {
        self.ask(reader::unfinished).await
    }

    async fn lasts(&self, tables: &[TableId]) -> Result<Vec<Hint>, StoreError> {
        let ids: Vec<&str> = tables.iter().map(|table| &*table.0).collect();
        let ids = serde_json::json!(ids).to_string();
        self.ask(move |db| reader::lasts(db, &ids)).await
    }

    async fn due(
        &self,
        shards: &[u16],
        now: Millis,
        after: Option<&Due>,
        limit: u16,
    ) -> Result<Vec<Due>, StoreError> {
        let shards = serde_json::json!(shards).to_string();
        let after = after.cloned().unwrap_or_else(Due::start);
        self.ask(move |db| reader::due(db, &shards, now, &after, limit)).await
    }

    async fn later(
        &self,
        shards: &[u16],
        time: Millis,
        limit: u16,
    ) -> Result<Vec<TableId>, StoreError> {
        let shards = serde_json::json!(shards).to_string();
        self.ask(move |db| reader::later(db, &shards, time, limit)).await
    }

    async fn renew(&self, owner: &str, _time: ProcessTime) -> Result<Vec<Lease>, StoreError> {
        self.submit(Work::Renew(owner.to_owned())).await
    }

    async fn release(&self, owner: &str) -> Result<(), StoreError> {
        self.submit(Work::Release(owner.to_owned())).await.map(drop)
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
        let (shards, behind) = (serde_json::json!(shards).to_string(), behind.clone());
        self.ask(move |db| reader::foldable(db, &shards, &behind, before, limit)).await
    }

    async fn fold(&self, fold: Fold) -> Result<(), StoreError> {
        self.submit(Work::Fold(fold)).await.map(drop)
    }

    async fn setting(&self, name: &str, first: &[u8]) -> Result<Vec<u8>, StoreError> {
        let asked = name.to_owned();
        if let Some(value) = self.ask(move |db| reader::setting(db, &asked)).await? {
            return Ok(value);
        }
        let (name, value) = (name.to_owned(), first.to_vec());
        self.submit(Work::Set { name: name.clone(), value }).await?;
        let stored = self.ask(move |db| reader::setting(db, &name)).await?;
        stored.ok_or_else(|| StoreError::Unavailable("the setting was not stored".to_owned()))
    }

    async fn replace_setting(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        let (name, value) = (name.to_owned(), value.to_vec());
        self.submit(Work::Replace { name, value }).await.map(drop)
    }

    async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        let behind = behind.clone();
        self.ask(move |db| reader::rows(db, &behind, limit)).await
    }

    async fn now(&self) -> Result<Millis, StoreError> {
        Ok(now())
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
        self.submit(Work::Check).await.map(drop)
    }

    fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    async fn free_space(&self) -> Option<u64> {
        let path = self.path.clone();
        tokio::task::spawn_blocking(move || free_space(&path)).await.ok().flatten()
    }

    fn describe(&self) -> String {
        format!("SQLite {} in {}", rusqlite::version(), self.path.display())
    }

    async fn fatal(&self) -> String {
        self.health.sealed().await
    }

    async fn close(&self) {
        self.readers.close();
        drop(lock(&self.jobs).take());
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            // If the thread has panicked, its guard has reported it.
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

/// Locks a mutex and ignores poisoning: the guarded values are always consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the free bytes on the disk of a file. A symbolic link does not matter: SQLite creates
/// the write-ahead log next to the target.
fn free_space(path: &Path) -> Option<u64> {
    crate::system::free_space(path).ok()
}

/// Returns the current time by the clock of this machine.
fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}
