//! Bradley–Terry ratings of several players.

/// Points scored by each player against each other player; a draw is half a point for both.
#[derive(Clone, PartialEq, Debug)]
pub struct Meetings {
    size: usize,
    points: Vec<f64>,
}

impl Meetings {
    /// Creates an empty table for `size` players.
    pub fn new(size: usize) -> Meetings {
        Meetings { size, points: vec![0.0; size * size] }
    }

    /// Adds a result: the `score` of `one` against `other`, from 0 to 1.
    pub fn put(&mut self, one: usize, other: usize, score: f64) {
        self.points[one * self.size + other] += score;
        self.points[other * self.size + one] += 1.0 - score;
    }

    fn scored(&self, one: usize, other: usize) -> f64 {
        self.points[one * self.size + other]
    }

    fn met(&self, one: usize, other: usize) -> f64 {
        self.scored(one, other) + self.scored(other, one)
    }

    /// Returns the fraction of all possible points that `one` scored, from 0 to 1.
    pub(crate) fn share(&self, one: usize) -> f64 {
        let sum = |points: &dyn Fn(usize) -> f64| (0..self.size).map(points).sum::<f64>();
        sum(&|other| self.scored(one, other)) / sum(&|other| self.met(one, other))
    }

    pub(crate) fn clear(&mut self) {
        self.points.fill(0.0);
    }

    pub(crate) fn add(&mut self, other: &Meetings) {
        self.points.iter_mut().zip(&other.points).for_each(|(mine, theirs)| *mine += theirs);
    }
}

/// Weight of a virtual draw added to every pair that met; without it the rating of a player who won
/// all games would be infinite.
const FAINT: f64 = 0.02;

/// Returns the maximum-likelihood Elo ratings, with mean 0.
///
/// Uses Newton's method on the log-likelihood, which is concave.
pub fn ratings(meetings: &Meetings) -> Vec<f64> {
    let n = meetings.size;
    let mut strengths = vec![0.0; n];
    for _ in 0..200 {
        let mut system = Vec::with_capacity(n);
        for one in 0..n {
            let mut row = vec![0.0; n + 1];
            for other in (0..n).filter(|&other| other != one && meetings.met(one, other) > 0.0) {
                let games = meetings.met(one, other) + FAINT;
                let chance = 1.0 / (1.0 + f64::exp(strengths[other] - strengths[one]));
                let weight = games * chance * (1.0 - chance);
                row[one] += weight;
                row[other] -= weight;
                row[n] += meetings.scored(one, other) + FAINT / 2.0 - games * chance;
            }
            system.push(row);
        }
        // Only differences are determined; this fixes the mean.
        system.iter_mut().for_each(|row| row[..n].iter_mut().for_each(|cell| *cell += 1e-3));
        let steps = solve(system);
        // Full Newton steps can overshoot far from the maximum.
        let longest = steps.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        let scale = 1.0 / longest.max(1.0);
        strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += step * scale);
        if longest < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / n.max(1) as f64;
    let elo = 400.0 / std::f64::consts::LN_10;
    strengths.iter().map(|strength| (strength - mean) * elo).collect()
}

/// Solves a linear system; each row ends with its right-hand side. Undetermined unknowns are 0.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for at in 0..n {
        let largest = (at..n).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()));
        rows.swap(at, largest.unwrap_or(at));
        let pivot = rows[at].clone();
        if pivot[at].abs() < 1e-14 {
            continue;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != at) {
            let times = row[at] / pivot[at];
            row.iter_mut().zip(&pivot).for_each(|(cell, above)| *cell -= times * above);
        }
    }
    let value =
        |at: usize| if rows[at][at].abs() < 1e-14 { 0.0 } else { rows[at][n] / rows[at][at] };
    (0..n).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(size: usize, results: &[(usize, usize, u32, u32)]) -> Vec<f64> {
        let mut meetings = Meetings::new(size);
        for &(one, other, won, lost) in results {
            (0..won).for_each(|_| meetings.put(one, other, 1.0));
            (0..lost).for_each(|_| meetings.put(one, other, 0.0));
        }
        ratings(&meetings)
    }

    #[test]
    fn two_ratings_differ_by_the_elo_of_the_score() {
        let [a, b] = met(2, &[(0, 1, 750, 250)])[..] else { panic!("two") };
        assert!((a - b - 190.848).abs() < 0.02 && (a + b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn consistent_results_give_exact_ratings() {
        // Strengths 1, 2 and 6: the stronger player wins 2 of 3, 6 of 7 and 6 of 8 games.
        let results = [(1, 0, 1400, 700), (2, 0, 1800, 300), (2, 1, 1575, 525)];
        let found = met(3, &results);
        let elo = |ratio: f64| 400.0 * ratio.log10();
        assert!((found[1] - found[0] - elo(2.0)).abs() < 0.02, "{found:?}");
        assert!((found[2] - found[1] - elo(3.0)).abs() < 0.02, "{found:?}");
        assert!(found.iter().sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn ratings_match_the_textbook_example() {
        // Four players, not all of whom met; the expected strengths 0.640, 1.043, 0.660 and 2.270
        // are the fixed point of the standard MM iteration.
        let found = met(4, &[(0, 1, 2, 3), (0, 3, 1, 4), (1, 2, 5, 3), (2, 3, 1, 3)]);
        for (rating, strength) in found.iter().zip([0.640f64, 1.043, 0.660, 2.270]) {
            assert!((rating - 400.0 * strength.log10()).abs() < 1.0, "{found:?}");
        }
    }

    #[test]
    fn winning_every_game_gives_a_finite_rating() {
        let found = met(3, &[(0, 1, 200, 0), (0, 2, 200, 0), (1, 2, 100, 100)]);
        assert!(found.iter().all(|rating| rating.is_finite()));
        assert!(found[0] - found[1] > 800.0 && (found[1] - found[2]).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn draws_are_half_wins() {
        let mut meetings = Meetings::new(2);
        (0..20).for_each(|_| meetings.put(0, 1, 0.5));
        assert!(ratings(&meetings).iter().all(|rating| rating.abs() < 1e-9));
    }
}
