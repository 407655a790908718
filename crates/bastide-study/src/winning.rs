//! Chances of winning from expected margins.

use bastide::{AnyGame, Game, Seat};

use crate::calibration::{Calibration, tiles_left};
use crate::games::Group;
use crate::value::{MILLI, thousandths};

/// Returns the chance of winning of each seat in thousandths, from the evaluated margins in
/// thousandths of a point. The fewer tiles are left, the more a margin counts.
pub fn win_chances(game: &AnyGame, margin: &[i64]) -> Vec<i64> {
    let (calibration, left) = (Calibration::of(Group::of(game)), tiles_left(game));
    let [weight, to_move] = calibration.review_at(left);
    let points = margin.iter().map(|&margin| weight * margin as f64 / MILLI).collect();
    let margin: Vec<i64> =
        with_turn(points, game.turn(), to_move).into_iter().map(thousandths).collect();
    chances(&margin, Calibration::scale_at(calibration.review_scale, left))
}

/// Adds `points` to the margin of the player to move, at the expense of the others in equal parts.
pub(crate) fn with_turn(mut margin: Vec<f64>, to_move: Seat, points: f64) -> Vec<f64> {
    let others = margin.len().max(2) as f64 - 1.0;
    for (seat, margin) in margin.iter_mut().enumerate() {
        *margin += if seat == to_move.index() { points } else { -points / others };
    }
    margin
}

/// Returns the chances of winning with a scale in points.
pub(crate) fn chances(margin: &[i64], scale: f64) -> Vec<i64> {
    let seats = margin.len().max(2) as f64;
    // A margin is `seats / (seats - 1)` times the distance from the mean of all. With two players
    // the chance is the logistic function of the margin.
    let distance = |margin: i64| margin as f64 / MILLI * (seats - 1.0) / seats;
    let most = margin.iter().map(|&margin| distance(margin)).fold(f64::MIN, f64::max);
    let weight = |margin: i64| ((distance(margin) - most) / scale).exp();
    let all: f64 = margin.iter().map(|&margin| weight(margin)).sum();
    margin.iter().map(|&margin| thousandths(weight(margin) / all)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_two_follow_the_logistic_function() {
        assert_eq!(chances(&[0, 0], 5.0), [500, 500]);
        // 1 / (1 + e⁻²)
        assert_eq!(chances(&[10_000, -10_000], 5.0), [881, 119]);
        assert_eq!(chances(&[900_000, -900_000], 0.1), [1000, 0]);
        let three = chances(&[6_000, 0, -6_000], 5.0);
        assert!(three[0] > three[1] && three[1] > three[2], "{three:?}");
        assert!((999..=1001).contains(&three.iter().sum::<i64>()), "{three:?}");
    }
}
