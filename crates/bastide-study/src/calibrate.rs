//! Fitting and testing of forecasts on games of several levels.
//!
//! Each sample is one position of a game of its own, so samples are independent: positions of the
//! same game share its result, and would make a reliability diagram look more certain than it is.

use bastide::{Actor, AnyGame, Game, Setup};
use bastide_bots::{Bot, Spec};
use bastide_host::Dice;

use crate::calibration::{Calibration, Group, PHASES, logistic, phase, tiles_left};
use crate::forecast::raw;

/// Levels that play the games; both players of a game have the same one.
const LEVELS: [&str; 4] = ["beginner", "easy", "normal", "strong@2000n"];

/// Which samples to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calibrating {
    /// The kind of games.
    pub group: Group,
    /// Seed of all random numbers.
    pub seed: u64,
    /// True for games to fit parameters, false for those to test them.
    pub is_training: bool,
}

/// A position, its raw estimates and the result, from the side of the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Number of tiles left.
    pub left: f64,
    /// Mean margin of the rollouts.
    pub rolled: f64,
    /// Evaluated margin.
    pub evaluated: f64,
    /// Final margin.
    pub margin: f64,
    /// Share of the win: 1, 0.5 or 0.
    pub win: f64,
}

/// Plays game `number` and returns a position of it, or `None` if the game cannot be set up.
pub fn sample(of: &Calibrating, number: u64) -> Option<Sample> {
    let mut game = AnyGame::new(&Setup::new(of.group.rules(), 2)).ok()?;
    let stream = 2 * number + u64::from(of.is_training);
    let mut dice = Dice::new(of.seed ^ of.group as u64, stream);
    let spec: Spec = LEVELS[(number % LEVELS.len() as u64) as usize].parse().ok()?;
    let mut bots = [(); 2].map(|()| spec.build(dice.below_u64(u64::MAX)));
    let wanted = 1 + dice.below(game.bag().left() as usize) as u32;
    let seed = dice.below_u64(u64::MAX);
    let mut found = None;
    loop {
        match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => {
                if found.is_none() && game.bag().left() <= wanted {
                    found = Some((game.turn(), game.clone()));
                }
                let action = dice.chance(&game);
                game.play_unchecked(action);
            }
            Actor::Seat(seat) => {
                for action in bots[seat.index()].choose_turn(&game, spec.budget) {
                    game.play_unchecked(action);
                }
            }
        }
    }
    let (seat, position) = found?;
    let estimate = raw(&position, of.group.rollouts(), seed);
    let scores = game.scores();
    let margin = f64::from(scores[seat] - scores[seat.next(2)]);
    Some(Sample {
        left: tiles_left(&position),
        rolled: estimate.rolled[seat.index()],
        evaluated: estimate.evaluated[seat.index()],
        margin,
        win: if margin > 0.0 {
            1.0
        } else if margin < 0.0 {
            0.0
        } else {
            0.5
        },
    })
}

/// Fits the parameters of a group to samples.
pub fn fit(samples: &[Sample]) -> Calibration {
    let mut fitted = Calibration::RAW;
    for at in 0..PHASES {
        let part: Vec<&Sample> = samples.iter().filter(|s| phase(s.left) == at).collect();
        if let Some(weights) = least_squares(&part) {
            fitted.margin[at] = weights;
        }
    }
    let forecast: Vec<(f64, f64, f64)> = samples
        .iter()
        .map(|s| (fitted.forecast(s.rolled, s.evaluated, s.left), s.left, s.win))
        .collect();
    fitted.scale = best_scale(&forecast);
    let evaluated: Vec<(f64, f64, f64)> =
        samples.iter().map(|s| (s.evaluated, s.left, s.win)).collect();
    fitted.evaluated = best_scale(&evaluated);
    fitted
}

/// Returns the weights of both estimates and the constant with the least squared error, or `None`
/// if there are too few samples.
fn least_squares(samples: &[&Sample]) -> Option<[f64; 3]> {
    if samples.len() < 50 {
        return None;
    }
    let mut matrix = [[0.0; 4]; 3];
    for sample in samples {
        let row = [sample.rolled, sample.evaluated, 1.0];
        for i in 0..3 {
            for j in 0..3 {
                matrix[i][j] += row[i] * row[j];
            }
            matrix[i][3] += row[i] * sample.margin;
        }
    }
    // Gaussian elimination. The matrix is positive definite, so no pivoting is needed.
    for i in 0..3 {
        let pivot = matrix[i][i];
        if pivot.abs() < 1e-9 {
            return None;
        }
        for value in &mut matrix[i] {
            *value /= pivot;
        }
        let row = matrix[i];
        for (other, values) in matrix.iter_mut().enumerate() {
            if other != i {
                let factor = values[i];
                values.iter_mut().zip(row).for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    Some(matrix.map(|row| (row[3] * 1000.0).round() / 1000.0))
}

/// Returns the scale with the highest likelihood of samples `(margin, left, win)`.
fn best_scale(samples: &[(f64, f64, f64)]) -> [f64; 2] {
    let cost = |scale: [f64; 2]| -> f64 {
        samples
            .iter()
            .map(|&(margin, left, win)| {
                let chance = logistic(margin / Calibration::at(scale, left));
                let chance = chance.clamp(1e-4, 1.0 - 1e-4);
                -(win * chance.ln() + (1.0 - win) * (1.0 - chance).ln())
            })
            .sum()
    };
    let (mut best, mut step) = ([2.0, 1.2], 1.0);
    let mut least = cost(best);
    while step > 0.005 {
        let steps = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]];
        let next = steps.map(|[a, b]| [(best[0] + a).max(0.0), (best[1] + b).max(0.0)]);
        let costs = next.map(cost);
        match (0..4).min_by(|&a, &b| costs[a].total_cmp(&costs[b])) {
            Some(at) if costs[at] < least => (best, least) = (next[at], costs[at]),
            _ => step /= 2.0,
        }
    }
    best.map(|value| (value * 1000.0).round() / 1000.0)
}

/// A bin of a reliability diagram.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Number of positions.
    pub count: usize,
    /// Mean forecast chance of winning.
    pub forecast: f64,
    /// Mean share of wins.
    pub won: f64,
}

