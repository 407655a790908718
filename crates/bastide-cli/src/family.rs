//! Access to the parts of a game that only some rules have.

use bastide::{AnyGame, Expansion, Land, Rules, Sector, Stronghold};

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

/// Returns true if the rules include an expansion of the Land family.
pub(crate) fn has(rules: &Rules, expansion: Expansion) -> bool {
    match rules {
        Rules::Land(rules) => rules.has(expansion),
        Rules::Stronghold(_) => false,
    }
}

/// Returns the buildings left in the common supply, by singular name.
pub(crate) fn supplies(game: &AnyGame) -> Vec<(&'static str, u8)> {
    let Some(land) = land(game) else { return Vec::new() };
    let bridges = land.bridges().map(|bridges| ("bridge", bridges.left()));
    let castles = land.castles().map(|castles| ("castle", castles.left()));
    let barns = land.barns().map(|barns| ("barn", barns.left()));
    [bridges, castles, barns].into_iter().flatten().collect()
}

/// Returns the sector of the pig, if there is a wheel.
pub(crate) fn pig(game: &AnyGame) -> Option<Sector> {
    land(game)?.wheel().map(bastide::Wheel::pig)
}

/// Returns the sector of a crown space.
pub(crate) fn sector_of(space: u8) -> Option<Sector> {
    Sector::ALL.into_iter().find(|sector| sector.crowns().contains(&space))
}
