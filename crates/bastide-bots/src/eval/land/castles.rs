//! Castles (CASTLE-*): knights and ladies on the map, and what a lady can
//! hope for.

use bastide::{BySeat, Figure, Land, Seat, Spot, Terrain};

use super::Weights;
use super::odds::Odds;

/// The knights and ladies on the map. Nobody without castles.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Court {
    /// Castles in supply.
    pub(super) left: u8,
    /// Whether there are any castles.
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
                    Spot::Castle(_) => court.ladies[figure.seat] += 1,
                    Spot::Segment(_) if is_knight(figure) => court.knights += 1,
                    Spot::Segment(_) | Spot::Barn(_) | Spot::Crown(_) => {}
                }
            }
        }
        court
    }

    /// CASTLE-7: what a lady scores who is taken back now.
    #[inline]
    pub(super) fn points(&self) -> f32 {
        f32::from(self.knights + self.ladies.0.iter().sum::<u8>())
    }

    /// So many knights have gone home.
    #[inline]
    pub(super) fn without_knights(self, knights: u8) -> Court {
        Court { knights: self.knights.saturating_sub(knights), ..self }
    }

    /// With one more knight.
    #[inline]
    pub(super) fn with_knight(self) -> Court {
        Court { knights: self.knights + 1, ..self }
    }

    /// With one more lady of that seat.
    #[inline]
    pub(super) fn with_lady(mut self, seat: Seat) -> Court {
        self.ladies[seat] += 1;
        self
    }

    /// With one lady of that seat less.
    #[inline]
    pub(super) fn without_lady(mut self, seat: Seat) -> Court {
        self.ladies[seat] -= 1;
        self
    }

    /// Adds what ladies can hope for. CASTLE-10: nothing at the very end.
    #[inline]
    pub(super) fn credit(&self, weights: &Weights, odds: &Odds, values: &mut BySeat<f32>) {
        self.change(weights, odds, 1.0, values);
    }

    /// Adds what has changed for ladies since the court looked like that.
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
