//! Bastide's server: online tables that lose nothing.

pub mod store;
