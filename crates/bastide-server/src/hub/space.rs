//! Low disk space: refuses new tables and chat early, so that the moves of running games can still
//! be saved.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bastide_protocol::{Problem, ProblemCode};
use bastide_table::problem;
use tokio::time::Instant;

use super::{Hub, lock};

/// Interval between two measurements of free space.
const MEASURE_EVERY: Duration = Duration::from_secs(1);

/// Time for which space counts as low after the store reported that it is full. This is the only
/// signal from a store whose disk cannot be measured.
const FULL_HOLD: Duration = Duration::from_secs(30);

/// Free space and the reserve.
pub(super) struct Space {
    /// Reserve in bytes; 0 disables the check.
    reserve: u64,
    state: Mutex<State>,
    is_low: AtomicBool,
}

#[derive(Default)]
struct State {
    free: Option<u64>,
    is_below: bool,
    full_until: Option<Instant>,
}

impl Space {
    pub(super) fn new(reserve: u64) -> Space {
        Space { reserve, state: Mutex::default(), is_low: AtomicBool::new(false) }
    }

    /// Records a measurement; `free` is `None` if the space cannot be measured.
    ///
    /// Space becomes low below the reserve, and stops being low at a quarter above it. This
    /// hysteresis avoids flapping.
    fn measure(&self, free: Option<u64>, now: Instant) {
        let mut state = lock(&self.state);
        state.free = free;
        let needed = if state.is_below { self.reserve + self.reserve / 4 } else { self.reserve };
        state.is_below = free.is_some_and(|free| free < needed);
        self.judge(&state, now);
    }

    /// Records that the store reported that it is full.
    pub(super) fn full(&self, now: Instant) {
        let mut state = lock(&self.state);
        state.full_until = Some(now + FULL_HOLD);
        self.judge(&state, now);
    }

    fn judge(&self, state: &State, now: Instant) {
        let is_full = state.full_until.is_some_and(|until| until > now);
        let is_low = self.reserve > 0 && (state.is_below || is_full);
        if self.is_low.swap(is_low, Ordering::AcqRel) == is_low {
            return;
        }
        if is_low {
            tracing::error!(
                free = state.free,
                reserve = self.reserve,
                "disk space is low: new tables and chat are refused, moves are still saved"
            );
        } else {
            tracing::warn!(
                free = state.free,
                "disk space is sufficient again: new tables and chat are accepted"
            );
        }
    }

    /// Returns true while space is low.
    pub(super) fn is_low(&self) -> bool {
        self.is_low.load(Ordering::Acquire)
    }

    /// Returns the number of free bytes; `None` if it cannot be measured.
    pub(super) fn free(&self) -> Option<u64> {
        lock(&self.state).free
    }

    /// Rejects non-essential writes while space is low.
    ///
    /// # Errors
    /// Returns a [`Problem`] with `LowSpace` while space is low.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self.is_low() {
            return Err(problem(
                ProblemCode::LowSpace,
                "the disk of the server is almost full: running games continue, but new tables \
                 and chat are refused",
            ));
        }
        Ok(())
    }

    /// Returns a description of the state while space is low.
    pub(super) fn remark(&self) -> Option<String> {
        if !self.is_low() {
            return None;
        }
        let refused = "new tables and chat are refused";
        Some(match self.free() {
            Some(free) => format!(
                "disk space is low ({} MiB free, {} MiB reserved): {refused}",
                free >> 20,
                self.reserve >> 20
            ),
            None => format!("the disk of the database was full recently: {refused}"),
        })
    }
}

impl Hub {
    /// Measures free space until the server shuts down.
    pub(super) async fn watch_space(self) {
        let mut closing = self.0.closing.subscribe();
        loop {
            let free = self.0.store.free_space().await;
            self.0.space.measure(free, Instant::now());
            tokio::select! {
                () = tokio::time::sleep(MEASURE_EVERY) => {}
                _ = closing.changed() => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_low_below_the_reserve_until_there_is_a_quarter_more() {
        let (space, now) = (Space::new(1_000), Instant::now());
        for (free, is_low) in [
            (2_000, false),
            (1_000, false),
            (999, true),
            (1_000, true),
            (1_249, true),
            (1_250, false),
            (1_000, false),
            (0, true),
        ] {
            space.measure(Some(free), now);
            assert_eq!(space.is_low(), is_low, "{free}");
            assert_eq!(space.check().is_err(), is_low);
            assert_eq!(space.remark().is_some(), is_low);
        }
    }

    #[test]
    fn a_store_that_was_full_counts_as_low_for_a_while() {
        let (space, now) = (Space::new(1_000), Instant::now());
        space.measure(None, now);
        assert!(!space.is_low());
        space.full(now);
        assert!(space.is_low());
        space.measure(None, now + FULL_HOLD - Duration::from_secs(1));
        assert!(space.is_low());
        space.measure(None, now + FULL_HOLD);
        assert!(!space.is_low());
    }

    #[test]
    fn without_a_reserve_nothing_is_refused() {
        let (space, now) = (Space::new(0), Instant::now());
        space.measure(Some(0), now);
        space.full(now);
        assert!(space.check().is_ok());
    }
}
