//! Benchmark: positions in which the value of every turn is known, and how far the choices of a bot
//! fall below the best of them. `docs/benchmark.md` describes it.
//!
//! A [`Suite`] is a file of positions: *endgames* have exact values, *middle games* have values from
//! rollouts. [`measure`] asks an entrant for its turns, and a [`BenchmarkReport`] summarises them.
//!
//! ```
//! use bastide_arena::benchmark::{Suite, SuiteKind};
//! let suite = Suite::built_in(SuiteKind::Endgames)?;
//! let question = suite.games[0].puzzles[0].open(&suite.games[0].record()?)?;
//! assert!(question.turns.len() > 1);
//! # Ok::<(), bastide_arena::benchmark::BenchmarkError>(())
//! ```

mod file;
mod make;
mod measure;
mod number;
mod report;

use std::sync::LazyLock;

use bastide::{Action, Actor, AnyGame, Expansion, Game, LandRules, Rules, Seat, Setup};
use bastide_bots::Turns;
use bastide_host::{Record, position};

pub use file::{BenchmarkError, Problem};
pub use make::{Making, make};
pub use measure::{Choice, Failure, Measured, measure};
pub use report::{BenchmarkReport, OPPONENTS, Row, SuiteReport, opponents};

/// Kind of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuiteKind {
    /// At most four tiles are left, and the value of every turn is exact.
    Endgames,
    /// Values are averages of rollouts.
    Middles,
}

impl SuiteKind {
    /// All kinds.
    pub const ALL: [SuiteKind; 2] = [SuiteKind::Endgames, SuiteKind::Middles];

    /// Returns the name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SuiteKind::Endgames => "endgames",
            SuiteKind::Middles => "middles",
        }
    }
}

/// A set of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite {
    /// Kind of all positions.
    pub kind: SuiteKind,
    /// The games from which the positions are taken.
    pub games: Vec<SuiteGame>,
}

/// A game and its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteGame {
    /// Position string of the last position, which includes all earlier ones.
    pub position: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// The positions.
    pub puzzles: Vec<Puzzle>,
}

/// A position with the values of all turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Number of actions before the position.
    pub at: usize,
    /// Line in the file, from 1.
    pub line: usize,
    /// Values of all turns, in the order of [`Turns::each`].
    pub values: Values,
}

/// Values of all turns of a position, in hundredths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// Exact values.
    Exact(Vec<ExactLoss>),
    /// Values from rollouts.
    Sampled {
        /// Value of each turn.
        turns: Vec<SampledLoss>,
        /// Turns with the most rollouts.
        finals: Vec<Finalist>,
    },
}

/// Exact distance of a turn to the best one. The best turn has the largest share of the win, and
/// among those the largest lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactLoss {
    /// Lost points of lead, in hundredths. Negative if the turn gains points at the cost of the win.
    pub points: i32,
    /// Lost share of the win, in hundredths of a percent.
    pub win: i32,
}

/// Estimated distance of a turn to the reference turn, on the same tile orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampledLoss {
    /// Lost points of lead, in hundredths.
    pub points: i32,
    /// Standard error of `points`, in hundredths.
    pub error: u32,
}

/// A turn with the most rollouts. Its rollouts are divided into two halves, so that the best turn
/// can be selected by one half and valued by the other: the maximum of noisy values would be
/// biased.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finalist {
    /// Index of the turn.
    pub turn: usize,
    /// Lost points of lead in each half, in hundredths.
    pub halves: [i32; 2],
}

/// A position to be answered.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub game: AnyGame,
    /// The seat to act.
    pub seat: Seat,
    /// All whole turns.
    pub turns: Vec<Vec<Action>>,
}

impl Question {
    /// Returns the question of a game, or `None` if no tile is to be laid.
    fn new(game: AnyGame) -> Option<Question> {
        let Actor::Seat(seat) = game.to_act() else { return None };
        // WHEEL-PLAGUE-2: other decisions may come before the tile is laid.
        if game.drawn().is_none() || !matches!(game.actions().first(), Some(Action::Place { .. })) {
            return None;
        }
        let mut turns = Vec::new();
        Turns::default().each(&game, |after| turns.push(after.actions.to_vec()));
        Some(Question { game, seat, turns })
    }
}

impl Suite {
    /// Returns the positions that belong to this version.
    ///
    /// # Errors
    /// Returns a [`BenchmarkError`] if the built-in file is damaged.
    pub fn built_in(kind: SuiteKind) -> Result<Suite, BenchmarkError> {
        match kind {
            SuiteKind::Endgames => include_str!("../benchmark/endgames.txt").parse(),
            SuiteKind::Middles => include_str!("../benchmark/middles.txt").parse(),
        }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.games.iter().map(|game| game.puzzles.len()).sum()
    }

    /// Keeps at most `most` games, evenly spaced.
    #[must_use]
    pub fn sample(mut self, most: usize) -> Suite {
        let all = self.games.len();
        if most < all {
            let mut at = 0;
            self.games.retain(|_| {
                // The sample of game n begins where n * most / all grows.
                let is_kept = at * most / all != (at + 1) * most / all;
                at += 1;
                is_kept
            });
        }
        self
    }
}

impl SuiteGame {
    /// Returns the actions up to the last position.
    ///
    /// # Errors
    /// Returns a [`BenchmarkError`] if the string is not a position.
    pub fn record(&self) -> Result<Record, BenchmarkError> {
        position::decode(&self.position)
            .map_err(|error| BenchmarkError::Line(self.line, Problem::Position(error)))
    }
}

impl Puzzle {
    /// Returns the position, and checks that the values belong to it.
    ///
    /// # Errors
    /// Returns a [`BenchmarkError`] if they do not.
    pub fn open(&self, record: &Record) -> Result<Question, BenchmarkError> {
        let fail = |problem| Err(BenchmarkError::Line(self.line, problem));
        if self.at > record.actions().len() {
            return fail(Problem::NoDecision);
        }
        let Some(question) = Question::new(record.state_after(self.at)) else {
            return fail(Problem::NoDecision);
        };
        let (found, expected) = (self.values.len(), question.turns.len());
        if found != expected {
            return fail(Problem::Count { found, expected });
        }
        Ok(question)
    }
}

impl Values {
    /// Returns the number of turns.
    fn len(&self) -> usize {
        match self {
            Values::Exact(losses) => losses.len(),
            Values::Sampled { turns, .. } => turns.len(),
        }
    }
}

/// Returns the group of a game in reports: its base set, and whether there are buildings or one of
/// the classic expansions.
fn group(setup: &Setup) -> String {
    match &setup.rules {
        Rules::Stronghold(_) => "stronghold".to_owned(),
        Rules::Land(rules) => match rules.game() {
            _ if classic_mixes().contains(rules) => "classic".to_owned(),
            Some(replaced) => Expansion::name(replaced).to_owned(),
            None if rules.is_plain() => "base".to_owned(),
            None => "base, buildings".to_owned(),
        },
    }
}

/// Returns the mixes with a classic expansion, which [`LandRules::all_mixes`] leaves out.
fn classic_mixes() -> &'static [LandRules] {
    static MIXES: LazyLock<Vec<LandRules>> = LazyLock::new(|| {
        let usual: Vec<LandRules> = LandRules::all_mixes().collect();
        LandRules::every_mix().filter(|mix| !usual.contains(mix)).collect()
    });
    &MIXES
}
