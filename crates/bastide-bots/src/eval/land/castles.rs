//! Castles (CASTLE-*): knights and ladies on the map, and the expected value of a lady.

use bastide::{BySeat, CASTLE, Figure, FigureSpot, Game, Land, Seat, Terrain};

use super::Weights;
use super::odds::Odds;

/// The knights and ladies on the map; empty if the game is played without castles.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Court {
    /// Castles in supply.
    pub(super) left: u8,
    /// True if the game is played with castles.
    pub(super) is_there: bool,
    pub(super) ladies: BySeat<u8>,
    knights: u8,
}

impl Court {
    #[inline]
    pub(super) fn of(game: &Land) -> Court {
        let mut court = Court::default();
        if let Some(castles) = game.castles() {
            court.is_there = true;
            court.left = castles.left();
            let board = game.board();
            let is_knight = |figure: &Figure| {
                let root = board.root_of(figure);
                root.is_some_and(|root| board.feature(root).terrain == Terrain::City)
            };
            for figure in board.figures() {
                match figure.spot {
                    FigureSpot::Piece(CASTLE, _) => court.ladies[figure.seat] += 1,
                    FigureSpot::Segment(_) if is_knight(figure) => court.knights += 1,
                    FigureSpot::Segment(_) | FigureSpot::Piece(..) => {}
                }
            }
        }
        court
    }

    /// CASTLE-7: returns the points of a lady that is recalled now.
    #[inline]
    pub(super) fn points(&self) -> f32 {
        f32::from(self.knights + self.ladies.0.iter().sum::<u8>())
    }

    /// Returns the court after `knights` knights have been returned.
    #[inline]
    pub(super) fn without_knights(self, knights: u8) -> Court {
        Court { knights: self.knights.saturating_sub(knights), ..self }
    }

    /// Returns the court with an additional knight.
    #[inline]
    pub(super) fn with_knight(self) -> Court {
        Court { knights: self.knights + 1, ..self }
    }

    /// Returns the court with an additional lady of `seat`.
    #[inline]
    pub(super) fn with_lady(mut self, seat: Seat) -> Court {
        self.ladies[seat] += 1;
        self
    }

    /// Returns the court with one lady of `seat` fewer.
    #[inline]
    pub(super) fn without_lady(mut self, seat: Seat) -> Court {
        self.ladies[seat] -= 1;
        self
    }

    /// Adds the expected value of all ladies. CASTLE-10: zero at the end of the game.
    #[inline]
    pub(super) fn credit(&self, weights: &Weights, odds: &Odds, values: &mut BySeat<f32>) {
        self.change(weights, odds, 1.0, values);
    }

    /// Adds the change in the expected value of all ladies since `was`.
    #[inline]
    pub(super) fn credit_since(
        &self,
        was: &Court,
        weights: &Weights,
        odds: &Odds,
        values: &mut BySeat<f32>,
    ) {
        was.change(weights, odds, -1.0, values);
        self.change(weights, odds, 1.0, values);
    }

    #[inline]
    fn change(&self, weights: &Weights, odds: &Odds, sign: f32, values: &mut BySeat<f32>) {
        if self.ladies != BySeat::splat(0) {
            let each = odds.urgency * (weights.lady + weights.courtier * self.points());
            for (value, &ladies) in values.0.iter_mut().zip(&self.ladies.0) {
                *value += sign * f32::from(ladies) * each;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(urgency: f32) -> Odds {
        let mut odds = Odds::default();
        odds.urgency = urgency;
        odds
    }

    /// Returns the expected value of the first seat's ladies.
    fn hope(court: &Court, urgency: f32) -> f32 {
        let mut values = BySeat::splat(0.0);
        court.credit(&Weights::default(), &odds(urgency), &mut values);
        values[Seat::FIRST]
    }

    #[test]
    fn a_lady_counts_knights_and_ladies_of_any_colour() {
        // X-EX-3, CASTLE-7: herself, one other lady and three knights.
        let other = Seat::FIRST.next(2);
        let court = Court { knights: 3, ..Court::default() };
        assert_eq!(court.with_lady(Seat::FIRST).with_lady(other).points(), 5.0);
        assert_eq!(court.without_knights(3).with_lady(other).points(), 1.0);
    }

    #[test]
    fn a_lady_hopes_for_more_with_more_knights_and_for_nothing_at_the_end() {
        // CASTLE-7, CASTLE-10
        let court = Court::default().with_lady(Seat::FIRST);
        assert!(hope(&court, 1.0) > 0.0);
        assert!(hope(&court.with_knight(), 1.0) > hope(&court, 1.0));
        assert_eq!(hope(&court.with_knight(), 0.0), 0.0);
        assert_eq!(hope(&court.without_lady(Seat::FIRST), 1.0), 0.0);
    }

    #[test]
    fn what_has_changed_is_the_difference() {
        let (was, is) = (
            Court { knights: 2, ..Court::default() }.with_lady(Seat::FIRST),
            Court { knights: 5, ..Court::default() }.with_lady(Seat::FIRST),
        );
        let mut values = BySeat::splat(0.0);
        is.credit_since(&was, &Weights::default(), &odds(0.5), &mut values);
        let wanted = hope(&is, 0.5) - hope(&was, 0.5);
        assert!(wanted > 0.0 && (values[Seat::FIRST] - wanted).abs() < 1e-5);
    }
}
