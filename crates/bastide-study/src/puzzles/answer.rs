//! Answers to puzzles, and refutations of wrong ones.

use bastide::{Action, Actor, AnyGame, Game};
use bastide_bots::perform;

use super::{Proof, Puzzle, PuzzleError};
use crate::policy::Policy;
use crate::search::assess;

/// Number of states evaluated for a turn that the puzzle does not list.
const NODES: u64 = 300_000;

/// A reply of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The draw, in notation.
    pub draw: String,
    /// The number of draws out of all that lead to it.
    pub weight: u32,
    /// The number of all draws.
    pub of: u32,
    /// The turn, in notation.
    pub actions: Vec<String>,
}

/// The judgement of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// True if it is the solution, leads to the same state, or is as good as far as is known.
    pub is_right: bool,
    /// Margin lost against the solution, in thousandths of a point.
    pub lost: i64,
    /// Standard error of `lost`.
    pub error: i64,
    /// The reply that harms a wrong answer most, weighted by its probability; none if the game is
    /// over or no reply harms it.
    pub refutation: Option<Reply>,
}

/// Judges a turn as the answer to a puzzle.
///
/// # Errors
/// Returns an error if the puzzle is damaged, or the turn is not legal.
pub fn check(puzzle: &Puzzle, turn: &[String]) -> Result<Answer, PuzzleError> {
    let game = puzzle.position()?;
    let solution = puzzle.actions(&game, &puzzle.solution)?;
    let actions = puzzle.actions(&game, turn)?;
    let print = |actions: &[Action]| {
        let mut after = game.clone();
        perform(&mut after, actions);
        (after.fingerprint(), after)
    };
    let ((wanted, _), (found, after)) = (print(&solution), print(&actions));
    let right = Answer { is_right: true, lost: 0, error: 0, refutation: None };
    if wanted == found {
        return Ok(right);
    }
    let listed = puzzle.wrong.iter().find(|wrong| {
        puzzle.actions(&game, &wrong.actions).is_ok_and(|actions| print(&actions).0 == found)
    });
    let (lost, error) = match listed {
        Some(wrong) => (wrong.lost, wrong.error),
        None => {
            let found = assess(&game, Some(&actions), NODES, 1);
            let seat = game.turn().index();
            let (lost, error) = found.map_or((0, 0), |found| {
                (found.best.margin[seat] - found.played.margin[seat], found.error)
            });
            match puzzle.proof {
                // All turns were searched, and the best ones are listed.
                Proof::Exact => {
                    let least = puzzle.wrong.last().map_or(0, |wrong| wrong.lost);
                    if lost > least { (lost, error) } else { (least, 0) }
                }
                // Only the most promising turns were compared to the end.
                Proof::Rollouts(_) if lost <= 0 => return Ok(right),
                Proof::Rollouts(_) => (lost, error),
            }
        }
    };
    Ok(Answer { is_right: false, lost, error, refutation: refute(&game, &after) })
}

/// Returns the reply that lowers the expected margin of the seat to act in `game` most, if it plays
/// on to `after`.
fn refute(game: &AnyGame, after: &AnyGame) -> Option<Reply> {
    let Actor::Seat(seat) = game.to_act() else { return None };
    if after.to_act() != Actor::Chance {
        return None;
    }
    let (mut policy, seats) = (Policy::default(), game.seats());
    let mut margin = |state: &AnyGame| {
        let points = policy.points(state);
        crate::value::margins(&points, seats)[seat.index()]
    };
    let now = margin(after);
    let mut worst: Option<(i64, Reply)> = None;
    let mut planner = Policy::default();
    for (draw, weight) in after.chances() {
        let mut state = after.clone();
        state.play_unchecked(draw);
        let Actor::Seat(other) = state.to_act() else { continue };
        let best = planner.turns(&state).into_iter().max_by(|(_, a), (_, b)| {
            let lead = |points: &bastide::BySeat<f32>| points[other] - points[seat];
            lead(a).total_cmp(&lead(b))
        });
        let Some((plan, _)) = best else { continue };
        let (actions, end) = crate::policy::performed(&state, &plan);
        let harm = (now - margin(&end)) * i64::from(weight);
        if harm > 0 && worst.as_ref().is_none_or(|(most, _)| harm > *most) {
            let show = |action: Action| game.notation().show(action).to_string();
            let reply = Reply {
                draw: show(draw),
                weight,
                of: after.chance_count(),
                actions: actions.into_iter().map(show).collect(),
            };
            worst = Some((harm, reply));
        }
    }
    worst.map(|(_, reply)| reply)
}
