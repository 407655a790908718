//! Which tile lies where inside the wall, and where another one fits.

use std::collections::BTreeMap;

use bastide::{Cell, Edge, Port, Rotation, Slot, Terrain, TileId, TileSet, Wall};

use crate::printed::Printed;

/// A tile as it lies on the table, or as somebody thinks of laying it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lying {
    /// Which kind of tile.
    pub tile: TileId,
    /// How it is turned.
    pub rotation: Rotation,
}

/// The tiles inside the wall, and the start areas on it.
#[derive(Clone, Debug)]
pub struct Ward {
    wall: Wall,
    printed: Printed,
    tiles: BTreeMap<Cell, Lying>,
}

impl Ward {
    /// Nothing but the start areas.
    pub fn new(wall: Wall, set: TileSet) -> Ward {
        let mut tiles = BTreeMap::new();
        for &(cell, tile, rotation) in set.patch.iter().flat_map(|patch| &patch.cells) {
            tiles.insert(cell, Lying { tile, rotation });
        }
        Ward { wall, printed: Printed::new(set), tiles }
    }

    /// The wall.
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// The kinds of tile there are.
    pub fn set(&self) -> &TileSet {
        self.printed.set()
    }

    /// The tiles and the start areas, by cell.
    pub fn tiles(&self) -> &BTreeMap<Cell, Lying> {
        &self.tiles
    }

    /// The tile or start area in a cell.
    pub fn at(&self, cell: Cell) -> Option<Lying> {
        self.tiles.get(&cell).copied()
    }

    /// Lays a tile, whether it fits or not.
    pub fn lay(&mut self, cell: Cell, lying: Lying) {
        self.tiles.insert(cell, lying);
    }

    /// Whether a tile could lie in this cell and none does yet.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.wall.contains(cell) && self.at(cell).is_none()
    }

    /// Which segment a tile shows at a port.
    pub fn slot_at(&self, lying: Lying, port: Port) -> Option<Slot> {
        self.printed.slot_at(lying.tile, lying.rotation, port)
    }

    /// Which terrain a tile shows at a port.
    pub fn terrain_at(&self, lying: Lying, port: Port) -> Option<Terrain> {
        let slot = self.slot_at(lying, port)?;
        Some(self.set().kind(lying.tile).segment(slot).terrain)
    }

    /// Everywhere a tile fits, each way it can be turned; of turns that look
    /// the same, only the smallest.
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

    /// Whether a tile or a start area shares a side with this cell (S-TILE-1,
    /// S-TILE-2).
    fn lies_against_something(&self, cell: Cell) -> bool {
        Edge::ALL.into_iter().any(|edge| self.at(cell.step(edge)).is_some())
    }

    /// Whether paths meet paths and nothing else does (S-TILE-3, S-TILE-5).
    /// Everything else goes with everything else (S-TILE-4).
    fn fits(&self, cell: Cell, lying: Lying) -> bool {
        let is_path = |lying, port| self.terrain_at(lying, port) == Some(Terrain::Path);
        Port::all().all(|port| {
            let Some(other) = self.at(cell.step(port.edge())) else { return true };
            is_path(lying, port) == is_path(other, port.facing())
        })
    }

    /// How many cells the largest group of empty cells has that hang together
    /// by their sides (S-END-2).
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
