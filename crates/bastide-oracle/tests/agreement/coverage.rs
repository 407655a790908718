//! Counts of the situations in the games, to ensure that difficult cases are covered.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// Number of occurrences of each situation.
#[derive(Debug)]
pub(crate) struct Coverage<S>(BTreeMap<S, u64>);

impl<S> Default for Coverage<S> {
    fn default() -> Coverage<S> {
        Coverage(BTreeMap::new())
    }
}

impl<S: Copy + Ord + Debug> Coverage<S> {
    /// Adds the counts of `other`.
    pub(crate) fn add(&mut self, other: &Coverage<S>) {
        for (&case, count) in &other.0 {
            *self.0.entry(case).or_default() += count;
        }
    }

    /// Checks that each situation occurred at least as often as stated with it.
    ///
    /// # Panics
    /// Panics if one did not.
    pub(crate) fn check(&self, expected: impl Iterator<Item = (S, u64)>) {
        let count = |case| self.0.get(&case).copied().unwrap_or(0);
        let rare: Vec<_> = expected
            .filter(|&(case, least)| count(case) < least)
            .map(|(case, least)| format!("{case:?}: {} of {least}", count(case)))
            .collect();
        assert!(rare.is_empty(), "too rare to prove anything: {rare:#?}");
    }

    pub(crate) fn saw(&mut self, case: S) {
        *self.0.entry(case).or_default() += 1;
    }

    pub(crate) fn saw_if(&mut self, is_seen: bool, case: S) {
        if is_seen {
            self.saw(case);
        }
    }
}
