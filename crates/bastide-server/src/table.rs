//! A table: the state derived from its log, the commands it accepts, and the views sent to clients.
//!
//! A table is a fold over facts. [`Table::decide`] converts a command to facts without changing
//! anything; [`Table::apply`] applies facts and accepts all that were decided. Random values and
//! times are part of the facts, so every process derives the same table from the same log.

mod absence;
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

use crate::Entropy;
use crate::bots::Maker;
use crate::chain::Digest;
use crate::store::{Millis, Seq, Stored, TableId};
use crate::token::TokenHash;

use absence::Absences;
pub(crate) use clock::{CLOCK_SKEW, Clock};
pub(crate) use decide::{Identity, Moment, Refusal, decide_bot, decide_time};
pub(crate) use erase::{ERASED, Erasure, erase};
pub(crate) use fact::{Deal, Entry, Fact, Made, Taken};
pub(crate) use fold::{FoldError, fold, unfold};
pub(crate) use holders::HolderId;
use holders::Holders;
use moderation::Moderation;
pub(crate) use moderation::{closed, decide_abandoned, decide_close};
pub(crate) use new::{made, rematch, seat_taken};
pub(crate) use push::PushState;
pub(crate) use show::{Presence, line_of};
use weakened::Weakened;

/// Number of command ids that are remembered.
const IDS: usize = 256;

/// Minimum number of events of a loaded table, if its log has as many.
const RECENT: usize = 1_000;

/// An invalid log: its facts were not decided by this program, or were changed afterwards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the log of the table is damaged: {0}")]
pub(crate) struct Damage(pub String);

/// State of a table, derived from its log.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: TableId,
    made: Arc<Made>,
    setup: Setup,
    seats: Vec<Chair>,
    holders: Holders,
    salts: Vec<String>,
    commitments: deal::Commitments,
    /// Source of seeds that are generated after the table was created.
    pub(crate) entropy: Entropy,
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
    ids: VecDeque<(String, Saved)>,
    /// Number of facts of each bounded kind.
    counts: bounds::Counts,
    /// Earlier states, only while the log is being loaded.
    past: Option<past::Past>,
}

/// Result of a saved change, from which the response and its receipt are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Saved {
    pub seq: Seq,
    pub revision: u32,
    pub at: Millis,
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
    On(Box<Match>),
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
pub(crate) struct Verdict {
    pub ending: Ending,
    pub scores: Vec<i32>,
    pub winners: Vec<u8>,
}

