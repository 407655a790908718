//! Games of the Land family.

mod compare;
mod sights;
mod table;

pub(crate) use table::Table;
