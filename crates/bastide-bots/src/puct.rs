//! PUCT search over determinized decks: each tree assumes one order of the tiles, so that its nodes
//! are states before a whole turn. The choice is based on the visits to the root's turns, summed
//! over all trees.
//!
//! Priors come from the evaluation of each turn; near-ties are resolved by rollouts with common
//! tile orders.

mod tree;

use bastide::{Action, AnyGame, BySeat, Game, Seat};
use bastide_host::Dice;

use crate::clock::Clock;
use crate::eval::lead;
use crate::exact;
use crate::planner::{Plan, Planner, Rest, perform, seat_to_act};
use crate::strong::utility;
use crate::{Bot, Budget, Character, Pause};

use tree::Tree;

/// Parameters of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctOptions {
    /// Number of trees, per square root of the number of simulations.
    pub decks: f32,
    /// Exploration constant: weight of priors against search results.
    pub explore: f32,
    /// Softmax temperature of the priors, in points.
    pub warmth: f32,
    /// Fraction of the budget reserved for resolving near-ties.
    pub settle: f32,
    /// Fraction of the leader's visits from which a turn is a near-tie.
    pub near: f32,
    /// Number of turns after which a rollout is cut off.
    pub depth: u32,
}

impl Default for PuctOptions {
    fn default() -> PuctOptions {
        PuctOptions { decks: 0.3, explore: 0.7, warmth: 3.0, settle: 0.5, near: 0.3, depth: 6 }
    }
}

/// Scale of the value function: a lead of this many points maps to tanh(1).
const POINTS: f32 = 15.0;

/// PUCT search over determinized decks.
pub struct Puct {
    planner: Planner,
    options: PuctOptions,
    dice: Dice,
    trees: Vec<Tree>,
    rest: Rest,
}

impl Puct {
    /// Creates a search with the weights of `character`.
    pub fn new(seed: u64, character: Character, options: PuctOptions) -> Puct {
        Puct {
            planner: Planner::new(character),
            options,
            dice: Dice::new(seed, 2),
            trees: Vec::new(),
            rest: Rest::default(),
        }
    }

    /// Returns the best whole turn.
    fn think(&mut self, game: &AnyGame, seat: Seat, budget: Budget) -> Plan {
        let clock = Clock::new(budget, self.planner.effort());
        if let Some((plan, _)) = exact::solve(&mut self.planner, game, seat, budget) {
            return plan;
        }
        let seed = self.dice.below(usize::MAX) as u64;
        let before = self.planner.nodes;
        let level = self.level(game);
        let decks = self.decks(budget, (self.planner.nodes - before).max(1));
        self.trees.resize_with(decks.max(self.trees.len()), Tree::default);
        let mut room = game.clone();
        for (number, tree) in self.trees[..decks].iter_mut().enumerate() {
            let dice = Dice::new(seed, number as u64);
            tree.plant(&mut self.planner, &self.options, game, dice, level);
        }
        if self.trees[0].root().len() == 1 {
            return self.trees[0].plan(0);
        }
        while clock.spent(self.planner.effort()) < 1.0 - self.options.settle {
            for tree in &mut self.trees[..decks] {
                tree.simulate(&mut self.planner, &self.options, game, &mut room);
            }
        }
        let mut visits = vec![0; self.trees[0].root().len()];
        for tree in &self.trees[..decks] {
            for (sum, edge) in visits.iter_mut().zip(tree.root()) {
                *sum += edge.visits;
            }
        }
        let most = visits.iter().copied().max().unwrap_or(0);
        let mut arms: Vec<Arm> = (0..visits.len())
            .filter(|&at| visits[at] as f32 >= self.options.near * most as f32)
            .map(|at| Arm::new(self.trees[0].plan(at), game, visits[at]))
            .collect();
        arms.sort_by_key(|arm| core::cmp::Reverse(arm.visits));
        if arms.len() > 1 {
            self.settle(&mut arms, seat, &clock, Dice::new(seed, u64::MAX), &mut room);
        }
        arms.swap_remove(0).plan
    }

    /// Returns the lead of each seat after the best turn. Values are relative to it, so that the
    /// search still discriminates when the game is already decided.
    fn level(&mut self, game: &AnyGame) -> BySeat<f32> {
        let (mut level, seats) = (BySeat::splat(0.0), game.seats());
        let Some(seat) = seat_to_act(game) else { return level };
        let mut best = f32::MIN;
        self.planner.each(game, |_, values| {
            if lead(values, seats, seat) > best {
                best = lead(values, seats, seat);
                level = leads(values, seats);
            }
        });
        level
    }

    /// Returns the number of trees, if one simulation costs `cost` nodes.
    fn decks(&self, budget: Budget, cost: u64) -> usize {
        let nodes = match budget {
            Budget::Nodes(nodes) => nodes,
            // Approximate number of evaluations in the land game.
            Budget::Time(time) => time.as_micros() as u64 * 4,
        };
        let simulations = (nodes / cost) as f32;
        ((self.options.decks * simulations.sqrt()).round() as usize).clamp(1, 256)
    }

