//! The reasons an import is refused, and the places they refer to.

use core::fmt;

use bastide::{Illegality, SetupError};
use bastide_host::{PositionError, RecordError};

/// The reason an import was refused, and its place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportError {
    /// The reason.
    pub kind: ImportErrorKind,
    /// Its place.
    pub place: Place,
}

/// A place in the input. Each part is present where it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Number of the turn, from 1.
    pub turn: Option<usize>,
    /// Number of the line, from 1.
    pub line: Option<usize>,
    /// Path of the value in a JSON file, such as `replay[4].payload.position`, or part of a link.
    pub path: Option<String>,
}

/// The reason an import was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// The input exceeds the maximum size.
    #[error("too long: {bytes} bytes, but at most {most} are allowed")]
    TooLong {
        /// Size of the input.
        bytes: usize,
        /// Maximum size.
        most: usize,
    },
    /// The input is not UTF-8.
    #[error("not UTF-8 text")]
    NotText,
    /// The format is unknown.
    #[error("no known format")]
    UnknownFormat,
    /// The input is a link that does not contain a game.
    #[error("the link '{0}' does not contain a game")]
    EmptyLink(String),
    /// The JSON is malformed, or has another structure than the format.
    #[error("bad JSON: {0}")]
    Json(String),
    /// The file has a message of the site instead of a game.
    #[error("no game, but a message of the site: '{0}'")]
    NoLog(String),
    /// The version of the format is not supported.
    #[error("version '{0}' of this format is not supported")]
    Version(String),
    /// The game uses an expansion or an option that cannot be imported.
    #[error(
        "'{0}' cannot be imported: it is not part of Bastide, has other rules there, or is not read from this format"
    )]
    Expansion(String),
    /// The game uses an expansion of Bastide that this format cannot be read with yet.
    #[error(
        "'{name}' cannot be imported: games with '{expansion}' cannot be read from this format yet"
    )]
    UnreadExpansion {
        /// The name in the input.
        name: String,
        /// The name of the expansion in Bastide.
        expansion: &'static str,
    },
    /// A tile that is not part of the base game, in a format that contains only its tiles.
    #[error(
        "tile '{0}' is not part of the base game, and only the base game can be read from this format"
    )]
    NotBaseGame(i64),
    /// A required value is missing.
    #[error("'{0}' is missing")]
    Missing(&'static str),
    /// A value is invalid.
    #[error("'{value}' is not a valid {what}")]
    BadValue {
        /// Description of the expected value.
        what: &'static str,
        /// The value as written.
        value: String,
    },
    /// A tile is unknown.
    #[error("unknown tile '{0}'")]
    UnknownTile(String),
    /// The file has more moves than a game can have.
    #[error("more than {0} moves")]
    TooManyMoves(usize),
    /// The file contains no move.
    #[error("no tile is placed")]
    NoTurns,
    /// The link ends within a move.
    #[error("cut off within a move")]
    CutOff,
    /// A figure is placed before any tile, or twice in a turn, or elsewhere than on the tile just
    /// placed.
    #[error("this figure does not belong to the tile just placed")]
    StrayFigure,
    /// No game can be created with these players and expansions.
    #[error("impossible set-up: {0}")]
    Setup(#[from] SetupError),
    /// Another player than the one to move places a tile.
    #[error("player {actual} places a tile, but it is the turn of player {expected}")]
    WrongPlayer {
        /// Number of the player to move, from 1.
        expected: usize,
        /// Number of the player who places a tile, from 1.
        actual: usize,
    },
    /// A tile lies outside of the board.
    #[error("cell {x},{y} is too far away from the start")]
    FarAway {
        /// Column.
        x: i32,
        /// Row.
        y: i32,
    },
    /// An action is illegal.
    #[error("'{action}' is not legal: {why}")]
    Illegal {
        /// The action in Bastide's notation.
        action: String,
        /// The reason.
        why: Illegality,
    },
    /// A tile is placed that fits nowhere.
    #[error("tile '{0}' is placed, but it fits nowhere")]
    FitsNowhere(String),
    /// A tile is discarded although it fits.
    #[error("tile '{0}' is discarded, but it can be placed")]
    Fits(String),
    /// A tile of the base game is drawn that the rules replace by another start.
    #[error(
        "tile '{0}' is drawn once too often: some programs shuffle in the start tile of the base game, which leaves the game if it has another start"
    )]
    SpareStart(String),
    /// A list of draws ends before the moves do.
    #[error("there are more moves than tiles")]
    StackEmpty,
    /// The tile has no such place for a figure.
    #[error("tile '{tile}' has no place '{place}' for a figure")]
    NoSuchPlace {
        /// Name of the tile.
        tile: String,
        /// The place as written.
        place: String,
    },
    /// Too many interpretations of the input were tried.
    #[error("ambiguous: no legal game was found in {0} steps")]
    TooAmbiguous(usize),
    /// A record of Bastide was refused.
    #[error("{}", .0.kind)]
    Record(RecordError),
    /// A position of Bastide was refused.
    #[error("invalid position: {0}")]
    Position(#[from] PositionError),
}

