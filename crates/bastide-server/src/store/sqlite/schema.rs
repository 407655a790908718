//! Opening of a file: locks, connection settings, and schema migrations.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::store::{OpenError, Schema};

/// All migrations in order. Statements of existing ones must not be changed; new ones are appended.
const MIGRATIONS: [&str; 7] = [
    include_str!("../../../migrations/sqlite/0001_tables.sql"),
    include_str!("../../../migrations/sqlite/0002_unfinished.sql"),
    include_str!("../../../migrations/sqlite/0003_proof.sql"),
    include_str!("../../../migrations/sqlite/0004_moderation.sql"),
    include_str!("../../../migrations/sqlite/0005_process_time.sql"),
    include_str!("../../../migrations/sqlite/0006_push.sql"),
    include_str!("../../../migrations/sqlite/0007_engines.sql"),
];

/// Oldest safe version: before 3.51.3, SQLite could lose a write-ahead log that one connection
/// reset while another was using it.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Application id of the file: "Bast" in ASCII.
const APPLICATION: i32 = 0x4261_7374;

/// Timeout for a lock held by another program.
const PATIENCE: Duration = Duration::from_secs(5);

/// Size in bytes to which the write-ahead log is truncated when it restarts.
const LOG_KEPT: i64 = 32 << 20;

/// Rejects an SQLite library that may lose data.
pub(super) fn check_sqlite() -> Result<(), OpenError> {
    match rusqlite::version_number() {
        number if number >= OLDEST_SQLITE => Ok(()),
        _ => Err(OpenError::OldSqlite { version: rusqlite::version().to_owned() }),
    }
}

/// Returns the path of the lock file of a database.
pub(super) fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

/// Excludes other processes from the file until dropped.
///
/// There are two locks: on a file next to the database, which makes a running server visible in
/// directory listings, and on the database itself, which also works if the first file was removed
/// or the database is opened by another path, such as a symbolic link. The second uses `flock`,
/// which is independent of SQLite's own `fcntl` locks, so other programs can still read and back
/// up.
///
/// *Invariant:* no other handle of the database file is closed while SQLite has it open. POSIX
/// releases all `fcntl` locks of a process on a file, including those of SQLite, when any handle of
/// that file is closed. Test: `another_program_that_reads_the_file_loses_nothing`.
#[derive(Debug)]
pub(super) struct Lock {
    _database: File,
    _beside: File,
}

/// Locks a database file, creating it if needed.
pub(super) fn lock(path: &Path) -> Result<Lock, OpenError> {
    if path.is_dir() {
        return Err(OpenError::NotADatabase(path.to_owned()));
    }
    let beside = lock_path(path);
    let file = private_file(&beside)?;
    let locked = |held: PathBuf| OpenError::Locked { path: path.to_owned(), lock: held };
    take(&file, &beside, &locked)?;
    let database = private_file(path)?;
    #[cfg(unix)]
    take(&database, path, &locked)?;
    Ok(Lock { _database: database, _beside: file })
}

fn take(file: &File, path: &Path, locked: &impl Fn(PathBuf) -> OpenError) -> Result<(), OpenError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(locked(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::Io { path: path.to_owned(), error }),
    }
}

/// Rejects a file that another process has locked, or that this user cannot write to. Creates and
/// changes nothing.
pub(super) fn check_access(path: &Path) -> Result<(), OpenError> {
    if path.is_dir() {
        return Err(OpenError::NotADatabase(path.to_owned()));
    }
    let held = lock_path(path);
    for file in [path, &held, &beside(path, "-wal"), &beside(path, "-shm")] {
        crate::system::check_writable(file).map_err(|error| OpenError::from_io(file, error))?;
    }
    match File::open(&held) {
        // Released at once. A shared lock is refused while a server holds its own.
        Ok(file) => match file.try_lock_shared() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(OpenError::Locked { path: path.to_owned(), lock: held })
            }
            Err(TryLockError::Error(error)) => Err(OpenError::from_io(&held, error)),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(OpenError::from_io(&held, error)),
    }
}

/// Returns the path of an auxiliary file of SQLite.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Opens or creates a file that only this user can access: the log contains seeds and hashed
/// tokens. SQLite creates its auxiliary files with the same permissions.
fn private_file(path: &Path) -> Result<File, OpenError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| OpenError::from_io(path, error))
}

/// Opens a connection for writing. The file must be locked.
pub(super) fn connect(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| OpenError::from_sqlite(path, &error))?;
    set_up(&connection).map_err(|error| OpenError::from_sqlite(path, &error))?;
    Ok(connection)
}

/// Opens a read-only connection.
pub(super) fn connect_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    connection.pragma_update(None, "journal_size_limit", LOG_KEPT)?;
    // Checkpoints run separately, so that no commit has to wait for one.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(())
}

