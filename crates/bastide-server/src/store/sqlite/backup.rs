//! Backup of a database while it is in use.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::schema;
use crate::store::EPOCH;

/// Reason why a backup failed. No partial files are left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// There is no database to copy.
    #[error("the database {} does not exist", .0.display())]
    NoDatabase(PathBuf),
    /// The target file already exists.
    #[error("{} already exists: use another file name", .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The database cannot be read, or the copy cannot be written.
    #[error("cannot copy {}: {error}", .path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// Error of SQLite.
        error: rusqlite::Error,
    },
    /// The copy fails the integrity check, and therefore so does the database.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// Description of the damage.
        reason: String,
    },
}

/// Copies a consistent snapshot of a database, possibly while a server uses it: writes to a
/// temporary file, checks it, and renames it. Returns the size of the copy in bytes.
///
/// # Errors
/// Returns a [`BackupError`] if there is no database, the target exists, the database cannot be
/// read or is damaged, or the copy cannot be written.
pub fn backup(path: &Path, to: &Path) -> Result<u64, BackupError> {
    if !path.is_file() {
        return Err(BackupError::NoDatabase(path.to_owned()));
    }
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let mut name = to.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = Part(PathBuf::from(name));
    let write = |error| BackupError::Io { path: to.to_owned(), error };
    create(&part.0).map_err(write)?;
    copy(path, &part.0)?;
    let file = File::open(&part.0).map_err(write)?;
    file.sync_all().map_err(write)?;
    let bytes = file.metadata().map_err(write)?.len();
    // The target is created first: `rename` would overwrite a file that appeared in between.
    create(to).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists(to.to_owned()),
        _ => write(error),
    })?;
    fs::rename(&part.0, to).map_err(write)?;
    sync_directory(to).map_err(write)?;
    Ok(bytes)
}

fn copy(path: &Path, part: &Path) -> Result<(), BackupError> {
    let fail = |error| BackupError::Database { path: path.to_owned(), error };
    let connection = schema::connect_reader(path).map_err(fail)?;
    let Some(name) = part.to_str() else {
        let error = io::Error::new(io::ErrorKind::InvalidFilename, "the name is not UTF-8");
        return Err(BackupError::Io { path: part.to_owned(), error });
    };
    connection.execute("vacuum into ?1", [name]).map_err(fail)?;
    let copy =
        Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(fail)?;
    mark(&copy).map_err(fail)?;
    let verdict: String =
        copy.query_row("pragma integrity_check(1)", [], |row| row.get(0)).map_err(fail)?;
    if verdict == "ok" {
        Ok(())
    } else {
        Err(BackupError::Damaged { path: path.to_owned(), reason: verdict })
    }
}

/// Gives a copy its own seed epoch. A server that is started with the copy detects that its tables
/// have another epoch, and draws the remaining tiles from new seeds, because players have already
/// seen tiles that were drawn after the copy was made.
fn mark(copy: &Connection) -> rusqlite::Result<()> {
    // A database of an older version has no settings table.
    let has_settings = copy.table_exists(None, "setting")?;
    if has_settings {
        copy.execute(
            "insert into setting (name, value) values (?1, randomblob(16))
             on conflict (name) do update set value = excluded.value",
            [EPOCH],
        )?;
    }
    Ok(())
}

/// Creates a file that only this user can access.
fn create(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Syncs the directory of `path`, which makes the new name durable.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => File::open(".")?.sync_all(),
        Some(parent) => File::open(parent)?.sync_all(),
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_directory(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A temporary file that is removed on drop unless it was renamed.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
