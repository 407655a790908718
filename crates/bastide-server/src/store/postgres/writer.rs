//! Writer tasks: each collects the waiting jobs, writes them in one statement, and responds once it
//! is durable. A single job is written by a statement about its table only, which a database that
//! is distributed by table can run on the node of that table.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deadpool_postgres::Pool;
use tokio::sync::{broadcast, mpsc, oneshot};

use super::connect::{self, Refusal};
use super::lease::NOW;
use crate::store::{Append, Hint, StoreError, TableId};

/// Facts to append, and the channel for the result.
pub(super) struct Job {
    pub(super) append: Append,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// State of a writer task.
pub(super) struct Writer {
    pub(super) pool: Pool,
    pub(super) hints: broadcast::Sender<Hint>,
    pub(super) notices: mpsc::Sender<Hint>,
    pub(super) commits: Arc<AtomicU64>,
    pub(super) batch: usize,
}

impl Writer {
    /// Runs until the job channel is closed.
    pub(super) async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = VecDeque::new();
        loop {
            if waiting.is_empty() {
                match jobs.recv().await {
                    Some(job) => waiting.push_back(job),
                    None => return,
                }
            }
            while waiting.len() < self.batch
                && let Ok(job) = jobs.try_recv()
            {
                waiting.push_back(job);
            }
            let batch = one_of_each_table(&mut waiting);
            let outcomes = self.write(&batch).await;
            for (job, outcome) in batch.into_iter().zip(outcomes) {
                if outcome.is_ok() {
                    self.tell(Hint { table: job.append.row.id, last: job.append.row.last });
                }
                // The caller may have gone away.
                let _ = job.answer.send(outcome);
            }
        }
    }

    fn tell(&self, hint: Hint) {
        // If the channel is full, other processes detect the change later.
        let _ = self.notices.try_send(hint.clone());
        // There may be no receiver.
        let _ = self.hints.send(hint);
    }

    /// Writes a batch in one statement. If that fails because of one of the appends or a conflict
    /// between processes, writes each append separately.
    async fn write(&self, batch: &[Job]) -> Vec<Result<(), StoreError>> {
        let appends: Vec<&Append> = batch.iter().map(|job| &job.append).collect();
        match self.attempt(&appends).await {
            Ok(outcomes) => outcomes,
            Err(refusal) if refusal.is_about_the_question && appends.len() > 1 => {
                let mut outcomes = Vec::with_capacity(appends.len());
                for append in appends {
                    outcomes.push(match self.attempt(&[append]).await {
                        Ok(mut outcome) => outcome.pop().unwrap_or(Err(StoreError::Conflict)),
                        Err(refusal) => Err(refusal.error),
                    });
                }
                outcomes
            }
            Err(refusal) => vec![Err(refusal.error); appends.len()],
        }
    }

    async fn attempt(&self, appends: &[&Append]) -> Result<Vec<Result<(), StoreError>>, Refusal> {
        if let [append] = appends {
            return Ok(vec![self.attempt_one(append).await?]);
        }
        let columns = Columns::new(appends);
        let client = connect::connection(&self.pool)
            .await
            .map_err(|error| Refusal { error, is_about_the_question: false })?;
        let rows = connect::answer(client, async |client| {
            let statement = client.prepare_cached(&append_sql()).await?;
            client.query(&statement, &columns.parameters()).await
        })
        .await?;
        self.commits.fetch_add(1, Ordering::Relaxed);
        let mut outcomes = vec![Err(StoreError::Fenced); appends.len()];
        for row in rows {
            let (number, is_done): (i64, bool) = (row.get(0), row.get(1));
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            if let Some(outcome) = outcomes.get_mut(number) {
                *outcome = if is_done { Ok(()) } else { Err(StoreError::Conflict) };
            }
        }
        Ok(outcomes)
    }

    /// Writes one append.
    async fn attempt_one(&self, append: &Append) -> Result<Result<(), StoreError>, Refusal> {
        let columns = Columns::new(&[append]);
        let client = connect::connection(&self.pool)
            .await
            .map_err(|error| Refusal { error, is_about_the_question: false })?;
        let row = connect::answer(client, async |client| {
            let statement = client.prepare_cached(&append_one_sql()).await?;
            client.query_one(&statement, &columns.parameters_of_one()).await
        })
        .await?;
        self.commits.fetch_add(1, Ordering::Relaxed);
        Ok(match (row.get(0), row.get(1)) {
            (true, true) => Ok(()),
            (true, false) => Err(StoreError::Conflict),
            (false, _) => Err(StoreError::Fenced),
        })
    }
}

/// Takes at most one job per table, in order of arrival: a statement can update each row only once.
fn one_of_each_table(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut tables: BTreeSet<TableId> = BTreeSet::new();
    let is_first = |job: &Job| tables.insert(job.append.row.id.clone());
    let (now, later): (Vec<Job>, Vec<Job>) = waiting.drain(..).partition(is_first);
    waiting.extend(later);
    now
}

