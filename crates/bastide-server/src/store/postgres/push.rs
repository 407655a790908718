//! Push subscriptions in a PostgreSQL database.

use async_trait::async_trait;

use super::PostgresStore;
use crate::store::{Millis, PushStore, StoreError, StoredPush, TableId};

#[async_trait]
impl PushStore for PostgresStore {
    async fn add_push(&self, push: StoredPush, most: u8) -> Result<(), StoreError> {
        let insert = "insert into push_subscription
                (table_id, holder, id, created, body, told, seen, sent)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            on conflict (table_id, holder, id) do update set body = excluded.body";
        let trim = "delete from push_subscription
            where table_id = $1 and holder = $2 and id not in (
                select id from push_subscription where table_id = $1 and holder = $2
                order by created desc, (id = $3) desc, id limit $4)";
        let StoredPush { table, holder, id, created, body, told, seen, sent } = &push;
        let (table, holder, most) = (&*table.0, i32::from(*holder), i64::from(most));
        let (told, seen) = (i64::from(*told), i64::from(*seen));
        self.ask(async |client| {
            let transaction = client.transaction().await?;
            transaction
                .execute(insert, &[&table, &holder, id, created, body, &told, &seen, sent])
                .await?;
            transaction.execute(trim, &[&table, &holder, id, &most]).await?;
            transaction.commit().await
        })
        .await
    }

    async fn pushes(&self, table: &TableId, holder: u16) -> Result<Vec<StoredPush>, StoreError> {
        let sql = "select id, created, body, told, seen, sent from push_subscription
            where table_id = $1 and holder = $2 order by created, id";
        let number = i32::from(holder);
        let rows = self.ask(async |client| client.query(sql, &[&&*table.0, &number]).await).await?;
        let revision = |row: &tokio_postgres::Row, column: usize| {
            u32::try_from(row.get::<_, i64>(column)).unwrap_or(u32::MAX)
        };
        let push = |row: &tokio_postgres::Row| StoredPush {
            table: table.clone(),
            holder,
            id: row.get(0),
            created: row.get(1),
            body: row.get(2),
            told: revision(row, 3),
            seen: revision(row, 4),
            sent: row.get(5),
        };
        Ok(rows.iter().map(push).collect())
    }

    async fn claim_push(
        &self,
        push: &StoredPush,
        revision: u32,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let sql = "update push_subscription set told = $4, sent = $5
            where table_id = $1 and holder = $2 and id = $3 and told < $4";
        let (holder, revision) = (i32::from(push.holder), i64::from(revision));
        let claimed = self
            .ask(async |client| {
                client.execute(sql, &[&&*push.table.0, &holder, &push.id, &revision, &now]).await
            })
            .await?;
        Ok(claimed > 0)
    }

    async fn see_turn(
        &self,
        table: &TableId,
        holder: u16,
        revision: u32,
    ) -> Result<(), StoreError> {
        let sql = "update push_subscription set seen = $3
            where table_id = $1 and holder = $2 and seen < $3";
        let (holder, revision) = (i32::from(holder), i64::from(revision));
        self.ask(async |client| client.execute(sql, &[&&*table.0, &holder, &revision]).await)
            .await
            .map(drop)
    }

    async fn remove_pushes(
        &self,
        table: &TableId,
        holder: u16,
        id: Option<&str>,
    ) -> Result<u64, StoreError> {
        let sql = "delete from push_subscription
            where table_id = $1 and holder = $2 and ($3::text is null or id = $3)";
        let holder = i32::from(holder);
        self.ask(async |client| client.execute(sql, &[&&*table.0, &holder, &id]).await).await
    }

    async fn remove_stray_pushes(&self) -> Result<u64, StoreError> {
        let unfinished = "select from game_table where id = table_id and stage <> 'over'";
        let find = format!(
            "select distinct table_id from push_subscription where not exists ({unfinished})"
        );
        // One transaction for each table, which may be on a node of its own.
        let remove = "delete from push_subscription where table_id = $1 and not exists (
            select from game_table where id = $1 and stage <> 'over')";
        let strays = self.ask(async |client| client.query(&find, &[]).await).await?;
        let mut removed = 0;
        for stray in strays {
            let table: &str = stray.get(0);
            removed += self.ask(async |client| client.execute(remove, &[&table]).await).await?;
        }
        Ok(removed)
    }
}
