//! Storage of tables: an append-only log of facts for each table, and one row per table for lists.
//!
//! The log is authoritative; a row can be rebuilt from it. A fact is durable once [`Store::append`]
//! has returned, and clients are not notified of it earlier.

use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::broadcast;

mod admin;
mod engines;
mod inspect;
#[cfg(feature = "testing")]
mod memory;
mod open;
pub mod postgres;
mod push;
pub mod sqlite;

pub use admin::{AdminStore, MAX_BANS, StoredBan, StoredReport};
pub use bastide_table::{Digest, Millis, Row, SHARDS, Seq, Stage, Stored, TableId};
pub use engines::{EngineStore, MAX_ENGINES, StoredEngine, StoredEngineGame, StoredStanding};
pub use inspect::{Inspector, Schema};
#[cfg(feature = "testing")]
pub use memory::MemoryStore;
pub use open::{Location, OpenError, open, open_with};
pub use postgres::ReplicaStats;
pub use push::{PushStore, StoredPush};

/// Number of hints a receiver may lag behind before it loses some.
const HINTS: usize = 4_096;

/// Duration of a lease that is not renewed.
pub const LEASE: Duration = Duration::from_secs(6);

/// Facts to append atomically.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The facts, numbered consecutively after the last fact of the log. Empty to write only the
    /// row.
    pub facts: Vec<Stored>,
    /// The row after the append.
    pub row: Row,
    /// If set, the append succeeds only while this lease is held.
    pub fence: Option<Lease>,
}

impl Append {
    /// Returns the number of the preceding fact, 0 if there is none; `None` if the facts and the
    /// row are inconsistent.
    fn before(&self) -> Option<Seq> {
        let before = self.row.last.checked_sub(self.facts.len() as Seq)?;
        let fits = (before..self.row.last).zip(&self.facts).all(|(n, fact)| fact.seq == n + 1);
        (fits && self.row.last > 0).then_some(before)
    }
}

/// Replacement of the facts of a finished table by one compact value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The table.
    pub id: TableId,
    /// Number of the last fact in `body`, which must be the last of the table.
    pub last: Seq,
    /// All facts up to `last`, in the format that [`Store::read`] decodes.
    pub body: Vec<u8>,
    /// Short form of the summary.
    pub summary: String,
    /// If set, the table is folded only while this lease is held.
    pub fence: Option<Lease>,
}

/// Temporary right to act for the bots and clocks of a shard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lease {
    /// The shard.
    pub shard: u16,
    /// Incremented with every change of owner.
    pub epoch: i64,
}

/// Time of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProcessTime {
    /// Current time.
    pub now: Millis,
    /// Uptime in milliseconds.
    pub uptime: Millis,
}

/// State of the other processes that use a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peers {
    /// There are no other processes.
    None,
    /// The other processes have ended without releasing their leases; or the wall clock was
    /// changed, and they will renew within seconds.
    Silent,
    /// Time of the process with the longest uptime among those that renewed recently. It differs
    /// from [`Store::now`] after the wall clock was changed.
    Alive(ProcessTime),
}

/// Notification that a table has new facts, possibly from another process. May be lost or repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The table.
    pub table: TableId,
    /// Number of its last fact.
    pub last: Seq,
}

/// A table that needs background work, and since when. Also a position in the queue of such tables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Due {
    /// Time at which it became due.
    pub at: Millis,
    /// The table.
    pub table: TableId,
}

impl Due {
    /// Returns the position before all tables.
    fn start() -> Due {
        Due { at: Millis::MIN, table: TableId::default() }
    }
}

/// Selection of tables to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// Stage of the tables.
    pub stage: Stage,
    /// Start of the page: only tables after this position.
    pub behind: Option<Mark>,
    /// Maximum number of tables.
    pub limit: u16,
}

/// Numbers of unfinished tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unfinished {
    /// Tables whose game has not started.
    pub open: u64,
    /// Tables whose game is running.
    pub playing: u64,
}

impl Unfinished {
    /// Creates the numbers from pairs of stage name and count.
    fn from_counts(counts: impl IntoIterator<Item = (String, i64)>) -> Unfinished {
        let mut unfinished = Unfinished::default();
        for (stage, count) in counts {
            let count = u64::try_from(count).unwrap_or(0);
            match Stage::from_name(&stage) {
                Some(Stage::Open) => unfinished.open = count,
                Some(Stage::Playing) => unfinished.playing = count,
                Some(Stage::Over) | None => {}
            }
        }
        unfinished
    }
}

