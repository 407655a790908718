//! Exact search of the endgame over whole turns, draws with their probabilities, and final points.
//!
//! With two players, a turn is pruned as soon as the best replies found so far, one for each draw,
//! prove that it cannot be the best. With more players, each maximises its own utility and nothing
//! is pruned.

mod turns;

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};

use crate::clock::Clock;
use crate::eval::lead;
use crate::planner::{Planner, perform};
use crate::{Budget, Turn, math};

pub use turns::{SolvedTurn, solve_turns};

/// Maximum number of tiles in the bag for an exact search.
const MOST_LEFT: u32 = 3;

/// Utility of a win in points: more than any lead it could be traded for.
const WIN: f64 = 1000.0;

/// Returns the best whole turn and its expected final lead. The probability of winning is maximised
/// first, then the lead. Returns `None` if the search does not fit in half the budget, which leaves
/// the rest for another search.
pub(crate) fn solve(
    planner: &mut Planner,
    game: &AnyGame,
    seat: Seat,
    budget: Budget,
) -> Option<(Turn, f32)> {
    if game.bag().left() > MOST_LEFT || game.to_act() != Actor::Seat(seat) {
        return None;
    }
    let (limit, half) = match budget {
        Budget::Nodes(nodes) => (nodes / 2, Budget::Nodes((nodes / 2).max(1))),
        // Approximate number of evaluations in half the time; the clock is decisive.
        Budget::Time(time) => (2 * time.as_micros() as u64, Budget::Time(time / 2)),
    };
    let last = planner.nodes.saturating_add(limit);
    let clock = Clock::new(half, planner.effort());
    let mut search = Search { planner, last, clock };
    let mut root = search.open(game.clone())?;
    if estimate(game, root.moves.len() as f64) > limit as f64 {
        return None;
    }
    if game.seats() == 2 {
        search.refine(&mut root, f64::INFINITY)?;
    } else {
        search.look_at_all(&mut root)?;
    }
    let plan = root.moves.swap_remove(root.pick).1;
    Some((plan, root.best.lead as f32))
}

/// Estimates the number of evaluations, assuming that every turn has `ways` alternatives.
fn estimate(game: &AnyGame, ways: f64) -> f64 {
    let kinds = game.bag().next().count() as f64;
    let (mut before, mut now) = (1.0_f64, ways);
    for left in 1..=game.bag().left() {
        let draws = kinds.min(f64::from(left));
        let all = if game.seats() == 2 {
            // One alternative is searched in full; most others are refuted.
            ways + draws * now + (ways - 1.0) * draws * 2.0 * before.max(ways)
        } else {
            ways * draws * now
        };
        (before, now) = (now, all);
    }
    now
}

/// A state where a seat chooses, and the progress of its search.
struct Node {
    game: AnyGame,
    seat: Seat,
    /// Turns, most promising first with two players.
    moves: Vec<(f32, Turn)>,
    next: usize,
    best: Worth,
    pick: usize,
}

/// Value of a state for a seat.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// The quantity that is maximised.
    utility: f64,
    /// The corresponding lead in points, for reporting.
    lead: f64,
}

impl Worth {
    const NOTHING: Worth = Worth { utility: 0.0, lead: 0.0 };
    /// Smaller than any other value.
    const LEAST: Worth = Worth { utility: f64::NEG_INFINITY, lead: 0.0 };

    /// Returns the value of final scores. With two players the utilities of both add up to zero.
    fn of(scores: &BySeat<i32>, seats: u8, seat: Seat) -> Worth {
        let others = scores.iter(seats).filter(|&(other, _)| other != seat);
        let best = others.map(|(_, &points)| points).max().unwrap_or(0);
        let tied = scores.iter(seats).filter(|&(_, &points)| points == scores[seat]).count();
        let share = if scores[seat] < best { 0.0 } else { 1.0 / tied as f64 };
        let lead = f64::from(scores[seat] - best);
        Worth { utility: WIN * (share - 1.0 / f64::from(seats)) + lead, lead }
    }

