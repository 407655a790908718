//! A store in memory, for benchmarks and fuzzing.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tokio::sync::broadcast;

use super::{
    Append, Due, Hint, Lease, Millis, ProcessTime, Query, Row, Seq, Store, StoreError, Stored,
    TableId, Unfinished,
};

/// Time of the store, which stands still.
const NOW: Millis = 1_800_000_000_000;

/// Logs and settings in memory, at next to no cost. Lists of tables are empty, no table is ever due,
/// and leases are not granted.
pub struct MemoryStore {
    logs: Mutex<BTreeMap<TableId, Vec<Stored>>>,
    settings: Mutex<BTreeMap<String, Vec<u8>>>,
    hints: broadcast::Sender<Hint>,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore {
            logs: Mutex::default(),
            settings: Mutex::default(),
            hints: broadcast::channel(1).0,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Store for MemoryStore {
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let mut logs = lock(&self.logs);
        let log = logs.entry(append.row.id).or_default();
        if append.facts.first().is_some_and(|fact| fact.seq != log.len() as Seq + 1) {
            return Err(StoreError::Conflict);
        }
        log.extend(append.facts);
        Ok(())
    }

    async fn read(&self, table: &TableId, after: Seq) -> Result<Vec<Stored>, StoreError> {
        let logs = lock(&self.logs);
        let log = logs.get(table).into_iter().flatten();
        Ok(log.filter(|stored| stored.seq > after).cloned().collect())
    }

    async fn list(&self, _: &Query) -> Result<Vec<Row>, StoreError> {
        Ok(Vec::new())
    }

    async fn unfinished(&self) -> Result<Unfinished, StoreError> {
        Ok(Unfinished::default())
    }

    async fn rows(&self, _: &TableId, _: u16) -> Result<Vec<Row>, StoreError> {
        Ok(Vec::new())
    }

    async fn lasts(&self, _: &[TableId]) -> Result<Vec<Hint>, StoreError> {
        Ok(Vec::new())
    }

    async fn due(
        &self,
        _: &[u16],
        _: Millis,
        _: Option<&Due>,
        _: u16,
    ) -> Result<Vec<Due>, StoreError> {
        Ok(Vec::new())
    }

    async fn later(&self, _: &[u16], _: Millis, _: u16) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }

    async fn renew(&self, _: &str, _: ProcessTime) -> Result<Vec<Lease>, StoreError> {
        Ok(Vec::new())
    }

    async fn release(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    async fn setting(&self, name: &str, first: &[u8]) -> Result<Vec<u8>, StoreError> {
        Ok(lock(&self.settings).entry(name.to_owned()).or_insert_with(|| first.to_vec()).clone())
    }

    async fn now(&self) -> Result<Millis, StoreError> {
        Ok(NOW)
    }

    async fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn describe(&self) -> String {
        "memory".to_owned()
    }

    async fn close(&self) {}
}
