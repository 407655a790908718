//! Clocks: the remaining time of all players, computed only from the times of facts.

use bastide_protocol::{ClockPlan, ClockView};

use super::{Fact, Table, Taken};
use crate::log::Millis;

const SECOND: Millis = 1000;
const DAY: Millis = 24 * 60 * 60 * SECOND;

/// Largest time difference between two processes that is treated as clock skew. A fact further in
/// the future was written before the wall clock was set back.
pub const CLOCK_SKEW: Millis = 60 * SECOND;

/// Minimum remaining time of a running clock after a restart. The downtime cannot be determined if
/// the wall clock may have been set forward, so a clock that seems to have expired gets this much.
const RESTART_GRACE: Millis = 60 * SECOND;

/// Remaining time of all players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    plan: ClockPlan,
    left: Vec<Millis>,
    running: Option<u8>,
    since: Millis,
}

impl Clock {
    pub(super) fn new(plan: ClockPlan, seats: usize) -> Clock {
        Clock { plan, left: vec![at_first(plan); seats], running: None, since: 0 }
    }

    /// Charges the elapsed time to the running clock, and starts the clock of `next`.
    fn switch(&mut self, next: Option<u8>, at: Millis) {
        if let Some(seat) = self.running {
            // Negative elapsed time is not charged.
            let spent = (at - self.since).max(0);
            self.left[usize::from(seat)] -= spent;
        }
        self.running = next;
        self.since = at;
    }

    /// Continues the running clock at `at` with `left` milliseconds.
    pub(super) fn resume(&mut self, left: Millis, at: Millis) {
        if let Some(seat) = self.running {
            self.left[usize::from(seat)] = left;
            self.since = at;
        }
    }

    pub(super) fn stop(&mut self, at: Millis) {
        self.switch(None, at);
    }

    /// Adds the time that a seat gets for completing a turn.
    fn add_bonus(&mut self, seat: u8) {
        let left = &mut self.left[usize::from(seat)];
        match self.plan {
            ClockPlan::Live { increment, .. } => *left += Millis::from(increment) * SECOND,
            ClockPlan::Days { .. } => *left = at_first(self.plan),
        }
    }

    /// Returns the time at which the running clock was started.
    pub(super) fn since(&self) -> Millis {
        self.since
    }

    /// Returns the time at which the running clock will reach zero.
    pub(super) fn due(&self) -> Option<Millis> {
        self.running.map(|seat| self.since + self.left[usize::from(seat)])
    }

    /// Returns the seat whose time has run out by `now`.
    pub(super) fn expired(&self, now: Millis) -> Option<u8> {
        self.running.filter(|_| self.due().is_some_and(|due| due <= now))
    }

    pub(super) fn view(&self, now: Millis) -> ClockView {
        let mut shown = self.clone();
        shown.switch(self.running, now);
        let left = shown.left.iter().map(|&left| left.max(0)).collect();
        ClockView { plan: self.plan, left, running: self.running, at: now }
    }
}

fn at_first(plan: ClockPlan) -> Millis {
    match plan {
        ClockPlan::Live { seconds, .. } => Millis::from(seconds) * SECOND,
        ClockPlan::Days { days } => Millis::from(days) * DAY,
    }
}

impl Table {
    /// Returns the fact that continues a running clock after a restart, if needed: its last fact
    /// lies in the future, or the last fact precedes the restart and little or no time is left.
    /// `restarted` is the time at which the first process started after none had been running.
    pub(crate) fn resumption(&self, restarted: Millis, now: Millis) -> Option<Fact> {
        let clock = self.clock.as_ref()?;
        let left = *clock.left.get(usize::from(clock.running?))?;
        if self.updated - now > CLOCK_SKEW {
            return Some(Fact::ClockResumed { left: left.max(RESTART_GRACE) });
        }
        let is_short = self.updated < restarted && clock.due()? < restarted + RESTART_GRACE;
        is_short.then_some(Fact::ClockResumed { left: RESTART_GRACE })
    }

    /// Starts the clock of the seat to act. Bots have no clock.
    pub(super) fn run_clock(&mut self, at: Millis) {
        let next = self.to_act().filter(|&seat| {
            let taken = &self.seats[usize::from(seat)].taken;
            matches!(taken, Taken::Person { bot: None, .. })
        });
        if let Some(clock) = &mut self.clock {
            clock.switch(next, at);
        }
    }

    /// Does the same after a seat has acted; `turns` is the number of turns completed before.
    pub(super) fn charge_clock(&mut self, seat: u8, turns: usize, at: Millis) {
        let has_ended = self.turns() > turns;
        self.run_clock(at);
        if has_ended && let Some(clock) = &mut self.clock {
            clock.add_bonus(seat);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_charged_to_the_running_seat() {
        let mut clock = Clock::new(ClockPlan::Live { seconds: 60, increment: 5 }, 2);
        clock.switch(Some(0), 1_000);
        assert_eq!(clock.due(), Some(61_000));
        clock.switch(Some(1), 11_000);
        clock.add_bonus(0);
        assert_eq!(clock.view(21_000).left, [55_000, 50_000]);
        assert_eq!(clock.expired(70_999), None);
        assert_eq!(clock.expired(71_000), Some(1));
        clock.switch(Some(0), 5_000);
        assert_eq!(clock.view(5_000).left, [55_000, 60_000], "time that runs back costs nothing");
        assert_eq!(clock.view(6_000).left, [54_000, 60_000], "and goes on from there");
        clock.resume(90_000, 2_000);
        assert_eq!(clock.due(), Some(92_000));
    }

    #[test]
    fn correspondence_clocks_restart_with_each_turn() {
        let mut clock = Clock::new(ClockPlan::Days { days: 2 }, 2);
        clock.switch(Some(1), 0);
        clock.switch(Some(0), DAY);
        clock.add_bonus(1);
        assert_eq!(clock.view(DAY).left, [2 * DAY, 2 * DAY]);
    }
}
