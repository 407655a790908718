//! Errors of the libraries as exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(
    bastide,
    IllegalActionError,
    PyValueError,
    "An action that is not legal. The game or batch has not changed."
);

/// Returns a `ValueError` with the text of an error.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns an `IllegalActionError` with the text of an error.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalActionError::new_err(error.to_string())
}
