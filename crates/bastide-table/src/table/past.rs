//! Snapshots of a match, held while a log is loaded.
//!
//! Without them, every turn that was ever taken back would require a replay of the whole record.
//! With them, only a few moves are replayed.

use std::sync::Arc;

use bastide::{Actor, Game};
use bastide_host::Match;

/// Distance of older snapshots; the newest ones are all kept.
const STEP: usize = 8;

/// Snapshots of a match, shortest record first.
#[derive(Clone, Default)]
pub(super) struct Past {
    /// Each with its index in the sequence of snapshots taken.
    copies: Vec<(usize, Arc<Match>)>,
    /// Number of actions that were replayed.
    pub(super) replayed: usize,
}

impl Past {
    /// Stores a snapshot of a match before a move.
    pub(super) fn keep(&mut self, current: &Arc<Match>) {
        let number = self.copies.last().map_or(0, |(number, _)| number + 1);
        self.copies.push((number, Arc::clone(current)));
        // Only one snapshot at a time becomes old.
        if let Some(old) = self.copies.len().checked_sub(STEP + 1)
            && !self.copies[old].0.is_multiple_of(STEP)
        {
            self.copies.remove(old);
        }
    }

    /// Discards all snapshots: they would draw from the previous seed.
    pub(super) fn forget(&mut self) {
        self.copies.clear();
    }

    /// Returns the match truncated to `keep` actions, starting from the nearest snapshot; `None` if
    /// there is none.
    pub(super) fn back_to(&mut self, current: &Match, keep: usize) -> Option<Match> {
        let length = |copy: &Match| copy.record().actions().len();
        while self.copies.last().is_some_and(|(_, copy)| length(copy) > keep) {
            self.copies.pop();
        }
        let mut next = Match::clone(&self.copies.last()?.1);
        let wanted = current.record().actions().get(..keep)?;
        while length(&next) < keep {
            let Actor::Seat(seat) = next.game().to_act() else { return None };
            next.play(seat, wanted[length(&next)]).ok()?;
            self.replayed += 1;
        }
        (next.record().actions() == wanted).then_some(next)
    }
}
