//! Forecasts and puzzles as wire types. Values are in thousandths, as in reviews.

use bastide::{Actor, AnyGame, Game as _};
use bastide_bots::{Turns, reasons};
use bastide_host::position;
use bastide_study::puzzles::{self, Answer, Proof, Puzzle, PuzzleError, Reply};
use bastide_study::{Forecast, Rating};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::aid::ReasonView;
use crate::hints::reason_view;
use crate::review::{OutlookView, all_milli, milli, tokens};
use crate::view::number;

/// A forecast of the result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ForecastView {
    /// Expected margins and chances of winning.
    #[serde(flatten)]
    pub outlook: OutlookView,
    /// Standard error of each margin.
    pub margin_error: Vec<i32>,
    /// Standard error of each chance of winning.
    pub win_error: Vec<i32>,
    /// Number of rollouts; 0 if the game is over.
    pub rollouts: u32,
    /// True if forecasts of such games with this number of rollouts were compared with their results,
    /// or the game is over.
    pub is_calibrated: bool,
}

impl ForecastView {
    /// Converts a forecast.
    pub fn new(forecast: &Forecast) -> ForecastView {
        ForecastView {
            outlook: OutlookView::new(&forecast.value),
            margin_error: all_milli(&forecast.margin_error),
            win_error: all_milli(&forecast.win_error),
            rollouts: forecast.rollouts,
            is_calibrated: forecast.is_calibrated,
        }
    }
}

/// A puzzle in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleLine {
    /// Identifier, such as `fields-12a`.
    pub id: String,
    /// The game: `base`, `fields`, `wheel`, `buildings` or `castle`.
    pub game: String,
    /// Themes of the solution.
    pub themes: Vec<String>,
    /// True if all turns were searched to the end of the game.
    pub is_exact: bool,
    /// Difficulty as a rating.
    pub rating: u32,
    /// The puzzle as a file of its own, for further calls.
    pub text: String,
}

impl PuzzleLine {
    /// Converts a puzzle.
    pub fn new(puzzle: &Puzzle) -> PuzzleLine {
        PuzzleLine {
            id: puzzle.id.clone(),
            game: puzzle.game.name().to_owned(),
            themes: puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect(),
            is_exact: puzzle.proof == Proof::Exact,
            rating: puzzle.rating,
            text: puzzles::write(core::slice::from_ref(puzzle)),
        }
    }
}

/// The position of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleView {
    /// The seat to move.
    pub seat: u8,
    /// The record that leads to the position.
    pub record: String,
    /// All legal turns, in record notation.
    pub turns: Vec<Vec<String>>,
}

impl PuzzleView {
    /// Returns the position of a puzzle.
    ///
    /// # Errors
    /// Returns an error if the position cannot be decoded.
    pub fn new(puzzle: &Puzzle) -> Result<PuzzleView, PuzzleError> {
        let record = position::decode(&puzzle.position)
            .map_err(|error| PuzzleError::Position(puzzle.id.clone(), error))?;
        let game = record.game();
        let mut turns = Vec::new();
        Turns::default().each(&game, |after| turns.push(tokens(&game, after.actions)));
        Ok(PuzzleView { seat: number(game.turn()), record: record.to_text(), turns })
    }
}

/// A reply that shows why an answer is wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RefutationView {
    /// The draw, in record notation.
    pub draw: String,
    /// The number of draws out of `of` that lead to it.
    pub weight: u32,
    /// The number of all draws.
    pub of: u32,
    /// The reply, in record notation.
    pub actions: Vec<String>,
    /// Its effects, from the side of the player who replies.
    pub reasons: Vec<ReasonView>,
}

