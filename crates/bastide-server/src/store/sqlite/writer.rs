//! The writer thread: collects the waiting jobs, writes them in one transaction, and responds once
//! it is durable.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::checkpoint::Checkpoints;
use super::error_class::{Trouble, WriterHealth};
use super::schema::Lock;
use crate::store::{
    Append, Fold, Hint, LEASE, Lease, Row, SHARDS, Seq, StoreError, Stored, TableId,
};

/// Statements that the writer runs in its next transaction.
pub(super) type Statements = Box<dyn Fn(&Transaction<'_>) -> rusqlite::Result<()> + Send>;

/// Operation of the writer.
pub(super) enum Work {
    /// Append facts.
    Append(Append),
    /// Acquire or renew all leases for an owner.
    Renew(String),
    /// Release the leases of an owner.
    Release(String),
    /// Replace the facts of a finished table by one value.
    Fold(Fold),
    /// Store the first value of a setting, unless it has one.
    Set { name: String, value: Vec<u8> },
    /// Replace the value of a setting.
    Replace { name: String, value: Vec<u8> },
    /// Check that writing works.
    Check,
    /// Run statements that do not violate a constraint.
    Run(Statements),
}

/// Leases held after a renewal; empty for all other operations.
pub(super) type Outcome = Result<Vec<Lease>, StoreError>;

/// Work to do, and the channel for the result.
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) answer: oneshot::Sender<Outcome>,
}

/// The owner of all leases and their expiry.
#[derive(Clone)]
struct Held {
    owner: String,
    epoch: i64,
    until: Instant,
}

/// State of the writer thread. The lock is dropped last.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) checkpoints: Checkpoints,
    pub(super) hints: broadcast::Sender<Hint>,
    pub(super) health: WriterHealth,
    pub(super) commits: Arc<AtomicU64>,
    pub(super) batch: usize,
    pub(super) leases: Leases,
    pub(super) lock: Lock,
}

/// The leases, which only the writer changes.
#[derive(Default)]
pub(super) struct Leases {
    held: Option<Held>,
}

impl Writer {
    /// Runs until the job channel is closed.
    pub(super) fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let _guard = self.health.guard();
        let mut batch = Vec::with_capacity(self.batch);
        while let Some(job) = jobs.blocking_recv() {
            batch.push(job);
            while batch.len() < self.batch
                && let Ok(job) = jobs.try_recv()
            {
                batch.push(job);
            }
            self.write(&mut batch);
            self.checkpoints.keep_short(&self.connection, &self.health);
        }
        self.checkpoints.stop();
        drop(self.connection);
        drop(self.lock);
    }

    /// Writes a batch atomically and responds to its callers.
    fn write(&mut self, batch: &mut Vec<Job>) {
        let before = self.leases.held.clone();
        let outcomes = match self.health.check() {
            Ok(()) => self.attempt(batch),
            Err(error) => Err(Trouble::Passing(error)),
        };
        match outcomes {
            Ok(outcomes) => {
                self.commits.fetch_add(1, Ordering::Relaxed);
                for (job, outcome) in batch.drain(..).zip(outcomes) {
                    let hint = match (&job.work, &outcome) {
                        (Work::Append(append), Ok(_)) => Some(&append.row),
                        _ => None,
                    };
                    if let Some(row) = hint {
                        // There may be no receiver.
                        let hint = Hint { table: row.id.clone(), last: row.last };
                        let _ = self.hints.send(hint);
                    }
                    // The caller may have gone away.
                    let _ = job.answer.send(outcome);
                }
            }
            Err(trouble) => {
                self.leases.held = before;
                if let Trouble::Fatal(error) = &trouble {
                    // The write-ahead log is kept for recovery at the next start.
                    let config = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
                    let _ = self.connection.set_db_config(config, true);
                    self.health.seal(error);
                }
                let error = trouble.into_error();
                for job in batch.drain(..) {
                    let _ = job.answer.send(Err(error.clone()));
                }
            }
        }
    }

    fn attempt(&mut self, batch: &[Job]) -> Result<Vec<Outcome>, Trouble> {
        let Writer { connection, leases, .. } = self;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut outcomes = Vec::with_capacity(batch.len());
        for job in batch {
            outcomes.push(match &job.work {
                Work::Append(append) if leases.permits(append) => apart(&transaction, append)?,
                Work::Append(_) => Err(StoreError::Fenced),
                Work::Fold(fold) if leases.stands(fold.fence, fold.id.shard()) => {
                    write_fold(&transaction, fold)?
                }
                Work::Fold(_) => Err(StoreError::Fenced),
                Work::Renew(owner) => Ok(leases.renew(&transaction, owner)?),
                Work::Release(owner) => {
                    leases.release(owner);
                    Ok(Vec::new())
                }
                Work::Set { name, value } => {
                    transaction
                        .prepare_cached(
                            "insert into setting (name, value) values (?1, ?2)
                             on conflict do nothing",
                        )?
                        .execute((name, value))?;
                    Ok(Vec::new())
                }
                Work::Replace { name, value } => {
                    transaction
                        .prepare_cached(
                            "insert into setting (name, value) values (?1, ?2)
                             on conflict (name) do update set value = excluded.value",
                        )?
                        .execute((name, value))?;
                    Ok(Vec::new())
                }
                Work::Check => {
                    transaction
                        .prepare_cached("insert or replace into probe (id, at) values (1, ?1)")?
                        .execute([super::now()])?;
                    Ok(Vec::new())
                }
                Work::Run(run) => {
                    run(&transaction)?;
                    Ok(Vec::new())
                }
            });
        }
        transaction.commit()?;
        Ok(outcomes)
    }
}

