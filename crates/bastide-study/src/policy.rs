//! The one-ply policy of rollouts, with a count of the states it evaluates.

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};
use bastide_bots::{Character, Judge, perform};
use bastide_host::Dice;

use crate::value::real;

/// Plays the turn with the best evaluation for every seat, and evaluates positions.
pub(crate) struct Policy {
    judge: Judge,
    /// Number of rollouts that count as an evaluated state, besides the states of the judge.
    rollouts: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { judge: Judge::new(Character::Plain), rollouts: 0 }
    }
}

impl Policy {
    /// Returns the number of states evaluated.
    pub(crate) fn nodes(&self) -> u64 {
        self.judge.nodes() + self.rollouts
    }

    /// Counts a rollout, so that those of finished games use up some of a budget too.
    pub(crate) fn count_rollout(&mut self) {
        self.rollouts += 1;
    }

    /// Returns all turns of the seat to act with the expected final points after each, in the order
    /// of the judge.
    pub(crate) fn turns(&mut self, game: &AnyGame) -> Vec<(Vec<Action>, BySeat<f32>)> {
        let mut found = Vec::new();
        self.judge.each_turn(game, |actions, values| found.push((actions.to_vec(), *values)));
        found
    }

    /// Plays at least `turns` turns and on to the next turn of the first seat, or to the end of the
    /// game; draws are made with `dice`. All rollouts of a game thus stop before a turn of the same
    /// seat: the evaluation favours the player who has just moved, and values of consecutive turns
    /// would differ by that.
    pub(crate) fn play_on(&mut self, game: &mut AnyGame, turns: u32, dice: &mut Dice) {
        let mut played = 0;
        loop {
            match game.to_act() {
                Actor::Nobody => return,
                Actor::Chance if played >= turns && game.turn() == Seat::FIRST => return,
                Actor::Chance => {
                    let action = dice.chance(game);
                    game.play_unchecked(action);
                }
                Actor::Seat(_) => {
                    let (turn, _) = self.judge.best_turn(game);
                    perform(game, &turn);
                    played = played.saturating_add(1);
                }
            }
        }
    }

    /// Returns the expected final points of each seat: the scores of a finished game, otherwise the
    /// evaluation.
    pub(crate) fn points(&mut self, game: &AnyGame) -> BySeat<f64> {
        if game.is_over() {
            return real(game.scores());
        }
        BySeat(self.judge.values(game).0.map(f64::from))
    }
}

/// Returns the actions of a turn without redundant trailing ones, and the state after them.
pub(crate) fn performed(game: &AnyGame, plan: &[Action]) -> (Vec<Action>, AnyGame) {
    let mut after = game.clone();
    let count = perform(&mut after, plan);
    (plan[..count].to_vec(), after)
}
