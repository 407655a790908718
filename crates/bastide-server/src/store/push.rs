//! Push subscriptions in a store.

use async_trait::async_trait;

use super::{Millis, StoreError, TableId};

/// A push subscription of a person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPush {
    /// The table.
    pub table: TableId,
    /// The number of the person there.
    pub holder: u16,
    /// A hash of the endpoint.
    pub id: String,
    /// When it was made.
    pub created: Millis,
    /// The rest, as JSON.
    pub body: String,
    /// The revision of the game at the turn of the last message.
    pub told: u32,
    /// The same at the last turn that began while the person was connected.
    pub seen: u32,
    /// When the last message was sent.
    pub sent: Millis,
}

/// Keeps push subscriptions.
#[async_trait]
pub trait PushStore: Send + Sync {
    /// Adds a subscription, or replaces the body of the same one. If the person
    /// has more than `most` afterwards, the oldest are removed.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn add_push(&self, push: StoredPush, most: u8) -> Result<(), StoreError>;

    /// The subscriptions of a person at a table, the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    async fn pushes(&self, table: &TableId, holder: u16) -> Result<Vec<StoredPush>, StoreError>;

    /// Claims the message of a turn for the caller: returns true once for each
    /// subscription and revision, in whatever process it is asked.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn claim_push(
        &self,
        push: &StoredPush,
        revision: u32,
        now: Millis,
    ) -> Result<bool, StoreError>;

    /// Notes that a turn began while the person was connected.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn see_turn(&self, table: &TableId, holder: u16, revision: u32)
    -> Result<(), StoreError>;

    /// Removes a subscription of a person, or all of them. Returns how many
    /// there were.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn remove_pushes(
        &self,
        table: &TableId,
        holder: u16,
        id: Option<&str>,
    ) -> Result<u64, StoreError>;

    /// Removes the subscriptions of tables that are over or deleted. Returns how
    /// many there were.
    ///
    /// # Errors
    /// If the store cannot be written.
    async fn remove_stray_pushes(&self) -> Result<u64, StoreError>;
}
