//! Sequential halving over the best turns. Each is rolled out by the policy with common tile orders
//! and evaluated after some turns. Longer rollouts settle near-ties.

mod finals;

use bastide::{AnyGame, BySeat, Game, Seat};
use bastide_host::Dice;

use crate::clock::Clock;
use crate::eval::lead;
use crate::exact;
use crate::math;
use crate::planner::{Planner, perform, playable, seat_to_act};
use crate::{Bot, Budget, Character, Insight, Pause, Turn};

/// Parameters of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Number of turns searched with rollouts.
    pub kept: usize,
    /// Rollouts of each of these turns that the budget must allow; otherwise fewer turns are
    /// searched, but at least two.
    pub least: f32,
    /// Number of turns after which a rollout is cut off.
    pub depth: u32,
    /// Deficit to the leader at which a turn is dropped, in standard errors.
    pub clear: f32,
    /// Possible gain over the leader below which a turn is dropped, in points.
    pub enough: f32,
    /// Weight of the initial evaluation, in rollouts.
    pub trust: f32,
    /// Value of the win itself in points, besides its margin.
    pub win: f32,
    /// Value of a point of margin.
    pub greed: f32,
    /// Maximum number of rollouts of a turn before near-ties are compared by long ones.
    pub short: u64,
    /// Maximum number of turns compared by long rollouts; below 2, none are.
    pub finals: usize,
    /// Number of turns after which a long rollout is cut off; by default, the end of the game.
    pub long: u32,
    /// Standard deviation of the error of short rollouts compared with long ones.
    pub bias: f32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            kept: 40,
            least: 4.0,
            depth: 6,
            clear: 3.0,
            enough: 0.15,
            trust: 3.0,
            win: 20.0,
            greed: 0.5,
            short: 384,
            finals: 6,
            long: u32::MAX,
            bias: 2.2,
        }
    }
}

/// A candidate turn.
struct Arm {
    plan: Turn,
    start: AnyGame,
    prior: f32,
    results: Vec<f32>,
    /// Leads corresponding to `results`, for reporting.
    leads: Vec<f32>,
    /// Results of long rollouts.
    ends: Vec<f32>,
}

impl Arm {
    /// Returns the mean of the rollout results and the prior, which counts as `trust` rollouts.
    fn score(&self, trust: f32) -> f32 {
        let all = self.results.iter().sum::<f32>() + trust * self.prior;
        all / (self.results.len() as f32 + trust)
    }

    /// Returns the average lead of its rollouts.
    fn lead(&self) -> Option<f32> {
        let count = self.leads.len();
        (count > 0).then(|| self.leads.iter().sum::<f32>() / count as f32)
    }
}

/// Rollout search that uses its full budget.
pub struct Strong {
    planner: Planner,
    options: Options,
    dice: Dice,
    insight: Option<Insight>,
    room: Option<AnyGame>,
}

impl Strong {
    /// Creates a search with the weights of `character`.
    pub fn new(seed: u64, character: Character, options: Options) -> Strong {
        Strong {
            planner: Planner::new(character),
            options,
            dice: Dice::new(seed, 2),
            insight: None,
            room: None,
        }
    }

    /// Returns the best whole turn and its expected final lead.
    fn think(&mut self, game: &AnyGame, seat: Seat, budget: Budget) -> (Turn, f32) {
        let clock = Clock::new(budget, self.planner.effort());
        if let Some(solved) = exact::solve(&mut self.planner, game, seat, clock.budget()) {
            return solved;
        }
        let mut arms = self.arms(game, seat);
        let seed = self.dice.below_u64(u64::MAX);
        let affordable = self.affordable(&mut arms, seat, seed, &clock);
        let mut dropped = arms.split_off(affordable);
        // The binary logarithm, rounded up.
        let rounds = arms.len().next_power_of_two().ilog2();
        let mut number = 0;
        for round in 1..=rounds {
            let share = round as f32 / rounds as f32;
            while arms.len() > 1
                && number < self.options.short
                && clock.spent(self.planner.effort()) < share
            {
                for arm in &mut arms {
                    if arm.results.len() as u64 > number {
                        continue;
                    }
                    let depth = self.options.depth;
                    let (value, lead) = self.rollout(&arm.start, seat, depth, seed, number);
                    arm.results.push(value);
                    arm.leads.push(lead);
                    if clock.spent(self.planner.effort()) >= 1.0 {
                        break;
                    }
                }
                if arms.iter().any(|arm| arm.results.len() as u64 == number) {
                    // Out of time: only complete rounds are comparable.
                    for arm in &mut arms {
                        arm.results.truncate(number as usize);
                        arm.leads.truncate(number as usize);
                    }
                    break;
                }
                number += 1;
                if number.is_multiple_of(8) && number >= 16 {
                    drop_hopeless(&mut arms, &mut dropped, &self.options);
                }
            }
            sort(&mut arms, self.options.trust);
            let keep = arms.len().div_ceil(2);
            dropped.extend(arms.drain(keep..));
        }
        arms.append(&mut dropped);
        let best = self.settle(arms, seat, &clock);
        // Without rollouts, the evaluation of the resulting state is used.
        let lead = best
            .lead()
            .unwrap_or_else(|| lead(&self.planner.values(&best.start), game.seats(), seat));
        (best.plan, lead)
    }

