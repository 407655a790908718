//! A read-only replica, for lists and the logs of finished tables.
//!
//! A replica may be behind. It is used only while it is reachable and at most [`MAX_LAG`] behind, and
//! a result that lacks a change known to this process ([`recent`]) is not used. In all other cases
//! the caller reads from the primary.

mod lag;
mod recent;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Instant, sleep, timeout};

use super::connect::{self, Target};
use super::{lock, reader};
use crate::store::{
    Hint, Location, OpenError, Query, Row, Seq, Stage, Stored, TableId, may_be_folded, whole,
};
use lag::Lag;
pub(super) use lag::Position;
use recent::{Needed, Recent};

/// Timeout for connecting to the replica, and for all queries of one read together. The primary is
/// read afterwards, so it is short.
const PATIENCE: Duration = Duration::from_secs(2);

/// Interval between two checks of the replica.
const CHECK: Duration = Duration::from_secs(1);

/// Number of checks of a replica that is behind when the store is opened, and the pause between them.
const FIRST_CHECKS: (usize, Duration) = (5, Duration::from_millis(50));

/// Delay of the replica above which it is not used.
const MAX_LAG: Duration = Duration::from_secs(10);

/// Maximum number of changes that a list waits for.
const MAX_AWAITED: usize = 1_000;

/// URL of a read-only PostgreSQL database.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplicaUrl(String);

impl FromStr for ReplicaUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<ReplicaUrl, String> {
        match text.parse().unwrap_or_else(|never| match never {}) {
            Location::Postgres(url) => Ok(ReplicaUrl(url)),
            Location::Sqlite(_) => {
                Err("write the URL of a standby: postgres://user:password@host/name".to_owned())
            }
        }
    }
}

/// Omits passwords.
impl fmt::Display for ReplicaUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Location::Postgres(self.0.clone()).fmt(f)
    }
}

/// Omits passwords.
impl fmt::Debug for ReplicaUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplicaUrl({self})")
    }
}

/// Connection settings of a replica.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplicaOptions {
    /// URL of the replica.
    pub url: ReplicaUrl,
    /// Maximum number of connections.
    pub readers: usize,
}

/// Number of reads by the server that answered them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadCounts {
    /// Answered by the primary.
    pub primary: u64,
    /// Answered by the replica.
    pub replica: u64,
}

/// Use of a replica since the store was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplicaStats {
    /// Reads of lists.
    pub lists: ReadCounts,
    /// Reads of whole logs: by the primary also those of tables that are not finished.
    pub logs: ReadCounts,
    /// Fallbacks to the primary because the replica did not answer or failed.
    pub failed: u64,
    /// Fallbacks because the replica lacked a known change, or was too far behind.
    pub behind: u64,
    /// Fallbacks because the replica did not have the table.
    pub missing: u64,
    /// True if the replica is used.
    pub is_used: bool,
    /// Delay of the replica in milliseconds at the last check.
    pub lag_ms: u64,
}

/// State of a replica at the last check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplicaState {
    /// Host, database and user.
    pub place: String,
    /// Delay of the replica.
    ///
    /// # Errors
    /// The reason why it is not used.
    pub delay: Result<Duration, String>,
    /// False if the database is not a standby, but the primary itself.
    pub is_standby: bool,
}

/// Reason why the primary is read instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fallback {
    /// The replica does not answer, or the query failed.
    Failed,
    /// The replica lacks a change.
    Behind,
    /// The replica does not have the table.
    Missing,
}

/// Result of the last check.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Health {
    /// The replica is used; its delay.
    Usable(Duration),
    /// The replica is too far behind.
    Behind(Duration),
    /// The replica is not used, for this reason.
    Failed(String),
}

#[derive(Default)]
struct Counters {
    /// Lists and logs, by [`ReadCounts`].
    lists: [AtomicU64; 2],
    logs: [AtomicU64; 2],
    /// By [`Fallback`].
    fallbacks: [AtomicU64; 3],
}

/// Connections to a replica, and its state.
pub(super) struct Replica {
    pool: Pool,
    place: String,
    recent: Mutex<Recent>,
    health: Mutex<Health>,
    lag: tokio::sync::Mutex<Lag>,
    is_standby: AtomicBool,
    counters: Counters,
}

impl Replica {
    /// Creates the pool and checks the replica. An unreachable replica is not an error: it is used
    /// once it is reachable.
    pub(super) async fn open(
        options: &ReplicaOptions,
        primary: &Pool,
    ) -> Result<Arc<Replica>, OpenError> {
        let target = Target::new(&options.url.0)?;
        let replica = Replica {
            pool: connect::pool_with(&target, options.readers, PATIENCE)?,
            place: connect::place(&target.config),
            recent: Mutex::default(),
            health: Mutex::new(Health::Failed("it was not checked yet".to_owned())),
            lag: tokio::sync::Mutex::default(),
            is_standby: AtomicBool::new(true),
            counters: Counters::default(),
        };
        for _ in 0..FIRST_CHECKS.0 {
            replica.check(primary).await;
            if !matches!(*lock(&replica.health), Health::Behind(_)) {
                break;
            }
            sleep(FIRST_CHECKS.1).await;
        }
        Ok(Arc::new(replica))
    }

