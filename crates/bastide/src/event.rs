//! Events emitted by a game and itemised scores. Events carry data only; formatting them as text is
//! up to the caller.

use crate::SpecialEvent;
use crate::action::WallToken;
use crate::board::FigureSpot;
use crate::figure::FigureKind;
use crate::geometry::{Axis, Cell, Rotation};
use crate::piece::Piece;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::tile::{SegmentRef, Terrain, TileId};
use alloc::vec::Vec;

/// A change of the game state. The list is exhaustive, so that the compiler finds every place that
/// does not describe a new event; the same holds for [`Reason`], [`AwardReason`] and [`Item`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Event {
    /// A tile was drawn for the player whose turn it is.
    TileDrawn {
        /// The player whose turn it is.
        seat: Seat,
        /// The tile.
        tile: TileId,
    },
    /// The drawn tile fits nowhere and was removed from the game (TURN-3).
    TileDiscarded {
        /// The tile.
        tile: TileId,
    },
    /// A tile was laid.
    TilePlaced {
        /// The player who laid it.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// Cell of the tile.
        cell: Cell,
        /// Rotation of the tile.
        rotation: Rotation,
        /// Axis of the bridge built with it, if any.
        bridge: Option<Axis>,
    },
    /// A figure was placed.
    FigurePlaced {
        /// Owner of the figure.
        seat: Seat,
        /// Kind of the figure.
        figure: FigureKind,
        /// Position of the figure.
        spot: FigureSpot,
    },
    /// A figure was returned to its owner's supply.
    FigureReturned {
        /// Owner of the figure.
        seat: Seat,
        /// Kind of the figure.
        figure: FigureKind,
        /// Previous position.
        spot: FigureSpot,
    },
    /// A figure moved on the board.
    FigureMoved {
        /// Owner of the figure.
        seat: Seat,
        /// Kind of the figure.
        figure: FigureKind,
        /// Previous position.
        from: FigureSpot,
        /// New position.
        to: FigureSpot,
    },
    /// A piece was built.
    PieceBuilt {
        /// The player who built it.
        seat: Seat,
        /// The piece.
        piece: Piece,
    },
    /// A feature was scored. If a tie denies the points, `winners` is empty.
    Scored(Scoring),
    /// A player scored points that do not depend on a majority.
    Awarded(Award),
    /// A marker stopped at a corner tower and its wall token was taken (S-TOKEN-1).
    TokenTaken {
        /// The player who took it.
        seat: Seat,
        /// Number of the corner tower.
        corner: u8,
    },
    /// The token just taken was revealed.
    TokenRevealed {
        /// Owner of the token.
        seat: Seat,
        /// Kind of the token.
        token: WallToken,
    },
    /// A token was used and removed from the game (S-TOKEN-3).
    TokenUsed {
        /// Owner of the token.
        seat: Seat,
        /// Kind of the token.
        token: WallToken,
        /// The feature or keep it was used on, if the kind requires one.
        on: Option<SegmentRef>,
    },
    /// A keep was placed on a player's first or larger house (S-KEEP-1).
    KeepMoved {
        /// Owner of the keep.
        seat: Seat,
        /// A segment of the house.
        site: SegmentRef,
        /// Number of tiles of the house.
        size: u8,
    },
    /// The next turn began.
    TurnBegan {
        /// The player whose turn it is now.
        seat: Seat,
    },
    /// The last turn is over and final scoring is done.
    GameEnded {
        /// The players with the most points (END-5).
        winners: SeatSet,
    },
    /// An event that a single expansion has; in serialised form, it is one of this list.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Special(SpecialEvent),
}

/// The reason a feature was scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// The feature was completed.
    Completed,
    /// Its figure was recalled early (ABBOT-6).
    Recalled,
    /// The game ended.
    GameEnd,
    /// The pig stopped on Tax (WHEEL-TAX).
    Tax,
    /// The pig stopped on Famine (WHEEL-FAMINE).
    Famine,
    /// The game ended and a token scores the feature although it is incomplete (S-TOKEN-K4 to
    /// S-TOKEN-K6).
    Token,
}

impl Reason {
    /// All variants.
    pub const ALL: [Reason; 6] = [
        Reason::Completed,
        Reason::Recalled,
        Reason::GameEnd,
        Reason::Tax,
        Reason::Famine,
        Reason::Token,
    ];

