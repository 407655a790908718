//! Error types: the reasons an action or a set-up is rejected.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::action::Action;
use crate::board::Misfit;
use crate::geometry::{Cell, Edge, Rotation};
use crate::registry;

/// The reason an action is illegal.
///
/// ```
/// use bastide::{Action, Game, Land, LandRules, Setup};
/// let game = Land::new(&Setup::new(LandRules::default(), 2))?;
/// let why = game.check(Action::Pass).expect_err("a tile must be drawn first");
/// assert_eq!((why.code(), why.to_string()), ("chance-acts", "chance is to act first".into()));
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Illegality {
    /// The game is over.
    GameOver,
    /// A different type of action is expected now.
    WrongPhase,
    /// It is not this player's turn to act.
    NotYourTurn,
    /// The next action is a chance event, not a player's action.
    ChanceActs,
    /// No tile of this kind can be drawn now.
    NotInBag,
    /// The cell already holds a tile (TILE-1).
    CellTaken,
    /// No tile is adjacent along a side (TILE-1).
    NotAdjacent,
    /// The terrain on this side does not match the adjacent tile (TILE-2).
    EdgeClash(Edge),
    /// The tile looks the same in this smaller rotation, which must be used instead.
    SameAs(Rotation),
    /// A bridge cannot be built there.
    NoBridge,
    /// Two bridges would touch end to end (BRIDGE-5).
    BridgesTouch,
    /// A castle cannot be built on that city (CASTLE-1).
    NoCastle,
    /// A barn cannot be built at that corner (BARN-1, BARN-2).
    NoBarn,
    /// The figure is not a farmer of the player that can move into the barn (BARN-3, BARN-4).
    NotAFarmer,
    /// The lady was placed this turn (CASTLE-8).
    NewLady,
    /// A river tile must continue the river at its open end (RIVER-3).
    NotOnRiver,
    /// The river would turn to the same side twice in a row (RIVER-4).
    RiverTurnsBack,
    /// The tile has no such slot.
    NoSuchSlot,
    /// The figure cannot be placed on this terrain.
    WrongTerrain,
    /// The feature is already occupied (MEEPLE-4).
    Occupied,
    /// The player's supply has no such figure left (MEEPLE-2).
    NoneLeft,
    /// The player has no figure there that can be recalled.
    NotYours,
    /// A figure of this kind is placed only where its owner has a figure that counts in a majority.
    NoCompany,
    /// The cell is outside the wall (S-TILE-1).
    OutsideWall,
    /// The site is not part of a completed feature that is to be scored next (S-ORDER-2).
    NotPending,
    /// The player does not have this token, or took it this turn (S-TOKEN-3).
    NoToken,
    /// The token cannot be used now, or not on that feature (S-TOKEN-4).
    WrongToken,
    /// The rules of this game do not include this action.
    NotInThisGame,
}

impl Illegality {
    /// Returns a short, stable identifier of the reason.
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
            Illegality::NoCompany => "no-company",
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
            Illegality::WrongPhase => f.write_str("another kind of action is required now"),
            Illegality::NotYourTurn => f.write_str("another player is to act"),
            Illegality::ChanceActs => f.write_str("chance is to act first"),
            Illegality::NotInBag => f.write_str("no such tile can be drawn now"),
            Illegality::CellTaken => f.write_str("that cell already has a tile"),
            Illegality::NotAdjacent => f.write_str("that cell is not adjacent to any tile"),
            Illegality::EdgeClash(edge) => {
                write!(f, "the {edge:?} side does not match the adjacent tile")
            }
            Illegality::SameAs(rotation) => {
                write!(f, "this rotation is the same as {rotation}; use {rotation}")
            }
            Illegality::NoBridge => f.write_str("no bridge can be built there"),
            Illegality::BridgesTouch => f.write_str("two bridges may not touch end to end"),
            Illegality::NoCastle => f.write_str("no castle can be built on that city"),
            Illegality::NoBarn => f.write_str("no barn can be built at that corner"),
            Illegality::NotAFarmer => {
                f.write_str("the player has no farmer there that can move into that barn")
            }
            Illegality::NewLady => {
                f.write_str("a lady cannot be taken back in the turn in which she was placed")
            }
            Illegality::NotOnRiver => {
                f.write_str("a river tile must continue the river at its open end")
            }
            Illegality::RiverTurnsBack => {
                f.write_str("the river may not turn to the same side twice in a row")
            }
            Illegality::NoSuchSlot => f.write_str("the tile has no such slot"),
            Illegality::WrongTerrain => f.write_str("that figure may not stand there"),
            Illegality::Occupied => f.write_str("that feature is already occupied"),
            Illegality::NoneLeft => f.write_str("the supply has no such figure left"),
            Illegality::NotYours => {
                f.write_str("the player has no figure there that can be taken back")
            }
            Illegality::NoCompany => {
                f.write_str("that figure can only be placed beside another one of the player")
            }
            Illegality::OutsideWall => f.write_str("that cell lies outside the wall"),
            Illegality::NotPending => f.write_str("no feature there is to be scored next"),
            Illegality::NoToken => f.write_str("no such token can be taken or used now"),
            Illegality::WrongToken => {
                f.write_str("that token cannot be used now, or not at that place")
            }
            Illegality::NotInThisGame => f.write_str("this game's rules have no such action"),
        }
    }
}

impl core::error::Error for Illegality {}

