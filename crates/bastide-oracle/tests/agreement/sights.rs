//! Counting what came up in the games, to know that the hard cases did.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// How often each thing was seen.
#[derive(Debug)]
pub(crate) struct Sights<S>(BTreeMap<S, u64>);

impl<S> Default for Sights<S> {
    fn default() -> Sights<S> {
        Sights(BTreeMap::new())
    }
}

impl<S: Copy + Ord + Debug> Sights<S> {
    /// Adds what was seen elsewhere.
    pub(crate) fn add(&mut self, other: &Sights<S>) {
        for (&sight, count) in &other.0 {
            *self.0.entry(sight).or_default() += count;
        }
    }

    /// Whether everything was seen often enough.
    ///
    /// # Panics
    /// If it was not.
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
