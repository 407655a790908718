//! The maximum size of a board, computed before it is created.

use crate::features::TileIndex;
use crate::tile::{Terrain, TileKind, TileSet};

/// Capacities of a board.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    pub(crate) tiles: usize,
    pub(crate) segments: usize,
    pub(crate) cities: usize,
    pub(crate) figures: usize,
}

impl Capacity {
    /// Returns the capacities for all tiles of a set, its patch, and `overlays` bridges.
    pub fn of(set: &TileSet, overlays: usize, figures: usize) -> Capacity {
        let mut capacity = Capacity { tiles: 0, segments: overlays, cities: 0, figures };
        let mut add = |kind: &TileKind, copies: usize| {
            let cities = kind.segments.iter().filter(|s| s.terrain == Terrain::City).count();
            capacity.tiles += copies;
            capacity.segments += copies * kind.segments.len();
            capacity.cities += copies * cities;
        };
        set.kinds.iter().for_each(|kind| add(kind, usize::from(kind.count)));
        if let Some(patch) = &set.patch {
            patch.cells.iter().for_each(|&(_, id, _)| add(set.kind(id), 1));
        }
        capacity
    }

    /// Returns true if a board supports these capacities.
    pub fn is_possible(&self) -> bool {
        self.tiles <= TileIndex::CAPACITY && self.cities <= 128 && self.segments < 2048
    }
}
