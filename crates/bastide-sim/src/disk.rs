//! The simulated database: durable state, leases, and the wall clock shared by all processes.
//!
//! Appends wait in a batch until it is synced; only then are they visible and acknowledged. A crash
//! drops the batch, or applies it without an answer.

use std::collections::BTreeMap;
use std::time::Duration;

use bastide_server::store::{
    Append, Due, Hint, LEASE, Lease, Mark, Millis, Peers, ProcessTime, Query, Row, SHARDS, Seq,
    Stage, StoreError, Stored, TableId, Unfinished,
};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::trace::Trace;

/// Wall-clock time at the start of every run.
const EPOCH: Millis = 1_800_000_000_000;

/// Time without contact after which a process is removed, in milliseconds.
const FORGOTTEN: Millis = 60_000;

/// A deliberate defect, to prove that the checker finds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Defect {
    /// Acknowledges appends before they are synced.
    AckBeforeSync,
    /// Accepts appends without checking their lease.
    SkipFence,
    /// Removes the command ids when a log is read.
    ForgetIds,
    /// Accepts appends at any position: the last fact is replaced.
    ForkLog,
    /// Stores only the first of several facts of an append.
    TearAppend,
    /// Never finds due tables.
    ForgetDue,
}

/// A stored table, and the simulated time at which each fact was applied.
pub(crate) struct Logged {
    pub(crate) row: Row,
    pub(crate) facts: Vec<Stored>,
    pub(crate) applied: Vec<Duration>,
}

struct LeaseRow {
    owner: Option<String>,
    epoch: i64,
    expires: Millis,
}

struct Seen {
    at: Millis,
    ahead: Millis,
    uptime: Millis,
}

/// An append waiting for the sync.
pub(crate) struct Waiting {
    pub(crate) append: Append,
    pub(crate) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// The simulated database.
pub(crate) struct Disk {
    pub(crate) tables: BTreeMap<TableId, Logged>,
    leases: Vec<LeaseRow>,
    processes: BTreeMap<String, Seen>,
    settings: BTreeMap<String, Vec<u8>>,
    pub(crate) waiting: Vec<Waiting>,
    /// Number of crashes.
    pub(crate) crashes: u64,
    pub(crate) is_up: bool,
    pub(crate) is_full: bool,
    /// Total offset by which the wall clock was stepped.
    pub(crate) stepped: Millis,
    start: Instant,
    pub(crate) defect: Option<Defect>,
    /// Violations that the database has detected.
    pub(crate) violations: Vec<String>,
    pub(crate) trace: Trace,
}

impl Disk {
    pub(crate) fn new(defect: Option<Defect>) -> Disk {
        let free = || LeaseRow { owner: None, epoch: 0, expires: 0 };
        Disk {
            tables: BTreeMap::new(),
            leases: (0..SHARDS).map(|_| free()).collect(),
            processes: BTreeMap::new(),
            settings: BTreeMap::new(),
            waiting: Vec::new(),
            crashes: 0,
            is_up: true,
            is_full: false,
            stepped: 0,
            start: Instant::now(),
            defect,
            violations: Vec::new(),
            trace: Trace::default(),
        }
    }

    /// Returns the simulated time since the start of the run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the wall-clock time.
    pub(crate) fn wall(&self) -> Millis {
        EPOCH + self.elapsed().as_millis() as Millis + self.stepped
    }

    /// Returns true if the fence of `append` is valid.
    fn stands(&self, append: &Append) -> bool {
        let Some(fence) = append.fence else { return true };
        let row = &self.leases[usize::from(fence.shard)];
        fence.shard == append.row.id.shard()
            && row.epoch == fence.epoch
            && row.owner.is_some()
            && row.expires > self.wall()
    }

