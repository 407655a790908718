//! Sequential halving over the best few turns, each played on with the same
//! tile orders by the policy and valued after some turns.

use std::time::Instant;

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};
use bastide_host::Dice;

use crate::eval::lead;
use crate::exact;
use crate::planner::{Plan, Planner, Rest, perform, seat_to_act};
use crate::{Bot, Budget, Insight, Weights};

/// How the search goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How many turns are looked at more than once.
    pub kept: usize,
    /// After how many turns a rollout is cut off.
    pub depth: u32,
    /// How far below the leader a turn is dropped, in standard errors.
    pub clear: f32,
    /// A turn that can be better than the leader by no more than this is not
    /// looked at any longer, in points.
    pub enough: f32,
    /// How many rollouts the first look at a turn counts for.
    pub trust: f32,
    /// How many points the win itself is worth, besides its margin.
    pub win: f32,
}

impl Default for Options {
    fn default() -> Options {
        Options { kept: 16, depth: 6, clear: 3.0, enough: 0.15, trust: 3.0, win: 10.0 }
    }
}

/// A turn among those looked at.
struct Arm {
    plan: Plan,
    start: AnyGame,
    prior: f32,
    results: Vec<f32>,
}

impl Arm {
    /// What is thought of it: the mean of what came of it and, for as many
    /// rollouts as that is trusted, of what was expected.
    fn score(&self, trust: f32) -> f32 {
        let all = self.results.iter().sum::<f32>() + trust * self.prior;
        all / (self.results.len() as f32 + trust)
    }
}

/// A search that fills the time it is given.
pub struct Strong {
    planner: Planner,
    options: Options,
    dice: Dice,
    rest: Rest,
    insight: Option<Insight>,
    room: Option<AnyGame>,
}

impl Strong {
    /// A search with these weights and options.
    pub fn new(seed: u64, weights: Weights, options: Options) -> Strong {
        Strong {
            planner: Planner::new(weights),
            options,
            dice: Dice::new(seed, 2),
            rest: Rest::default(),
            insight: None,
            room: None,
        }
    }

    /// The best whole turn and its value.
    fn think(&mut self, game: &AnyGame, seat: Seat, budget: Budget) -> (Plan, f32) {
        let clock = Clock::new(budget, self.planner.nodes);
        if let Some(solved) = exact::solve(&mut self.planner, game, seat, budget) {
            return solved;
        }
        let mut arms = self.arms(game, seat);
        let rounds = (arms.len() as f32).log2().ceil();
        let seed = self.dice.below(usize::MAX) as u64;
        let mut number = 0;
        for round in 1..=rounds as u32 {
            let share = round as f32 / rounds;
            while arms.len() > 1 && clock.spent(self.planner.nodes) < share {
                for arm in &mut arms {
                    let value = self.rollout(&arm.start, seat, Dice::new(seed, number));
                    arm.results.push(value);
                }
                number += 1;
                if number.is_multiple_of(8) && number >= 16 {
                    drop_hopeless(&mut arms, &self.options);
                }
            }
            sort(&mut arms, self.options.trust);
            let keep = arms.len().div_ceil(2);
            arms.truncate(keep);
        }
        let best = arms.swap_remove(0);
        let value = best.score(self.options.trust);
        (best.plan, value)
    }

    /// The turns worth a look, best first.
    fn arms(&mut self, game: &AnyGame, seat: Seat) -> Vec<Arm> {
        let (mut found, seats) = (Vec::<(f32, Plan)>::new(), game.seats());
        let win = self.options.win;
        self.planner.each(game, |actions, values| {
            found.push((utility(values, seats, seat, win), actions.iter().copied().collect()));
        });
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(self.options.kept);
        let arm = |(prior, plan): (f32, Plan)| {
            let mut start = game.clone();
            perform(&mut start, &plan);
            Arm { plan, start, prior, results: Vec::new() }
        };
        found.into_iter().map(arm).collect()
    }

