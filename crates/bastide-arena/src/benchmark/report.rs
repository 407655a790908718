//! Summary of a benchmark: losses by phase and game, and strength against fixed opponents.

use std::collections::BTreeMap;

use bastide_bots::{Spec, SpecError};
use serde::Serialize;

use super::{Choice, Measured, Suite, SuiteKind};
use crate::report::PairReport;
use crate::stats::{Estimate, Part, bootstrap};

/// Opponents of the games of a benchmark: without the evaluator, among them one that seeks contests,
/// with it, and with search.
pub const OPPONENTS: [&str; 4] = ["greedy", "rival", "oneply", "strong@30000n"];

/// Returns the fixed opponents.
///
/// # Errors
/// Never fails, because all names in [`OPPONENTS`] are bots.
pub fn opponents() -> Result<Vec<Spec>, SpecError> {
    OPPONENTS.iter().map(|name| name.parse()).collect()
}

/// Result of a benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BenchmarkReport {
    /// Name of the bot.
    pub bot: String,
    /// Losses in each suite.
    pub suites: Vec<SuiteReport>,
    /// Games against [`OPPONENTS`].
    pub games: Vec<PairReport>,
}

/// Losses of a bot in a suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteReport {
    /// Name of the suite.
    pub suite: &'static str,
    /// Number of positions with an answer.
    pub positions: usize,
    /// Number of positions of games that the bot does not play.
    pub skipped: usize,
    /// Number of positions without a valid answer.
    pub failed: usize,
    /// Reason of the first failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_failure: Option<String>,
    /// Losses of all positions, by phase, by game and by number of players.
    pub rows: Vec<Row>,
}

/// Losses in a group of positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Name of the group.
    pub group: String,
    /// Number of positions.
    pub positions: usize,
    /// Mean loss of a turn in points.
    pub points: Estimate,
    /// Mean loss of a turn in shares of the win; only with exact values.
    pub win: Option<Estimate>,
    /// Share of turns without a loss; only with exact values.
    pub best: Option<Estimate>,
    /// Standard error of `points` that comes from the values themselves.
    pub noise: f64,
    /// Mean number of states searched for a turn, if the bot reports it.
    pub nodes: Option<f64>,
    /// Mean thinking time of a turn in microseconds.
    pub micros: f64,
}

impl SuiteReport {
    /// Summarises the answers to a suite.
    pub fn new(suite: &Suite, measured: &Measured) -> SuiteReport {
        let Measured { choices, failures, skipped } = measured;
        let mut groups: BTreeMap<(usize, String), Vec<&Choice>> = BTreeMap::new();
        for choice in choices {
            for (order, name) in names(suite.kind, choice) {
                groups.entry((order, name)).or_default().push(choice);
            }
        }
        let rows = groups.into_iter().map(|((_, group), choices)| row(suite.kind, group, &choices));
        SuiteReport {
            suite: suite.kind.name(),
            positions: choices.len(),
            skipped: *skipped,
            failed: failures.len(),
            first_failure: failures.first().map(|f| format!("line {}: {}", f.line, f.why)),
            rows: rows.collect(),
        }
    }

    /// Returns the row of all positions, if there are any.
    pub fn total(&self) -> Option<&Row> {
        self.rows.first()
    }
}

/// Returns the groups of a position, each with its place in the report.
fn names(kind: SuiteKind, choice: &Choice) -> [(usize, String); 4] {
    let [left, whole] = choice.left;
    let phase = match kind {
        SuiteKind::Endgames if left == 1 => "1 tile left".to_owned(),
        SuiteKind::Endgames => format!("{left} tiles left"),
        SuiteKind::Middles if 3 * left > 2 * whole => "early".to_owned(),
        SuiteKind::Middles if 3 * left > whole => "middle".to_owned(),
        SuiteKind::Middles => "late".to_owned(),
    };
    let order = match kind {
        SuiteKind::Endgames => 1 + left as usize,
        // In the order of play.
        SuiteKind::Middles => 1 + (3 * (whole - left) / whole.max(1)) as usize,
    };
    let players = if choice.seats == 2 { "2 players" } else { "3 to 5 players" };
    [(0, "all".to_owned()), (order, phase), (100, choice.group.clone()), (101, players.to_owned())]
}

fn row(kind: SuiteKind, group: String, choices: &[&Choice]) -> Row {
    // Positions of one game are not independent, so games are resampled.
    let mut games: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
    for choice in choices {
        let parts = games.entry(choice.game).or_insert_with(|| vec![Part::default(); 3]);
        let is_best = choice.points <= 0.0 && choice.win.unwrap_or(0.0) <= 0.0;
        parts[0].put(choice.points);
        parts[1].put(choice.win.unwrap_or(0.0));
        parts[2].put(f64::from(u8::from(is_best)));
    }
    let games: Vec<Vec<Part>> = games.into_values().collect();
    let estimates = bootstrap(&games);
    let count = choices.len() as f64;
    let is_exact = kind == SuiteKind::Endgames;
    let nodes: Option<Vec<u64>> = choices.iter().map(|choice| choice.nodes).collect();
    let noise = choices.iter().map(|choice| choice.error.powi(2)).sum::<f64>().sqrt() / count;
    Row {
        group,
        positions: choices.len(),
        points: estimates[0],
        win: is_exact.then_some(estimates[1]),
        best: is_exact.then_some(estimates[2]),
        noise,
        nodes: nodes.map(|nodes| nodes.iter().sum::<u64>() as f64 / count),
        micros: choices.iter().map(|choice| choice.micros as f64).sum::<f64>() / count,
    }
}
