//! What happened, in the words of the rules, and points that explain
//! themselves. No sentences: those belong to whoever talks to people.

use crate::action::WallToken;
use crate::board::Spot;
use crate::geometry::{Axis, Cell, Corner, Rotation};
use crate::seat::{BySeat, FigureKind, Seat, SeatSet};
use crate::tile::{Site, Terrain, TileId};

/// A change of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A tile was drawn for the seat whose turn it is.
    TileDrawn {
        /// Whose turn it is.
        seat: Seat,
        /// What was drawn.
        tile: TileId,
    },
    /// The drawn tile fits nowhere and left the game (TURN-3).
    TileDiscarded {
        /// Which tile.
        tile: TileId,
    },
    /// A tile was laid.
    TilePlaced {
        /// By whom.
        seat: Seat,
        /// Which tile.
        tile: TileId,
        /// Where.
        cell: Cell,
        /// How it is turned.
        rotation: Rotation,
        /// The bridge built with it.
        bridge: Option<Axis>,
    },
    /// A figure was placed.
    FigurePlaced {
        /// Whose.
        seat: Seat,
        /// Which kind.
        figure: FigureKind,
        /// Where.
        spot: Spot,
    },
    /// A figure went back to its owner's supply.
    FigureReturned {
        /// Whose.
        seat: Seat,
        /// Which kind.
        figure: FigureKind,
        /// Where it stood.
        spot: Spot,
    },
    /// A figure moved on the board.
    FigureMoved {
        /// Whose.
        seat: Seat,
        /// Which kind.
        figure: FigureKind,
        /// Where it stood.
        from: Spot,
        /// Where it stands now.
        to: Spot,
    },
    /// A castle was built (CASTLE-1).
    CastleBuilt {
        /// By whom.
        seat: Seat,
        /// Its number, as in [`Spot::Castle`].
        castle: u8,
        /// A segment of its city.
        site: Site,
    },
    /// A barn was built (BARN-1).
    BarnBuilt {
        /// By whom.
        seat: Seat,
        /// Its number, as in [`Spot::Barn`].
        barn: u8,
        /// One of the four tiles that meet there.
        cell: Cell,
        /// At which corner of it.
        corner: Corner,
    },
    /// The pig moved on the wheel and its sector takes effect (WHEEL-4).
    PigMoved {
        /// Where it stopped.
        sector: Sector,
    },
    /// A feature gave points, or denied them to all but the winners.
    Scored(Scoring),
    /// Somebody got points that no majority gives.
    Awarded(Award),
    /// A marker came to rest on a corner tower and its token was taken
    /// (S-TOKEN-1).
    TokenTaken {
        /// By whom.
        seat: Seat,
        /// The number of the corner tower.
        corner: u8,
    },
    /// The token just taken was turned up.
    TokenRevealed {
        /// Whose it is.
        seat: Seat,
        /// Which kind it is.
        token: WallToken,
    },
    /// A token was used and is gone (S-TOKEN-3).
    TokenUsed {
        /// By whom.
        seat: Seat,
        /// Which kind.
        token: WallToken,
        /// The feature or keep it was used on, if the kind needs one.
        on: Option<Site>,
    },
    /// A keep was put on a house, a first one or a larger one (S-KEEP-1).
    KeepMoved {
        /// Whose.
        seat: Seat,
        /// One of the parts of the house.
        site: Site,
        /// How many tiles the house has.
        size: u8,
    },
    /// The next seat has the turn.
    TurnBegan {
        /// Whose turn it is now.
        seat: Seat,
    },
    /// The last turn is over and everything is scored.
    GameEnded {
        /// Who has the most points (END-5).
        winners: SeatSet,
    },
}

/// Why points were given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The feature was completed.
    Completed,
    /// Its figure was taken back early (ABBOT-6).
    Recalled,
    /// The game is over.
    GameEnd,
    /// The pig stopped on Tax (WHEEL-TAX).
    Tax,
    /// The pig stopped on Famine (WHEEL-FAMINE).
    Famine,
    /// The game is over and a token makes it count though it is incomplete
    /// (S-TOKEN-K4 to S-TOKEN-K6).
    Token,
}

