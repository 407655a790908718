//! Limits on the log of a table, which bound the time to load it.
//!
//! Moves need no limit: a game has a bounded number of them, and turns can be taken back only
//! [`TAKEN_BACK`] times. A limit never blocks a game: moves, resignations and timeouts are always
//! accepted.

use bastide_protocol::{Problem, ProblemCode};

use super::{Fact, Table};
use crate::problem;

/// Maximum number of chat lines per table.
pub(super) const SAID: u32 = 1_000;

/// Maximum number of turns taken back per table.
pub(super) const TAKEN_BACK: u32 = 100;

/// Maximum number of proposals per table; each has at most one reply per seat.
pub(super) const PROPOSED: u32 = 300;

/// Maximum number of changes of bots before the game.
pub(super) const BOTS_SET: u32 = 200;

/// Maximum number of links that move seats to other devices.
pub(super) const HANDOVERS: u32 = 200;

/// Maximum number of times that players take their seats back from bots.
pub(super) const COMEBACKS: u32 = 200;

/// Maximum number of recorded absences. After that, bots replace a player only after a resignation
/// or timeout.
pub(super) const ABSENCES: u32 = 1_000;

/// Maximum number of salt commitments. A client commits once for each seat it takes, and again if
/// it has lost its salt.
pub(super) const SALTS: u32 = 2_000;

/// Maximum number of name changes before the game.
pub(super) const RENAMED: u32 = 200;

/// Maximum number of moderation actions, except removals.
pub(super) const MODERATED: u32 = 500;

/// Number of facts of each bounded kind.
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
    /// Returns the counter of the kind of a fact, its limit, and its name; `None` for kinds without
    /// a limit.
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
                Some((&mut self.moderated, MODERATED, "changes by its creator"))
            }
            Fact::Erased { now, .. } => self.of(now),
            // At most one for each player, whose number is limited.
            Fact::Sat { .. } | Fact::Left { .. } | Fact::Kicked { .. } => None,
            // A seal requires that all seats are taken; discarding it frees some.
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
            // Caused only by the operator.
            Fact::Made(_)
            | Fact::Reseeded { .. }
            | Fact::ClockResumed { .. }
            | Fact::PersonErased => None,
        }
    }

    /// Counts a saved fact.
    pub(super) fn count(&mut self, fact: &Fact) {
        if let Some((count, _, _)) = self.of(fact) {
            *count = count.saturating_add(1);
        }
    }
}

impl Table {
    /// Rejects facts that would exceed a limit.
    ///
    /// # Errors
    /// Returns a [`Problem`] that names the limit.
    pub(crate) fn check_bounds(&self, facts: &[Fact]) -> Result<(), Problem> {
        let mut counts = self.counts;
        for fact in facts {
            if let Some((count, bound, name)) = counts.of(fact) {
                if *count >= bound {
                    return Err(problem(
                        ProblemCode::TableFull,
                        format!("this table has reached its limit of {bound} {name}"),
                    ));
                }
                *count += 1;
            }
        }
        Ok(())
    }
}
