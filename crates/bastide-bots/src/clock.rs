//! Accounting of search budgets, and the source of time.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::Budget;

/// Nodes that replace a millisecond of a time budget where no time is available. Optimised builds
/// evaluate several times as many on a desktop computer.
const NODES_PER_MILLISECOND: u64 = 1000;

/// Time source of the host program, if it installed one.
static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

/// Installs the source of time for budgets in time: a function that returns the time since a fixed
/// moment and never goes back. Returns false, and changes nothing, if one is installed already.
///
/// By default the monotonic clock of the system is used. `wasm32-unknown-unknown` has none: without
/// an installed source, each millisecond of a budget counts as 1,000 nodes there. Budgets in nodes
/// never use the time.
///
/// ```no_run
/// # fn performance_now() -> f64 { 0.0 }
/// use std::time::Duration;
/// bastide_bots::set_time_source(|| Duration::from_secs_f64(performance_now() / 1000.0));
/// ```
pub fn set_time_source(now: fn() -> Duration) -> bool {
    SOURCE.set(now).is_ok()
}

/// Returns the time since a fixed moment, if it can be measured.
fn now() -> Option<Duration> {
    // The first use of the clock of the system.
    static START: OnceLock<Instant> = OnceLock::new();
    match SOURCE.get() {
        Some(source) => Some(source()),
        // There, `Instant::now` panics.
        None if cfg!(all(target_family = "wasm", target_os = "unknown")) => None,
        None => Some(START.get_or_init(Instant::now).elapsed()),
    }
}

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
    /// Time at the start; zero for a budget in nodes.
    start: Duration,
    before: Effort,
}

impl Clock {
    /// Starts the clock; `before` is the work done for earlier decisions.
    pub(crate) fn new(budget: Budget, before: Effort) -> Clock {
        Clock::with_time(budget, before, now)
    }

    /// Starts the clock at the time of `now`, which is called only for a budget in time.
    fn with_time(budget: Budget, before: Effort, now: fn() -> Option<Duration>) -> Clock {
        let (budget, start) = match budget {
            Budget::Nodes(_) => (budget, Duration::ZERO),
            Budget::Time(most) => match now() {
                Some(start) => (budget, start),
                None => (Budget::Nodes(nodes_for(most)), Duration::ZERO),
            },
        };
        Clock { budget, start, before }
    }

    /// Returns the budget, which is in nodes if the time cannot be measured.
    pub(crate) fn budget(&self) -> Budget {
        self.budget
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
        let elapsed = now().unwrap_or_default().saturating_sub(self.start);
        elapsed.saturating_sub(effort.paused - self.before.paused)
    }
}

/// Returns the nodes that replace a time budget.
fn nodes_for(time: Duration) -> u64 {
    let nodes = time.as_micros() * u128::from(NODES_PER_MILLISECOND) / 1000;
    u64::try_from(nodes).unwrap_or(u64::MAX).max(1)
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

    #[test]
    fn without_a_clock_time_becomes_nodes() {
        let budget = |budget| Clock::with_time(budget, Effort::default(), || None).budget();
        assert_eq!(budget(Budget::Time(Duration::from_millis(50))), Budget::Nodes(50_000));
        assert_eq!(budget(Budget::Time(Duration::ZERO)), Budget::Nodes(1));
        assert_eq!(budget(Budget::Time(Duration::MAX)), Budget::Nodes(u64::MAX));
        assert_eq!(budget(Budget::Nodes(7)), Budget::Nodes(7));
    }

    #[test]
    fn nodes_are_counted_without_a_clock() {
        let now = || panic!("the time was asked for");
        let clock = Clock::with_time(Budget::Nodes(10), Effort::default(), now);
        let effort = Effort { nodes: 5, paused: Duration::ZERO };
        assert_eq!((clock.spent(effort), clock.is_late(effort)), (0.5, false));
    }
}
