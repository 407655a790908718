//! Checks after every action: a copy of the state is the same game, and the state differs from the
//! one before.

use bastide::{Action, AnyGame, Game, Setup};

use crate::sentence::{Verdict, same};

/// Compares the state after an action with the one before it and with its own copy.
pub(crate) fn check(before: &AnyGame, game: &AnyGame, copy: &AnyGame) -> Verdict {
    same("a change of state", &true, &(before != game))?;
    same("another fingerprint", &true, &(before.fingerprint() != game.fingerprint()))?;
    same("an equal copy", &true, &(copy == game))?;
    same("fingerprint of the copy", &game.fingerprint(), &copy.fingerprint())?;
    same("legal in the copy", &legal(game), &legal(copy))?;
    same("played in the copy", &constants(game), &constants(copy))
}

/// Checks that a game has the rules it was set up with.
pub(crate) fn check_rules(game: &AnyGame, setup: &Setup) -> Verdict {
    let rules = match game {
        AnyGame::Land(land) => land.rules().to_string(),
        AnyGame::Stronghold(walled) => walled.rules().to_string(),
    };
    same("rules", &setup.rules.to_string(), &rules)
}

fn legal(game: &AnyGame) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

/// Constants of a game: rules and seats, or the wall.
fn constants(game: &AnyGame) -> String {
    match game {
        AnyGame::Land(land) => format!("{} for {}", land.rules(), land.seats()),
        AnyGame::Stronghold(walled) => walled.wall().to_string(),
    }
}
