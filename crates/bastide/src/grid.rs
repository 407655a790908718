//! A map from cells to tiles without hashing.
//!
//! The place of a cell is `x + 127·y` modulo 8192. Two cells share a place only if they are at
//! least 128 steps apart: the shortest vectors of that lattice are (64, 64), (63, −65) and (−127,
//! 1), each 128 steps long. A connected board of at most 127 cells is smaller than that, so each
//! place identifies a single cell.

use crate::features::TileIndex;
use crate::geometry::{Cell, Edge};
use alloc::boxed::Box;

const PLACES: usize = 1 << 13;
const ROW: i32 = 127;

const EMPTY: u8 = 0;
const WALL: u8 = u8::MAX;

/// Index of a cell in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GridIndex(u16);

impl GridIndex {
    #[inline]
    pub(crate) fn of(cell: Cell) -> GridIndex {
        GridIndex::wrap(i32::from(cell.x) + ROW * i32::from(cell.y))
    }

    #[inline]
    pub(crate) fn step(self, edge: Edge) -> GridIndex {
        let (dx, dy) = edge.delta();
        GridIndex::wrap(i32::from(self.0) + i32::from(dx) + ROW * i32::from(dy))
    }

    #[inline]
    fn wrap(at: i32) -> GridIndex {
        GridIndex((at & (PLACES as i32 - 1)) as u16)
    }
}

/// Content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Empty,
    /// Outside the playing area: no tile can be laid here, and adjacent features are closed.
    Wall,
    Tile(TileIndex),
}

#[derive(Debug)]
pub(crate) struct Grid(Box<[u8; PLACES]>);

impl Grid {
    pub(crate) fn new() -> Grid {
        Grid(Box::new([EMPTY; PLACES]))
    }

    #[inline]
    pub(crate) fn at(&self, place: GridIndex) -> Content {
        match self.0[usize::from(place.0) & (PLACES - 1)] {
            EMPTY => Content::Empty,
            WALL => Content::Wall,
            tile => Content::Tile(TileIndex(tile - 1)),
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, place: GridIndex, tile: TileIndex) {
        self.0[usize::from(place.0) & (PLACES - 1)] = tile.0 + 1;
    }

    pub(crate) fn put_wall(&mut self, place: GridIndex) {
        self.0[usize::from(place.0)] = WALL;
    }

    pub(crate) const HEAP: usize = PLACES;
}

impl Clone for Grid {
    fn clone(&self) -> Grid {
        Grid(self.0.clone())
    }

    fn clone_from(&mut self, source: &Grid) {
        self.0.copy_from_slice(&*source.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_cells_within_127_steps_share_a_place() {
        for dy in -127i32..=127 {
            for dx in -127i32..=127 {
                let is_near = dx.abs() + dy.abs() <= 127 && (dx, dy) != (0, 0);
                assert!(!is_near || GridIndex::wrap(dx + ROW * dy) != GridIndex(0), "({dx}, {dy})");
            }
        }
    }

    #[test]
    fn stepping_agrees_with_cells() {
        for cell in [Cell::ORIGIN, Cell::new(-40, 33), Cell::new(99, -98)] {
            for edge in Edge::ALL {
                assert_eq!(GridIndex::of(cell).step(edge), GridIndex::of(cell.step(edge)));
            }
        }
    }
}
