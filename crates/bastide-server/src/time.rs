//! Clock of the hub: starts at the time of the store and advances with monotonic time.
//!
//! Game clocks, due times and leases use it. A change of the wall clock while the process runs, or
//! a suspended machine, does not make it jump: the difference is slewed by at most one part in
//! [`SLEW`] of the elapsed time, too slowly to affect a game. Processes that share a database slew
//! towards the same clock, and the process that has run longest sets the time for all of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::store::Millis;

/// At most one part in `SLEW` of the elapsed time corrects the difference to the wall clock: 3.6 s
/// per hour.
const SLEW: i64 = 1_000;

/// Minimum change of the difference between two observations, in microseconds, that is reported as
/// a step of the wall clock.
const STEP: i64 = 1_000_000;

/// The hub's clock.
pub(crate) struct TimeSource {
    state: Mutex<State>,
    started: Instant,
}

/// State of the clock, in microseconds so that small corrections are not lost.
struct State {
    /// Monotonic time of the last observation of the wall clock.
    since: Instant,
    /// The hub's time at the last observation.
    time: i64,
    /// The wall clock minus the hub's time at the last observation.
    behind: i64,
}

impl TimeSource {
    /// Creates a clock that shows `time` while the wall clock shows `wall`.
    pub(crate) fn new(time: Millis, wall: Millis) -> TimeSource {
        TimeSource { state: Mutex::new(State::new(time, wall)), started: Instant::now() }
    }

    /// Sets the clock to `time` while the wall clock shows `wall`.
    pub(crate) fn set(&self, time: Millis, wall: Millis) {
        *self.state() = State::new(time, wall);
    }

    /// Returns the time since the start of the process, in milliseconds.
    pub(crate) fn uptime(&self) -> Millis {
        Millis::try_from(self.started.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }

    /// Returns the current time. Decreases only after [`TimeSource::set`].
    pub(crate) fn now(&self) -> Millis {
        self.state().now().0 / 1_000
    }

    /// Compares the clock with the wall clock. Returns the size of a step of the wall clock since
    /// the last call, in milliseconds, if there was one.
    pub(crate) fn observe(&self, wall: Millis) -> Option<Millis> {
        let mut state = self.state();
        let (time, corrected) = state.now();
        let behind = wall.saturating_mul(1_000).saturating_sub(time);
        let step = behind.saturating_sub(state.behind - corrected);
        *state = State { since: Instant::now(), time, behind };
        (step.abs() > STEP).then_some(step / 1_000)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn new(time: Millis, wall: Millis) -> State {
        let behind = (wall - time).saturating_mul(1_000);
        State { since: Instant::now(), time: time.saturating_mul(1_000), behind }
    }

    /// Returns the current time, and the part of the difference corrected since the last
    /// observation.
    fn now(&self) -> (i64, i64) {
        let elapsed = i64::try_from(self.since.elapsed().as_micros()).unwrap_or(i64::MAX / 4);
        let most = elapsed / SLEW;
        let corrected = self.behind.clamp(-most, most);
        (self.time + elapsed + corrected, corrected)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const HOUR: Millis = 3_600_000;

    #[tokio::test(start_paused = true)]
    async fn a_step_of_the_wall_clock_is_reported_once_and_moves_nothing() {
        for step in [2 * HOUR, -2 * HOUR] {
            let time = TimeSource::new(1_000_000, 1_000_000);
            let wall = |n: i64| 1_000_000 + n * 2_000 + if n >= 5 { step } else { 0 };
            for n in 1..=30 {
                let before = time.now();
                tokio::time::advance(Duration::from_secs(2)).await;
                let passed = time.now() - before;
                assert!((1_998..=2_002).contains(&passed), "{passed} ms in 2 s");
                let seen = time.observe(wall(n));
                assert_eq!(seen.is_some(), n == 5, "observation {n}: {seen:?}");
                if let Some(seen) = seen {
                    assert!((seen - step).abs() < 10, "{seen}");
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn small_differences_are_slewed_away() {
        // A wall clock that runs 200 ppm fast and starts 300 ms ahead.
        let time = TimeSource::new(0, 300);
        for n in 1..=1_000_i64 {
            tokio::time::advance(Duration::from_secs(2)).await;
            assert_eq!(time.observe(300 + n * 2_000 + n * 2 / 5), None);
        }
        assert!(time.state().behind.abs() <= 3_000, "{} us apart", time.state().behind);
    }
}
