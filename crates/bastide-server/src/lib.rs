//! Server for online Bastide tables, with durable storage of every move.

// A truncated number could identify a different player, seat or fact.
#![deny(clippy::cast_possible_truncation)]

pub mod admin;
mod ban;
mod bots;
pub mod config;
pub mod doctor;
mod engines;
mod fair;
pub mod fsck;
pub mod health;
pub mod http;
mod hub;
pub mod metrics;
pub mod push;
pub mod receipts;
pub mod serve;
pub mod store;
mod system;
mod time;
pub mod tls;

pub use ban::Bans;
pub use bastide_table::Entropy;
pub use engines::EngineOptions;
pub use hub::{
    ChatLine, Credentials, Expiry, Hub, HubOptions, HubStats, Readiness, ReportBody, TableLimits,
    Times, Watch,
};
