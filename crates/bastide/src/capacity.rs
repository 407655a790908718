//! The maximum size of a board, computed before it is created.

use crate::features::{TileBits, TileIndex};
use crate::mark::MarkKind;
use crate::set_rows::SetRows;
use crate::tile::{Terrain, TileKind, TileSet};

/// Capacities of a board.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    pub(crate) tiles: usize,
    pub(crate) segments: usize,
    pub(crate) cities: usize,
    pub(crate) figures: usize,
    /// Number of printed marks of each kind.
    marks: [u32; MarkKind::COUNT],
}

impl Capacity {
    /// Returns the capacities for all tiles of a set, its patch, and `overlays` bridges.
    pub fn of(set: &TileSet, overlays: usize, figures: usize) -> Capacity {
        let marks = [0; MarkKind::COUNT];
        let mut capacity = Capacity { tiles: 0, segments: overlays, cities: 0, figures, marks };
        let mut add = |kind: &TileKind, copies: usize| {
            let cities = kind.segments.iter().filter(|s| s.terrain == Terrain::City).count();
            capacity.tiles += copies;
            capacity.segments += copies * kind.segments.len();
            capacity.cities += copies * cities;
            for mark in kind.segments.iter().flat_map(|segment| segment.marks.iter()) {
                capacity.marks[mark.index()] += copies as u32;
            }
        };
        set.kinds.iter().for_each(|kind| add(kind, usize::from(kind.count)));
        if let Some(patch) = &set.patch {
            patch.cells.iter().for_each(|&(_, id, _)| add(set.kind(id), 1));
        }
        capacity
    }

    /// Maximum number of city parts.
    pub(crate) const CITIES: usize = 512;

    /// Returns true if the board is large: the tiles or city parts of a feature need more bits than
    /// it has. Such a board ends 31 columns and rows away from the origin.
    pub fn is_large(&self) -> bool {
        self.tiles > TileBits::CAPACITY || self.cities > TileBits::CAPACITY
    }

    /// Returns the table of the sets of features of a large board.
    pub(crate) fn set_rows(&self) -> Option<SetRows> {
        self.is_large().then(|| SetRows::new(self.segments, self.tiles.max(self.cities)))
    }

    /// Returns true if a board supports these capacities.
    pub fn is_possible(&self) -> bool {
        let has_counters = MarkKind::ALL.iter().zip(self.marks).all(|(kind, n)| n <= kind.most());
        self.tiles <= TileIndex::CAPACITY
            && self.cities <= Capacity::CITIES
            && self.segments < 2048
            && has_counters
    }
}
