//! Batches of games that write into the arrays of the caller.

use std::collections::BTreeMap;

use bastide::{FigureKind, PieceKind, Terrain};
use bastide_batch::{
    Batch as Games, BatchError, Encoding, Family, Layout, Options, Outputs, Reward, Saved, Writing,
};
use bastide_host::{Record, Recorder};
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods, ToPyArray, dtype,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{illegal, value};
use crate::game::{Game, setup};

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

/// Arrays of the caller.
#[derive(Default)]
struct Arrays {
    planes: Option<Py<PyArrayDyn<u8>>>,
    scalars: Option<Py<PyArrayDyn<f32>>>,
    mask: Option<Py<PyArrayDyn<bool>>>,
    legal: Option<Py<PyArrayDyn<i32>>>,
    legal_count: Option<Py<PyArrayDyn<i32>>>,
    to_act: Option<Py<PyArrayDyn<i32>>>,
    rewards: Option<Py<PyArrayDyn<f32>>>,
    done: Option<Py<PyArrayDyn<bool>>>,
    final_scores: Option<Py<PyArrayDyn<i32>>>,
}

/// The names of the arrays.
const NAMES: [&str; 9] = [
    "planes",
    "scalars",
    "mask",
    "legal",
    "legal_count",
    "to_act",
    "rewards",
    "done",
    "final_scores",
];

impl Arrays {
    /// Checks the arrays of a call.
    fn new(arrays: Option<&Bound<'_, PyDict>>, games: usize, layout: &Layout) -> PyResult<Arrays> {
        let mut found = Arrays::default();
        let Some(arrays) = arrays else { return Ok(found) };
        for (name, array) in arrays.iter() {
            let name: String = name.extract()?;
            if array.is_none() {
                continue;
            }
            let shape = shape(&name, games, layout)?;
            let sizes = shape.as_slice();
            match name.as_str() {
                "planes" => found.planes = Some(typed(&name, &array, sizes)?),
                "scalars" => found.scalars = Some(typed(&name, &array, sizes)?),
                "mask" => found.mask = Some(typed(&name, &array, sizes)?),
                "legal" => found.legal = Some(typed(&name, &array, sizes)?),
                "legal_count" => found.legal_count = Some(typed(&name, &array, sizes)?),
                "to_act" => found.to_act = Some(typed(&name, &array, sizes)?),
                "rewards" => found.rewards = Some(typed(&name, &array, sizes)?),
                "done" => found.done = Some(typed(&name, &array, sizes)?),
                _ => found.final_scores = Some(typed(&name, &array, sizes)?),
            }
        }
        Ok(found)
    }

    /// Borrows all arrays and calls `act` without the lock of the interpreter.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        writing: Writing,
        act: impl FnOnce(Outputs<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut planes = borrow(py, "planes", &self.planes)?;
        let mut scalars = borrow(py, "scalars", &self.scalars)?;
        let mut mask = borrow(py, "mask", &self.mask)?;
        let mut legal = borrow(py, "legal", &self.legal)?;
        let mut legal_count = borrow(py, "legal_count", &self.legal_count)?;
        let mut to_act = borrow(py, "to_act", &self.to_act)?;
        let mut rewards = borrow(py, "rewards", &self.rewards)?;
        let mut done = borrow(py, "done", &self.done)?;
        let mut final_scores = borrow(py, "final_scores", &self.final_scores)?;
        let outputs = Outputs {
            planes: slice(&mut planes)?,
            scalars: slice(&mut scalars)?,
            mask: slice(&mut mask)?,
            legal: slice(&mut legal)?,
            legal_count: slice(&mut legal_count)?,
            to_act: slice(&mut to_act)?,
            rewards: slice(&mut rewards)?,
            done: slice(&mut done)?,
            final_scores: slice(&mut final_scores)?,
            writing,
        };
        Ok(py.detach(|| act(outputs)))
    }
}

/// Returns the shape of an array; 0 stands for any size.
fn shape(name: &str, games: usize, layout: &Layout) -> PyResult<Vec<usize>> {
    Ok(match name {
        "planes" => vec![games, layout.side, layout.side, layout.planes],
        "scalars" => vec![games, layout.scalars],
        "mask" => vec![games, layout.encoding.size()],
        "legal" => vec![games, 0],
        "legal_count" | "to_act" | "done" => vec![games],
        "rewards" | "final_scores" => vec![games, layout.seats],
        other => {
            let known = NAMES.join(", ");
            return Err(PyTypeError::new_err(format!(
                "no array is called '{other}'; there are {known}"
            )));
        }
    })
}

