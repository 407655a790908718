//! A hash of all events of a run: the same for the same seed.

use std::fmt::Write as _;
use std::time::Duration;

use bastide_server::store::{Stored, TableId};
use sha2::{Digest, Sha256};

/// The hash so far.
#[derive(Clone, Default)]
pub(crate) struct Trace {
    hash: Sha256,
    lines: u64,
}

impl Trace {
    /// Adds an applied fact.
    pub(crate) fn fact(&mut self, at: Duration, table: &TableId, fact: &Stored) {
        let line = format!("{at:?} {table} {} {} {}", fact.seq, fact.at, fact.body);
        self.line(&line);
    }

    /// Adds another event.
    pub(crate) fn note(&mut self, at: Duration, text: &str) {
        self.line(&format!("{at:?} {text}"));
    }

    fn line(&mut self, line: &str) {
        if std::env::var_os("BASTIDE_SIM_TRACE").is_some() {
            eprintln!("{line}");
        }
        self.lines += 1;
        self.hash.update(line);
        self.hash.update("\n");
    }

    /// Returns the hash in hexadecimal and the number of lines.
    pub(crate) fn finish(&self) -> (String, u64) {
        let mut text = String::new();
        for byte in self.hash.clone().finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        (text, self.lines)
    }
}
