//! Fields and farmers (FIELD-*).
//!
//! The board implements most of the rules: a field segment lists the cities it borders, and a field
//! stores the set of them as it grows (FIELD-1, FIELD-5).

use crate::board::Board;
use crate::event::{Item, Tally};
use crate::features::Feature;
use crate::figure::FigureKind;
use crate::land::expansion::{ExpansionSpec, FigureSupply};
use crate::tile::Terrain;

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    // FIELD-2: meeples can also be placed on fields.
    figures: &[FigureSupply {
        kind: FigureKind::MEEPLE,
        count: 0,
        terrains: &[Terrain::Field],
        with: None,
    }],
    ..ExpansionSpec::named("fields", 0)
};

/// Points for each complete city a field borders (FIELD-3).
const CITY: u8 = 3;

/// FIELD-3 to FIELD-7: each complete city counts once; the size of the field does not matter.
pub(super) fn value(board: &Board, field: &Feature) -> Tally {
    Tally::new().with(Item::City, board.complete_cities(field), CITY)
}
