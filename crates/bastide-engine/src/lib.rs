//! Bots as programs: a plain line protocol on standard input and output, as
//! UCI is for chess. `docs/engine-protocol.md` describes it.
//!
//! [`Command`] is what a controller says and [`Answer`] what an engine says;
//! [`Server`] is our engine, and [`Outside`] lets a program of somebody else's
//! play.
//!
//! ```
//! use bastide_engine::{Server, serve};
//!
//! let typed = "game land rules=base,fields seats=2\nplay DV\nset bot greedy\ngo\nquit\n";
//! let mut heard = Vec::new();
//! serve(&mut Server::default(), typed.as_bytes(), &mut heard)?;
//! let heard = String::from_utf8_lossy(&heard);
//! assert!(heard.lines().any(|line| line.starts_with("move P")));
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod command;
mod lines;
mod outside;
mod server;

pub use answer::{Answer, BadAnswer, Family, Info, Want};
pub use command::{BadCommand, Command, Go, Start};
pub use outside::{EngineError, Outside, Patience, Profile};
pub use server::{Flow, Server, serve};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// A piece of somebody's input for a message: its beginning, on one line.
fn clip(text: &str) -> String {
    const MOST: usize = 60;
    let mut out = String::new();
    for (at, c) in text.chars().enumerate() {
        if at == MOST {
            out.push_str("...");
            break;
        }
        out.push(if c.is_control() { '?' } else { c });
    }
    out
}
