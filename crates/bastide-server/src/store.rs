//! Where tables are kept: an append-only log of facts for each table, and one
//! row about it for lists.
//!
//! The log is the truth; a row can be made again from it. A fact is durable
//! once [`Store::append`] has returned, and nobody is told of it before.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::broadcast;

use crate::chain::Digest;

mod admin;
mod inspect;
mod open;
pub mod postgres;
mod push;
pub mod sqlite;

pub use admin::{AdminStore, MAX_BANS, StoredBan, StoredReport};
pub use inspect::Inspector;
pub use open::{Location, OpenError, open, open_with};
pub use push::{PushStore, StoredPush};

/// The name of a table, as in its link. Public.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub Box<str>);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number of a fact in the log of its table, from 1 and without gaps.
pub type Seq = u64;

/// Milliseconds since 1970, as the hub counts them.
pub type Millis = i64;

/// How many shards the tables are shared out over for leases.
pub const SHARDS: u16 = 64;

/// How many hints a receiver may be behind before it loses some.
const HINTS: usize = 4_096;

/// How long a lease lasts without being renewed.
pub const LEASE: Duration = Duration::from_secs(6);

impl TableId {
    /// The table of this name, if a table can have it.
    pub fn from_name(name: &str) -> Option<TableId> {
        let is_name = name.len() == 12 && name.bytes().all(|b| b.is_ascii_alphanumeric());
        is_name.then(|| TableId(name.into()))
    }

    /// Which shard the table belongs to: the same in every process.
    pub fn shard(&self) -> u16 {
        // FNV-1a: small, and the same for ever.
        let hash = self
            .0
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        u16::try_from(hash % u32::from(SHARDS)).unwrap_or(0)
    }
}

/// A fact as it is stored. What is inside is the table's business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its number in the table's log.
    pub seq: Seq,
    /// The version of the form of `body`.
    pub schema: u16,
    /// The version of the rules it was made by.
    pub rules: u16,
    /// When it happened.
    pub at: Millis,
    /// The fact, as JSON.
    pub body: String,
}

/// What a table is doing, as far as lists care.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Seats are still free.
    Open,
    /// The game is on.
    Playing,
    /// The game is over or was given up.
    Over,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 3] = [Stage::Open, Stage::Playing, Stage::Over];

    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// What lists and watchers need to know of a table without its log. Written
/// together with the facts that change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The table.
    pub id: TableId,
    /// The number of its last fact.
    pub last: Seq,
    /// When it was made.
    pub created: Millis,
    /// When its last fact happened.
    pub updated: Millis,
    /// What it is doing.
    pub stage: Stage,
    /// Whether strangers may find it in lists.
    pub is_listed: bool,
    /// When somebody has to look after it although nobody asks: now, if a bot
    /// is to act; later, if a clock runs; never.
    pub due: Option<Millis>,
    /// What lists show, as JSON. Public.
    pub summary: String,
    /// The head of the hash chain after the last fact; `None` in rows that
    /// were written before there was a chain.
    pub head: Option<Digest>,
}

/// Facts to append together, all or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The facts. The first continues the log: its number is one more than
    /// that of the last fact there is. None, to write the row only.
    pub facts: Vec<Stored>,
    /// The row afterwards.
    pub row: Row,
    /// If given, the facts are appended only while this lease is held.
    pub fence: Option<Lease>,
}

impl Append {
    /// The number of the fact before, 0 if there is none; nothing if the facts
    /// and the row do not go together.
    fn before(&self) -> Option<Seq> {
        let before = self.row.last.checked_sub(self.facts.len() as Seq)?;
        let fits = (before..self.row.last).zip(&self.facts).all(|(n, fact)| fact.seq == n + 1);
        (fits && self.row.last > 0).then_some(before)
    }
}

/// A finished table whose facts become one compact value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The table.
    pub id: TableId,
    /// The number of the last fact in `body`, which must be the table's last.
    pub last: Seq,
    /// All facts up to there, as [`Store::read`] understands them.
    pub body: Vec<u8>,
    /// The summary in its short form.
    pub summary: String,
    /// If given, it is done only while this lease is held.
    pub fence: Option<Lease>,
}

/// The right to act for the bots and clocks of a shard, for a while.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lease {
    /// Which shard.
    pub shard: u16,
    /// Grows with every change of holder.
    pub epoch: i64,
}

/// The time of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProcessTime {
    /// Its time.
    pub now: Millis,
    /// How long it has run, in milliseconds.
    pub uptime: Millis,
}

