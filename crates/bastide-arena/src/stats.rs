//! Means with confidence intervals, and Elo conversions.

use bastide_host::Dice;
use serde::Serialize;

/// A number with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Point estimate.
    pub mean: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

impl Estimate {
    /// Converts all three values with the monotonically increasing function `scale`.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { mean: scale(self.mean), low: scale(self.low), high: scale(self.high) }
    }
}

/// Limit of reported Elo differences; a score of 99 % or more does not support a larger one.
pub const ELO_MOST: f64 = 800.0;

/// Converts a mean score from 0 to 1 into an Elo difference, limited to ±[`ELO_MOST`].
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        return -ELO_MOST;
    }
    // A score of 1 yields infinity, which is clamped as well.
    (400.0 * (score / (1.0 - score)).log10()).clamp(-ELO_MOST, ELO_MOST)
}

/// Returns the expected score of a player who is `elo` points stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Number of bootstrap samples per interval.
pub(crate) const ROUNDS: usize = 2000;

/// Calls `each` with `rounds` random samples of `n` indices below `n`, drawn with replacement; the
/// samples are the same in every run. Does nothing if `n` is 0.
pub(crate) fn resample(n: usize, rounds: usize, mut each: impl FnMut(&[usize])) {
    if n == 0 {
        return;
    }
    let mut dice = Dice::new(n as u64, 0x626f_6f74);
    let mut sample = vec![0; n];
    for _ in 0..rounds {
        sample.iter_mut().for_each(|at| *at = dice.below(n));
        each(&sample);
    }
}

/// Returns the 2.5th and 97.5th percentiles and sorts `values`.
pub(crate) fn middle(values: &mut [f64]) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = share * (values.len().max(1) - 1) as f64;
        values.get(place.round() as usize).copied().unwrap_or(f64::NAN)
    };
    (at(0.025), at(0.975))
}

/// Contribution of one deck to a mean: a sum and a count.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Part {
    pub(crate) sum: f64,
    pub(crate) of: f64,
}

impl Part {
    pub(crate) fn put(&mut self, value: f64) {
        self.sum += value;
        self.of += 1.0;
    }
}

/// Computes means over all decks with bootstrap intervals.
///
/// `decks[d][q]` is the contribution of deck `d` to quantity `q`. The mean of an empty set is NaN.
pub(crate) fn bootstrap(decks: &[Vec<Part>]) -> Vec<Estimate> {
    let quantities = decks.first().map_or(0, Vec::len);
    let mean = |sample: &mut dyn Iterator<Item = usize>, out: &mut Vec<Part>| {
        out.clear();
        out.resize(quantities, Part::default());
        for deck in sample {
            for (all, part) in out.iter_mut().zip(&decks[deck]) {
                all.sum += part.sum;
                all.of += part.of;
            }
        }
    };
    let mut sums = Vec::new();
    let mut drawn = vec![Vec::with_capacity(ROUNDS); quantities];
    resample(decks.len(), ROUNDS, |sample| {
        mean(&mut sample.iter().copied(), &mut sums);
        for (values, part) in drawn.iter_mut().zip(&sums).filter(|(_, part)| part.of > 0.0) {
            values.push(part.sum / part.of);
        }
    });
    mean(&mut (0..decks.len()), &mut sums);
    let with_interval = |(part, values): (&Part, &mut Vec<f64>)| {
        let (low, high) = middle(values);
        Estimate { mean: part.sum / part.of, low, high }
    };
    sums.iter().zip(&mut drawn).map(with_interval).collect()
}

/// Widens the interval of a share that was 0 or 1 on every deck. The bootstrap would give an empty
/// interval, although `n` equal decks have a probability of 2.5 % at a share of `0.025^(1/n)`.
pub(crate) fn widen(share: Estimate, decks: usize) -> Estimate {
    let short = 0.025f64.powf(1.0 / decks.max(1) as f64);
    if share.low >= 1.0 {
        Estimate { low: short, ..share }
    } else if share.high <= 0.0 {
        Estimate { high: 1.0 - short, ..share }
    } else {
        share
    }
}

/// Returns the smallest value with at least `share` of the values at or below it.
pub(crate) fn percentile(sorted: &[u64], share: f64) -> u64 {
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(place.max(1) - 1).or(sorted.last()).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_matches_the_textbook_formula() {
        for (score, points) in [(0.5, 0.0), (0.75, 190.848), (0.64, 99.95), (0.909_090_9, 400.0)] {
            assert!((elo(score) - points).abs() < 0.01, "{score}: {}", elo(score));
            assert!((expected_score(points) - score).abs() < 1e-4);
        }
        assert!((elo(0.25) + elo(0.75)).abs() < 1e-9);
    }

    #[test]
    fn elo_is_always_finite() {
        assert_eq!((elo(1.0), elo(0.0)), (ELO_MOST, -ELO_MOST));
        assert_eq!(elo(0.999), ELO_MOST);
        assert!(elo(0.99) < ELO_MOST);
    }

    #[test]
    fn an_interval_is_about_two_standard_errors() {
        // 400 decks of which half score 1: the standard error is 0.025.
        let decks: Vec<_> =
            (0..400).map(|n| vec![Part { sum: f64::from(n % 2), of: 1.0 }]).collect();
        let [share] = bootstrap(&decks)[..] else { panic!("one quantity") };
        assert_eq!(share.mean, 0.5);
        assert!((share.low - 0.451).abs() < 0.004, "{share:?}");
        assert!((share.high - 0.549).abs() < 0.004, "{share:?}");
    }

    #[test]
    fn decks_with_equal_results_give_an_interval_of_zero_width() {
        // The first seat wins both games of every deck: each bot always has one win.
        let decks = vec![vec![Part { sum: 1.0, of: 2.0 }]; 50];
        let halves = Estimate { mean: 0.5, low: 0.5, high: 0.5 };
        assert_eq!(bootstrap(&decks), [halves]);
    }

    #[test]
    fn intervals_are_deterministic() {
        let decks: Vec<_> =
            (0..30).map(|n| vec![Part { sum: f64::from(n * n % 7), of: 2.0 }]).collect();
        assert_eq!(bootstrap(&decks), bootstrap(&decks));
    }

    #[test]
    fn an_empty_sample_has_no_mean() {
        assert!(bootstrap(&[]).is_empty());
        let [none] = bootstrap(&[vec![Part::default()]])[..] else { panic!("one quantity") };
        assert!(none.mean.is_nan() && none.low.is_nan());
    }

    #[test]
    fn winning_every_game_leaves_uncertainty() {
        let sweep = Estimate { mean: 1.0, low: 1.0, high: 1.0 };
        // Exact interval of 100 out of 100: 96.4 % to 100 %.
        let wide = widen(sweep, 100);
        assert!((wide.low - 0.9638).abs() < 1e-4 && wide.high == 1.0, "{wide:?}");
        let lost = widen(Estimate { mean: 0.0, low: 0.0, high: 0.0 }, 100);
        assert!((lost.high - 0.0362).abs() < 1e-4 && lost.low == 0.0, "{lost:?}");
        let open = Estimate { mean: 0.6, low: 0.5, high: 0.7 };
        assert_eq!(widen(open, 100), open);
    }

    #[test]
    fn percentiles_are_observed_values() {
        let values: Vec<u64> = (1..=200).collect();
        assert_eq!(percentile(&values, 0.99), 198);
        assert_eq!(percentile(&values, 1.0), 200);
        assert_eq!((percentile(&[7], 0.99), percentile(&[], 0.99)), (7, 0));
    }
}