    /// Returns the lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Completed => "completed",
            Reason::Recalled => "recalled",
            Reason::GameEnd => "game-end",
            Reason::Tax => "tax",
            Reason::Famine => "famine",
            Reason::Token => "token",
        }
    }
}

/// The score of a feature and the players who received it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scoring {
    /// Terrain of the feature.
    pub terrain: Terrain,
    /// A segment of the feature.
    pub site: SegmentRef,
    /// Why it was scored.
    pub reason: Reason,
    /// Points of the feature.
    pub tally: Tally,
    /// Number of figures of each seat that claim the feature. Each counts as one, whatever its
    /// strength.
    pub figures: BySeat<u8>,
    /// Strength of these figures, which decides the majority: their number, unless some count as
    /// more than one (INN-3).
    pub strength: BySeat<u8>,
    /// The players who scored; each received all the points (MAJ-2).
    pub winners: SeatSet,
}

/// Points for a single player that do not depend on a majority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Award {
    /// The player who received them.
    pub seat: Seat,
    /// Why they were awarded.
    pub reason: AwardReason,
    /// The points.
    pub tally: Tally,
}

/// The reason for an [`Award`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum AwardReason {
    /// A lady was recalled (CASTLE-7).
    Lady,
    /// A barn was built (BARN-5).
    Barn,
    /// The pig stopped on Fortune (WHEEL-FORTUNE).
    Fortune,
    /// The pig stopped on Storm (WHEEL-STORM).
    Storm,
    /// The pig stopped on Inquisition (WHEEL-INQUISITION).
    Inquisition,
    /// A meeple stood on a crown space (WHEEL-CROWN-2, WHEEL-CROWN-3).
    Crown,
    /// The player has the larger keep at the end of the game (S-END-2).
    Keep,
    /// A token that is worth five points at the end of the game (S-TOKEN-K9).
    FivePoints,
    /// The player has the most wine at the end of the game (TRADE-4).
    Wine,
    /// The player has the most grain at the end of the game (TRADE-4).
    Grain,
    /// The player has the most cloth at the end of the game (TRADE-4).
    Cloth,
}

impl AwardReason {
    /// All variants.
    pub const ALL: [AwardReason; 11] = [
        AwardReason::Lady,
        AwardReason::Barn,
        AwardReason::Fortune,
        AwardReason::Storm,
        AwardReason::Inquisition,
        AwardReason::Crown,
        AwardReason::Keep,
        AwardReason::FivePoints,
        AwardReason::Wine,
        AwardReason::Grain,
        AwardReason::Cloth,
    ];

    /// Returns true if an action of the player that receives the points causes the award, rather
    /// than a draw or the end of the game.
    pub const fn is_chosen(self) -> bool {
        matches!(self, AwardReason::Lady | AwardReason::Barn)
    }

    /// Returns true if the award belongs to the final scoring.
    pub const fn is_final(self) -> bool {
        match self {
            AwardReason::Keep
            | AwardReason::FivePoints
            | AwardReason::Wine
            | AwardReason::Grain
            | AwardReason::Cloth => true,
            AwardReason::Lady
            | AwardReason::Barn
            | AwardReason::Fortune
            | AwardReason::Storm
            | AwardReason::Inquisition
            | AwardReason::Crown => false,
        }
    }

    /// Returns true if the points are for the recall of a figure.
    pub const fn is_recall(self) -> bool {
        matches!(self, AwardReason::Lady)
    }

    /// Returns the lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            AwardReason::Lady => "lady",
            AwardReason::Barn => "barn",
            AwardReason::Fortune => "fortune",
            AwardReason::Storm => "storm",
            AwardReason::Inquisition => "inquisition",
            AwardReason::Crown => "crown",
            AwardReason::Keep => "keep",
            AwardReason::FivePoints => "five-points",
            AwardReason::Wine => "wine",
            AwardReason::Grain => "grain",
            AwardReason::Cloth => "cloth",
        }
    }
}

/// An item counted in a [`Tally`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Item {
    /// A tile of the feature. For a monastery or garden, its own tile and those around it.
    Tile,
    /// A shield in a city.
    Shield,
    /// A complete city bordering a field.
    City,
    /// A bridge in a road.
    Bridge,
    /// A knight in a city.
    Knight,
    /// A lady on a castle.
    Lady,
    /// A farmer on a field or in a barn.
    Farmer,
    /// A monk on a monastery.
    Monk,
    /// A figure in the supply.
    Supply,
    /// A meeple on a crown space.
    Crown,
    /// The pig stopping on Fortune.
    Fortune,
    /// A market in a courtyard.
    Market,
    /// An empty cell in the largest gap.
    EmptyCell,
    /// A wall token.
    Token,
    /// The most tokens of a kind of goods.
    Goods,
}

