//! Server for online Bastide tables, with durable storage of every move.

// A truncated number could identify a different player, seat or fact.
#![deny(clippy::cast_possible_truncation)]

pub mod admin;
mod ban;
mod bot_names;
mod bots;
pub mod chain;
pub mod config;
pub mod doctor;
mod entropy;
mod fair;
pub mod fsck;
pub mod http;
mod hub;
pub mod metrics;
pub mod push;
mod sanitize;
pub mod serve;
pub mod store;
mod table;
mod time;
mod token;

use bastide_protocol::{Problem, ProblemCode};

pub use ban::Bans;
pub use entropy::Entropy;
pub use hub::{
    ChatLine, Credentials, Expiry, Hub, HubOptions, HubStats, Readiness, ReportBody, TableLimits,
    Times, Watch,
};

/// Creates a [`Problem`], the error that is sent to a client.
fn problem(code: ProblemCode, message: impl Into<String>) -> Problem {
    Problem { code, message: message.into() }
}
