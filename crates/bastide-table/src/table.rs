//! A table: the state derived from its log, the commands it accepts, and the views sent to clients.
//!
//! A table is a fold over facts. [`Table::decide`] converts a command to facts without changing
//! anything; [`Table::apply`] applies facts and accepts all that were decided. Random values and
//! times are part of the facts, so every process derives the same table from the same log.

mod absence;
mod advance;
mod apply;
mod bounds;
mod clock;
mod deal;
mod decide;
mod erase;
mod fact;
mod fold;
mod holders;
mod moderation;
mod names;
mod new;
mod past;
mod publish;
mod push;
mod seats;
mod show;
#[cfg(test)]
mod tests;
mod weakened;

use std::collections::VecDeque;
use std::sync::Arc;

use bastide::{Action, Actor, AnyGame, Game, Setup};
use bastide_host::{Match, Record};
use bastide_protocol::{Ending, Proposal, TableEvent, TableEventKind, ViewBuilder};

use crate::chain::Digest;
use crate::log::{Millis, Seq, Stored, TableId};
use crate::token::TokenHash;

use absence::Absences;
pub use advance::Advance;
pub use clock::CLOCK_SKEW;
use clock::Clock;
pub use decide::{Identity, Moment, Refusal};
pub use erase::{ERASED, Erasure, erase};
pub use fact::{Deal, Entry, Fact, Made, SaltOffer, Taken};
pub use fold::{FoldError, fold, unfold};
pub use holders::HolderId;
use holders::Holders;
use moderation::Moderation;
pub(crate) use moderation::closed;
pub use names::check_engine_name;
pub use publish::Publication;
pub use push::PushState;
pub use seats::BotToAct;
pub use show::{Presence, line_of};
use weakened::Weakened;

/// Number of command ids that are remembered.
const IDS: usize = 256;

/// Minimum number of events of a loaded table, if its log has as many.
const RECENT: usize = 1_000;

/// An invalid log: its facts were not decided by this program, or were changed afterwards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the log of the table is damaged: {0}")]
pub struct Damage(pub String);

/// State of a table, derived from its log.
#[derive(Clone)]
pub struct Table {
    /// Name of the table.
    pub id: TableId,
    made: Arc<Made>,
    setup: Setup,
    seats: Vec<Chair>,
    holders: Holders,
    salts: Vec<String>,
    commitments: deal::Commitments,
    play: Play,
    views: &'static ViewBuilder,
    seq: Seq,
    /// Head of the hash chain after fact `seq`.
    head: Digest,
    revision: u32,
    created: Millis,
    updated: Millis,
    clock: Option<Clock>,
    absences: Absences,
    proposal: Option<Pending>,
    handovers: Vec<Offered>,
    rematch: Option<String>,
    moderation: Moderation,
    over: Option<Verdict>,
    weakened: Weakened,
    ids: VecDeque<(Arc<str>, Saved)>,
    /// Number of facts of each bounded kind.
    counts: bounds::Counts,
    /// Earlier states, only while the log is being loaded.
    past: Option<past::Past>,
}

/// Result of a saved change, from which the response and its receipt are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Saved {
    /// Number of its last fact.
    pub seq: Seq,
    /// Revision of the game afterwards.
    pub revision: u32,
    /// Time of its last fact.
    pub at: Millis,
    /// Head of the hash chain afterwards.
    pub head: Digest,
}

/// A seat and its occupant.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chair {
    taken: Taken,
    /// True after a resignation or timeout.
    is_out: bool,
    /// True if the last move of its bot was chosen by a weaker one.
    is_weaker: bool,
}

impl Chair {
    fn new(taken: Taken) -> Chair {
        Chair { taken, is_out: false, is_weaker: false }
    }
}

/// The game, before and after its start.
#[derive(Clone)]
enum Play {
    Waiting(Box<AnyGame>),
    /// Shared by copies of the table until one of them plays on.
    On(Arc<Match>),
}

/// A pending proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pending {
    what: Proposal,
    by: u8,
    agreed: Vec<u8>,
}

/// An unused code that moves seats to another device.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Offered {
    holder: HolderId,
    code: TokenHash,
    expires: Millis,
}

/// Result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Verdict {
    pub ending: Ending,
    pub scores: Vec<i32>,
    pub winners: Vec<u8>,
}

impl Table {
    /// Builds a table from a whole log, and returns it with its events, oldest first: at least the
    /// last 1,000 events, and at most twice that number.
    ///
    /// # Errors
    /// Returns [`Damage`] if the log is invalid.
    pub fn load(id: &TableId, log: &[Stored]) -> Result<(Table, Vec<Arc<TableEvent>>), Damage> {
        let [first, rest @ ..] = log else { return Err(Damage("it is empty".to_owned())) };
        let entry = Entry::read(first).map_err(Damage)?;
        let fact = match entry.fact {
            Fact::Erased { now, .. } => *now,
            fact => fact,
        };
        let Fact::Made(made) = fact else {
            return Err(Damage("it does not start with the creation of the table".to_owned()));
        };
        let mut table = Table::new(id.clone(), *made, first)?;
        let mut events = vec![told(first, TableEventKind::Made)];
        table.past = Some(past::Past::default());
        for stored in rest {
            if events.len() == 2 * RECENT {
                events.drain(..RECENT);
            }
            events.push(table.apply(stored)?);
        }
        table.past = None;
        Ok((table, events))
    }

