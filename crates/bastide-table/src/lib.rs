//! Online tables without a server: games with their players, clocks, chat and draws.
//!
//! A [`Table`] is a fold over [`Fact`]s, the entries of an append-only log. [`Table::plan`] decides
//! a command and applies its facts to a copy, without changing anything. The host saves the facts
//! and only then replaces the table by the copy. Times and random bytes are given by the host, and
//! become part of the facts, so every process derives the same table from the same log.
//!
//! Nothing here does I/O or reads a clock, and nothing runs in a thread of its own: the same code
//! runs in the server and, compiled to WebAssembly, in a browser.

// A truncated number could identify a different player, seat or fact.
#![deny(clippy::cast_possible_truncation)]

mod bot;
pub mod bot_names;
pub mod chain;
mod change;
mod entropy;
mod hex;
mod inquiry;
mod log;
mod pictures;
mod sanitize;
mod table;
mod token;
mod unicode;
mod update;

use bastide_protocol::{Problem, ProblemCode};

pub use bot::{bot_seed, whole_turn};
pub use chain::Digest;
pub use change::{Change, Host, Planned};
pub use entropy::Entropy;
pub use hex::{hex, unhex};
pub use inquiry::Inquiry;
pub use log::{Millis, Row, SHARDS, Seq, Stage, Stored, TableId};
pub use pictures::{backdrop, postcard};
pub use sanitize::{BadText, MAX_LINE, MAX_NAME, sanitize};
pub use table::{
    Advance, BotToAct, CLOCK_SKEW, Damage, Deal, ERASED, Entry, Erasure, Fact, FoldError, HolderId,
    Identity, Made, Moment, Presence, Publication, PushState, Refusal, SaltOffer, Saved, Table,
    Taken, check_engine_name, erase, fold, line_of, unfold,
};
pub use token::{Token, TokenHash, fingerprint};
pub use update::Updates;

/// Creates a [`Problem`], the error that is sent to a client.
pub fn problem(code: ProblemCode, message: impl Into<String>) -> Problem {
    Problem::new(code, message)
}
