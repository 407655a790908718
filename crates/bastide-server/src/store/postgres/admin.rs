//! The operator's interface of a PostgreSQL store.

use async_trait::async_trait;

use super::PostgresStore;
use crate::store::{
    AdminStore, MAX_BANS, Millis, Row, Seq, StoreError, Stored, StoredBan, StoredReport, TableId,
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
        let is_deleted = self.ask(async |client| {
            let transaction = client.transaction().await?;
            // The row first: concurrent appends wait for its lock.
            let row = "delete from game_table where id = $1 and ($2::bigint is null or last = $2)";
            let deleted = transaction.execute(row, &[&&*table.0, &last]).await?;
            if deleted > 0 {
                for log in ["fact", "folded", "push_subscription"] {
                    let delete = format!("delete from {log} where table_id = $1");
                    transaction.execute(&delete, &[&&*table.0]).await?;
                }
            }
            transaction.commit().await?;
            Ok(deleted > 0)
        });
        let is_deleted = is_deleted.await?;
        if let (Some(replica), true) = (&self.replica, is_deleted) {
            replica.note_deleted(table);
        }
        Ok(is_deleted)
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

    async fn rewrite(&self, last: Seq, log: Vec<Stored>, row: Row) -> Result<bool, StoreError> {
        let (Ok(before), Ok(after)) = (i64::try_from(last), i64::try_from(row.last)) else {
            return Ok(false);
        };
        let head = row.head.map(|head| head.0.to_vec());
        let seqs: Vec<i64> = log.iter().map(|fact| fact.seq as i64).collect();
        let schemas: Vec<i32> = log.iter().map(|fact| i32::from(fact.schema)).collect();
        let rules: Vec<i32> = log.iter().map(|fact| i32::from(fact.rules)).collect();
        let times: Vec<Millis> = log.iter().map(|fact| fact.at).collect();
        let bodies: Vec<&str> = log.iter().map(|fact| fact.body.as_str()).collect();
        let rewriting = self.ask(async |client| {
            let transaction = client.transaction().await?;
            let (id, stage) = (&*row.id.0, row.stage.name());
            let update = "update game_table set last = $3, updated = $4, stage = $5, due = $6,
                 summary = $7, head = $8, is_folded = false where id = $1 and last = $2";
            let updated = transaction
                .execute(
                    update,
                    &[&id, &before, &after, &row.updated, &stage, &row.due, &row.summary, &head],
                )
                .await?;
            if updated == 0 {
                return Ok(false);
            }
            transaction.execute("delete from folded where table_id = $1", &[&id]).await?;
            transaction.execute("delete from fact where table_id = $1", &[&id]).await?;
            let insert = "insert into fact (table_id, seq, schema, rules, at, body)
                 select $1::text, * from unnest(
                     $2::bigint[], $3::integer[], $4::integer[], $5::bigint[], $6::text[])";
            transaction.execute(insert, &[&id, &seqs, &schemas, &rules, &times, &bodies]).await?;
            transaction.commit().await?;
            Ok(true)
        });
        let is_rewritten = rewriting.await?;
        if let (Some(replica), true) = (&self.replica, is_rewritten) {
            replica.note_rewritten(&row.id);
        }
        Ok(is_rewritten)
    }

    async fn rewrite_report(&self, id: i64, body: String) -> Result<(), StoreError> {
        let sql = "update player_report set body = $2 where id = $1";
        self.ask(async |client| client.execute(sql, &[&id, &body]).await).await.map(drop)
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