    /// Plays on with these dice and says what came of it.
    fn rollout(&mut self, start: &AnyGame, seat: Seat, mut dice: Dice) -> f32 {
        let mut game = match self.room.take() {
            Some(mut room) => {
                room.clone_from(start);
                room
            }
            None => start.clone(),
        };
        let mut turns = 0;
        while turns < self.options.depth {
            match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => {
                    let action = draw(&game, &mut dice);
                    game.play_unchecked(action, &mut ());
                }
                Actor::Seat(_) => {
                    let (plan, _) = self.planner.best(&game);
                    perform(&mut game, &plan);
                    turns += 1;
                }
            }
        }
        let values = self.planner.values(&game);
        let value = utility(&values, game.seats(), seat, self.options.win);
        self.room = Some(game);
        value
    }
}

/// What points are worth to a seat: the margin, and the share of the win
/// that goes with it, counted as so many points.
pub(crate) fn utility(values: &BySeat<f32>, seats: u8, seat: Seat, win: f32) -> f32 {
    /// A margin that is worth a good deal of certainty.
    const SURE: f32 = 15.0;
    let margin = lead(values, seats, seat);
    if seats == 2 {
        return margin + win * (margin / SURE).tanh();
    }
    // Among more, second place is worth as little as last.
    let weight = |value: f32| ((value - values[seat]) * 2.0 / SURE).exp();
    let all: f32 = values.iter(seats).map(|(_, &value)| weight(value)).sum();
    0.5 * margin + 4.0 * win / all
}

/// What chance does, by these dice.
pub(crate) fn draw(game: &AnyGame, dice: &mut Dice) -> Action {
    let bag = game.bag();
    if let AnyGame::Stronghold(stronghold) = game
        && stronghold.revealing().is_some()
    {
        let mut tokens = Vec::new();
        game.chances(&mut tokens);
        let mut at = dice.below(tokens.iter().map(|&(_, ways)| ways as usize).sum());
        for &(token, ways) in &tokens {
            match at.checked_sub(ways as usize) {
                Some(rest) => at = rest,
                None => return token,
            }
        }
    }
    let at = dice.below(bag.next_left() as usize) as u32;
    Action::Draw(bag.nth(at).expect("chance acts only while tiles are left"))
}

/// Best first.
fn sort(arms: &mut [Arm], trust: f32) {
    arms.sort_by(|a, b| b.score(trust).total_cmp(&a.score(trust)));
}

/// Drops what is clearly worse than the leader on the same tile orders, and
/// what can hardly be better.
fn drop_hopeless(arms: &mut Vec<Arm>, options: &Options) {
    sort(arms, options.trust);
    let leader = arms[0].results.clone();
    let mut is_first = true;
    arms.retain(|arm| {
        if core::mem::take(&mut is_first) {
            return true;
        }
        let count = leader.len() as f32;
        let behind = leader.iter().zip(&arm.results).map(|(a, b)| a - b);
        let mean = behind.clone().sum::<f32>() / count;
        let variance = behind.map(|d| (d - mean) * (d - mean)).sum::<f32>() / (count - 1.0);
        let error = (variance / count).sqrt();
        mean <= options.clear * error && 2.0 * error - mean > options.enough
    });
}

/// How much of a budget is spent.
pub(crate) struct Clock {
    budget: Budget,
    start: Instant,
    nodes: u64,
}

impl Clock {
    pub(crate) fn new(budget: Budget, nodes: u64) -> Clock {
        Clock { budget, start: Instant::now(), nodes }
    }

    pub(crate) fn spent(&self, nodes: u64) -> f32 {
        match self.budget {
            Budget::Nodes(most) => (nodes - self.nodes) as f32 / most as f32,
            Budget::Time(most) => self.start.elapsed().as_secs_f32() / most.as_secs_f32(),
        }
    }
}

impl Bot for Strong {
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Action {
        let Some(seat) = seat_to_act(game) else { return Action::Pass };
        if let Some(action) = self.rest.next(game) {
            return action;
        }
        let before = self.planner.nodes;
        let (plan, value) = self.think(game, seat, budget);
        let nodes = self.planner.nodes - before;
        self.insight = Some(Insight { nodes, value, line: plan.to_vec() });
        self.rest.keep(game, plan)
    }

    fn insight(&self) -> Option<Insight> {
        self.insight.clone()
    }

    fn reseed(&mut self, dice: Dice) {
        self.dice = dice;
        self.rest = Rest::default();
    }
}
