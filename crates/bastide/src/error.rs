//! Typed reasons for every refusal.

use core::fmt;

use crate::action::Action;
use crate::board::Misfit;
use crate::geometry::{Cell, Edge, Rotation};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegality {
    /// The game is over.
    GameOver,
    /// Another kind of action is due now.
    WrongPhase,
    /// Somebody else is to act.
    NotYourTurn,
    /// Chance acts now, not a player.
    ChanceActs,
    /// No tile of this kind can be drawn now.
    NotInBag,
    /// A tile lies there already (TILE-1).
    CellTaken,
    /// No tile lies along any side (TILE-1).
    NotAdjacent,
    /// This side does not continue what lies there (TILE-2).
    EdgeClash(Edge),
    /// Turned so, the tile looks as with this smaller turn; say that one.
    SameAs(Rotation),
    /// A bridge where none can be built.
    NoBridge,
    /// Two bridges would touch end to end (BRIDGE-5).
    BridgesTouch,
    /// No castle can be built on that city (CASTLE-1).
    NoCastle,
    /// No barn can be built at that corner (BARN-1, BARN-2).
    NoBarn,
    /// That is no farmer of one's own who could move in (BARN-3, BARN-4).
    NotAFarmer,
    /// She became a lady in this very turn (CASTLE-8).
    NewLady,
    /// A river tile must continue the river at its open end (RIVER-3).
    NotOnRiver,
    /// The river would turn twice running to the same side (RIVER-4).
    RiverTurnsBack,
    /// The tile has no such slot.
    NoSuchSlot,
    /// This figure may not stand on this terrain.
    WrongTerrain,
    /// A figure stands on that feature already (MEEPLE-4).
    Occupied,
    /// The supply has no such figure left (MEEPLE-2).
    NoneLeft,
    /// No figure of one's own stands there that could be taken back.
    NotYours,
    /// The cell lies outside the wall (S-TILE-1).
    OutsideWall,
    /// No completed feature at that site is to be scored next (S-ORDER-2).
    NotPending,
    /// There is no such token now, or it was taken in this very turn
    /// (S-TOKEN-3).
    NoToken,
    /// That token is of no use now, or not there (S-TOKEN-4).
    WrongToken,
    /// The rules of this game have no such action.
    NotInThisGame,
}

impl Illegality {
    /// A short name that stays the same.
    pub const fn code(self) -> &'static str {
        match self {
            Illegality::GameOver => "game-over",
            Illegality::WrongPhase => "wrong-phase",
            Illegality::NotYourTurn => "not-your-turn",
            Illegality::ChanceActs => "chance-acts",
            Illegality::NotInBag => "not-in-bag",
            Illegality::CellTaken => "cell-taken",
            Illegality::NotAdjacent => "not-adjacent",
            Illegality::EdgeClash(_) => "edge-clash",
            Illegality::SameAs(_) => "same-as",
            Illegality::NoBridge => "no-bridge",
            Illegality::BridgesTouch => "bridges-touch",
            Illegality::NoCastle => "no-castle",
            Illegality::NoBarn => "no-barn",
            Illegality::NotAFarmer => "not-a-farmer",
            Illegality::NewLady => "new-lady",
            Illegality::NotOnRiver => "not-on-river",
            Illegality::RiverTurnsBack => "river-turns-back",
            Illegality::NoSuchSlot => "no-such-slot",
            Illegality::WrongTerrain => "wrong-terrain",
            Illegality::Occupied => "occupied",
            Illegality::NoneLeft => "none-left",
            Illegality::NotYours => "not-yours",
            Illegality::OutsideWall => "outside-wall",
            Illegality::NotPending => "not-pending",
            Illegality::NoToken => "no-token",
            Illegality::WrongToken => "wrong-token",
            Illegality::NotInThisGame => "not-in-this-game",
        }
    }
}

