//! External programs that implement the engine protocol, as entrants.

use std::sync::{Arc, Mutex, PoisonError};

use bastide::{Action, AnyGame, Seat, Setup};
use bastide_bots::{Budget, TimeControl};
use bastide_engine::{EngineError, ExternalEngine, Patience};

use crate::clock::Clock;
use crate::player::{Entrant, Player, PlayerError};

/// An external program. One process runs per concurrent game; a process without errors is reused.
pub struct Program {
    command: String,
    budget: Budget,
    patience: Patience,
    idle: Arc<Mutex<Vec<ExternalEngine>>>,
}

impl Program {
    /// Creates an entrant that starts `command` and gives each decision `budget`.
    pub fn new(command: impl Into<String>, budget: Budget, patience: Patience) -> Program {
        Program { command: command.into(), budget, patience, idle: Arc::default() }
    }

    /// Starts the program once, so that a mistake in the command is found before the contest.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the program does not start or does not support `setup`.
    pub fn check(&self, setup: &Setup) -> Result<(), EngineError> {
        let mut engine = ExternalEngine::start(&self.command, self.patience)?;
        engine.begin(setup, Seat::FIRST)?;
        lock(&self.idle).push(engine);
        Ok(())
    }
}

impl Program {
    /// Returns an idle process, or starts one.
    fn engine(&self) -> Result<ExternalEngine, PlayerError> {
        match lock(&self.idle).pop() {
            Some(engine) => Ok(engine),
            None => ExternalEngine::start(&self.command, self.patience).map_err(lost),
        }
    }
}

/// Locks the list of idle processes. A poisoned lock is ignored: no panic can leave the list half
/// changed.
fn lock(idle: &Mutex<Vec<ExternalEngine>>) -> std::sync::MutexGuard<'_, Vec<ExternalEngine>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Entrant for Program {
    fn name(&self) -> String {
        format!("{} @{}", self.command, self.budget)
    }

    fn budget(&self) -> Budget {
        self.budget
    }

    fn plays(&self, setup: &Setup) -> Result<bool, PlayerError> {
        let engine = self.engine()?;
        let is_covered = engine.profile().covers(setup);
        lock(&self.idle).push(engine);
        Ok(is_covered)
    }

    fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        let mut engine = self.engine()?;
        // Engines that use random numbers have this option.
        if engine.profile().options.iter().any(|(name, _)| name == "seed") {
            engine.set("seed", &seed.to_string()).map_err(lost)?;
        }
        let idle = Arc::clone(&self.idle);
        Ok(Box::new(ProgramPlayer { engine: Some(engine), knows_clock: false, idle }))
    }
}

fn lost(error: impl std::fmt::Display) -> PlayerError {
    PlayerError(error.to_string())
}

/// A program in one game. After an error its process is ended and not reused.
struct ProgramPlayer {
    engine: Option<ExternalEngine>,
    /// True if the program divides the time of this game itself.
    knows_clock: bool,
    idle: Arc<Mutex<Vec<ExternalEngine>>>,
}

impl ProgramPlayer {
    fn ask<T>(
        &mut self,
        what: impl FnOnce(&mut ExternalEngine) -> Result<T, EngineError>,
    ) -> Result<T, PlayerError> {
        let Some(engine) = &mut self.engine else { return Err(lost("it was ended")) };
        what(engine).map_err(|error| {
            self.engine = None;
            lost(error)
        })
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, setup: &Setup, seat: Seat) -> Result<(), PlayerError> {
        self.ask(|engine| engine.begin(setup, seat))?;
        self.knows_clock =
            self.engine.as_ref().is_some_and(|engine| engine.profile().knows_clock(setup));
        Ok(())
    }

    fn played(&mut self, action: Action) -> Result<(), PlayerError> {
        self.ask(|engine| engine.played(action))
    }

    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, PlayerError> {
        self.ask(|engine| engine.choose(game, budget))
    }

    /// Leaves the division of the time to a program that can do it; a budget in time then has no
    /// effect, because the protocol allows only one of the two. A budget in nodes is kept, as it is
    /// for bots.
    fn choose_by_clock(
        &mut self,
        game: &AnyGame,
        budget: Budget,
        clock: TimeControl,
    ) -> Result<Action, PlayerError> {
        match budget {
            Budget::Time(_) if self.knows_clock => {
                self.ask(|engine| engine.choose_by_clock(game, clock))
            }
            Budget::Time(_) | Budget::Nodes(_) => self.choose(game, clock.limit(game, budget)),
        }
    }

    fn nodes(&self) -> Option<u64> {
        self.engine.as_ref()?.info()?.nodes
    }

    fn clock(&self) -> Clock {
        Clock::Wall
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            lock(&self.idle).push(engine);
        }
    }
}
