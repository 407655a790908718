//! The maximum size of a board, computed before it is created.

use crate::features::TileIndex;
use crate::tile::{Terrain, TileKind, TileSet};

/// Capacities of a board.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub(crate) tiles: usize,
    pub(crate) segments: usize,
    pub(crate) cities: usize,
    pub(crate) figures: usize,
}

impl Room {
    /// Returns the capacities for all tiles of a set, its patch, and `overlays` bridges.
    pub fn of(set: &TileSet, overlays: usize, figures: usize) -> Room {
        let mut room = Room { tiles: 0, segments: overlays, cities: 0, figures };
        let mut add = |kind: &TileKind, copies: usize| {
            let cities = kind.segments.iter().filter(|s| s.terrain == Terrain::City).count();
            room.tiles += copies;
            room.segments += copies * kind.segments.len();
            room.cities += copies * cities;
        };
        set.kinds.iter().for_each(|kind| add(kind, usize::from(kind.count)));
        if let Some(patch) = &set.patch {
            patch.cells.iter().for_each(|&(_, id, _)| add(set.kind(id), 1));
        }
        room
    }

    /// Returns true if a board supports these capacities.
    pub fn is_possible(&self) -> bool {
        self.tiles <= TileIndex::CAPACITY && self.cities <= 128 && self.segments < 2048
    }
}