impl From<Misfit> for Illegality {
    fn from(misfit: Misfit) -> Illegality {
        match misfit {
            Misfit::CellTaken => Illegality::CellTaken,
            Misfit::NotAdjacent => Illegality::NotAdjacent,
            Misfit::EdgeClash(edge) => Illegality::EdgeClash(edge),
        }
    }
}

impl fmt::Display for Illegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegality::GameOver => f.write_str("the game is over"),
            Illegality::WrongPhase => f.write_str("another kind of action is due now"),
            Illegality::NotYourTurn => f.write_str("somebody else is to act"),
            Illegality::ChanceActs => f.write_str("chance is to act first"),
            Illegality::NotInBag => f.write_str("no such tile can be drawn now"),
            Illegality::CellTaken => f.write_str("a tile lies there already"),
            Illegality::NotAdjacent => f.write_str("no tile lies along any side of that cell"),
            Illegality::EdgeClash(edge) => {
                write!(f, "the {edge:?} side does not continue what lies there")
            }
            Illegality::SameAs(rotation) => {
                write!(f, "turned so, the tile looks as with {rotation}; say {rotation}")
            }
            Illegality::NoBridge => f.write_str("no bridge can be built there"),
            Illegality::BridgesTouch => f.write_str("two bridges may not touch end to end"),
            Illegality::NoCastle => f.write_str("no castle can be built on that city"),
            Illegality::NoBarn => f.write_str("no barn can be built at that corner"),
            Illegality::NotAFarmer => {
                f.write_str("no farmer of yours there can move into that barn")
            }
            Illegality::NewLady => f.write_str("she became a lady only in this turn"),
            Illegality::NotOnRiver => {
                f.write_str("a river tile must continue the river at its open end")
            }
            Illegality::RiverTurnsBack => {
                f.write_str("the river may not turn twice running to the same side")
            }
            Illegality::NoSuchSlot => f.write_str("the tile has no such slot"),
            Illegality::WrongTerrain => f.write_str("that figure may not stand there"),
            Illegality::Occupied => f.write_str("a figure stands on that feature already"),
            Illegality::NoneLeft => f.write_str("the supply has no such figure left"),
            Illegality::NotYours => f.write_str("no figure of yours there can be taken back"),
            Illegality::OutsideWall => f.write_str("that cell lies outside the wall"),
            Illegality::NotPending => f.write_str("nothing there is to be scored next"),
            Illegality::NoToken => f.write_str("there is no such token to be had or used now"),
            Illegality::WrongToken => f.write_str("that token is of no use now, or not there"),
            Illegality::NotInThisGame => f.write_str("this game's rules have no such action"),
        }
    }
}

impl core::error::Error for Illegality {}

/// An action that was refused, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalAction {
    /// What was tried.
    pub action: Action,
    /// Why it was refused.
    pub why: Illegality,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl core::error::Error for IllegalAction {}

/// A set-up that no game can be played with: everything that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub Vec<SetupProblem>);

/// One thing that is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupProblem {
    /// Not so many players (SETUP-1).
    Seats {
        /// How many were asked for.
        asked: u8,
        /// The fewest there can be.
        fewest: u8,
        /// The most there can be.
        most: u8,
    },
    /// The first player has no seat.
    FirstSeat(u8),
    /// A word in the rules that means nothing.
    UnknownRule {
        /// The word.
        word: String,
        /// The words that mean something.
        known: String,
    },
    /// A rule named twice.
    RuleTwice(String),
    /// The river and the wheel are both starts.
    RiverAndWheel,
    /// The base set and the wheel's set at once.
    BaseAndWheel,
    /// Barns are for farmers, and there are no fields.
    BarnsWithoutFields,
    /// The wheel is always played with fields (SETUP-6).
    WheelWithoutFields,
    /// A deck with no tile in it.
    EmptyDeck,
    /// A tile in the deck that the game does not have.
    UnknownTile(String),
    /// More copies in the deck than there are.
    TooManyCopies {
        /// The tile's name.
        tile: String,
        /// How many copies the game has.
        available: u8,
    },
    /// No tile is marked as the start.
    NoStart,
    /// A block that cannot be the start.
    BadBlock,
    /// A tile with terrain of another family of games.
    ForeignTile(String),
    /// Two kinds of tile with one name.
    TileTwice(String),
    /// A start area that does not show one side, to one cell inside.
    StartArea(Cell),
    /// More tiles, city parts or segments than a board can hold.
    BoardTooLarge,
}

