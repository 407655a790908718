//! Arrays of the caller into which batches write.

use std::ops::Range;

use bastide_batch::{Layout, Outputs, Writing};
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::value;
use crate::memory::{self, Lease};

/// An array of the caller, and the shape that it had when it was checked.
pub(crate) struct Held<T> {
    array: Py<PyArrayDyn<T>>,
    shape: Vec<usize>,
}

/// Arrays of the caller.
#[derive(Default)]
pub(crate) struct Arrays {
    planes: Option<Held<u8>>,
    scalars: Option<Held<f32>>,
    mask: Option<Held<bool>>,
    legal: Option<Held<i32>>,
    legal_count: Option<Held<i32>>,
    to_act: Option<Held<i32>>,
    rewards: Option<Held<f32>>,
    done: Option<Held<bool>>,
    final_scores: Option<Held<i32>>,
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

impl<T: Element> Held<T> {
    /// Returns the memory of the array.
    pub(crate) fn memory(&self, py: Python<'_>) -> Range<usize> {
        memory::of(self.array.bind(py))
    }
}

impl Arrays {
    /// Checks the arrays of a call.
    pub(crate) fn new(
        arrays: Option<&Bound<'_, PyDict>>,
        games: usize,
        layout: &Layout,
    ) -> PyResult<Arrays> {
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

    /// Returns the memory of each array, which may have moved since the last call. The caller may
    /// have changed the type or shape of an array, so they are checked again.
    fn memory(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Range<usize>)>> {
        let mut all = Vec::with_capacity(NAMES.len());
        add(py, "planes", &self.planes, &mut all)?;
        add(py, "scalars", &self.scalars, &mut all)?;
        add(py, "mask", &self.mask, &mut all)?;
        add(py, "legal", &self.legal, &mut all)?;
        add(py, "legal_count", &self.legal_count, &mut all)?;
        add(py, "to_act", &self.to_act, &mut all)?;
        add(py, "rewards", &self.rewards, &mut all)?;
        add(py, "done", &self.done, &mut all)?;
        add(py, "final_scores", &self.final_scores, &mut all)?;
        Ok(all)
    }

    /// Borrows all arrays and calls `act` without the lock of the interpreter.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        writing: Writing,
        act: impl FnOnce(Outputs<'_>) -> T + Send,
    ) -> PyResult<T> {
        let _lease = Lease::new(self.memory(py)?)?;
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
pub(crate) fn shape(name: &str, games: usize, layout: &Layout) -> PyResult<Vec<usize>> {
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

/// Adds the memory of an array, after its type and shape have been checked again.
fn add<T: Element>(
    py: Python<'_>,
    name: &'static str,
    held: &Option<Held<T>>,
    all: &mut Vec<(&'static str, Range<usize>)>,
) -> PyResult<()> {
    if let Some(held) = held {
        check::<T>(name, held.array.bind(py).as_untyped(), &held.shape)?;
        all.push((name, held.memory(py)));
    }
    Ok(())
}

/// Checks the type, shape and memory of an array. An object with `__dlpack__` is used as an array
/// of the same memory.
pub(crate) fn typed<T: Element>(
    name: &str,
    object: &Bound<'_, PyAny>,
    shape: &[usize],
) -> PyResult<Held<T>> {
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
    check::<T>(name, untyped, shape)?;
    let shape = untyped.shape().to_vec();
    Ok(Held { array: object.cast::<PyArrayDyn<T>>()?.clone().unbind(), shape })
}

/// Checks the type, shape and memory of an array. A size of 0 stands for any size.
fn check<T: Element>(
    name: &str,
    untyped: &Bound<'_, PyUntypedArray>,
    shape: &[usize],
) -> PyResult<()> {
    let py = untyped.py();
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
    if !untyped.is_aligned() {
        let bytes = align_of::<T>();
        let text = format!("'{name}' must be aligned: its address must be a multiple of {bytes}");
        return Err(PyValueError::new_err(text));
    }
    if !untyped.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
        return Err(PyValueError::new_err(format!("'{name}' is read-only")));
    }
    Ok(())
}

pub(crate) fn borrow<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    held: &Option<Held<T>>,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Some(held) = held else { return Ok(None) };
    let borrowed = held.array.bind(py).clone().try_readwrite();
    borrowed.map(Some).map_err(|error| {
        PyValueError::new_err(format!(
            "'{name}' cannot be written: {error}; arrays must not overlap"
        ))
    })
}

pub(crate) fn slice<'a, T: Element>(
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
) -> PyResult<Option<&'a mut [T]>> {
    Ok(match array {
        Some(array) => Some(array.as_slice_mut().map_err(value)?),
        None => None,
    })
}
