//! Chances of winning from expected margins.

use bastide::{AnyGame, Game};

use crate::value::{MILLI, thousandths};

/// Returns the chance of winning of each seat in thousandths, from the expected margins in
/// thousandths of a point. The smaller the share of the game that is left, the more a margin counts.
pub fn win_chances(game: &AnyGame, margin: &[i64]) -> Vec<i64> {
    let scale = scale(game);
    let seats = margin.len().max(2) as f64;
    // A margin is `seats / (seats - 1)` times the distance from the mean of all.
    let weight = |margin: i64| (margin as f64 / MILLI * (seats - 1.0) / seats / scale).exp();
    let all: f64 = margin.iter().map(|&margin| weight(margin)).sum();
    margin.iter().map(|&margin| thousandths(weight(margin) / all)).collect()
}

/// Returns the scale of the logistic function in points.
fn scale(game: &AnyGame) -> f64 {
    let left = f64::from(game.bag().left()) + 0.5;
    1.0 + 9.0 * (left / 72.0).sqrt()
}
