//! The empty cells beside laid tiles, in order, each with a code of what lies
//! against its sides. Listing the placements of a tile reads this list and
//! one table of codes, nothing else.

use crate::flat::Flat;
use crate::geometry::{Cell, Edge};
use crate::tile::Side;

/// What lies against the four sides of a cell: for each side nothing or one
/// of four classes, as the digits of a number to base five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Code(u16);

impl Code {
    /// How many codes there are.
    pub const COUNT: usize = 625;
    const WEIGHTS: [u16; 4] = [1, 5, 25, 125];

    /// The number, below [`Code::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Calls `found` with each code whose sides are all accepted; a side
    /// with nothing against it always is. Most codes clash somewhere, so
    /// this is far quicker than trying all of them.
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

    /// The class of what lies against a side, if anything does.
    pub(crate) fn class(self, edge: Edge) -> Option<u8> {
        ((self.0 / Code::WEIGHTS[edge as usize] % 5) as u8).checked_sub(1)
    }

    #[inline]
    fn add(&mut self, edge: Edge, class: u8) {
        if class != Side::BLIND {
            self.0 += Code::WEIGHTS[edge as usize] * (u16::from(class) + 1);
        }
    }
}

/// An empty cell with at least one laid tile against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Where it is.
    pub cell: Cell,
    /// [`Cell::key`], by which openings are sorted.
    key: u16,
    /// What lies against its sides.
    pub code: Code,
    /// A bit for each side that lies against an end of an overlay.
    pub(crate) overlays: u8,
}

/// What a newly laid tile shows to the cell beside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) class: u8,
    pub(crate) is_overlay: bool,
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
        self.0.binary_search_by_key(&cell.key(), |o| o.key)
    }

    /// A tile has been laid on `cell`. Where the cell over a side is empty,
    /// `faces` says what the tile shows to it.
    #[inline]
    pub(crate) fn lay(&mut self, cell: Cell, faces: [Option<Face>; 4]) {
        let at = match self.find(cell) {
            Ok(at) => {
                self.0.remove(at);
                at
            }
            Err(at) => at,
        };
        // East and west are next in order and north and south a row away, so
        // looking from here is quicker than searching. From the last to the
        // first, so that `at` stays right.
        for edge in [Edge::South, Edge::East, Edge::West, Edge::North] {
            if let Some(face) = faces[edge as usize] {
                self.bound(at, cell.step(edge), edge.opposite(), face);
            }
        }
    }

    #[inline]
    fn bound(&mut self, near: usize, cell: Cell, edge: Edge, face: Face) {
        let (mut at, key) = (near, cell.key());
        if edge == Edge::North || edge == Edge::West {
            while self.0.get(at).is_some_and(|o| o.key < key) {
                at += 1;
            }
        } else {
            while at > 0 && self.0[at - 1].key >= key {
                at -= 1;
            }
        }
        if self.0.get(at).is_none_or(|o| o.key != key) {
            self.0.insert(at, Opening { cell, key, code: Code(0), overlays: 0 });
        }
        let opening = &mut self.0[at];
        opening.code.add(edge, face.class);
        opening.overlays |= u8::from(face.is_overlay) << edge as u8;
    }

    /// Nothing will be laid on this cell.
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
    fn openings_stay_sorted_and_gather_their_sides() {
        let face = |class| Some(Face { class, is_overlay: class == 1 });
        let mut frontier = Frontier::with_capacity(12);
        frontier.lay(Cell::ORIGIN, [face(2), face(1), face(0), face(1)]);
        // North of the origin; the origin itself is taken.
        frontier.lay(Cell::new(0, -1), [face(0), face(3), None, face(0)]);
        // West of that, against the opening west of the origin.
        frontier.lay(Cell::new(-1, -1), [face(0), None, face(2), face(0)]);
        let cells: Vec<_> = frontier.openings().iter().map(|o| o.cell).collect();
        assert!(cells.is_sorted() && cells.len() == 7, "{cells:?}");
        assert_eq!(frontier.get(Cell::new(0, -1)), None);
        let opening = frontier.get(Cell::new(-1, 0)).expect("it is bounded");
        assert_eq!(Edge::ALL.map(|e| opening.code.class(e)), [Some(2), Some(1), None, None]);
        assert_eq!(opening.overlays, 1 << Edge::East as u8);
    }
}
