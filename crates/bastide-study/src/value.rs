//! Values of positions in thousandths, so that sums and differences are exact.

use bastide::{AnyGame, BySeat, Game, Seat};

/// Thousandths of a point, or of a win.
pub const MILLI: f64 = 1000.0;

/// Value of a position for each seat, in thousandths.
///
/// The margin of a seat is its points minus the mean of the points of the others; with two players,
/// their difference. Unlike the lead over the best opponent, margins of all seats add up to zero, so
/// that one player's luck is the other players' bad luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Expected final margin of each seat, in thousandths of a point.
    pub margin: Vec<i64>,
    /// Chance of winning of each seat in thousandths; a shared win counts in parts.
    pub win: Vec<i64>,
}

/// Returns the margin of each seat in thousandths of a point.
pub fn margins(points: &BySeat<f64>, seats: u8) -> Vec<i64> {
    let others = f64::from(seats.max(2) - 1);
    let all: f64 = points.iter(seats).map(|(_, points)| points).sum();
    points.iter(seats).map(|(_, own)| thousandths(own - (all - own) / others)).collect()
}

/// Rounds to thousandths.
pub(crate) fn thousandths(value: f64) -> i64 {
    (value * MILLI).round() as i64
}

/// Returns the value of a finished game, or `None` if it is not over.
pub fn final_value(game: &AnyGame) -> Option<Value> {
    let outcome = game.outcome()?;
    let seats = game.seats();
    let share = 1.0 / outcome.winners.len().max(1) as f64;
    let win = |seat: Seat| if outcome.winners.contains(seat) { thousandths(share) } else { 0 };
    Some(Value {
        margin: margins(&real(&outcome.scores), seats),
        win: Seat::all(seats).map(win).collect(),
    })
}

/// Converts scores to real numbers.
pub(crate) fn real(scores: &BySeat<i32>) -> BySeat<f64> {
    BySeat(scores.0.map(f64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_differences_to_the_mean_of_the_others() {
        let mut points = BySeat::splat(0.0);
        for (seat, value) in Seat::all(3).zip([30.0, 20.0, 15.0]) {
            points[seat] = value;
        }
        assert_eq!(margins(&points, 2), [10_000, -10_000]);
        assert_eq!(margins(&points, 3), [12_500, -2_500, -10_000]);
    }
}