/// What is known of other processes that use a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peers {
    /// There are none.
    None,
    /// There were some, which have ended without saying so; or the wall clock
    /// was set, and they renew within seconds.
    Silent,
    /// The time of the process that has run longest among those that renewed
    /// lately. It differs from [`Store::now`] after the wall clock was set.
    Alive(ProcessTime),
}

/// A table has grown, maybe in another process. May be lost or repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Which table.
    pub table: TableId,
    /// The number of its last fact.
    pub last: Seq,
}

/// A table that needs attention although no client asks, and since when. Also
/// a position in the queue of such tables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Due {
    /// When it became due.
    pub at: Millis,
    /// Which table.
    pub table: TableId,
}

impl Due {
    /// The position before all tables.
    fn start() -> Due {
        Due { at: Millis::MIN, table: TableId::default() }
    }
}

/// Which tables to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// What they are doing.
    pub stage: Stage,
    /// Only tables behind this place; for the next page.
    pub behind: Option<Mark>,
    /// At most so many.
    pub limit: u16,
}

/// How many tables are unfinished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unfinished {
    /// Tables whose game has not begun.
    pub open: u64,
    /// Tables whose game is on.
    pub playing: u64,
}

impl Unfinished {
    /// From counts by the names of stages.
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

/// A place in a list, which goes by time and, within a millisecond, by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// When the table there changed.
    pub updated: Millis,
    /// The table there; without a name, behind all of that time.
    pub id: TableId,
}

impl Mark {
    /// Before all tables.
    fn start() -> Mark {
        Mark { updated: Millis::MAX, id: TableId::default() }
    }
}

/// Why the store did not do something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Somebody else has appended first, or the table is new twice. Read the
    /// log again.
    #[error("the table has changed meanwhile")]
    Conflict,
    /// The fence has fallen: another process looks after the shard now.
    #[error("another process holds the lease of this shard")]
    Fenced,
    /// There is no room. Nothing was written; reading goes on.
    #[error("the disk is full: nothing can be saved until there is room")]
    Full,
    /// The store cannot be reached or does not answer. Nothing is known to be
    /// written, and nothing was acknowledged.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// What is stored cannot be understood. Never mended silently.
    #[error("the database is damaged: {0}")]
    Damaged(String),
}

/// The name of the setting that holds the seed epoch. Tables of another epoch
/// get new seeds before they go on.
pub const EPOCH: &str = "seed_epoch";

/// What is read must follow what is known, without gaps.
fn check_log(table: &TableId, after: Seq, facts: &[Stored]) -> Result<(), StoreError> {
    let gap = (after..Seq::MAX).zip(facts).find(|(n, fact)| fact.seq != n + 1);
    match gap {
        Some((n, _)) => {
            Err(StoreError::Damaged(format!("table {table}: fact {} is missing", n + 1)))
        }
        None => Ok(()),
    }
}

/// The facts after a number: those of the folded value, if it has any, and the
/// rows behind it.
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
    // It plays the whole game, which takes milliseconds.
    let unfolded = tokio::task::spawn_blocking(move || crate::table::unfold(&id, &body)).await;
    let unfolded = unfolded
        .map_err(|error| StoreError::Damaged(format!("table {table}: {error}")))?
        .map_err(|damage| StoreError::Damaged(format!("table {table}: {damage}")))?;
    let last = unfolded.last().map_or(0, |stored| stored.seq);
    let mut log: Vec<Stored> = unfolded.into_iter().filter(|fact| fact.seq > after).collect();
    log.extend(facts.into_iter().filter(|fact| fact.seq > last));
    check_log(table, after, &log)?;
    Ok(log)
}

/// Whether rows alone do not give the facts after a number: there are none, or
/// the first is missing.
fn may_be_folded(after: Seq, facts: &[Stored]) -> bool {
    facts.first().is_none_or(|first| first.seq != after + 1)
}

