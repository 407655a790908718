//! Everything anybody can do in any of the games, chance included.

use crate::board::Spot;
use crate::geometry::{Axis, Cell, Corner, Rotation};
use crate::seat::FigureKind;
use crate::tile::{Site, Slot, TileId};

/// One of the nine kinds of wall token (S-TOKEN-*), 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WallToken(u8);

impl WallToken {
    /// The token of kind 1 to 9.
    pub const fn new(kind: u8) -> Option<WallToken> {
        if kind >= 1 && kind <= 9 { Some(WallToken(kind)) } else { None }
    }

    /// Its kind, 1 to 9.
    pub const fn kind(self) -> u8 {
        self.0
    }
}

/// Where a figure can be placed in the turn's one placement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Berth {
    /// A segment of the tile just laid.
    Slot(Slot),
    /// The bridge on the tile just laid.
    Bridge,
    /// The castle just built.
    Castle,
    /// A crown space of the wheel.
    Crown(u8),
}

/// One step of a game. `docs/notation.md` says how each is written.
///
/// One vocabulary serves all games, so that records, bots and servers need
/// only one; a game refuses what it does not know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Chance: this tile is drawn.
    Draw(TileId),
    /// Chance: the token just taken turns out to be this one.
    Reveal(WallToken),
    /// Lay the drawn tile.
    Place {
        /// Where.
        cell: Cell,
        /// How it is turned.
        rotation: Rotation,
        /// The bridge that this placement obliges to build (BRIDGE-3).
        bridge: Option<Axis>,
    },
    /// Build a castle on the city in this slot of the tile just laid.
    BuildCastle(Slot),
    /// Build a barn at a corner of the tile just laid.
    BuildBarn {
        /// Which corner.
        corner: Corner,
        /// The farmer that moves in.
        farmer: Site,
    },
    /// Place a figure.
    Deploy {
        /// Which kind.
        figure: FigureKind,
        /// Where.
        berth: Berth,
    },
    /// Take a figure back.
    Recall(Spot),
    /// Score this completed feature next.
    Settle(Site),
    /// Use a wall token.
    UseToken {
        /// Which kind.
        token: WallToken,
        /// The feature it is used on, for the kinds that need one.
        on: Option<Site>,
    },
    /// Do nothing, or no more.
    Pass,
}

impl Action {
    /// Whether chance takes it and not a player.
    pub const fn is_chance(self) -> bool {
        matches!(self, Action::Draw(_) | Action::Reveal(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_stay_small() {
        assert!(size_of::<Action>() <= 8, "{} bytes", size_of::<Action>());
    }
}