/// Position in a list that is ordered by time and, within a millisecond, by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// Time of the last change of the table.
    pub updated: Millis,
    /// The table. In descending lists an empty name is the position after all tables of that time.
    pub id: TableId,
}

impl Mark {
    /// Returns the position before all tables of a descending list.
    fn start() -> Mark {
        Mark { updated: Millis::MAX, id: TableId::default() }
    }
}

/// Error of a store operation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another writer appended first, or a table with this name already exists. Reload the log.
    #[error("the table was changed concurrently")]
    Conflict,
    /// The fence is outdated: another process now holds the lease of the shard.
    #[error("another process holds the lease of this shard")]
    Fenced,
    /// The disk is full. Nothing was written; reading still works.
    #[error("the disk is full: nothing can be saved until space is freed")]
    Full,
    /// The store cannot be reached or does not respond. It is unknown whether the write happened;
    /// it was not acknowledged.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The stored data is invalid. It is never repaired silently.
    #[error("the database is damaged: {0}")]
    Damaged(String),
}

/// Name of the setting that holds the seed epoch. Tables of another epoch are reseeded before they
/// continue.
pub const EPOCH: &str = "seed_epoch";

/// Checks that `facts` continue the log after number `after` without gaps.
fn check_log(table: &TableId, after: Seq, facts: &[Stored]) -> Result<(), StoreError> {
    let gap = (after..Seq::MAX).zip(facts).find(|(n, fact)| fact.seq != n + 1);
    match gap {
        Some((n, _)) => {
            Err(StoreError::Damaged(format!("table {table}: fact {} is missing", n + 1)))
        }
        None => Ok(()),
    }
}

/// Returns the facts after number `after`: those of the folded value, if there is one, and the rows
/// after it.
async fn whole(
    table: &TableId,
    after: Seq,
    facts: Vec<Stored>,
    folded: Option<Vec<u8>>,
) -> Result<Vec<Stored>, StoreError> {
    let Some(body) = folded else {
        check_log(table, after, &facts)?;
        return Ok(facts);
    };
    let id = table.clone();
    // Decoding replays the whole game, which takes milliseconds.
    let unfolded = tokio::task::spawn_blocking(move || bastide_table::unfold(&id, &body)).await;
    let unfolded = unfolded
        .map_err(|error| StoreError::Damaged(format!("table {table}: {error}")))?
        .map_err(|damage| StoreError::Damaged(format!("table {table}: {damage}")))?;
    let last = unfolded.last().map_or(0, |stored| stored.seq);
    let mut log: Vec<Stored> = unfolded.into_iter().filter(|fact| fact.seq > after).collect();
    log.extend(facts.into_iter().filter(|fact| fact.seq > last));
    check_log(table, after, &log)?;
    Ok(log)
}

/// Returns true if rows alone do not provide the facts after `after`: there are none, or the first
/// is missing.
fn may_be_folded(after: Seq, facts: &[Stored]) -> bool {
    facts.first().is_none_or(|first| first.seq != after + 1)
}

