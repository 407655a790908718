//! Typed reasons why a record is refused.

use bastide::{Illegality, SetupError};

use super::header::HeaderProblem;

/// Why a record was refused, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: RecordErrorKind,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// Far longer than any game.
    #[error("too long for a record: {bytes} bytes where {most} are plenty")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// Bytes that are no text: not UTF-8, or control characters.
    #[error("not text")]
    NotText,
    /// It does not begin with a version line.
    #[error("not a record: expected 'bastide 1'")]
    NotARecord,
    /// A version of the format that is not known here.
    #[error("unknown version '{0}'; this reads version 1")]
    UnknownVersion(String),
    /// The JSON cannot be read as a record.
    #[error("bad JSON: {0}")]
    Json(String),
    /// The header line is missing.
    #[error("the header line 'game ...' is missing")]
    NoHeader,
    /// The header line cannot be understood.
    #[error("bad header: {0}")]
    BadHeader(#[from] HeaderProblem),
    /// No game can be played with this set-up.
    #[error("impossible set-up: {0}")]
    Setup(#[from] SetupError),
    /// A token that names no action.
    #[error("'{0}' is no action")]
    BadToken(String),
    /// A tile of an option that this game is played without.
    #[error("'{token}': that tile belongs to '{option}', which this game is played without")]
    ForeignTile {
        /// The draw as written.
        token: String,
        /// The option as `rules` name it, or the other game.
        option: String,
    },
    /// An action that is not legal.
    #[error("'{token}' is not legal: {why}")]
    Illegal {
        /// The action as written.
        token: String,
        /// Why it is not legal.
        why: Illegality,
    },
    /// More actions in a line than its turn has.
    #[error("'{token}' comes after the end of its turn; each turn has a line of its own")]
    TurnOver {
        /// The first action too many.
        token: String,
    },
    /// A turn that stops short with other turns after it.
    #[error("the turn is not finished, yet another line follows")]
    TruncatedTurn,
    /// A final score, but the game is not over.
    #[error("the game is not over here")]
    NotOver,
    /// A final score that differs from the replayed one.
    #[error("the final score is not {written:?} but {actual:?}")]
    WrongResult {
        /// As the record says.
        written: Vec<i32>,
        /// As the game says.
        actual: Vec<i32>,
    },
    /// A line after the game that cannot be read.
    #[error("cannot read '{0}'")]
    BadTrailer(String),
    /// A turn, or a second `end` or `seed`, after the end.
    #[error("'{0}' does not belong after the end of the record")]
    AfterEnd(String),
}

impl RecordErrorKind {
    /// A short name for programs. It stays the same in all versions; `docs/notation.md` lists all.
    pub fn code(&self) -> &'static str {
        match self {
            RecordErrorKind::TooLong { .. } => "too-long",
            RecordErrorKind::NotText => "not-text",
            RecordErrorKind::NotARecord => "not-a-record",
            RecordErrorKind::UnknownVersion(_) => "unknown-version",
            RecordErrorKind::Json(_) => "bad-json",
            RecordErrorKind::NoHeader => "no-header",
            RecordErrorKind::BadHeader(problem) => problem.code(),
            RecordErrorKind::Setup(SetupError(problems)) => {
                problems.first().map_or("bad-setup", |problem| problem.code())
            }
            RecordErrorKind::BadToken(_) => "bad-token",
            RecordErrorKind::ForeignTile { .. } => "tile-of-other-option",
            RecordErrorKind::Illegal { why, .. } => why.code(),
            RecordErrorKind::TurnOver { .. } => "turn-over",
            RecordErrorKind::TruncatedTurn => "truncated-turn",
            RecordErrorKind::NotOver => "not-over",
            RecordErrorKind::WrongResult { .. } => "wrong-result",
            RecordErrorKind::BadTrailer(_) => "bad-trailer",
            RecordErrorKind::AfterEnd(_) => "after-end",
        }
    }

    /// Whether the record can be read and breaks a rule of its game, as opposed to a text that is
    /// no record.
    pub fn breaks_a_rule(&self) -> bool {
        matches!(
            self,
            RecordErrorKind::Illegal { .. }
                | RecordErrorKind::ForeignTile { .. }
                | RecordErrorKind::TurnOver { .. }
                | RecordErrorKind::TruncatedTurn
                | RecordErrorKind::NotOver
                | RecordErrorKind::WrongResult { .. }
        )
    }

    pub(crate) fn at(self, line: usize) -> RecordError {
        RecordError { line, kind: self }
    }
}
