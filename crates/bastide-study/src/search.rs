//! Valuation of the turns of one decision.
//!
//! Candidates are the best turns by evaluation. They are rolled out by the one-ply policy on common
//! tile orders and evaluated after some turns; sequential halving leaves a few finalists. Finalists
//! and the played turn get fresh rollouts, which alone determine the values: a value that decided
//! the selection would be too large. The last turns of a game are solved exactly.

use bastide::{Action, AnyGame, BySeat, Game, Seat};
use bastide_bots::{draw_stratified, perform, solve_turns};
use bastide_host::Dice;

use crate::policy::{Policy, performed};
use crate::value::{Value, final_value, margins, thousandths};
use crate::winning::win_chances;

/// Maximum number of turns that are rolled out, besides the played one.
const KEPT: usize = 24;
/// Number of turns that get fresh rollouts, besides the played one.
const FINALISTS: usize = 3;
/// Minimum number of turns after which a rollout is cut off and evaluated.
const DEPTH: u32 = 5;
/// Weight of the evaluation in the selection, in rollouts.
const TRUST: f64 = 3.0;
/// Fraction of the budget for the selection.
const SELECTION: f64 = 0.35;
/// Number of standard errors within which two turns count as equal.
pub(crate) const NOISE: f64 = 2.0;
/// Maximum number of tiles in the bag for exact values.
const MOST_LEFT: u32 = 3;

/// A turn and its loss against the best turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// The actions.
    pub actions: Vec<Action>,
    /// Margin of the best turn minus the margin of this one, in thousandths of a point.
    pub lost: i64,
    /// Standard error of `lost`; 0 if it is exact.
    pub error: i64,
    /// True if the turn is as good as the best one, as far as is known.
    pub is_equal: bool,
    /// True if it is the played turn, or leads to the same state.
    pub is_played: bool,
}

/// The values of the turns of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// Value after the best turn.
    pub best: Value,
    /// Value after the played turn, or after the best one if none was given. Equal to `best` if the
    /// difference is within the noise.
    pub played: Value,
    /// Standard error of the difference between the margins of both, in thousandths of a point.
    pub error: i64,
    /// The best turns and the played one, best first.
    pub turns: Vec<Alternative>,
    /// Number of legal turns; equivalent ones count once.
    pub count: usize,
    /// True if all values are exact.
    pub is_exact: bool,
}

/// A turn that is rolled out.
struct Candidate {
    actions: Vec<Action>,
    after: AnyGame,
    /// Margin by evaluation, in points.
    prior: f64,
    /// Margins of the rollouts of the selection.
    selection: Vec<f64>,
    /// Points of the fresh rollouts.
    results: Vec<BySeat<f64>>,
    is_played: bool,
}

/// Values the turns of the seat to act within about `nodes` evaluated states, and compares the turn
/// `played` with the best. Returns `None` if no seat has to act. Precondition: `played` is legal.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2).with_deck(["E"]))?;
/// game.play(game.notation().parse("DE")?)?;
/// let poor = [game.notation().parse("P0,-1r2")?, game.notation().parse(".")?];
/// let found = bastide_study::assess(&game, Some(&poor), 10_000, 1).expect("a seat has to act");
/// assert!(found.is_exact);
/// assert_eq!(found.best.margin, [4_000, -4_000]); // a city of two tiles
/// assert_eq!(found.played.margin, [0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn assess(
    game: &AnyGame,
    played: Option<&[Action]>,
    nodes: u64,
    seed: u64,
) -> Option<Assessment> {
    let bastide::Actor::Seat(seat) = game.to_act() else { return None };
    if let Some(exact) = solved(game, seat, played, nodes) {
        return Some(exact);
    }
    Some(Search::new(game, seat, nodes, seed).run(played))
}

// --- Exact values ----------------------------------------------------------------------------

