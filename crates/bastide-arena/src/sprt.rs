//! Sequential probability ratio test: is one bot stronger than another?
//!
//! This is the generalised SPRT over decks that is used to test chess engines. For Elo, it counts
//! the five possible results of a pair of games, and the log-likelihood ratio compares the
//! maximum-likelihood distributions under either mean. For points, the margins of decks are assumed
//! to be normally distributed.

use serde::Serialize;

use crate::stats::expected_score;

/// Quantity that a test measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtUnit {
    /// Elo difference, from wins and draws.
    Elo,
    /// Mean margin in points per game.
    Margin,
}

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No verdict yet.
    Open,
    /// The second hypothesis is accepted: better.
    Passed,
    /// The first hypothesis is accepted: not better.
    Failed,
}

/// A test in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Sprt {
    unit: SprtUnit,
    low: f64,
    high: f64,
    decks: u64,
    /// Number of pairs by total score of the two games, in half points.
    pairs: [u64; 5],
    sum: f64,
    squares: f64,
    llr: f64,
}

/// Summary of a test for reports.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// Quantity that is measured.
    pub unit: SprtUnit,
    /// First hypothesis: the difference is at most this.
    pub low: f64,
    /// Second hypothesis: the difference is at least this.
    pub high: f64,
    /// Number of decks processed until the verdict, or so far.
    pub decks: u64,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Threshold: the test stops at `bound` or `-bound`.
    pub bound: f64,
    /// The verdict.
    pub verdict: Verdict,
}

impl Sprt {
    /// Probability of both type I and type II errors.
    const ERROR: f64 = 0.05;
    /// Minimum number of decks to estimate the variance of margins.
    const FEWEST: u64 = 8;

    /// Creates a test of the hypotheses `low` and `high`. Returns `None` unless both are finite and
    /// `low < high`.
    pub fn new(unit: SprtUnit, low: f64, high: f64) -> Option<Sprt> {
        let is_sound = low.is_finite() && high.is_finite() && low < high;
        is_sound.then_some(Sprt {
            unit,
            low,
            high,
            decks: 0,
            pairs: [0; 5],
            sum: 0.0,
            squares: 0.0,
            llr: 0.0,
        })
    }

    /// Returns the quantity that is measured.
    pub fn unit(&self) -> SprtUnit {
        self.unit
    }

    /// Returns the threshold of the log-likelihood ratio at which the test stops, above and below
    /// 0.
    pub fn bound() -> f64 {
        ((1.0 - Sprt::ERROR) / Sprt::ERROR).ln()
    }

    /// Adds a deck: the total `score` of its two games from 0 to 2, and the mean margin. Ignored
    /// once there is a verdict.
    pub fn put(&mut self, score: f64, margin: Option<f64>) {
        if self.verdict() != Verdict::Open {
            return;
        }
        match (self.unit, margin) {
            (SprtUnit::Elo, _) => {
                self.decks += 1;
                self.pairs[((2.0 * score).round() as usize).min(4)] += 1;
                let (low, high) = (expected_score(self.low), expected_score(self.high));
                self.llr = pair_llr(&self.pairs, low, high);
            }
            (SprtUnit::Margin, Some(margin)) => {
                self.decks += 1;
                self.sum += margin;
                self.squares += margin * margin;
                if self.decks >= Sprt::FEWEST {
                    self.llr = self.margin_llr();
                }
            }
            // A deck without a finished game has no margin.
            (SprtUnit::Margin, None) => {}
        }
    }

    fn margin_llr(&self) -> f64 {
        let n = self.decks as f64;
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(f64::MIN_POSITIVE);
        let llr = n * (self.high - self.low) * (2.0 * mean - self.low - self.high);
        (llr / (2.0 * variance)).clamp(-1e6, 1e6)
    }

    /// Returns the verdict so far.
    pub fn verdict(&self) -> Verdict {
        if self.llr >= Sprt::bound() {
            Verdict::Passed
        } else if self.llr <= -Sprt::bound() {
            Verdict::Failed
        } else {
            Verdict::Open
        }
    }

    /// Returns a summary of the test.
    pub fn report(&self) -> SprtReport {
        let Sprt { unit, low, high, decks, llr, .. } = *self;
        SprtReport { unit, low, high, decks, llr, bound: Sprt::bound(), verdict: self.verdict() }
    }
}

