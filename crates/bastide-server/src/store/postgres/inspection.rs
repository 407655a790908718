//! Read-only access to a database while servers use it.

use deadpool_postgres::{Object, Pool};

use super::{connect, reader, schema};
use crate::store::{OpenError, Row, StoreError, Stored, TableId, may_be_folded, whole};

/// A database opened for reading.
pub struct Inspection(Pool);

impl Inspection {
    /// Connects to a database that has the current schema.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if the server does not respond or the schema differs.
    pub async fn connect(url: &str) -> Result<Inspection, OpenError> {
        let target = connect::Target::new(url)?;
        schema::check_version(&target).await?;
        Ok(Inspection(connect::pool(&target, 1)?))
    }

    /// Returns at most `limit` tables after the name `behind`, in order of names.
    pub(crate) async fn rows(&self, behind: &TableId, limit: u16) -> Result<Vec<Row>, StoreError> {
        self.ask(async |client| reader::rows(client, behind, limit).await).await?
    }

    /// Returns all facts of a table.
    pub(crate) async fn read(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        let (facts, folded) = self
            .ask(async |client| {
                let facts = reader::read(client, table, 0).await?;
                let folded = match may_be_folded(0, &facts) {
                    true => reader::folded(client, table, 0).await?,
                    false => None,
                };
                Ok((facts, folded))
            })
            .await?;
        whole(table, 0, facts, folded).await
    }

    async fn ask<T>(
        &self,
        question: impl AsyncFnOnce(&mut Object) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        let client = connect::connection(&self.0).await?;
        connect::answer(client, question).await.map_err(|refusal| refusal.error)
    }
}
