//! The empty cells beside laid tiles, in order, each with what may not face
//! its sides. Listing the placements of a tile reads this list and nothing
//! else.

use crate::flat::Flat;
use crate::geometry::{Cell, Edge};

/// An empty cell with at least one laid tile against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Where it is.
    pub cell: Cell,
    /// For each side four bits: the classes of side that may not lie there.
    pub(crate) forbidden: u16,
    /// A bit for each side that lies against an end of an overlay.
    pub(crate) overlays: u8,
}

impl Opening {
    /// Whether a tile or wall lies against this side.
    pub fn is_bounded(&self, edge: Edge) -> bool {
        self.forbidden >> (4 * edge as u16) & 0xf != 0
    }
}

/// Openings, sorted by cell.
#[derive(Debug)]
pub(crate) struct Frontier(Flat<Opening>);

impl Frontier {
    pub(crate) fn with_capacity(capacity: usize) -> Frontier {
        Frontier(Flat::with_capacity(capacity))
    }

    #[inline]
    pub(crate) fn openings(&self) -> &[Opening] {
        &self.0
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> Option<&Opening> {
        self.find(cell).ok().map(|at| &self.0[at])
    }

    #[inline]
    fn find(&self, cell: Cell) -> Result<usize, usize> {
        self.0.binary_search_by_key(&cell, |o| o.cell)
    }

    /// A tile has been laid against `edge` of the empty `cell`.
    #[inline]
    pub(crate) fn bound(&mut self, cell: Cell, edge: Edge, forbidden: u8, is_overlay: bool) {
        let at = match self.find(cell) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, Opening { cell, forbidden: 0, overlays: 0 });
                at
            }
        };
        let opening = &mut self.0[at];
        opening.forbidden |= u16::from(forbidden) << (4 * edge as u16);
        opening.overlays |= u8::from(is_overlay) << edge as u8;
    }

    /// A tile has been laid on `cell` itself.
    #[inline]
    pub(crate) fn fill(&mut self, cell: Cell) {
        if let Ok(at) = self.find(cell) {
            self.0.remove(at);
        }
    }

    pub(crate) fn heap(&self) -> usize {
        self.0.heap()
    }
}

impl Clone for Frontier {
    fn clone(&self) -> Frontier {
        Frontier(self.0.clone())
    }

    fn clone_from(&mut self, source: &Frontier) {
        self.0.clone_from(&source.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_stay_sorted_and_gather_their_sides() {
        let mut frontier = Frontier::with_capacity(8);
        let (a, b) = (Cell::new(0, 1), Cell::new(1, 0));
        frontier.bound(a, Edge::North, 0b1110, false);
        frontier.bound(b, Edge::West, 0b1101, false);
        frontier.bound(a, Edge::East, 0b1011, true);
        let cells: Vec<_> = frontier.openings().iter().map(|o| o.cell).collect();
        assert_eq!(cells, [b, a], "by row, then column");
        let opening = frontier.get(a).expect("it is bounded");
        assert_eq!(opening.forbidden, 0b1011_1110);
        assert_eq!(opening.overlays, 0b0010);
        assert!(opening.is_bounded(Edge::East) && !opening.is_bounded(Edge::South));
        frontier.fill(a);
        assert_eq!(frontier.get(a), None);
    }
}