/// An action that was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IllegalAction {
    /// The rejected action.
    pub action: Action,
    /// Why it was rejected.
    pub why: Illegality,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl core::error::Error for IllegalAction {}

/// A rejected set-up, with all of its problems.
///
/// ```
/// use bastide::{Land, LandRules, Setup};
/// let error = Land::new(&Setup::new(LandRules::default(), 9).with_deck(["Nope"]));
/// let error = error.expect_err("two problems");
/// let codes: Vec<_> = error.0.iter().map(|problem| problem.code()).collect();
/// assert_eq!(codes, ["seats", "unknown-tile"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SetupError(pub Vec<SetupProblem>);

impl SetupError {
    /// Adds the problems of a set-up to those of the text that its rules were read from
    /// ([`LandRules::read`](crate::LandRules::read)).
    #[must_use]
    pub fn join(mut found: Vec<SetupProblem>, more: Option<SetupError>) -> SetupError {
        let has_unknown = found.iter().any(|at| matches!(at, SetupProblem::UnknownRule { .. }));
        for problem in more.into_iter().flat_map(|SetupError(problems)| problems) {
            // The tile may belong to the expansion that was not recognised.
            if !(has_unknown && matches!(problem, SetupProblem::UnknownTile(_))) {
                found.push(problem);
            }
        }
        SetupError(found)
    }
}

/// A problem with a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SetupProblem {
    /// The number of players is not supported (SETUP-1).
    Seats {
        /// Requested number of players.
        asked: u8,
        /// Minimum number of players.
        fewest: u8,
        /// Maximum number of players.
        most: u8,
    },
    /// The first player is not a seat of this game.
    FirstSeat(u8),
    /// The rules contain an unknown keyword.
    UnknownRule {
        /// The unknown keyword.
        word: String,
        /// The known keywords.
        known: String,
    },
    /// A rule is listed more than once.
    RuleTwice(String),
    /// These expansions cannot be combined, or one of them requires another. The expansion defines
    /// code and message.
    Mix {
        /// Value of [`SetupProblem::code`].
        code: Cow<'static, str>,
        /// The text shown to people.
        message: Cow<'static, str>,
    },
    /// The deck is empty.
    EmptyDeck,
    /// The deck contains a tile that the game does not have.
    UnknownTile(String),
    /// The deck contains more copies of a tile than the game has.
    TooManyCopies {
        /// Name of the tile.
        tile: String,
        /// Number of copies in the game.
        available: u8,
    },
    /// No tile is marked as the start tile.
    NoStart,
    /// The patch of the wheel cannot serve as the start.
    BadBlock,
    /// A tile has terrain of another game family.
    ForeignTile(String),
    /// Two tile kinds have the same name.
    TileTwice(String),
    /// A start area does not have exactly one side that faces a cell inside the wall.
    StartArea(Cell),
    /// The game has more tiles, city parts or segments than a board can hold.
    BoardTooLarge,
}

impl SetupProblem {
    /// Creates a problem with a mix of expansions.
    pub(crate) const fn mix(code: &'static str, message: &'static str) -> SetupProblem {
        SetupProblem::Mix { code: Cow::Borrowed(code), message: Cow::Borrowed(message) }
    }

    /// Returns a short identifier of the problem, stable across versions.
    pub fn code(&self) -> &str {
        match self {
            SetupProblem::Seats { .. } => "seats",
            SetupProblem::FirstSeat(_) => "first-seat",
            SetupProblem::UnknownRule { .. } => "unknown-rule",
            SetupProblem::RuleTwice(_) => "rule-twice",
            SetupProblem::Mix { code, .. } => code,
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
                write!(f, "{asked} players, but the game is for {most}")
            }
            SetupProblem::Seats { asked, fewest, most } => {
                write!(f, "{asked} players, but the game is for {fewest} to {most}")?;
                match registry::raising_seats_to(*asked).filter(|_| asked > most) {
                    Some(expansion) => write!(f, "; add {expansion} for {asked}"),
                    None => Ok(()),
                }
            }
            SetupProblem::FirstSeat(seat) => {
                write!(f, "seat {seat} cannot begin: no such seat (seats are numbered from 0)")
            }
            SetupProblem::UnknownRule { word, known } => {
                write!(f, "unknown rule '{word}'; the known rules are {known}")
            }
            SetupProblem::RuleTwice(word) => write!(f, "rule '{word}' is named twice"),
            SetupProblem::Mix { message, .. } => f.write_str(message),
            SetupProblem::EmptyDeck => f.write_str("the deck is empty"),
            SetupProblem::UnknownTile(name) => {
                write!(f, "the deck names tile '{name}', which these rules do not use")
            }
            SetupProblem::TooManyCopies { tile, available } => {
                write!(f, "the deck has more copies of tile '{tile}' than the set ({available})")
            }
            SetupProblem::NoStart => f.write_str("no tile of the set is marked as the start"),
            SetupProblem::BadBlock => f.write_str(
                "the patch of the set must be connected, match along its inner sides and contain cell 0,0",
            ),
            SetupProblem::ForeignTile(name) => {
                write!(f, "tile '{name}' has terrain that this game does not support")
            }
            SetupProblem::TileTwice(name) => {
                write!(f, "two tiles of the sets have the name '{name}'")
            }
            SetupProblem::StartArea(cell) => {
                write!(f, "the start area at {cell} must face exactly one cell inside the wall")
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
