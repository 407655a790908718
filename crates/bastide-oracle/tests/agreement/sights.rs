//! Counts of the situations in the games, to ensure that difficult cases are covered.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// Number of occurrences of each situation.
#[derive(Debug)]
pub(crate) struct Sights<S>(BTreeMap<S, u64>);

impl<S> Default for Sights<S> {
    fn default() -> Sights<S> {
        Sights(BTreeMap::new())
    }
}

impl<S: Copy + Ord + Debug> Sights<S> {
    /// Adds the counts of `other`.
    pub(crate) fn add(&mut self, other: &Sights<S>) {
        for (&sight, count) in &other.0 {
            *self.0.entry(sight).or_default() += count;
        }
    }

    /// Checks that all situations occurred often enough.
    ///
    /// # Panics
    /// Panics if one did not.
    pub(crate) fn check(&self, expected: &[(S, u64)]) {
        let count = |sight| self.0.get(&sight).copied().unwrap_or(0);
        let rare: Vec<_> = expected
            .iter()
            .filter(|&&(sight, least)| count(sight) < least)
            .map(|&(sight, least)| format!("{sight:?}: {} of {least}", count(sight)))
            .collect();
        assert!(rare.is_empty(), "too rare to prove anything: {rare:#?}");
    }

    pub(crate) fn saw(&mut self, sight: S) {
        *self.0.entry(sight).or_default() += 1;
    }

    pub(crate) fn saw_if(&mut self, is_seen: bool, sight: S) {
        if is_seen {
            self.saw(sight);
        }
    }
}
