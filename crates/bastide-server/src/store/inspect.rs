//! Read-only access to a database: no lock, no migration, no lease.

use std::sync::Arc;

use super::postgres::Inspection;
use super::sqlite::ReadOnly;
use super::{Location, OpenError, Row, StoreError, Stored, TableId};

/// Schema of a database that this program can open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    /// Its schema version, 0 if it is empty.
    pub found: i64,
    /// Schema version to which this program migrates it.
    pub known: i64,
}

/// A database opened for reading, possibly while a server uses it.
pub enum Inspector {
    /// An SQLite file.
    Sqlite(Arc<ReadOnly>),
    /// A PostgreSQL database.
    Postgres(Inspection),
}

impl Inspector {
    /// Opens a database that has the current schema.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if there is no database or it has another schema.
    pub async fn open(location: &Location) -> Result<Inspector, OpenError> {
        match location {
            Location::Sqlite(path) => {
                let path = path.clone();
                let opened = tokio::task::spawn_blocking(move || ReadOnly::open(&path)).await;
                let file = opened.expect("opening a file does not panic and is not cancelled")?;
                Ok(Inspector::Sqlite(Arc::new(file)))
            }
            Location::Postgres(url) => Ok(Inspector::Postgres(Inspection::connect(url).await?)),
        }
    }

    /// Returns at most `limit` tables after the name `behind`, in order of names.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    pub async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        match self {
            Inspector::Sqlite(file) => file.rows(behind, limit).await,
            Inspector::Postgres(database) => database.rows(behind, limit).await,
        }
    }

    /// Returns all facts of a table.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if they cannot be read; [`StoreError::Damaged`] if they are
    /// invalid.
    pub async fn read(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        match self {
            Inspector::Sqlite(file) => file.read(table).await,
            Inspector::Postgres(database) => database.read(table).await,
        }
    }
}
