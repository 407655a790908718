//! Bots, evaluation and exact search.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use bastide::{Actor, AnyGame, BySeat, Game as _};
use bastide_bots::{
    Bot as _, Budget, Judge, Kind, Look, Spec, Turn, rank as rank_turns, solve_turns,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::convert::to_python;
use crate::error::value;
use crate::game::Game;
use crate::interrupt::{self, Cancel};

/// Number of nodes up to which a search is too short for an interruption.
const SHORT: u64 = 2_000;

/// A built-in bot by name, such as ``"greedy"``, ``"quick@50ms"`` or ``"strong@20000n"``.
#[pyclass(module = "bastide", frozen)]
pub(crate) struct Bot {
    spec: Spec,
    seed: u64,
    inner: Mutex<Box<dyn bastide_bots::Bot + Send>>,
}

/// Returns the budget that the arguments of a call describe.
pub(crate) fn budget(usual: Budget, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Budget> {
    match (nodes, seconds) {
        (None, None) => Ok(usual),
        (Some(nodes), None) if nodes > 0 => Ok(Budget::Nodes(nodes)),
        (None, Some(seconds)) => match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Ok(Budget::Time(time)),
            _ => Err(PyValueError::new_err("'seconds' must be a positive number")),
        },
        (Some(_), None) => Err(PyValueError::new_err("'nodes' must be a positive number")),
        (Some(_), Some(_)) => {
            Err(PyValueError::new_err("a budget is either 'nodes' or 'seconds', not both"))
        }
    }
}

fn needs_seat(game: &Game) -> PyResult<()> {
    match game.game.to_act() {
        Actor::Seat(_) => Ok(()),
        Actor::Chance => Err(PyValueError::new_err("chance is to act; play a draw first")),
        Actor::Nobody => Err(PyValueError::new_err("the game is over")),
    }
}

/// A bot that may be searching on another thread.
type Busy = dyn bastide_bots::Bot + Send;

/// Interval at which a call looks whether the search of another thread has ended.
const LOOK: Duration = Duration::from_millis(1);

impl Bot {
    /// Returns the bot unless another thread uses it.
    fn idle(&self) -> Option<MutexGuard<'_, Box<Busy>>> {
        match self.inner.try_lock() {
            Ok(bot) => Some(bot),
            // After an interruption there is a new bot in it.
            Err(TryLockError::Poisoned(bot)) => Some(bot.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Waits until no other thread uses the bot. Unwinds if the call is interrupted.
    fn wait(&self, cancel: &Cancel) -> MutexGuard<'_, Box<Busy>> {
        loop {
            match self.idle() {
                Some(bot) => return bot,
                None => thread::sleep(LOOK),
            }
            cancel.unwind_if_set();
        }
    }

    /// Chooses a turn. After an interruption the bot is a new one.
    fn search(
        &self,
        mut bot: MutexGuard<'_, Box<Busy>>,
        state: &AnyGame,
        budget: Budget,
        cancel: &Cancel,
    ) -> Turn {
        bot.pause_with(Box::new(cancel.clone()));
        let turn = catch_unwind(AssertUnwindSafe(|| bot.choose_turn(state, budget)));
        if turn.is_err() || cancel.is_set() {
            *bot = self.spec.build(self.seed);
        }
        turn.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name = "quick", *, seed = 0))]
    fn new(name: &str, seed: u64) -> PyResult<Bot> {
        let spec: Spec = name.parse().map_err(value)?;
        Ok(Bot { spec, seed, inner: Mutex::new(spec.build(seed)) })
    }

    /// Name with the budget.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn __repr__(&self) -> String {
        format!("bastide.Bot('{}', seed={})", self.spec, self.seed)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, u64))> {
        let bot = slf.get();
        let make = slf.get_type().getattr("_make")?;
        Ok((make.unbind(), (bot.name(), bot.seed)))
    }

    #[staticmethod]
    fn _make(name: &str, seed: u64) -> PyResult<Bot> {
        Bot::new(name, seed)
    }

    /// Returns the actions that the seat to act plays now: the rest of its turn or a part.
    #[pyo3(signature = (game, *, nodes = None, seconds = None))]
    fn turn(
        &self,
        py: Python<'_>,
        game: &Game,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<String>> {
        needs_seat(game)?;
        let budget = budget(self.spec.budget, nodes, seconds)?;
        let state = game.game.clone();
        let cancel = Cancel::default();
        let at_once = |bot| self.search(bot, &state, budget, &cancel);
        let turn = match budget {
            Budget::Nodes(nodes) if nodes <= SHORT => py.detach(|| self.idle().map(at_once)),
            _ => None,
        };
        let turn = match turn {
            Some(turn) => turn,
            None => interrupt::run(py, &cancel, || at_once(self.wait(&cancel)))?,
        };
        Ok(game.tokens(&turn))
    }

    /// Returns the first action of ``turn``.
    #[pyo3(signature = (game, *, nodes = None, seconds = None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Game,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let turn = self.turn(py, game, nodes, seconds)?;
        turn.into_iter().next().ok_or_else(|| value("the bot has no answer"))
    }

    /// Returns nodes, value and expected line of the last search, if the bot records them.
    fn insight(&self, py: Python<'_>, game: &Game) -> PyResult<Option<Py<PyAny>>> {
        let insight = match self.idle() {
            Some(bot) => bot.insight(),
            None => {
                let cancel = Cancel::default();
                interrupt::run(py, &cancel, || self.wait(&cancel).insight())?
            }
        };
        let Some(insight) = insight else { return Ok(None) };
        let line = game.tokens(&insight.line);
        let data = json!({ "nodes": insight.nodes, "value": insight.value, "line": line });
        to_python(py, &data).map(Some)
    }
}

