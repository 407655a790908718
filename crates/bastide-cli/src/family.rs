//! Access to the parts of a game that only some rules have.

use bastide::{AnyGame, Land, PieceKind, Stronghold};

/// Returns the game if it belongs to the Land family.
pub(crate) fn land(game: &AnyGame) -> Option<&Land> {
    match game {
        AnyGame::Land(land) => Some(land),
        AnyGame::Stronghold(_) => None,
    }
}

/// Returns the game if it belongs to the Stronghold family.
pub(crate) fn stronghold(game: &AnyGame) -> Option<&Stronghold> {
    match game {
        AnyGame::Land(_) => None,
        AnyGame::Stronghold(stronghold) => Some(stronghold),
    }
}

/// Iterates over the kinds of pieces with a common supply and the number left of each.
pub(crate) fn supplies(game: &AnyGame) -> impl Iterator<Item = (PieceKind, u8)> {
    land(game).into_iter().flat_map(Land::supplies)
}
