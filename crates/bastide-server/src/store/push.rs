//! Interface for the storage of push subscriptions.

use async_trait::async_trait;

use super::{Millis, StoreError, TableId};

/// A push subscription of a person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPush {
    /// The table.
    pub table: TableId,
    /// Holder number of the person at the table.
    pub holder: u16,
    /// Hash of the endpoint.
    pub id: String,
    /// Creation time.
    pub created: Millis,
    /// The remaining data, as JSON.
    pub body: String,
    /// Revision of the game at the turn of the last message.
    pub told: u32,
    /// Revision of the game at the last turn that began while the person was connected.
    pub seen: u32,
    /// Time of the last message.
    pub sent: Millis,
}

/// Storage of push subscriptions.
#[async_trait]
pub trait PushStore: Send + Sync {
    /// Adds a subscription, or replaces the body of an existing one. If the person then has more
    /// than `most`, the oldest are removed.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn add_push(&self, push: StoredPush, most: u8) -> Result<(), StoreError>;

    /// Returns the subscriptions of a person at a table, oldest first.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn pushes(&self, table: &TableId, holder: u16) -> Result<Vec<StoredPush>, StoreError>;

    /// Claims the message of a turn: returns true exactly once for each subscription and revision,
    /// across all processes.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn claim_push(
        &self,
        push: &StoredPush,
        revision: u32,
        now: Millis,
    ) -> Result<bool, StoreError>;

    /// Records that a turn began while the person was connected.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn see_turn(&self, table: &TableId, holder: u16, revision: u32)
    -> Result<(), StoreError>;

    /// Removes one subscription of a person, or all without `id`. Returns the number removed.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn remove_pushes(
        &self,
        table: &TableId,
        holder: u16,
        id: Option<&str>,
    ) -> Result<u64, StoreError>;

    /// Removes the subscriptions of finished and deleted tables. Returns the number removed.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn remove_stray_pushes(&self) -> Result<u64, StoreError>;
}