    /// Returns the number of candidates that the budget allows to compare, judged by the cost of the
    /// first rollout.
    fn affordable(&mut self, arms: &mut [Arm], seat: Seat, seed: u64, clock: &Clock) -> usize {
        let (count, options) = (arms.len(), self.options);
        let before = clock.spent(self.planner.effort());
        if count <= 2 || options.least == 0.0 || before >= 1.0 {
            return count;
        }
        let (value, lead) = self.rollout(&arms[0].start, seat, options.depth, seed, 0);
        arms[0].results.push(value);
        arms[0].leads.push(lead);
        let cost = clock.spent(self.planner.effort()) - before;
        // An infinite quotient becomes the largest number.
        let most = ((1.0 - before) / (options.least * cost)) as usize;
        most.clamp(2, count)
    }

    /// Returns the candidate turns, best first.
    fn arms(&mut self, game: &AnyGame, seat: Seat) -> Vec<Arm> {
        let (seats, left, options) = (game.seats(), game.bag().left(), &self.options);
        let mut found =
            self.planner.sorted(game, |values| utility(values, seats, seat, left, options));
        found.truncate(self.options.kept);
        let arm = |(prior, plan): (f32, Turn)| {
            let mut start = game.clone();
            perform(&mut start, &plan);
            Arm { plan, start, prior, results: Vec::new(), leads: Vec::new(), ends: Vec::new() }
        };
        found.into_iter().map(arm).collect()
    }

    /// Plays on for `depth` turns with the draws of rollout `number` and returns the resulting
    /// utility and lead.
    fn rollout(
        &mut self,
        start: &AnyGame,
        seat: Seat,
        depth: u32,
        seed: u64,
        number: u64,
    ) -> (f32, f32) {
        let mut dice = Dice::new(seed, number);
        let mut game = match self.room.take() {
            Some(mut room) => {
                room.clone_from(start);
                room
            }
            None => start.clone(),
        };
        draw_stratified(&mut game, seed, number);
        self.planner.play_on(&mut game, depth, &mut dice);
        let values = self.planner.values(&game);
        // At the end of the game the win would be all or nothing, which adds variance.
        let is_long = depth > self.options.depth;
        let left = if is_long { start.bag().left() } else { game.bag().left() };
        let value = utility(&values, game.seats(), seat, left, &self.options);
        let lead = lead(&values, game.seats(), seat);
        self.room = Some(game);
        (value, lead)
    }
}

/// Returns the utility of expected points for a seat: the margin, plus the probability of winning
/// weighted by `options.win`.
fn utility(values: &BySeat<f32>, seats: u8, seat: Seat, left: u32, options: &Options) -> f32 {
    // Standard deviation of the change in margin still to come.
    let swing = 5.0 + 15.0 * (left as f32 / 72.0).sqrt();
    let margin = lead(values, seats, seat);
    if seats == 2 {
        return options.greed * margin + options.win * math::tanh(margin / swing);
    }
    // With more than two players, second place is worth as little as last place.
    let weight = |value: f32| math::exp((value - values[seat]) * 2.0 / swing);
    let all: f32 = values.iter(seats).map(|(_, &value)| weight(value)).sum();
    options.greed * margin + 2.0 * options.win / all
}

