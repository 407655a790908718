//! Castles (CASTLE-*): knights and ladies on the map, and the expected value of a lady.

use arrayvec::ArrayVec;
use bastide::{
    Action, BuildSite, BySeat, CASTLE, Figure, FigureKind, FigureSpot, Game, Land, Seat,
    SegmentIndex, Target, Terrain,
};

use crate::eval::land::Weights;
use crate::eval::land::analysis::{credit, free};
use crate::eval::land::delta::{Built, Delta, Eye, Span};
use crate::eval::land::odds::Odds;

/// Weights of castles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CastleWeights {
    /// Value of a lady in addition to the points she can score.
    pub lady: f32,
    /// Fraction of those points she is expected to score.
    pub courtier: f32,
}

impl Default for CastleWeights {
    fn default() -> CastleWeights {
        CastleWeights { lady: 2.0, courtier: 0.7 }
    }
}

/// Returns the weights tuned for games without fields.
pub(super) const fn without_fields() -> CastleWeights {
    CastleWeights { lady: 2.1, courtier: 0.65 }
}

impl CastleWeights {
    pub(super) fn named(&mut self) -> [(&'static str, &mut f32); 2] {
        [("lady", &mut self.lady), ("courtier", &mut self.courtier)]
    }
}

/// The knights and ladies on the map; empty if the game is played without castles.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Court {
    /// Castles in supply.
    pub(super) left: u8,
    /// True if the game is played with castles.
    pub(super) is_there: bool,
    ladies: BySeat<u8>,
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
            let each = odds.urgency
                * (weights.expansions.castles.lady
                    + weights.expansions.castles.courtier * self.points());
            for (value, &ladies) in values.0.iter_mut().zip(&self.ladies.0) {
                *value += sign * f32::from(ladies) * each;
            }
        }
    }
}

impl<S: Span> Delta<S> {
    /// CASTLE-1: adds a castle on each city that is now complete and has two parts.
    pub(super) fn each_castle(&self, eye: &Eye<'_>, found: &mut ArrayVec<(Action, Built), 5>) {
        for slot in 0..self.groups.len().min(usize::from(eye.analysis.expansions.court.left) * 16) {
            let group = &self.groups[slot];
            if group.terrain != Terrain::City
                || group.open != 0
                || usize::from(self.group_of[slot]) != slot
            {
                continue;
            }
            let is_in = |of: u8| usize::from(self.group_of[usize::from(of)]) == slot;
            let own = (0..self.groups.len() as u8).filter(|&of| is_in(of)).count();
            let met = self.met.iter().filter(|&&(_, of)| is_in(of));
            let parts = met.map(|&(root, _)| usize::from(eye.board.feature(root).parts));
            // One place is left for a piece of another kind.
            if own + parts.sum::<usize>() == 2 && found.len() < 4 {
                let slot = slot as u8;
                let site = BuildSite::Segment(SegmentIndex(slot));
                let built = Built { piece: Some(CASTLE), slot, seat: None };
                found.push((Action::Build { piece: CASTLE, site }, built));
            }
        }
    }

    /// CASTLE-2, CASTLE-5: the knight becomes a lady, and the city is not scored.
    pub(super) fn build_castle(&mut self, eye: &Eye<'_>, built: Built) -> Built {
        let group = self.groups[usize::from(built.slot)];
        credit(&mut self.values, &group.figures, group.hope, -1.0);
        let lady = group.figures.leaders().iter().next();
        if let Some(seat) = lady {
            let [home, ..] = &mut self.home[seat];
            let after = eye.game.hands()[seat][FigureKind::MEEPLE] + *home;
            *home -= 1;
            let free = |meeples| free(eye.weights, eye.odds, meeples);
            self.values[seat] -= free(after) - free(after - 1);
            let was = self.court(eye);
            let court = was.with_lady(seat);
            court.credit_since(&was, eye.weights, eye.odds, &mut self.values);
        }
        Built { seat: lady, ..built }
    }

    /// Returns the knights and ladies after building.
    #[inline]
    fn court_after(&self, eye: &Eye<'_>, built: Built) -> Court {
        let court = self.court(eye);
        match built {
            Built { piece: Some(CASTLE), seat: Some(seat), .. } => court.with_lady(seat),
            _ => court,
        }
    }

    /// Adds the value of a new knight for all ladies (CASTLE-7).
    #[inline]
    pub(super) fn add_knight(&self, eye: &Eye<'_>, built: Built, values: &mut BySeat<f32>) {
        if eye.analysis.expansions.court.is_there {
            let was = self.court_after(eye, built);
            was.with_knight().credit_since(&was, eye.weights, eye.odds, values);
        }
    }

    /// Reports deploying a meeple to the castle just built, and recalling a lady.
    pub(super) fn each_lady(
        &self,
        eye: &Eye<'_>,
        built: Built,
        meeple_cost: Option<f32>,
        found: &mut dyn FnMut(Action, &BySeat<f32>),
    ) {
        let (seat, court) = (eye.game.turn(), self.court_after(eye, built));
        if let (Built { piece: Some(CASTLE), seat: None, .. }, Some(cost)) = (built, meeple_cost) {
            // CASTLE-4
            let mut values = self.values;
            values[seat] -= cost;
            court.with_lady(seat).credit_since(&court, eye.weights, eye.odds, &mut values);
            let (figure, target) = (FigureKind::MEEPLE, Target::Built(CASTLE));
            found(Action::Deploy { figure, target }, &values);
        }
        let ladies = eye.board.figures().iter().filter(|figure| figure.seat == seat);
        let spots = ladies
            .map(|lady| lady.spot)
            .filter(|spot| matches!(spot, FigureSpot::Piece(CASTLE, _)));
        // CASTLE-6, CASTLE-8: any lady except the new one. All others are equivalent.
        if let Some(spot) = spots.min() {
            let after = eye.game.hands()[seat][FigureKind::MEEPLE] + self.home[seat][0];
            let free = |meeples| free(eye.weights, eye.odds, meeples);
            let mut values = self.values;
            // CASTLE-7: knights of cities completed this turn still count.
            values[seat] += eye.analysis.expansions.court.points() + free(after + 1) - free(after);
            court.without_lady(seat).credit_since(&court, eye.weights, eye.odds, &mut values);
            found(Action::Recall(spot), &values);
        }
    }

    /// Adds the change in the value of ladies after knights returned (CASTLE-7).
    #[inline]
    pub(super) fn dismiss_knights(&mut self, eye: &Eye<'_>) {
        let was = &eye.analysis.expansions.court;
        if was.is_there && self.knights > 0 {
            self.court(eye).credit_since(was, eye.weights, eye.odds, &mut self.values);
        }
    }

    /// Returns the knights and ladies after the completed cities are scored.
    #[inline]
    fn court(&self, eye: &Eye<'_>) -> Court {
        eye.analysis.expansions.court.without_knights(self.knights)
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
    fn a_ladys_expected_points_grow_with_knights_and_end_at_zero() {
        // CASTLE-7, CASTLE-10
        let court = Court::default().with_lady(Seat::FIRST);
        assert!(hope(&court, 1.0) > 0.0);
        assert!(hope(&court.with_knight(), 1.0) > hope(&court, 1.0));
        assert_eq!(hope(&court.with_knight(), 0.0), 0.0);
        assert_eq!(hope(&court.without_lady(Seat::FIRST), 1.0), 0.0);
    }

    #[test]
    fn the_incremental_value_is_the_difference_of_both_values() {
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
