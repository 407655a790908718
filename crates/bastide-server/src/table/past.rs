//! Earlier states of a match, kept while a log is loaded.
//!
//! Taking back a turn would otherwise replay the whole record, for every turn
//! that was ever taken back. With copies on the way, it replays a few moves.

use bastide::{Actor, Game};
use bastide_host::Match;

/// The newest copies are all kept, older ones at this distance.
const STEP: usize = 8;

/// Copies of a match, the shortest record first.
#[derive(Clone, Default)]
pub(super) struct Past {
    /// Each with its number among the moves before it.
    copies: Vec<(usize, Match)>,
    /// How many actions were played again.
    pub(super) replayed: usize,
}

impl Past {
    /// Keeps a match as it is before a move.
    pub(super) fn keep(&mut self, current: &Match) {
        let number = self.copies.last().map_or(0, |(number, _)| number + 1);
        self.copies.push((number, current.clone()));
        // One at a time becomes old.
        if let Some(old) = self.copies.len().checked_sub(STEP + 1)
            && !self.copies[old].0.is_multiple_of(STEP)
        {
            self.copies.remove(old);
        }
    }

    /// Forgets all copies: they would draw from the seed before this moment.
    pub(super) fn forget(&mut self) {
        self.copies.clear();
    }

    /// The match when it had `keep` actions, from the nearest copy; `None` if
    /// there is none.
    pub(super) fn back_to(&mut self, current: &Match, keep: usize) -> Option<Match> {
        let length = |copy: &Match| copy.record().actions().len();
        while self.copies.last().is_some_and(|(_, copy)| length(copy) > keep) {
            self.copies.pop();
        }
        let mut next = self.copies.last()?.1.clone();
        let wanted = current.record().actions().get(..keep)?;
        while length(&next) < keep {
            let Actor::Seat(seat) = next.game().to_act() else { return None };
            next.play(seat, wanted[length(&next)]).ok()?;
            self.replayed += 1;
        }
        (next.record().actions() == wanted).then_some(next)
    }
}