/// Returns the names of all bots.
#[pyfunction]
pub(crate) fn bot_names() -> Vec<&'static str> {
    Kind::ALL.map(Kind::name).into()
}

fn points(values: &BySeat<f32>, seats: u8) -> Vec<f32> {
    values.iter(seats).map(|(_, &points)| points).collect()
}

/// Returns the expected final points of each seat, without a search.
#[pyfunction]
pub(crate) fn evaluate(py: Python<'_>, game: &Game) -> Vec<f32> {
    let state = &game.game;
    let values = py.detach(|| Judge::new(bastide_bots::Character::Plain).values(state));
    points(&values, state.seats())
}

/// Returns all turns of the seat to act with their values, best first.
#[pyfunction]
#[pyo3(signature = (game, *, nodes = None, seconds = None))]
pub(crate) fn rank(
    py: Python<'_>,
    game: &Game,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<Py<PyAny>> {
    needs_seat(game)?;
    let budget = budget(Budget::Nodes(20_000), nodes, seconds)?;
    let (state, seats) = (&game.game, game.game.seats());
    let ranked = interrupt::run_stoppable(py, || rank_turns(state, budget))?;
    let turn = |turn: bastide_bots::Ranked| {
        json!({
            "actions": game.tokens(&turn.actions),
            "value": turn.value,
            "points": points(&turn.points, seats),
            "searched": turn.look == Look::Reply,
        })
    };
    to_python(py, &ranked.into_iter().map(turn).collect::<Vec<_>>())
}

/// Returns the exact values of all turns, or ``None`` if that takes more than ``nodes`` states.
///
/// Feasible with about three tiles left.
#[pyfunction]
#[pyo3(signature = (game, *, nodes = 1_000_000))]
pub(crate) fn solve(py: Python<'_>, game: &Game, nodes: u64) -> PyResult<Option<Py<PyAny>>> {
    needs_seat(game)?;
    let state = &game.game;
    let solved = interrupt::run_stoppable(py, || solve_turns(state, nodes))?;
    let Some(turns) = solved else { return Ok(None) };
    let turn = |turn: bastide_bots::SolvedTurn| json!({ "actions": game.tokens(&turn.actions), "win": turn.win, "lead": turn.lead });
    to_python(py, &turns.into_iter().map(turn).collect::<Vec<_>>()).map(Some)
}
