//! The sorted list of empty cells next to laid tiles, each with a code of the adjacent sides.
//! Listing the placements of a tile reads only this list and a table indexed by code.

use crate::fixed_vec::FixedVec;
use crate::geometry::{Cell, Edge};
use crate::tile::Side;
use alloc::vec;

/// The classes of the sides adjacent to a cell, encoded as a base-5 number: each digit is 0 for no
/// adjacent side, or one of four classes plus one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Code(u16);

impl Code {
    /// Size of a table indexed by code: 5⁴ rounded up to a power of two, so that lookups need no
    /// bounds check.
    pub const COUNT: usize = 1024;
    const WEIGHTS: [u16; 4] = [1, 5, 25, 125];

    /// Returns the index, which is less than [`Code::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % Code::COUNT
    }

    /// Calls `found` with each code whose sides are all accepted; a missing side is always
    /// accepted. Much faster than testing all codes, since most of them clash.
    pub(crate) fn each(accepts: impl Fn(Edge, u8) -> bool, mut found: impl FnMut(Code)) {
        let mut codes = vec![Code(0)];
        for edge in Edge::ALL {
            let before = codes.len();
            for class in (0..Side::BLIND).filter(|&class| accepts(edge, class)) {
                for at in 0..before {
                    let mut code = codes[at];
                    code.add(edge, class);
                    codes.push(code);
                }
            }
        }
        codes.into_iter().for_each(&mut found);
    }

    /// Returns the class of the side adjacent to `edge`, if any: 0 field or courtyard, 1 road or
    /// path, 2 city or tower, 3 river or house.
    #[inline]
    pub fn class(self, edge: Edge) -> Option<u8> {
        ((self.0 / Code::WEIGHTS[edge as usize] % 5) as u8).checked_sub(1)
    }

    /// Returns the code after a side of this class becomes adjacent to `edge`, which must have no
    /// adjacent side yet. `None` leaves the code unchanged.
    #[inline]
    #[must_use]
    pub fn with(mut self, edge: Edge, class: Option<u8>) -> Code {
        debug_assert_eq!(self.class(edge), None);
        self.add(edge, class.unwrap_or(Side::BLIND));
        self
    }

    #[inline]
    fn add(&mut self, edge: Edge, class: u8) {
        self.0 += Code::of(edge, class).0;
    }

    /// Returns the code of a single side of this class, or [`Side::BLIND`], adjacent to `edge`.
    #[inline]
    pub(crate) const fn of(edge: Edge, class: u8) -> Code {
        if class == Side::BLIND {
            return Code(0);
        }
        Code(Code::WEIGHTS[edge as usize] * (class as u16 + 1))
    }
}

/// An empty cell adjacent to at least one laid tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The empty cell.
    pub cell: Cell,
    /// [`Cell::key`], the sort key of openings.
    key: u16,
    /// Classes of the adjacent sides.
    pub code: Code,
    /// Bit set of the edges that are adjacent to the end of a bridge.
    pub(crate) overlays: u8,
}

impl Opening {
    #[inline]
    fn add(&mut self, face: Face) {
        self.code.0 += face.code.0;
        self.overlays |= face.overlays;
    }
}

/// The side of a newly laid tile that faces an adjacent cell, as a part of the opening there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) code: Code,
    pub(crate) overlays: u8,
}

/// Difference of the keys of two cells in the same column of adjacent rows.
const ROW: u16 = 1 << 8;

/// The list of openings, sorted by cell.
#[derive(Debug)]
pub(crate) struct Frontier(FixedVec<Opening>);

impl Frontier {
    pub(crate) fn with_capacity(capacity: usize) -> Frontier {
        Frontier(FixedVec::with_capacity(capacity))
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
        self.0.binary_search_by_key(&cell.key(), |o| o.key)
    }

