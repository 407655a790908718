//! Calls about games: those of open tables, and those of records.

use bastide_host::Record;
use bastide_protocol::{Problem, Scenes, Verdict};

use crate::bots::read;
use crate::request::{Response, ok};
use crate::tables;

/// A game: that of an open table, or a record.
pub(crate) enum GameRef {
    /// Id of an open table.
    Id(String),
    /// A record, as text or JSON.
    Record(String),
}

impl GameRef {
    pub(crate) fn record(&self) -> Result<Record, Problem> {
        match self {
            GameRef::Id(id) => tables::record(id),
            GameRef::Record(text) => read(text),
        }
    }
}

/// Returns a range of states of a game.
pub(crate) fn scenes(of: &GameRef, from: usize, to: usize) -> Response {
    ok(&Scenes::between(&of.record()?, from, to))
}

/// Verifies the draws of a game.
pub(crate) fn verify(of: &GameRef) -> Response {
    ok(&Verdict::of(&of.record()?))
}
