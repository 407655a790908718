//! Runs tests while games are being played.

use std::collections::{BTreeMap, BTreeSet};

use crate::contest::{Contest, GameId};
use crate::decks::Decks;
use crate::play::GameResult;
use crate::report::of_first;
use crate::sprt::{Sprt, Verdict};

/// Feeds complete decks to tests in numerical order, independent of the order of completion, so
/// that a run ends at the same deck on every machine.
pub struct Watch {
    tests: Vec<Sprt>,
    /// Decks not yet processed.
    expected: BTreeSet<u64>,
    waiting: BTreeMap<u64, Vec<GameResult>>,
    /// Number of games in a complete deck.
    whole: usize,
}

impl Watch {
    /// Creates a watch from new `tests`, the games already played (`there`), and the games to be
    /// played (`more`).
    pub fn new(contest: &Contest, tests: &[Sprt], there: &[GameResult], more: &[GameId]) -> Watch {
        let mut expected: BTreeSet<u64> = more.iter().map(|game| game.deck).collect();
        expected.extend(Decks::new(contest, there).whole.keys());
        let mut watch = Watch {
            tests: tests.to_vec(),
            expected,
            waiting: BTreeMap::new(),
            whole: contest.seatings().len(),
        };
        there.iter().for_each(|game| watch.put(game));
        watch
    }

    /// Adds a finished game.
    pub fn put(&mut self, game: &GameResult) {
        if self.tests.is_empty() {
            return;
        }
        self.waiting.entry(game.deck).or_default().push(game.clone());
        while let Some(&next) = self.expected.first() {
            let Some(deck) = self.waiting.get(&next).filter(|deck| deck.len() >= self.whole) else {
                return;
            };
            if !self.is_settled() {
                let (score, margin) = of_first(&deck.iter().collect::<Vec<_>>());
                self.tests.iter_mut().for_each(|test| test.put(score, margin));
            }
            self.waiting.remove(&next);
            self.expected.remove(&next);
        }
    }

    /// Returns the tests in their current state.
    pub fn tests(&self) -> &[Sprt] {
        &self.tests
    }

    /// Returns true if there are tests and all of them have a verdict.
    pub fn is_settled(&self) -> bool {
        !self.tests.is_empty() && self.tests.iter().all(|test| test.verdict() != Verdict::Open)
    }
}
