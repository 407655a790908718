//! One-ply bots, with and without the opponent's best reply.

use bastide::{Actor, AnyGame, Game, Seat};

use crate::clock::Clock;
use crate::eval::lead;
use crate::planner::{Planner, perform, playable, seat_to_act};
use crate::{Bot, Budget, Character, Pause, Turn};

/// Plays the turn with the best evaluation of the state after it.
pub struct OnePly {
    planner: Planner,
}

impl Default for OnePly {
    fn default() -> OnePly {
        OnePly::new(Character::default())
    }
}

impl OnePly {
    /// Creates a bot with the weights of `character`.
    pub fn new(character: Character) -> OnePly {
        OnePly { planner: Planner::new(character) }
    }
}

impl Bot for OnePly {
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
        let (plan, _) = self.planner.best(game);
        playable(game, plan)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }
}

/// Evaluates the best dozen turns, or more within the budget, by the next player's best reply to
/// each possible draw.
pub struct Quick {
    planner: Planner,
}

impl Default for Quick {
    fn default() -> Quick {
        Quick::new(Character::default())
    }
}

impl Quick {
    /// Minimum number of turns searched regardless of the budget, unless time is up.
    const KEPT: usize = 12;

    /// Creates a bot with the weights of `character`.
    pub fn new(character: Character) -> Quick {
        Quick { planner: Planner::new(character) }
    }

    /// Returns the value for `seat` of a position before a draw, averaged over the best replies to
    /// all draws. Returns `None` if time runs out first: replies to only some of the draws are not
    /// meaningful.
    fn after_reply(&mut self, game: &AnyGame, seat: Seat, clock: &Clock) -> Option<f32> {
        let seats = game.seats();
        if game.to_act() != Actor::Chance {
            return Some(lead(&self.planner.values(game), seats, seat));
        }
        let (mut total, mut ways) = (0.0, 0.0);
        let mut state = game.clone();
        for (draw, weight) in game.chances() {
            if clock.is_late(self.planner.effort()) {
                return None;
            }
            state.clone_from(game);
            state.play_unchecked(draw);
            let (plan, _) = self.planner.best(&state);
            perform(&mut state, &plan);
            total += weight as f32 * lead(&self.planner.values(&state), seats, seat);
            ways += weight as f32;
        }
        Some(total / ways)
    }
}

impl Bot for Quick {
    fn choose_turn(&mut self, game: &AnyGame, budget: Budget) -> Turn {
        let Some(seat) = seat_to_act(game) else { return Turn::new() };
        let clock = Clock::new(budget, self.planner.effort());
        let seats = game.seats();
        let found = self.planner.sorted(game, |values| lead(values, seats, seat));
        let mut best = (f32::MIN, found[0].1.clone());
        let mut state = game.clone();
        for (at, (_, plan)) in found.iter().enumerate() {
            if clock.is_late(self.planner.effort())
                || at >= Quick::KEPT && clock.spent(self.planner.effort()) >= 1.0
            {
                break;
            }
            state.clone_from(game);
            perform(&mut state, plan);
            let Some(value) = self.after_reply(&state, seat, &clock) else { break };
            if value > best.0 {
                best = (value, plan.clone());
            }
        }
        playable(game, best.1)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bastide::{LandRules, Rules, Setup, StrongholdRules};
    use bastide_host::Dice;
    use bastide_testing::broad_mixes;

    use super::*;
    use crate::Stepwise;

    /// Returns the points of a bot in the first seat and of its random opponent.
    fn against_random(bot: impl Bot, rules: LandRules, number: u64) -> [i32; 2] {
        let mut bot = Stepwise::new(bot);
        let setup = Setup::new(Rules::Land(rules), 2);
        let mut game = AnyGame::new(&setup).expect("the mix is possible");
        let (mut dice, mut legal) = (Dice::new(number, 2), Vec::new());
        while let Some(random) = dice.act(&game, &mut legal) {
            let action = match game.to_act() {
                Actor::Seat(Seat::FIRST) => bot.choose(&game, Budget::Nodes(1)),
                Actor::Seat(_) | Actor::Chance | Actor::Nobody => random,
            };
            game.play(action).expect("bots play by the rules");
        }
        [game.scores().0[0], game.scores().0[1]]
    }

    #[test]
    fn the_evaluator_beats_chance_in_every_mix() {
        for (number, rules) in broad_mixes().into_iter().step_by(5).enumerate() {
            let [bot, random] = against_random(OnePly::default(), rules, number as u64);
            assert!(bot > random + 20, "{rules}: {bot} to {random}");
        }
    }

    #[test]
    fn no_replies_are_searched_after_the_deadline() {
        let moment = Budget::Time(Duration::from_nanos(1));
        for rules in [Rules::Land(LandRules::default()), Rules::Stronghold(StrongholdRules)] {
            let mut game = AnyGame::new(&Setup::new(rules, 2)).expect("the built-in games");
            let (mut dice, mut legal) = (Dice::new(2, 6), Vec::new());
            let mut most = 0;
            while let Some(random) = dice.act(&game, &mut legal) {
                if game.to_act() != Actor::Chance {
                    let (mut quick, mut one_ply) = (Quick::default(), OnePly::default());
                    let turn = quick.choose_turn(&game, moment);
                    assert_eq!(turn, one_ply.choose_turn(&game, moment));
                    assert_eq!(quick.planner.nodes, one_ply.planner.nodes, "states looked at");
                    most = most.max(quick.planner.nodes);
                }
                game.play_unchecked(random);
            }
            assert!(most > 50, "{most} turns at most");
        }
    }

    #[test]
    fn the_same_position_gives_the_same_choice() {
        let rules = LandRules::default();
        let scores = || against_random(Quick::default(), rules, 3);
        assert_eq!(scores(), scores());
    }
}
