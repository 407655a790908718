//! Traders and builders (TRADE-*, BUILDER-*): goods and second turns.

use bastide::{Game, Good, Goods, Land, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::events::numbers;
use crate::game::{BoardPoint, EventView};
use crate::view::number;

/// Number of tokens of each kind of goods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct GoodsView {
    /// Tokens of wine.
    pub wine: u8,
    /// Tokens of grain.
    pub grain: u8,
    /// Tokens of cloth.
    pub cloth: u8,
}

impl From<Goods> for GoodsView {
    fn from(Goods { wine, grain, cloth }: Goods) -> GoodsView {
        GoodsView { wine, grain, cloth }
    }
}

/// Seats with the most tokens of each kind of goods; several if they are tied, none if no player has
/// any.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct GoodsLeaders {
    /// Seats with the most wine.
    pub wine: Vec<u8>,
    /// Seats with the most grain.
    pub grain: Vec<u8>,
    /// Seats with the most cloth.
    pub cloth: Vec<u8>,
}

/// Goods of the players, and second turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TradersView {
    /// Goods of each seat.
    pub goods: Vec<GoodsView>,
    /// Seats that would receive the points for each kind if the game ended now.
    pub leaders: GoodsLeaders,
    /// True if the turn in progress is the second in a row, earned by the player's builder.
    pub is_second_turn: bool,
    /// True if the player whose turn it is has another turn after this one: the tile just placed
    /// extended the road or city of the player's builder.
    pub earns_second_turn: bool,
}

/// Returns goods and second turns; `None` without traders.
pub(super) fn traders(land: &Land) -> Option<TradersView> {
    let traders = land.traders()?;
    let leaders = |good: Good| numbers(traders.leaders(good));
    Some(TradersView {
        goods: Seat::all(land.seats()).map(|seat| traders.goods(seat).into()).collect(),
        leaders: GoodsLeaders {
            wine: leaders(Good::Wine),
            grain: leaders(Good::Grain),
            cloth: leaders(Good::Cloth),
        },
        is_second_turn: traders.is_second_turn(),
        earns_second_turn: traders.earns_second_turn(),
    })
}

/// Converts goods that were taken.
pub(super) fn goods_taken(seat: Seat, goods: Goods, at: BoardPoint) -> EventView {
    EventView::GoodsTaken { seat: number(seat), goods: goods.into(), at }
}

/// Converts a second turn.
pub(super) fn second_turn(seat: Seat) -> EventView {
    EventView::SecondTurn { seat: number(seat) }
}
