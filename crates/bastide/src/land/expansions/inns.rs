//! Inns and cathedrals (INN-*, CATH-*): a large meeple for each player, and marks that raise the
//! value of complete roads and cities.

use crate::event::{Item, Tally};
use crate::features::Feature;
use crate::figure::{FigureKind, FigureSpec};
use crate::land::SHIELD;
use crate::land::expansion::{Expansion, ExpansionSpec, FigureSupply};
use crate::mark::{MarkKind, MarkSpec};
use crate::tile::Terrain;

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    tiles: Some(Expansion::Inns),
    // INN-1: a sixth player.
    seats: Some(6),
    // INN-2: each player has one large meeple. It is placed on the terrains of meeples.
    figures: &[FigureSupply { kind: LARGE, count: 1, terrains: &[], with: None }],
    ..ExpansionSpec::named("inns", 9)
};

/// The kind of the large meeple: its row in the table of figure kinds.
pub const LARGE: FigureKind = FigureKind::at(2);

pub(super) const FIGURE: FigureSpec = FigureSpec {
    name: "large",
    letter: 'L',
    // INN-3
    strength: 2,
    is_meeple: true,
    role: None,
    own_terrains: &[],
};

/// The mark of a road beside which an inn is drawn (INN-5).
pub const INN: MarkKind = MarkKind::at(2);

pub(super) const INN_MARK: MarkSpec =
    MarkSpec { name: "inn", terrain: Terrain::Road, is_printed: true, bits: 8 };

/// The mark of a city with a cathedral.
pub const CATHEDRAL: MarkKind = MarkKind::at(3);

pub(super) const CATHEDRAL_MARK: MarkSpec =
    MarkSpec { name: "cathedral", terrain: Terrain::City, is_printed: true, bits: 4 };

/// Points for each tile of a road, or `None` if the whole road gives nothing: 1, with an inn 2 in a
/// complete road (INN-6) and nothing in an incomplete one (INN-7, INN-8).
#[inline]
pub(super) fn each_of_road(road: &Feature, is_complete: bool) -> Option<u8> {
    match (road.count(INN) > 0, is_complete) {
        (false, _) => Some(1),
        (true, true) => Some(2),
        (true, false) => None,
    }
}

/// Adds the points for the tiles and shields of a city: 2 each in a complete city and 1 in an
/// incomplete one, with a cathedral 3 (CATH-1) and nothing (CATH-2).
#[inline]
pub(super) fn city_value(city: &Feature, tiles: u32, is_complete: bool) -> Tally {
    let each = match (city.count(CATHEDRAL) > 0, is_complete) {
        (false, false) => 1,
        (false, true) => 2,
        (true, true) => 3,
        (true, false) => return Tally::new(),
    };
    Tally::new().with(Item::Tile, tiles, each).with(Item::Shield, city.count(SHIELD), each)
}