    /// Returns the value of final scores for each seat.
    fn to_all(scores: &BySeat<i32>, seats: u8) -> BySeat<Worth> {
        let mut worths = BySeat::splat(Worth::NOTHING);
        for seat in Seat::all(seats) {
            worths[seat] = Worth::of(scores, seats, seat);
        }
        worths
    }

    /// Returns the value for the opponent, with two players.
    fn to_other(self) -> Worth {
        Worth { utility: -self.utility, lead: -self.lead }
    }

    /// Adds `worth`, weighted by the probability `share`.
    fn add(&mut self, share: f64, worth: Worth) {
        self.utility += share * worth.utility;
        self.lead += share * worth.lead;
    }
}

/// Result of a draw.
enum Outcome {
    /// The opponent replies.
    Answered(Box<Node>),
    /// No reply: the value for the seat that moved is known.
    Settled(Worth),
}

impl Outcome {
    /// Returns an upper bound of the value for the seat that moved.
    fn bound(&self) -> Worth {
        match self {
            Outcome::Answered(node) => node.best.to_other(),
            Outcome::Settled(worth) => *worth,
        }
    }
}

struct Search<'a> {
    planner: &'a mut Planner,
    /// Node count at which the search is abandoned.
    last: u64,
    /// Time limit, since a node may be slow in live play.
    clock: Clock,
}