/// Storage of tables. One test suite runs on every implementation.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends facts to the log of a table, and returns once they are durable. The first fact of a
    /// table creates it.
    ///
    /// # Errors
    /// Returns [`StoreError::Conflict`] if the log does not end just before the first fact. Nothing
    /// was written after an error, except possibly after [`StoreError::Unavailable`]: only reading
    /// the log again shows the outcome.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// Returns the facts of a table after number `after`, oldest first; all facts for 0. Empty if
    /// there is no such table.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn read(&self, table: &TableId, after: Seq) -> Result<Vec<Stored>, StoreError>;

    /// Returns all facts of a table, to show it. Like [`Store::read`], except that a finished table
    /// may be read from a replica: a change of another process may then be missing for seconds.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn load(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        self.read(table, 0).await
    }

    /// Returns listed tables, most recently changed first; within a millisecond, in descending
    /// order of names. They may be read from a replica, as with [`Store::load`].
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn list(&self, query: &Query) -> Result<Vec<Row>, StoreError>;

    /// Returns the numbers of unfinished tables.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn unfinished(&self) -> Result<Unfinished, StoreError>;

    /// Returns at most `limit` tables of any stage after the name `behind`, in order of names.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError>;

    /// Returns the number of the last fact of each of these tables that exists.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn lasts(&self, tables: &[TableId]) -> Result<Vec<Hint>, StoreError>;

    /// Returns at most `limit` tables of these shards that are due by `now`, longest due first and
    /// by name within a millisecond; with `after`, only tables after that position. The last
    /// element of a page is the position of the next one.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn due(
        &self,
        shards: &[u16],
        now: Millis,
        after: Option<&Due>,
        limit: u16,
    ) -> Result<Vec<Due>, StoreError>;

    /// Returns at most `limit` tables of these shards that have a due time and whose last fact is
    /// later than `time`. Such facts were written before the wall clock was set back.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn later(
        &self,
        shards: &[u16],
        time: Millis,
        limit: u16,
    ) -> Result<Vec<TableId>, StoreError>;

    /// Acquires or renews leases for `owner`: a fair share of all shards among the live owners, as
    /// far as shards are free or already its own. Returns the leases held afterwards, valid for
    /// [`LEASE`] from now. `time` is the time of the owner, which other processes follow.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn renew(&self, owner: &str, time: ProcessTime) -> Result<Vec<Lease>, StoreError>;

    /// Releases all leases of `owner`.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn release(&self, owner: &str) -> Result<(), StoreError>;

    /// Subscribes to hints about tables with new facts: of this process, and of others if the store
    /// is shared.
    fn hints(&self) -> broadcast::Receiver<Hint>;

    /// Returns finished tables of these shards that are not folded and have not changed since
    /// `before`: those after `behind`, longest unchanged first. Empty for a store that does not
    /// fold.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn foldable(
        &self,
        shards: &[u16],
        behind: &Mark,
        before: Millis,
        limit: u16,
    ) -> Result<Vec<Mark>, StoreError> {
        let _ = (shards, behind, before, limit);
        Ok(Vec::new())
    }

    /// Replaces the facts of a finished table by one value. Afterwards [`Store::read`] returns the
    /// same facts, without the ids of commands.
    ///
    /// # Errors
    /// Returns [`StoreError::Conflict`] if the table has new facts or is not over.
    async fn fold(&self, fold: Fold) -> Result<(), StoreError> {
        Err(StoreError::Unavailable(format!(
            "table {}: this store does not support folding",
            fold.id
        )))
    }

    /// Returns the value of a setting, shared by all processes. The first call stores `first`;
    /// every call returns the stored value.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read or written.
    async fn setting(&self, name: &str, first: &[u8]) -> Result<Vec<u8>, StoreError>;

    /// Replaces the value of a setting.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written or has no settings.
    async fn replace_setting(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        let (name, bytes) = (name.to_owned(), value.len());
        Err(StoreError::Unavailable(format!("this store cannot replace {name} ({bytes} bytes)")))
    }

    /// Reads the wall clock that all processes of the store share.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn now(&self) -> Result<Millis, StoreError>;

    /// Returns the operator's interface; `None` if the store has none, as in simulations.
    fn admin(&self) -> Option<&dyn AdminStore> {
        None
    }

    /// Returns the storage of push subscriptions; `None` if the store has none, as in simulations.
    fn push(&self) -> Option<&dyn PushStore> {
        None
    }

    /// Returns the storage of engine accounts; `None` if the store has none, as in simulations.
    fn engines(&self) -> Option<&dyn EngineStore> {
        None
    }

    /// Returns the state of the processes other than `owner`.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn peers(&self, owner: &str) -> Result<Peers, StoreError> {
        let _alone = owner;
        Ok(Peers::None)
    }

    /// Checks that writing works, with a real write.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn check(&self) -> Result<(), StoreError>;

    /// Returns the number of commits since the store was opened: far fewer than appends under load,
    /// because appends share commits.
    fn commits(&self) -> u64 {
        0
    }

    /// Returns the use of the read replica; `None` without one.
    fn replica(&self) -> Option<ReplicaStats> {
        None
    }

    /// Returns the free bytes on the disk of the store; `None` if they cannot be measured, as for a
    /// database on another machine.
    async fn free_space(&self) -> Option<u64> {
        None
    }

    /// Returns a human-readable description of the store and its version.
    fn describe(&self) -> String;

    /// Completes with a reason once the store can no longer guarantee durability; never otherwise.
    /// Every call fails from then on, and the process has to restart.
    async fn fatal(&self) -> String {
        std::future::pending().await
    }

    /// Completes pending work and releases all resources.
    async fn close(&self);
}
