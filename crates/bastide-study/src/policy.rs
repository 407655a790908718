//! The one-ply policy of rollouts, with a count of the states it evaluates.

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};
use bastide_bots::{Character, Evaluator, Judge};
use bastide_host::Dice;

use crate::value::real;

/// Plays the turn with the best evaluation for every seat, and evaluates positions.
pub(crate) struct Policy {
    judge: Judge,
    evaluator: Evaluator,
    plan: Vec<Action>,
    /// Number of states evaluated.
    pub(crate) nodes: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            judge: Judge::new(Character::Plain),
            evaluator: Evaluator::default(),
            plan: Vec::new(),
            nodes: 0,
        }
    }
}

impl Policy {
    /// Returns all turns of the seat to act with the expected final points after each, in the order
    /// of the judge.
    pub(crate) fn turns(&mut self, game: &AnyGame) -> Vec<(Vec<Action>, BySeat<f32>)> {
        let mut found = Vec::new();
        self.judge.each_turn(game, |actions, values| found.push((actions.to_vec(), *values)));
        self.nodes += found.len() as u64;
        found
    }

    /// Plays the turn with the best evaluation of the seat to act.
    fn play_best(&mut self, game: &mut AnyGame, seat: Seat) {
        let (mut best, seats, mut nodes) = (f32::MIN, game.seats(), 0);
        let plan = &mut self.plan;
        plan.clear();
        self.judge.each_turn(game, |actions, values| {
            nodes += 1;
            let others = values.iter(seats).filter(|&(other, _)| other != seat);
            let lead = values[seat] - others.map(|(_, &value)| value).fold(f32::MIN, f32::max);
            if lead > best || plan.is_empty() {
                best = lead;
                plan.clear();
                plan.extend_from_slice(actions);
            }
        });
        self.nodes += nodes;
        perform(game, &self.plan);
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
                Actor::Seat(seat) => {
                    self.play_best(game, seat);
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
        self.nodes += 1;
        self.evaluator.prepare(game);
        BySeat(self.evaluator.values(game).0.map(f64::from))
    }
}

/// Plays a whole turn, without redundant trailing actions. Returns the number of actions played.
pub(crate) fn perform(game: &mut AnyGame, plan: &[Action]) -> usize {
    let actor = game.to_act();
    let is_open = |game: &AnyGame| {
        game.to_act() == actor && matches!(actor, Actor::Seat(seat) if seat == game.turn())
    };
    let mut count = 0;
    for &action in plan {
        if count > 0 && !is_open(game) {
            break;
        }
        game.play_unchecked(action);
        count += 1;
    }
    count
}

/// Returns the actions of a turn without redundant trailing ones, and the state after them.
pub(crate) fn performed(game: &AnyGame, plan: &[Action]) -> (Vec<Action>, AnyGame) {
    let mut after = game.clone();
    let count = perform(&mut after, plan);
    (plan[..count].to_vec(), after)
}

/// Makes the first draw of rollout `number` so that few rollouts cover all cases evenly: the cases
/// are taken in steps of the golden ratio.
pub(crate) fn draw_stratified(game: &mut AnyGame, seed: u64, number: u64) {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let place = seed.wrapping_add(number.wrapping_mul(STEP)) >> 32;
    let case = (place * u64::from(game.chance_count())) >> 32;
    if let Some((draw, _)) = game.nth_chance(case as u32) {
        game.play_unchecked(draw);
    }
}