    /// Updates the list after a tile was laid on `cell`. `faces` contains the sides of the tile
    /// that face an empty cell.
    #[inline(always)]
    pub(crate) fn lay(&mut self, cell: Cell, faces: [Option<Face>; 4]) {
        let key = cell.key();
        let (at, was_open) = match self.find(cell) {
            Ok(at) => (at, 1),
            Err(at) => (at, 0),
        };
        let [north, east, south, west] = faces;
        // East and west sort directly next to the entry of `cell`, which is no longer needed. An
        // index below zero wraps around and is never found.
        let west = west.and_then(|face| self.bound(at.wrapping_sub(1), key.wrapping_sub(1), face));
        let east = east.and_then(|face| self.bound(at + was_open, key.wrapping_add(1), face));
        let new = usize::from(west.is_some()) + usize::from(east.is_some());
        self.0.resize_gap(at, was_open, new);
        let end = at + new;
        if let Some(opening) = west {
            self.0[at] = opening;
        }
        if let Some(opening) = east {
            self.0[end - 1] = opening;
        }
        // North and south are only a row away: a linear scan from here is faster than a binary
        // search. South first, so that `at` stays valid.
        if let Some(face) = south {
            let below = key.wrapping_add(ROW);
            let scanned = self.0[end..].iter().position(|opening| opening.key >= below);
            let to = scanned.map_or(self.0.len(), |scanned| end + scanned);
            if let Some(opening) = self.bound(to, below, face) {
                self.0.insert(to, opening);
            }
        }
        if let Some(face) = north {
            let above = key.wrapping_sub(ROW);
            let before = self.0[..at].iter().rposition(|opening| opening.key < above);
            let to = before.map_or(0, |before| before + 1);
            if let Some(opening) = self.bound(to, above, face) {
                self.0.insert(to, opening);
            }
        }
    }

    /// Adds a face to the opening with this key if it exists, which is then at index `at`. Otherwise
    /// returns a new opening.
    #[inline(always)]
    fn bound(&mut self, at: usize, key: u16, face: Face) -> Option<Opening> {
        match self.0.get_mut(at) {
            Some(opening) if opening.key == key => {
                opening.add(face);
                None
            }
            _ => {
                let Face { code, overlays } = face;
                Some(Opening { cell: Cell::from_key(key), key, code, overlays })
            }
        }
    }

    /// Removes a cell on which no tile will be laid.
    pub(crate) fn forget(&mut self, cell: Cell) {
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
    fn openings_stay_sorted_and_collect_their_sides() {
        let face = |edge: Edge, class| {
            let overlays = u8::from(class == 1) << edge as u8;
            Face { code: Code::of(edge, class), overlays }
        };
        // The edge of the adjacent cell is opposite to that of the tile.
        let faces = |classes: [Option<u8>; 4]| {
            let face = |at: usize| classes[at].map(|class| face(Edge::ALL[at].opposite(), class));
            [face(0), face(1), face(2), face(3)]
        };
        let mut frontier = Frontier::with_capacity(12);
        frontier.lay(Cell::ORIGIN, faces([Some(2), Some(1), Some(0), Some(1)]));
        // North of the origin; the origin itself is occupied.
        frontier.lay(Cell::new(0, -1), faces([Some(0), Some(3), None, Some(0)]));
        // West of that, adjacent to the opening west of the origin.
        frontier.lay(Cell::new(-1, -1), faces([Some(0), None, Some(2), Some(0)]));
        let cells: Vec<_> = frontier.openings().iter().map(|o| o.cell).collect();
        assert!(cells.is_sorted() && cells.len() == 7, "{cells:?}");
        assert_eq!(frontier.get(Cell::new(0, -1)), None);
        let opening = frontier.get(Cell::new(-1, 0)).expect("it is bounded");
        assert_eq!(Edge::ALL.map(|e| opening.code.class(e)), [Some(2), Some(1), None, None]);
        assert_eq!(opening.overlays, 1 << Edge::East as u8);
    }
}
