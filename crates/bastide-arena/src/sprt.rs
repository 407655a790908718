//! A test that stops as soon as it knows: is one bot better than another?
//!
//! The generalised sequential probability ratio test over decks, as chess
//! engines are tested: with Elo, the five results a pair of games can have
//! are counted, and the log-likelihood ratio compares the most likely
//! distributions with either mean. With points, decks are taken as normal.

use serde::Serialize;

use crate::stats::expected_score;

/// What a test is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtUnit {
    /// Elo, from wins and draws.
    Elo,
    /// Points of margin a game.
    Margin,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The second hypothesis holds: better.
    Passed,
    /// The first one holds: not better.
    Failed,
}

/// A test under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Sprt {
    unit: SprtUnit,
    low: f64,
    high: f64,
    decks: u64,
    /// Pairs by points of two games, in halves.
    pairs: [u64; 5],
    sum: f64,
    squares: f64,
    llr: f64,
}

/// A test as reports tell of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// What it is about.
    pub unit: SprtUnit,
    /// The first hypothesis: no better than this.
    pub low: f64,
    /// The second hypothesis: at least as good as this.
    pub high: f64,
    /// How many decks it took, or has seen so far.
    pub decks: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where it stops, above and below 0.
    pub bound: f64,
    /// What it found.
    pub verdict: Verdict,
}

impl Sprt {
    /// Both errors are as likely as this.
    const ERROR: f64 = 0.05;
    /// Fewer decks say nothing about how margins spread.
    const FEWEST: u64 = 8;

    /// A test whether a difference is `low` or `high`; if they are numbers
    /// in this order.
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

    /// What it is about.
    pub fn unit(&self) -> SprtUnit {
        self.unit
    }

    /// Where the log-likelihood ratio stops the test, above and below 0.
    pub fn bound() -> f64 {
        ((1.0 - Sprt::ERROR) / Sprt::ERROR).ln()
    }

    /// A deck is finished: the score of its two games from 0 to 2, and the
    /// mean margin. Nothing changes once there is a verdict.
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
            // A deck nobody finished has no margin.
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

    /// What is known by now.
    pub fn verdict(&self) -> Verdict {
        if self.llr >= Sprt::bound() {
            Verdict::Passed
        } else if self.llr <= -Sprt::bound() {
            Verdict::Failed
        } else {
            Verdict::Open
        }
    }

    /// How the test stands.
    pub fn report(&self) -> SprtReport {
        let Sprt { unit, low, high, decks, llr, .. } = *self;
        SprtReport { unit, low, high, decks, llr, bound: Sprt::bound(), verdict: self.verdict() }
    }
}

/// The log-likelihood ratio of two mean scores, given how many pairs of games
/// scored 0, ½, 1, 1½ and 2.
fn pair_llr(pairs: &[u64; 5], low: f64, high: f64) -> f64 {
    // A result not seen yet is not impossible.
    let counts = pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
    let all: f64 = counts.iter().sum();
    let seen: Vec<(f64, f64)> =
        counts.iter().enumerate().map(|(at, n)| (at as f64 / 4.0, n / all)).collect();
    let (under_low, under_high) = (most_likely(&seen, low), most_likely(&seen, high));
    let terms = seen.iter().zip(under_low.iter().zip(&under_high));
    all * terms.map(|((_, share), (p0, p1))| share * (p1 / p0).ln()).sum::<f64>()
}

/// The distribution with this mean under which what was seen is most likely:
/// shares over `1 + x·(value − mean)`, with the `x` that gives the mean.
fn most_likely(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let slope =
        |x: f64| seen.iter().map(|(at, p)| p * (at - mean) / (1.0 + x * (at - mean))).sum::<f64>();
    // The slope falls from one end to the other, so halving finds its zero.
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
    fn the_bound_is_the_usual_one() {
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }

    #[test]
    fn the_most_likely_distribution_has_the_mean_it_should() {
        let seen = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.4), (0.75, 0.2), (1.0, 0.1)];
        for mean in [0.3, 0.5, 0.62] {
            let found = most_likely(&seen, mean);
            let sum: f64 = found.iter().sum();
            let actual: f64 = found.iter().zip(&seen).map(|(p, (at, _))| p * at).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (actual - mean).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn with_two_results_it_is_the_binomial_test() {
        // Only sweeps: 60 won and 40 lost pairs. Then the most likely
        // distributions are (1 - s, s), and by hand
        // 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0)).
        let (low, high) = (0.5, 0.6);
        let by_hand = 60.0 * 1.2f64.ln() + 40.0 * 0.8f64.ln();
        assert!((by_hand - 2.0136).abs() < 1e-3);
        let llr = pair_llr(&[40, 0, 0, 0, 60], low, high);
        assert!((llr - by_hand).abs() < 0.01, "{llr} and {by_hand}");
    }

    #[test]
    fn a_small_difference_is_that_of_the_normal_approximation() {
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
    fn tests_end_and_then_stay_as_they_are() {
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
    fn margins_are_tested_by_their_mean_and_spread() {
        // Margins 0 and 4 in turn: mean 2, variance 4. After n decks for 0
        // against 2 the ratio is n · 2 · (4 - 2) / 8 = n / 2.
        let mut test = Sprt::new(SprtUnit::Margin, 0.0, 2.0).expect("a test");
        (0..4).for_each(|n| test.put(1.0, Some(f64::from(n % 2) * 4.0)));
        assert_eq!(test.report().llr, 0.0, "too few to say");
        (0..8).for_each(|n| test.put(1.0, Some(f64::from(n % 2) * 4.0)));
        assert_eq!((test.report().llr, test.verdict()), (4.0, Verdict::Passed));
        assert_eq!(test.report().decks, 8);
    }

    #[test]
    fn what_is_no_test_is_refused() {
        assert_eq!(Sprt::new(SprtUnit::Elo, 5.0, 5.0), None);
        assert_eq!(Sprt::new(SprtUnit::Elo, 0.0, f64::NAN), None);
    }
}
