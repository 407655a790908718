//! Batches of games that write into the arrays of the caller.

use std::collections::BTreeMap;

use bastide::{FigureKind, PieceKind, Terrain};
use bastide_batch::{
    Batch as Games, BatchError, Encoding, Family, Layout, Options, Reward, Sampling, Saved, Writing,
};
use bastide_host::{Record, Recorder};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arrays::{Arrays, borrow, shape, slice, typed};
use crate::error::{illegal, value};
use crate::game::{Game, setup};
use crate::interrupt::{self, Cancel};
use crate::memory::{self, Lease};

/// Many games with the same rules that are stepped together, on ``threads`` threads.
///
/// The games, their draws and sampled actions depend only on ``seed``. ``reward`` is ``"points"``,
/// ``"margin"`` or ``"win"``. With ``auto_reset`` the next game begins as soon as one is over.
/// ``first`` is the first player; by default each game draws it.
#[pyclass(module = "bastide")]
pub(crate) struct Batch {
    games: Games,
    attached: Arrays,
    is_first: bool,
}

fn raised(error: BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => illegal(error),
        other => value(other),
    }
}

/// Returns the meaning of rewards with this name.
fn reward(name: &str) -> PyResult<Reward> {
    match name {
        "points" => Ok(Reward::Points),
        "margin" => Ok(Reward::Margin),
        "win" => Ok(Reward::Win),
        other => {
            let text = format!("reward is 'points', 'margin' or 'win', not '{other}'");
            Err(PyValueError::new_err(text))
        }
    }
}

/// Numbers of actions. They are copied, since other threads of Python may change an array during a
/// step.
struct Actions {
    numbers: Vec<i32>,
    /// The same numbers if the caller has given wider ones.
    wide: Option<Vec<i64>>,
}

impl Actions {
    /// Reads the actions of a call: an array, an object with `__dlpack__`, or a list.
    fn new(actions: &Bound<'_, PyAny>) -> PyResult<Actions> {
        if actions.cast::<PyUntypedArray>().is_ok_and(|array| !array.is_aligned()) {
            return Err(PyValueError::new_err("'actions' must be aligned"));
        }
        if let Ok(array) = actions.cast::<PyArray1<i32>>() {
            memory::check("actions", &memory::of_strided(array))?;
            let array = array.try_readonly().map_err(value)?;
            return Ok(Actions { numbers: array.as_array().to_vec(), wide: None });
        }
        if let Ok(array) = actions.cast::<PyArray1<i64>>() {
            memory::check("actions", &memory::of_strided(array))?;
            let array = array.try_readonly().map_err(value)?;
            return Ok(Actions::wide(array.as_array().to_vec()));
        }
        let is_array = actions.cast::<PyUntypedArray>().is_ok();
        if !is_array && actions.hasattr("__dlpack__")? {
            let numpy = actions.py().import("numpy")?;
            return Actions::new(&numpy.call_method1("from_dlpack", (actions,))?);
        }
        actions.extract().map(Actions::wide).map_err(|_| {
            PyTypeError::new_err("'actions' must be a one-dimensional array of int32 or int64")
        })
    }

    fn wide(wide: Vec<i64>) -> Actions {
        // Numbers that do not fit are not legal.
        let narrow = |&number: &i64| i32::try_from(number).unwrap_or(-1);
        Actions { numbers: wide.iter().map(narrow).collect(), wide: Some(wide) }
    }

