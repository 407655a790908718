//! Tables of figure and piece kinds, to which all families and expansions contribute.
//!
//! The kernel reads these tables and names no row but the first figure kind. The position of a row
//! is the value of its kind, so rows are only ever appended.

pub(crate) use crate::land::{FIGURES, PIECES};
