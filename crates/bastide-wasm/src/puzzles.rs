//! Calls about forecasts and puzzles.

use bastide_protocol::{
    ForecastView, Problem, PuzzleAnswerView, PuzzleLine, PuzzleView, RatedView, RatingView,
};
use bastide_study::puzzles::{self, Puzzle};
use bastide_study::{Group, forecast as forecast_of};

use crate::request::{Response, bad_setup, malformed, ok};
use crate::study::GameRef;

/// Maximum number of rollouts, so that a call ends.
const MOST_ROLLOUTS: u32 = 10_000;

/// Forecasts the result of a game.
pub(crate) fn forecast(of: &GameRef, rollouts: Option<u32>, seed: Option<u64>) -> Response {
    let game = of.record()?.game();
    let rollouts = rollouts.unwrap_or(Group::of(&game).rollouts()).min(MOST_ROLLOUTS);
    ok(&ForecastView::new(&forecast_of(&game, rollouts, seed.unwrap_or(1))))
}

fn read(text: &str) -> Result<Vec<Puzzle>, Problem> {
    puzzles::parse(text).map_err(|error| bad_setup(&error))
}

/// Returns the only puzzle of a file.
fn one(text: &str) -> Result<Puzzle, Problem> {
    let found = read(text)?.into_iter().next();
    found.ok_or_else(|| bad_setup(&"the file has no puzzle"))
}

/// Lists the puzzles of a file.
pub(crate) fn list(text: &str) -> Response {
    ok(&read(text)?.iter().map(PuzzleLine::new).collect::<Vec<_>>())
}

/// Returns the id of the puzzle of a day, as days since 1970.
pub(crate) fn daily(text: &str, day: u64) -> Response {
    let puzzles = read(text)?;
    ok(&puzzles::daily(&puzzles, day).map(|puzzle| puzzle.id.as_str()))
}

/// Returns the position of a puzzle.
pub(crate) fn show(text: &str) -> Response {
    ok(&PuzzleView::new(&one(text)?).map_err(|error| bad_setup(&error))?)
}

/// Judges an answer to a puzzle.
pub(crate) fn answer(text: &str, actions: &[String]) -> Response {
    ok(&PuzzleAnswerView::check(&one(text)?, actions).map_err(|error| malformed(&error))?)
}

/// Returns the ratings after an attempt.
pub(crate) fn rate(solver: RatingView, puzzle: RatingView, score: f64) -> Response {
    ok(&RatedView::after(solver, puzzle, score))
}