    /// Applies an append as a transaction.
    pub(crate) fn apply(&mut self, append: &Append) -> Result<Hint, StoreError> {
        let Append { facts, row, fence } = append;
        if self.is_full {
            return Err(StoreError::Full);
        }
        if !self.stands(append) {
            if self.defect != Some(Defect::SkipFence) {
                return Err(StoreError::Fenced);
            }
            self.violations.push(format!("table {}: written behind a lost {fence:?}", row.id));
        }
        let before = row.last.checked_sub(facts.len() as Seq).ok_or(StoreError::Conflict)?;
        if !(before..).zip(facts).all(|(n, fact)| fact.seq == n + 1) || row.last == 0 {
            return Err(StoreError::Conflict);
        }
        let last = self.tables.get(&row.id).map_or(0, |logged| logged.row.last);
        if last != before {
            if self.defect != Some(Defect::ForkLog) || before == 0 || last < before {
                return Err(StoreError::Conflict);
            }
            let logged = self.tables.get_mut(&row.id).ok_or(StoreError::Conflict)?;
            logged.facts.truncate(before as usize);
            logged.applied.truncate(before as usize);
        }
        let elapsed = self.elapsed();
        let logged = self.tables.entry(row.id.clone()).or_insert_with(|| Logged {
            row: row.clone(),
            facts: Vec::new(),
            applied: Vec::new(),
        });
        logged.row = row.clone();
        let kept = match self.defect {
            Some(Defect::TearAppend) => facts.len().min(1),
            _ => facts.len(),
        };
        logged.row.last = before + kept as Seq;
        for fact in &facts[..kept] {
            self.trace.fact(elapsed, &row.id, fact);
            logged.facts.push(fact.clone());
            logged.applied.push(elapsed);
        }
        Ok(Hint { table: row.id.clone(), last: row.last })
    }

    /// Returns the facts of a table after the sequence number `after`.
    pub(crate) fn read(&self, table: &TableId, after: Seq) -> Vec<Stored> {
        let Some(logged) = self.tables.get(table) else { return Vec::new() };
        let mut facts: Vec<Stored> =
            logged.facts.iter().filter(|fact| fact.seq > after).cloned().collect();
        if self.defect == Some(Defect::ForgetIds) {
            for fact in &mut facts {
                fact.body = without_id(&fact.body);
            }
        }
        facts
    }

    /// Returns a page of listed tables.
    pub(crate) fn list(&self, query: &Query) -> Vec<Row> {
        let rows = self.tables.values().map(|logged| &logged.row);
        let mut rows: Vec<Row> =
            rows.filter(|row| row.is_listed && row.stage == query.stage).cloned().collect();
        let place = |row: &Row| Mark { updated: row.updated, id: row.id.clone() };
        if let Some(behind) = &query.behind {
            rows.retain(|row| place(row) < *behind);
        }
        rows.sort_by_key(|row| std::cmp::Reverse(place(row)));
        rows.truncate(usize::from(query.limit));
        rows
    }

    /// Returns the number of unfinished tables.
    pub(crate) fn unfinished(&self) -> Unfinished {
        let count =
            |stage| self.tables.values().filter(|logged| logged.row.stage == stage).count() as u64;
        Unfinished { open: count(Stage::Open), playing: count(Stage::Playing) }
    }

    /// Returns a page of all tables, ordered by id.
    pub(crate) fn rows(&self, behind: &TableId, limit: u16) -> Vec<Row> {
        let rows = self.tables.values().map(|logged| &logged.row);
        rows.filter(|row| row.id > *behind).take(usize::from(limit)).cloned().collect()
    }

    /// Returns a setting shared by all processes, and initialises it with `first` if absent.
    pub(crate) fn setting(&mut self, name: String, first: Vec<u8>) -> Vec<u8> {
        self.settings.entry(name).or_insert(first).clone()
    }

    /// Returns the last sequence number of each table.
    pub(crate) fn lasts(&self, tables: &[TableId]) -> Vec<Hint> {
        let logged = |id: &TableId| self.tables.get(id).map(|logged| logged.row.last);
        let hint = |id: &TableId| logged(id).map(|last| Hint { table: id.clone(), last });
        tables.iter().filter_map(hint).collect()
    }

