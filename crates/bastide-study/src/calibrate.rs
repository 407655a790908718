//! Fitting and testing of forecasts on games of several levels.
//!
//! Each sample is one position of a game of its own, so samples are independent: positions of the
//! same game share its result, and would make a reliability diagram look more certain than it is.

use bastide::{Actor, AnyGame, Game, Setup};
use bastide_bots::{Bot, Spec};
use bastide_host::Dice;

use crate::calibration::{Calibration, KNOTS, knot_shares, logistic, tiles_left};
use crate::forecast::raw;
use crate::games::Group;
use crate::search::assess;
use crate::value::{MILLI, final_value};

/// Levels that play the games; both players of a game have the same one.
const LEVELS: [&str; 4] = ["beginner", "easy", "normal", "strong@2000n"];

/// Number of states evaluated for the value of a decision. A tenth of the default of a review, which
/// has the same values with smaller errors.
const DECISION_NODES: u64 = 30_000;

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
    /// The turn that is played next, as a review values it. `None` if it ends the game.
    pub reviewed: Option<Reviewed>,
    /// Final margin.
    pub margin: f64,
    /// Share of the win: 1, 0.5 or 0.
    pub win: f64,
}

/// Value of a played turn in a review, for the player who played it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reviewed {
    /// Number of tiles left after the turn.
    pub left: f64,
    /// Margin.
    pub margin: f64,
    /// 1 if the same player moves next, otherwise -1.
    pub to_move: f64,
    /// Chance of winning, if it is exact.
    pub exact: Option<f64>,
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
    let (mut found, mut decision) = (None, None);
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
                let before = (found.is_some() && decision.is_none()).then(|| game.clone());
                let turn = bots[seat.index()].choose_turn(&game, spec.budget);
                turn.iter().for_each(|&action| game.play_unchecked(action));
                if let Some(before) = before {
                    decision = Some((seat, before, turn, game.clone()));
                }
            }
        }
    }
    let (seat, position) = found?;
    let estimate = raw(&position, of.group.rollouts(), seed);
    let reviewed = decision.filter(|(of, ..)| *of == seat).and_then(|(_, before, turn, after)| {
        if final_value(&after).is_some() {
            return None;
        }
        let value = assess(&before, Some(&turn), DECISION_NODES, seed)?;
        let (margin, win) = (value.played.margin[seat.index()], value.played.win[seat.index()]);
        Some(Reviewed {
            left: tiles_left(&after),
            margin: margin as f64 / MILLI,
            to_move: if after.turn() == seat { 1.0 } else { -1.0 },
            exact: value.is_exact.then_some(win as f64 / MILLI),
        })
    });
    let scores = game.scores();
    let margin = f64::from(scores[seat] - scores[seat.next(2)]);
    Some(Sample {
        left: tiles_left(&position),
        rolled: estimate.rolled[seat.index()],
        evaluated: estimate.evaluated[seat.index()],
        reviewed,
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
    let rows: Vec<Row<3>> = samples
        .iter()
        .map(|s| Row { left: s.left, factors: [s.rolled, s.evaluated, 1.0], result: s.margin })
        .collect();
    if let Some(weights) = least_squares(&rows) {
        fitted.forecast = weights;
    }
    let chances: Vec<(f64, f64, f64)> =
        samples.iter().map(|s| (forecast(&fitted, s), s.left, s.win)).collect();
    fitted.forecast_scale = best_scale(&chances);

    let reviewed = || {
        let with_sample = |s: &Sample| s.reviewed.map(|reviewed| (reviewed, s.margin, s.win));
        samples.iter().filter_map(with_sample).filter(|(reviewed, ..)| reviewed.exact.is_none())
    };
    let rows: Vec<Row<2>> = reviewed()
        .map(|(r, result, _)| Row { left: r.left, factors: [r.margin, r.to_move], result })
        .collect();
    if let Some(weights) = least_squares(&rows) {
        fitted.review = weights;
    }
    let chances: Vec<(f64, f64, f64)> =
        reviewed().map(|(r, _, win)| (review(&fitted, &r), r.left, win)).collect();
    fitted.review_scale = best_scale(&chances);
    fitted
}

/// Returns the forecast margin of a sample.
fn forecast(calibration: &Calibration, sample: &Sample) -> f64 {
    let [rolled, evaluated, to_move] = calibration.forecast_at(sample.left);
    rolled * sample.rolled + evaluated * sample.evaluated + to_move
}

/// Returns the calibrated margin of a reviewed turn.
fn review(calibration: &Calibration, reviewed: &Reviewed) -> f64 {
    let [weight, to_move] = calibration.review_at(reviewed.left);
    weight * reviewed.margin + to_move * reviewed.to_move
}

/// A result and the factors it depends on.
struct Row<const N: usize> {
    left: f64,
    factors: [f64; N],
    result: f64,
}

/// Returns the weight of each factor at each knot with the least squared error, or `None` if there
/// are too few rows. The system has a row and a column for each factor at each knot.
fn least_squares<const N: usize>(rows: &[Row<N>]) -> Option<[[f64; N]; KNOTS.len()]> {
    let size = N * KNOTS.len();
    if rows.len() < 50 {
        return None;
    }
    let mut matrix = vec![vec![0.0; size + 1]; size];
    // A small weight on the diagonal for a knot without rows.
    matrix.iter_mut().enumerate().for_each(|(at, row)| row[at] = 1e-3);
    for row in rows {
        let shares = knot_shares(row.left);
        let columns: Vec<f64> =
            (0..size).map(|at| shares[at / N] * row.factors[at % N]).chain([row.result]).collect();
        for (values, own) in matrix.iter_mut().zip(&columns) {
            values.iter_mut().zip(&columns).for_each(|(value, other)| *value += own * other);
        }
    }
    // Gaussian elimination. The matrix is positive definite, so no pivoting is needed.
    for i in 0..size {
        let pivot = matrix[i][i];
        if pivot.abs() < 1e-9 {
            return None;
        }
        for value in &mut matrix[i] {
            *value /= pivot;
        }
        let row = matrix[i].clone();
        for (other, values) in matrix.iter_mut().enumerate() {
            if other != i {
                let factor = values[i];
                values.iter_mut().zip(&row).for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    let rounded = |at: usize| (matrix[at][size] * 1000.0).round() / 1000.0;
    Some(core::array::from_fn(|knot| core::array::from_fn(|factor| rounded(knot * N + factor))))
}

/// Returns the scale with the highest likelihood of samples `(margin, left, win)`.
fn best_scale(samples: &[(f64, f64, f64)]) -> [f64; 2] {
    let cost = |scale: [f64; 2]| -> f64 {
        samples
            .iter()
            .map(|&(margin, left, win)| {
                let chance = logistic(margin / Calibration::scale_at(scale, left));
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
    /// The same of the chances in reviews, which are made without rollouts to the end.
    pub review_error: f64,
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
    let margin = |s: &Sample| forecast(calibration, s);
    let chance = |margin: f64, scale: [f64; 2], left: f64| {
        logistic(margin / Calibration::scale_at(scale, left))
    };
    let forecasts =
        samples.iter().map(|s| (chance(margin(s), calibration.forecast_scale, s.left), s.win));
    let (bins, calibration_error, chance_error) = reliability(forecasts);
    let reviews = samples.iter().filter_map(|s| {
        let r = s.reviewed?;
        let modelled = || chance(review(calibration, &r), calibration.review_scale, r.left);
        Some((r.exact.unwrap_or_else(modelled), s.win))
    });
    let (_, review_error, _) = reliability(reviews);
    let off: Vec<f64> = samples.iter().map(|s| margin(s) - s.margin).collect();
    let squares: f64 = off.iter().map(|off| off * off).sum();
    GroupReport {
        count: samples.len(),
        bins,
        calibration_error,
        review_error,
        chance_error,
        bias: crate::search::mean(&off),
        bias_error: crate::search::standard_error(&off),
        deviation: (squares / samples.len().max(1) as f64).sqrt(),
    }
}

/// Returns the bins of pairs of chance and result, the expected calibration error, and that of
/// perfect forecasts.
fn reliability(pairs: impl Iterator<Item = (f64, f64)>) -> (Vec<Bin>, f64, f64) {
    const BINS: usize = 10;
    let mut bins = vec![Bin { count: 0, forecast: 0.0, won: 0.0 }; BINS];
    let mut variances = [0.0; BINS];
    let mut all = 0.0;
    for (chance, win) in pairs {
        let at = ((chance * BINS as f64) as usize).min(BINS - 1);
        let bin = &mut bins[at];
        bin.count += 1;
        bin.forecast += chance;
        bin.won += win;
        variances[at] += chance * (1.0 - chance);
        all += 1.0;
    }
    let all = f64::max(all, 1.0);
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
                let reviewed =
                    Some(Reviewed { left, margin: expected / 2.0, to_move: -1.0, exact: None });
                Sample { left, rolled, evaluated, reviewed, margin, win }
            })
            .collect();
        let (train, test) = samples.split_at(10_000);
        let fitted = fit(train);
        for [rolled, evaluated, to_move] in fitted.forecast {
            assert!((rolled - 0.7).abs() < 0.1 && (evaluated - 0.2).abs() < 0.1, "{fitted:?}");
            assert!((to_move - 1.0).abs() < 0.8, "{fitted:?}");
        }
        for [weight, to_move] in fitted.review {
            assert!((weight - 2.0).abs() < 0.2 && to_move.abs() < 0.8, "{fitted:?}");
        }
        let good = report(test, &fitted);
        assert!(good.calibration_error < 0.02 && good.bias.abs() < 0.5, "{good:?}");
        assert!(good.review_error < 0.02, "{good:?}");
        let sure = Calibration { forecast_scale: [0.5, 0.2], ..fitted };
        assert!(report(test, &sure).calibration_error > 0.1);
    }
}
