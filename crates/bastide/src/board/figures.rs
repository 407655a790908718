//! The figures on the board and the features they count for.

use core::hash::{Hash, Hasher};

use crate::features::SegmentId;
use crate::figure::FigureKind;
use crate::geometry::Cell;
use crate::piece::PieceKind;
use crate::seat::{BySeat, Seat};
use crate::tile::{SegmentIndex, SegmentRef};

use super::Board;

/// Position of a figure. A spot holds at most one figure, so it identifies the figure on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum FigureSpot {
    /// On a segment of a tile.
    Segment(SegmentRef),
    /// On or in a piece of this kind, by number.
    Piece(PieceKind, u8),
}

/// Hashes a piece like a variant of an enum that has one variant for each kind of piece: spots were
/// such an enum when the first fingerprints of states were recorded.
impl Hash for FigureSpot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            FigureSpot::Segment(segment) => {
                state.write_isize(0);
                segment.hash(state);
            }
            FigureSpot::Piece(kind, number) => {
                state.write_isize(kind.index() as isize);
                number.hash(state);
            }
        }
    }
}

impl FigureSpot {
    /// Spot of the unused elements of a vector; never read.
    const NONE: FigureSpot =
        FigureSpot::Segment(SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(0) });
}

/// A figure on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Figure {
    /// Owner of the figure.
    pub seat: Seat,
    /// Kind of the figure.
    pub kind: FigureKind,
    /// Position of the figure.
    pub spot: FigureSpot,
}

impl Default for Figure {
    fn default() -> Figure {
        Figure { seat: Seat::FIRST, kind: FigureKind::MEEPLE, spot: FigureSpot::NONE }
    }
}

impl Board {
    /// Places a figure and, if its spot is part of a feature, counts it there.
    #[inline]
    pub(crate) fn put_figure(&mut self, figure: Figure) {
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).strength[figure.seat] += figure.kind.strength();
        }
        self.figures.push(figure);
    }

    /// Moves the figure with index `at` to another spot; the order of figures is unchanged.
    pub(crate) fn move_figure(&mut self, at: usize, to: FigureSpot) {
        let mut figure = self.figures[at];
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).strength[figure.seat] -= figure.kind.strength();
        }
        figure.spot = to;
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).strength[figure.seat] += figure.kind.strength();
        }
        self.figures[at] = figure;
    }

    /// Removes the figure with index `at` from the board.
    #[inline]
    pub(crate) fn take_figure(&mut self, at: usize) -> Figure {
        let figure = self.figures.remove(at);
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).strength[figure.seat] -= figure.kind.strength();
        }
        figure
    }

    /// Returns the number of figures of each seat that claim the feature with this root. Each counts
    /// as one, whatever its strength.
    pub fn claimants(&self, root: SegmentId) -> BySeat<u8> {
        let mut counts = BySeat::splat(0);
        let is_here = |figure: &&Figure| self.root_of(figure) == Some(root) && figure.kind.claims();
        for figure in self.figures.iter().filter(is_here) {
            counts[figure.seat] += 1;
        }
        counts
    }

    /// Returns the role of a figure of this kind on a spot.
    pub fn role_at(&self, kind: FigureKind, spot: FigureSpot) -> &'static str {
        match spot {
            FigureSpot::Segment(site) => self
                .segment_at(site)
                .map_or(kind.role(), |segment| kind.role_on(self.feature(segment).terrain)),
            FigureSpot::Piece(piece, _) => piece.spec().role.unwrap_or(kind.role()),
        }
    }

    /// Returns the root of the feature a figure stands on.
    #[inline]
    pub fn root_of(&self, figure: &Figure) -> Option<SegmentId> {
        let site = match figure.spot {
            FigureSpot::Segment(site) => site,
            spot @ FigureSpot::Piece(..) => {
                self.anchors.iter().find(|(other, _)| *other == spot)?.1
            }
        };
        self.segment_at(site).map(|segment| self.features.root(segment))
    }

    /// Makes figures on `spot` count for the feature of `segment`.
    pub(crate) fn add_anchor(&mut self, spot: FigureSpot, segment: SegmentRef) {
        self.anchors.push((spot, segment));
    }
}