    /// Checks the replica until cancelled.
    pub(super) async fn watch(self: Arc<Replica>, primary: Pool) {
        loop {
            sleep(CHECK).await;
            self.check(&primary).await;
        }
    }

    /// Takes note of the changes of all processes until cancelled.
    pub(super) async fn follow(self: Arc<Replica>, mut hints: broadcast::Receiver<Hint>) {
        loop {
            match hints.recv().await {
                Ok(hint) => self.note(&hint.table, hint.last),
                // As with lost hints, the replica shows the change once it has it.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Compares the replica with the primary and decides whether it is used.
    async fn check(&self, primary: &Pool) {
        let mut lag = self.lag.lock().await;
        // The primary first: a replica that has this position is not behind now.
        let wanted = position(primary).await;
        let found = position(&self.pool).await;
        let now = Instant::now();
        if let Ok(wanted) = &wanted {
            lag.sample(now, wanted);
        }
        if let Ok(found) = &found {
            self.is_standby.store(found.is_standby, Relaxed);
        }
        let health = match found {
            Err(reason) => Health::Failed(reason),
            Ok(found) => match lag.delay(now, &found) {
                Err(reason) => Health::Failed(reason.to_owned()),
                Ok(Some(delay)) if delay <= MAX_LAG => Health::Usable(delay),
                Ok(Some(delay)) => Health::Behind(delay),
                Ok(None) => Health::Behind(lag.age(now)),
            },
        };
        drop(lag);
        lock(&self.recent).prune(now);
        self.set_health(health);
    }

    fn set_health(&self, health: Health) {
        let mut current = lock(&self.health);
        let place = &self.place;
        match (&*current, &health) {
            (Health::Usable(_), Health::Usable(_)) | (Health::Behind(_), Health::Behind(_)) => {}
            (Health::Failed(before), Health::Failed(reason)) if before == reason => {}
            (_, Health::Usable(_)) => tracing::info!(place, "the replica is used"),
            (_, Health::Behind(delay)) => {
                tracing::warn!(place, ?delay, "the replica is behind and not used");
            }
            (_, Health::Failed(reason)) => tracing::warn!(place, reason, "the replica is not used"),
        }
        *current = health;
    }

    /// Records that a table has facts up to number `last`.
    pub(super) fn note(&self, table: &TableId, last: Seq) {
        lock(&self.recent).note(table, last, Instant::now());
    }

    /// Records a change of this process, which lists have to show.
    pub(super) fn note_row(&self, row: &Row) {
        lock(&self.recent).note_row(row, Instant::now());
    }

    /// Records that a table was deleted.
    pub(super) fn note_deleted(&self, table: &TableId) {
        lock(&self.recent).note_deleted(table, Instant::now());
    }

    /// Records that the log of a table was replaced.
    pub(super) fn note_rewritten(&self, table: &TableId) {
        lock(&self.recent).note_rewritten(table, Instant::now());
    }

    /// Counts an answered read.
    pub(super) fn count(&self, is_list: bool, outcome: Result<(), Fallback>, is_replica: bool) {
        let counts = if is_list { &self.counters.lists } else { &self.counters.logs };
        counts[usize::from(is_replica)].fetch_add(1, Relaxed);
        if let Err(fallback) = outcome {
            self.counters.fallbacks[fallback as usize].fetch_add(1, Relaxed);
        }
    }

    /// Returns a page of listed tables.
    pub(super) async fn list(&self, query: &Query) -> Result<Vec<Row>, Fallback> {
        self.check_usable()?;
        let awaited = lock(&self.recent).awaited();
        if awaited.len() > MAX_AWAITED {
            return Err(Fallback::Behind);
        }
        let (found, rows) = self
            .ask(async |client| {
                let found = match awaited.is_empty() {
                    true => Vec::new(),
                    false => reader::lasts(client, &awaited).await?,
                };
                Ok((found, reader::list(client, query).await?))
            })
            .await?;
        let rows = rows.map_err(|_damaged| Fallback::Failed)?;
        let mut recent = lock(&self.recent);
        recent.confirm(&awaited, &found);
        let is_behind = awaited.iter().any(|table| recent.is_awaited(table));
        // Rows of running games change all the time; the order within their list may be old.
        let is_old = query.stage != Stage::Playing
            && rows.iter().any(|row| !recent.needed(&row.id).is_met(Some(row.last)));
        if is_behind || is_old { Err(Fallback::Behind) } else { Ok(rows) }
    }

    /// Returns the log of a finished table; `None` for other tables.
    pub(super) async fn log(&self, table: &TableId) -> Result<Option<Vec<Stored>>, Fallback> {
        self.check_usable()?;
        let needed = lock(&self.recent).needed(table);
        if matches!(needed, Needed::Absence | Needed::Primary) {
            return Err(Fallback::Behind);
        }
        let found = self
            .ask(async |client| {
                let Some((last, stage)) = reader::state(client, table).await? else {
                    return Ok(Err(Fallback::Missing));
                };
                if !needed.is_met(Some(last)) {
                    return Ok(Err(Fallback::Behind));
                }
                if stage != Some(Stage::Over) {
                    return Ok(Ok(None));
                }
                // Rows first, as on the primary.
                let facts = reader::read(client, table, 0).await?;
                let folded = match may_be_folded(0, &facts) {
                    true => reader::folded(client, table, 0).await?,
                    false => None,
                };
                Ok(Ok(Some((last, facts, folded))))
            })
            .await?;
        let Some((last, facts, folded)) = found? else { return Ok(None) };
        // If the log is damaged, the primary decides what is reported.
        let log = whole(table, 0, facts, folded).await.map_err(|_damaged| Fallback::Failed)?;
        match log.last() {
            Some(end) if end.seq >= last => Ok(Some(log)),
            Some(_) | None => Err(Fallback::Behind),
        }
    }

    fn check_usable(&self) -> Result<(), Fallback> {
        match &*lock(&self.health) {
            Health::Usable(_) => Ok(()),
            Health::Behind(_) => Err(Fallback::Behind),
            Health::Failed(_) => Err(Fallback::Failed),
        }
    }

    /// Runs queries. After a failure the replica is not used until the next check succeeds.
    async fn ask<T>(
        &self,
        question: impl AsyncFnOnce(&mut Object) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Fallback> {
        let answered = async {
            let client = connect::connection(&self.pool).await?;
            let answered = connect::answer_within(PATIENCE, client, question).await;
            answered.map_err(|refusal| refusal.error)
        };
        answered.await.map_err(|error| {
            self.set_health(Health::Failed(error.to_string()));
            Fallback::Failed
        })
    }

    /// Returns the use of the replica.
    pub(super) fn stats(&self) -> ReplicaStats {
        let of = |counter: &AtomicU64| counter.load(Relaxed);
        let reads = |counts: &[AtomicU64; 2]| ReadCounts {
            primary: of(&counts[0]),
            replica: of(&counts[1]),
        };
        let [failed, behind, missing] = &self.counters.fallbacks;
        let health = lock(&self.health).clone();
        let (is_used, delay) = match health {
            Health::Usable(delay) => (true, delay),
            Health::Behind(delay) => (false, delay),
            Health::Failed(_) => (false, Duration::ZERO),
        };
        ReplicaStats {
            lists: reads(&self.counters.lists),
            logs: reads(&self.counters.logs),
            failed: of(failed),
            behind: of(behind),
            missing: of(missing),
            is_used,
            lag_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Returns the host, database and user of the replica.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Returns the result of the last check.
    pub(super) fn state(&self) -> ReplicaState {
        ReplicaState {
            place: self.place.clone(),
            delay: match &*lock(&self.health) {
                Health::Usable(delay) => Ok(*delay),
                Health::Behind(delay) => Err(format!("it is {} s behind", delay.as_secs())),
                Health::Failed(reason) => Err(reason.clone()),
            },
            is_standby: self.is_standby.load(Relaxed),
        }
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

/// Returns the position of a database in the write-ahead log.
async fn position(pool: &Pool) -> Result<Position, String> {
    let asked = async {
        let client = connect::connection(pool).await?;
        let answered =
            connect::answer_within(PATIENCE, client, async |client| reader::position(client).await);
        answered.await.map_err(|refusal| refusal.error)
    };
    // Waiting for a connection of a busy pool must not delay the check of the replica.
    match timeout(PATIENCE * 2, asked).await {
        Ok(answered) => answered.map_err(|error| error.to_string()),
        Err(_elapsed) => Err(format!("no answer within {} s", PATIENCE.as_secs())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_shown_without_passwords() {
        let url: ReplicaUrl = "postgres://ann:secret@db2/bastide".parse().expect("a URL");
        assert_eq!(url.to_string(), "postgres://ann@db2/bastide");
        let options = ReplicaOptions { url, readers: 4 };
        assert!(!format!("{options:?}").contains("secret"), "{options:?}");
        for bad in ["", "db2", "mysql://db2/bastide", "bastide.db"] {
            let error = bad.parse::<ReplicaUrl>().expect_err(bad);
            assert!(error.contains("postgres://"), "{error}");
        }
    }
}
