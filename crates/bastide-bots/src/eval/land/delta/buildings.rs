//! Pieces that can be built after a placement.

use bastide::{Action, BySeat, PieceKind, Rotation, Seat};

use super::{Delta, Eye, Span};
use crate::eval::land::expansions::covers;

/// Piece built in a turn, other than one on the placed tile.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::eval::land) struct Built {
    pub(in crate::eval::land) piece: Option<PieceKind>,
    /// Slot of the feature it is built on.
    pub(in crate::eval::land) slot: u8,
    /// Seat whose figure moved to it.
    pub(in crate::eval::land) seat: Option<Seat>,
}

impl Built {
    /// Returns true if no figure can be placed on the feature in `slot` because of the piece.
    #[inline]
    pub(super) fn is_beneath(self, slot: u8) -> bool {
        self.slot == slot && self.piece.is_some_and(covers)
    }
}

impl<S: Span> Delta<S> {
    /// Calls `found` with every turn of this placement, with and without a building.
    pub(super) fn each_building(
        &mut self,
        eye: &Eye<'_>,
        rotation: Rotation,
        place: Action,
        found: &mut (impl FnMut(&[Action], &BySeat<f32>) + ?Sized),
    ) {
        let buildings = self.buildings(eye, rotation);
        if buildings.is_empty() {
            self.each_step(eye, Built::default(), |step, values| found(&[place, step], values));
            return;
        }
        let mut go_on = |delta: &Delta<S>, build, built| {
            delta.each_step(eye, built, |step, values| found(&[place, build, step], values));
        };
        go_on(self, Action::Pass, Built::default());
        let was = (self.values, self.home);
        for (build, built) in buildings {
            let built = self.build(eye, built);
            go_on(self, build, built);
            (self.values, self.home) = was;
        }
    }
}