    /// Resolves near-ties by rollouts with common draws; sorts the best one to the front.
    fn settle(
        &mut self,
        arms: &mut [Arm],
        seat: Seat,
        clock: &Clock,
        mut dice: Dice,
        room: &mut AnyGame,
    ) {
        let mut round = Vec::with_capacity(arms.len());
        'rounds: loop {
            let common = Dice::new(dice.below(usize::MAX) as u64, 0);
            round.clear();
            for arm in arms.iter() {
                // Only complete rounds are comparable, so an interrupted one is discarded.
                if clock.spent(self.planner.effort()) >= 1.0 {
                    break 'rounds;
                }
                room.clone_from(&arm.start);
                round.push(self.rollout(room, seat, common.clone()));
            }
            for (arm, value) in arms.iter_mut().zip(&round) {
                arm.total += value;
            }
        }
        arms.sort_by(|a, b| b.total.total_cmp(&a.total));
    }

    /// Plays on with draws from `dice` and returns the resulting utility.
    fn rollout(&mut self, game: &mut AnyGame, seat: Seat, mut dice: Dice) -> f32 {
        self.planner.play_on(game, self.options.depth, &mut dice);
        utility(
            &self.planner.values(game),
            game.seats(),
            seat,
            game.bag().left(),
            &crate::Options::default(),
        )
    }
}

/// A candidate turn and its rollout results.
struct Arm {
    plan: Plan,
    start: AnyGame,
    visits: u32,
    total: f32,
}

impl Arm {
    fn new(plan: Plan, game: &AnyGame, visits: u32) -> Arm {
        let mut start = game.clone();
        perform(&mut start, &plan);
        Arm { plan, start, visits, total: 0.0 }
    }
}

/// Returns the lead of each seat.
fn leads(values: &BySeat<f32>, seats: u8) -> BySeat<f32> {
    let mut leads = BySeat::splat(0.0);
    for seat in Seat::all(seats) {
        leads[seat] = lead(values, seats, seat);
    }
    leads
}

impl Bot for Puct {
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Action {
        let Some(seat) = seat_to_act(game) else { return Action::Pass };
        if let Some(action) = self.rest.next(game) {
            return action;
        }
        let plan = self.think(game, seat, budget);
        self.rest.keep(game, plan)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }

    fn reseed(&mut self, dice: Dice) {
        self.dice = dice;
        self.rest = Rest::default();
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Actor, LandRules, Rules, Setup, StrongholdRules};

    use super::*;
    use crate::OnePly;

    /// Returns the final lead of a searching first seat over one-ply bots.
    fn lead_over_one_ply(rules: Rules, seats: u8, nodes: u64, number: u64) -> i32 {
        let mut game = AnyGame::new(&Setup::new(rules, seats)).expect("the mix is possible");
        let mut puct = Puct::new(number, Character::default(), PuctOptions::default());
        let (mut other, mut dice) = (OnePly::default(), Dice::new(number, 1));
        loop {
            let action = match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => dice.chance(&game),
                Actor::Seat(Seat::FIRST) => puct.choose(&game, Budget::Nodes(nodes)),
                Actor::Seat(_) => other.choose(&game, Budget::Nodes(1)),
            };
            game.play(action).expect("bots play by the rules");
        }
        let scores = game.scores().0;
        scores[0] - scores[1..usize::from(seats)].iter().max().expect("others play")
    }

    fn base() -> Rules {
        Rules::Land("base,fields".parse::<LandRules>().expect("a mix"))
    }

    #[test]
    fn looking_ahead_beats_one_ply() {
        let leads: i32 = (0..6).map(|number| lead_over_one_ply(base(), 2, 3000, number)).sum();
        assert!(leads > 30, "ahead by {leads} in six games");
    }

    #[test]
    fn a_seed_and_a_number_of_nodes_give_the_same_game() {
        let lead = |number| lead_over_one_ply(base(), 3, 600, number);
        assert_eq!(lead(1), lead(1));
        let siege = || lead_over_one_ply(Rules::Stronghold(StrongholdRules), 2, 600, 1);
        assert_eq!(siege(), siege());
    }

    #[test]
    fn nodes_are_kept_to() {
        let mut game = AnyGame::new(&Setup::new(base(), 2)).expect("the mix is possible");
        let mut puct = Puct::new(1, Character::default(), PuctOptions::default());
        let mut dice = Dice::new(1, 1);
        while !game.is_over() {
            let before = puct.planner.nodes;
            let action = match game.to_act() {
                Actor::Chance | Actor::Nobody => dice.chance(&game),
                Actor::Seat(_) => puct.choose(&game, Budget::Nodes(5000)),
            };
            // The last rollout may exceed the budget by a few turns of some hundred alternatives.
            let nodes = puct.planner.nodes - before;
            assert!(nodes < 5000 + 1500, "{nodes} nodes");
            game.play(action).expect("bots play by the rules");
        }
    }
}
