//! Pictures that a table needs, as the server draws them: sprites and backdrops.

use bastide::{AnyGame, Rules, Setup, StrongholdRules};
use bastide_art::Theme;
use bastide_protocol::{Problem, ProblemCode, ViewBuilder};

use crate::request::{Response, bad_setup, ok};

/// Draws the tiles of a set.
pub(crate) fn sprite(set: &str, theme: &str) -> Response {
    let theme = theme_of(theme)?;
    let views = ViewBuilder::named(set)
        .ok_or_else(|| Problem::new(ProblemCode::NotFound, format!("no such set: {set}")))?;
    ok(&bastide_art::sprite(views.tiles(), theme))
}

/// Draws the pieces.
pub(crate) fn pieces(theme: &str) -> Response {
    ok(&bastide_art::pieces_sprite(theme_of(theme)?))
}

/// Draws what lies below the tiles of a game.
pub(crate) fn backdrop(rules: &str, theme: &str) -> Response {
    let theme = theme_of(theme)?;
    let rules = match rules {
        "stronghold" => Rules::Stronghold(StrongholdRules),
        land => Rules::Land(land.parse().map_err(|error| bad_setup(&error))?),
    };
    let game = AnyGame::new(&Setup::new(rules, 2)).map_err(|error| bad_setup(&error))?;
    ok(&bastide_table::backdrop(&game, theme))
}

/// Parses the name of a colour theme.
fn theme_of(name: &str) -> Result<Theme, Problem> {
    name.parse().map_err(|error| bad_setup(&error))
}
