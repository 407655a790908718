//! A copy of a database while it is in use.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::schema;
use crate::store::EPOCH;

/// Why there is no copy. Nothing is left behind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// There is no database to copy.
    #[error("there is no database {}", .0.display())]
    NoDatabase(PathBuf),
    /// There is something in the place of the copy.
    #[error("{} is there already: name a file that is not", .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// The database cannot be read, or the copy not written.
    #[error("cannot copy {}: {error}", .path.display())]
    Database {
        /// Which database.
        path: PathBuf,
        /// What SQLite said.
        error: rusqlite::Error,
    },
    /// The copy is not whole, so the database is not either.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged {
        /// Which database.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// Copies a database, also while a server uses it, as of one moment: under
/// another name first, checked, and then to its place. How many bytes the copy
/// has.
///
/// # Errors
/// If there is no database or something in the place of the copy; if it cannot
/// be read or the copy not written.
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
    // The place is taken first: renaming would overwrite what has come there
    // meanwhile.
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

/// Gives a copy a seed epoch of its own. A server that is started with the copy
/// sees that its tables are of another epoch, and draws the tiles to come from
/// new seeds: players have seen tiles that were drawn after the copy was made.
fn mark(copy: &Connection) -> rusqlite::Result<()> {
    // A database of an older version has no settings yet.
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

/// A new file for this user only.
fn create(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// A name is durable once its directory is.
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

/// A file that goes unless it was renamed.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
