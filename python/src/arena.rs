//! Contests and benchmarks of built-in bots, of programs, and of bots written in Python.

use std::ops::ControlFlow;
use std::thread::available_parallelism;

use bastide::{Action, AnyGame, Game as _, Seat, Setup};
use bastide_arena::benchmark::{Suite, SuiteKind, SuiteReport, measure};
use bastide_arena::{Arena, BotPlayer, Clock, Entrant, Player, PlayerError, Program, Report};
use bastide_bots::{Budget, Spec};
use bastide_engine::Patience;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::to_python;
use crate::error::value;
use crate::game::{Game, setup};
use crate::interrupt::{self, Cancel};

/// A built-in bot whose searches can be interrupted.
struct BuiltIn {
    spec: Spec,
    cancel: Cancel,
}

/// Returns an error if the computation shall end. Bots that do not search, and programs, do not
/// notice it.
fn check(cancel: &Cancel) -> Result<(), PlayerError> {
    if cancel.is_set() { Err(lost("interrupted")) } else { Ok(()) }
}

impl Entrant for BuiltIn {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn budget(&self) -> Budget {
        self.spec.budget
    }

    fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        check(&self.cancel)?;
        let mut bot = self.spec.build(seed);
        bot.pause_with(Box::new(self.cancel.clone()));
        Ok(Box::new(BotPlayer::new(bot)))
    }
}

/// A program that is not asked again after an interruption.
struct External {
    program: Program,
    cancel: Cancel,
}

impl Entrant for External {
    fn name(&self) -> String {
        self.program.name()
    }

    fn budget(&self) -> Budget {
        self.program.budget()
    }

    fn plays(&self, setup: &Setup) -> Result<bool, PlayerError> {
        check(&self.cancel)?;
        self.program.plays(setup)
    }

    fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        check(&self.cancel)?;
        let player = self.program.player(seed)?;
        Ok(Box::new(ExternalPlayer { player, cancel: self.cancel.clone() }))
    }
}

/// A program in one game.
struct ExternalPlayer {
    player: Box<dyn Player>,
    cancel: Cancel,
}

impl Player for ExternalPlayer {
    fn begin(&mut self, setup: &Setup, seat: Seat) -> Result<(), PlayerError> {
        self.player.begin(setup, seat)
    }

    fn played(&mut self, action: Action) -> Result<(), PlayerError> {
        check(&self.cancel)?;
        self.player.played(action)
    }

    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, PlayerError> {
        check(&self.cancel)?;
        self.player.choose(game, budget)
    }

    fn nodes(&self) -> Option<u64> {
        self.player.nodes()
    }

    fn clock(&self) -> Clock {
        self.player.clock()
    }
}

/// A bot written in Python: an object with a method `choose(game)`.
struct PythonBot {
    name: String,
    bot: Py<PyAny>,
    cancel: Cancel,
}

impl Entrant for PythonBot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn budget(&self) -> Budget {
        Budget::Nodes(1)
    }

    fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        Python::attach(|py| {
            let bot = self.bot.bind(py);
            if bot.hasattr("reseed").map_err(lost)? {
                let reseed = || bot.call_method1("reseed", (seed,));
                self.cancel.calling(py, reseed).map_err(lost)?;
            }
            let bot = self.bot.clone_ref(py);
            let player = PythonPlayer { bot, game: None, cancel: self.cancel.clone() };
            Ok(Box::new(player) as Box<dyn Player>)
        })
    }
}

/// A bot written in Python in one game.
struct PythonPlayer {
    bot: Py<PyAny>,
    game: Option<Game>,
    cancel: Cancel,
}

fn lost(error: impl std::fmt::Display) -> PlayerError {
    PlayerError(error.to_string())
}

impl Player for PythonPlayer {
    fn begin(&mut self, setup: &Setup, _seat: Seat) -> Result<(), PlayerError> {
        self.game = Some(Game::after(setup.clone(), &[]).map_err(lost)?);
        Ok(())
    }

    fn played(&mut self, action: Action) -> Result<(), PlayerError> {
        match &mut self.game {
            Some(game) => game.follow(action).map_err(lost),
            None => Err(lost("the game has not begun")),
        }
    }

