//! Time for a whole game, and its division among turns.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

use bastide::{AnyGame, Game};

use crate::{Budget, SpecError};

/// The time that a player has left for a game, and the time added after each of its turns. Written
/// as `60s` or `60s+500ms`.
///
/// ```
/// use bastide::{AnyGame, LandRules, Setup};
/// use bastide_bots::{Budget, TimeControl};
/// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// let clock: TimeControl = "60s+1s".parse()?;
/// let Budget::Time(turn) = clock.budget(&game) else { unreachable!("a time") };
/// assert!(turn > clock.increment && turn < clock.left / 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Time left.
    pub left: Duration,
    /// Time added after each turn.
    pub increment: Duration,
}

impl TimeControl {
    /// Delay between the end of a search and the moment at which the clock stops, at most.
    const LAG: Duration = Duration::from_millis(20);
    /// Multiple of an even share that a turn may use, in halves. Searches end early if the best turn
    /// is clear, so the others may take more.
    const HALVES: u32 = 3;

    /// Returns the budget for the turn that is due.
    ///
    /// A turn gets at most a third of the time left, so that a clock never runs out as long as
    /// searches keep their budgets.
    pub fn budget(&self, game: &AnyGame) -> Budget {
        let turns = 1 + game.bag().left() / u32::from(game.seats());
        // Without the lags of all turns to come.
        let left = self.left.saturating_sub(TimeControl::LAG * turns).max(self.left / 8);
        let increment = self.increment.saturating_sub(TimeControl::LAG);
        let time = left / turns * TimeControl::HALVES / 2 + increment * 3 / 4;
        Budget::Time(time.min(left / 3).max(Duration::from_millis(1)))
    }

    /// Returns the budget for the turn that is due if `most` is the budget without a clock: budgets
    /// in nodes do not change.
    pub fn limit(&self, game: &AnyGame, most: Budget) -> Budget {
        match (most, self.budget(game)) {
            (Budget::Time(most), Budget::Time(time)) => Budget::Time(time.min(most)),
            _ => most,
        }
    }

    /// Deducts the time used for a decision, and adds the increment if the turn `has_ended`. Returns
    /// false if it took longer than the time left.
    pub fn charge(&mut self, used: Duration, has_ended: bool) -> bool {
        let left = self.left.checked_sub(used);
        self.left = left.unwrap_or_default();
        if has_ended {
            self.left = self.left.saturating_add(self.increment);
        }
        left.is_some()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Budget::Time(self.left))?;
        match self.increment {
            Duration::ZERO => Ok(()),
            increment => write!(f, "+{}", Budget::Time(increment)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<TimeControl, SpecError> {
        let time = |part: &str| match part.parse()? {
            Budget::Time(time) => Ok(time),
            Budget::Nodes(_) => Err(SpecError::BadBudget(part.to_owned())),
        };
        let (left, increment) = match text.split_once('+') {
            Some((left, increment)) => (time(left)?, time(increment)?),
            None => (time(text)?, Duration::ZERO),
        };
        Ok(TimeControl { left, increment })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for text in ["60s", "60s+1s", "1500ms+20ms"] {
            assert_eq!(text.parse::<TimeControl>().expect("a clock").to_string(), text);
        }
        for text in ["", "60", "60s+", "60s+0s", "500n", "60s+5n", "1s+1s+1s"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_turn_that_is_too_long_is_noticed() {
        let mut clock: TimeControl = "10s+1s".parse().expect("a clock");
        assert!(clock.charge(Duration::from_secs(6), false) && clock.left.as_secs() == 4);
        assert!(clock.charge(Duration::from_secs(4), true) && clock.left.as_secs() == 1);
        assert!(!clock.charge(Duration::from_millis(1001), true));
    }
}
