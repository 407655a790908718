//! The tables at which an engine plays: how many there are, and how often it has failed at each.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::store::TableId;

/// Time after the last request of a table for which it counts as one that the engine plays at. The
/// game of a table may never begin, or never end.
const ACTIVE: Duration = Duration::from_secs(120);

/// Time after which a table is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// Number of turns in a row after whose failure an engine is sidelined.
const FAILURES: u8 = 3;

/// The tables of one engine.
#[derive(Default)]
pub(super) struct Tables(BTreeMap<TableId, Seated>);

struct Seated {
    /// Time of the invitation or of the last request.
    used: Instant,
    /// Number of turns that have failed since the last one that did not.
    failures: u8,
}

impl Tables {
    /// Returns true if the engine plays at `id`, or at fewer than `most` tables.
    pub(super) fn has_room(&self, id: &TableId, most: u16) -> bool {
        let is_active =
            |seated: &&Seated| seated.used.elapsed() < ACTIVE && seated.failures < FAILURES;
        self.0.contains_key(id) || self.0.values().filter(is_active).count() < usize::from(most)
    }

    /// Records that the engine plays at `id`.
    pub(super) fn touch(&mut self, id: &TableId) {
        self.0.retain(|_, seated| seated.used.elapsed() < FORGOTTEN);
        let used = Instant::now();
        self.0.entry(id.clone()).or_insert(Seated { used, failures: 0 }).used = used;
    }

    /// Removes a table whose game is over.
    pub(super) fn remove(&mut self, id: &TableId) {
        self.0.remove(id);
    }

    /// Records how a turn ended. Returns true if the engine is sidelined from now on.
    pub(super) fn note(&mut self, id: &TableId, has_failed: bool) -> bool {
        let used = Instant::now();
        let seated = self.0.entry(id.clone()).or_insert(Seated { used, failures: 0 });
        seated.failures = if has_failed { seated.failures.saturating_add(1) } else { 0 };
        seated.failures >= FAILURES
    }

    /// Returns true if the engine has failed too often to be asked at `id`.
    pub(super) fn is_sidelined(&self, id: &TableId) -> bool {
        self.0.get(id).is_some_and(|seated| seated.failures >= FAILURES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: usize) -> TableId {
        TableId(format!("table{n:07}").into())
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_has_a_limited_number_of_tables() {
        let mut tables = Tables::default();
        (0..3).for_each(|n| tables.touch(&id(n)));
        assert!(tables.has_room(&id(3), 4) && !tables.has_room(&id(3), 3));
        assert!(tables.has_room(&id(2), 3), "it plays there already");
        tables.remove(&id(0));
        assert!(tables.has_room(&id(3), 3), "a game is over");
        tables.touch(&id(3));
        assert!(!tables.has_room(&id(4), 3));
        tokio::time::advance(ACTIVE).await;
        tables.touch(&id(3));
        assert!(tables.has_room(&id(4), 3), "two tables do not ask it any more");
        tokio::time::advance(FORGOTTEN).await;
        tables.touch(&id(4));
        assert_eq!(tables.0.len(), 1, "old tables take no memory");
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_is_sidelined_after_failures_in_a_row() {
        let mut tables = Tables::default();
        (0..2).for_each(|n| tables.touch(&id(n)));
        assert!(!tables.note(&id(0), true) && !tables.note(&id(0), true));
        assert!(!tables.note(&id(0), false), "it has played a turn");
        assert!(!tables.note(&id(0), true) && !tables.note(&id(0), true));
        assert!(!tables.is_sidelined(&id(0)));
        assert!(tables.note(&id(0), true));
        assert!(tables.is_sidelined(&id(0)) && !tables.is_sidelined(&id(1)));
        assert!(tables.has_room(&id(2), 2), "a table that does not ask it takes no room");
        let last = (0..3).map(|_| tables.note(&id(9), true)).last();
        assert_eq!(last, Some(true), "a rematch was not invited");
    }
}
