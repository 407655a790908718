//! Application of facts: each changes the state, and yields its event for clients.

use std::sync::Arc;

use bastide::{Game, Seat};
use bastide_host::Match;
use bastide_protocol::{Ending, EventView, TableEventKind, ViewBuilder};

use super::fact::{Fact, Taken};
use super::{Advance, Damage, Offered, Pending, Play, Table, Verdict, advance, new, texts};
use crate::log::Millis;

impl Table {
    /// Applies a fact, and updates the state that depends on which seats are taken.
    pub(super) fn take(&mut self, fact: Fact, at: Millis) -> Result<TableEventKind, Damage> {
        let event = self.take_fact(fact, at)?;
        self.notice_seats(at);
        Ok(event)
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
            Fact::Played { seat, actions, draws, weaker, advance } => {
                self.play(seat, actions, draws, weaker, advance, at)?
            }
            Fact::TookBack { seat, keep } => self.take_back(seat, keep, at)?,
            Fact::Proposed { seat, what } => {
                self.seen_at(seat, at);
                let event = TableEventKind::Proposed { seat, what: what.clone() };
                self.proposal = Some(Pending { what, by: seat, agreed: Vec::new() });
                event
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
        let mut current = match &made.go_on {
            Some(go_on) => {
                let (record, _) = new::prefix(go_on).map_err(|problem| Damage(problem.message))?;
                self.setup.first = record.setup().first;
                Match::go_on(&record, go_on.actions, dealer)
            }
            None => Match::new(self.setup.clone(), dealer),
        }
        .map_err(|error| Damage(error.to_string()))?;
        new::describe(&mut current, &made, &self.names(), at);
        let opening = current.opening().iter();
        let events = opening.filter_map(|event| self.views.event(current.game(), event)).collect();
        self.play = Play::On(Arc::new(current));
        self.salts = vec![salt.to_owned()];
        self.revision += 1;
        self.run_clock(at);
        Ok(TableEventKind::Began { first: self.setup.first, events })
    }

    fn play(
        &mut self,
        seat: u8,
        actions: Vec<String>,
        draws: Vec<String>,
        weaker: Option<String>,
        advance: Option<Box<Advance>>,
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
        let from = table.record().actions().len();
        let events = match advance.and_then(|advance| advance.applied_to(table)) {
            Some((next, events)) => {
                *table = Arc::new(next);
                events
            }
            None => replay(Arc::make_mut(table), seat, &actions, &draws, self.views)?,
        };
        if weaker.is_some() {
            self.weakened.add(from, turns + 1);
        }
        self.revision += 1;
        self.seen_at(seat, at);
        self.charge_clock(seat, turns, at);
        let mut all = actions;
        all.extend(draws);
        Ok(TableEventKind::Moved { seat, actions: all, events, revision: self.revision, weaker })
    }

    fn take_back(&mut self, seat: u8, keep: usize, at: Millis) -> Result<TableEventKind, Damage> {
        self.proposal = None;
        let dealer = self.dealer(&self.salts.concat())?;
        let Play::On(table) = &mut self.play else {
            return Err(Damage("an undo precedes the start of the game".to_owned()));
        };
        match self.past.as_mut().and_then(|past| past.back_to(table, keep)) {
            Some(earlier) => *table = Arc::new(earlier),
            None => {
                Arc::make_mut(table)
                    .rewind(keep, dealer)
                    .map_err(|error| Damage(error.to_string()))?;
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
            Arc::make_mut(table).abandon();
        }
        let verdict = Verdict { ending, scores: scores.clone(), winners: winners.clone() };
        self.over = Some(verdict);
        self.revision += 1;
        TableEventKind::Over { ending, scores, winners, seed: self.revealed_seed() }
    }
}

/// Plays stored actions, and returns the events.
fn replay(
    current: &mut Match,
    seat: u8,
    actions: &[String],
    draws: &[String],
    views: &ViewBuilder,
) -> Result<Vec<EventView>, Damage> {
    let seat = Seat::new(seat).ok_or_else(|| Damage("there is no such seat".to_owned()))?;
    let (from, mut events) = (current.record().actions().len(), Vec::new());
    for text in actions {
        let action = current.game().notation().parse(text);
        let action = action.map_err(|error| Damage(error.to_string()))?;
        let played = advance::play(current, seat, action, views, &mut events);
        played.map_err(|error| Damage(format!("{text}: {error}")))?;
    }
    // Draws follow from the seed. If they match the stored ones, neither log nor seed was changed.
    let played = texts(current.game(), &current.record().actions()[from..]);
    if !played.iter().eq(actions.iter().chain(draws)) {
        return Err(Damage(format!("the draws after {} differ", actions.join(" "))));
    }
    Ok(events)
}
