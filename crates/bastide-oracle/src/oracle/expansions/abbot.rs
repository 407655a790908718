//! The abbot.

use bastide::{Expansion, SegmentRef, Terrain};

use crate::oracle::{Oracle, points};

/// ABBOT-3, ABBOT-4
pub(super) fn may_stand(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Monastery | Terrain::Garden)
}

impl Oracle {
    /// ABBOT-1
    pub(super) fn abbots(&self) -> u8 {
        u8::from(self.rules.has(Expansion::Abbot))
    }

    /// ABBOT-6: the current value of the abbot's monastery or garden.
    pub(super) fn abbots_points(&self, site: SegmentRef) -> i32 {
        points::points(self.feature_at(site))
    }
}
