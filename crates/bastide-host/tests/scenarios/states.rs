//! Checks after every action: a copy of the state is the same game, the state differs from the one
//! before, and the cases of chance are those that are counted.

use bastide::{
    Action, Actor, AnyGame, BARN, BRIDGE, Barns, CASTLE, Castles, FigureKind, Game, Land,
    PieceLocation, Rules, Seat, Setup, StrongholdRules,
};

use crate::sentence::{Verdict, same};

/// Compares the state after an action with the one before it and with its own copy.
pub(crate) fn check(before: &AnyGame, game: &AnyGame, copy: &AnyGame) -> Verdict {
    same("a change of state", &true, &(before != game))?;
    same("another fingerprint", &true, &(before.fingerprint() != game.fingerprint()))?;
    same("an equal copy", &true, &(copy == game))?;
    same("fingerprint of the copy", &game.fingerprint(), &copy.fingerprint())?;
    same("legal in the copy", &game.actions(), &copy.actions())?;
    same("played in the copy", &constants(game), &constants(copy))?;
    if let AnyGame::Land(land) = game {
        check_pieces(land)?;
    }
    check_chances(game)
}

/// Checks that the lists of pieces and supplies are those of the expansions.
fn check_pieces(land: &Land) -> Verdict {
    let supplies = [
        land.bridges().map(|bridges| (BRIDGE, bridges.left())),
        land.castles().map(|castles| (CASTLE, castles.left())),
        land.barns().map(|barns| (BARN, barns.left())),
    ];
    let supplies: Vec<_> = supplies.into_iter().flatten().collect();
    same("supplies", &supplies, &land.supplies().collect())?;
    let castles = land.castles().into_iter().flat_map(Castles::sites);
    let barns = land.barns().into_iter().flat_map(Barns::points);
    let locations: Vec<PieceLocation> = castles
        .map(PieceLocation::Segment)
        .chain(barns.map(|(cell, corner)| PieceLocation::Corner(cell, corner)))
        .collect();
    same("pieces", &locations, &land.pieces().map(|piece| piece.location).collect())
}

/// Checks that chance has exactly the cases that are counted, and none if it is not to act.
fn check_chances(game: &AnyGame) -> Verdict {
    let count = game.chance_count();
    same("cases of chance", &count, &game.chances().map(|(_, weight)| weight).sum::<u32>())?;
    same("a case after the last", &None, &game.nth_chance(count))?;
    same("cases of chance", &(game.to_act() == Actor::Chance), &(count > 0))?;
    let drawn: Vec<Action> = game.chances().map(|(action, _)| action).collect();
    let legal = if count > 0 { game.actions() } else { Vec::new() };
    same("actions of chance", &legal, &drawn)
}

/// Checks that a game has the rules it was set up with, and the figures of these rules.
pub(crate) fn check_rules(game: &AnyGame, setup: &Setup) -> Verdict {
    let rules = match game {
        AnyGame::Land(land) => land.rules().to_string(),
        AnyGame::Stronghold(game) => game.rules().to_string(),
    };
    same("rules", &setup.rules.to_string(), &rules)?;
    same("rules", &Some(&setup.rules), &rules.parse::<Rules>().ok().as_ref())?;
    let is_stronghold = matches!(game, AnyGame::Stronghold(_));
    same("rules of Stronghold", &is_stronghold, &rules.parse::<StrongholdRules>().is_ok())?;
    check_chances(game)?;
    // No figure has been placed yet.
    FigureKind::ALL.into_iter().try_for_each(|kind| {
        same(kind.name(), &(game.hands()[Seat::FIRST][kind] > 0), &game.has_kind(kind))
    })
}

/// Constants of a game: rules and seats, or the wall.
fn constants(game: &AnyGame) -> String {
    match game {
        AnyGame::Land(land) => format!("{} for {}", land.rules(), land.seats()),
        AnyGame::Stronghold(game) => game.wall().to_string(),
    }
}
