//! Duplicate matches: two tables, the same deck, seats swapped, scored by difference; and the luck
//! that this removes.
//!
//! Both tables of a deck give a match: the margins of the first bot at both, added up. A match on
//! two different decks has the same number of games and the same seats, so that the variances of
//! both kinds of matches differ only by the luck of the deck.

use serde::Serialize;

use crate::contest::Contest;
use crate::decks::Decks;
use crate::play::GameResult;
use crate::stats::{Estimate, ROUNDS, middle, resample, widen};

/// Results of duplicate matches between two bots.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DuplicateReport {
    /// Names of the bots.
    pub bots: Vec<String>,
    /// Number of matches.
    pub matches: usize,
    /// Matches that the first bot won by difference.
    pub won: usize,
    /// Matches with a difference of 0.
    pub drawn: usize,
    /// Matches that it lost.
    pub lost: usize,
    /// Mean difference of a match, in points.
    pub difference: Estimate,
    /// Share of matches that the first bot wins; equal ones count half.
    pub score: Estimate,
    /// The same for matches whose tables have different decks.
    pub score_on_two_decks: Estimate,
    /// Standard deviation of the margin of a game.
    pub game_deviation: Estimate,
    /// Standard deviation of the difference of a match.
    pub deviation: Estimate,
    /// The same for matches whose tables have different decks.
    pub deviation_on_two_decks: Estimate,
    /// Part of the variance that equal decks remove; negative if they add to it.
    pub removed: Estimate,
}

/// Quantities of a sample of decks, in the order of the estimates of the report.
const QUANTITIES: usize = 7;

impl DuplicateReport {
    /// Summarises the complete decks of a contest. Returns `None` unless two bots play games for
    /// two, and without a complete deck. Forfeited games are left out with their deck.
    pub fn new(contest: &Contest, games: &[GameResult]) -> Option<DuplicateReport> {
        if contest.names.len() != 2 || contest.players != 2 {
            return None;
        }
        let decks = Decks::new(contest, games);
        let pairs: Vec<[f64; 2]> = decks.whole.values().filter_map(|deck| margins(deck)).collect();
        if pairs.is_empty() {
            return None;
        }
        let all: Vec<usize> = (0..pairs.len()).collect();
        let mean = quantities(&pairs, &all);
        let mut drawn = vec![Vec::new(); QUANTITIES];
        resample(pairs.len(), ROUNDS, |sample| {
            for (values, value) in drawn.iter_mut().zip(quantities(&pairs, sample)) {
                values.push(value);
            }
        });
        let mut estimates = mean.into_iter().zip(&mut drawn).map(|(mean, values)| {
            let (low, high) = middle(values);
            Estimate { mean, low, high }
        });
        let mut next = || estimates.next().unwrap_or(Estimate { mean: 0.0, low: 0.0, high: 0.0 });
        let count = |is: fn(f64) -> bool| pairs.iter().filter(|[a, b]| is(a + b)).count();
        Some(DuplicateReport {
            bots: contest.names.clone(),
            matches: pairs.len(),
            won: count(|difference| difference > 0.0),
            drawn: count(|difference| difference == 0.0),
            lost: count(|difference| difference < 0.0),
            difference: next(),
            score: widen(next(), pairs.len()),
            score_on_two_decks: widen(next(), pairs.len()),
            game_deviation: next(),
            deviation: next(),
            deviation_on_two_decks: next(),
            removed: next(),
        })
    }
}

/// Returns the margins of the first bot at the two tables of a deck: from the first seat and from
/// the second.
fn margins(deck: &[&GameResult]) -> Option<[f64; 2]> {
    let margin = |seat: usize| {
        let game = deck.iter().find(|game| game.seats.get(seat) == Some(&0))?;
        let (own, other) = (game.scores.get(seat)?, game.scores.get(1 - seat)?);
        game.forfeit.is_none().then(|| f64::from(own - other))
    };
    Some([margin(0)?, margin(1)?])
}

