//! Games of the Land family.

mod compare;
mod comparison;
mod coverage;
mod large;
mod six_seats;

pub(crate) use comparison::Comparison;
