//! Turns of bots: the choice of all actions of a seat, and the seed of a bot's random numbers.

use bastide::{Action, Actor, AnyGame, Game};
use bastide_bots::{Bot, Budget};
use sha2::{Digest, Sha256};

use crate::TableId;

/// Returns all actions of the seat to act before another seat or chance acts, as `bot` chooses
/// them. Empty if no seat is to act.
///
/// # Panics
/// Panics if `bot` chooses nothing or an illegal action, which is a bug of the bot.
pub fn whole_turn(bot: &mut dyn Bot, game: &AnyGame, budget: Budget) -> Vec<Action> {
    let (mut game, mut actions) = (game.clone(), Vec::new());
    let seat = game.to_act();
    while game.to_act() == seat && matches!(seat, Actor::Seat(_)) {
        let turn = bot.choose_turn(&game, budget);
        assert!(!turn.is_empty(), "a bot did not choose anything");
        for action in turn {
            game.play_unchecked(action);
            actions.push(action);
        }
    }
    actions
}

/// Returns the random seed of a bot move. It depends only on public data, so that hidden tiles
/// cannot influence the move.
pub fn bot_seed(table: &TableId, revision: u32) -> u64 {
    let digest = Sha256::digest(format!("bastide bot {table} {revision}"));
    digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
