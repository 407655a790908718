//! What lies on a game's table besides tiles and figures.

use bastide::{AnyGame, Land, Module, Rules, Sector, Stronghold};

/// The game as one of the Land family, if it is.
pub(crate) fn land(game: &AnyGame) -> Option<&Land> {
    match game {
        AnyGame::Land(land) => Some(land),
        AnyGame::Stronghold(_) => None,
    }
}

/// The game as one within a wall, if it is.
pub(crate) fn stronghold(game: &AnyGame) -> Option<&Stronghold> {
    match game {
        AnyGame::Land(_) => None,
        AnyGame::Stronghold(stronghold) => Some(stronghold),
    }
}

/// Whether rules have an option of the Land family.
pub(crate) fn has(rules: &Rules, module: Module) -> bool {
    match rules {
        Rules::Land(rules) => rules.has(module),
        Rules::Stronghold(_) => false,
    }
}

/// The buildings left in the common supply, by the name of one.
pub(crate) fn supplies(game: &AnyGame) -> Vec<(&'static str, u8)> {
    let Some(land) = land(game) else { return Vec::new() };
    let bridges = land.bridges().map(|bridges| ("bridge", bridges.left()));
    let castles = land.castles().map(|castles| ("castle", castles.left()));
    let barns = land.barns().map(|barns| ("barn", barns.left()));
    [bridges, castles, barns].into_iter().flatten().collect()
}

/// The sector the pig stands on, if there is a wheel.
pub(crate) fn pig(game: &AnyGame) -> Option<Sector> {
    land(game)?.wheel().map(bastide::Wheel::pig)
}

/// The sector a crown space belongs to.
pub(crate) fn sector_of(space: u8) -> Option<Sector> {
    Sector::ALL.into_iter().find(|sector| sector.crowns().contains(&space))
}