/// Where tables are kept. One suite of tests runs on every store.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends facts to a table's log, and returns once they are durable. The
    /// first fact of a table creates it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the log does not end just before the first
    /// fact; then nothing was written, as with any other error but
    /// [`StoreError::Unavailable`], after which the log has to be read again
    /// to know.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// The facts of a table after a number, oldest first: all with 0. Empty
    /// if there is no such table.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn read(&self, table: &TableId, after: Seq) -> Result<Vec<Stored>, StoreError>;

    /// Listed tables, the last changed first; of those that changed within the
    /// same millisecond the last by name first.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn list(&self, query: &Query) -> Result<Vec<Row>, StoreError>;

    /// How many tables are unfinished.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn unfinished(&self) -> Result<Unfinished, StoreError>;

    /// Tables of any kind, by name: those behind `behind`, at most `limit`.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError>;

    /// The number of the last fact of each of these tables that exists.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn lasts(&self, tables: &[TableId]) -> Result<Vec<Hint>, StoreError>;

    /// Returns tables of these shards that are due by `now`, the longest due
    /// first and by name within a millisecond: at most `limit` of them, those
    /// behind `after` if given. The last of a page gets the next one.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn due(
        &self,
        shards: &[u16],
        now: Millis,
        after: Option<&Due>,
        limit: u16,
    ) -> Result<Vec<Due>, StoreError>;

    /// Tables of these shards with a due time whose last fact is later than
    /// `time`: written before the wall clock was set back. At most `limit`.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn later(
        &self,
        shards: &[u16],
        time: Millis,
        limit: u16,
    ) -> Result<Vec<TableId>, StoreError>;

    /// Takes or renews leases for this owner: a fair share of all shards
    /// among the owners alive, as many as are free or its own. What it holds
    /// afterwards, for [`LEASE`] from now. `time` is the owner's, for other
    /// processes to follow.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn renew(&self, owner: &str, time: ProcessTime) -> Result<Vec<Lease>, StoreError>;

    /// Gives all leases of this owner back.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn release(&self, owner: &str) -> Result<(), StoreError>;

    /// Hints of tables that have grown: in this process always, in others
    /// if the store is shared.
    fn hints(&self) -> broadcast::Receiver<Hint>;

    /// Finished tables of these shards that are not folded, unchanged since
    /// `before`: those behind `behind`, the longest unchanged first. A store
    /// that does not fold has none.
    ///
    /// # Errors
    /// If the store cannot be read.
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

    /// Replaces the facts of a finished table by one value. [`Store::read`]
    /// gives the same facts afterwards, without the ids of commands.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the table has grown or is not over.
    async fn fold(&self, fold: Fold) -> Result<(), StoreError> {
        Err(StoreError::Unavailable(format!("table {}: this store does not fold", fold.id)))
    }

    /// A value shared by all processes, by name. The first call stores
    /// `first`; every call returns the stored value.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    async fn setting(&self, name: &str, first: &[u8]) -> Result<Vec<u8>, StoreError>;

    /// Replaces the value of a setting.
    ///
    /// # Errors
    /// If the store cannot be written, or keeps no settings.
    async fn replace_setting(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        let (name, bytes) = (name.to_owned(), value.len());
        Err(StoreError::Unavailable(format!("this store cannot replace {name} ({bytes} bytes)")))
    }

    /// Reads the wall clock that all processes of the store share.
    ///
    /// # Errors
    /// If the store cannot be asked.
    async fn now(&self) -> Result<Millis, StoreError>;

    /// The operator's side of the store. None where there is none, as in
    /// simulations.
    fn admin(&self) -> Option<&dyn AdminStore> {
        None
    }

    /// Where push subscriptions are kept. None where there is no such place, as in
    /// simulations.
    fn push(&self) -> Option<&dyn PushStore> {
        None
    }

    /// Returns what is known of processes other than `owner`.
    ///
    /// # Errors
    /// If the store cannot be asked.
    async fn peers(&self, owner: &str) -> Result<Peers, StoreError> {
        let _alone = owner;
        Ok(Peers::None)
    }

    /// Whether writing works, tried with a real write.
    ///
    /// # Errors
    /// Says why not.
    async fn check(&self) -> Result<(), StoreError>;

    /// How many times something was made durable since it was opened: far
    /// fewer than there were appends if many come at once.
    fn commits(&self) -> u64 {
        0
    }

    /// Bytes free where the store writes; none if that cannot be seen, as for
    /// a database on another machine.
    async fn free_space(&self) -> Option<u64> {
        None
    }

    /// What kind of store it is and its version, for people.
    fn describe(&self) -> String;

    /// Returns only if the store can no longer be trusted to keep anything,
    /// and says why: the process has to end and start anew. Every call fails
    /// from then on.
    async fn fatal(&self) -> String {
        std::future::pending().await
    }

    /// Finishes what was begun and lets go of everything.
    async fn close(&self);
}
