//! What happened, in the words of the rules, and points that explain
//! themselves. No sentences: those belong to whoever talks to people.

use crate::board::Spot;
use crate::geometry::{Axis, Cell, Rotation};
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
    /// Points were given, or denied to all but the winners.
    Scored(Scoring),
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
}

impl Reason {
    /// The lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Completed => "completed",
            Reason::Recalled => "recalled",
            Reason::GameEnd => "game-end",
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
}

impl Item {
    /// The lower-case name of one.
    pub const fn name(self) -> &'static str {
        match self {
            Item::Tile => "tile",
            Item::Shield => "shield",
            Item::City => "city",
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