    /// Returns due tables, the longest overdue first.
    pub(crate) fn due(
        &self,
        shards: &[u16],
        now: Millis,
        after: Option<&Due>,
        limit: u16,
    ) -> Vec<Due> {
        if self.defect == Some(Defect::ForgetDue) {
            return Vec::new();
        }
        let mut due: Vec<Due> = self
            .active(shards)
            .filter_map(|row| row.due.map(|at| Due { at, table: row.id.clone() }))
            .filter(|due| due.at <= now && after.is_none_or(|after| due > after))
            .collect();
        due.sort();
        due.truncate(usize::from(limit));
        due
    }

    /// Returns tables with a due time whose last fact is later than `time`.
    pub(crate) fn later(&self, shards: &[u16], time: Millis, limit: u16) -> Vec<TableId> {
        let later = self.active(shards).filter(|row| row.due.is_some() && row.updated > time);
        later.map(|row| row.id.clone()).take(usize::from(limit)).collect()
    }

    fn active<'a>(&'a self, shards: &'a [u16]) -> impl Iterator<Item = &'a Row> {
        let rows = self.tables.values().map(|logged| &logged.row);
        rows.filter(|row| shards.contains(&row.id.shard()))
    }

    /// Acquires or renews leases, as the PostgreSQL store does.
    pub(crate) fn renew(&mut self, owner: &str, time: ProcessTime) -> Vec<Lease> {
        let (wall, term) = (self.wall(), LEASE.as_millis() as Millis);
        let seen = Seen { at: wall, ahead: time.now - wall, uptime: time.uptime };
        self.processes.insert(owner.to_owned(), seen);
        self.processes.retain(|_, seen| (seen.at - wall).abs() < FORGOTTEN);
        let is_alive = |seen: &&Seen| seen.at > wall - term && seen.at <= wall + term;
        let alive = self.processes.values().filter(is_alive).count();
        let share = usize::from(SHARDS).div_ceil(alive.max(1));
        let mut held = 0;
        for row in &mut self.leases {
            if row.owner.as_deref() == Some(owner) {
                held += 1;
                if held > share {
                    (row.owner, row.expires) = (None, 0);
                } else {
                    row.expires = wall + term;
                }
            }
        }
        for row in &mut self.leases {
            let is_free =
                row.owner.is_none() || row.expires <= wall || row.expires > wall + 2 * term;
            if held < share && is_free {
                held += 1;
                *row = LeaseRow {
                    owner: Some(owner.to_owned()),
                    epoch: row.epoch + 1,
                    expires: wall + term,
                };
            }
        }
        let mine = (0..).zip(&self.leases).filter(|(_, row)| row.owner.as_deref() == Some(owner));
        mine.map(|(shard, row)| Lease { shard, epoch: row.epoch }).collect()
    }

    /// Releases the leases of an owner.
    pub(crate) fn release(&mut self, owner: &str) {
        self.processes.remove(owner);
        for row in &mut self.leases {
            if row.owner.as_deref() == Some(owner) {
                (row.owner, row.expires) = (None, 0);
            }
        }
    }

    /// Returns the time of the longest-running other process that is alive, [`Peers::Silent`] if
    /// none is alive, or [`Peers::None`] if there is no other process.
    pub(crate) fn peers(&self, owner: &str) -> Peers {
        let (wall, term) = (self.wall(), LEASE.as_millis() as Millis);
        let others = self.processes.iter().filter(|(name, _)| name.as_str() != owner);
        let is_alive = |seen: &Seen| seen.at > wall - term && seen.at <= wall + term;
        let uptime = |seen: &Seen| seen.uptime + wall - seen.at;
        let eldest = others.map(|(_, seen)| seen).max_by_key(|seen| (is_alive(seen), uptime(seen)));
        match eldest {
            None => Peers::None,
            Some(seen) if is_alive(seen) => {
                Peers::Alive(ProcessTime { now: wall + seen.ahead, uptime: uptime(seen) })
            }
            Some(_) => Peers::Silent,
        }
    }
}

fn without_id(body: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(body) {
        Ok(serde_json::Value::Object(mut entry)) => {
            entry.remove("id");
            serde_json::Value::Object(entry).to_string()
        }
        Ok(_) | Err(_) => body.to_owned(),
    }
}
