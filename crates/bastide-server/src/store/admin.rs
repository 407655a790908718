//! The operator's side of a store: all tables whether listed or not, deleting
//! tables, banned addresses, and reports.

use async_trait::async_trait;

use super::{Millis, Row, Seq, StoreError, Stored, TableId};

/// The most bans that are read.
pub const MAX_BANS: u32 = 10_000;

/// A banned network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBan {
    /// The network, as text.
    pub net: String,
    /// Why, for the operator and for those who are banned.
    pub reason: String,
    /// When it was banned.
    pub created: Millis,
    /// When it ends, if it does.
    pub until: Option<Millis>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReport {
    /// Its number; ignored when it is added.
    pub id: i64,
    /// The table it is about.
    pub table: TableId,
    /// When it was made.
    pub at: Millis,
    /// The rest, as JSON.
    pub body: String,
}

/// What the operator needs of a store.
#[async_trait]
pub trait AdminStore: Send + Sync {
    /// Returns the bytes that the log of a table takes, without overhead.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn size(&self, table: &TableId) -> Result<u64, StoreError>;

    /// Deletes a table with its log; with `last`, only if that is still the
    /// number of its last fact. Returns whether it was deleted.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn delete_table(&self, table: &TableId, last: Option<Seq>) -> Result<bool, StoreError>;

    /// Reads at most [`MAX_BANS`] bans, also those that have ended.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn bans(&self) -> Result<Vec<StoredBan>, StoreError>;

    /// Adds a ban, or replaces the one of the same network.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn ban(&self, ban: StoredBan) -> Result<(), StoreError>;

    /// Removes a ban. Returns whether there was one.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn unban(&self, net: &str) -> Result<bool, StoreError>;

    /// Adds a report unless the table has `most` already. Returns its number.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn add_report(&self, report: StoredReport, most: u32) -> Result<Option<i64>, StoreError>;

    /// Reads reports, the newest first: of one table, or of all.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn reports(
        &self,
        table: Option<&TableId>,
        limit: u16,
    ) -> Result<Vec<StoredReport>, StoreError>;

    /// Replaces the whole log of a table, if `last` is still the number of its
    /// last fact. Returns whether it was replaced.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn rewrite(&self, last: Seq, log: Vec<Stored>, row: Row) -> Result<bool, StoreError>;

    /// Replaces the body of a report.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn rewrite_report(&self, id: i64, body: String) -> Result<(), StoreError>;

    /// Deletes one report. Returns whether it was there.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn delete_report(&self, id: i64) -> Result<bool, StoreError>;

    /// Deletes all reports and bans that ended before a time. Returns how many.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn forget_before(&self, at: Millis) -> Result<u64, StoreError>;
}
