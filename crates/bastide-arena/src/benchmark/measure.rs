//! Asks an entrant for its turns.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use bastide::{Action, Actor, Game, Setup};
use bastide_host::Record;

use super::{BenchmarkError, ExactLoss, Puzzle, Question, Suite, SuiteGame, Values, group};
use crate::player::{Entrant, PlayerError};

/// All answers of an entrant to a suite.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// Choices, in the order of the suite.
    pub choices: Vec<Choice>,
    /// Positions without an answer.
    pub failures: Vec<Failure>,
    /// Number of positions of games that the entrant does not play.
    pub skipped: usize,
}

/// A chosen turn and its distance to the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Number of the game in the suite.
    pub game: usize,
    /// Line of the position in the file.
    pub line: usize,
    /// Group of the game in reports.
    pub group: String,
    /// Number of players.
    pub seats: u8,
    /// Tiles left in the bag, and tiles of the whole game.
    pub left: [u32; 2],
    /// Lost points.
    pub points: f64,
    /// Lost share of the win, from 0 to 1; only for exact values.
    pub win: Option<f64>,
    /// Standard error of `points` from the values themselves; 0 for exact values.
    pub error: f64,
    /// States searched, if the entrant reports them.
    pub nodes: Option<u64>,
    /// Thinking time in microseconds.
    pub micros: u64,
}

/// A position without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Line of the position in the file.
    pub line: usize,
    /// Description of the fault.
    pub why: String,
}

/// Asks `entrant` for a turn in every position, on several threads, and calls `done` after each
/// game. The answers do not depend on the number of threads, unless the budget is in time.
///
/// # Errors
/// Returns a [`BenchmarkError`] if the suite is damaged.
pub fn measure(
    entrant: &dyn Entrant,
    suite: &Suite,
    threads: usize,
    mut done: impl FnMut(usize),
) -> Result<Measured, BenchmarkError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut found: Vec<Option<Measured>> = vec![None; suite.games.len()];
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, suite.games.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = suite.games.get(at) else { return };
                    if sender.send((at, measure_game(entrant, game, at))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (at, measured) in receiver {
            found[at] = Some(measured?);
            done(suite.games[at].puzzles.len());
        }
        Ok(())
    })?;
    let mut all = Measured::default();
    for measured in found.into_iter().flatten() {
        all.choices.extend(measured.choices);
        all.failures.extend(measured.failures);
        all.skipped += measured.skipped;
    }
    Ok(all)
}

fn measure_game(
    entrant: &dyn Entrant,
    game: &SuiteGame,
    number: usize,
) -> Result<Measured, BenchmarkError> {
    let mut measured = Measured::default();
    let record = game.record()?;
    let whole = record.start().bag().left();
    for puzzle in &game.puzzles {
        let question = puzzle.open(&record)?;
        let (line, setup) = (puzzle.line, record.setup());
        match ask(entrant, &record, puzzle, &question) {
            Ok(None) => measured.skipped += 1,
            Err(error) => measured.failures.push(Failure { line, why: error.to_string() }),
            Ok(Some(Answer { turn, nodes, micros })) => {
                let (points, win, error) = loss(&puzzle.values, turn);
                let left = [question.game.bag().left(), whole];
                let (group, seats) = (group(setup), setup.seats);
                let choice = Choice {
                    game: number,
                    line,
                    group,
                    seats,
                    left,
                    points,
                    win,
                    error,
                    nodes,
                    micros,
                };
                measured.choices.push(choice);
            }
        }
    }
    Ok(measured)
}

/// A chosen turn and its cost.
struct Answer {
    /// Index of the turn.
    turn: usize,
    nodes: Option<u64>,
    micros: u64,
}

/// Asks for a whole turn. Returns `None` if the entrant does not play this game.
fn ask(
    entrant: &dyn Entrant,
    record: &Record,
    puzzle: &Puzzle,
    question: &Question,
) -> Result<Option<Answer>, PlayerError> {
    let setup: &Setup = record.setup();
    if !entrant.plays(setup)? {
        return Ok(None);
    }
    let mut player = entrant.player(puzzle.line as u64)?;
    player.begin(setup, question.seat)?;
    for &action in &record.actions()[..puzzle.at] {
        player.played(action)?;
    }
    let (mut game, mut actions) = (question.game.clone(), Vec::<Action>::new());
    let (mut nodes, mut micros) = (None, 0);
    // As in `Turns::each`: until chance or another seat acts.
    while game.to_act() == Actor::Seat(question.seat) && game.turn() == question.seat {
        let (time, choice) = player.clock().measure(|| player.choose(&game, entrant.budget()));
        let action = choice?;
        micros += u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(more) = player.nodes() {
            nodes = Some(nodes.unwrap_or(0) + more);
        }
        game.play(action).map_err(|illegal| PlayerError(illegal.to_string()))?;
        player.played(action)?;
        actions.push(action);
    }
    match question.turns.iter().position(|turn| *turn == actions) {
        Some(turn) => Ok(Some(Answer { turn, nodes, micros })),
        None => Err(PlayerError("the turn is not one of those listed".to_owned())),
    }
}

/// Returns the lost points, the lost share of the win, and the standard error of the points.
fn loss(values: &Values, turn: usize) -> (f64, Option<f64>, f64) {
    let points = |hundredths: f64| hundredths / 100.0;
    match values {
        Values::Exact(losses) => {
            let ExactLoss { points: lost, win } = losses[turn];
            // Points that cost a part of the win are not a gain.
            (points(f64::from(lost.max(0))), Some(f64::from(win) / 10_000.0), 0.0)
        }
        Values::Sampled { turns, finals } => {
            // The turn that is best in one half is valued by the other half.
            let best = |half: usize| finals.iter().min_by_key(|finalist| finalist.halves[half]);
            let other = |half: usize| best(half).map_or(0, |finalist| finalist.halves[1 - half]);
            let best = f64::from(other(0) + other(1)) / 2.0;
            let own = match finals.iter().find(|finalist| finalist.turn == turn) {
                Some(finalist) => f64::from(finalist.halves[0] + finalist.halves[1]) / 2.0,
                None => f64::from(turns[turn].points),
            };
            (points(own - best), None, points(f64::from(turns[turn].error)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Finalist, SampledLoss};
    use super::*;

    #[test]
    fn the_best_turn_of_one_half_is_valued_by_the_other() {
        let turn = |points| SampledLoss { points, error: 50 };
        let finals = vec![
            Finalist { turn: 0, halves: [0, 0] },
            Finalist { turn: 1, halves: [-100, 300] },
            Finalist { turn: 2, halves: [120, 80] },
        ];
        let values =
            Values::Sampled { turns: vec![turn(0), turn(100), turn(100), turn(900)], finals };
        // Turn 1 is best in the first half and loses 3 in the second; turn 0 is best in the second
        // half and loses 0 in the first: the best is worth 1.5 less than it seems.
        assert_eq!(loss(&values, 0), (-1.5, None, 0.5));
        assert_eq!(loss(&values, 2), (-0.5, None, 0.5));
        assert_eq!(loss(&values, 3), (7.5, None, 0.5));
    }

    #[test]
    fn points_at_the_cost_of_the_win_are_not_a_gain() {
        let values = Values::Exact(vec![
            ExactLoss { points: 0, win: 0 },
            ExactLoss { points: -200, win: 5000 },
            ExactLoss { points: 150, win: 0 },
        ]);
        assert_eq!(loss(&values, 1), (0.0, Some(0.5), 0.0));
        assert_eq!(loss(&values, 2), (1.5, Some(0.0), 0.0));
    }
}