/// Checks the type, shape and memory of an array. An object with `__dlpack__` is used as an array
/// of the same memory.
fn typed<T: Element>(
    name: &str,
    object: &Bound<'_, PyAny>,
    shape: &[usize],
) -> PyResult<Py<PyArrayDyn<T>>> {
    let py = object.py();
    let object = match object.cast::<PyUntypedArray>() {
        Ok(_) => object.clone(),
        Err(_) if object.hasattr("__dlpack__")? => {
            py.import("numpy")?.call_method1("from_dlpack", (object,))?
        }
        Err(_) => {
            let found = object.get_type();
            let text = format!("'{name}' must be a NumPy array or support DLPack, not {found}");
            return Err(PyTypeError::new_err(text));
        }
    };
    let untyped = object.cast::<PyUntypedArray>()?;
    let wanted = dtype::<T>(py);
    if !untyped.dtype().is_equiv_to(&wanted) {
        let text = format!("'{name}' must have dtype {wanted}, not {}", untyped.dtype());
        return Err(PyTypeError::new_err(text));
    }
    let is_fitting = untyped.ndim() == shape.len()
        && untyped.shape().iter().zip(shape).all(|(found, size)| *size == 0 || found == size);
    if !is_fitting {
        let sizes: Vec<String> = shape
            .iter()
            .map(|size| if *size == 0 { "any".to_owned() } else { size.to_string() })
            .collect();
        let found = PyTuple::new(py, untyped.shape())?;
        let text = format!("'{name}' must have shape ({}), not {found}", sizes.join(", "));
        return Err(PyValueError::new_err(text));
    }
    if !untyped.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("'{name}' must be contiguous in C order")));
    }
    if !object.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
        return Err(PyValueError::new_err(format!("'{name}' is read-only")));
    }
    Ok(object.cast::<PyArrayDyn<T>>()?.clone().unbind())
}

fn borrow<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    array: &Option<Py<PyArrayDyn<T>>>,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Some(array) = array else { return Ok(None) };
    let borrowed = array.bind(py).clone().try_readwrite();
    borrowed.map(Some).map_err(|error| {
        PyValueError::new_err(format!(
            "'{name}' cannot be written: {error}; arrays may not overlap"
        ))
    })
}

fn slice<'a, T: Element>(
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
) -> PyResult<Option<&'a mut [T]>> {
    Ok(match array {
        Some(array) => Some(array.as_slice_mut().map_err(value)?),
        None => None,
    })
}

fn raised(error: BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => illegal(error),
        other => value(other),
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
        if let Ok(array) = actions.cast::<PyArray1<i32>>() {
            let array = array.try_readonly().map_err(value)?;
            return Ok(Actions { numbers: array.as_array().to_vec(), wide: None });
        }
        if let Ok(array) = actions.cast::<PyArray1<i64>>() {
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
        let reward = match reward {
            "points" => Reward::Points,
            "margin" => Reward::Margin,
            "win" => Reward::Win,
            other => {
                let text = format!("reward is 'points', 'margin' or 'win', not '{other}'");
                return Err(PyValueError::new_err(text));
            }
        };
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
    /// Arrays are C-contiguous NumPy arrays, or objects with ``__dlpack__``. The batch writes
    /// differences only, so the caller must not change ``planes`` and ``mask``.
    #[pyo3(signature = (**arrays))]
    fn attach(&mut self, py: Python<'_>, arrays: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        self.attached = Arrays::new(arrays, self.games.len(), self.games.layout())?;
        self.is_first = true;
        self.refresh(py)
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
        let mut array = borrow(py, "out", &Some(typed::<i32>("out", &out, &[games.len()])?))?;
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
        let mut batch = slf.borrow_mut();
        let setup = batch.games.setup().clone();
        let options = *batch.games.options();
        let mut records = Vec::new();
        for (at, saved) in batch.games.save().into_iter().enumerate() {
            let first = batch.games.history(at).map_or(0, |(first, _)| first);
            let mut recorder = Recorder::new(setup.clone().with_first(first)).map_err(value)?;
            for &action in &saved.actions {
                recorder.play(action).map_err(value)?;
            }
            records.push((saved.episode, saved.sampling, recorder.into_record().to_text()));
        }
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
        Ok((restore, (rest, options, records).into_pyobject(py)?))
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        about: (String, u8, Option<u8>, Option<Vec<String>>),
        options: (u64, usize, String, bool),
        records: Vec<(u64, u64, String)>,
    ) -> PyResult<Batch> {
        let (rules, players, first, deck) = about;
        let (seed, threads, reward, auto_reset) = options;
        let mut batch = Batch::new(
            py,
            &rules,
            records.len(),
            players,
            seed,
            threads,
            &reward,
            auto_reset,
            first,
            deck,
        )?;
        let saved = records.into_iter().map(|(episode, sampling, text)| {
            let record = Record::read(text).map_err(value)?;
            Ok(Saved { episode, sampling, actions: record.actions().to_vec() })
        });
        let saved = saved.collect::<PyResult<Vec<Saved>>>()?;
        let (setup, options) = (batch.games.setup().clone(), *batch.games.options());
        batch.games = Games::restore(&setup, options, &saved).map_err(raised)?;
        Ok(batch)
    }
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
