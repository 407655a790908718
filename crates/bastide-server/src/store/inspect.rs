//! Reading a database without changing it: no lock, no migration, no lease.

use std::sync::Arc;

use super::postgres::Inspection;
use super::sqlite::ReadOnly;
use super::{Location, OpenError, Row, StoreError, Stored, TableId};

/// A database that is only read, also beside a server that uses it.
pub enum Inspector {
    /// A file.
    Sqlite(Arc<ReadOnly>),
    /// A database.
    Postgres(Inspection),
}

impl Inspector {
    /// Opens a database of the current schema.
    ///
    /// # Errors
    /// If there is none, or it has another schema.
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

    /// Tables behind a name, by name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        match self {
            Inspector::Sqlite(file) => file.rows(behind, limit).await,
            Inspector::Postgres(database) => database.rows(behind, limit).await,
        }
    }

    /// All facts of a table.
    ///
    /// # Errors
    /// If they cannot be read; [`StoreError::Damaged`] if they make no sense.
    pub async fn read(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        match self {
            Inspector::Sqlite(file) => file.read(table).await,
            Inspector::Postgres(database) => database.read(table).await,
        }
    }
}
