//! Games of The Castle.

mod compare;
mod comparison;
mod coverage;

pub(crate) use comparison::Comparison;