impl ImportErrorKind {
    /// Returns a short identifier of the error, stable across versions.
    pub fn code(&self) -> &str {
        match self {
            ImportErrorKind::TooLong { .. } => "too-long",
            ImportErrorKind::NotText => "not-text",
            ImportErrorKind::UnknownFormat => "unknown-format",
            ImportErrorKind::EmptyLink(_) => "empty-link",
            ImportErrorKind::Json(_) => "bad-json",
            ImportErrorKind::NoLog(_) => "no-log",
            ImportErrorKind::Version(_) => "unknown-version",
            ImportErrorKind::Expansion(_) => "other-expansion",
            ImportErrorKind::UnreadExpansion { .. } => "unread-expansion",
            ImportErrorKind::NotBaseGame(_) => "not-base-game",
            ImportErrorKind::Missing(_) => "missing-value",
            ImportErrorKind::BadValue { .. } => "bad-value",
            ImportErrorKind::UnknownTile(_) => "unknown-tile",
            ImportErrorKind::TooManyMoves(_) => "too-many-moves",
            ImportErrorKind::NoTurns => "no-turns",
            ImportErrorKind::CutOff => "cut-off",
            ImportErrorKind::StrayFigure => "stray-figure",
            ImportErrorKind::Setup(SetupError(problems)) => {
                problems.first().map_or("bad-setup", |problem| problem.code())
            }
            ImportErrorKind::WrongPlayer { .. } => "not-your-turn",
            ImportErrorKind::FarAway { .. } => "far-away",
            ImportErrorKind::Illegal { why, .. } => why.code(),
            ImportErrorKind::FitsNowhere(_) => "fits-nowhere",
            ImportErrorKind::Fits(_) => "not-discarded",
            ImportErrorKind::SpareStart(_) => "spare-start",
            ImportErrorKind::StackEmpty => "stack-empty",
            ImportErrorKind::NoSuchPlace { .. } => "no-such-place",
            ImportErrorKind::TooAmbiguous(_) => "too-ambiguous",
            ImportErrorKind::Record(error) => error.kind.code(),
            ImportErrorKind::Position(error) => error.code(),
        }
    }

    /// Returns true if the input was read as a game that breaks a rule, and false if it could not
    /// be read.
    pub fn breaks_a_rule(&self) -> bool {
        match self {
            ImportErrorKind::WrongPlayer { .. }
            | ImportErrorKind::FarAway { .. }
            | ImportErrorKind::Illegal { .. }
            | ImportErrorKind::FitsNowhere(_)
            | ImportErrorKind::Fits(_)
            | ImportErrorKind::SpareStart(_)
            | ImportErrorKind::StackEmpty => true,
            ImportErrorKind::Record(error) => error.kind.breaks_a_rule(),
            _ => false,
        }
    }

    /// Returns the error without a place.
    pub(crate) fn anywhere(self) -> ImportError {
        ImportError { kind: self, place: Place::default() }
    }

    /// Returns the error at a path of the input.
    pub(crate) fn at(self, path: impl Into<String>) -> ImportError {
        ImportError { kind: self, place: Place { path: Some(path.into()), ..Place::default() } }
    }

    /// Returns the error on a line of the input.
    pub(crate) fn on_line(self, line: usize) -> ImportError {
        ImportError { kind: self, place: Place { line: Some(line), ..Place::default() } }
    }
}

impl ImportError {
    /// Returns the error with the number of its turn, from 1.
    pub(crate) fn in_turn(mut self, turn: usize) -> ImportError {
        self.place.turn.get_or_insert(turn);
        self
    }
}

impl From<RecordError> for ImportError {
    fn from(error: RecordError) -> ImportError {
        let line = error.line;
        ImportErrorKind::Record(error).on_line(line)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.map(|turn| format!("turn {turn}"));
        let line = self.line.map(|line| format!("line {line}"));
        let parts: Vec<String> = [turn, line, self.path.clone()].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place != Place::default() {
            write!(f, "{}: ", self.place)?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for ImportError {}