    /// Returns the exception of a step, which names the action as the caller has given it.
    fn raised(&self, error: BatchError) -> PyErr {
        match (error, &self.wide) {
            (BatchError::Illegal { game, .. }, Some(wide)) => {
                raised(BatchError::Illegal { game, action: wide[game] })
            }
            (error, _) => raised(error),
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (rules = "base,fields", games = 64, players = 2, *, seed = 0, threads = 1,
                        reward = "points", auto_reset = true, first = None, deck = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        rules: &str,
        games: usize,
        players: u8,
        seed: u64,
        threads: usize,
        reward: &str,
        auto_reset: bool,
        first: Option<u8>,
        deck: Option<Vec<String>>,
    ) -> PyResult<Batch> {
        let reward = self::reward(reward)?;
        let setup = setup(rules, players, first.unwrap_or(0), deck)?;
        let options = Options { seed, threads, reward, auto_reset, random_first: first.is_none() };
        let games = py.detach(|| Games::new(&setup, games, options)).map_err(raised)?;
        Ok(Batch { games, attached: Arrays::default(), is_first: true })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        let (games, setup) = (self.games.len(), self.games.setup());
        let threads = self.games.options().threads;
        format!("<bastide.Batch {games} games of {}, {threads} threads>", setup.rules)
    }

    /// The rules, in canonical form.
    #[getter]
    fn rules(&self) -> String {
        self.games.setup().rules.to_string()
    }

    /// Number of players of each game.
    #[getter]
    fn players(&self) -> usize {
        self.games.layout().seats
    }

    /// Number of numbers of actions with these rules.
    #[getter]
    fn num_actions(&self) -> usize {
        self.games.layout().encoding.size()
    }

    /// Returns the shape of an array. ``legal`` may have any number of columns.
    fn shape<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyTuple>> {
        let mut sizes = shape(name, self.games.len(), self.games.layout())?;
        // Enough for almost all positions.
        sizes.iter_mut().filter(|size| **size == 0).for_each(|size| *size = 256);
        PyTuple::new(py, sizes)
    }

    /// Sets the arrays that every ``step`` and ``reset`` updates, and fills them.
    ///
    /// Arrays are C-contiguous NumPy arrays, or objects with ``__dlpack__``, each with memory of its
    /// own. The batch writes differences only, so the caller must not change ``planes`` and
    /// ``mask``. After an error, the arrays are those from before.
    #[pyo3(signature = (**arrays))]
    fn attach(&mut self, py: Python<'_>, arrays: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let arrays = Arrays::new(arrays, self.games.len(), self.games.layout())?;
        let before = std::mem::replace(&mut self.attached, arrays);
        let refreshed = self.refresh(py);
        if refreshed.is_err() {
            self.attached = before;
        }
        refreshed
    }

    /// Writes all values of the attached arrays again.
    fn refresh(&mut self, py: Python<'_>) -> PyResult<()> {
        self.is_first = true;
        let games = &mut self.games;
        self.attached.with(py, Writing::First, |out| games.write(out))?.map_err(raised)?;
        self.is_first = false;
        Ok(())
    }

    /// Writes the current positions into other arrays, such as a row of a replay buffer.
    #[pyo3(signature = (**arrays))]
    fn write(&mut self, py: Python<'_>, arrays: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let arrays = Arrays::new(arrays, self.games.len(), self.games.layout())?;
        let games = &mut self.games;
        arrays.with(py, Writing::Whole, |out| games.write(out))?.map_err(raised)
    }

    /// Plays an action in each game, given as an array of ``int32`` or ``int64``, or an object with
    /// ``__dlpack__``.
    ///
    /// An illegal action raises ``IllegalActionError``, which names the game and the action, and no
    /// game changes. Actions of games that are over are ignored.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = Actions::new(actions)?;
        let writing = if self.is_first { Writing::First } else { Writing::Differences };
        let games = &mut self.games;
        let stepped = self.attached.with(py, writing, |out| games.step(&actions.numbers, out))?;
        stepped.map_err(|error| actions.raised(error))?;
        self.is_first = false;
        Ok(())
    }

    /// Begins new games: all, or those for which ``which`` is true.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<Vec<bool>>) -> PyResult<()> {
        let games = &mut self.games;
        let writing = if self.is_first { Writing::First } else { Writing::Differences };
        let reset = self.attached.with(py, writing, |out| games.reset(which.as_deref(), out))?;
        reset.map_err(raised)
    }

