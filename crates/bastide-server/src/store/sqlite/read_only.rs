//! Read-only access to a file, possibly while a server uses it.

use std::path::Path;
use std::sync::Arc;

use super::reader::{self, Readers};
use super::schema;
use crate::store::{OpenError, Row, Schema, StoreError, Stored, TableId, may_be_folded, whole};

/// A file opened for reading.
pub struct ReadOnly(Arc<Readers>);

impl ReadOnly {
    /// Opens a file that has the current schema. Blocks.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if the file does not exist or has another schema.
    pub fn open(path: &Path) -> Result<ReadOnly, OpenError> {
        schema::check_sqlite()?;
        if !path.is_file() {
            let error = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(OpenError::Io { path: path.to_owned(), error });
        }
        schema::check_version(path)?;
        Ok(ReadOnly(Readers::new(path, 1)))
    }

    /// Checks that a server of this version can open a file, and returns its schema. Changes
    /// nothing, whatever the schema. Blocks.
    ///
    /// # Errors
    /// Returns the [`OpenError`] that the server would report.
    pub fn examine(path: &Path) -> Result<Schema, OpenError> {
        schema::check_sqlite()?;
        schema::check_access(path)?;
        schema::examine(path)
    }

    /// Returns at most `limit` tables after the name `behind`, in order of names.
    pub(crate) async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        let behind = behind.clone();
        self.0.ask(move |db| reader::rows(db, &behind, limit)).await
    }

    /// Returns all facts of a table.
    pub(crate) async fn read(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        let asked = table.clone();
        let (facts, folded) = self
            .0
            .ask(move |db| {
                let facts = reader::read(db, &asked, 0)?;
                let folded = match may_be_folded(0, &facts) {
                    true => reader::folded(db, &asked, 0)?,
                    false => None,
                };
                Ok((facts, folded))
            })
            .await?;
        whole(table, 0, facts, folded).await
    }
}
