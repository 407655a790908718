//! Exact search of the endgame over whole turns, draws with their probabilities, and final points.
//!
//! With two players, a turn is pruned as soon as the best replies found so far, one for each draw,
//! prove that it cannot be the best. The reply that refuted another turn is tried first, before all
//! replies are listed. With more players, each maximises its own utility and nothing is pruned.

mod killers;
mod turns;

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};

use crate::clock::Clock;
use crate::eval::lead;
use crate::planner::{Planner, perform};
use crate::turns::Turns;
use crate::{Budget, Turn, math};

use killers::Killers;

pub use turns::{SolvedTurn, solve_turns};

/// Maximum number of tiles in the bag for an exact search.
const MOST_LEFT: u32 = 4;

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
        Budget::Time(time) => (time.as_micros() as u64, Budget::Time(time / 2)),
    };
    let last = planner.nodes.saturating_add(limit);
    let clock = Clock::new(half, planner.effort());
    let mut search = Search::new(planner, last, clock);
    let mut root = Node::new(game.clone(), seat);
    search.open(&mut root)?;
    let ways = search.ways_to_reply(&root)?;
    if estimate(game, root.moves.len() as f64, ways) > limit as f64 {
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

/// Estimates the number of evaluations for a state with `first` turns, if every later turn has
/// `ways` alternatives.
fn estimate(game: &AnyGame, first: f64, ways: f64) -> f64 {
    let (kinds, left) = (game.bag().next().count() as f64, game.bag().left());
    // Measured: more tiles make the order of turns less reliable, and tokens are not included.
    let more_than_ideal: f64 = match game {
        AnyGame::Land(_) => [1.0, 1.0, 1.2, 2.0, 3.0][left.min(MOST_LEFT) as usize],
        AnyGame::Stronghold(_) => 5.0,
    };
    // A turn before the last one is refuted by one or two known replies.
    let (mut before, mut now) = (1.5, if left == 0 { first } else { ways });
    for more in 1..=left {
        let draws = kinds.min(f64::from(more));
        let turns = if more == left { first } else { ways };
        let all = if game.seats() == 2 {
            // One alternative is searched in full; most others are refuted.
            turns + draws * now + (turns - 1.0) * draws * before
        } else {
            turns * draws * now
        };
        (before, now) = (now, all);
    }
    if game.seats() == 2 { more_than_ideal * now } else { now }
}

/// A state where a seat chooses, and the progress of its search.
struct Node {
    game: AnyGame,
    seat: Seat,
    /// Turns searched before all turns were listed.
    probed: Vec<Turn>,
    /// True if `moves` are listed.
    is_open: bool,
    /// Turns, most promising first with two players.
    moves: Vec<(f32, Turn)>,
    next: usize,
    best: Worth,
    /// Index of the best turn, if it is one of `moves`.
    pick: usize,
}

impl Node {
    fn new(game: AnyGame, seat: Seat) -> Node {
        let (probed, moves) = (Vec::new(), Vec::new());
        Node { game, seat, probed, is_open: false, moves, next: 0, best: Worth::LEAST, pick: 0 }
    }
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
    killers: Killers,
    turns: Turns,
}

impl<'a> Search<'a> {
    fn new(planner: &'a mut Planner, last: u64, clock: Clock) -> Search<'a> {
        Search { planner, last, clock, killers: Killers::default(), turns: Turns::default() }
    }

    /// Returns `None` if the budget is exhausted.
    fn go_on(&self) -> Option<()> {
        let is_late = self.clock.is_late(self.planner.effort());
        (self.planner.nodes <= self.last && !is_late).then_some(())
    }

    /// Returns the average number of turns of the next seat after the most promising turn.
    fn ways_to_reply(&mut self, node: &Node) -> Option<f64> {
        let mut after = node.game.clone();
        perform(&mut after, &node.moves.first()?.1);
        let (mut sum, ways) = (0.0, after.chance_count().max(1));
        for (draw, weight) in after.chances() {
            let mut count = 0.0;
            self.planner.each(&after_action(&after, draw), |_, _| count += 1.0);
            sum += count * f64::from(weight) / f64::from(ways);
        }
        Some(sum)
    }

    /// Lists the turns of a node; if its turn is the last one, the node is solved at once. Returns
    /// `None` if the budget is exhausted.
    fn open(&mut self, node: &mut Node) -> Option<()> {
        self.go_on()?;
        if let AnyGame::Stronghold(game) = &node.game
            && game.bag().left() == 0
        {
            self.open_last_stronghold(node);
            return Some(());
        }
        let (seats, seat, is_last) = (node.game.seats(), node.seat, is_last_turn(&node.game));
        let (moves, best, probed) = (&mut node.moves, &mut node.best, &node.probed);
        let mut pick = None;
        self.planner.each(&node.game, |actions, values| {
            if !is_last {
                if probed.iter().any(|turn| turn[..] == *actions) {
                    return;
                }
                let order = if seats == 2 { lead(values, seats, seat) } else { 0.0 };
                moves.push((order, actions.iter().copied().collect()));
                return;
            }
            let scores = BySeat(values.0.map(|points| points.round() as i32));
            let worth = Worth::of(&scores, seats, seat);
            if worth.utility > best.utility {
                *best = worth;
                pick = Some(actions.iter().copied().collect());
            }
        });
        node.is_open = true;
        if let Some(turn) = pick {
            if seats == 2 {
                self.killers.put(&node.game, &turn);
            }
            node.moves.push((0.0, turn));
        }
        if is_last {
            node.next = node.moves.len();
        }
        node.moves.sort_by(|a, b| math::compare(b.0, a.0));
        Some(())
    }

    /// Lists the turns of the last tile of The Castle: those that end the game are solved at once,
    /// the others reveal wall tokens first.
    fn open_last_stronghold(&mut self, node: &mut Node) {
        let (seats, seat, nodes) = (node.game.seats(), node.seat, &mut self.planner.nodes);
        let (moves, best, probed) = (&mut node.moves, &mut node.best, &node.probed);
        let mut pick: Option<Turn> = None;
        self.turns.each(&node.game, |after| {
            *nodes += 1;
            if after.game.to_act() != Actor::Nobody {
                if !probed.iter().any(|turn| turn[..] == *after.actions) {
                    moves.push((0.0, after.actions.iter().copied().collect()));
                }
                return;
            }
            let worth = Worth::of(after.game.scores(), seats, seat);
            if worth.utility > best.utility {
                *best = worth;
                pick = Some(after.actions.iter().copied().collect());
            }
        });
        node.is_open = true;
        if let Some(turn) = pick {
            // Already searched, so it comes first and is skipped.
            node.moves.insert(0, (0.0, turn));
            node.next = 1;
        }
    }

    /// Searches turns until one is worth at least `enough` or all have been searched.
    fn refine(&mut self, node: &mut Node, enough: f64) -> Option<()> {
        if !node.is_open && node.best.utility < enough {
            self.open(node)?;
        }
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
            self.killers.put(&node.game, plan);
        }
        node.next += 1;
        Some(())
    }

    /// Searches turns that were good in similar states, until one is worth at least `enough`,
    /// without listing the others.
    fn probe(&mut self, node: &mut Node, enough: f64) -> Option<()> {
        for plan in self.killers.of(&node.game) {
            let Some(after) = killers::after(&node.game, &plan) else { continue };
            self.go_on()?;
            self.planner.nodes += 1;
            let worth = self.after(after, node.seat, node.best.utility)?;
            node.probed.push(plan);
            if worth.utility > node.best.utility {
                node.best = worth;
                if worth.utility >= enough {
                    break;
                }
            }
        }
        Some(())
    }

    /// Returns the value of a state for the seat that has moved: exact if it is above `floor`,
    /// otherwise some value not above it.
    fn after(&mut self, game: AnyGame, seat: Seat, floor: f64) -> Option<Worth> {
        match game.to_act() {
            Actor::Nobody => Some(Worth::of(game.scores(), game.seats(), seat)),
            Actor::Chance => self.after_draw(game, seat, floor),
            Actor::Seat(next) => {
                let mut node = Node::new(game, next);
                let enough = if next == seat { f64::INFINITY } else { -floor };
                self.probe(&mut node, enough)?;
                self.refine(&mut node, enough)?;
                Some(if next == seat { node.best } else { node.best.to_other() })
            }
        }
    }

    /// The same for a state before a draw.
    fn after_draw(&mut self, mut game: AnyGame, seat: Seat, floor: f64) -> Option<Worth> {
        let ways = game.chance_count();
        if let Some((draw, weight)) = game.nth_chance(0)
            && weight == ways
        {
            game.play_unchecked(draw);
            return self.after(game, seat, floor);
        }
        let mut outcomes = Vec::new();
        // One reply to each draw first: these are often enough to refute the turn.
        for (draw, weight) in game.chances() {
            let drawn = after_action(&game, draw);
            let outcome = match drawn.to_act() {
                Actor::Seat(next) if next != seat => {
                    let mut node = Node::new(drawn, next);
                    self.probe(&mut node, f64::NEG_INFINITY)?;
                    if node.best.utility == Worth::LEAST.utility {
                        self.open(&mut node)?;
                        self.step(&mut node)?;
                    }
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
                let mut node = Node::new(game.clone(), seat);
                self.open(&mut node)?;
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

/// Returns true if the evaluation after this turn equals the final score: the last tile of a Land
/// game is to be laid.
fn is_last_turn(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Land(_))
        && game.bag().left() == 0
        && game.drawn().is_some()
        && game.to_act() == Actor::Seat(game.turn())
        // WHEEL-PLAGUE-2: other decisions may come before the tile is laid.
        && matches!(game.actions().first(), Some(Action::Place { .. }))
}

fn after_action(game: &AnyGame, action: Action) -> AnyGame {
    let mut after = game.clone();
    after.play_unchecked(action);
    after
}

#[cfg(test)]
mod tests;
