//! Strength of a bot by its budget: each budget plays the one before it, or a fixed opponent.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use bastide::Setup;
use bastide_bots::{Budget, Kind, Spec};
use serde::Serialize;

use crate::contest::{Contest, ContestError};
use crate::decks::Decks;
use crate::log::{Log, LogError};
use crate::play::GameResult;
use crate::player::Entrant;
use crate::report::{Report, of_first};
use crate::run::Arena;
use crate::stats::{Estimate, Part, bootstrap};

/// Parameters of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaling {
    /// The game.
    pub setup: Setup,
    /// The bot.
    pub kind: Kind,
    /// Its budgets, smallest first.
    pub budgets: Vec<Budget>,
    /// The opponent of every budget. Without one, each budget plays the one before it.
    pub against: Option<Spec>,
    /// Number of decks of each step; all steps use the same ones.
    pub decks: u64,
    /// Seed of decks and random numbers.
    pub seed: u64,
    /// Folder of the logs, one for each step. Games in them are not played again.
    pub logs: Option<PathBuf>,
}

/// Error of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScalingError {
    /// Too few budgets to compare.
    #[error("two or more budgets are needed, or one and an opponent")]
    TooFew,
    /// The contest is impossible.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// The log of a step cannot be used.
    #[error("{}: {error}", path.display())]
    Log {
        /// Path of the log.
        path: PathBuf,
        /// The problem.
        error: LogError,
    },
}

/// Result of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScalingReport {
    /// The rules.
    pub rules: String,
    /// Number of seats at a table.
    pub players: usize,
    /// Seed of all decks.
    pub seed: u64,
    /// Results, smallest budget first.
    pub steps: Vec<ScalingStep>,
    /// Trend of all steps.
    pub trend: Trend,
}

/// Result of a budget.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScalingStep {
    /// Name of the bot with its budget.
    pub bot: String,
    /// Name of its opponent.
    pub against: String,
    /// Number of complete decks.
    pub decks: usize,
    /// Number of games on them.
    pub games: usize,
    /// Mean score; a draw counts half.
    pub score: Estimate,
    /// `score` as an Elo difference.
    pub elo: Estimate,
    /// Mean difference in points.
    pub margin: Estimate,
    /// Points gained over the budget before, on the same decks. `None` for the first budget against
    /// a fixed opponent.
    pub gain: Option<Estimate>,
    /// Mean thinking time of a decision in microseconds.
    pub micros: f64,
}

/// Trend of a series of budgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// Every budget gains points over the one before, with its whole interval.
    Rising,
    /// At least one loses points, with its whole interval.
    Falling,
    /// Neither is certain.
    Open,
}

impl Scaling {
    /// Returns the bot and its opponent in each step.
    ///
    /// # Errors
    /// Returns [`ScalingError::TooFew`] if there is no step.
    pub fn steps(&self) -> Result<Vec<[Spec; 2]>, ScalingError> {
        let bots: Vec<Spec> =
            self.budgets.iter().map(|&budget| Spec { kind: self.kind, budget }).collect();
        let steps: Vec<[Spec; 2]> = match self.against {
            Some(opponent) => bots.into_iter().map(|bot| [bot, opponent]).collect(),
            None => bots.windows(2).map(|pair| [pair[1], pair[0]]).collect(),
        };
        if steps.is_empty() { Err(ScalingError::TooFew) } else { Ok(steps) }
    }

    /// Plays all games that are not in the logs yet, on several threads, and calls `done` after
    /// each of them, also for those in the logs. With budgets in nodes, the result does not depend
    /// on the machine except for the time.
    ///
    /// # Errors
    /// Returns a [`ScalingError`] if a contest is impossible or a log cannot be used.
    ///
    /// # Panics
    /// Panics if the set-up is impossible.
    pub fn run(
        &self,
        threads: usize,
        mut done: impl FnMut(&[Spec; 2]),
    ) -> Result<ScalingReport, ScalingError> {
        let mut steps = Vec::new();
        let (mut rules, mut before): (String, Option<Vec<(u64, f64)>>) = (String::new(), None);
        for step in self.steps()? {
            let entrants = step.iter().map(|bot| bot as &dyn Entrant).collect();
            let arena = Arena::new(self.setup.clone(), entrants, self.seed)?;
            let games = self.play(&arena, &step, threads, || done(&step))?;
            let report = Report::new(&arena.contest, &games);
            let margins = margins(&arena.contest, &games);
            let (Some(pair), Some(bot)) = (report.pairs.first(), report.bots.first()) else {
                return Err(ScalingError::TooFew);
            };
            let gain = match (&self.against, &before) {
                (None, _) => Some(pair.margin),
                (Some(_), Some(before)) => gain(before, &margins),
                (Some(_), None) => None,
            };
            steps.push(ScalingStep {
                bot: pair.bot.clone(),
                against: pair.against.clone(),
                decks: report.decks,
                games: report.games,
                score: pair.score,
                elo: pair.elo,
                margin: pair.margin,
                gain,
                micros: bot.cost.mean,
            });
            (rules, before) = (report.rules, Some(margins));
        }
        let (players, trend) = (self.setup.seats.into(), trend(&steps));
        Ok(ScalingReport { rules, players, seed: self.seed, steps, trend })
    }