/// Rejects a file with another schema version, without changing it.
pub(super) fn check_version(path: &Path) -> Result<(), OpenError> {
    let fail = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
    let connection = connect_reader(path).map_err(fail)?;
    let what = path.display().to_string();
    let known = MIGRATIONS.len() as i64;
    match version(&connection).map_err(fail)? {
        None => Err(OpenError::Foreign { what }),
        Some(found) if found > known => Err(OpenError::Newer { what, found, known }),
        Some(found) if found < known => Err(OpenError::Older { what, found, known }),
        Some(_) => Ok(()),
    }
}

/// Returns the schema of a file, whichever it is, without changing anything in its directory.
pub(super) fn examine(path: &Path) -> Result<Schema, OpenError> {
    let fail = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
    let has_log = beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0);
    let connection = if has_log { connect_reader(path) } else { connect_alone(path) };
    let what = path.display().to_string();
    let known = MIGRATIONS.len() as i64;
    match version(&connection.map_err(fail)?).map_err(fail)? {
        None => Err(OpenError::Foreign { what }),
        Some(found) if found > known => Err(OpenError::Newer { what, found, known }),
        Some(found) => Ok(Schema { found, known }),
    }
}

/// Opens a file that no other program uses and that has no write-ahead log. Other read-only
/// connections create that log and a file of shared memory.
fn connect_alone(path: &Path) -> rusqlite::Result<Connection> {
    let escape = |c: char| match c {
        '%' | '?' | '#' => format!("%{:02x}", u32::from(c)),
        c => c.to_string(),
    };
    let Some(name) = path.to_str() else { return connect_reader(path) };
    let name: String = name.chars().map(escape).collect();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{name}?immutable=1"), flags)
}

/// Migrates a file to the current schema.
pub(super) fn migrate(path: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    migrate_by(path, connection, &MIGRATIONS)
}

fn migrate_by(path: &Path, connection: &mut Connection, steps: &[&str]) -> Result<(), OpenError> {
    let fail = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
    let known = steps.len() as i64;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
    let version = version(&transaction).map_err(fail)?;
    let Some(version) = version else {
        return Err(OpenError::Foreign { what: path.display().to_string() });
    };
    if version > known {
        let what = path.display().to_string();
        return Err(OpenError::Newer { what, found: version, known });
    }
    if version == 0 {
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(fail)?;
        transaction
            .execute_batch(
                "create table schema_version (
                    version integer not null primary key,
                    applied integer not null
                ) strict",
            )
            .map_err(fail)?;
    }
    for (step, number) in steps.iter().zip(1_i64..).skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step).map_err(fail)?;
        transaction
            .execute(
                "insert into schema_version (version, applied) values (?1, ?2)",
                (number, super::now()),
            )
            .map_err(fail)?;
    }
    transaction.commit().map_err(fail)
}

/// Returns the schema version of a file: 0 if it is empty, `None` if it belongs to another program.
fn version(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let count = "select count(*) from sqlite_schema";
    let tables: i64 = connection.query_row(count, [], |row| row.get(0))?;
    if tables == 0 {
        return Ok(Some(0));
    }
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application != APPLICATION {
        return Ok(None);
    }
    let last = "select coalesce(max(version), 0) from schema_version";
    connection.query_row(last, [], |row| row.get(0)).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_files_are_migrated_without_loss() {
        let (one, two) = ("create table a (x integer)", "alter table a add column y integer");
        let mut connection = Connection::open_in_memory().unwrap();
        let path = Path::new("old.db");
        migrate_by(path, &mut connection, &[one]).unwrap();
        connection.execute("insert into a (x) values (7)", []).unwrap();
        migrate_by(path, &mut connection, &[one, two]).unwrap();
        migrate_by(path, &mut connection, &[one, two]).unwrap();
        let x: i64 =
            connection.query_row("select x from a where y is null", [], |r| r.get(0)).unwrap();
        assert_eq!(x, 7);
        assert_eq!(version(&connection), Ok(Some(2)));
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let mut connection = Connection::open_in_memory().unwrap();
        let path = Path::new("old.db");
        let steps = ["create table a (x integer)", "create table b (x integer); nonsense"];
        migrate_by(path, &mut connection, &steps[..1]).unwrap();
        assert!(migrate_by(path, &mut connection, &steps).is_err());
        assert_eq!(version(&connection), Ok(Some(1)));
        assert!(connection.execute("insert into b (x) values (1)", []).is_err());
    }

    #[test]
    fn newer_and_foreign_files_are_refused() {
        let path = Path::new("new.db");
        let mut newer = Connection::open_in_memory().unwrap();
        migrate_by(path, &mut newer, &["create table a (x integer)", "select 1"]).unwrap();
        let error = migrate_by(path, &mut newer, &["create table a (x integer)"]).unwrap_err();
        assert!(matches!(error, OpenError::Newer { found: 2, known: 1, .. }), "{error}");
        let mut other = Connection::open_in_memory().unwrap();
        other.execute_batch("create table recipe (x integer)").unwrap();
        let error = migrate(path, &mut other).unwrap_err();
        assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    }
}
