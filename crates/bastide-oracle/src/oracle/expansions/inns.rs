//! Inns and cathedrals.

use bastide::{BRIDGE_MARK, CATHEDRAL, Expansion, INN, SHIELD, Terrain};

use crate::analysis::Feature;
use crate::oracle::Oracle;

/// Returns the value of a road with an inn or a city with a cathedral; `None` for other features.
/// More than one of them change nothing.
pub(super) fn points(feature: &Feature) -> Option<i32> {
    let tiles = feature.tiles as i32;
    let value_if_complete = if feature.terrain == Terrain::Road && feature.count(INN) > 0 {
        // INN-6, INN-8
        2 * tiles + 3 * feature.count(BRIDGE_MARK) as i32
    } else if feature.terrain == Terrain::City && feature.count(CATHEDRAL) > 0 {
        // CATH-1
        3 * tiles + 3 * feature.count(SHIELD) as i32
    } else {
        return None;
    };
    // INN-7, INN-8, CATH-2
    Some(if feature.is_complete() { value_if_complete } else { 0 })
}

impl Oracle {
    /// INN-2
    pub(super) fn large_meeples(&self) -> u8 {
        u8::from(self.rules.has(Expansion::Inns))
    }
}
