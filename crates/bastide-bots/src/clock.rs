//! Accounting of search budgets.

use std::time::{Duration, Instant};

use crate::Budget;

/// Work done so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Effort {
    /// Number of states evaluated.
    pub(crate) nodes: u64,
    /// Time spent blocked in a [`crate::Pause`].
    pub(crate) paused: Duration,
}

/// Tracks how much of a budget is used.
pub(crate) struct Clock {
    budget: Budget,
    start: Instant,
    before: Effort,
}

impl Clock {
    /// Starts the clock; `before` is the work done for earlier decisions.
    pub(crate) fn new(budget: Budget, before: Effort) -> Clock {
        Clock { budget, start: Instant::now(), before }
    }

    /// Returns the fraction of the budget used after `effort`. Time spent in pauses does not count:
    /// a paused bot thinks later, not less.
    pub(crate) fn spent(&self, effort: Effort) -> f32 {
        match self.budget {
            Budget::Nodes(most) => (effort.nodes - self.before.nodes) as f32 / most as f32,
            Budget::Time(most) => self.thought(effort).as_secs_f32() / most.as_secs_f32(),
        }
    }

    /// Returns true if a time budget is exhausted. Always false for a budget in nodes, where work
    /// in progress is completed.
    pub(crate) fn is_late(&self, effort: Effort) -> bool {
        match self.budget {
            Budget::Nodes(_) => false,
            Budget::Time(most) => self.thought(effort) >= most,
        }
    }

    /// Returns the time since the start, excluding pauses.
    fn thought(&self, effort: Effort) -> Duration {
        self.start.elapsed().saturating_sub(effort.paused - self.before.paused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_use_the_time_budget() {
        let before = Effort { nodes: 7, paused: Duration::from_secs(5) };
        let clock = Clock::new(Budget::Time(Duration::from_nanos(1)), before);
        std::hint::black_box(());
        assert!(clock.is_late(before) && clock.spent(before) >= 1.0);
        let after = Effort { nodes: 9, paused: Duration::from_secs(3600) };
        assert!(!clock.is_late(after));
        assert_eq!(clock.spent(after), 0.0);
    }
}