/// Computes all quantities of a sample of decks.
fn quantities(pairs: &[[f64; 2]], sample: &[usize]) -> [f64; QUANTITIES] {
    let n = sample.len() as f64;
    let moments = |values: &mut dyn Iterator<Item = f64>| {
        let (sum, squares) =
            values.fold((0.0, 0.0), |(sum, squares), value| (sum + value, squares + value * value));
        (sum / n, (squares / n - (sum / n) * (sum / n)).max(0.0))
    };
    let at = |table: usize| sample.iter().map(move |&deck| pairs[deck][table]);
    let same = || at(0).zip(at(1)).map(|(one, other)| one + other);
    // The second table of each match is that of the next deck.
    let apart = || at(0).zip(at(1).cycle().skip(1)).map(|(one, other)| one + other);
    let (difference, match_variance) = moments(&mut same());
    let [first, second] = [0, 1].map(|table| moments(&mut at(table)).1);
    let apart_variance = first + second;
    let share = |differences: &mut dyn Iterator<Item = f64>| {
        let point = |difference: f64| match difference.total_cmp(&0.0) {
            core::cmp::Ordering::Greater => 1.0,
            _ if difference == 0.0 => 0.5,
            _ => 0.0,
        };
        differences.map(point).sum::<f64>() / n
    };
    let removed = if apart_variance > 0.0 { 1.0 - match_variance / apart_variance } else { 0.0 };
    [
        difference,
        share(&mut same()),
        share(&mut apart()),
        (apart_variance / 2.0).sqrt(),
        match_variance.sqrt(),
        apart_variance.sqrt(),
        removed,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest() -> Contest {
        let names = vec!["a".to_owned(), "b".to_owned()];
        Contest::new(names, "base".to_owned(), 2, 1).expect("a contest")
    }

    /// The games of a deck: the points of the bots with the first bot in the first seat, and then
    /// in the second.
    fn deck(number: u64, one: [i32; 2], other: [i32; 2]) -> [GameResult; 2] {
        let game = |seats: [usize; 2], scores: [i32; 2]| GameResult {
            deck: number,
            seats: seats.to_vec(),
            scores: seats.map(|bot| scores[bot]).to_vec(),
            forfeit: None,
            micros: vec![Vec::new(); 2],
        };
        [game([0, 1], one), game([1, 0], other)]
    }

    #[test]
    fn luck_of_the_seat_cancels() {
        // The seat that begins wins by 10 to 30 points, and the first bot is 2 points better.
        let lead = |n: u64| 10 + i32::try_from(n * 7 % 21).expect("small");
        let games: Vec<_> = (0..40).flat_map(|n| deck(n, [lead(n) + 1, 0], [1, lead(n)])).collect();
        let report = DuplicateReport::new(&contest(), &games).expect("matches");
        assert_eq!((report.won, report.drawn, report.lost), (40, 0, 0));
        assert_eq!((report.difference.mean, report.deviation.mean), (2.0, 0.0));
        assert_eq!((report.removed.mean, report.score.mean), (1.0, 1.0));
        assert!(report.deviation_on_two_decks.mean > 5.0, "{report:?}");
        assert!(report.score_on_two_decks.mean < 0.8, "{report:?}");
    }

    #[test]
    fn independent_tables_remove_nothing() {
        // Margins of -1 and 1 in all four combinations equally often.
        let sign = |bit: u64| [1, -1][usize::try_from(bit % 2).expect("a bit")];
        let games: Vec<_> =
            (0..400).flat_map(|n| deck(n, [sign(n), 0], [sign(n / 2), 0])).collect();
        let report = DuplicateReport::new(&contest(), &games).expect("matches");
        assert_eq!((report.won, report.drawn, report.lost), (100, 200, 100));
        assert!(report.removed.mean.abs() < 1e-9, "{report:?}");
        assert!(report.removed.low < 0.0 && report.removed.high > 0.0);
        assert!((report.game_deviation.mean - 1.0).abs() < 1e-9);
    }

    #[test]
    fn incomplete_and_forfeited_decks_are_left_out() {
        let mut games = deck(0, [5, 0], [5, 0]).to_vec();
        games.extend(deck(1, [5, 0], [5, 0]).into_iter().take(1));
        let mut lost = deck(2, [5, 0], [5, 0]);
        lost[0].forfeit = Some(crate::Forfeit { seat: 1, why: "silent".to_owned() });
        games.extend(lost);
        let report = DuplicateReport::new(&contest(), &games).expect("a match");
        assert_eq!((report.matches, report.difference.mean), (1, 10.0));
        assert_eq!(DuplicateReport::new(&contest(), &[]), None);
    }

    #[test]
    fn matches_need_two_bots_and_two_players() {
        let names = || ["a", "b", "c"].map(str::to_owned);
        let three = Contest::new(names().to_vec(), "base".to_owned(), 2, 1).expect("a contest");
        assert_eq!(DuplicateReport::new(&three, &[]), None);
    }
}
