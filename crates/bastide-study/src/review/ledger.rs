//! Luck and skill as differences of values.

use bastide::Seat;

use crate::value::Value;

/// The values around a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepValues {
    /// The seat that decided.
    pub seat: Seat,
    /// Value after its best turn: the value of the draw with best play.
    pub best: Value,
    /// Value after the turn that was played.
    pub played: Value,
}

impl StepValues {
    /// Returns the margin lost by the played turn, in thousandths of a point.
    pub fn lost(&self) -> i64 {
        self.best.margin[self.seat.index()] - self.played.margin[self.seat.index()]
    }

    /// Returns the chance of winning lost by the played turn, in thousandths.
    pub fn win_lost(&self) -> i64 {
        self.best.win[self.seat.index()] - self.played.win[self.seat.index()]
    }
}

/// Totals of a player, in thousandths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// Expected margin before the first draw.
    pub start: i64,
    /// Sum of the luck of all draws, those of opponents included.
    pub luck: i64,
    /// Effect of all errors on this player's margin: own ones lower it, those of opponents raise it.
    pub skill: i64,
    /// Final margin, exactly `start + luck + skill`.
    pub margin: i64,
    /// Part of `luck` from draws before own decisions.
    pub own_luck: i64,
    /// Points lost by own turns.
    pub lost: i64,
    /// Chance of winning lost by own turns, in thousandths.
    pub win_lost: i64,
    /// Number of own decisions.
    pub turns: usize,
}

impl Player {
    /// Returns the points lost a turn, in thousandths: the performance rating. Lower is better.
    pub fn rate(&self) -> i64 {
        self.lost / self.turns.max(1) as i64
    }
}

/// The values of a game, from before its first draw to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    start: Value,
    steps: Vec<StepValues>,
    end: Option<Value>,
}

impl Ledger {
    /// Creates the ledger of a game. `end` is its result, if it is over: draws may follow the last
    /// decision.
    pub fn new(start: Value, steps: Vec<StepValues>, end: Option<Value>) -> Ledger {
        Ledger { start, steps, end }
    }

    /// Returns the value at the end: the result, or the value after the last decision.
    pub fn end(&self) -> &Value {
        self.end.as_ref().unwrap_or_else(|| self.before(self.steps.len()))
    }

    /// Returns the value before the first draw.
    pub fn start(&self) -> &Value {
        &self.start
    }

    /// Returns the value before the draws of a step: the value after the previous step.
    pub fn before(&self, step: usize) -> &Value {
        match step.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(last) => &last.played,
            None => &self.start,
        }
    }

    /// Returns the luck of the draws of a step for each seat, in thousandths of a point: the value
    /// with best play minus the value before the draws.
    pub fn luck(&self, step: usize) -> Vec<i64> {
        let (best, before) = (&self.steps[step].best.margin, &self.before(step).margin);
        best.iter().zip(before).map(|(best, before)| best - before).collect()
    }

    /// Returns the luck of the draws of a step for each seat, in thousandths of a win.
    pub fn win_luck(&self, step: usize) -> Vec<i64> {
        let (best, before) = (&self.steps[step].best.win, &self.before(step).win);
        best.iter().zip(before).map(|(best, before)| best - before).collect()
    }

    /// Returns the totals of all players.
    pub fn players(&self) -> Vec<Player> {
        let seats = self.start.margin.len() as u8;
        Seat::all(seats).map(|seat| self.player(seat)).collect()
    }

    fn player(&self, seat: Seat) -> Player {
        let at = seat.index();
        let start = self.start.margin[at];
        let mut player = Player {
            seat,
            start,
            // Draws after the last decision.
            luck: self.end().margin[at] - self.before(self.steps.len()).margin[at],
            skill: 0,
            margin: self.end().margin[at],
            own_luck: 0,
            lost: 0,
            win_lost: 0,
            turns: 0,
        };
        for (number, step) in self.steps.iter().enumerate() {
            let luck = self.luck(number)[at];
            player.luck += luck;
            player.skill += step.played.margin[at] - step.best.margin[at];
            if step.seat == seat {
                player.own_luck += luck;
                player.lost += step.lost();
                player.win_lost += step.win_lost();
                player.turns += 1;
            }
        }
        player
    }

    /// Returns the steps with the largest changes of the chance of winning of any seat, at most
    /// three, in order.
    pub fn turning_points(&self) -> Vec<usize> {
        /// Smallest change that counts, in thousandths.
        const LEAST: i64 = 20;
        let change = |step: usize| {
            let (after, before) = (&self.steps[step].played.win, &self.before(step).win);
            after.iter().zip(before).map(|(after, before)| (after - before).abs()).max()
        };
        let mut changes: Vec<(i64, usize)> =
            (0..self.steps.len()).filter_map(|step| Some((change(step)?, step))).collect();
        changes.retain(|&(change, _)| change >= LEAST);
        changes.sort_by_key(|&(change, step)| (core::cmp::Reverse(change), step));
        let mut points: Vec<usize> = changes.into_iter().take(3).map(|(_, step)| step).collect();
        points.sort_unstable();
        points
    }
}
