//! The actions of all games, including chance events.

use crate::board::FigureSpot;
use crate::figure::FigureKind;
use crate::geometry::{Axis, Cell, Rotation};
use crate::piece::{BuildSite, PieceKind};
use crate::tile::{SegmentIndex, SegmentRef, TileId};

/// Kind of wall token (S-TOKEN-*), from 1 to 9.
///
/// ```
/// use bastide::WallToken;
/// assert_eq!(WallToken::new(9).map(WallToken::kind), Some(9));
/// assert_eq!(WallToken::new(10), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WallToken(u8);

impl WallToken {
    /// Returns the token of the given kind, or `None` if it is not in 1 to 9.
    pub const fn new(kind: u8) -> Option<WallToken> {
        if kind >= 1 && kind <= 9 { Some(WallToken(kind)) } else { None }
    }

    /// Returns the kind, from 1 to 9.
    pub const fn kind(self) -> u8 {
        self.0
    }
}

/// Target of [`Action::Deploy`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Target {
    /// A segment of the tile laid this turn.
    Segment(SegmentIndex),
    /// The piece of this kind built this turn.
    Built(PieceKind),
    /// A numbered space of a piece of this kind.
    Space(PieceKind, u8),
}

/// A single step of a game. `docs/notation.md` specifies the notation of each action.
///
/// All games share this type, so that records, bots and servers need only one; a game rejects
/// actions that do not belong to it.
///
/// ```
/// use bastide::{Action, Cell, Game, Land, LandRules, Rotation, Setup};
/// let game = Land::new(&Setup::new(LandRules::default(), 2))?;
/// let place = Action::Place { cell: Cell::new(1, 0), rotation: Rotation::NONE, bridge: None };
/// assert_eq!(game.notation().show(place).to_string(), "P1,0r0");
/// assert_eq!(game.notation().parse("."), Ok(Action::Pass));
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
// A whole word, which is written at once. Listing actions writes thousands of them per game.
#[repr(align(8))]
pub enum Action {
    /// Chance: draw this tile.
    Draw(TileId),
    /// Chance: the wall token just taken is of this kind.
    Reveal(WallToken),
    /// Lay the drawn tile.
    Place {
        /// Target cell.
        cell: Cell,
        /// Rotation of the tile.
        rotation: Rotation,
        /// Axis of the bridge that this placement requires (BRIDGE-3).
        bridge: Option<Axis>,
    },
    /// Build a piece on or at the tile laid this turn.
    Build {
        /// Kind of the piece.
        piece: PieceKind,
        /// Where to build it.
        site: BuildSite,
    },
    /// Place a figure.
    Deploy {
        /// Kind of the figure.
        figure: FigureKind,
        /// Where to place it.
        target: Target,
    },
    /// Return a figure to its owner's supply.
    Recall(FigureSpot),
    /// Score this completed feature next.
    Settle(SegmentRef),
    /// Use a wall token.
    UseToken {
        /// Kind of the token.
        token: WallToken,
        /// The feature to use it on, for the kinds that require one.
        on: Option<SegmentRef>,
    },
    /// Decline the current option, or stop taking further ones.
    Pass,
}

impl Action {
    /// Returns true for actions taken by chance rather than by a player.
    pub const fn is_chance(self) -> bool {
        matches!(self, Action::Draw(_) | Action::Reveal(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_stay_small() {
        assert_eq!(size_of::<Action>(), 8);
    }
}
