//! Line protocol that connects bots and game controllers over standard input and output, similar to
//! UCI in chess. `docs/engine-protocol.md` describes it.
//!
//! [`Command`] is a message of the controller and [`Answer`] one of the engine; [`Server`] is the
//! built-in engine, and [`ExternalEngine`] runs an external engine.
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
mod external_engine;
mod lines;
mod server;
mod state;

pub use answer::{Answer, BadAnswer, Family, Info, Want};
pub use command::{BadCommand, Command, Go, Start};
pub use external_engine::{EngineError, ExternalEngine, Patience, Profile};
pub use server::{Flow, Server, legal, serve};
pub use state::{BadState, Phase, State};

/// Version of the protocol.
pub const VERSION: u32 = 1;

/// Shortens untrusted input for a message and replaces its control characters.
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
