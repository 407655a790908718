//! Plans, worked out once for each kind of tile.

use std::sync::OnceLock;

use bastide::{Rotation, TileId, TileSet};

use crate::plan::Plan;

/// How many ways there are to draw a kind of tile.
pub(crate) const VARIANTS: usize = 4;

/// The plans of a set of tiles. Each is made when it is first asked for.
#[derive(Debug)]
pub struct Atlas<'a> {
    tiles: &'a TileSet,
    plans: Vec<OnceLock<Box<Plan>>>,
}

impl<'a> Atlas<'a> {
    /// An atlas of a set.
    pub fn new(tiles: &'a TileSet) -> Atlas<'a> {
        let number = tiles.kinds.len() * VARIANTS * Rotation::ALL.len();
        Atlas { tiles, plans: (0..number).map(|_| OnceLock::new()).collect() }
    }

    /// The set.
    pub fn tiles(&self) -> &'a TileSet {
        self.tiles
    }

    /// The plan of a kind as it lies when turned.
    pub fn plan(&self, kind: TileId, rotation: Rotation, variant: usize) -> &Plan {
        let variant = variant % VARIANTS;
        let turns = usize::from(rotation.quarter_turns());
        let index = (usize::from(kind.0) * VARIANTS + variant) * 4 + turns;
        self.plans[index].get_or_init(|| {
            let plan = if rotation == Rotation::NONE {
                Plan::new(self.tiles.kind(kind), variant as u8)
            } else {
                self.plan(kind, Rotation::NONE, variant).turned(rotation)
            };
            Box::new(plan)
        })
    }
}