impl Table {
    /// Builds a table from a whole log, and returns it with its events, oldest first: at least the
    /// last [`RECENT`] events, and at most twice that number.
    ///
    /// # Errors
    /// Returns [`Damage`] if the log is invalid.
    pub(crate) fn load(
        id: &TableId,
        log: &[Stored],
    ) -> Result<(Table, Vec<Arc<TableEvent>>), Damage> {
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
        if !holders.has(HolderId::MAKER) || !made.seats.iter().all(is_known) {
            return Err(Damage("a seat has no token".to_owned()));
        }
        let mut table = Table {
            entropy: Entropy::system(),
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
    pub(crate) fn apply(&mut self, stored: &Stored) -> Result<Arc<TableEvent>, Damage> {
        if stored.seq != self.seq + 1 {
            return Err(Damage(format!("fact {} follows fact {}", stored.seq, self.seq)));
        }
        let entry = Entry::read(stored).map_err(Damage)?;
        self.counts.count(&entry.fact);
        let happening = self.take(entry.fact, stored.at)?;
        self.seq = stored.seq;
        self.head = self.head.extended(Digest::of(&self.id, stored));
        self.updated = stored.at;
        if let Some(id) = entry.id {
            if self.ids.len() == IDS {
                self.ids.pop_front();
            }
            self.ids.push_back((id, self.saved()));
        }
        Ok(told(stored, happening))
    }

    /// Applies a fact, and updates the state that depends on which seats are taken.
    fn take(&mut self, fact: Fact, at: Millis) -> Result<TableEventKind, Damage> {
        let happening = self.take_fact(fact, at)?;
        self.notice_seats(at);
        Ok(happening)
    }

    fn take_fact(&mut self, fact: Fact, at: Millis) -> Result<TableEventKind, Damage> {
        Ok(match fact {
            Fact::Made(_) => return Err(Damage("the table is created twice".to_owned())),
            Fact::Sat { seat, name, token, salt, salt_commitment, mark } => {
                let holder = self.holders.add(token)?;
                *self.salt_mut(seat)? = salt;
                self.moderation.sat(holder, mark);
                let name_told = name.clone();
                self.chair_mut(seat)?.taken = Taken::Person { name, holder, bot: None };
                if let Some(commitment) = salt_commitment {
                    self.take_commitment(seat, &commitment)?;
                }
                TableEventKind::Sat { seats: vec![seat], name: name_told }
            }
            Fact::Left { seat } => {
                let taken = std::mem::replace(&mut self.chair_mut(seat)?.taken, Taken::Nobody);
                let Taken::Person { name, holder, .. } = taken else {
                    return Err(Damage("a person leaves an empty seat".to_owned()));
                };
                self.retire(holder);
                TableEventKind::Left { seat, name }
            }
            Fact::Renamed { seat, name: new } => {
                let Taken::Person { name, .. } = &mut self.chair_mut(seat)?.taken else {
                    return Err(Damage(format!("there is no person at seat {seat}")));
                };
                name.clone_from(&new);
                TableEventKind::Renamed { seat, name: new }
            }
            Fact::BotSet { seat, level } => {
                self.chair_mut(seat)?.taken =
                    level.clone().map_or(Taken::Nobody, |level| Taken::Bot { level });
                TableEventKind::BotSet { seat, level }
            }
            Fact::SaltCommitted { seat, commitment } => {
                self.take_commitment(seat, &commitment)?;
                TableEventKind::Noted
            }
            Fact::Sealed { deal, commitment } => {
                self.take_seal(&deal, &commitment, at)?;
                TableEventKind::Sealed { commitment }
            }
            Fact::SaltRevealed { seat, salt } => {
                self.take_salt(seat, &salt)?;
                TableEventKind::Noted
            }
            Fact::DealDiscarded { seats } => {
                self.take_discard(&seats)?;
                TableEventKind::DealDiscarded { seats }
            }
            Fact::Reseeded { epoch, deal, commitment } => {
                if let Some(past) = &mut self.past {
                    past.forget();
                }
                self.take_reseed(epoch, deal, commitment.as_deref())?;
                TableEventKind::Reseeded { commitment }
            }
            Fact::Began { first, salt } => self.begin(first, &salt, at)?,
            Fact::Played { seat, actions, draws, weaker } => {
                self.play(seat, &actions, &draws, weaker, at)?
            }
            Fact::TookBack { seat, keep } => self.take_back(seat, keep, at)?,
            Fact::Proposed { seat, what } => {
                self.seen_at(seat, at);
                let happening = TableEventKind::Proposed { seat, what: what.clone() };
                self.proposal = Some(Pending { what, by: seat, agreed: Vec::new() });
                happening
            }
            Fact::Agreed { seat } => {
                self.seen_at(seat, at);
                if let Some(pending) = &mut self.proposal {
                    pending.agreed.push(seat);
                }
                TableEventKind::Agreed { seat }
            }
            Fact::Declined { seat } => {
                self.seen_at(seat, at);
                self.proposal = None;
                TableEventKind::Declined { seat }
            }
            Fact::Said { seat, name, text, watcher } => {
                self.moderation.said(watcher.as_deref(), &name);
                if let Some(seat) = seat {
                    self.seen_at(seat, at);
                }
                TableEventKind::Said { seat, name, text, watcher }
            }
            Fact::Kicked { seat } => self.kicked(seat)?,
            Fact::Readmitted { mark } => self.moderation.readmitted(&mark),
            Fact::Muted { whom, is_muted } => self.muted(whom, is_muted)?,
            Fact::WatcherChatSet { is_open } => self.moderation.watcher_chat(is_open),
            Fact::PersonErased => TableEventKind::PersonErased,
            Fact::Closed { reason } => {
                self.proposal = None;
                self.moderation.close(&reason);
                TableEventKind::Closed { reason }
            }
            Fact::BotTookOver { seat, level } => {
                self.proposal = None;
                self.set_substitute(seat, Some(level.clone()))?;
                self.run_clock(at);
                TableEventKind::BotTookOver { seat, level }
            }
            Fact::CameBack { seat } => {
                self.set_substitute(seat, None)?;
                self.seen_at(seat, at);
                self.run_clock(at);
                TableEventKind::CameBack { seat }
            }
            Fact::WentAway { holder, since } => {
                self.absences.begin(holder, since, at);
                TableEventKind::Noted
            }
            Fact::Returned { holder } => {
                self.absences.end(holder, at);
                self.drop_replacement(holder);
                TableEventKind::Noted
            }
            Fact::Resigned { seat } => {
                self.chair_mut(seat)?.is_out = true;
                TableEventKind::Resigned { seat }
            }
            Fact::TimedOut { seat } => {
                self.chair_mut(seat)?.is_out = true;
                TableEventKind::TimedOut { seat }
            }
            Fact::HandoverOffered { holder, code, expires } => {
                self.handovers.retain(|offered| offered.holder != holder);
                self.handovers.push(Offered { holder, code, expires });
                TableEventKind::Noted
            }
            Fact::HandedOver { holder, token } => {
                self.handovers.retain(|offered| offered.holder != holder);
                self.absences.end(holder, at);
                self.holders.replace(holder, token)?;
                TableEventKind::MovedSeat { seats: self.seats_of(holder) }
            }
            Fact::ClockResumed { left } => {
                if let Some(clock) = &mut self.clock {
                    clock.resume(left, at);
                }
                TableEventKind::Noted
            }
            Fact::RematchMade { table } => {
                self.proposal = None;
                self.rematch = Some(table.clone());
                TableEventKind::RematchMade { table }
            }
            Fact::Over { ending, scores, winners } => self.end(ending, scores, winners, at),
            Fact::Erased { now, .. } => match *now {
                now @ (Fact::Said { .. } | Fact::Sat { .. } | Fact::Renamed { .. }) => {
                    self.take(now, at)?
                }
                _ => return Err(Damage("only names and chat can be erased".to_owned())),
            },
        })
    }

    fn begin(&mut self, first: u8, salt: &str, at: Millis) -> Result<TableEventKind, Damage> {
        self.setup.first = first;
        let dealer = self.dealer(salt)?;
        let made = Arc::clone(&self.made);
        let mut table = match &made.go_on {
            Some(go_on) => {
                let (record, _) = new::prefix(go_on).map_err(|problem| Damage(problem.message))?;
                self.setup.first = record.setup().first;
                Match::go_on(&record, go_on.actions, dealer)
            }
            None => Match::new(self.setup.clone(), dealer),
        }
        .map_err(|error| Damage(error.to_string()))?;
        new::describe(&mut table, &made, &self.names(), at);
        let mut before = match &self.play {
            Play::Waiting(_) if made.go_on.is_some() => {
                table.record().state_after(made.go_on.as_ref().map_or(0, |g| g.actions))
            }
            Play::Waiting(_) | Play::On(_) => table.record().start(),
        };
        let given = made.go_on.as_ref().map_or(0, |go_on| go_on.actions);
        let drawn: Vec<Action> = table.record().actions().iter().skip(given).copied().collect();
        let events = self.views.play(&mut before, &drawn);
        self.play = Play::On(Box::new(table));
        self.salts = vec![salt.to_owned()];
        self.revision += 1;
        self.run_clock(at);
        Ok(TableEventKind::Began { first: self.setup.first, events })
    }

    fn play(
        &mut self,
        seat: u8,
        actions: &[String],
        draws: &[String],
        weaker: Option<String>,
        at: Millis,
    ) -> Result<TableEventKind, Damage> {
        let turns = self.turns();
        self.chair_mut(seat)?.is_weaker = weaker.is_some();
        let Play::On(table) = &mut self.play else {
            return Err(Damage("an action precedes the start of the game".to_owned()));
        };
        if let Some(past) = &mut self.past {
            past.keep(table);
        }
        let mut before = table.game().clone();
        let from = table.record().actions().len();
        for text in actions {
            play_text(table, seat, text)?;
        }
        let played: Vec<Action> = table.record().actions()[from..].to_vec();
        let all = self.texts(&before, &played);
        // Draws follow from the seed. If they match the stored ones, neither log nor seed was
        // changed.
        if !all.iter().eq(actions.iter().chain(draws)) {
            return Err(Damage(format!("the draws after {} differ", actions.join(" "))));
        }
        if weaker.is_some() {
            self.weakened.add(from, turns + 1);
        }
        let events = self.views.play(&mut before, &played);
        self.revision += 1;
        self.seen_at(seat, at);
        self.charge_clock(seat, turns, at);
        Ok(TableEventKind::Moved { seat, actions: all, events, revision: self.revision, weaker })
    }

    fn take_back(&mut self, seat: u8, keep: usize, at: Millis) -> Result<TableEventKind, Damage> {
        self.proposal = None;
        let dealer = self.dealer(&self.salts.concat())?;
        let Play::On(table) = &mut self.play else {
            return Err(Damage("an undo precedes the start of the game".to_owned()));
        };
        match self.past.as_mut().and_then(|past| past.back_to(table, keep)) {
            Some(earlier) => **table = earlier,
            None => {
                table.rewind(keep, dealer).map_err(|error| Damage(error.to_string()))?;
                if let Some(past) = &mut self.past {
                    past.replayed += keep;
                }
            }
        }
        let actions = table.record().actions().len();
        self.weakened.truncate(actions);
        self.revision += 1;
        self.run_clock(at);
        Ok(TableEventKind::TookBack { seat, actions, revision: self.revision })
    }

    fn end(
        &mut self,
        ending: Ending,
        scores: Vec<i32>,
        winners: Vec<u8>,
        at: Millis,
    ) -> TableEventKind {
        self.proposal = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        if let Play::On(table) = &mut self.play {
            table.abandon();
        }
        let verdict = Verdict { ending, scores: scores.clone(), winners: winners.clone() };
        self.over = Some(verdict);
        self.revision += 1;
        TableEventKind::Over { ending, scores, winners, seed: self.revealed_seed() }
    }

    /// Returns the current game, or its initial state if it has not started.
    pub(crate) fn game(&self) -> &AnyGame {
        match &self.play {
            Play::Waiting(game) => game,
            Play::On(table) => table.game(),
        }
    }

    /// Returns the record so far, without secrets.
    pub(crate) fn record(&self) -> Option<&Record> {
        match &self.play {
            Play::Waiting(_) => None,
            Play::On(table) => Some(table.record()),
        }
    }

    /// Returns the creator, whose tables share the bot threads fairly with those of others; a table
    /// without a creator counts separately.
    pub(crate) fn maker(&self) -> Maker {
        match self.made.maker {
            Some(number) => Maker(u64::from(number)),
            None => Maker::of_table(&self.id),
        }
    }

    /// Returns the number of the last fact.
    pub(crate) fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns the time of the next fact: `now`, or that of the last fact if it was written by a
    /// process whose clock is slightly ahead. A last fact further in the future was written before
    /// the wall clock was set back.
    pub(crate) fn stamp(&self, now: Millis) -> Millis {
        if self.updated - now > CLOCK_SKEW { now } else { now.max(self.updated) }
    }

    /// Returns the secret from which the name of the rematch is derived, so that it cannot be
    /// guessed.
    pub(crate) fn rematch_secret(&self) -> String {
        match &self.made.deal {
            Deal::Seed { seed, .. } => format!("{seed} {}", self.created),
            Deal::Deck { tiles } => format!("{} {}", tiles.join(" "), self.created),
        }
    }

    /// Returns the revision of the game, which changes when it starts, moves, is taken back or
    /// ends.
    pub(crate) fn revision(&self) -> u32 {
        self.revision
    }

    /// Returns the change that the last fact completed.
    pub(crate) fn saved(&self) -> Saved {
        Saved { seq: self.seq, revision: self.revision, at: self.updated, head: self.head }
    }

    /// Returns the change that the command with this id made, if it was executed before.
    pub(crate) fn saved_before(&self, id: &str) -> Option<Saved> {
        self.ids.iter().find(|(known, _)| known == id).map(|&(_, saved)| saved)
    }

    /// Returns true if the game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Returns the view builder for games of this kind.
    pub(crate) fn views(&self) -> &'static ViewBuilder {
        self.views
    }

    fn is_playing(&self) -> bool {
        matches!(self.play, Play::On(_)) && self.over.is_none()
    }

    /// Returns the number of actions, including chance.
    pub(crate) fn actions(&self) -> usize {
        self.record().map_or(0, |record| record.actions().len())
    }

    /// Returns the number of completed turns.
    pub(crate) fn turns(&self) -> usize {
        self.record().map_or(0, Record::full_turns)
    }

    /// Returns the seat to act, while the game is running.
    fn to_act(&self) -> Option<u8> {
        match self.game().to_act() {
            Actor::Seat(seat) if self.is_playing() => u8::try_from(seat.index()).ok(),
            Actor::Seat(_) | Actor::Chance | Actor::Nobody => None,
        }
    }

    fn texts(&self, game: &AnyGame, actions: &[Action]) -> Vec<String> {
        actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
    }

    fn revealed_seed(&self) -> Option<String> {
        self.record().and_then(Record::seed).map(ToString::to_string)
    }
}

fn play_text(table: &mut Match, seat: u8, text: &str) -> Result<(), Damage> {
    let seat =
        bastide::Seat::new(seat).ok_or_else(|| Damage("there is no such seat".to_owned()))?;
    let action = table.game().notation().parse(text);
    let action = action.map_err(|error| Damage(error.to_string()))?;
    table.play(seat, action).map_err(|error| Damage(format!("{text}: {error}")))?;
    Ok(())
}

fn told(stored: &Stored, what: TableEventKind) -> Arc<TableEvent> {
    Arc::new(TableEvent { seq: stored.seq, at: stored.at, what })
}
