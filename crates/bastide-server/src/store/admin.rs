//! The operator's interface of a store: all tables, deletion of tables, banned addresses, and
//! reports.

use async_trait::async_trait;

use super::{Millis, Row, Seq, StoreError, Stored, TableId};

/// Maximum number of bans that are read.
pub const MAX_BANS: u32 = 10_000;

/// A banned network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBan {
    /// The network, as text.
    pub net: String,
    /// Reason, shown to the operator and to banned clients.
    pub reason: String,
    /// Creation time.
    pub created: Millis,
    /// Expiry time; `None` for a permanent ban.
    pub until: Option<Millis>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReport {
    /// Number of the report; ignored when it is added.
    pub id: i64,
    /// The table it is about.
    pub table: TableId,
    /// Creation time.
    pub at: Millis,
    /// The remaining data, as JSON.
    pub body: String,
}

/// Store operations for the operator.
#[async_trait]
pub trait AdminStore: Send + Sync {
    /// Returns the size of the log of a table in bytes, without overhead.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn size(&self, table: &TableId) -> Result<u64, StoreError>;

    /// Deletes a table with its log; with `last`, only if that is still the number of its last
    /// fact. Returns true if it was deleted.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn delete_table(&self, table: &TableId, last: Option<Seq>) -> Result<bool, StoreError>;

    /// Reads at most [`MAX_BANS`] bans, including expired ones.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn bans(&self) -> Result<Vec<StoredBan>, StoreError>;

    /// Adds a ban, or replaces the one of the same network.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn ban(&self, ban: StoredBan) -> Result<(), StoreError>;

    /// Removes a ban. Returns true if there was one.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn unban(&self, net: &str) -> Result<bool, StoreError>;

    /// Adds a report and returns its number; returns `None` if the table already has `most`
    /// reports.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn add_report(&self, report: StoredReport, most: u32) -> Result<Option<i64>, StoreError>;

    /// Reads reports of one table or of all, newest first.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn reports(
        &self,
        table: Option<&TableId>,
        limit: u16,
    ) -> Result<Vec<StoredReport>, StoreError>;

    /// Replaces the whole log of a table if `last` is still the number of its last fact. Returns
    /// true if it was replaced.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn rewrite(&self, last: Seq, log: Vec<Stored>, row: Row) -> Result<bool, StoreError>;

    /// Replaces the body of a report.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn rewrite_report(&self, id: i64, body: String) -> Result<(), StoreError>;

    /// Deletes a report. Returns true if there was one.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn delete_report(&self, id: i64) -> Result<bool, StoreError>;

    /// Deletes reports created and bans expired before `at`. Returns their number.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn forget_before(&self, at: Millis) -> Result<u64, StoreError>;
}
