//! Error types: the reasons a record is rejected.

use bastide::{Illegality, SetupError};

use super::header::HeaderProblem;

/// The reason a record was rejected, and its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct RecordError {
    /// Line number, starting at 1.
    pub line: usize,
    /// Description of the problem.
    pub kind: RecordErrorKind,
}

/// The reason a record was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The record exceeds the maximum size.
    #[error("too long for a record: {bytes} bytes, but at most {most} are allowed")]
    TooLong {
        /// Size of the record.
        bytes: usize,
        /// Maximum size.
        most: usize,
    },
    /// The input is not text: not UTF-8, or it contains control characters.
    #[error("not text")]
    NotText,
    /// The version line is missing.
    #[error("not a record: expected 'bastide 1'")]
    NotARecord,
    /// The version of the format is not supported.
    #[error("unknown version '{0}'; version 1 is supported")]
    UnknownVersion(String),
    /// The JSON is malformed or not a record.
    #[error("bad JSON: {0}")]
    Json(String),
    /// The header line is missing.
    #[error("the header line 'game ...' is missing")]
    NoHeader,
    /// The header line is malformed.
    #[error("bad header: {0}")]
    BadHeader(#[from] HeaderProblem),
    /// No game can be created with this set-up.
    #[error("impossible set-up: {0}")]
    Setup(#[from] SetupError),
    /// A token is not an action.
    #[error("'{0}' is not an action")]
    BadToken(String),
    /// A tile belongs to an expansion that this game does not use.
    #[error("'{token}': that tile belongs to '{expansion}', which is not part of this game")]
    ForeignTile {
        /// The draw as written.
        token: String,
        /// The expansion as named in `rules`, or the other game family.
        expansion: String,
    },
    /// An action is illegal.
    #[error("'{token}' is not legal: {why}")]
    Illegal {
        /// The action as written.
        token: String,
        /// Why it is illegal.
        why: Illegality,
    },
    /// A line contains more actions than its turn has.
    #[error("'{token}' follows the end of its turn; each turn must be on a separate line")]
    TurnOver {
        /// The first superfluous action.
        token: String,
    },
    /// A turn is incomplete, but further turns follow.
    #[error("the turn is not finished, but another line follows")]
    TruncatedTurn,
    /// The record contains a final score, but the game is not over.
    #[error("the game is not over at this point")]
    NotOver,
    /// The final score differs from that of the replayed game.
    #[error("the final score is not {written:?} but {actual:?}")]
    WrongResult {
        /// The score in the record.
        written: Vec<i32>,
        /// The score of the game.
        actual: Vec<i32>,
    },
    /// A line after the last turn is malformed.
    #[error("cannot parse '{0}'")]
    BadTrailer(String),
    /// A turn, or a second `end` or `seed` line, follows the end of the record.
    #[error("unexpected '{0}' after the end of the record")]
    AfterEnd(String),
    /// An annotation is malformed.
    #[error("bad annotation: {0}")]
    Annotation(String),
}

impl RecordErrorKind {
    /// Returns a short identifier of the error, stable across versions and listed in
    /// `docs/notation.md`.
    pub fn code(&self) -> &str {
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
            RecordErrorKind::Annotation(_) => "bad-annotation",
        }
    }

    /// Returns true if the input is a well-formed record that breaks a rule of its game, and false
    /// if it is not a record.
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
