//! Histograms of durations, in the Prometheus text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the buckets, in microseconds: from a commit on a fast disk to a bot that waits
/// for minutes.
const BOUNDS: [u64; 16] = [
    250,
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    5_000_000,
    10_000_000,
    60_000_000,
    300_000_000,
];

/// Maximum number of values of a label. Values come from the program rather than from clients; the
/// limit protects against mistakes.
const MOST: usize = 128;

/// Histogram of durations.
#[derive(Debug, Default)]
pub struct Histogram {
    counts: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Histogram {
    /// Records a duration.
    pub fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let slot = BOUNDS.iter().position(|&bound| micros <= bound).unwrap_or(BOUNDS.len());
        self.counts[slot].fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    /// Returns the number of recorded durations.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Relaxed)).sum()
    }

    /// Appends the samples to `text`; `label` is empty or `name="value"`.
    fn write(&self, text: &mut String, name: &str, label: &str) {
        let comma = if label.is_empty() { "" } else { "," };
        let mut sum = 0;
        for (slot, count) in self.counts.iter().enumerate() {
            sum += count.load(Relaxed);
            let bound = match BOUNDS.get(slot) {
                Some(&micros) => (micros as f64 / 1e6).to_string(),
                None => "+Inf".to_owned(),
            };
            let _ = writeln!(text, "{name}_bucket{{{label}{comma}le=\"{bound}\"}} {sum}");
        }
        let labels = if label.is_empty() { String::new() } else { format!("{{{label}}}") };
        let seconds = self.micros.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_sum{labels} {seconds}\n{name}_count{labels} {sum}");
    }

    /// Appends the header and the samples to `text`.
    pub(crate) fn write_alone(&self, text: &mut String, name: &str, help: &str) {
        write_head(text, name, help);
        self.write(text, name, "");
    }
}

/// Histograms that differ in the value of one label.
#[derive(Debug, Default)]
pub struct Family(Mutex<BTreeMap<Box<str>, Arc<Histogram>>>);

impl Family {
    /// Records a duration under a label value, which must come from a fixed set, such as the route
    /// templates.
    pub fn observe(&self, value: &str, took: Duration) {
        self.of(value).observe(took);
    }

    fn of(&self, value: &str) -> Arc<Histogram> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(histogram) = all.get(value) {
            return Arc::clone(histogram);
        }
        let value = if all.len() < MOST { value } else { "other" };
        Arc::clone(all.entry(value.into()).or_default())
    }

    /// Appends the header and the samples of all histograms to `text`.
    pub(crate) fn write(&self, text: &mut String, name: &str, label: &str, help: &str) {
        write_head(text, name, help);
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (value, histogram) in all {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            histogram.write(text, name, &format!("{label}=\"{value}\""));
        }
    }
}

fn write_head(text: &mut String, name: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let histogram = Histogram::default();
        for micros in [1, 250, 251, 5_000, 999_000_000] {
            histogram.observe(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.write_alone(&mut text, "x_seconds", "Duration of x.");
        for line in [
            "# TYPE x_seconds histogram",
            "x_seconds_bucket{le=\"0.00025\"} 2",
            "x_seconds_bucket{le=\"0.0005\"} 3",
            "x_seconds_bucket{le=\"0.005\"} 4",
            "x_seconds_bucket{le=\"300\"} 4",
            "x_seconds_bucket{le=\"+Inf\"} 5",
            "x_seconds_count 5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn values_of_a_label_are_bounded() {
        let family = Family::default();
        for number in 0..1_000 {
            family.observe(&format!("value {number}"), Duration::from_millis(1));
        }
        let mut text = String::new();
        family.write(&mut text, "x_seconds", "x", "Duration of x.");
        let counts = text.lines().filter(|line| line.starts_with("x_seconds_count"));
        assert_eq!(counts.count(), MOST + 1);
        assert!(text.contains("x_seconds_count{x=\"other\"} 872"), "{text}");
    }
}
