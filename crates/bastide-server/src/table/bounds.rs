//! Bounds on the log of a table, so that loading it takes bounded time.
//!
//! Moves need no bound of their own: a game has a bounded number of them, and
//! it can be taken back only [`TAKEN_BACK`] times. A bound that is reached
//! never stops a game: moves, resignations and flags are always accepted.

use bastide_protocol::{Problem, ProblemCode};

use super::{Fact, Table};
use crate::problem;

/// Lines of chat of one table.
pub(crate) const SAID: u32 = 1_000;

/// Turns taken back at one table.
pub(crate) const TAKEN_BACK: u32 = 100;

/// Proposals at one table; each has at most one answer per seat.
pub(crate) const PROPOSED: u32 = 300;

/// Bots put on seats and taken off before a game begins.
pub(crate) const BOTS_SET: u32 = 200;

/// Links that move seats to other devices.
pub(crate) const HANDOVERS: u32 = 200;

/// Times that persons take their seats back from bots.
pub(crate) const COMEBACKS: u32 = 200;

/// Absences of players. After these no bot replaces a player any more, except
/// after a resignation or a time-out.
pub(crate) const ABSENCES: u32 = 1_000;

/// Commitments to salts. A client commits once for each time it sits, and again
/// if it has lost its salt.
pub(crate) const SALTS: u32 = 2_000;

/// Changes of names before the game.
pub(crate) const RENAMED: u32 = 200;

/// What the maker does to keep order, besides removing people.
pub(crate) const MODERATED: u32 = 500;

/// How many facts of the bounded kinds a table has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    said: u32,
    taken_back: u32,
    proposed: u32,
    bots_set: u32,
    renamed: u32,
    handovers: u32,
    comebacks: u32,
    absences: u32,
    salts: u32,
    moderated: u32,
}

impl Counts {
    /// The count of a fact's kind, its bound, and its name; `None` for kinds
    /// that need no bound.
    fn of(&mut self, fact: &Fact) -> Option<(&mut u32, u32, &'static str)> {
        match fact {
            Fact::Said { .. } => Some((&mut self.said, SAID, "lines of chat")),
            Fact::TookBack { .. } => Some((&mut self.taken_back, TAKEN_BACK, "turns taken back")),
            Fact::Proposed { .. } => Some((&mut self.proposed, PROPOSED, "proposals")),
            Fact::BotSet { .. } => Some((&mut self.bots_set, BOTS_SET, "changes of bots")),
            Fact::Renamed { .. } => Some((&mut self.renamed, RENAMED, "changes of names")),
            Fact::HandoverOffered { .. } => {
                Some((&mut self.handovers, HANDOVERS, "links to other devices"))
            }
            Fact::CameBack { .. } => Some((&mut self.comebacks, COMEBACKS, "returns to a seat")),
            Fact::WentAway { .. } => Some((&mut self.absences, ABSENCES, "absences")),
            Fact::SaltCommitted { .. } => Some((&mut self.salts, SALTS, "commitments to salts")),
            Fact::Muted { .. } | Fact::WatcherChatSet { .. } | Fact::Readmitted { .. } => {
                Some((&mut self.moderated, MODERATED, "changes by its maker"))
            }
            Fact::Erased { now, .. } => self.of(now),
            // At most one for each person, and their number is bounded.
            Fact::Sat { .. } | Fact::Left { .. } | Fact::Kicked { .. } => None,
            // A seal needs all seats taken; one that is discarded frees some.
            Fact::Sealed { .. }
            | Fact::SaltRevealed { .. }
            | Fact::DealDiscarded { .. }
            | Fact::Began { .. } => None,
            // At most one after each fact of a bounded kind.
            Fact::Agreed { .. }
            | Fact::Declined { .. }
            | Fact::BotTookOver { .. }
            | Fact::Returned { .. }
            | Fact::HandedOver { .. } => None,
            // A game has a bounded number of moves and ends once.
            Fact::Played { .. }
            | Fact::Resigned { .. }
            | Fact::TimedOut { .. }
            | Fact::RematchMade { .. }
            | Fact::Over { .. }
            | Fact::Closed { .. } => None,
            // Only the operator causes these.
            Fact::Made(_)
            | Fact::Reseeded { .. }
            | Fact::ClockResumed { .. }
            | Fact::PersonErased => None,
        }
    }

    /// Counts a fact that was saved.
    pub(super) fn count(&mut self, fact: &Fact) {
        if let Some((count, _, _)) = self.of(fact) {
            *count = count.saturating_add(1);
        }
    }
}

impl Table {
    /// Refuses facts that would go beyond a bound.
    ///
    /// # Errors
    /// Names the bound.
    pub(crate) fn check_bounds(&self, facts: &[Fact]) -> Result<(), Problem> {
        let mut counts = self.counts;
        for fact in facts {
            if let Some((count, bound, name)) = counts.of(fact) {
                if *count >= bound {
                    return Err(problem(
                        ProblemCode::TableFull,
                        format!("this table has had {bound} {name}, and there can be no more"),
                    ));
                }
                *count += 1;
            }
        }
        Ok(())
    }
}