/// Appends inside a savepoint, so that a conflict affects no other append.
fn apart(transaction: &Transaction<'_>, append: &Append) -> rusqlite::Result<Outcome> {
    let run = |sql| transaction.prepare_cached(sql)?.execute([]).map(drop);
    run("savepoint one")?;
    let outcome = match write_append(transaction, append) {
        Ok(true) => Ok(Vec::new()),
        Ok(false) => Err(StoreError::Conflict),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            let id = &append.row.id;
            Err(StoreError::Damaged(format!(
                "table {id}: its row and its log are inconsistent ({error})"
            )))
        }
        Err(error) => return Err(error),
    };
    if outcome.is_err() {
        run("rollback to one")?;
    }
    run("release one")?;
    Ok(outcome)
}

/// Returns true if the facts continued the log. Otherwise the caller must roll back.
fn write_append(transaction: &Transaction<'_>, append: &Append) -> rusqlite::Result<bool> {
    let Append { facts, row, .. } = append;
    let (Some(before), Some(last)) = (append.before(), number(row.last)) else { return Ok(false) };
    let changed = match before {
        0 => insert_row(transaction, row, last)?,
        _ => update_row(transaction, row, last, before as i64)?,
    };
    if changed == 0 {
        return Ok(false);
    }
    insert_facts(transaction, &row.id, facts)?;
    Ok(true)
}

/// Inserts facts of a table.
pub(super) fn insert_facts(
    transaction: &Transaction<'_>,
    table: &TableId,
    facts: &[Stored],
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "insert into fact (table_id, seq, schema, rules, at, body)
         values (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for Stored { seq, schema, rules, at, body } in facts {
        insert.execute((&*table.0, *seq as i64, schema, rules, at, body))?;
    }
    Ok(())
}

fn insert_row(transaction: &Transaction<'_>, row: &Row, last: i64) -> rusqlite::Result<usize> {
    transaction
        .prepare_cached(
            "insert into game_table
                (id, shard, last, created, updated, stage, is_listed, due, summary, head)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             on conflict do nothing",
        )?
        .execute((
            &*row.id.0,
            row.id.shard(),
            last,
            row.created,
            row.updated,
            row.stage.name(),
            row.is_listed,
            row.due,
            &row.summary,
            row.head.map(|head| head.0),
        ))
}

pub(super) fn update_row(
    transaction: &Transaction<'_>,
    row: &Row,
    last: i64,
    before: i64,
) -> rusqlite::Result<usize> {
    transaction
        .prepare_cached(
            "update game_table
             set last = ?3, updated = ?4, stage = ?5, is_listed = ?6, due = ?7, summary = ?8,
                 head = ?9, is_folded = 0
             where id = ?1 and last = ?2",
        )?
        .execute((
            &*row.id.0,
            before,
            last,
            row.updated,
            row.stage.name(),
            row.is_listed,
            row.due,
            &row.summary,
            row.head.map(|head| head.0),
        ))
}

/// Replaces the facts of a table by one value, if it has no new facts.
fn write_fold(transaction: &Transaction<'_>, fold: &Fold) -> rusqlite::Result<Outcome> {
    let Some(last) = number(fold.last) else { return Ok(Err(StoreError::Conflict)) };
    let changed = transaction
        .prepare_cached(
            "update game_table set summary = ?3, is_folded = 1
             where id = ?1 and last = ?2 and stage = 'over' and is_folded = 0",
        )?
        .execute((&*fold.id.0, last, &fold.summary))?;
    if changed == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    transaction
        .prepare_cached(
            "insert into folded (table_id, last, body) values (?1, ?2, ?3)
             on conflict (table_id) do update set last = excluded.last, body = excluded.body",
        )?
        .execute((&*fold.id.0, last, &fold.body))?;
    transaction
        .prepare_cached("delete from fact where table_id = ?1 and seq <= ?2")?
        .execute((&*fold.id.0, last))?;
    Ok(Ok(Vec::new()))
}

/// Converts a fact number to the integer type of SQLite.
fn number(seq: Seq) -> Option<i64> {
    i64::try_from(seq).ok()
}

impl Leases {
    /// Returns true if the fence of an append is valid.
    fn permits(&self, append: &Append) -> bool {
        self.stands(append.fence, append.row.id.shard())
    }

    /// Returns true if a fence of a shard is valid.
    fn stands(&self, fence: Option<Lease>, shard: u16) -> bool {
        let Some(fence) = fence else { return true };
        fence.shard == shard
            && self
                .held
                .as_ref()
                .is_some_and(|held| held.epoch == fence.epoch && held.until > Instant::now())
    }

    /// Acquires all shards, unless another owner still holds them: within one process they are not
    /// divided.
    fn renew(
        &mut self,
        transaction: &Transaction<'_>,
        owner: &str,
    ) -> rusqlite::Result<Vec<Lease>> {
        let now = Instant::now();
        let until = now + LEASE;
        let epoch = match &mut self.held {
            Some(held) if held.owner == owner => {
                held.until = until;
                held.epoch
            }
            Some(held) if held.until > now => return Ok(Vec::new()),
            Some(_) | None => {
                let epoch = transaction.query_row(
                    "update lease set epoch = epoch + 1 returning epoch",
                    [],
                    |row| row.get(0),
                )?;
                self.held = Some(Held { owner: owner.to_owned(), epoch, until });
                epoch
            }
        };
        Ok((0..SHARDS).map(|shard| Lease { shard, epoch }).collect())
    }

    fn release(&mut self, owner: &str) {
        if self.held.as_ref().is_some_and(|held| held.owner == owner) {
            self.held = None;
        }
    }
}
