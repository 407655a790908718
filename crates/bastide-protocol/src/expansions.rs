//! What expansions add to the wire, and the only place that knows all of them. Their types and
//! conversions are in a file each.

mod traders;
mod wheel;

use bastide::{AnyGame, FigureSpot, Land, SpecialEvent};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::aid::ReasonKind;
use crate::game::{EventView, Prompt};
use crate::view_builder::ViewBuilder;

/// Types of expansions, for clients.
pub(crate) mod types {
    pub use super::traders::{GoodsLeaders, GoodsView, TradersView};
    pub use super::wheel::{PigView, SectorName};
    pub use super::{ExpansionViews, SpaceView, TakenView};
}

use types::{GoodsView, PigView, SectorName, TradersView};

/// State of expansions that is more than pieces and supplies.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ExpansionViews {
    /// The pig of the wheel; absent if the game has no wheel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pig: Option<PigView>,
    /// Goods and second turns; absent if the game has no traders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub traders: Option<TradersView>,
}

impl ExpansionViews {
    /// Returns the state of the expansions of a game.
    pub(crate) fn of(game: &AnyGame, land: &Land) -> ExpansionViews {
        ExpansionViews { pig: wheel::pig(game, land), traders: traders::traders(land) }
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

/// Tokens that a turn takes.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct TakenView {
    /// Goods of a completed city.
    pub goods: Option<GoodsView>,
}

/// Decision of a player who has to act before the drawn tile is placed (WHEEL-PLAGUE-2).
pub(crate) const RESPONSE: Prompt = Prompt::Plague;

/// Converts an event that only an expansion has. Returns `None` if it cannot be drawn.
pub(crate) fn event(views: &ViewBuilder, game: &AnyGame, event: SpecialEvent) -> Option<EventView> {
    match event {
        SpecialEvent::PigMoved { sector } => wheel::pig_moved(game, sector),
        SpecialEvent::GoodsTaken { seat, site, goods } => {
            Some(traders::goods_taken(seat, goods, views.at(game, site)))
        }
        SpecialEvent::SecondTurn { seat } => Some(traders::second_turn(seat)),
    }
}

/// Returns the kind of a reason that only an expansion has, and the tokens that are taken.
pub(crate) fn reason(event: SpecialEvent) -> (ReasonKind, TakenView) {
    match event {
        SpecialEvent::PigMoved { .. } => (ReasonKind::Special, TakenView::default()),
        SpecialEvent::GoodsTaken { goods, .. } => {
            (ReasonKind::Takes, TakenView { goods: Some(goods.into()) })
        }
        SpecialEvent::SecondTurn { .. } => (ReasonKind::EarnsTurn, TakenView::default()),
    }
}