/// Returns exact values if the game can be searched to its end: the last turn of any game, and the
/// last turns of games for two.
fn solved(game: &AnyGame, seat: Seat, played: Option<&[Action]>, nodes: u64) -> Option<Assessment> {
    let left = game.bag().left();
    if left > MOST_LEFT || left > 0 && game.seats() != 2 {
        return None;
    }
    let mut all: Vec<(Vec<Action>, Value)> = Vec::new();
    if game.seats() == 2 {
        for turn in solve_turns(game, nodes)? {
            let (lead, win) = (thousandths(turn.lead), thousandths(turn.win));
            let by_seat = |own: i64, other: i64| {
                Seat::all(2).map(|of| if of == seat { own } else { other }).collect()
            };
            let (margin, win) = (by_seat(lead, -lead), by_seat(win, 1000 - win));
            all.push((turn.actions, Value { margin, win }));
        }
    } else {
        for (plan, _) in Policy::default().turns(game) {
            let (actions, after) = performed(game, &plan);
            all.push((actions, final_value(&after)?));
        }
    }
    let key = |value: &Value| (value.win[seat.index()], value.margin[seat.index()]);
    // The first of equal turns, in the order of actions.
    all.sort_by_key(|(_, value)| core::cmp::Reverse(key(value)));
    let best = all.first()?.1.clone();
    let played_at = match played {
        None => None,
        Some(played) => {
            let after = fingerprint_after(game, played);
            let is_same =
                |actions: &[Action]| actions == played || fingerprint_after(game, actions) == after;
            Some(all.iter().position(|(actions, _)| is_same(actions))?)
        }
    };
    let played = all[played_at.unwrap_or(0)].1.clone();
    let count = all.len();
    let turn = |(at, (actions, value)): (usize, (Vec<Action>, Value))| Alternative {
        actions,
        lost: best.margin[seat.index()] - value.margin[seat.index()],
        error: 0,
        is_equal: key(&value) == key(&best),
        is_played: Some(at) == played_at,
    };
    let is_listed = |at: usize| at <= FINALISTS || Some(at) == played_at;
    let turns = all.into_iter().enumerate().filter(|&(at, _)| is_listed(at)).map(turn).collect();
    Some(Assessment { best: best.clone(), played, error: 0, turns, count, is_exact: true })
}

/// Returns the state after a turn, as a fingerprint.
pub(crate) fn fingerprint_after(game: &AnyGame, actions: &[Action]) -> u64 {
    let mut after = game.clone();
    perform(&mut after, actions);
    after.fingerprint()
}

// --- Rollouts --------------------------------------------------------------------------------

/// Budget per candidate below which fewer turns are rolled out, and less deeply.
const SMALL: u64 = 4_000;

struct Search<'a> {
    game: &'a AnyGame,
    seat: Seat,
    seats: u8,
    nodes: u64,
    seed: u64,
    policy: Policy,
    room: AnyGame,
}

