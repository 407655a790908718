//! Pool of read-only connections and the queries that use them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bastide_table::Digest;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow};
use tokio::sync::Semaphore;

use super::error_class::Trouble;
use super::schema;
use crate::store::{
    Due, Hint, Mark, Millis, Query, Row, Seq, Stage, StoreError, Stored, TableId, Unfinished,
};

/// Pool of read-only connections.
pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    /// Creates a pool of at most `count` connections, opened on demand.
    pub(super) fn new(path: &Path, count: usize) -> Arc<Readers> {
        let permits = Arc::new(Semaphore::new(count.max(1)));
        Arc::new(Readers { path: path.to_owned(), idle: Mutex::new(Vec::new()), permits })
    }

    /// Runs a query on a blocking thread.
    pub(super) async fn ask<T, F>(self: &Arc<Self>, question: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let closed = || StoreError::Unavailable("it is closed".to_owned());
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_closed| closed())?;
        let readers = Arc::clone(self);
        let asked = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let idle = readers.idle().pop();
            let connection = match idle {
                Some(connection) => connection,
                None => schema::connect_reader(&readers.path)?,
            };
            let answer = question(&connection)?;
            // Only working connections are reused.
            if !readers.permits.is_closed() {
                readers.idle().push(connection);
            }
            Ok(answer)
        });
        match asked.await {
            Ok(answer) => {
                answer.map_err(|error: rusqlite::Error| Trouble::from(error).into_error())
            }
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    /// Closes the idle connections; those in use are closed when their queries end.
    pub(super) fn close(&self) {
        self.permits.close();
        self.idle().clear();
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Returns the facts of a table after number `after`.
pub(super) fn read(
    connection: &Connection,
    table: &TableId,
    after: Seq,
) -> rusqlite::Result<Vec<Stored>> {
    let mut select = connection.prepare_cached(
        "select seq, schema, rules, at, body from fact
         where table_id = ?1 and seq > ?2 order by seq",
    )?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = select.query_map((&*table.0, after), |row| {
        Ok(Stored {
            seq: seq(row, 0)?,
            schema: row.get(1)?,
            rules: row.get(2)?,
            at: row.get(3)?,
            body: row.get(4)?,
        })
    })?;
    rows.collect()
}

/// Returns the folded facts of a table if they extend beyond number `after`.
pub(super) fn folded(
    connection: &Connection,
    table: &TableId,
    after: Seq,
) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut select =
        connection.prepare_cached("select body from folded where table_id = ?1 and last > ?2")?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    select.query_row((&*table.0, after), |row| row.get(0)).optional()
}

/// Returns finished tables that are not folded.
pub(super) fn foldable(
    connection: &Connection,
    shards: &str,
    behind: &Mark,
    before: Millis,
    limit: u16,
) -> rusqlite::Result<Vec<Mark>> {
    let mut select = connection.prepare_cached(
        "select updated, id from game_table
         where stage = 'over' and is_folded = 0 and (updated, id) > (?1, ?2) and updated <= ?3
         and shard in (select value from json_each(?4))
         order by updated, id limit ?5",
    )?;
    let rows = select.query_map((behind.updated, &*behind.id.0, before, shards, limit), |row| {
        Ok(Mark { updated: row.get(0)?, id: id(row, 1)? })
    })?;
    rows.collect()
}

/// Returns a page of listed tables.
pub(super) fn list(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<Row>> {
    let mut select = connection.prepare_cached(
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table
         where is_listed = 1 and stage = ?1 and (updated, id) < (?2, ?3)
         order by updated desc, id desc limit ?4",
    )?;
    let Mark { updated, id: name } = query.behind.clone().unwrap_or_else(Mark::start);
    let rows = select.query_map((query.stage.name(), updated, &*name.0, query.limit), table_row)?;
    rows.collect()
}

/// Returns the numbers of unfinished tables.
pub(super) fn unfinished(connection: &Connection) -> rusqlite::Result<Unfinished> {
    let mut select = connection.prepare_cached(
        "select stage, count(*) from game_table where stage <> 'over' group by stage",
    )?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Unfinished::from_counts(rows.collect::<rusqlite::Result<Vec<_>>>()?))
}

/// Returns at most `limit` tables of any stage after the name `behind`, in order of names.
pub(super) fn rows(
    connection: &Connection,
    behind: &TableId,
    limit: u16,
) -> rusqlite::Result<Vec<Row>> {
    let mut select = connection.prepare_cached(
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table
         where id > ?1 order by id limit ?2",
    )?;
    let rows = select.query_map((&*behind.0, limit), table_row)?;
    rows.collect()
}

fn table_row(row: &SqlRow<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: id(row, 0)?,
        last: seq(row, 1)?,
        created: row.get(2)?,
        updated: row.get(3)?,
        stage: stage(row, 4)?,
        is_listed: row.get(5)?,
        due: row.get(6)?,
        summary: row.get(7)?,
        head: row.get::<_, Option<[u8; 32]>>(8)?.map(Digest),
    })
}

/// Returns the value of a setting.
pub(super) fn setting(connection: &Connection, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut select = connection.prepare_cached("select value from setting where name = ?1")?;
    select.query_row([name], |row| row.get(0)).optional()
}

/// Returns the number of the last fact of each table; `tables` is a JSON array of ids.
pub(super) fn lasts(connection: &Connection, tables: &str) -> rusqlite::Result<Vec<Hint>> {
    let mut select = connection.prepare_cached(
        "select id, last from game_table where id in (select value from json_each(?1))",
    )?;
    let rows =
        select.query_map([tables], |row| Ok(Hint { table: id(row, 0)?, last: seq(row, 1)? }))?;
    rows.collect()
}

/// Returns tables due by `by`, after a position; `shards` is a JSON array of numbers.
pub(super) fn due(
    connection: &Connection,
    shards: &str,
    by: Millis,
    after: &Due,
    limit: u16,
) -> rusqlite::Result<Vec<Due>> {
    let mut select = connection.prepare_cached(
        "select id, due from game_table
         where due <= ?1 and (due, id) > (?2, ?3)
         and shard in (select value from json_each(?4))
         order by due, id limit ?5",
    )?;
    let parameters = (by, after.at, &*after.table.0, shards, limit);
    let rows =
        select.query_map(parameters, |row| Ok(Due { table: id(row, 0)?, at: row.get(1)? }))?;
    rows.collect()
}

/// Returns tables that have a due time and whose last fact is later than `time`. Reads all rows
/// with a due time.
pub(super) fn later(
    connection: &Connection,
    shards: &str,
    time: Millis,
    limit: u16,
) -> rusqlite::Result<Vec<TableId>> {
    let mut select = connection.prepare_cached(
        "select id from game_table
         where due is not null and updated > ?1
         and shard in (select value from json_each(?2))
         order by due limit ?3",
    )?;
    let rows = select.query_map((time, shards, limit), |row| id(row, 0))?;
    rows.collect()
}

fn id(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<TableId> {
    Ok(TableId(row.get::<_, String>(column)?.into_boxed_str()))
}

fn seq(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<Seq> {
    let number: i64 = row.get(column)?;
    Seq::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn stage(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<Stage> {
    let name: String = row.get(column)?;
    Stage::from_name(&name).ok_or_else(|| {
        let kind = rusqlite::types::Type::Text;
        let what = format!("unknown stage {name:?}");
        rusqlite::Error::FromSqlConversionFailure(column, kind, what.into())
    })
}