/// Returns the statement that appends atomically per table, and reports for each append with a
/// valid fence whether it continued the log. The leases are not locked: if one changes owner at the
/// same time, the append of the new owner conflicts with this one at the row, and one of the two
/// fails.
fn append_sql() -> String {
    format!(
        "with wanted as (
            select * from unnest(
                $1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::integer[],
                $6::bigint[], $7::bigint[], $8::text[], $9::boolean[], $10::bigint[],
                $11::text[], $12::bigint[], $19::bytea[]
            ) as w (
                number, id, before, last, shard,
                created, updated, stage, is_listed, due,
                summary, epoch, head
            )
        ), standing as (
            select * from wanted where epoch is null or exists (
                select from lease
                where lease.shard = wanted.shard and lease.epoch = wanted.epoch
                and lease.expires > {NOW}
            )
        ), moved as (
            update game_table as g
            set last = s.last, updated = s.updated, stage = s.stage, is_listed = s.is_listed,
                due = s.due, summary = s.summary, head = s.head, is_folded = false
            from standing as s
            where s.before > 0 and g.id = s.id and g.last = s.before
            returning g.id
        ), made as (
            insert into game_table
                (id, shard, last, created, updated, stage, is_listed, due, summary, head)
            select id, shard, last, created, updated, stage, is_listed, due, summary, head
            from standing where before = 0
            on conflict do nothing
            returning id
        ), done as (
            select id from moved union all select id from made
        ), written as (
            insert into fact (table_id, seq, schema, rules, at, body)
            select f.table_id, f.seq, f.schema, f.rules, f.at, f.body
            from unnest(
                $13::text[], $14::bigint[], $15::integer[], $16::integer[],
                $17::bigint[], $18::text[]
            ) as f (table_id, seq, schema, rules, at, body)
            join done on done.id = f.table_id
        )
        select standing.number, done.id is not null from standing left join done using (id)"
    )
}

/// Returns the statement that appends to one table, and reports whether the fence was valid and
/// whether the append continued the log. See [`append_sql`] about the leases.
fn append_one_sql() -> String {
    format!(
        "with standing as (
            select where $2::bigint is null or exists (
                select from lease
                where lease.shard = $5 and lease.epoch = $2 and lease.expires > {NOW}
            )
        ), moved as (
            update game_table
            set last = $4, updated = $7, stage = $8, is_listed = $9, due = $10,
                summary = $11, head = $12, is_folded = false
            where id = $1 and last = $3 and $3::bigint > 0 and exists (select from standing)
            returning id
        ), made as (
            insert into game_table
                (id, shard, last, created, updated, stage, is_listed, due, summary, head)
            select $1::text, $5::integer, $4::bigint, $6::bigint, $7::bigint, $8::text,
                $9::boolean, $10::bigint, $11::text, $12::bytea
            from standing where $3::bigint = 0
            on conflict do nothing
            returning id
        ), written as (
            insert into fact (table_id, seq, schema, rules, at, body)
            select $1::text, f.seq, f.schema, f.rules, f.at, f.body
            from unnest(
                $13::bigint[], $14::integer[], $15::integer[], $16::bigint[], $17::text[]
            ) as f (seq, schema, rules, at, body)
            where exists (select from moved) or exists (select from made)
        )
        select exists (select from standing),
            exists (select from moved) or exists (select from made)"
    )
}

/// A batch as columns, the parameter format of the statements.
#[derive(Default)]
struct Columns<'a> {
    number: Vec<i64>,
    id: Vec<&'a str>,
    before: Vec<i64>,
    last: Vec<i64>,
    shard: Vec<i32>,
    created: Vec<i64>,
    updated: Vec<i64>,
    stage: Vec<&'a str>,
    is_listed: Vec<bool>,
    due: Vec<Option<i64>>,
    summary: Vec<&'a str>,
    head: Vec<Option<&'a [u8]>>,
    epoch: Vec<Option<i64>>,
    fact_table: Vec<&'a str>,
    fact_seq: Vec<i64>,
    fact_schema: Vec<i32>,
    fact_rules: Vec<i32>,
    fact_at: Vec<i64>,
    fact_body: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    fn new(appends: &[&'a Append]) -> Columns<'a> {
        let mut columns = Columns::default();
        for (number, append) in (0..).zip(appends) {
            columns.push(number, append);
        }
        columns
    }

    fn push(&mut self, number: i64, append: &'a Append) {
        let Append { facts, row, fence } = append;
        // Inconsistent appends have been rejected earlier.
        let before = append.before().unwrap_or(u64::MAX);
        self.number.push(number);
        self.id.push(&row.id.0);
        self.before.push(before as i64);
        self.last.push(row.last as i64);
        self.shard.push(i32::from(row.id.shard()));
        self.created.push(row.created);
        self.updated.push(row.updated);
        self.stage.push(row.stage.name());
        self.is_listed.push(row.is_listed);
        self.due.push(row.due);
        self.summary.push(&row.summary);
        self.head.push(row.head.as_ref().map(|head| &head.0[..]));
        self.epoch.push(fence.map(|fence| fence.epoch));
        for fact in facts {
            self.fact_table.push(&row.id.0);
            self.fact_seq.push(fact.seq as i64);
            self.fact_schema.push(i32::from(fact.schema));
            self.fact_rules.push(i32::from(fact.rules));
            self.fact_at.push(fact.at);
            self.fact_body.push(&fact.body);
        }
    }

    /// Returns the parameters of the statement for one table.
    fn parameters_of_one(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 17] {
        [
            &self.id[0],
            &self.epoch[0],
            &self.before[0],
            &self.last[0],
            &self.shard[0],
            &self.created[0],
            &self.updated[0],
            &self.stage[0],
            &self.is_listed[0],
            &self.due[0],
            &self.summary[0],
            &self.head[0],
            &self.fact_seq,
            &self.fact_schema,
            &self.fact_rules,
            &self.fact_at,
            &self.fact_body,
        ]
    }

    fn parameters(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 19] {
        [
            &self.number,
            &self.id,
            &self.before,
            &self.last,
            &self.shard,
            &self.created,
            &self.updated,
            &self.stage,
            &self.is_listed,
            &self.due,
            &self.summary,
            &self.epoch,
            &self.fact_table,
            &self.fact_seq,
            &self.fact_schema,
            &self.fact_rules,
            &self.fact_at,
            &self.fact_body,
            &self.head,
        ]
    }
}
