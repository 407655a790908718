//! What expansions add to the wire, and the only place that knows all of them. Their types and
//! conversions are in a file each.

mod wheel;

use bastide::{AnyGame, FigureSpot, Land, SpecialEvent};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{EventView, Prompt};

/// Types of expansions, for clients.
pub(crate) mod types {
    pub use super::wheel::{PigView, SectorName};
    pub use super::{ExpansionViews, SpaceView};
}

use types::{PigView, SectorName};

/// State of expansions that is more than pieces and supplies.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ExpansionViews {
    /// The pig of the wheel; absent if the game has no wheel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pig: Option<PigView>,
}

impl ExpansionViews {
    /// Returns the state of the expansions of a game.
    pub(crate) fn of(game: &AnyGame, land: &Land) -> ExpansionViews {
        ExpansionViews { pig: wheel::pig(game, land) }
    }
}

/// Part of the board that a space beside the map belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct SpaceView {
    /// Sector of the wheel, for a crown space.
    pub sector: Option<SectorName>,
}

impl SpaceView {
    /// Returns the part that a spot belongs to.
    pub(crate) fn of(spot: FigureSpot) -> SpaceView {
        match spot {
            FigureSpot::Piece(kind, number) if kind.is_space() => {
                SpaceView { sector: wheel::sector(number) }
            }
            FigureSpot::Segment(_) | FigureSpot::Piece(..) => SpaceView::default(),
        }
    }
}

/// Decision of a player who has to act before the drawn tile is placed (WHEEL-PLAGUE-2).
pub(crate) const RESPONSE: Prompt = Prompt::Plague;

/// Converts an event that only an expansion has. Returns `None` if it cannot be drawn.
pub(crate) fn event(game: &AnyGame, event: SpecialEvent) -> Option<EventView> {
    match event {
        SpecialEvent::PigMoved { sector } => wheel::pig_moved(game, sector),
    }
}