    fn new(id: TableId, made: Made, first: &Stored) -> Result<Table, Damage> {
        let at = first.at;
        let head = Digest::start(&id).extended(Digest::of(&id, first));
        let setup = new::setup(&made).map_err(|problem| Damage(problem.message))?;
        let game = match &made.go_on {
            Some(go_on) => new::prefix(go_on).map_err(|problem| Damage(problem.message))?.1,
            None => AnyGame::new(&setup).map_err(|error| Damage(error.to_string()))?,
        };
        let seats: Vec<_> = made.seats.iter().map(|taken| Chair::new(taken.clone())).collect();
        let holders = Holders::new(&made.holders);
        let is_known = |taken: &Taken| match taken {
            Taken::Person { holder, .. } => holders.has(*holder),
            Taken::Nobody | Taken::Bot { .. } => true,
        };
        if !holders.has(HolderId::CREATOR) || !made.seats.iter().all(is_known) {
            return Err(Damage("a seat has no token".to_owned()));
        }
        let mut table = Table {
            id,
            setup,
            commitments: deal::Commitments::new(&made.salts, &made.epoch)?,
            salts: vec![String::new(); seats.len()],
            seats,
            holders,
            views: ViewBuilder::of(&game),
            play: Play::Waiting(Box::new(game)),
            seq: 1,
            head,
            revision: 0,
            created: at,
            updated: at,
            clock: made.clock.map(|plan| Clock::new(plan, made.seats.len())),
            absences: Absences::default(),
            proposal: None,
            handovers: Vec::new(),
            rematch: None,
            moderation: Moderation::default(),
            over: None,
            weakened: Weakened::default(),
            ids: VecDeque::new(),
            counts: bounds::Counts::default(),
            past: None,
            made: Arc::new(made),
        };
        table.notice_seats(at);
        Ok(table)
    }

    /// Applies the next fact of the log, and returns its event for clients.
    ///
    /// # Errors
    /// Returns [`Damage`] if the fact is not possible in this state; the table must then be
    /// discarded.
    pub fn apply(&mut self, stored: &Stored) -> Result<Arc<TableEvent>, Damage> {
        let entry = Entry::read(stored).map_err(Damage)?;
        self.apply_entry(entry, stored)
    }

    /// Applies the next fact of the log in the form in which it was decided.
    ///
    /// # Errors
    /// Same as [`Table::apply`].
    pub(crate) fn apply_entry(
        &mut self,
        entry: Entry,
        stored: &Stored,
    ) -> Result<Arc<TableEvent>, Damage> {
        if stored.seq != self.seq + 1 {
            return Err(Damage(format!("fact {} follows fact {}", stored.seq, self.seq)));
        }
        self.counts.count(&entry.fact);
        let event = self.take(entry.fact, stored.at)?;
        self.seq = stored.seq;
        self.head = self.head.extended(Digest::of(&self.id, stored));
        self.updated = stored.at;
        if let Some(id) = entry.id {
            if self.ids.len() == IDS {
                self.ids.pop_front();
            }
            self.ids.push_back((id.into(), self.saved()));
        }
        Ok(told(stored, event))
    }

    /// Returns the setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the current game, or its initial state if it has not started.
    pub fn game(&self) -> &AnyGame {
        match &self.play {
            Play::Waiting(game) => game,
            Play::On(table) => table.game(),
        }
    }

    /// Returns the record so far, without secrets.
    pub fn record(&self) -> Option<&Record> {
        match &self.play {
            Play::Waiting(_) => None,
            Play::On(table) => Some(table.record()),
        }
    }

    /// Returns the number of the creator, whose tables share the bot threads fairly with those of
    /// others; `None` if the host did not give one.
    pub fn creator(&self) -> Option<u32> {
        self.made.creator
    }

    /// Returns the number of the last fact.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns the time of the next fact: `now`, or that of the last fact if it was written by a
    /// process whose clock is slightly ahead. A last fact further in the future was written before
    /// the wall clock was set back.
    pub fn stamp(&self, now: Millis) -> Millis {
        if self.updated - now > CLOCK_SKEW { now } else { now.max(self.updated) }
    }

    /// Returns the revision of the game, which changes when it starts, moves, is taken back or
    /// ends.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Returns the change that the last fact completed.
    pub fn saved(&self) -> Saved {
        Saved { seq: self.seq, revision: self.revision, at: self.updated, head: self.head }
    }

    /// Returns the change that the command with this id made, if it was executed before.
    pub(crate) fn saved_before(&self, id: &str) -> Option<Saved> {
        self.ids.iter().find(|(known, _)| **known == *id).map(|&(_, saved)| saved)
    }

    /// Returns true if the game has ended.
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Returns the view builder for games of this kind.
    pub fn views(&self) -> &'static ViewBuilder {
        self.views
    }

    fn is_playing(&self) -> bool {
        matches!(self.play, Play::On(_)) && self.over.is_none()
    }

    /// Returns the number of actions, including chance.
    pub fn actions(&self) -> usize {
        self.record().map_or(0, |record| record.actions().len())
    }

    /// Returns the number of completed turns.
    pub fn turns(&self) -> usize {
        self.record().map_or(0, Record::full_turns)
    }

    /// Returns the seat to act, while the game is running.
    fn to_act(&self) -> Option<u8> {
        match self.game().to_act() {
            Actor::Seat(seat) if self.is_playing() => u8::try_from(seat.index()).ok(),
            Actor::Seat(_) | Actor::Chance | Actor::Nobody => None,
        }
    }

    fn revealed_seed(&self) -> Option<String> {
        self.record().and_then(Record::seed).map(ToString::to_string)
    }
}

/// Returns actions in record notation.
fn texts(game: &AnyGame, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

fn told(stored: &Stored, what: TableEventKind) -> Arc<TableEvent> {
    Arc::new(TableEvent { seq: stored.seq, at: stored.at, what })
}
