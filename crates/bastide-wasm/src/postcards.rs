//! Postcards of games, as the server draws them.

use bastide_host::Record;
use bastide_protocol::{Language, Problem, ProblemCode};

use crate::request::{Response, bad_setup, ok};

/// Draws a postcard of a game.
pub(crate) fn postcard(record: &str, theme: &str, language: &str) -> Response {
    let record = Record::read(record)
        .map_err(|error| Problem::new(ProblemCode::BadRecord, error.to_string()))?;
    let theme = theme.parse().map_err(|error| bad_setup(&error))?;
    let language = Language::ALL.into_iter().find(|known| known.code() == language);
    ok(&bastide_table::postcard(&record, theme, language.unwrap_or_default()))
}
