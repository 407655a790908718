//! Puzzles: positions with one best turn, and their answers.

mod answer;
mod file;
mod mine;
mod themes;

use bastide::{Action, Actor, AnyGame, Game as _};
use bastide_host::{PositionError, position};

use crate::decision::is_single_step;

pub use crate::games::PuzzleGame;
pub use answer::{Answer, Reply, check};
pub use file::{FileError, LineProblem, parse, write};
pub use mine::{Mining, mine_game};
pub use themes::Theme;

/// The puzzles that come with the program, as a file.
pub const BUILT_IN: &str = include_str!("../puzzles/puzzles.txt");

/// Evidence that the solution is the only best turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// All turns were searched to the end of the game.
    Exact,
    /// Rollouts with this many states evaluated.
    Rollouts(u64),
}

/// A turn other than the solution, and its loss.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Margin lost against the solution, in thousandths of a point.
    pub lost: i64,
    /// Standard error of `lost`; 0 if it is exact.
    pub error: i64,
    /// The actions, in notation.
    pub actions: Vec<String>,
}

/// A position with one best turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Identifier, such as `fields-12`.
    pub id: String,
    /// The game.
    pub game: PuzzleGame,
    /// Ideas of the solution.
    pub themes: Vec<Theme>,
    /// Evidence for the solution.
    pub proof: Proof,
    /// Difficulty as a rating.
    pub rating: u32,
    /// The position, encoded.
    pub position: String,
    /// The solution, in notation.
    pub solution: Vec<String>,
    /// The best other turns, best first.
    pub wrong: Vec<Wrong>,
}

/// The reason a puzzle cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The position cannot be decoded.
    #[error("puzzle {0}: {1}")]
    Position(String, PositionError),
    /// No seat has to act at the position.
    #[error("puzzle {0}: no player has to act at its position")]
    NoTurn(String),
    /// A turn is not legal, or not whole.
    #[error("puzzle {0}: `{1}` is not a whole legal turn")]
    Illegal(String, String),
}

impl Puzzle {
    /// Returns the game at the position: a seat has to act.
    ///
    /// # Errors
    /// Returns an error if the position cannot be decoded, or if no seat has to act.
    pub fn position(&self) -> Result<AnyGame, PuzzleError> {
        let record = position::decode(&self.position)
            .map_err(|error| PuzzleError::Position(self.id.clone(), error))?;
        let game = record.game();
        match game.to_act() {
            Actor::Seat(_) => Ok(game),
            Actor::Chance | Actor::Nobody => Err(PuzzleError::NoTurn(self.id.clone())),
        }
    }

    /// Returns the actions of a turn in notation, if they are a legal whole turn in `game`.
    ///
    /// # Errors
    /// Returns an error that names the turn if it is not.
    pub fn actions(&self, game: &AnyGame, turn: &[String]) -> Result<Vec<Action>, PuzzleError> {
        let illegal = || PuzzleError::Illegal(self.id.clone(), turn.join(" "));
        let (seat, mut after, mut actions) = (game.to_act(), game.clone(), Vec::new());
        for token in turn {
            let action = after.notation().parse(token).map_err(|_| illegal())?;
            if after.to_act() != seat || after.play(action).is_err() {
                return Err(illegal());
            }
            actions.push(action);
        }
        let goes_on = after.to_act() == seat && after.turn() == game.turn();
        if actions.is_empty() || goes_on && !is_single_step(game) {
            return Err(illegal());
        }
        Ok(actions)
    }
}

/// Returns the puzzle of a day, given as days since 1970: all puzzles appear before one repeats.
///
/// ```
/// let puzzles = bastide_study::puzzles::parse(bastide_study::puzzles::BUILT_IN)?;
/// let today = bastide_study::puzzles::daily(&puzzles, 20_000).map(|puzzle| puzzle.id.clone());
/// let tomorrow = bastide_study::puzzles::daily(&puzzles, 20_001).map(|puzzle| puzzle.id.clone());
/// assert!(puzzles.len() < 2 || today != tomorrow);
/// # Ok::<(), bastide_study::puzzles::FileError>(())
/// ```
pub fn daily(puzzles: &[Puzzle], day: u64) -> Option<&Puzzle> {
    let count = puzzles.len() as u64;
    if count == 0 {
        return None;
    }
    // The step is coprime to the number of puzzles and visits them in an irregular order.
    let is_coprime = |step: &u64| gcd(*step, count) == 1;
    let step = (count * 382 / 1000 + 1..).find(is_coprime).unwrap_or(1);
    puzzles.get((day % count * step % count) as usize)
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