impl<'a> Search<'a> {
    fn new(game: &'a AnyGame, seat: Seat, nodes: u64, seed: u64) -> Search<'a> {
        let (seats, room) = (game.seats(), game.clone());
        Search { game, seat, seats, nodes, seed, policy: Policy::default(), room }
    }

    fn run(mut self, played: Option<&[Action]>) -> Assessment {
        let (mut candidates, count) = self.candidates(played);
        self.select(&mut candidates);
        self.compare(&mut candidates);
        self.result(candidates, count, played.is_some())
    }

    /// Returns the turns to roll out, best first by evaluation, and the number of all turns.
    fn candidates(&mut self, played: Option<&[Action]>) -> (Vec<Candidate>, usize) {
        let (game, seat, seats) = (self.game, self.seat, self.seats);
        let margin = |points: &BySeat<f32>| {
            let all: f32 = points.iter(seats).map(|(_, points)| points).sum();
            f64::from(points[seat] - (all - points[seat]) / f32::from(seats - 1))
        };
        let found = self.policy.turns(game);
        let count = found.len();
        let mut found: Vec<(f64, Vec<Action>)> =
            found.into_iter().map(|(actions, points)| (margin(&points), actions)).collect();
        // A stable sort, so that ties stay in the order of actions.
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut candidates: Vec<Candidate> = Vec::new();
        let kept = (self.nodes / SMALL).clamp(1, KEPT as u64);
        for (prior, plan) in found.into_iter().take(kept as usize) {
            let (actions, after) = performed(game, &plan);
            candidates.push(Candidate::new(actions, after, prior));
        }
        if let Some(played) = played {
            let mut after = game.clone();
            perform(&mut after, played);
            let print = after.fingerprint();
            match candidates.iter_mut().find(|other| other.after.fingerprint() == print) {
                Some(same) => same.is_played = true,
                None => {
                    let points = self.policy.points(&after);
                    let prior = margins(&points, seats)[seat.index()] as f64 / 1000.0;
                    let mut candidate = Candidate::new(played.to_vec(), after, prior);
                    candidate.is_played = true;
                    candidates.push(candidate);
                }
            }
        }
        (candidates, count.max(1))
    }

    /// Reduces the candidates to the finalists by sequential halving. The played turn stays.
    fn select(&mut self, candidates: &mut Vec<Candidate>) {
        let rivals = |candidates: &[Candidate]| candidates.iter().filter(|c| !c.is_played).count();
        if candidates.len() < 2 {
            return;
        }
        let rounds = candidates.len().div_ceil(FINALISTS).next_power_of_two().ilog2().max(1);
        let mut number = 0;
        for round in 1..=rounds {
            let share = SELECTION * f64::from(round) / f64::from(rounds);
            let last = (self.nodes as f64 * share) as u64;
            // At least a few rollouts, so that small budgets compare at all.
            let least = number + 2;
            while number < least || self.policy.nodes() < last {
                for candidate in candidates.iter_mut() {
                    let points = self.rollout(&candidate.after, self.seed, number);
                    let margin = self.margin(&points);
                    candidate.selection.push(margin);
                }
                number += 1;
            }
            candidates.sort_by(|a, b| b.score().total_cmp(&a.score()));
            let keep = (rivals(candidates) / 2).max(FINALISTS);
            let mut kept = 0;
            candidates.retain(|candidate| {
                kept += usize::from(!candidate.is_played);
                candidate.is_played || kept <= keep
            });
        }
        let mut kept = 0;
        candidates.retain(|candidate| {
            kept += usize::from(!candidate.is_played);
            candidate.is_played || kept <= FINALISTS
        });
    }

    /// Plays fresh rollouts of the finalists until the budget is used up.
    fn compare(&mut self, candidates: &mut [Candidate]) {
        /// Minimum number of rollouts, for a standard error.
        const LEAST: u64 = 4;
        // Without alternatives only the value is needed, which deserves fewer rollouts.
        let nodes = if candidates.len() < 2 { self.nodes / 3 } else { self.nodes };
        let seed = Dice::new(self.seed, 1).below_u64(u64::MAX);
        let mut number = 0;
        while number < LEAST || self.policy.nodes() < nodes {
            for candidate in candidates.iter_mut() {
                let points = self.rollout(&candidate.after, seed, number);
                candidate.results.push(points);
            }
            number += 1;
            // A decided game needs no repetition.
            if number >= LEAST && candidates.iter().all(|candidate| candidate.after.is_over()) {
                break;
            }
        }
    }

    /// Plays on with the draws of rollout `number`. Returns the expected points of each seat.
    fn rollout(&mut self, start: &AnyGame, seed: u64, number: u64) -> BySeat<f64> {
        self.room.clone_from(start);
        draw_stratified(&mut self.room, seed, number);
        let depth = if self.nodes < SMALL { 1 } else { DEPTH };
        self.policy.play_on(&mut self.room, depth, &mut Dice::new(seed, number));
        self.policy.count_rollout();
        self.policy.points(&self.room)
    }

    /// Returns the margin of the seat in points.
    fn margin(&self, points: &BySeat<f64>) -> f64 {
        let all: f64 = points.iter(self.seats).map(|(_, points)| points).sum();
        points[self.seat] - (all - points[self.seat]) / f64::from(self.seats - 1)
    }

    fn result(self, mut candidates: Vec<Candidate>, count: usize, has_played: bool) -> Assessment {
        let margins_of = |candidate: &Candidate| -> Vec<f64> {
            candidate.results.iter().map(|points| self.margin(points)).collect()
        };
        candidates.sort_by(|a, b| mean(&margins_of(b)).total_cmp(&mean(&margins_of(a))));
        let all: Vec<Vec<f64>> = candidates.iter().map(margins_of).collect();
        let lost = |own: usize| loss(&all, own);
        let value = |candidate: &Candidate| {
            let margin = margins(&mean_points(&candidate.results), self.seats);
            let win = final_value(&candidate.after)
                .map_or_else(|| win_chances(&candidate.after, &margin), |value| value.win);
            Value { margin, win }
        };
        let played = candidates.iter().position(|c| c.is_played).filter(|_| has_played);
        let played = played.unwrap_or(0);
        // A loss counts if the comparison of halves and that of the values shown both exceed the noise.
        let is_equal = |own: usize| {
            let (points, error) = lost(own);
            own == 0 || points.min(mean(&all[0]) - mean(&all[own])) <= NOISE * error
        };
        let (_, error) = lost(played);
        let played_value = value(&candidates[played]);
        let best = if is_equal(played) { played_value.clone() } else { value(&candidates[0]) };
        let turns = candidates.iter().enumerate().map(|(at, candidate)| {
            let (points, error) = lost(at);
            Alternative {
                actions: candidate.actions.clone(),
                lost: thousandths(points).max(0),
                error: thousandths(error),
                is_equal: is_equal(at),
                is_played: candidate.is_played,
            }
        });
        let turns = turns.collect();
        let error = thousandths(error);
        Assessment { best, played: played_value, error, turns, count, is_exact: false }
    }
}

impl Candidate {
    fn new(actions: Vec<Action>, after: AnyGame, prior: f64) -> Candidate {
        let (selection, results) = (Vec::new(), Vec::new());
        Candidate { actions, after, prior, selection, results, is_played: false }
    }

