//! Exact values of all turns of a position, for benchmarks.

use bastide::{Action, Actor, AnyGame, Game};

use super::{Search, WIN, Worth};
use crate::clock::Clock;
use crate::planner::Planner;
use crate::turns::Turns;
use crate::{Budget, Character};

/// A whole turn and its value if all seats play their best afterwards. Each seat maximises its
/// share of the win first, then its lead.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedTurn {
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// Expected share of the win of the seat that plays the turn, from 0 to 1.
    pub win: f64,
    /// Expected final points of the seat minus those of the best opponent.
    pub lead: f64,
}

/// Returns all whole turns of the seat to act with their exact values, in the order of
/// [`Turns::each`]. Returns `None` if the search evaluates more than `nodes` states or is clearly
/// going to, or if no seat has to act. Feasible with about three tiles left.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_bots::solve_turns;
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2).with_deck(["E"]))?;
/// game.play(game.notation().parse("DE")?)?;
/// let turns = solve_turns(&game, 10_000).expect("one tile");
/// let best = turns.iter().map(|turn| turn.lead).fold(f64::MIN, f64::max);
/// assert_eq!(best, 4.0); // a city of two tiles
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_turns(game: &AnyGame, nodes: u64) -> Option<Vec<SolvedTurn>> {
    let Actor::Seat(seat) = game.to_act() else { return None };
    let (mut after_each, seats) = (Vec::new(), game.seats());
    Turns::default().each(game, |after| {
        after_each.push((after.actions.to_vec(), after.game.clone()));
    });
    let mut planner = Planner::new(Character::Plain);
    let clock = Clock::new(Budget::Nodes(nodes), planner.effort());
    let mut search = Search::new(&mut planner, nodes, clock);
    // Turns cost about the same, so the first of them show whether the limit suffices.
    let trial = nodes / (after_each.len() as u64).div_ceil(4).max(1);
    let mut solved = Vec::with_capacity(after_each.len());
    for (actions, after) in after_each {
        search.last = match solved.len() {
            0 | 1 => trial.saturating_mul(1 + solved.len() as u64).min(nodes),
            _ => nodes,
        };
        search.go_on()?;
        let Worth { utility, lead } = match seats {
            2 => search.after(after, seat, f64::NEG_INFINITY)?,
            _ => search.expected(&after)?[seat],
        };
        let win = (utility - lead) / WIN + 1.0 / f64::from(seats);
        solved.push(SolvedTurn { actions, win, lead });
    }
    Some(solved)
}
