//! One-ply play by the evaluator, and a look at the other's best reply.

use bastide::{Action, Actor, AnyGame, Game, Seat};

use crate::eval::Evaluator;
use crate::turns::Turns;
use crate::{Bot, Budget};

/// Plays the turn whose afterstate looks best.
#[derive(Default)]
pub struct OnePly {
    evaluator: Evaluator,
    turns: Turns,
    plan: Vec<Action>,
}

impl OnePly {
    /// Play by these weights.
    pub fn new(weights: crate::Weights) -> OnePly {
        OnePly { evaluator: Evaluator::new(weights), ..OnePly::default() }
    }

    /// The best whole turn from here, and its value to the seat to act.
    pub fn best(&mut self, game: &AnyGame, plan: &mut Vec<Action>) -> f32 {
        let Actor::Seat(seat) = game.to_act() else { return 0.0 };
        self.evaluator.prepare(game);
        let (evaluator, mut best) = (&mut self.evaluator, f32::MIN);
        self.turns.each(game, |after| {
            let value = evaluator.lead(after.game, seat);
            if value > best {
                best = value;
                plan.clear();
                plan.extend_from_slice(after.actions);
            }
        });
        best
    }
}

impl Bot for OnePly {
    fn choose(&mut self, game: &AnyGame, _: Budget) -> Action {
        let mut plan = core::mem::take(&mut self.plan);
        self.best(game, &mut plan);
        let action = plan[0];
        self.plan = plan;
        action
    }
}

/// Keeps the best dozen turns and looks through the chance layer at the next
/// player's best reply to each.
#[derive(Default)]
pub struct Quick {
    evaluator: Evaluator,
    turns: Turns,
    reply: OnePly,
}

impl Quick {
    /// How many turns are looked at twice.
    const KEPT: usize = 12;

    /// The value of a position before a draw, by the best replies of whoever
    /// draws; to `seat`.
    fn after_reply(&mut self, game: &AnyGame, seat: Seat) -> f32 {
        if game.to_act() != Actor::Chance {
            self.evaluator.prepare(game);
            return self.evaluator.lead(game, seat);
        }
        let mut chances = Vec::new();
        game.chances(&mut chances);
        let (mut total, mut ways, mut plan) = (0.0, 0.0, Vec::new());
        let mut state = game.clone();
        for (draw, weight) in chances {
            state.clone_from(game);
            state.play_unchecked(draw, &mut ());
            plan.clear();
            self.reply.best(&state, &mut plan);
            for &action in &plan {
                state.play_unchecked(action, &mut ());
            }
            self.evaluator.prepare(&state);
            total += weight as f32 * self.evaluator.lead(&state, seat);
            ways += weight as f32;
        }
        total / ways
    }
}

impl Bot for Quick {
    fn choose(&mut self, game: &AnyGame, _: Budget) -> Action {
        let Actor::Seat(seat) = game.to_act() else { return Action::Pass };
        self.evaluator.prepare(game);
        let mut found: Vec<(f32, Vec<Action>)> = Vec::new();
        let evaluator = &mut self.evaluator;
        self.turns.each(game, |after| {
            found.push((evaluator.lead(after.game, seat), after.actions.to_vec()));
        });
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(Quick::KEPT);
        let mut best = (f32::MIN, found[0].1[0]);
        let mut state = game.clone();
        for (_, actions) in &found {
            state.clone_from(game);
            for &action in actions {
                state.play_unchecked(action, &mut ());
            }
            let value = self.after_reply(&state, seat);
            if value > best.0 {
                best = (value, actions[0]);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Rules, Setup};
    use bastide_host::Dice;

    use super::*;

    /// Points of a bot in the first seat against random play.
    fn against_random(bot: &mut impl Bot, rules: LandRules, number: u64) -> [i32; 2] {
        let setup = Setup::new(Rules::Land(rules), 2);
        let mut game = AnyGame::new(&setup).expect("the mix is possible");
        let (mut dice, mut legal) = (Dice::new(number, 2), Vec::new());
        while let Some(random) = dice.act(&game, &mut legal) {
            let action = match game.to_act() {
                Actor::Seat(Seat::FIRST) => bot.choose(&game, Budget::Nodes(1)),
                Actor::Seat(_) | Actor::Chance | Actor::Nobody => random,
            };
            game.play(action, &mut ()).expect("bots play by the rules");
        }
        [game.scores().0[0], game.scores().0[1]]
    }

    #[test]
    fn the_evaluator_beats_chance_in_every_mix() {
        for (number, rules) in LandRules::all_mixes().step_by(5).enumerate() {
            let [bot, random] = against_random(&mut OnePly::default(), rules, number as u64);
            assert!(bot > random + 20, "{rules}: {bot} to {random}");
        }
    }

    #[test]
    fn the_same_position_gives_the_same_choice() {
        let rules = LandRules::default();
        let scores = || against_random(&mut Quick::default(), rules, 3);
        assert_eq!(scores(), scores());
    }
}
