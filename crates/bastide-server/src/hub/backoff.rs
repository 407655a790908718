//! Back-off for tables that fail in the background.
//!
//! Each failure doubles the delay before the next attempt, up to a limit. A damaged table therefore
//! costs almost nothing and never delays a healthy one. Entries are held in memory only and removed
//! when their table works again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use super::lock;
use crate::store::TableId;

/// Delay after the first failure.
const FIRST: Duration = Duration::from_secs(1);

/// Longest delay for a damaged table, and so the longest time until a repair is noticed.
const LONGEST_IF_DAMAGED: Duration = Duration::from_secs(300);

/// Longest delay after any other failure, such as a bot that panics.
const LONGEST_IF_FAILED: Duration = Duration::from_secs(60);

/// Maximum number of entries. Further failing tables are retried without delay.
const MOST: usize = 50_000;

/// Kind of failure of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The log cannot be read or parsed.
    Damaged,
    /// Any other failure, such as a change that was not saved or a bot that panicked.
    Failed,
}

/// A failing table.
#[derive(Debug)]
struct Entry {
    cause: Cause,
    why: String,
    failures: u32,
    until: Option<Instant>,
}

/// All failing tables.
#[derive(Default, Debug)]
pub(super) struct Backoffs {
    entries: Mutex<BTreeMap<TableId, Entry>>,
    /// Number of entries, read without the lock on the path of every change.
    count: AtomicUsize,
    damaged: AtomicUsize,
}

impl Backoffs {
    /// Records that a table is damaged, without delaying its next attempt. Returns true if the
    /// damage is new or its reason has changed.
    pub(super) fn report_damage(&self, id: &TableId, why: &str) -> bool {
        let mut entries = lock(&self.entries);
        let has_room = entries.len() < MOST;
        let is_news = match entries.get_mut(id) {
            Some(entry) => {
                let is_news = entry.cause != Cause::Damaged || entry.why != why;
                entry.cause = Cause::Damaged;
                entry.why = why.to_owned();
                is_news
            }
            None if !has_room => false,
            None => {
                let why = why.to_owned();
                let entry = Entry { cause: Cause::Damaged, why, failures: 0, until: None };
                entries.insert(id.clone(), entry);
                true
            }
        };
        self.count(&entries);
        is_news
    }

    /// Delays the next background attempt at a table that has just failed.
    /// Returns true for its first failure.
    pub(super) fn delay(&self, id: &TableId, why: &str, now: Instant) -> bool {
        let mut entries = lock(&self.entries);
        if !entries.contains_key(id) && entries.len() >= MOST {
            return false;
        }
        let entry = entries.entry(id.clone()).or_insert_with(|| Entry {
            cause: Cause::Failed,
            why: why.to_owned(),
            failures: 0,
            until: None,
        });
        let longest = match entry.cause {
            Cause::Damaged => LONGEST_IF_DAMAGED,
            Cause::Failed => LONGEST_IF_FAILED,
        };
        let delay = FIRST.saturating_mul(1 << entry.failures.min(16)).min(longest);
        entry.until = Some(now + delay);
        entry.failures += 1;
        let is_first = entry.failures == 1;
        self.count(&entries);
        is_first
    }

    /// Removes a table that works again, and returns the cause of its failure.
    pub(super) fn clear(&self, id: &TableId) -> Option<Cause> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut entries = lock(&self.entries);
        let entry = entries.remove(id);
        self.count(&entries);
        entry.map(|entry| entry.cause)
    }

    /// Removes a damaged table from the entries; returns true if it was damaged.
    pub(super) fn clear_damage(&self, id: &TableId) -> bool {
        self.is_damaged(id) && self.clear(id) == Some(Cause::Damaged)
    }

    /// Removes all entries except damaged tables, because the store works again.
    pub(super) fn clear_failed(&self) {
        let mut entries = lock(&self.entries);
        entries.retain(|_, entry| entry.cause == Cause::Damaged);
        self.count(&entries);
    }

    /// Returns true while the delay of a table lasts.
    pub(super) fn is_resting(&self, id: &TableId, now: Instant) -> bool {
        self.count.load(Ordering::Acquire) > 0
            && lock(&self.entries)
                .get(id)
                .is_some_and(|entry| entry.until.is_some_and(|until| until > now))
    }

    /// Returns true if a background attempt at a table has failed.
    pub(super) fn has_failed(&self, id: &TableId) -> bool {
        self.count.load(Ordering::Acquire) > 0
            && lock(&self.entries).get(id).is_some_and(|entry| entry.failures > 0)
    }

    /// Returns true if a table is known to be damaged.
    pub(super) fn is_damaged(&self, id: &TableId) -> bool {
        self.damaged.load(Ordering::Acquire) > 0
            && lock(&self.entries).get(id).is_some_and(|entry| entry.cause == Cause::Damaged)
    }

    /// Returns the number of damaged tables.
    pub(super) fn damaged(&self) -> usize {
        self.damaged.load(Ordering::Acquire)
    }

    fn count(&self, entries: &MutexGuard<'_, BTreeMap<TableId, Entry>>) {
        let damaged = entries.values().filter(|entry| entry.cause == Cause::Damaged).count();
        self.damaged.store(damaged, Ordering::Release);
        self.count.store(entries.len(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> TableId {
        TableId(name.into())
    }

    #[test]
    fn damage_is_reported_once_per_reason() {
        let backoffs = Backoffs::default();
        assert!(backoffs.report_damage(&id("a"), "no JSON"));
        assert!(!backoffs.report_damage(&id("a"), "no JSON"));
        assert!(backoffs.report_damage(&id("a"), "fact 7 is missing"));
        assert_eq!(backoffs.damaged(), 1);
        assert!(backoffs.clear_damage(&id("a")));
        assert!(!backoffs.clear_damage(&id("a")));
        assert_eq!(backoffs.damaged(), 0);
        assert!(backoffs.report_damage(&id("a"), "no JSON"), "damaged again is news");
    }

    #[test]
    fn delays_double_up_to_a_limit_and_end_with_a_success() {
        let (backoffs, start) = (Backoffs::default(), Instant::now());
        let (a, b) = (id("a"), id("b"));
        backoffs.report_damage(&a, "no JSON");
        assert!(!backoffs.is_resting(&a, start), "damage alone delays nothing");
        let mut now = start;
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            let is_first = backoffs.delay(&a, "no JSON", now);
            assert_eq!(is_first, now == start);
            let end = now + Duration::from_secs(seconds);
            assert!(backoffs.is_resting(&a, end - Duration::from_millis(1)));
            assert!(!backoffs.is_resting(&a, end));
            assert!(!backoffs.is_resting(&b, now), "others are not delayed");
            now = end;
        }
        assert_eq!(backoffs.clear(&a), Some(Cause::Damaged));
        assert!(!backoffs.is_resting(&a, now - Duration::from_secs(1)));
    }

    #[test]
    fn a_store_that_works_again_ends_all_delays_but_those_of_damaged_tables() {
        let (backoffs, now) = (Backoffs::default(), Instant::now());
        backoffs.delay(&id("a"), "not saved", now);
        backoffs.report_damage(&id("b"), "no JSON");
        backoffs.delay(&id("b"), "no JSON", now);
        backoffs.clear_failed();
        assert!(!backoffs.is_resting(&id("a"), now));
        assert!(backoffs.is_resting(&id("b"), now));
    }
}
