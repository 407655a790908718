//! Push subscriptions in an SQLite file.

use async_trait::async_trait;
use rusqlite::{Connection, Transaction};

use super::SqliteStore;
use crate::store::{Millis, PushStore, StoreError, StoredPush, TableId};

#[async_trait]
impl PushStore for SqliteStore {
    async fn add_push(&self, push: StoredPush, most: u8) -> Result<(), StoreError> {
        let insert = "insert into push_subscription
                (table_id, holder, id, created, body, told, seen, sent)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            on conflict (table_id, holder, id) do update set body = excluded.body";
        let trim = "delete from push_subscription
            where table_id = ?1 and holder = ?2 and id not in (
                select id from push_subscription where table_id = ?1 and holder = ?2
                order by created desc, id = ?3 desc, id limit ?4)";
        let run = move |transaction: &Transaction<'_>| {
            let StoredPush { table, holder, id, created, body, told, seen, sent } = &push;
            let values = (&*table.0, holder, id, created, body, told, seen, sent);
            transaction.execute(insert, values)?;
            transaction.execute(trim, (&*table.0, holder, id, most))?;
            Ok(0)
        };
        self.write(run).await.map(drop)
    }

    async fn pushes(&self, table: &TableId, holder: u16) -> Result<Vec<StoredPush>, StoreError> {
        let table = table.clone();
        self.ask(move |db| read(db, &table, holder)).await
    }

    async fn claim_push(
        &self,
        push: &StoredPush,
        revision: u32,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let update = "update push_subscription set told = ?4, sent = ?5
            where table_id = ?1 and holder = ?2 and id = ?3 and told < ?4";
        let (table, holder, id) = (push.table.clone(), push.holder, push.id.clone());
        let run = move |transaction: &Transaction<'_>| {
            let changed = transaction.execute(update, (&*table.0, holder, &id, revision, now))?;
            Ok(i64::from(changed > 0))
        };
        Ok(self.write(run).await? > 0)
    }

    async fn see_turn(
        &self,
        table: &TableId,
        holder: u16,
        revision: u32,
    ) -> Result<(), StoreError> {
        let update = "update push_subscription set seen = ?3
            where table_id = ?1 and holder = ?2 and seen < ?3";
        let table = table.clone();
        let run = move |transaction: &Transaction<'_>| {
            transaction.execute(update, (&*table.0, holder, revision))?;
            Ok(0)
        };
        self.write(run).await.map(drop)
    }

    async fn remove_pushes(
        &self,
        table: &TableId,
        holder: u16,
        id: Option<&str>,
    ) -> Result<u64, StoreError> {
        let delete = "delete from push_subscription
            where table_id = ?1 and holder = ?2 and (?3 is null or id = ?3)";
        let (table, id) = (table.clone(), id.map(str::to_owned));
        let run = move |transaction: &Transaction<'_>| {
            let removed = transaction.execute(delete, (&*table.0, holder, &id))?;
            Ok(i64::try_from(removed).unwrap_or(i64::MAX))
        };
        Ok(u64::try_from(self.write(run).await?).unwrap_or_default())
    }

    async fn remove_stray_pushes(&self) -> Result<u64, StoreError> {
        let delete = "delete from push_subscription where not exists (
            select 1 from game_table where id = table_id and stage <> 'over')";
        let run = move |transaction: &Transaction<'_>| {
            Ok(i64::try_from(transaction.execute(delete, [])?).unwrap_or(i64::MAX))
        };
        Ok(u64::try_from(self.write(run).await?).unwrap_or_default())
    }
}

fn read(db: &Connection, table: &TableId, holder: u16) -> rusqlite::Result<Vec<StoredPush>> {
    let mut select = db.prepare_cached(
        "select id, created, body, told, seen, sent from push_subscription
         where table_id = ?1 and holder = ?2 order by created, id",
    )?;
    let rows = select.query_map((&*table.0, holder), |row| {
        Ok(StoredPush {
            table: table.clone(),
            holder,
            id: row.get(0)?,
            created: row.get(1)?,
            body: row.get(2)?,
            told: row.get(3)?,
            seen: row.get(4)?,
            sent: row.get(5)?,
        })
    })?;
    rows.collect()
}
