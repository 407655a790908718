//! A map from cells to tiles without hashing.
//!
//! The place of a cell is `x + 127·y` modulo 8192. Two cells share a place only if they are at
//! least 128 steps apart: the shortest vectors of that lattice are (64, 64), (63, −65) and (−127,
//! 1), each 128 steps long. A connected board of at most 127 cells is smaller than that, so each
//! place identifies a single cell. A larger board could be wider, so it has an edge: its cells are
//! at most [`REACH`] columns and rows away from the origin, and the places of those are distinct.

use crate::features::TileIndex;
use crate::geometry::{Cell, Edge};
use alloc::boxed::Box;

const PLACES: usize = 1 << 13;
const ROW: i32 = 127;

/// Distance of the last columns and rows of a large board from the origin.
const REACH: i8 = 31;

const EMPTY: u8 = 0;
const WALL: u8 = u8::MAX;

/// Returns true if a large board has this cell.
pub(crate) fn is_on_large_board(cell: Cell) -> bool {
    let reach = REACH.unsigned_abs();
    cell.x.unsigned_abs() <= reach && cell.y.unsigned_abs() <= reach
}

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
    /// Outside the playing area: no tile can be laid here.
    Wall,
    Tile(TileKey),
}

/// Index of a tile in one byte. Two tiles of a large board can have the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TileKey(u8);

impl TileKey {
    /// Number of distinct keys; the other two bytes stand for cells without a tile.
    const COUNT: u16 = u8::MAX as u16 - 1;

    #[inline]
    fn of<const IS_LARGE: bool>(tile: TileIndex) -> TileKey {
        let is_second = IS_LARGE && tile.0 >= TileKey::COUNT;
        TileKey(if is_second { tile.0 - TileKey::COUNT } else { tile.0 } as u8)
    }

    /// Returns the first tile with this key.
    #[inline]
    pub(crate) fn first(self) -> TileIndex {
        TileIndex(u16::from(self.0))
    }

    /// Returns the second tile with this key, which only a large board can have.
    pub(crate) fn second(self) -> TileIndex {
        TileIndex(u16::from(self.0) + TileKey::COUNT)
    }
}

const _: () = assert!(TileIndex::CAPACITY <= 2 * TileKey::COUNT as usize, "at most two per key");

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
            tile => Content::Tile(TileKey(tile - 1)),
        }
    }

    #[inline]
    pub(crate) fn put<const IS_LARGE: bool>(&mut self, place: GridIndex, tile: TileIndex) {
        self.0[usize::from(place.0) & (PLACES - 1)] = TileKey::of::<IS_LARGE>(tile).0 + 1;
    }

    pub(crate) fn put_wall(&mut self, place: GridIndex) {
        self.0[usize::from(place.0)] = WALL;
    }

    /// Puts walls around a large board.
    pub(crate) fn put_edge(&mut self) {
        for along in -REACH - 1..=REACH + 1 {
            for across in [-REACH - 1, REACH + 1] {
                self.put_wall(GridIndex::of(Cell::new(along, across)));
                self.put_wall(GridIndex::of(Cell::new(across, along)));
            }
        }
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
    fn no_two_cells_within_127_steps_share_an_index() {
        for dy in -127i32..=127 {
            for dx in -127i32..=127 {
                let is_near = dx.abs() + dy.abs() <= 127 && (dx, dy) != (0, 0);
                assert!(!is_near || GridIndex::wrap(dx + ROW * dy) != GridIndex(0), "({dx}, {dy})");
            }
        }
    }

    #[test]
    fn no_two_cells_of_a_large_board_share_an_index() {
        let (mut grid, mut seen) = (Grid::new(), vec![None; PLACES]);
        grid.put_edge();
        for y in -REACH..=REACH {
            for x in -REACH..=REACH {
                let cell = Cell::new(x, y);
                let place = GridIndex::of(cell);
                assert_eq!(seen[usize::from(place.0)].replace(cell), None, "{cell}");
                assert_eq!(grid.at(place), Content::Empty, "{cell} is not a wall");
            }
        }
    }

    #[test]
    fn at_most_two_tiles_have_the_same_key() {
        for at in 0..TileIndex::CAPACITY as u16 {
            let (tile, key) = (TileIndex(at), TileKey::of::<true>(TileIndex(at)));
            assert!(tile == key.first() || tile == key.second(), "{at}");
        }
    }

    #[test]
    fn steps_on_the_grid_agree_with_cells() {
        for cell in [Cell::ORIGIN, Cell::new(-40, 33), Cell::new(99, -98)] {
            for edge in Edge::ALL {
                assert_eq!(GridIndex::of(cell).step(edge), GridIndex::of(cell.step(edge)));
            }
        }
    }
}