/// Sorts the candidates, best first.
fn sort(arms: &mut [Arm], trust: f32) {
    arms.sort_by(|a, b| math::compare(b.score(trust), a.score(trust)));
}

/// Moves candidates to `dropped` that are clearly worse than the leader on the same tile orders, and
/// those that can hardly be better.
fn drop_hopeless(arms: &mut Vec<Arm>, dropped: &mut Vec<Arm>, options: &Options) {
    sort(arms, options.trust);
    let leader = arms[0].results.clone();
    let is_hopeless = |arm: &mut Arm| {
        let (mean, error) = deficit(&leader, &arm.results);
        mean > options.clear * error || 2.0 * error - mean <= options.enough
    };
    dropped.extend(arms.extract_if(1.., is_hopeless));
}

/// Returns the average by which the second results are below the first on the same tile orders, and
/// its standard error.
fn deficit(first: &[f32], second: &[f32]) -> (f32, f32) {
    let count = first.len().min(second.len()) as f32;
    let behind = first.iter().zip(second).map(|(a, b)| a - b);
    let mean = behind.clone().sum::<f32>() / count;
    let variance = behind.map(|d| (d - mean) * (d - mean)).sum::<f32>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// Draws the first tile of the rollout `number` so that few rollouts cover all cases evenly: the cases
/// are taken in steps of the golden ratio.
pub fn draw_stratified(game: &mut AnyGame, seed: u64, number: u64) {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let place = seed.wrapping_add(number.wrapping_mul(STEP)) >> 32;
    let case = (place * u64::from(game.chance_count())) >> 32;
    if let Some((draw, _)) = game.nth_chance(case as u32) {
        game.play_unchecked(draw);
    }
}

impl Bot for Strong {
    fn choose_turn(&mut self, game: &AnyGame, budget: Budget) -> Turn {
        let Some(seat) = seat_to_act(game) else { return Turn::new() };
        let before = self.planner.nodes;
        let (plan, value) = self.think(game, seat, budget);
        let nodes = self.planner.nodes - before;
        self.insight = Some(Insight { nodes, value, line: plan.to_vec() });
        playable(game, plan)
    }

    fn insight(&self) -> Option<Insight> {
        self.insight.clone()
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        self.dice = dice;
        true
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Actor, LandRules, Rules, Setup, StrongholdRules};

    use super::*;

    /// A search exceeds its budget by at most one rollout, in every game.
    #[test]
    fn the_node_budget_is_exceeded_by_at_most_one_rollout() {
        const BUDGET: u64 = 4000;
        let mix = |text: &str| Rules::Land(text.parse::<LandRules>().expect("a mix"));
        let usual = Options::default();
        let long = Options { short: 16, finals: 4, ..usual };
        for (rules, seats, options) in [
            (mix("base,fields"), 2, usual),
            (mix("base,fields"), 2, long),
            (mix("wheel,fields,abbot,bridges,castles,barns"), 3, usual),
            (Rules::Stronghold(StrongholdRules), 2, usual),
        ] {
            let name = rules.to_string();
            let mut game = AnyGame::new(&Setup::new(rules, seats)).expect("the mix is possible");
            let mut strong = Strong::new(1, Character::default(), options);
            let (mut planner, mut dice) = (Planner::new(Character::default()), Dice::new(1, 7));
            let (mut used_up, mut over, mut widest) = (0, 0, 0);
            let tiles = u64::from(game.bag().left());
            while !game.is_over() {
                let Actor::Seat(_) = game.to_act() else {
                    let action = dice.chance(&game);
                    game.play(action).expect("chance plays by the rules");
                    continue;
                };
                let before = planner.nodes;
                planner.best(&game);
                widest = widest.max(planner.nodes - before);
                let before = strong.planner.nodes;
                let turn = strong.choose_turn(&game, Budget::Nodes(BUDGET));
                let nodes = strong.planner.nodes - before;
                over = over.max(nodes.saturating_sub(BUDGET));
                used_up += u32::from(nodes >= BUDGET);
                for action in turn {
                    game.play(action).expect("bots play by the rules");
                }
            }
            // A rollout has at most a turn for each tile, none with more alternatives than `widest`.
            let rollout = tiles * widest + 1;
            assert!(over <= rollout, "{name}: {over} nodes more, a rollout has {rollout}");
            assert!(used_up > 5, "{name}: {used_up} searches used their nodes up");
        }
    }
}