/// The judgement of an answer to a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PuzzleAnswerView {
    /// True if the answer is the solution, or as good as far as is known.
    pub is_right: bool,
    /// Margin lost against the solution.
    pub lost: i32,
    /// Standard error of `lost`.
    pub error: i32,
    /// The solution, in record notation.
    pub solution: Vec<String>,
    /// Reasons for and against the solution.
    pub solution_reasons: Vec<ReasonView>,
    /// Reasons for and against the answer.
    pub answer_reasons: Vec<ReasonView>,
    /// The reply that harms a wrong answer most.
    pub refutation: Option<RefutationView>,
}

impl PuzzleAnswerView {
    /// Judges a turn as the answer to a puzzle.
    ///
    /// # Errors
    /// Returns an error if the puzzle is damaged or the turn is not legal.
    pub fn check(puzzle: &Puzzle, turn: &[String]) -> Result<PuzzleAnswerView, PuzzleError> {
        let Answer { is_right, lost, error, refutation } = puzzles::check(puzzle, turn)?;
        let game = puzzle.position()?;
        let why = |turn: &[String]| -> Result<Vec<ReasonView>, PuzzleError> {
            let actions = puzzle.actions(&game, turn)?;
            let found = reasons(&game, &actions);
            Ok(found.iter().map(|reason| reason_view(reason, game.turn())).collect())
        };
        let answer = puzzle.actions(&game, turn)?;
        Ok(PuzzleAnswerView {
            is_right,
            lost: milli(lost),
            error: milli(error),
            solution: puzzle.solution.clone(),
            solution_reasons: why(&puzzle.solution)?,
            answer_reasons: why(turn)?,
            refutation: refutation.map(|reply| refuted(&game, &answer, reply)),
        })
    }
}

/// Converts a reply to the turn `answer`.
fn refuted(game: &AnyGame, answer: &[bastide::Action], reply: Reply) -> RefutationView {
    let mut after = game.clone();
    answer.iter().for_each(|&action| after.play_unchecked(action));
    let notation = |token: &String| game.notation().parse(token).ok();
    let mut views = Vec::new();
    if let Some(draw) = notation(&reply.draw) {
        after.play_unchecked(draw);
        let actions: Vec<_> = reply.actions.iter().filter_map(notation).collect();
        if let Actor::Seat(seat) = after.to_act() {
            let found = reasons(&after, &actions);
            views = found.iter().map(|reason| reason_view(reason, seat)).collect();
        }
    }
    let Reply { draw, weight, of, actions } = reply;
    RefutationView { draw, weight, of, actions, reasons: views }
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingView {
    /// The rating.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Volatility.
    pub volatility: f64,
}

impl From<Rating> for RatingView {
    fn from(Rating { rating, deviation, volatility }: Rating) -> RatingView {
        RatingView { rating, deviation, volatility }
    }
}

impl From<RatingView> for Rating {
    /// Limits the values to those of real ratings, so that the calculation stays finite.
    fn from(RatingView { rating, deviation, volatility }: RatingView) -> Rating {
        let usual = Rating::default();
        let within = |value: f64, low: f64, high: f64, usual: f64| {
            if value.is_finite() { value.clamp(low, high) } else { usual }
        };
        Rating {
            rating: within(rating, 0.0, 4000.0, usual.rating),
            deviation: within(deviation, 10.0, 350.0, usual.deviation),
            volatility: within(volatility, 0.01, 0.2, usual.volatility),
        }
    }
}

/// Ratings after an attempt at a puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RatedView {
    /// Rating of the solver.
    pub solver: RatingView,
    /// Rating of the puzzle.
    pub puzzle: RatingView,
}

impl RatedView {
    /// Returns the ratings after an attempt with `score` from 0 (failed) to 1 (solved).
    pub fn after(solver: RatingView, puzzle: RatingView, score: f64) -> RatedView {
        let score = if score.is_finite() { score.clamp(0.0, 1.0) } else { 0.0 };
        let (solver, puzzle) = (Rating::from(solver), Rating::from(puzzle));
        RatedView {
            solver: solver.after(&puzzle, score).into(),
            puzzle: puzzle.after(&solver, 1.0 - score).into(),
        }
    }
}