    fn choose(&mut self, state: &AnyGame, _budget: Budget) -> Result<Action, PlayerError> {
        let Some(game) = &self.game else { return Err(lost("the game has not begun")) };
        debug_assert_eq!(game.game.fingerprint(), state.fingerprint());
        Python::attach(|py| {
            let choose = || self.bot.bind(py).call_method1("choose", (game.clone(),));
            let answer = self.cancel.calling(py, choose).map_err(lost)?;
            game.action(&answer).map_err(lost)
        })
    }
}

/// Returns the entrant that an object stands for.
fn entrant(bot: &Bound<'_, PyAny>, cancel: &Cancel) -> PyResult<Box<dyn Entrant + Send>> {
    if let Ok(name) = bot.extract::<String>() {
        if let Some(command) = name.strip_prefix("program:") {
            let budget = Budget::Nodes(20_000);
            let program = Program::new(command, budget, Patience::default());
            return Ok(Box::new(External { program, cancel: cancel.clone() }));
        }
        let spec: Spec = name.parse().map_err(value)?;
        return Ok(Box::new(BuiltIn { spec, cancel: cancel.clone() }));
    }
    if !bot.hasattr("choose")? {
        let text = "a bot is a name, 'program:COMMAND', or an object with a method 'choose'";
        return Err(PyValueError::new_err(text));
    }
    let name = match bot.getattr_opt("name")? {
        Some(name) => name.extract()?,
        None => bot.get_type().name()?.to_string(),
    };
    Ok(Box::new(PythonBot { name, bot: bot.clone().unbind(), cancel: cancel.clone() }))
}

fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
}

/// Plays a contest and returns the report of the arena.
///
/// A bot is a name, ``"program:COMMAND"`` for an engine, or an object with a method
/// ``choose(game)`` and optionally ``name`` and ``reseed(seed)``. A bot that raises or chooses an
/// illegal action forfeits its game. Ctrl-C raises ``KeyboardInterrupt`` in ``choose`` too.
#[pyfunction]
#[pyo3(signature = (bots, rules = "base,fields", *, players = 2, decks = 10, seed = 0, threads = None))]
pub(crate) fn contest(
    py: Python<'_>,
    bots: Vec<Bound<'_, PyAny>>,
    rules: &str,
    players: u8,
    decks: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let cancel = Cancel::default();
    let entrants = bots.iter().map(|bot| entrant(bot, &cancel)).collect::<PyResult<Vec<_>>>()?;
    let setup = setup(rules, players, 0, None)?;
    AnyGame::new(&setup).map_err(value)?;
    let threads = self::threads(threads);
    let report = interrupt::run(py, &cancel, || {
        let entrants = entrants.iter().map(|entrant| &**entrant as &dyn Entrant).collect();
        let arena = Arena::new(setup, entrants, seed).map_err(|error| error.to_string())?;
        let mut games = Vec::new();
        arena.run(&arena.contest.games(0..decks), threads, |played| {
            games.push(played.game);
            if cancel.is_set() {
                Err("interrupted".to_owned())
            } else {
                Ok(ControlFlow::Continue(()))
            }
        })?;
        Ok::<_, String>(Report::new(&arena.contest, &games))
    })?;
    to_python(py, &report.map_err(value)?)
}

/// Measures the points that a bot loses in positions whose values are known.
///
/// ``suite`` is ``"endgames"`` or ``"middles"``; ``games`` limits it to a sample.
#[pyfunction]
#[pyo3(signature = (bot, suite = "endgames", *, games = None, threads = None))]
pub(crate) fn benchmark(
    py: Python<'_>,
    bot: &Bound<'_, PyAny>,
    suite: &str,
    games: Option<usize>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let kind = SuiteKind::ALL.into_iter().find(|kind| kind.name() == suite);
    let kind = kind.ok_or_else(|| {
        value(format!(
            "the suites are {}, not '{suite}'",
            SuiteKind::ALL.map(SuiteKind::name).join(" and ")
        ))
    })?;
    let mut suite = Suite::built_in(kind).map_err(value)?;
    if let Some(games) = games {
        suite = suite.sample(games);
    }
    let cancel = Cancel::default();
    let entrant = entrant(bot, &cancel)?;
    let threads = self::threads(threads);
    // Checked after each game: even without a bot, all positions would still be opened.
    let measured = interrupt::run(py, &cancel, || {
        measure(&*entrant, &suite, threads, |_| cancel.unwind_if_set())
    })?;
    to_python(py, &SuiteReport::new(&suite, &measured.map_err(value)?))
}
