//! Bastide's server: online tables that lose nothing.

// A number that loses its upper bits can name another person, seat or fact.
#![deny(clippy::cast_possible_truncation)]

mod bots;
pub mod chain;
mod clean;
pub mod config;
pub mod doctor;
mod entropy;
mod fair;
pub mod http;
mod hub;
pub mod metrics;
pub mod serve;
pub mod store;
mod table;
mod token;

use bastide_protocol::{Problem, ProblemCode};

pub use entropy::Entropy;
pub use hub::{Caller, Hub, HubOptions, HubStats, Readiness, TableLimits, Times, Watch};

/// Why something is not done.
fn problem(code: ProblemCode, message: impl Into<String>) -> Problem {
    Problem { code, message: message.into() }
}