    /// Returns the mean of the rollouts of the selection and the evaluation.
    fn score(&self) -> f64 {
        let sum = self.selection.iter().sum::<f64>() + TRUST * self.prior;
        sum / (self.selection.len() as f64 + TRUST)
    }
}

/// Returns the points that turn `own` loses against the best turn, and the standard error. The best
/// turn of the even rollouts is compared on the odd ones and vice versa: the maximum of several
/// noisy values is too large on average.
fn loss(all: &[Vec<f64>], own: usize) -> (f64, f64) {
    let half = |results: &[f64], of: usize| {
        let half: Vec<f64> = results.iter().skip(of).step_by(2).copied().collect();
        mean(&half)
    };
    let best = |of: usize| {
        let halves = all.iter().map(|results| half(results, of));
        halves.enumerate().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map_or(0, |b| b.0)
    };
    let (even, odd) = (best(0), best(1));
    let lost =
        (half(&all[even], 1) - half(&all[own], 1) + half(&all[odd], 0) - half(&all[own], 0)) / 2.0;
    let behind: Vec<f64> = all[0].iter().zip(&all[own]).map(|(best, own)| best - own).collect();
    (lost, standard_error(&behind))
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the standard error of the mean.
pub(crate) fn standard_error(values: &[f64]) -> f64 {
    let (mean, count) = (mean(values), values.len() as f64);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    if values.len() < 2 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() }
}

fn mean_points(results: &[BySeat<f64>]) -> BySeat<f64> {
    let mut total = BySeat::splat(0.0);
    for points in results {
        total.0.iter_mut().zip(points.0).for_each(|(total, points)| *total += points);
    }
    let count = results.len().max(1) as f64;
    BySeat(total.0.map(|total| total / count))
}
