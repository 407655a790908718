//! Inns and cathedrals (INN-*, CATH-*): roads and cities that give more if they are completed and
//! nothing otherwise, and the large meeple.

use bastide::{CATHEDRAL, FigureKind, INN, LARGE, Marks, Terrain};

use crate::eval::land::Weights;
use crate::eval::land::delta::{Delta, Span};
use crate::eval::land::odds::Odds;

use super::SpecialFigure;

/// Weights of inns and cathedrals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InnWeights {
    /// Value of a large meeple in supply.
    pub large: f32,
}

impl Default for InnWeights {
    fn default() -> InnWeights {
        InnWeights { large: 7.1 }
    }
}

impl InnWeights {
    pub(super) fn named(&mut self) -> [(&'static str, &mut f32); 1] {
        [("large", &mut self.large)]
    }
}

/// Returns true if a road has an inn or a city has a cathedral.
#[inline]
pub(in crate::eval::land) fn is_grand(marks: Marks, terrain: Terrain) -> bool {
    // Most features have no marks at all.
    marks != Marks::NONE
        && match terrain {
            Terrain::Road => marks.count(INN) > 0,
            Terrain::City => marks.count(CATHEDRAL) > 0,
            _ => false,
        }
}

/// Returns the points for each tile of a complete road or city, and those of an incomplete one:
/// INN-6, INN-7, CATH-1, CATH-2.
#[inline]
pub(in crate::eval::land) fn each(terrain: Terrain, is_grand: bool) -> (f32, f32) {
    match (terrain == Terrain::Road, is_grand) {
        (true, false) => (1.0, 1.0),
        (true, true) => (2.0, 0.0),
        (false, false) => (2.0, 1.0),
        (false, true) => (3.0, 0.0),
    }
}

impl Weights {
    /// Returns the value of a large meeple in supply.
    #[inline]
    pub(super) fn large(&self, odds: &Odds) -> f32 {
        self.expansions.inns.large * odds.urgency + odds.bonus.supply
    }
}

impl<S: Span> Delta<S> {
    /// INN-3, INN-4: a large meeple that returns from a complete feature was counted as two meeples
    /// by its strength, and is one figure of its own kind.
    #[inline]
    pub(super) fn return_large(&mut self, large: &SpecialFigure) {
        let home = &mut self.home[large.seat];
        home[FigureKind::MEEPLE.index()] -= LARGE.strength();
        home[LARGE.index()] += 1;
    }
}
