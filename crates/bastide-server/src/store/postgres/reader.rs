//! SQL statements of a PostgreSQL store, except those for appends and leases.

use bastide_table::Digest;
use deadpool_postgres::Object;
use tokio_postgres::{Error, Row as SqlRow};

use super::lease::NOW;
use super::replica::Position;
use crate::store::{
    Due, Fold, Hint, Mark, Millis, Query, Row, Seq, Stage, StoreError, Stored, TableId, Unfinished,
};

/// Returns the facts of a table after number `after`.
pub(super) async fn read(
    client: &Object,
    table: &TableId,
    after: Seq,
) -> Result<Vec<Stored>, Error> {
    let sql = "select seq, schema, rules, at, body from fact
         where table_id = $1 and seq > $2 order by seq";
    let select = client.prepare_cached(sql).await?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = client.query(&select, &[&&*table.0, &after]).await?;
    let fact = |row: &SqlRow| {
        Ok(Stored {
            seq: row.try_get::<_, i64>(0)? as Seq,
            // A version that does not fit is newer than all known ones.
            schema: u16::try_from(row.try_get::<_, i32>(1)?).unwrap_or(u16::MAX),
            rules: u16::try_from(row.try_get::<_, i32>(2)?).unwrap_or(u16::MAX),
            at: row.try_get(3)?,
            body: row.try_get(4)?,
        })
    };
    rows.iter().map(fact).collect()
}

/// Returns the numbers of unfinished tables.
pub(super) async fn unfinished(client: &Object) -> Result<Unfinished, Error> {
    let sql = "select stage, count(*) from game_table where stage <> 'over' group by stage";
    let select = client.prepare_cached(sql).await?;
    let rows = client.query(&select, &[]).await?;
    let count = |row: &SqlRow| Ok((row.try_get(0)?, row.try_get(1)?));
    Ok(Unfinished::from_counts(rows.iter().map(count).collect::<Result<Vec<_>, Error>>()?))
}

/// Returns the folded facts of a table if they extend beyond number `after`.
pub(super) async fn folded(
    client: &Object,
    table: &TableId,
    after: Seq,
) -> Result<Option<Vec<u8>>, Error> {
    let sql = "select body from folded where table_id = $1 and last > $2";
    let select = client.prepare_cached(sql).await?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let row = client.query_opt(&select, &[&&*table.0, &after]).await?;
    Ok(row.map(|row| row.get(0)))
}

/// Returns finished tables that are not folded.
pub(super) async fn foldable(
    client: &Object,
    shards: &[u16],
    behind: &Mark,
    before: Millis,
    limit: u16,
) -> Result<Vec<Mark>, Error> {
    let sql = "select updated, id from game_table
         where stage = 'over' and not is_folded and (updated, id) > ($1, $2) and updated <= $3
         and shard = any($4)
         order by updated, id limit $5";
    let select = client.prepare_cached(sql).await?;
    let shards: Vec<i32> = shards.iter().copied().map(i32::from).collect();
    let limit = i64::from(limit);
    let rows =
        client.query(&select, &[&behind.updated, &&*behind.id.0, &before, &shards, &limit]).await?;
    Ok(rows.iter().map(|row| Mark { updated: row.get(0), id: id(row, 1) }).collect())
}

/// Replaces the facts of a table by one value; returns false if the table has new facts.
pub(super) async fn fold(client: &Object, fold: &Fold) -> Result<bool, Error> {
    let sql = format!(
        "with moved as (
            update game_table set summary = $3, is_folded = true
            where id = $1 and last = $2 and stage = 'over' and not is_folded
            and ($5::bigint is null or exists (
                select from lease
                where lease.shard = game_table.shard and lease.epoch = $5
                and lease.expires > {NOW}
            ))
            returning id
        ), kept as (
            insert into folded (table_id, last, body)
            select $1::text, $2::bigint, $4::bytea from moved
            on conflict (table_id) do update set last = excluded.last, body = excluded.body
        ), gone as (
            delete from fact where table_id = $1 and seq <= $2 and exists (select from moved)
        )
        select count(*) from moved"
    );
    let statement = client.prepare_cached(&sql).await?;
    let last = i64::try_from(fold.last).unwrap_or(i64::MAX);
    let epoch = fold.fence.map(|fence| fence.epoch);
    let row = client
        .query_one(&statement, &[&&*fold.id.0, &last, &fold.summary, &fold.body, &epoch])
        .await?;
    Ok(row.get::<_, i64>(0) == 1)
}

/// Returns a page of listed tables; the inner error reports an invalid row.
pub(super) async fn list(
    client: &Object,
    query: &Query,
) -> Result<Result<Vec<Row>, StoreError>, Error> {
    let sql =
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table
         where is_listed and stage = $1 and (updated, id) < ($2, $3)
         order by updated desc, id desc limit $4";
    let select = client.prepare_cached(sql).await?;
    let Mark { updated, id: name } = query.behind.clone().unwrap_or_else(Mark::start);
    let limit = i64::from(query.limit);
    let rows = client.query(&select, &[&query.stage.name(), &updated, &&*name.0, &limit]).await?;
    Ok(rows.iter().map(table_row).collect())
}