impl Search<'_> {
    /// Returns `None` if the budget is exhausted.
    fn go_on(&self) -> Option<()> {
        let is_late = self.clock.is_late(self.planner.effort());
        (self.planner.nodes <= self.last && !is_late).then_some(())
    }

    /// Creates a node with its turns unsearched; if its turn is the last one, the node is solved at
    /// once. Returns `None` if the budget is exhausted.
    fn open(&mut self, game: AnyGame) -> Option<Node> {
        let Actor::Seat(seat) = game.to_act() else { return None };
        self.go_on()?;
        let (seats, is_last) = (game.seats(), is_last_turn(&game));
        let mut node = Node { game, seat, moves: Vec::new(), next: 0, best: Worth::LEAST, pick: 0 };
        let (moves, best) = (&mut node.moves, &mut node.best);
        self.planner.each(&node.game, |actions, values| {
            if !is_last {
                let order = if seats == 2 { lead(values, seats, seat) } else { 0.0 };
                moves.push((order, actions.iter().copied().collect()));
                return;
            }
            let scores = BySeat(values.0.map(|points| points.round() as i32));
            let worth = Worth::of(&scores, seats, seat);
            if worth.utility > best.utility {
                *best = worth;
                moves.clear();
                moves.push((0.0, actions.iter().copied().collect()));
            }
        });
        if is_last {
            node.next = node.moves.len();
        }
        node.moves.sort_by(|a, b| math::compare(b.0, a.0));
        Some(node)
    }

    /// Searches turns until one is worth at least `enough` or all have been searched.
    fn refine(&mut self, node: &mut Node, enough: f64) -> Option<()> {
        while node.next < node.moves.len() && node.best.utility < enough {
            self.step(node)?;
        }
        Some(())
    }

    /// Searches the next turn.
    fn step(&mut self, node: &mut Node) -> Option<()> {
        self.go_on()?;
        let Some((_, plan)) = node.moves.get(node.next) else { return Some(()) };
        let mut after = node.game.clone();
        perform(&mut after, plan);
        let worth = self.after(after, node.seat, node.best.utility)?;
        if worth.utility > node.best.utility {
            node.best = worth;
            node.pick = node.next;
        }
        node.next += 1;
        Some(())
    }

    /// Returns the value of a state for the seat that has moved: exact if it is above `floor`,
    /// otherwise some value not above it.
    fn after(&mut self, game: AnyGame, seat: Seat, floor: f64) -> Option<Worth> {
        match game.to_act() {
            Actor::Nobody => Some(Worth::of(game.scores(), game.seats(), seat)),
            Actor::Chance => self.after_draw(&game, seat, floor),
            Actor::Seat(next) => {
                let mut node = self.open(game)?;
                let enough = if next == seat { f64::INFINITY } else { -floor };
                self.refine(&mut node, enough)?;
                Some(if next == seat { node.best } else { node.best.to_other() })
            }
        }
    }

    /// The same for a state before a draw.
    fn after_draw(&mut self, game: &AnyGame, seat: Seat, floor: f64) -> Option<Worth> {
        let ways = game.chance_count();
        let mut outcomes = Vec::new();
        // One reply to each draw first: these are often enough to refute the turn.
        for (draw, weight) in game.chances() {
            let drawn = after_action(game, draw);
            let outcome = match drawn.to_act() {
                Actor::Seat(next) if next != seat => {
                    let mut node = self.open(drawn)?;
                    self.step(&mut node)?;
                    Outcome::Answered(Box::new(node))
                }
                Actor::Seat(_) | Actor::Chance | Actor::Nobody => {
                    Outcome::Settled(self.after(drawn, seat, f64::NEG_INFINITY)?)
                }
            };
            outcomes.push((f64::from(weight) / f64::from(ways), outcome));
        }
        let mut bound: f64 = outcomes.iter().map(|(share, o)| share * o.bound().utility).sum();
        for (share, outcome) in &mut outcomes {
            if bound <= floor {
                break;
            }
            let Outcome::Answered(node) = outcome else { continue };
            let others = bound + *share * node.best.utility;
            let enough = (others - floor) / *share;
            self.refine(node, enough)?;
            if node.best.utility >= enough {
                bound = floor;
                break;
            }
            bound = others - *share * node.best.utility;
        }
        let mut worth = Worth::NOTHING;
        for (share, outcome) in &outcomes {
            worth.add(*share, outcome.bound());
        }
        // Summation in a different order may give a slightly different result than the bound.
        if bound <= floor {
            worth.utility = floor;
        }
        Some(worth)
    }

    /// Searches every turn of a node, for more than two players.
    fn look_at_all(&mut self, node: &mut Node) -> Option<()> {
        while let Some((_, plan)) = node.moves.get(node.next) {
            self.go_on()?;
            let mut after = node.game.clone();
            perform(&mut after, plan);
            let worth = self.expected(&after)?[node.seat];
            if worth.utility > node.best.utility {
                node.best = worth;
                node.pick = node.next;
            }
            node.next += 1;
        }
        Some(())
    }

    /// Returns the value of a state for each seat, for more than two players.
    fn expected(&mut self, game: &AnyGame) -> Option<BySeat<Worth>> {
        let mut worths = BySeat::splat(Worth::NOTHING);
        match game.to_act() {
            Actor::Nobody => worths = Worth::to_all(game.scores(), game.seats()),
            Actor::Chance => {
                let ways = game.chance_count();
                for (draw, weight) in game.chances() {
                    let drawn = self.expected(&after_action(game, draw))?;
                    for (worth, drawn) in worths.0.iter_mut().zip(drawn.0) {
                        worth.add(f64::from(weight) / f64::from(ways), drawn);
                    }
                }
            }
            Actor::Seat(seat) => {
                let node = self.open(game.clone())?;
                let mut best = f64::NEG_INFINITY;
                for (_, plan) in &node.moves {
                    self.go_on()?;
                    let mut after = game.clone();
                    perform(&mut after, plan);
                    let after = self.expected(&after)?;
                    if after[seat].utility > best {
                        (best, worths) = (after[seat].utility, after);
                    }
                }
            }
        }
        Some(worths)
    }
}

/// Returns true if the evaluation after this turn equals the final score: no tiles are left, and
/// only features score.
fn is_last_turn(game: &AnyGame) -> bool {
    match game {
        AnyGame::Land(land) => {
            land.bag().left() == 0
                && land.drawn().is_some()
                && land.to_act() == Actor::Seat(land.turn())
                && land.rules().is_plain()
        }
        AnyGame::Stronghold(_) => false,
    }
}

fn after_action(game: &AnyGame, action: Action) -> AnyGame {
    let mut after = game.clone();
    after.play_unchecked(action);
    after
}

#[cfg(test)]
mod tests;
