//! Schema migrations, run by one process at a time.

use tokio_postgres::Client;

use super::Server;
use super::connect::{Target, open_error, place};
use super::lease::NOW;
use crate::store::OpenError;

/// All migrations in order. Statements of existing ones must not be changed; new ones are appended.
pub(super) const MIGRATIONS: [&str; 7] = [
    include_str!("../../../migrations/postgres/0001_tables.sql"),
    include_str!("../../../migrations/postgres/0002_unfinished.sql"),
    include_str!("../../../migrations/postgres/0003_proof.sql"),
    include_str!("../../../migrations/postgres/0004_moderation.sql"),
    include_str!("../../../migrations/postgres/0005_process_time.sql"),
    include_str!("../../../migrations/postgres/0006_push.sql"),
    include_str!("../../../migrations/postgres/0007_engines.sql"),
];

/// Divides tables into partitions; their number is in the setting `bastide.partitions`.
const PARTITION: &str = include_str!("../../../migrations/postgres/partition.sql");

/// Advisory lock held while the schema changes: "Bastide" in ASCII.
const LOCK: i64 = 0x0042_6173_7469_6465;

/// Names of our tables, used to detect a conflict with another program.
const TABLES: &str = "'schema_version', 'game_table', 'fact', 'process', 'lease', 'probe', \
    'folded', 'setting', 'address_ban', 'player_report', 'push_subscription', \
    'engine_account', 'engine_standing', 'engine_game'";

/// Connects once, migrates the database, divides it into partitions if a number is given and it has
/// none, and returns the properties of the server.
pub(super) async fn prepare(target: &Target, partitions: Option<u16>) -> Result<Server, OpenError> {
    let fail = |error: tokio_postgres::Error| open_error(target, &error);
    let (mut client, connection) = target.connect().await.map_err(fail)?;
    let driver = tokio::spawn(connection);
    let outcome = migrate(target, &mut client, &MIGRATIONS, partitions).await;
    drop(client);
    // The task ends with the client, which has already reported any error.
    let _ = driver.await;
    outcome
}

/// Rejects a database with another schema version, without changing it.
pub(super) async fn check_version(target: &Target) -> Result<(), OpenError> {
    let fail = |error: tokio_postgres::Error| open_error(target, &error);
    let (mut client, connection) = target.connect().await.map_err(fail)?;
    let driver = tokio::spawn(connection);
    let found = async {
        let transaction = client.transaction().await?;
        version(&transaction).await
    };
    let found = found.await.map_err(fail);
    drop(client);
    let _ = driver.await;
    let (what, known) = (place(&target.config), MIGRATIONS.len() as i64);
    match found? {
        None => Err(OpenError::Foreign { what }),
        Some(found) if found > known => Err(OpenError::Newer { what, found, known }),
        Some(found) if found < known => Err(OpenError::Older { what, found, known }),
        Some(_) => Ok(()),
    }
}

async fn migrate(
    target: &Target,
    client: &mut Client,
    steps: &[&str],
    partitions: Option<u16>,
) -> Result<Server, OpenError> {
    let fail = |error: tokio_postgres::Error| open_error(target, &error);
    let known = steps.len() as i64;
    let transaction = client.transaction().await.map_err(fail)?;
    // Waits for a migration in another process, which releases the lock when it commits.
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(fail)?;
    let Some(version) = version(&transaction).await.map_err(fail)? else {
        return Err(OpenError::Foreign { what: place(&target.config) });
    };
    if version > known {
        return Err(OpenError::Newer { what: place(&target.config), found: version, known });
    }
    if version == 0 {
        let create = "create table schema_version (
            version bigint not null primary key,
            applied bigint not null
        )";
        transaction.batch_execute(create).await.map_err(fail)?;
    }
    for (step, number) in steps.iter().zip(1_i64..).skip(usize::try_from(version).unwrap_or(0)) {
        transaction.batch_execute(step).await.map_err(fail)?;
        let insert = format!("insert into schema_version (version, applied) values ($1, {NOW})");
        transaction.execute(&insert, &[&number]).await.map_err(fail)?;
    }
    if let Some(wanted) = partitions {
        partition(&transaction, wanted).await.map_err(fail)?;
    }
    let server = server(&transaction).await.map_err(fail)?;
    transaction.commit().await.map_err(fail)?;
    Ok(server)
}

/// Divides the tables into partitions, unless they are divided already.
async fn partition(
    transaction: &tokio_postgres::Transaction<'_>,
    wanted: u16,
) -> Result<(), tokio_postgres::Error> {
    let found = partitions(transaction).await?;
    if found == 0 {
        let set = "select set_config('bastide.partitions', $1, true)";
        transaction.execute(set, &[&wanted.to_string()]).await?;
        return transaction.batch_execute(PARTITION).await;
    }
    if found != i64::from(wanted) {
        tracing::warn!(found, wanted, "the database keeps the partitions that it has");
    }
    Ok(())
}

/// Returns the number of partitions of each table, 0 if they are not divided.
async fn partitions(
    transaction: &tokio_postgres::Transaction<'_>,
) -> Result<i64, tokio_postgres::Error> {
    let sql = "select count(*) from pg_inherits
         where inhparent = to_regclass(format('%I.fact', current_schema()))";
    Ok(transaction.query_one(sql, &[]).await?.get(0))
}

/// Returns the properties of the server.
pub(super) async fn server(
    transaction: &tokio_postgres::Transaction<'_>,
) -> Result<Server, tokio_postgres::Error> {
    let sql = "select current_setting('server_version'),
            current_setting('max_connections')::bigint,
            (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl)";
    let row = transaction.query_one(sql, &[]).await?;
    let partitions = u64::try_from(partitions(transaction).await?).unwrap_or_default();
    let (version, max_connections, tls) = (row.get(0), row.get(1), row.get(2));
    Ok(Server { version, max_connections, tls, partitions })
}

/// Returns the schema version: 0 if the database has none of our tables, `None` if its tables
/// belong to another program.
pub(super) async fn version(
    transaction: &tokio_postgres::Transaction<'_>,
) -> Result<Option<i64>, tokio_postgres::Error> {
    let sql = format!(
        "select
            (select count(*) from information_schema.tables
             where table_schema = current_schema() and table_name in ({TABLES})),
            (select count(*) from information_schema.columns
             where table_schema = current_schema() and table_name = 'schema_version'
             and column_name in ('version', 'applied'))"
    );
    let row = transaction.query_one(&sql, &[]).await?;
    match (row.get::<_, i64>(0), row.get::<_, i64>(1)) {
        (0, _) => Ok(Some(0)),
        (_, 2) => {
            let sql = "select max(version) from schema_version";
            let version: Option<i64> = transaction.query_one(sql, &[]).await?.get(0);
            Ok(version)
        }
        (_, _) => Ok(None),
    }
}