/// Returns at most `limit` tables of any stage after the name `behind`, in order of names.
pub(super) async fn rows(
    client: &Object,
    behind: &TableId,
    limit: u16,
) -> Result<Result<Vec<Row>, StoreError>, Error> {
    let sql = "select id, last, created, updated, stage, is_listed, due, summary, head
         from game_table where id > $1 order by id limit $2";
    let select = client.prepare_cached(sql).await?;
    let rows = client.query(&select, &[&&*behind.0, &i64::from(limit)]).await?;
    Ok(rows.iter().map(table_row).collect())
}

fn table_row(row: &SqlRow) -> Result<Row, StoreError> {
    let name: &str = row.get(4);
    let unknown = || StoreError::Damaged(format!("unknown stage {name:?}"));
    let head = row.get::<_, Option<&[u8]>>(8).map(<[u8; 32]>::try_from).transpose();
    Ok(Row {
        id: id(row, 0),
        last: row.get::<_, i64>(1) as Seq,
        created: row.get(2),
        updated: row.get(3),
        stage: Stage::from_name(name).ok_or_else(unknown)?,
        is_listed: row.get(5),
        due: row.get(6),
        summary: row.get(7),
        head: head
            .map_err(|_| StoreError::Damaged("a head does not have 32 bytes".to_owned()))?
            .map(Digest),
    })
}

/// Returns the value of a setting, storing `first` if it has none.
pub(super) async fn setting(client: &Object, name: &str, first: &[u8]) -> Result<Vec<u8>, Error> {
    let insert = "insert into setting (name, value) values ($1, $2) on conflict do nothing";
    client.execute(insert, &[&name, &first]).await?;
    let select = "select value from setting where name = $1";
    Ok(client.query_one(select, &[&name]).await?.get(0))
}

/// Replaces the value of a setting.
pub(super) async fn replace_setting(
    client: &Object,
    name: &str,
    value: &[u8],
) -> Result<(), Error> {
    let upsert = "insert into setting (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value";
    client.execute(upsert, &[&name, &value]).await.map(drop)
}

/// Returns the number of the last fact of each table.
pub(super) async fn lasts(client: &Object, tables: &[TableId]) -> Result<Vec<Hint>, Error> {
    let select = "select id, last from game_table where id = any($1)";
    let select = client.prepare_cached(select).await?;
    let ids: Vec<&str> = tables.iter().map(|table| &*table.0).collect();
    let rows = client.query(&select, &[&ids]).await?;
    let hint = |row: &SqlRow| Hint { table: id(row, 0), last: row.get::<_, i64>(1) as Seq };
    Ok(rows.iter().map(hint).collect())
}

/// Returns tables due by `now`, after a position.
pub(super) async fn due(
    client: &Object,
    shards: &[u16],
    now: Millis,
    after: &Due,
    limit: u16,
) -> Result<Vec<Due>, Error> {
    // The redundant comparison makes the planner start at the right place of the index.
    let sql = "select id, due from game_table
         where due <= $5 and due >= $2 and (due, id) > ($2, $3)
         and shard = any($1) order by due, id limit $4";
    let select = client.prepare_cached(sql).await?;
    let shards: Vec<i32> = shards.iter().copied().map(i32::from).collect();
    let limit = i64::from(limit);
    let rows = client.query(&select, &[&shards, &after.at, &&*after.table.0, &limit, &now]).await?;
    Ok(rows.iter().map(|row| Due { table: id(row, 0), at: row.get(1) }).collect())
}

/// Returns tables that have a due time and whose last fact is later than `time`. Reads all rows
/// with a due time.
pub(super) async fn later(
    client: &Object,
    shards: &[u16],
    time: Millis,
    limit: u16,
) -> Result<Vec<TableId>, Error> {
    let sql = "select id from game_table
         where due is not null and updated > $3 and shard = any($1) order by due limit $2";
    let select = client.prepare_cached(sql).await?;
    let shards: Vec<i32> = shards.iter().copied().map(i32::from).collect();
    let rows = client.query(&select, &[&shards, &i64::from(limit), &time]).await?;
    Ok(rows.iter().map(|row| id(row, 0)).collect())
}

/// Returns the number of the last fact of a table and its stage, if that is known to this version.
pub(super) async fn state(
    client: &Object,
    table: &TableId,
) -> Result<Option<(Seq, Option<Stage>)>, Error> {
    let sql = "select last, stage from game_table where id = $1";
    let select = client.prepare_cached(sql).await?;
    let row = client.query_opt(&select, &[&&*table.0]).await?;
    Ok(row.map(|row| (row.get::<_, i64>(0) as Seq, Stage::from_name(row.get(1)))))
}

/// Returns the identity of the database and its position in the write-ahead log.
pub(super) async fn position(client: &Object) -> Result<Position, Error> {
    let sql = "select (select system_identifier from pg_control_system()),
         (select oid::bigint from pg_database where datname = current_database()),
         pg_wal_lsn_diff(
             case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
             '0/0'
         )::bigint,
         pg_is_in_recovery()";
    let select = client.prepare_cached(sql).await?;
    let row = client.query_one(&select, &[]).await?;
    let (identity, bytes) = ((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?);
    Ok(Position { identity, bytes, is_standby: row.try_get(3)? })
}

fn id(row: &SqlRow, column: usize) -> TableId {
    TableId(row.get::<_, &str>(column).into())
}
