//! The operator's side of a PostgreSQL database.

use async_trait::async_trait;

use super::PostgresStore;
use crate::store::{
    AdminStore, MAX_BANS, Millis, Seq, StoreError, StoredBan, StoredReport, TableId,
};

#[async_trait]
impl AdminStore for PostgresStore {
    async fn size(&self, table: &TableId) -> Result<u64, StoreError> {
        let sql = "select
             ((select coalesce(sum(octet_length(body)), 0) from fact where table_id = $1)
             + (select coalesce(sum(octet_length(body)), 0) from folded where table_id = $1)
             )::bigint";
        let row = self.ask(async |client| client.query_one(sql, &[&&*table.0]).await).await?;
        Ok(u64::try_from(row.get::<_, i64>(0)).unwrap_or_default())
    }

    async fn delete_table(&self, table: &TableId, last: Option<Seq>) -> Result<bool, StoreError> {
        let last = last.map(|last| i64::try_from(last).unwrap_or(i64::MAX));
        self.ask(async |client| {
            let transaction = client.transaction().await?;
            // The row first: it is what an append waits for.
            let row = "delete from game_table where id = $1 and ($2::bigint is null or last = $2)";
            let deleted = transaction.execute(row, &[&&*table.0, &last]).await?;
            if deleted > 0 {
                for log in ["fact", "folded"] {
                    let delete = format!("delete from {log} where table_id = $1");
                    transaction.execute(&delete, &[&&*table.0]).await?;
                }
            }
            transaction.commit().await?;
            Ok(deleted > 0)
        })
        .await
    }

    async fn bans(&self) -> Result<Vec<StoredBan>, StoreError> {
        let sql = "select net, reason, created, until from address_ban order by net limit $1";
        let limit = i64::from(MAX_BANS);
        let rows = self.ask(async |client| client.query(sql, &[&limit]).await).await?;
        let ban = |row: &tokio_postgres::Row| StoredBan {
            net: row.get(0),
            reason: row.get(1),
            created: row.get(2),
            until: row.get(3),
        };
        Ok(rows.iter().map(ban).collect())
    }

    async fn ban(&self, ban: StoredBan) -> Result<(), StoreError> {
        let sql = "insert into address_ban (net, reason, created, until) values ($1, $2, $3, $4)
             on conflict (net) do update
             set reason = excluded.reason, created = excluded.created, until = excluded.until";
        let StoredBan { net, reason, created, until } = &ban;
        self.ask(async |client| client.execute(sql, &[net, reason, created, until]).await)
            .await
            .map(drop)
    }

    async fn unban(&self, net: &str) -> Result<bool, StoreError> {
        let sql = "delete from address_ban where net = $1";
        Ok(self.ask(async |client| client.execute(sql, &[&net]).await).await? > 0)
    }

    async fn add_report(&self, report: StoredReport, most: u32) -> Result<Option<i64>, StoreError> {
        let sql = "insert into player_report (table_id, at, body)
             select $1::text, $2::bigint, $3::text
             where (select count(*) from player_report where table_id = $1) < $4
             returning id";
        let (table, most) = (&*report.table.0, i64::from(most));
        let row = self
            .ask(async |client| {
                client.query_opt(sql, &[&table, &report.at, &report.body, &most]).await
            })
            .await?;
        Ok(row.map(|row| row.get(0)))
    }

    async fn reports(
        &self,
        table: Option<&TableId>,
        limit: u16,
    ) -> Result<Vec<StoredReport>, StoreError> {
        let sql = "select id, table_id, at, body from player_report
             where $1::text is null or table_id = $1 order by id desc limit $2";
        let (table, limit) = (table.map(|table| &*table.0), i64::from(limit));
        let rows = self.ask(async |client| client.query(sql, &[&table, &limit]).await).await?;
        let report = |row: &tokio_postgres::Row| StoredReport {
            id: row.get(0),
            table: TableId(row.get::<_, &str>(1).into()),
            at: row.get(2),
            body: row.get(3),
        };
        Ok(rows.iter().map(report).collect())
    }

    async fn delete_report(&self, id: i64) -> Result<bool, StoreError> {
        let sql = "delete from player_report where id = $1";
        Ok(self.ask(async |client| client.execute(sql, &[&id]).await).await? > 0)
    }

    async fn forget_before(&self, at: Millis) -> Result<u64, StoreError> {
        self.ask(async |client| {
            let reports = "delete from player_report where at < $1";
            let bans = "delete from address_ban where until < $1";
            Ok(client.execute(reports, &[&at]).await? + client.execute(bans, &[&at]).await?)
        })
        .await
    }
}
