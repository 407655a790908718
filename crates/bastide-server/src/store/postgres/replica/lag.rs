//! Delay of a replica, measured by positions in the write-ahead log of the primary.
//!
//! Clocks are not compared: a position of the primary is noted with the time of this process, and
//! the replica is behind since the first of them that it has not replayed.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Maximum number of noted positions.
const MAX_SAMPLES: usize = 120;

/// A database and its position in the write-ahead log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::store::postgres) struct Position {
    /// Identifier of the cluster, which a physical replica shares with its primary, and number of
    /// the database.
    pub(in crate::store::postgres) identity: (i64, i64),
    /// Bytes written by the primary, or replayed by a standby.
    pub(in crate::store::postgres) bytes: i64,
    /// True if the database is a standby.
    pub(in crate::store::postgres) is_standby: bool,
}

/// Positions of the primary that the replica has not reached.
#[derive(Default)]
pub(super) struct Lag {
    identity: Option<(i64, i64)>,
    waiting: VecDeque<(Instant, i64)>,
    /// True once the replica has reached a position that was noted before.
    has_reached: bool,
}

impl Lag {
    /// Notes the position of the primary.
    pub(super) fn sample(&mut self, now: Instant, primary: &Position) {
        self.identity = Some(primary.identity);
        let is_full = self.waiting.len() >= MAX_SAMPLES;
        match self.waiting.back_mut() {
            Some((_, bytes)) if *bytes == primary.bytes => {}
            // Keeps the older time, which makes the delay too long rather than too short.
            Some((_, bytes)) if is_full => *bytes = primary.bytes,
            Some(_) | None => self.waiting.push_back((now, primary.bytes)),
        }
    }

    /// Returns the delay of the replica; `None` if it has not yet reached a position that the
    /// primary had since the start of this process.
    ///
    /// # Errors
    /// Returns the reason why the replica must not be used.
    pub(super) fn delay(
        &mut self,
        now: Instant,
        replica: &Position,
    ) -> Result<Option<Duration>, &'static str> {
        match self.identity {
            None => return Err("the primary does not answer"),
            Some(identity) if identity != replica.identity => {
                return Err("it is not a standby of the database of --database");
            }
            Some(_) => {}
        }
        while self.waiting.front().is_some_and(|(_, bytes)| *bytes <= replica.bytes) {
            self.waiting.pop_front();
            self.has_reached = true;
        }
        Ok(self.has_reached.then(|| self.age(now)))
    }

    /// Returns the age of the first position that the replica has not reached.
    pub(super) fn age(&self, now: Instant) -> Duration {
        self.waiting.front().map_or(Duration::ZERO, |(noted, _)| now - *noted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bytes: i64) -> Position {
        Position { identity: (7, 5), bytes, is_standby: true }
    }

    #[test]
    fn the_delay_counts_from_the_first_position_that_is_missing() {
        let (mut lag, start) = (Lag::default(), Instant::now());
        let second = |n: u64| start + Duration::from_secs(n);
        assert!(lag.delay(start, &at(10)).is_err(), "nothing to compare with");
        lag.sample(start, &at(10));
        assert_eq!(lag.delay(second(1), &at(9)), Ok(None), "not since this process started");
        assert_eq!(lag.age(second(1)), Duration::from_secs(1));
        lag.sample(second(1), &at(20));
        lag.sample(second(2), &at(30));
        assert_eq!(lag.delay(second(3), &at(10)), Ok(Some(Duration::from_secs(2))));
        assert_eq!(lag.delay(second(3), &at(25)), Ok(Some(Duration::from_secs(1))));
        assert_eq!(lag.delay(second(9), &at(30)), Ok(Some(Duration::ZERO)));
        lag.sample(second(9), &at(40));
        assert_eq!(lag.delay(second(12), &at(30)), Ok(Some(Duration::from_secs(3))));
    }

    #[test]
    fn a_stopped_replica_needs_little_memory_and_stays_behind() {
        let (mut lag, start) = (Lag::default(), Instant::now());
        let second = |n: u64| start + Duration::from_secs(n);
        for n in 0..1_000 {
            lag.sample(second(n), &at(n as i64));
        }
        assert_eq!(lag.waiting.len(), MAX_SAMPLES);
        assert_eq!(lag.delay(second(1_000), &at(0)), Ok(Some(Duration::from_secs(999))));
        let delay = lag.delay(second(1_000), &at(998)).expect("a standby").expect("a delay");
        assert!(delay >= Duration::from_secs(1), "{delay:?}: the last position is missing");
        assert_eq!(lag.delay(second(1_000), &at(999)), Ok(Some(Duration::ZERO)));
    }

    #[test]
    fn another_database_is_refused() {
        let (mut lag, now) = (Lag::default(), Instant::now());
        lag.sample(now, &at(10));
        let other = Position { identity: (8, 5), ..at(10) };
        assert!(lag.delay(now, &other).is_err());
        assert_eq!(lag.delay(now, &at(10)), Ok(Some(Duration::ZERO)));
    }
}
