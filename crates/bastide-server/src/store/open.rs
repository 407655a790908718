//! Locations of stores, opening them, and the errors that can occur.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::Store;
use super::postgres::{PostgresOptions, PostgresStore};
use super::sqlite::{SqliteOptions, SqliteStore};

/// Location of a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A file on this machine.
    Sqlite(PathBuf),
    /// URL of a PostgreSQL database, which several processes may share.
    Postgres(String),
}

impl FromStr for Location {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Location, Self::Err> {
        let is_url = ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
        Ok(if is_url {
            Location::Postgres(text.to_owned())
        } else {
            Location::Sqlite(PathBuf::from(text))
        })
    }
}

/// Omits passwords.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Sqlite(path) => path.display().fmt(f),
            Location::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

/// Returns a URL without the password in its credentials or query parameters.
fn without_password(url: &str) -> String {
    let (url, query) = url.split_once('?').unwrap_or((url, ""));
    let mut shown = without_credentials(url);
    for (part, joint) in query
        .split('&')
        .filter(|part| !part.is_empty() && !part.starts_with("password="))
        .zip(std::iter::once('?').chain(std::iter::repeat('&')))
    {
        shown.push(joint);
        shown.push_str(part);
    }
    shown
}

fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    // A password may contain an unescaped `@`: the last one before the path counts.
    let end = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    match authority.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}{path}")
        }
        None => url.to_owned(),
    }
}

/// Reason why a store cannot be opened, with advice to the operator.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The directory of the file does not exist.
    #[error("the directory {} does not exist: create it, or use another file", .0.display())]
    NoDirectory(PathBuf),
    /// The file or its directory is not writable.
    #[error("{} is not writable: give this user write access to it and its directory, or use another file", .0.display())]
    NotWritable(PathBuf),
    /// Another process has locked the file.
    #[error("{} is in use by another process, which holds {}: stop that server, or use another file (or a PostgreSQL database, which several servers can share)", .path.display(), .lock.display())]
    Locked {
        /// The database.
        path: PathBuf,
        /// The locked file.
        lock: PathBuf,
    },
    /// The file is not a database.
    #[error("{} is not a database: use another file", .0.display())]
    NotADatabase(PathBuf),
    /// The database belongs to another program.
    #[error("{what} is a database of another program: use an empty one or one created by bastide")]
    Foreign {
        /// The database.
        what: String,
    },
    /// The database was written by a newer version.
    #[error(
        "{what} was written by a newer version (schema {found}; this program supports up to {known}): update this program, or restore a backup from before the update"
    )]
    Newer {
        /// The database.
        what: String,
        /// Its schema version.
        found: i64,
        /// Newest schema version supported by this program.
        known: i64,
    },
    /// The database was written by an older version, and read-only access cannot migrate it.
    #[error(
        "{what} was written by an older version (schema {found}; this program checks {known}): start the server once to migrate it, or check it with that version"
    )]
    Older {
        /// The database.
        what: String,
        /// Its schema version.
        found: i64,
        /// Schema version supported by this program.
        known: i64,
    },
    /// The linked SQLite library may lose data.
    #[error("SQLite {version} may lose data: build with 3.51.3 or newer")]
    OldSqlite {
        /// Its version.
        version: String,
    },
    /// The disk has no space for the database.
    #[error("the disk of {} is full: free space and start again", .0.display())]
    Full(PathBuf),
    /// The URL is invalid.
    #[error("not a PostgreSQL URL ({reason}): write postgres://user:password@host:port/database")]
    BadUrl {
        /// Description of the error.
        reason: String,
    },
    /// The database server does not respond or refuses the connection.
    #[error("cannot connect to PostgreSQL at {at}: {reason}")]
    CannotConnect {
        /// Host, port, user and database.
        at: String,
        /// Error message of the server, and advice.
        reason: String,
    },
    /// I/O error of the operating system.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Error of the database.
    #[error("cannot prepare {what}: {reason}")]
    Database {
        /// The database.
        what: String,
        /// Error message.
        reason: String,
    },
}

impl OpenError {
    /// Converts an I/O error about `path`, to a specific variant where there is one.
    pub(super) fn from_io(path: &Path, error: io::Error) -> OpenError {
        let directory = match path.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => Path::new("/"),
        };
        match error.kind() {
            io::ErrorKind::NotFound if !directory.is_dir() => {
                OpenError::NoDirectory(directory.to_owned())
            }
            io::ErrorKind::NotADirectory => OpenError::NoDirectory(directory.to_owned()),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                OpenError::NotWritable(path.to_owned())
            }
            io::ErrorKind::IsADirectory => OpenError::NotADatabase(path.to_owned()),
            io::ErrorKind::StorageFull => OpenError::Full(path.to_owned()),
            _ => OpenError::Io { path: path.to_owned(), error },
        }
    }

    /// Converts an SQLite error about `path`, to a specific variant where there is one.
    pub(super) fn from_sqlite(path: &Path, error: &rusqlite::Error) -> OpenError {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path.to_owned()),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                OpenError::NotWritable(path.to_owned())
            }
            Some(ErrorCode::DiskFull) => OpenError::Full(path.to_owned()),
            Some(_) | None => {
                OpenError::Database { what: path.display().to_string(), reason: error.to_string() }
            }
        }
    }
}

/// Opens the store at a location, creating or migrating its schema as needed.
///
/// # Errors
/// Returns an [`OpenError`] with advice to the operator.
pub async fn open(location: &Location) -> Result<Arc<dyn Store>, OpenError> {
    open_with(location, PostgresOptions::default()).await
}

/// Opens the store at a location with these options, which apply only to PostgreSQL.
///
/// # Errors
/// Returns an [`OpenError`] with advice to the operator.
pub async fn open_with(
    location: &Location,
    options: PostgresOptions,
) -> Result<Arc<dyn Store>, OpenError> {
    match location {
        Location::Sqlite(path) => {
            let path = path.clone();
            let opened = move || SqliteStore::open(&path, SqliteOptions::default());
            let store = tokio::task::spawn_blocking(opened)
                .await
                .expect("opening a file does not panic and is not cancelled")?;
            Ok(Arc::new(store))
        }
        Location::Postgres(url) => {
            let store = PostgresStore::connect(url, options).await?;
            Ok(Arc::new(store))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_parsed_and_printed_without_passwords() {
        let file: Location = "data/bastide.db".parse().unwrap();
        assert_eq!(file, Location::Sqlite(PathBuf::from("data/bastide.db")));
        for (url, shown) in [
            ("postgres://a:b@host:5/base", "postgres://a@host:5/base"),
            ("postgresql://a:b@c@host/base?x=1", "postgresql://a@host/base?x=1"),
            ("postgres://host/base", "postgres://host/base"),
            ("postgres:///base?host=/run&user=a@b", "postgres:///base?host=/run&user=a@b"),
            ("postgres:///b?host=/run&password=x&user=a", "postgres:///b?host=/run&user=a"),
        ] {
            let place: Location = url.parse().unwrap();
            assert_eq!(place, Location::Postgres(url.to_owned()));
            assert_eq!(place.to_string(), shown);
        }
    }
}
