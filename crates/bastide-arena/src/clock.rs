//! Measurement of a player's thinking time.

use std::time::Duration;

/// Time source used to measure a player's thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// CPU time of the calling thread, which is independent of the load of the machine.
    Thread,
    /// Wall-clock time, for players that think in another process.
    Wall,
}

impl Clock {
    /// Runs `what` and returns its duration and its result.
    pub fn measure<T>(self, what: impl FnOnce() -> T) -> (Duration, T) {
        match self {
            Clock::Thread => {
                let began = thread_time();
                let result = what();
                (thread_time().saturating_sub(began), result)
            }
            Clock::Wall => {
                let began = std::time::Instant::now();
                let result = what();
                (began.elapsed(), result)
            }
        }
    }
}

/// Returns the CPU time used by this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Returns wall-clock time on platforms without per-thread CPU clocks.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn sleeping_costs_no_processor_time() {
        let nap = || std::thread::sleep(Duration::from_millis(30));
        assert!(Clock::Thread.measure(nap).0 < Duration::from_millis(15));
        assert!(Clock::Wall.measure(nap).0 >= Duration::from_millis(30));
    }

    #[test]
    fn computing_costs_processor_time() {
        let work = || (0..3_000_000u64).fold(1u64, |sum, n| std::hint::black_box(sum ^ n));
        assert!(Clock::Thread.measure(work).0 > Duration::from_micros(100));
    }
}
