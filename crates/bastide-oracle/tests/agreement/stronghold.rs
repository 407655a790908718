//! Games of The Castle.

mod compare;
mod comparison;
mod sights;

pub(crate) use comparison::Comparison;