impl SetupProblem {
    /// A short name for programs. It stays the same in all versions.
    pub const fn code(&self) -> &'static str {
        match self {
            SetupProblem::Seats { .. } => "seats",
            SetupProblem::FirstSeat(_) => "first-seat",
            SetupProblem::UnknownRule { .. } => "unknown-rule",
            SetupProblem::RuleTwice(_) => "rule-twice",
            SetupProblem::RiverAndWheel => "river-and-wheel",
            SetupProblem::BaseAndWheel => "base-and-wheel",
            SetupProblem::BarnsWithoutFields => "barns-without-fields",
            SetupProblem::WheelWithoutFields => "wheel-without-fields",
            SetupProblem::EmptyDeck => "empty-deck",
            SetupProblem::UnknownTile(_) => "unknown-tile",
            SetupProblem::TooManyCopies { .. } => "too-many-copies",
            SetupProblem::NoStart => "no-start",
            SetupProblem::BadBlock => "bad-block",
            SetupProblem::ForeignTile(_) => "foreign-tile",
            SetupProblem::TileTwice(_) => "tile-twice",
            SetupProblem::StartArea(_) => "start-area",
            SetupProblem::BoardTooLarge => "board-too-large",
        }
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupProblem::Seats { asked, fewest, most } if fewest == most => {
                write!(f, "{asked} players; the game is for {most}")
            }
            SetupProblem::Seats { asked, fewest, most } => {
                write!(f, "{asked} players; the game is for {fewest} to {most}")
            }
            SetupProblem::FirstSeat(seat) => {
                write!(f, "seat {seat} cannot begin: there is no such seat (they count from 0)")
            }
            SetupProblem::UnknownRule { word, known } => {
                write!(f, "unknown rule '{word}'; known are {known}")
            }
            SetupProblem::RuleTwice(word) => write!(f, "rule '{word}' is named twice"),
            SetupProblem::RiverAndWheel => {
                f.write_str("river and wheel are both starts; choose one of them")
            }
            SetupProblem::BaseAndWheel => {
                f.write_str("base and wheel are both sets of 72 tiles; choose one of them")
            }
            SetupProblem::BarnsWithoutFields => {
                f.write_str("barns need farmers; add fields or leave out barns")
            }
            SetupProblem::WheelWithoutFields => {
                f.write_str("the wheel is always played with farmers; add fields")
            }
            SetupProblem::EmptyDeck => f.write_str("the deck has no tile in it"),
            SetupProblem::UnknownTile(name) => {
                write!(f, "the deck names tile '{name}', which these rules do not use")
            }
            SetupProblem::TooManyCopies { tile, available } => {
                write!(f, "the deck has more copies of tile '{tile}' than there are ({available})")
            }
            SetupProblem::NoStart => f.write_str("no tile of the set is marked as the start"),
            SetupProblem::BadBlock => f.write_str(
                "the block of the set must hold cell 0,0, hang together and match along its inner sides",
            ),
            SetupProblem::ForeignTile(name) => {
                write!(f, "tile '{name}' shows terrain that this game does not know")
            }
            SetupProblem::TileTwice(name) => {
                write!(f, "two tiles of the sets are named '{name}'")
            }
            SetupProblem::StartArea(cell) => {
                write!(f, "the start area at {cell} must show one side, to a cell inside the wall")
            }
            SetupProblem::BoardTooLarge => {
                f.write_str("more tiles or city parts than a board can hold")
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