impl Reason {
    /// The lower-case name.
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

/// A feature and what it was worth to whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoring {
    /// What was scored.
    pub terrain: Terrain,
    /// One of its segments.
    pub site: Site,
    /// Why now.
    pub reason: Reason,
    /// What it is worth.
    pub tally: Tally,
    /// How many figures each seat had on it.
    pub figures: BySeat<u8>,
    /// Who got the points, each in full (MAJ-2).
    pub winners: SeatSet,
}

/// Points for one seat that no feature's majority gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    /// Who got them.
    pub seat: Seat,
    /// Why.
    pub reason: AwardReason,
    /// What they are made of.
    pub tally: Tally,
}

/// Why an [`Award`] was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AwardReason {
    /// A lady was taken back (CASTLE-7).
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
    /// The larger keep at the end (S-END-2).
    Keep,
    /// A token that gives five points at the end (S-TOKEN-K9).
    FivePoints,
}

impl AwardReason {
    /// The lower-case name.
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
        }
    }
}

/// A sector of the wheel (WHEEL-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Sector {
    Fortune,
    Tax,
    Famine,
    Storm,
    Inquisition,
    Plague,
}

impl Sector {
    /// All six, clockwise.
    pub const ALL: [Sector; 6] = [
        Sector::Fortune,
        Sector::Tax,
        Sector::Famine,
        Sector::Storm,
        Sector::Inquisition,
        Sector::Plague,
    ];

    /// The lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Sector::Fortune => "fortune",
            Sector::Tax => "tax",
            Sector::Famine => "famine",
            Sector::Storm => "storm",
            Sector::Inquisition => "inquisition",
            Sector::Plague => "plague",
        }
    }

    /// The sector so many steps further clockwise.
    pub const fn ahead(self, steps: u8) -> Sector {
        Sector::ALL[(self as usize + steps as usize) % Sector::ALL.len()]
    }

    /// Its crown spaces, numbered clockwise over the whole wheel.
    pub const fn crowns(self) -> core::ops::Range<u8> {
        match self {
            Sector::Fortune => 0..1,
            Sector::Tax => 1..3,
            Sector::Famine => 3..4,
            Sector::Storm => 4..6,
            Sector::Inquisition => 6..7,
            Sector::Plague => 7..9,
        }
    }
}

/// Something counted in a [`Tally`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Item {
    /// A tile of the feature, or around a monastery or garden, its own too.
    Tile,
    /// A shield in a city.
    Shield,
    /// A complete city beside a field.
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
    /// A figure in supply.
    Supply,
    /// A meeple on a crown space.
    Crown,
    /// The pig's stop on Fortune.
    Fortune,
    /// A market in a courtyard.
    Market,
    /// An empty cell in the largest gap.
    EmptyCell,
    /// A wall token.
    Token,
}

impl Item {
    /// The lower-case name of one.
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
        }
    }
}

/// One term of a [`Tally`]: so many items at so many points each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What was counted.
    pub item: Item,
    /// How many.
    pub count: u16,
    /// Points for each.
    pub each: u8,
}

/// Points as a sum that explains itself: 5 tiles × 2 + 1 shield × 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    terms: [Option<Term>; 3],
}

impl Tally {
    /// Nothing counted yet.
    pub const fn new() -> Tally {
        Tally { terms: [None; 3] }
    }

    /// One more term; nothing is added for a count of 0.
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

    /// The terms, in the order they were added.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.terms.into_iter().flatten()
    }

    /// The points.
    #[inline]
    pub fn total(&self) -> i32 {
        self.terms().map(|t| i32::from(t.count) * i32::from(t.each)).sum()
    }
}

/// Whoever wants to know what happened.
pub trait EventSink {
    /// One thing happened.
    fn event(&mut self, event: Event);
}

/// Nobody listens, and it costs nothing.
impl EventSink for () {
    #[inline]
    fn event(&mut self, _: Event) {}
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
