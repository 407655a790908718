//! The River (RIVER-*): a first pile of tiles that must continue the river.

use crate::board::{Board, Laid};
use crate::error::Illegality;
use crate::geometry::{Cell, Edge, Rotation};
use crate::land::expansion::{Expansion, ExpansionSpec};
use crate::land::stock::Stock;
use crate::tile::{Terrain, TileKind, TileSet, TileUse};

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    tiles: Some(Expansion::River),
    replaces_start: true,
    ..ExpansionSpec::named("river", 1)
};

/// Printing of the two end tiles of the river (RIVER-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RiverEnds {
    /// Plain spring, plain lake.
    #[default]
    Of2014,
    /// Spring with a road, lake with a monastery.
    Of2021,
}

impl RiverEnds {
    /// Returns the year of the printing, as used in tile files.
    pub const fn year(self) -> u16 {
        match self {
            RiverEnds::Of2014 => 2014,
            RiverEnds::Of2021 => 2021,
        }
    }
}

/// The open end of the river.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::land) struct River {
    /// Cell of the next river tile.
    mouth: Cell,
    /// Side of that cell through which the river enters.
    inlet: Edge,
    /// Direction of the most recent turn.
    last: Option<Bend>,
}

/// A turn of the river, seen in the direction of flow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Bend {
    Left,
    Right,
}

/// RIVER-2: first the streams, then the lake, then all other tiles.
pub(super) fn piles(set: &TileSet, more: &[TileKind], ends: RiverEnds, stock: &mut Stock) {
    stock.add_pile(set.kinds.iter().chain(more).filter(|k| k.usage == TileUse::Stream));
    stock.add_pile(set.kinds.iter().filter(|k| k.usage == TileUse::Lake && is_of(ends, k)));
}

/// RIVER-1: the spring is laid as the start.
pub(super) fn start(set: &TileSet, ends: RiverEnds, stock: &mut Stock) {
    stock.start_with(set.kinds.iter().find(|k| k.usage == TileUse::Spring && is_of(ends, k)));
}

fn is_of(ends: RiverEnds, kind: &TileKind) -> bool {
    kind.printing.is_none_or(|year| year == ends.year())
}

impl River {
    /// Creates the river as it leaves the spring, which is the last tile laid.
    pub(super) fn from_spring(board: &Board) -> Option<River> {
        let spring = board.laid().last()?;
        let outlet = sides(board.kind_of(spring), spring.rotation).next()?;
        Some(River { mouth: spring.cell.step(outlet), inlet: outlet.opposite(), last: None })
    }

    /// Checks RIVER-3 and RIVER-4 for a river tile that fits.
    pub(super) fn permits(
        &self,
        kind: &TileKind,
        cell: Cell,
        rotation: Rotation,
    ) -> Result<(), Illegality> {
        if cell != self.mouth || kind.side(rotation, self.inlet) != Some(Terrain::River) {
            return Err(Illegality::NotOnRiver);
        }
        let bend = self.outlet(kind, rotation).and_then(|outlet| self.bend(outlet));
        if bend.is_some() && bend == self.last {
            return Err(Illegality::RiverTurnsBack);
        }
        Ok(())
    }

    /// Advances the open end if the tile just laid continued the river.
    pub(super) fn follow(&mut self, kind: &TileKind, tile: &Laid) {
        if tile.cell != self.mouth || kind.side(tile.rotation, self.inlet) != Some(Terrain::River) {
            return;
        }
        // The lake has no outlet; the open end stays on its own cell, where no tile can be laid.
        if let Some(outlet) = self.outlet(kind, tile.rotation) {
            self.last = self.bend(outlet).or(self.last);
            self.mouth = tile.cell.step(outlet);
            self.inlet = outlet.opposite();
        }
    }

    fn outlet(&self, kind: &TileKind, rotation: Rotation) -> Option<Edge> {
        sides(kind, rotation).find(|&edge| edge != self.inlet)
    }

    fn bend(&self, outlet: Edge) -> Option<Bend> {
        // In the direction of flow, clockwise of straight ahead is right.
        let straight = self.inlet.opposite();
        if outlet == straight.turned(Rotation::new(1)) {
            Some(Bend::Right)
        } else if outlet == straight.turned(Rotation::new(3)) {
            Some(Bend::Left)
        } else {
            None
        }
    }
}

/// Iterates over the sides on which a tile shows river.
fn sides(kind: &TileKind, rotation: Rotation) -> impl Iterator<Item = Edge> {
    Edge::ALL.into_iter().filter(move |&edge| kind.side(rotation, edge) == Some(Terrain::River))
}