/// Computes the log-likelihood ratio of the mean scores `high` and `low` from the number of pairs
/// that scored 0, ½, 1, 1½ and 2.
fn pair_llr(pairs: &[u64; 5], low: f64, high: f64) -> f64 {
    // A small count for unseen results, because they are not impossible.
    let counts = pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
    let all: f64 = counts.iter().sum();
    let seen: Vec<(f64, f64)> =
        counts.iter().enumerate().map(|(at, n)| (at as f64 / 4.0, n / all)).collect();
    let (under_low, under_high) = (most_likely(&seen, low), most_likely(&seen, high));
    let terms = seen.iter().zip(under_low.iter().zip(&under_high));
    all * terms.map(|((_, share), (p0, p1))| share * (p1 / p0).ln()).sum::<f64>()
}

/// Returns the maximum-likelihood distribution with this mean: the observed shares divided by `1 +
/// x·(value − mean)`, with the `x` that yields the mean.
fn most_likely(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let slope =
        |x: f64| seen.iter().map(|(at, p)| p * (at - mean) / (1.0 + x * (at - mean))).sum::<f64>();
    // The slope decreases monotonically, so bisection finds its zero.
    let (mut from, mut to) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let x = (from + to) / 2.0;
        if slope(x) > 0.0 {
            from = x;
        } else {
            to = x;
        }
    }
    let x = (from + to) / 2.0;
    seen.iter().map(|(at, p)| p / (1.0 + x * (at - mean))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_matches_the_5_percent_error_rates() {
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }

    #[test]
    fn the_most_likely_distribution_has_the_required_mean() {
        let seen = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.4), (0.75, 0.2), (1.0, 0.1)];
        for mean in [0.3, 0.5, 0.62] {
            let found = most_likely(&seen, mean);
            let sum: f64 = found.iter().sum();
            let actual: f64 = found.iter().zip(&seen).map(|(p, (at, _))| p * at).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (actual - mean).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn with_two_results_the_ratio_is_that_of_the_binomial_test() {
        // Sweeps only: 60 won and 40 lost pairs. The maximum-likelihood distributions are then (1 -
        // s, s), and the ratio is 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0)).
        let (low, high) = (0.5, 0.6);
        let by_hand = 60.0 * 1.2f64.ln() + 40.0 * 0.8f64.ln();
        assert!((by_hand - 2.0136).abs() < 1e-3);
        let llr = pair_llr(&[40, 0, 0, 0, 60], low, high);
        assert!((llr - by_hand).abs() < 0.01, "{llr} and {by_hand}");
    }

    #[test]
    fn small_differences_match_the_normal_approximation() {
        // 1000 pairs, mean 0.52 and variance 0.0596:
        // N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
        let pairs = [60, 180, 400, 220, 140];
        let (low, high) = (expected_score(0.0), expected_score(5.0));
        let mean = (0.25 * 180.0 + 0.5 * 400.0 + 0.75 * 220.0 + 140.0) / 1000.0;
        let squares = (0.0625 * 180.0 + 0.25 * 400.0 + 0.5625 * 220.0 + 140.0) / 1000.0;
        let variance = squares - mean * mean;
        let near = 1000.0 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let llr = pair_llr(&pairs, low, high);
        assert!((llr - near).abs() < 0.05 * near.abs(), "{llr} and {near}");
    }

    #[test]
    fn a_test_keeps_its_first_decision() {
        let mut test = Sprt::new(SprtUnit::Elo, 0.0, 50.0).expect("a test");
        while test.verdict() == Verdict::Open {
            test.put(2.0, None);
            test.put(1.0, None);
        }
        assert_eq!(test.verdict(), Verdict::Passed);
        let ended = test.report();
        test.put(0.0, None);
        assert_eq!(test.report(), ended);
        let mut lost = Sprt::new(SprtUnit::Elo, 0.0, 50.0).expect("a test");
        (0..1000).for_each(|n| lost.put(f64::from(n % 2) * 2.0, None));
        assert_eq!(lost.verdict(), Verdict::Failed);
    }

    #[test]
    fn margins_are_tested_by_mean_and_variance() {
        // Margins alternate between 0 and 4: mean 2, variance 4. After n decks the ratio of 2
        // against 0 is n · 2 · (4 - 2) / 8 = n / 2.
        let mut test = Sprt::new(SprtUnit::Margin, 0.0, 2.0).expect("a test");
        (0..4).for_each(|n| test.put(1.0, Some(f64::from(n % 2) * 4.0)));
        assert_eq!(test.report().llr, 0.0, "too few to say");
        (0..8).for_each(|n| test.put(1.0, Some(f64::from(n % 2) * 4.0)));
        assert_eq!((test.report().llr, test.verdict()), (4.0, Verdict::Passed));
        assert_eq!(test.report().decks, 8);
    }

    #[test]
    fn invalid_tests_are_refused() {
        assert_eq!(Sprt::new(SprtUnit::Elo, 5.0, 5.0), None);
        assert_eq!(Sprt::new(SprtUnit::Elo, 0.0, f64::NAN), None);
    }
}
