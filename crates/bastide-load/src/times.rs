//! Statistics of durations.

use std::time::Duration;

use serde::Serialize;

/// Percentiles of durations, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Times {
    /// Number of durations.
    pub count: usize,
    /// Median.
    pub p50_ms: f64,
    /// 90th percentile.
    pub p90_ms: f64,
    /// 99th percentile.
    pub p99_ms: f64,
    /// 99.9th percentile.
    pub p999_ms: f64,
    /// Maximum.
    pub max_ms: f64,
}

impl Times {
    /// Computes the statistics of these durations.
    pub fn of(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        let at = |share: f64| {
            let last = times.len().saturating_sub(1);
            let index = (times.len() as f64 * share).ceil() as usize;
            times.get(index.saturating_sub(1).min(last)).map_or(0.0, |time| millis(*time))
        };
        Times {
            count: times.len(),
            p50_ms: at(0.5),
            p90_ms: at(0.9),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: at(1.0),
        }
    }
}

/// Divides one time by another, rounded to two decimal places; the divisor is at least 0.01 ms.
pub(crate) fn ratio(time_ms: f64, by_ms: f64) -> f64 {
    (time_ms / by_ms.max(0.01) * 100.0).round() / 100.0
}

/// Converts to milliseconds, rounded to two decimal places.
pub(crate) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 100_000.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_counted_from_the_fastest() {
        let times = Times::of((1..=1000).rev().map(Duration::from_millis).collect());
        assert_eq!(times.count, 1000);
        assert_eq!((times.p50_ms, times.p90_ms, times.p99_ms), (500.0, 900.0, 990.0));
        assert_eq!((times.p999_ms, times.max_ms), (999.0, 1000.0));
        assert_eq!(Times::of(Vec::new()).p99_ms, 0.0);
        assert_eq!(Times::of(vec![Duration::from_millis(3)]).p50_ms, 3.0);
    }
}
