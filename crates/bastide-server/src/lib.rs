//! Bastide's server: online tables that lose nothing.

// A number that loses its upper bits can name another person, seat or fact.
#![deny(clippy::cast_possible_truncation)]

pub mod admin;
mod ban;
mod bot_names;
mod bots;
pub mod chain;
mod clean;
pub mod config;
pub mod doctor;
mod entropy;
mod fair;
pub mod fsck;
pub mod http;
mod hub;
pub mod metrics;
pub mod push;
pub mod serve;
pub mod store;
mod table;
mod time;
mod token;

use bastide_protocol::{Problem, ProblemCode};

pub use ban::Bans;
pub use entropy::Entropy;
pub use hub::{
    Caller, ChatLine, Expiry, Hub, HubOptions, HubStats, Readiness, ReportBody, TableLimits, Times,
    Watch,
};

/// Why something is not done.
fn problem(code: ProblemCode, message: impl Into<String>) -> Problem {
    Problem { code, message: message.into() }
}
