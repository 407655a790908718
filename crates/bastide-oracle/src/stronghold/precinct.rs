//! The tiles laid inside the wall, and the placements of further ones.

use std::collections::BTreeMap;

use bastide::{Cell, Edge, Port, Rotation, SegmentIndex, Terrain, TileId, TileSet, Wall};

use crate::printed::Printed;

/// A laid tile, or a possible placement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lying {
    /// Kind of the tile.
    pub tile: TileId,
    /// Rotation of the tile.
    pub rotation: Rotation,
}

/// The tiles inside the wall, and the start areas along it.
#[derive(Clone, Debug)]
pub struct Precinct {
    wall: Wall,
    printed: Printed,
    tiles: BTreeMap<Cell, Lying>,
}

impl Precinct {
    /// Creates a board with only the start areas.
    pub fn new(wall: Wall, set: TileSet) -> Precinct {
        let mut tiles = BTreeMap::new();
        for &(cell, tile, rotation) in set.patch.iter().flat_map(|patch| &patch.cells) {
            tiles.insert(cell, Lying { tile, rotation });
        }
        Precinct { wall, printed: Printed::new(set), tiles }
    }

    /// Returns the wall.
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// Returns the tile kinds.
    pub fn set(&self) -> &TileSet {
        self.printed.set()
    }

    /// Returns the tiles and the start areas, by cell.
    pub fn tiles(&self) -> &BTreeMap<Cell, Lying> {
        &self.tiles
    }

    /// Returns the tile or start area in a cell.
    pub fn at(&self, cell: Cell) -> Option<Lying> {
        self.tiles.get(&cell).copied()
    }

    /// Lays a tile without checking that it fits.
    pub fn lay(&mut self, cell: Cell, lying: Lying) {
        self.tiles.insert(cell, lying);
    }

    /// Returns true if a cell is inside the wall and holds no tile.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.wall.contains(cell) && self.at(cell).is_none()
    }

    /// Returns the segment of a tile at a port.
    pub fn slot_at(&self, lying: Lying, port: Port) -> Option<SegmentIndex> {
        self.printed.slot_at(lying.tile, lying.rotation, port)
    }

    /// Returns the terrain of a tile at a port.
    pub fn terrain_at(&self, lying: Lying, port: Port) -> Option<Terrain> {
        let slot = self.slot_at(lying, port)?;
        Some(self.set().kind(lying.tile).segment(slot).terrain)
    }

    /// Returns all placements of a tile. Of rotations that look the same, only the smallest is
    /// included.
    pub fn places(&self, tile: TileId) -> Vec<(Cell, Lying)> {
        let rotations = self.printed.different_rotations(tile);
        let mut places = Vec::new();
        for cell in self.wall.cells() {
            if !self.is_empty(cell) || !self.lies_against_something(cell) {
                continue;
            }
            for &rotation in &rotations {
                let lying = Lying { tile, rotation };
                if self.fits(cell, lying) {
                    places.push((cell, lying));
                }
            }
        }
        places
    }

    /// Returns true if a tile or a start area is adjacent to this cell along a side (S-TILE-1,
    /// S-TILE-2).
    fn lies_against_something(&self, cell: Cell) -> bool {
        Edge::ALL.into_iter().any(|edge| self.at(cell.step(edge)).is_some())
    }

    /// Returns true if paths only meet paths (S-TILE-3, S-TILE-5). All other terrains can meet each
    /// other (S-TILE-4).
    fn fits(&self, cell: Cell, lying: Lying) -> bool {
        let is_path = |lying, port| self.terrain_at(lying, port) == Some(Terrain::Path);
        Port::all().all(|port| {
            let Some(other) = self.at(cell.step(port.edge())) else { return true };
            is_path(lying, port) == is_path(other, port.facing())
        })
    }

    /// Returns the size of the largest group of empty cells connected by sides (S-END-2).
    pub fn largest_gap(&self) -> u32 {
        let mut left: Vec<Cell> = self.wall.cells().filter(|&cell| self.is_empty(cell)).collect();
        let mut largest = 0;
        while let Some(first) = left.pop() {
            let mut size = 0;
            let mut to_visit = vec![first];
            while let Some(cell) = to_visit.pop() {
                size += 1;
                for edge in Edge::ALL {
                    if let Some(at) = left.iter().position(|&other| other == cell.step(edge)) {
                        to_visit.push(left.swap_remove(at));
                    }
                }
            }
            largest = largest.max(size);
        }
        largest
    }
}
