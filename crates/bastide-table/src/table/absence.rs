//! Absences: recorded as facts so that all processes agree on them, and required for some time
//! before a bot may replace a player.
//!
//! Each connection is known to one process only. A process that loses the last client of a player
//! records the absence after a grace period; a process that has a client of that player records the
//! return as soon as it reads the absence. A wrong absence therefore ends long before it has
//! consequences.

use std::collections::BTreeMap;

use bastide_protocol::{AwayView, ClockPlan, Problem, ProblemCode};

use super::decide::Refusal;
use super::fact::{Fact, Taken};
use super::{Chair, HolderId, Table};
use crate::log::Millis;
use crate::problem;

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const DAY: Millis = 24 * 60 * MINUTE;

/// Number of absences recorded for a player without a minimum distance. Further ones are recorded
/// only if the last return is at least as long ago as an absence has to last: an unstable
/// connection must not fill the log.
const FREE_RECORDS: u32 = 20;

/// Absences of one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Absence {
    /// Start of the current absence.
    since: Option<Millis>,
    returned: Millis,
    records: u32,
}

/// Absences of all players at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Absences(BTreeMap<HolderId, Absence>);

impl Absences {
    pub(super) fn begin(&mut self, holder: HolderId, since: Millis, at: Millis) {
        let absence = self.0.entry(holder).or_default();
        // Not before the last return, and not in the future.
        absence.since = Some(since.max(absence.returned).min(at));
        absence.records = absence.records.saturating_add(1);
    }

    /// Ends the absence of a player.
    pub(super) fn end(&mut self, holder: HolderId, at: Millis) {
        if let Some(absence) = self.0.get_mut(&holder)
            && absence.since.take().is_some()
        {
            absence.returned = at;
        }
    }

    fn since(&self, holder: HolderId) -> Option<Millis> {
        self.0.get(&holder)?.since
    }

    /// Returns the time from which another absence may be recorded.
    fn next_record(&self, holder: HolderId, pause: Millis) -> Millis {
        match self.0.get(&holder) {
            Some(absence) if absence.records >= FREE_RECORDS => absence.returned + pause,
            Some(_) | None => Millis::MIN,
        }
    }
}

/// Returns how long a player has to be absent before a bot may take over: short with a live clock,
/// where other players wait; long in correspondence games.
fn needed(clock: Option<ClockPlan>) -> Millis {
    match clock {
        Some(ClockPlan::Live { .. }) => MINUTE,
        None => 5 * MINUTE,
        Some(ClockPlan::Days { .. }) => 3 * DAY,
    }
}

impl Table {
    /// Returns the delay after which the disconnection of a player is recorded: pages are reloaded,
    /// and connections break and come back. `None` for correspondence games, where players are
    /// usually disconnected; there an absence begins when another player requests a bot.
    pub fn absence_grace(&self) -> Option<Millis> {
        match self.made.clock {
            Some(ClockPlan::Live { .. }) => Some(10 * SECOND),
            None => Some(20 * SECOND),
            Some(ClockPlan::Days { .. }) => None,
        }
    }

    /// Returns true if an absence of this player is recorded.
    pub fn is_away(&self, holder: HolderId) -> bool {
        self.absences.since(holder).is_some()
    }

    /// Returns the players whose absence is recorded.
    pub fn away(&self) -> impl Iterator<Item = HolderId> {
        self.absences.0.iter().filter(|(_, absence)| absence.since.is_some()).map(|(&h, _)| h)
    }

    /// Returns true if the absence of this player matters: the game is running, and both this
    /// player and another one take part in it.
    pub fn is_missed(&self, holder: HolderId) -> bool {
        let mut plays = false;
        let mut has_other = false;
        for seat in self.persons() {
            match self.holder_of(seat) == Some(holder) {
                true => plays = true,
                false => has_other = true,
            }
        }
        self.is_playing() && plays && has_other
    }

    /// Returns the facts for a player whose last client disconnected at `since`.
    pub fn decide_away(&self, holder: HolderId, since: Millis, now: Millis) -> Vec<Fact> {
        let needed = needed(self.made.clock);
        let is_recorded = self.is_away(holder) || now < self.absences.next_record(holder, needed);
        if is_recorded || !self.is_missed(holder) {
            return Vec::new();
        }
        // Limited for a process that was suspended: the player may be connected to another process.
        let earliest = now - 2 * self.absence_grace().unwrap_or(0);
        vec![Fact::WentAway { holder, since: since.clamp(earliest, now) }]
    }

    /// Returns the facts for a player who was seen.
    pub fn decide_return(&self, holder: HolderId) -> Vec<Fact> {
        if self.is_away(holder) && self.is_playing() {
            return vec![Fact::Returned { holder }];
        }
        Vec::new()
    }

    /// Ends the absence of the player at a seat, who has just acted.
    pub(super) fn seen_at(&mut self, seat: u8, at: Millis) {
        if self.bot_at(seat).is_none()
            && let Some(holder) = self.holder_of(seat)
        {
            self.absences.end(holder, at);
            self.drop_replacement(holder);
        }
    }

    /// Checks that a bot may replace `holder`.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the player is connected or has not been absent for long enough. An
    /// absence that no process has recorded, as after a crash, begins now: its fact is part of the
    /// refusal.
    pub(super) fn check_replaceable(
        &self,
        holder: HolderId,
        is_here: bool,
        now: Millis,
    ) -> Result<(), Refusal> {
        let needed = needed(self.made.clock);
        if is_here {
            return Err(not_away("that player is connected").into());
        }
        match self.absences.since(holder) {
            Some(since) if now >= since + needed => Ok(()),
            Some(since) => Err(not_away(&wait(since + needed - now)).into()),
            None => {
                let facts = self.decide_away(holder, now, now);
                let left = match facts.is_empty() {
                    true => self.absences.next_record(holder, needed).max(now) - now + needed,
                    false => needed,
                };
                Err(Refusal { facts, ..not_away(&wait(left)).into() })
            }
        }
    }

    /// Returns the public view of the absence at a seat.
    pub(super) fn away_view(&self, chair: &Chair) -> Option<AwayView> {
        let Taken::Person { holder, bot: None, .. } = chair.taken else { return None };
        if chair.is_out || !self.is_playing() {
            return None;
        }
        let since = self.absences.since(holder)?;
        Some(AwayView { since, bot_from: since + needed(self.made.clock) })
    }
}

fn wait(left: Millis) -> String {
    let seconds = (left + SECOND - 1).div_euclid(SECOND).max(1);
    format!("that player has not been absent long enough: try again in {seconds} s")
}

fn not_away(text: &str) -> Problem {
    problem(ProblemCode::NotAway, text)
}
