//! Memory into which batches write at this moment.
//!
//! The `numpy` crate refuses to borrow an array twice, but it recognises memory by the object that
//! owns it. Two imports of a buffer by DLPack have different owners, so addresses are compared too.

use std::ops::Range;
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Addresses of bytes.
type Addresses = Range<usize>;

/// What all batches of this process write.
static WRITTEN: Mutex<Written> = Mutex::new(Written { process: 0, all: Vec::new() });

struct Written {
    process: u32,
    all: Vec<Addresses>,
}

/// Only used with the lock of the interpreter, so a process that is forked does not inherit a locked
/// list.
fn written() -> MutexGuard<'static, Written> {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    // The threads that wrote exist only in the process that was forked.
    if written.process != process::id() {
        *written = Written { process: process::id(), all: Vec::new() };
    }
    written
}

fn overlap(one: &Addresses, other: &Addresses) -> bool {
    one.start < other.end && other.start < one.end
}

/// The exclusive use of the memory of some arrays.
pub(crate) struct Lease(Vec<Addresses>);

impl Lease {
    /// Takes the memory of arrays with these names.
    pub(crate) fn new(
        arrays: impl IntoIterator<Item = (&'static str, Addresses)>,
    ) -> PyResult<Lease> {
        let arrays: Vec<_> = arrays.into_iter().filter(|(_, memory)| !memory.is_empty()).collect();
        for (at, (name, memory)) in arrays.iter().enumerate() {
            if let Some((other, _)) = arrays[..at].iter().find(|(_, other)| overlap(memory, other))
            {
                let text =
                    format!("'{other}' and '{name}' overlap: each array needs its own memory");
                return Err(PyValueError::new_err(text));
            }
            check(name, memory)?;
        }
        let memory: Vec<Addresses> = arrays.into_iter().map(|(_, memory)| memory).collect();
        written().all.extend_from_slice(&memory);
        Ok(Lease(memory))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        written().all.retain(|memory| !self.0.contains(memory));
    }
}

/// Refuses memory into which a batch writes on another thread.
pub(crate) fn check(name: &str, memory: &Addresses) -> PyResult<()> {
    if written().all.iter().any(|other| overlap(memory, other)) {
        let text = format!("'{name}' overlaps an array that a batch on another thread is writing");
        return Err(PyValueError::new_err(text));
    }
    Ok(())
}

/// Returns the memory of a contiguous array.
pub(crate) fn of<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> Addresses {
    let start = array.data() as usize;
    start..start + array.len() * size_of::<T>()
}

/// Returns the memory between the first and the last number of an array.
pub(crate) fn of_strided<T: Element>(array: &Bound<'_, PyArray1<T>>) -> Addresses {
    if array.is_empty() {
        return 0..0;
    }
    let first = array.data() as usize;
    let last = first.wrapping_add_signed(array.strides()[0] * (array.len() as isize - 1));
    first.min(last)..first.max(last) + size_of::<T>()
}
