//! The operator's interface of an SQLite store.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::SqliteStore;
use super::writer::{self, Work};
use crate::store::{
    AdminStore, MAX_BANS, Millis, Row, Seq, StoreError, Stored, StoredBan, StoredReport, TableId,
};

impl SqliteStore {
    /// Has the writer call `run` in its next transaction. Returns the result of `run` once it is
    /// durable.
    pub(super) async fn write(
        &self,
        run: impl Fn(&Transaction<'_>) -> rusqlite::Result<i64> + Send + 'static,
    ) -> Result<i64, StoreError> {
        let result = Arc::new(AtomicI64::new(0));
        let kept = Arc::clone(&result);
        let work = move |transaction: &Transaction<'_>| {
            kept.store(run(transaction)?, Ordering::Release);
            Ok(())
        };
        self.submit(Work::Run(Box::new(work))).await?;
        Ok(result.load(Ordering::Acquire))
    }
}

#[async_trait]
impl AdminStore for SqliteStore {
    async fn size(&self, table: &TableId) -> Result<u64, StoreError> {
        let table = table.clone();
        let sum = "select
            (select coalesce(sum(length(cast(body as blob))), 0) from fact where table_id = ?1)
            + (select coalesce(sum(length(body)), 0) from folded where table_id = ?1)";
        let size =
            self.ask(move |db| db.query_row(sum, [&*table.0], |row| row.get::<_, i64>(0))).await?;
        Ok(u64::try_from(size).unwrap_or_default())
    }

    async fn delete_table(&self, table: &TableId, last: Option<Seq>) -> Result<bool, StoreError> {
        let table = table.clone();
        let last = last.map(|last| i64::try_from(last).unwrap_or(i64::MAX));
        let deleted = self.write(move |transaction| {
            let find = "select 1 from game_table where id = ?1 and (?2 is null or last = ?2)";
            let found: Option<i64> =
                transaction.query_row(find, (&*table.0, last), |row| row.get(0)).optional()?;
            if found.is_none() {
                return Ok(0);
            }
            transaction.execute("delete from fact where table_id = ?1", [&*table.0])?;
            transaction.execute("delete from folded where table_id = ?1", [&*table.0])?;
            transaction
                .execute("delete from push_subscription where table_id = ?1", [&*table.0])?;
            transaction.execute("delete from game_table where id = ?1", [&*table.0])?;
            Ok(1)
        });
        Ok(deleted.await? > 0)
    }

    async fn bans(&self) -> Result<Vec<StoredBan>, StoreError> {
        self.ask(read_bans).await
    }

    async fn ban(&self, ban: StoredBan) -> Result<(), StoreError> {
        let insert = "insert or replace into address_ban (net, reason, created, until)
                      values (?1, ?2, ?3, ?4)";
        let run = move |transaction: &Transaction<'_>| {
            let values = (&ban.net, &ban.reason, ban.created, ban.until);
            transaction.execute(insert, values).map(count)
        };
        self.write(run).await.map(drop)
    }

    async fn unban(&self, net: &str) -> Result<bool, StoreError> {
        let net = net.to_owned();
        let run = move |transaction: &Transaction<'_>| {
            transaction.execute("delete from address_ban where net = ?1", [&net]).map(count)
        };
        Ok(self.write(run).await? > 0)
    }

    async fn add_report(&self, report: StoredReport, most: u32) -> Result<Option<i64>, StoreError> {
        let insert = "insert into player_report (table_id, at, body)
                      select ?1, ?2, ?3
                      where (select count(*) from player_report where table_id = ?1) < ?4";
        let run = move |transaction: &Transaction<'_>| {
            let values = (&*report.table.0, report.at, &report.body, most);
            match transaction.execute(insert, values)? {
                0 => Ok(0),
                _ => Ok(transaction.last_insert_rowid()),
            }
        };
        Ok(Some(self.write(run).await?).filter(|&id| id > 0))
    }

    async fn reports(
        &self,
        table: Option<&TableId>,
        limit: u16,
    ) -> Result<Vec<StoredReport>, StoreError> {
        let table = table.map(|table| table.0.to_string());
        self.ask(move |db| read_reports(db, table.as_deref(), limit)).await
    }

    async fn rewrite(&self, last: Seq, log: Vec<Stored>, row: Row) -> Result<bool, StoreError> {
        let (Ok(before), Ok(after)) = (i64::try_from(last), i64::try_from(row.last)) else {
            return Ok(false);
        };
        let run = move |transaction: &Transaction<'_>| {
            if writer::update_row(transaction, &row, after, before)? == 0 {
                return Ok(0);
            }
            transaction.execute("delete from folded where table_id = ?1", [&*row.id.0])?;
            transaction.execute("delete from fact where table_id = ?1", [&*row.id.0])?;
            writer::insert_facts(transaction, &row.id, &log)?;
            Ok(1)
        };
        Ok(self.write(run).await? > 0)
    }

    async fn rewrite_report(&self, id: i64, body: String) -> Result<(), StoreError> {
        let update = "update player_report set body = ?2 where id = ?1";
        let run = move |transaction: &Transaction<'_>| {
            transaction.execute(update, (id, &body)).map(count)
        };
        self.write(run).await.map(drop)
    }

    async fn delete_report(&self, id: i64) -> Result<bool, StoreError> {
        let run = move |transaction: &Transaction<'_>| {
            transaction.execute("delete from player_report where id = ?1", [id]).map(count)
        };
        Ok(self.write(run).await? > 0)
    }

    async fn forget_before(&self, at: Millis) -> Result<u64, StoreError> {
        let run = move |transaction: &Transaction<'_>| {
            let reports = transaction.execute("delete from player_report where at < ?1", [at])?;
            let bans = transaction.execute("delete from address_ban where until < ?1", [at])?;
            Ok(count(reports + bans))
        };
        Ok(u64::try_from(self.write(run).await?).unwrap_or_default())
    }
}

fn read_bans(db: &Connection) -> rusqlite::Result<Vec<StoredBan>> {
    let mut select = db.prepare_cached(
        "select net, reason, created, until from address_ban order by net limit ?1",
    )?;
    let rows = select.query_map([MAX_BANS], |row| {
        Ok(StoredBan {
            net: row.get(0)?,
            reason: row.get(1)?,
            created: row.get(2)?,
            until: row.get(3)?,
        })
    })?;
    rows.collect()
}

fn read_reports(
    db: &Connection,
    table: Option<&str>,
    limit: u16,
) -> rusqlite::Result<Vec<StoredReport>> {
    let mut select = db.prepare_cached(
        "select id, table_id, at, body from player_report
         where ?1 is null or table_id = ?1 order by id desc limit ?2",
    )?;
    let rows = select.query_map((table, limit), |row| {
        Ok(StoredReport {
            id: row.get(0)?,
            table: TableId(row.get::<_, String>(1)?.into_boxed_str()),
            at: row.get(2)?,
            body: row.get(3)?,
        })
    })?;
    rows.collect()
}

/// Converts a number of rows to the result type of [`SqliteStore::write`].
fn count(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}
