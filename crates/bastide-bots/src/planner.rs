//! Selection of whole turns by evaluation: the policy shared by all searches.

use std::time::Duration;

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};
use bastide_host::Dice;

use crate::clock::Effort;
use crate::eval::{Evaluator, lead};
use crate::turns::Turns;
use crate::{Character, Pause, Turn, math};

/// Lists whole turns with their evaluations.
pub(crate) struct Planner {
    evaluator: Evaluator,
    turns: Turns,
    places: Vec<Action>,
    /// Number of states evaluated.
    pub(crate) nodes: u64,
    pause: Option<Box<dyn Pause>>,
    /// Total time spent in pauses.
    paused: Duration,
}

impl Planner {
    pub(crate) fn new(character: Character) -> Planner {
        Planner {
            evaluator: Evaluator::new(character),
            turns: Turns::default(),
            places: Vec::with_capacity(256),
            nodes: 0,
            pause: None,
            paused: Duration::ZERO,
        }
    }

    /// Sets a callback that is called before the turns of a state are listed.
    pub(crate) fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.pause = Some(pause);
    }

    /// Returns the work done so far.
    pub(crate) fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, paused: self.paused }
    }

    /// Returns the expected final points of each seat.
    pub(crate) fn values(&mut self, game: &AnyGame) -> BySeat<f32> {
        self.nodes += 1;
        self.evaluator.prepare(game);
        self.evaluator.values(game)
    }

    /// Calls `found` with every whole turn and the expected points of each seat after it.
    pub(crate) fn each(&mut self, game: &AnyGame, mut found: impl FnMut(&[Action], &BySeat<f32>)) {
        if let Some(pause) = &mut self.pause {
            self.paused += pause.pause();
        }
        self.evaluator.prepare(game);
        let (evaluator, nodes) = (&mut self.evaluator, &mut self.nodes);
        if let AnyGame::Land(land) = game
            && land.drawn().is_some()
        {
            self.places.clear();
            game.legal_actions(&mut self.places);
            let is_placement = matches!(self.places.first(), Some(Action::Place { .. }));
            if is_placement && evaluator.land().is_incremental(land) {
                let report = &mut |actions: &[Action], values: &BySeat<f32>| {
                    *nodes += 1;
                    found(actions, values);
                };
                // A copy of the evaluation for each caller would make the module much larger.
                #[cfg(target_family = "wasm")]
                let report: &mut dyn FnMut(&[Action], &BySeat<f32>) = report;
                evaluator.land().each_turn(land, &self.places, report);
                return;
            }
            if !is_placement {
                // WHEEL-PLAGUE-2: the figure lost to the plague is a separate decision.
                self.turns.each_step(game, |after| {
                    *nodes += 1;
                    found(after.actions, &evaluator.values(after.game));
                });
                return;
            }
        }
        self.turns.each(game, |after| {
            *nodes += 1;
            found(after.actions, &evaluator.values(after.game));
        });
    }

    /// Returns the best whole turn of the seat to act, and its lead after it.
    pub(crate) fn best(&mut self, game: &AnyGame) -> (Turn, f32) {
        let Actor::Seat(seat) = game.to_act() else { return (Turn::new(), 0.0) };
        let (mut best, mut plan, seats) = (f32::MIN, Turn::new(), game.seats());
        self.each(game, |actions, values| {
            let value = lead(values, seats, seat);
            if value > best {
                best = value;
                plan.clear();
                plan.extend(actions.iter().copied());
            }
        });
        (plan, best)
    }

    /// Returns every whole turn, best first by `worth` of its expected points.
    pub(crate) fn sorted(
        &mut self,
        game: &AnyGame,
        worth: impl Fn(&BySeat<f32>) -> f32,
    ) -> Vec<(f32, Turn)> {
        let mut found = Vec::new();
        self.each(game, |actions, values| {
            found.push((worth(values), actions.iter().copied().collect::<Turn>()));
        });
        // A stable sort, so that ties stay in the order of actions.
        found.sort_by(|a, b| math::compare(b.0, a.0));
        found
    }

    /// Plays up to `turns` turns with the best turn of each seat, or to the end of the game; draws
    /// are made with `dice`.
    pub(crate) fn play_on(&mut self, game: &mut AnyGame, turns: u32, dice: &mut Dice) {
        let mut played = 0;
        while played < turns {
            match game.to_act() {
                Actor::Nobody => return,
                Actor::Chance => {
                    let action = dice.chance(game);
                    game.play_unchecked(action);
                }
                Actor::Seat(_) => {
                    let (plan, _) = self.best(game);
                    perform(game, &plan);
                    played += 1;
                }
            }
        }
    }
}

/// Plays a whole turn, skipping redundant trailing actions. Returns the number of actions played.
pub fn perform(game: &mut AnyGame, plan: &[Action]) -> usize {
    let actor = game.to_act();
    for (at, &action) in plan.iter().enumerate() {
        let is_turn = matches!(actor, Actor::Seat(seat) if seat == game.turn());
        if at > 0 && !(is_turn && game.to_act() == actor) {
            return at;
        }
        game.play_unchecked(action);
    }
    plan.len()
}

/// Returns the actions of a plan that can be played: without redundant trailing actions.
pub(crate) fn playable(game: &AnyGame, mut plan: Turn) -> Turn {
    if plan.len() > 1 {
        let mut next = game.clone();
        let goes_on = |next: &AnyGame| next.to_act() == game.to_act() && next.turn() == game.turn();
        let mut count = 0;
        for &action in &plan {
            if count > 0 && !goes_on(&next) {
                break;
            }
            next.play_unchecked(action);
            count += 1;
        }
        plan.truncate(count);
    }
    plan
}

/// Returns the seat to act, if any.
pub(crate) fn seat_to_act(game: &AnyGame) -> Option<Seat> {
    match game.to_act() {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    }
}
