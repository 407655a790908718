//! Fields and farmers (FIELD-*).
//!
//! The kernel does most of it: a field segment names the cities it touches,
//! and a field keeps the set of them as it grows (FIELD-1, FIELD-5).

use crate::board::Board;
use crate::event::{Item, Tally};
use crate::features::Feature;

/// Points for each complete city a field borders (FIELD-3).
const CITY: u8 = 3;

/// FIELD-3 to FIELD-7: only complete cities count, each once, and the field's
/// own size does not matter.
pub(super) fn value(board: &Board, field: &Feature) -> Tally {
    Tally::new().with(Item::City, board.complete_cities(field), CITY)
}
