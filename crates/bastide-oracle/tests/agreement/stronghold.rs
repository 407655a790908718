//! Games of The Castle.

mod compare;
mod sights;
mod table;

pub(crate) use table::Table;