    /// Returns a random legal action of each game, or -1 where the game is over.
    #[pyo3(signature = (out = None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let games = &mut self.games;
        let Some(out) = out else {
            let mut actions = vec![0; games.len()];
            py.detach(|| games.sample(&mut actions)).map_err(raised)?;
            return Ok(actions.to_pyarray(py).into_any());
        };
        let array = typed::<i32>("out", &out, &[games.len()])?;
        let _lease = Lease::new([("out", array.memory(py))])?;
        let mut array = borrow(py, "out", &Some(array))?;
        let actions = slice(&mut array)?.unwrap_or_default();
        py.detach(|| games.sample(actions)).map_err(raised)?;
        Ok(out)
    }

    /// Returns a copy of a game. Chance is explicit.
    fn game(&self, index: isize) -> PyResult<Game> {
        let count = self.games.len() as isize;
        let at = if index < 0 { index + count } else { index };
        let found = usize::try_from(at).ok().and_then(|at| self.games.history(at));
        let Some((first, actions)) = found else {
            let text = format!("there is no game {index} in a batch of {count}");
            return Err(PyIndexError::new_err(text));
        };
        Game::after(self.games.setup().clone().with_first(first), actions)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        // Like a step, so that two threads do not use one batch at the same time.
        let mut batch = slf.borrow_mut();
        let games = &mut batch.games;
        let cancel = Cancel::default();
        let records = interrupt::run(py, &cancel, || records(games, &cancel))?.map_err(value)?;
        let (setup, options) = (batch.games.setup(), batch.games.options());
        let deck: Option<Vec<String>> =
            setup.deck.as_ref().map(|deck| deck.iter().map(ToString::to_string).collect());
        let first = (!options.random_first).then_some(setup.first);
        let reward = match options.reward {
            Reward::Points => "points",
            Reward::Margin => "margin",
            Reward::Win => "win",
        };
        let rest = (setup.rules.to_string(), setup.seats, first, deck);
        let options = (options.seed, options.threads, reward, options.auto_reset);
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (rest, options, records, STATE).into_pyobject(py)?))
    }

    /// Batches of version 0.1 were pickled without `sampling`.
    #[staticmethod]
    #[pyo3(signature = (about, options, records, sampling = "seed"))]
    fn _restore(
        py: Python<'_>,
        about: (String, u8, Option<u8>, Option<Vec<String>>),
        options: (u64, usize, String, bool),
        records: Vec<(u64, u64, String)>,
        sampling: &str,
    ) -> PyResult<Batch> {
        let (rules, players, first, deck) = about;
        let (seed, threads, reward, auto_reset) = options;
        let source = match sampling {
            STATE => Sampling::State,
            "seed" => Sampling::Seed,
            other => {
                let text = format!("a later version has saved this batch (sampling: '{other}')");
                return Err(PyValueError::new_err(text));
            }
        };
        let setup = setup(&rules, players, first.unwrap_or(0), deck)?;
        let (reward, random_first) = (self::reward(&reward)?, first.is_none());
        let options = Options { seed, threads, reward, auto_reset, random_first };
        let cancel = Cancel::default();
        // Both the check of the records and the games play all actions again.
        let games = interrupt::run(py, &cancel, || {
            let saved = records.into_iter().map(|(episode, number, text)| {
                cancel.unwind_if_set();
                let record = Record::read(text).map_err(value)?;
                let actions = record.actions().to_vec();
                Ok(Saved { episode, sampling: source(number), actions })
            });
            let saved = saved.collect::<PyResult<Vec<Saved>>>()?;
            let saved = saved.iter().inspect(|_| cancel.unwind_if_set());
            Games::restore(&setup, options, saved).map_err(raised)
        })??;
        Ok(Batch { games, attached: Arrays::default(), is_first: true })
    }
}

/// Pickled games have the states of their generators, not seeds.
const STATE: &str = "state";

/// Returns the number, the state of the sampled actions and the record of each game. Both the first
/// player and the check of the record play all actions again, which takes long for many games.
fn records(games: &Games, cancel: &Cancel) -> Result<Vec<(u64, u64, String)>, String> {
    let saved = games.save().into_iter().enumerate().map(|(at, saved)| {
        cancel.unwind_if_set();
        let Sampling::State(state) = saved.sampling else {
            return Err("a batch in use has a seed instead of a state".to_owned());
        };
        let first = games.history(at).map_or(0, |(first, _)| first);
        let setup = games.setup().clone().with_first(first);
        let mut recorder = Recorder::new(setup).map_err(|error| error.to_string())?;
        for &action in &saved.actions {
            recorder.play(action).map_err(|error| error.to_string())?;
        }
        Ok((saved.episode, state, recorder.into_record().to_text()))
    });
    saved.collect()
}

/// Returns the names of the planes.
#[pyfunction]
pub(crate) fn plane_names() -> Vec<String> {
    Layout::plane_names()
}

/// Returns the names of all kinds by number: ``figures``, ``pieces`` and ``terrains``.
///
/// Numbers of actions and supplies count kinds from 0. Planes count them from 1, since 0 stands for
/// none.
#[pyfunction]
pub(crate) fn kinds() -> BTreeMap<&'static str, Vec<&'static str>> {
    BTreeMap::from([
        ("figures", FigureKind::ALL.map(FigureKind::name).to_vec()),
        ("pieces", PieceKind::ALL.map(PieceKind::name).to_vec()),
        ("terrains", Terrain::ALL.map(Terrain::name).to_vec()),
    ])
}

/// Returns the blocks of numbers of ``"land"`` or ``"stronghold"``: name, first number, length.
#[pyfunction]
pub(crate) fn action_blocks(family: &str) -> PyResult<Vec<(&'static str, usize, usize)>> {
    let family = match family {
        "land" => Family::Land,
        "stronghold" => Family::Stronghold,
        other => {
            return Err(value(format!("the families are 'land' and 'stronghold', not '{other}'")));
        }
    };
    debug_assert_eq!(Encoding::VERSION, 1);
    Ok(family.blocks().iter().map(|block| (block.name, block.start, block.len)).collect())
}
