//! Read-only access to a database while servers use it, and its examination before they do.

use deadpool_postgres::{Object, Pool};

use super::{Server, SslMode, connect, reader, schema};
use crate::store::{OpenError, Row, Schema, StoreError, Stored, TableId, may_be_folded, whole};

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

    /// Examines a database without changing it, whatever its schema.
    ///
    /// # Errors
    /// Returns the [`OpenError`] that a server of this version would report.
    pub async fn examine(url: &str) -> Result<Examination, OpenError> {
        let target = connect::Target::new(url)?;
        let fail = |error: tokio_postgres::Error| connect::open_error(&target, &error);
        let (mut client, connection) = target.connect().await.map_err(fail)?;
        let driver = tokio::spawn(connection);
        let found = async {
            let transaction = client.build_transaction().read_only(true).start().await?;
            let version = schema::version(&transaction).await?;
            let server = schema::server(&transaction).await?;
            Ok((version, server, is_writable(&transaction).await?))
        };
        let found = found.await.map_err(fail);
        drop(client);
        // The task ends with the client, which has already reported any error.
        let _ = driver.await;
        let (version, server, is_writable) = found?;
        let what = connect::place(&target.config);
        let known = schema::MIGRATIONS.len() as i64;
        let schema = match version {
            None => return Err(OpenError::Foreign { what }),
            Some(found) if found > known => return Err(OpenError::Newer { what, found, known }),
            Some(found) => Schema { found, known },
        };
        let (mode, is_local) = (target.mode, target.is_local());
        Ok(Examination { schema, server, is_writable, mode, is_local })
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

/// Properties of a database, found without changing it.
#[derive(Clone, Debug)]
pub struct Examination {
    /// Schema of the database.
    pub schema: Schema,
    /// True if the user can write to it: it is not a standby, and the user has the rights on its
    /// tables, or may create them if they are missing.
    pub is_writable: bool,
    server: Server,
    mode: SslMode,
    is_local: bool,
}

impl Examination {
    /// Returns the properties of the server.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Returns the requested encryption mode.
    pub fn ssl_mode(&self) -> SslMode {
        self.mode
    }

    /// Returns true if connections stay on this machine.
    pub fn is_local(&self) -> bool {
        self.is_local
    }
}

/// Returns true if the user could write outside of a read-only transaction.
async fn is_writable(
    transaction: &tokio_postgres::Transaction<'_>,
) -> Result<bool, tokio_postgres::Error> {
    let sql = "select not pg_is_in_recovery()
            and not current_setting('default_transaction_read_only')::boolean
            and case when to_regclass(format('%I.fact', current_schema())) is null
                then coalesce(has_schema_privilege(current_schema(), 'create'), false)
                else has_table_privilege(format('%I.fact', current_schema()), 'insert')
            end";
    Ok(transaction.query_one(sql, &[]).await?.get(0))
}