impl Item {
    /// All variants.
    pub const ALL: [Item; 15] = [
        Item::Tile,
        Item::Shield,
        Item::City,
        Item::Bridge,
        Item::Knight,
        Item::Lady,
        Item::Farmer,
        Item::Monk,
        Item::Supply,
        Item::Crown,
        Item::Fortune,
        Item::Market,
        Item::EmptyCell,
        Item::Token,
        Item::Goods,
    ];

    /// Returns the lower-case singular name.
    pub const fn name(self) -> &'static str {
        match self {
            Item::Tile => "tile",
            Item::Shield => "shield",
            Item::City => "city",
            Item::Bridge => "bridge",
            Item::Knight => "knight",
            Item::Lady => "lady",
            Item::Farmer => "farmer",
            Item::Monk => "monk",
            Item::Supply => "supply",
            Item::Crown => "crown",
            Item::Fortune => "fortune",
            Item::Market => "market",
            Item::EmptyCell => "empty-cell",
            Item::Token => "token",
            Item::Goods => "goods",
        }
    }
}

/// A term of a [`Tally`]: `count` items worth `each` points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Term {
    /// The item counted.
    pub item: Item,
    /// Number of items.
    pub count: u16,
    /// Points per item.
    pub each: u8,
}

/// An itemised score, for example 5 tiles × 2 + 1 shield × 2.
///
/// ```
/// use bastide::{Item, Tally};
/// let city = Tally::new().with(Item::Tile, 5, 2).with(Item::Shield, 1, 2);
/// assert_eq!(city.total(), 12);
/// let items: Vec<&str> = city.terms().map(|term| term.item.name()).collect();
/// assert_eq!(items, ["tile", "shield"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    terms: [Option<Term>; 3],
}

impl Tally {
    /// Creates an empty tally.
    pub const fn new() -> Tally {
        Tally { terms: [None; 3] }
    }

    /// Returns the tally with a term added; a `count` of 0 adds nothing. A tally holds at most
    /// three terms, and further ones are ignored.
    #[inline]
    #[must_use]
    pub fn with(mut self, item: Item, count: u32, each: u8) -> Tally {
        if count > 0
            && let Some(free) = self.terms.iter_mut().find(|t| t.is_none())
        {
            *free = Some(Term { item, count: count as u16, each });
        }
        self
    }

    /// Iterates over the terms, in the order they were added.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.terms.into_iter().flatten()
    }

    /// Returns the total number of points.
    #[inline]
    pub fn total(&self) -> i32 {
        self.terms().map(|t| i32::from(t.count) * i32::from(t.each)).sum()
    }
}

/// A receiver of [`Event`]s.
///
/// ```
/// use bastide::{AnyGame, Event, EventSink, Game, LandRules, Setup};
///
/// /// Counts laid tiles.
/// struct Laid(u32);
///
/// impl EventSink for Laid {
///     fn event(&mut self, event: Event) {
///         self.0 += u32::from(matches!(event, Event::TilePlaced { .. }));
///     }
/// }
///
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2).with_deck(["V", "V"]))?;
/// let mut laid = Laid(0);
/// while let Some(&action) = game.actions().first() {
///     game.play_with(action, &mut laid)?;
/// }
/// assert_eq!(laid.0, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait EventSink {
    /// Receives the next event.
    fn event(&mut self, event: Event);

    /// Returns true if all events are ignored, so that their details need not be computed.
    #[inline]
    fn ignores_events(&self) -> bool {
        false
    }
}

/// Discards all events at no cost.
impl EventSink for () {
    #[inline]
    fn event(&mut self, _: Event) {}

    #[inline]
    fn ignores_events(&self) -> bool {
        true
    }
}

impl EventSink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_the_sum_of_its_terms() {
        let tally = Tally::new().with(Item::Tile, 5, 2).with(Item::Shield, 1, 2);
        assert_eq!(tally.total(), 12);
        let none = Tally::new().with(Item::Tile, 3, 1).with(Item::Shield, 0, 2);
        assert_eq!(none.terms().count(), 1, "what is not there is not mentioned");
    }
}
