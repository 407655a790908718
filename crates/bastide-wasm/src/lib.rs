//! The engine for browsers: the rules, the bots and the tables of a server, as one function from a
//! JSON request to a JSON response.
//!
//! A page runs it in a Web Worker as WebAssembly ([`abi`]); tests run [`answer`] natively. Tables
//! speak the messages of the server (`docs/protocol.md`), so the page needs no second
//! implementation of anything. The engine has no clock, no random numbers and no storage: each
//! request carries the time and random bytes it needs, and each response the facts to store.
//! `docs/browser-engine.md` describes the requests.

pub mod abi;
#[cfg(feature = "tables")]
mod analysis;
#[cfg(feature = "art")]
mod art;
#[cfg(feature = "bots")]
mod bots;
#[cfg(feature = "tables")]
mod daily;
#[cfg(feature = "tables")]
mod import;
#[cfg(feature = "postcards")]
mod postcards;
#[cfg(feature = "tables")]
mod puzzles;
mod request;
#[cfg(feature = "tables")]
mod review;
#[cfg(feature = "tables")]
mod study;
#[cfg(feature = "tables")]
mod tables;

pub use request::answer;