    /// Returns all games of a step.
    fn play(
        &self,
        arena: &Arena<'_>,
        step: &[Spec; 2],
        threads: usize,
        mut done: impl FnMut(),
    ) -> Result<Vec<GameResult>, ScalingError> {
        let wanted = arena.contest.games(0..self.decks);
        let (mut missing, mut games) = (wanted.clone(), Vec::new());
        let [bot, against] = step;
        let path = self.logs.as_ref().map(|folder| folder.join(format!("{bot}-{against}.log")));
        let fail = |error| ScalingError::Log { path: path.clone().unwrap_or_default(), error };
        let mut log = None;
        if let Some(path) = &path {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|error| fail(error.into()))?;
            }
            let open = Log::open(path, &arena.contest).map_err(fail)?;
            missing = open.missing(&arena.contest, &wanted);
            // A log of an earlier run may have more decks.
            games.extend(open.games().iter().filter(|game| game.deck < self.decks).cloned());
            log = Some(open);
        }
        games.iter().for_each(|_| done());
        arena.run(&missing, threads, |played| {
            if let Some(log) = &mut log {
                log.append(&played).map_err(|error| fail(error.into()))?;
            }
            games.push(played.game);
            done();
            Ok::<_, ScalingError>(ControlFlow::Continue(()))
        })?;
        log.map_or(Ok(()), Log::finish).map_err(|error| fail(error.into()))?;
        Ok(games)
    }

    /// Returns the number of games of all steps.
    ///
    /// # Errors
    /// Returns a [`ScalingError`] if there is no step.
    pub fn games(&self) -> Result<u64, ScalingError> {
        let steps = self.steps()?.len() as u64;
        // Each deck is played once for each seat of the bot.
        Ok(steps.saturating_mul(self.decks).saturating_mul(self.setup.seats.into()))
    }
}

/// Returns the mean margin of the bot on each complete deck.
fn margins(contest: &Contest, games: &[GameResult]) -> Vec<(u64, f64)> {
    let decks = Decks::new(contest, games).whole;
    decks.iter().filter_map(|(&deck, games)| Some((deck, of_first(games).1?))).collect()
}

/// Returns the mean difference of margins on the decks that both have, or `None` without any.
fn gain(before: &[(u64, f64)], now: &[(u64, f64)]) -> Option<Estimate> {
    let mut parts = Vec::new();
    for &(deck, margin) in now {
        let Ok(at) = before.binary_search_by_key(&deck, |&(deck, _)| deck) else { continue };
        let mut part = Part::default();
        part.put(margin - before[at].1);
        parts.push(vec![part]);
    }
    bootstrap(&parts).first().copied()
}

fn trend(steps: &[ScalingStep]) -> Trend {
    let gains = || steps.iter().filter_map(|step| step.gain);
    if gains().any(|gain| gain.high < 0.0) {
        Trend::Falling
    } else if gains().count() > 0 && gains().all(|gain| gain.low > 0.0) {
        Trend::Rising
    } else {
        Trend::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_differences_on_the_same_decks() {
        let before = [(0, 1.0), (1, 5.0), (3, -2.0)];
        let now = [(0, 2.0), (2, 90.0), (3, 1.0)];
        let gain = gain(&before, &now).expect("two decks");
        assert_eq!((gain.mean, gain.low, gain.high), (2.0, 1.0, 3.0));
        assert_eq!(super::gain(&before, &[(7, 1.0)]), None);
    }

    #[test]
    fn a_trend_needs_whole_intervals() {
        let estimate = |low: f64, high: f64| Estimate { mean: (low + high) / 2.0, low, high };
        let step = |gain: Option<Estimate>| ScalingStep {
            bot: String::new(),
            against: String::new(),
            decks: 1,
            games: 2,
            score: estimate(0.0, 1.0),
            elo: estimate(0.0, 1.0),
            margin: estimate(0.0, 1.0),
            gain,
            micros: 0.0,
        };
        let of = |gains: &[(f64, f64)]| {
            let gains = gains.iter().map(|&(low, high)| step(Some(estimate(low, high))));
            trend(&[step(None)].into_iter().chain(gains).collect::<Vec<_>>())
        };
        assert_eq!(of(&[(0.5, 2.0), (0.1, 0.2)]), Trend::Rising);
        assert_eq!(of(&[(0.5, 2.0), (-0.1, 0.2)]), Trend::Open);
        assert_eq!(of(&[(0.5, 2.0), (-0.3, -0.2)]), Trend::Falling);
        assert_eq!(of(&[]), Trend::Open);
    }
}