/// How well forecasts of a group match the results.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupReport {
    /// Number of positions.
    pub count: usize,
    /// Ten bins of forecast chances of winning, each a tenth wide.
    pub bins: Vec<Bin>,
    /// Expected calibration error of forecasts: the mean distance of forecast and result in a bin.
    pub calibration_error: f64,
    /// The same of the chances in reviews, which come from evaluated margins.
    pub evaluated_error: f64,
    /// The calibration error that perfect forecasts would have on average with this many positions.
    pub chance_error: f64,
    /// Mean of forecast minus final margin, in points.
    pub bias: f64,
    /// Standard error of `bias`.
    pub bias_error: f64,
    /// Root of the mean squared error of the margin, in points.
    pub deviation: f64,
}

/// Compares forecasts with results.
pub fn report(samples: &[Sample], calibration: &Calibration) -> GroupReport {
    let margin = |s: &Sample| calibration.forecast(s.rolled, s.evaluated, s.left);
    let chance = |s: &Sample| logistic(margin(s) / Calibration::at(calibration.scale, s.left));
    let evaluated =
        |s: &Sample| logistic(s.evaluated / Calibration::at(calibration.evaluated, s.left));
    let (bins, calibration_error, chance_error) = reliability(samples, chance);
    let (_, evaluated_error, _) = reliability(samples, evaluated);
    let off: Vec<f64> = samples.iter().map(|s| margin(s) - s.margin).collect();
    let squares: f64 = off.iter().map(|off| off * off).sum();
    GroupReport {
        count: samples.len(),
        bins,
        calibration_error,
        evaluated_error,
        chance_error,
        bias: crate::search::mean(&off),
        bias_error: crate::search::standard_error(&off),
        deviation: (squares / samples.len().max(1) as f64).sqrt(),
    }
}

/// Returns the bins, the expected calibration error, and that of perfect forecasts.
fn reliability(samples: &[Sample], chance: impl Fn(&Sample) -> f64) -> (Vec<Bin>, f64, f64) {
    const BINS: usize = 10;
    let mut bins = vec![Bin { count: 0, forecast: 0.0, won: 0.0 }; BINS];
    let mut variances = [0.0; BINS];
    for sample in samples {
        let chance = chance(sample);
        let at = ((chance * BINS as f64) as usize).min(BINS - 1);
        let bin = &mut bins[at];
        bin.count += 1;
        bin.forecast += chance;
        bin.won += sample.win;
        variances[at] += chance * (1.0 - chance);
    }
    let all = samples.len().max(1) as f64;
    let off = |bin: &Bin| (bin.forecast - bin.won).abs();
    let error = bins.iter().map(off).sum::<f64>() / all;
    // Mean absolute value of a normal distribution.
    let noise = variances.iter().map(|variance| variance.sqrt() * 0.798).sum::<f64>() / all;
    for bin in &mut bins {
        let count = bin.count.max(1) as f64;
        bin.forecast /= count;
        bin.won /= count;
    }
    (bins, error, noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that follow the model are fitted and found calibrated; others are not.
    #[test]
    fn a_fit_recovers_the_model_of_its_samples() {
        let mut dice = Dice::new(1, 2);
        let mut uniform = || dice.below(1_000_000) as f64 / 1e6 + 5e-7;
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let (left, rolled) = (70.0 * uniform(), 40.0 * (uniform() - 0.5));
                let evaluated = 40.0 * (uniform() - 0.5);
                let expected = 0.7 * rolled + 0.2 * evaluated + 1.0;
                let scale = 2.0 + left.sqrt();
                let noise = uniform();
                let margin = expected + scale * (noise / (1.0 - noise)).ln();
                let win = if margin > 0.0 { 1.0 } else { 0.0 };
                Sample { left, rolled, evaluated, margin, win }
            })
            .collect();
        let (train, test) = samples.split_at(10_000);
        let fitted = fit(train);
        for [rolled, evaluated, to_move] in fitted.margin {
            assert!((rolled - 0.7).abs() < 0.1 && (evaluated - 0.2).abs() < 0.1, "{fitted:?}");
            assert!((to_move - 1.0).abs() < 0.8, "{fitted:?}");
        }
        let good = report(test, &fitted);
        assert!(good.calibration_error < 0.02 && good.bias.abs() < 0.5, "{good:?}");
        let sure = Calibration { scale: [0.5, 0.2], ..fitted };
        assert!(report(test, &sure).calibration_error > 0.1);
    }
}
