//! Games of the Land family.

mod compare;
mod comparison;
mod sights;

pub(crate) use comparison::Comparison;
