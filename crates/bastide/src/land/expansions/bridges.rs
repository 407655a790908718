//! Bridges (BRIDGE-*): a tile can be laid where it does not fit if a bridge over its fields
//! continues the road.
//!
//! The board implements the rest: a bridge is an overlay that takes the two middle ports of its
//! axis, so that the field below stays connected (BRIDGE-9), and a road counts its bridges as
//! marks.

use crate::board::Board;
use crate::error::Illegality;
use crate::frontier::{Code, Opening};
use crate::geometry::{Axis, Cell, Edge, Rotation};
use crate::joints::Fits;
use crate::land::Land;
use crate::land::expansion::{Expansion, ExpansionSpec};
use crate::mark::{MarkKind, MarkSpec};
use crate::piece::{PieceKind, PieceSpec, TargetForm};
use crate::tile::{Terrain, TileId, TileUse};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    tiles: Some(Expansion::Bridges),
    pieces: &[BRIDGE],
    ..ExpansionSpec::named("bridges", 4)
};

/// number of bridges in the common supply.
pub(super) const SUPPLY: u8 = 12;

/// The kind of bridges: their row in the table of piece kinds.
pub const BRIDGE: PieceKind = PieceKind::at(0);

/// A bridge is built together with the placement of its tile and then is a segment of it.
pub(super) const PIECE: PieceSpec = PieceSpec {
    name: "bridge",
    plural: "bridges",
    supply: SUPPLY,
    build: None,
    target: Some(TargetForm::Built('b')),
    spot: None,
    role: None,
};

/// The mark that a road counts for each bridge: its row in the table of mark kinds.
pub const BRIDGE_MARK: MarkKind = MarkKind::at(1);

pub(super) const MARK: MarkSpec =
    MarkSpec { name: "bridge", terrain: Terrain::Road, is_printed: false, bits: 8 };

/// The bridges in the common supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bridges {
    left: u8,
}

impl Land {
    /// Returns the bridges in the supply, or `None` if the game is played without bridges.
    pub fn bridges(&self) -> Option<Bridges> {
        self.expansions.bridges
    }

    /// Returns true if overlays are left, so that a tile may be placed where it does not fit.
    pub fn has_overlays(&self) -> bool {
        self.expansions.bridges.is_some_and(|bridges| bridges.left() > 0)
    }
}

impl Bridges {
    pub(super) fn new() -> Bridges {
        Bridges { left: SUPPLY }
    }

    /// Returns the number of bridges left.
    #[inline]
    pub fn left(self) -> u8 {
        self.left
    }

    pub(super) fn take(&mut self) {
        self.left -= 1;
    }
}

/// BRIDGE-8: points per bridge, 3 in a complete road and 1 in an incomplete one.
pub(super) const fn each(is_complete: bool) -> u8 {
    if is_complete { 3 } else { 1 }
}

/// Returns, for each kind and code, the rotations in which a bridge makes the tile fit: north–south
/// in the low four bits, east–west in the high ones.
///
/// BRIDGE-1: both ends are only field and at least one is adjacent to a road. BRIDGE-2, BRIDGE-4:
/// the other end is adjacent to a road or to nothing, and the other two sides match as usual. At
/// most one axis is therefore possible for a given rotation and opening.
pub(super) fn spans(board: &Board) -> Box<[Fits]> {
    let road = Terrain::Road.class();
    let is_road = |code: Code, edge: Edge| code.class(edge) == road;
    let mut all = Vec::new();
    for kind in &board.tiles().kinds {
        let mut spans = [0; Code::COUNT];
        let turns = Rotation::ALL.into_iter().filter(|&r| kind.is_distinct(r));
        for (rotation, axis) in turns.flat_map(|r| Axis::ALL.map(|axis| (r, axis))) {
            // BRIDGE-11: the cells of the wheel are already laid.
            if kind.usage == TileUse::Patch || !kind.is_open_field(rotation, axis) {
                continue;
            }
            let accepts = |edge: Edge, class: u8| {
                if edge.axis() == axis {
                    Some(class) == road
                } else {
                    board.joints().accepts(kind, rotation, edge, class)
                }
            };
            Code::each(accepts, |code| {
                if axis.edges().into_iter().any(|edge| is_road(code, edge)) {
                    spans[code.index()] |= 1 << bit(rotation, axis);
                }
            });
        }
        all.push(spans);
    }
    all.into()
}

fn bit(rotation: Rotation, axis: Axis) -> u8 {
    rotation.quarter_turns() + 4 * axis as u8
}

/// The rotations in which a tile can be laid with a bridge, as bit masks.
#[derive(Clone, Copy, Default)]
pub(in crate::land) struct Turns {
    /// All such rotations.
    pub(in crate::land) all: u8,
    /// The rotations in which the bridge runs east–west.
    east_west: u8,
}

impl Turns {
    /// Returns the axis of the bridge for one of the rotations.
    #[inline]
    pub(in crate::land) fn axis(self, rotation: Rotation) -> Axis {
        if self.east_west >> rotation.quarter_turns() & 1 == 1 {
            Axis::EastWest
        } else {
            Axis::NorthSouth
        }
    }
}

/// Returns the rotations in which a bridge can be built in an opening. BRIDGE-5: never adjacent to
/// the end of another bridge.
#[inline]
pub(super) fn turns(spans: &Fits, opening: &Opening) -> Turns {
    let mask = spans[opening.code.index()];
    if mask == 0 {
        return Turns::default();
    }
    let [north_south, east_west] = Axis::ALL.map(|axis| {
        let is_touching = opening.overlays & ends(axis) != 0;
        if is_touching { 0 } else { mask >> (4 * axis as u8) & 0xf }
    });
    Turns { all: north_south | east_west, east_west }
}

/// Returns the two sides at the ends of an axis, as bits.
fn ends(axis: Axis) -> u8 {
    axis.edges().iter().fold(0, |bits, &edge| bits | 1 << edge as u8)
}

pub(super) fn check(
    land: &Land,
    tile: TileId,
    cell: Cell,
    rotation: Rotation,
    axis: Axis,
) -> Result<(), Illegality> {
    let Some(bridges) = land.expansions.bridges else { return Err(Illegality::NotInThisGame) };
    let board = &land.position.board;
    let kind = board.tiles().kind(tile);
    let opening = board.opening(cell)?;
    let spans = land.constants.spans.get(usize::from(tile.0));
    let turns = spans.map_or(0, |spans| spans[opening.code.index()]);
    if !kind.is_distinct(rotation) {
        Err(Illegality::SameAs(kind.canonical(rotation)))
    } else if turns >> bit(rotation, axis) & 1 == 0 || kind.usage.is_course() {
        Err(Illegality::NoBridge)
    } else if opening.overlays & ends(axis) != 0 {
        Err(Illegality::BridgesTouch)
    } else if bridges.left == 0 {
        Err(Illegality::NoneLeft)
    } else {
        Ok(())
    }
}
