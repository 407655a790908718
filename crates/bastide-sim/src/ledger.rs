//! Everything that clients were sent, from which the checker derives its expectations.

use std::collections::{BTreeMap, BTreeSet};

use bastide_protocol::{Done, TableEvent};

/// An acknowledged command.
#[derive(Clone, Debug)]
pub(crate) struct Ack {
    pub(crate) table: String,
    pub(crate) id: String,
    pub(crate) done: Done,
    /// The seat it was for, if any.
    pub(crate) seat: Option<u8>,
    /// The revision for which a move was made.
    pub(crate) answers: Option<u32>,
}

/// A table whose creation was acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) table: String,
    /// Seconds on each clock.
    pub(crate) clock: Option<u32>,
}

/// Everything that clients were sent.
#[derive(Default)]
pub(crate) struct Ledger {
    pub(crate) made: Vec<Made>,
    pub(crate) acks: Vec<Ack>,
    /// Table and id of commands that were finally refused.
    pub(crate) refused: Vec<(String, String)>,
    pub(crate) events: BTreeMap<(String, u64), TableEvent>,
    answered: BTreeSet<(String, u32)>,
    pub(crate) violations: Vec<String>,
}

impl Ledger {
    /// Adds an acknowledged command.
    pub(crate) fn ack(&mut self, ack: Ack) {
        if let Some(revision) = ack.answers
            && !self.answered.insert((ack.table.clone(), revision))
        {
            self.violations.push(format!(
                "table {}: two moves were acknowledged for revision {revision}",
                ack.table
            ));
        }
        self.acks.push(ack);
    }

    /// Adds an event that a client was sent; `last` is the last durable fact.
    pub(crate) fn event(&mut self, table: &str, event: &TableEvent, last: u64) {
        if event.seq > last {
            self.violations.push(format!(
                "table {table}: event {} was published while fact {last} is the last durable one",
                event.seq
            ));
        }
        let key = (table.to_owned(), event.seq);
        match self.events.get(&key) {
            Some(known) if known != event => {
                self.violations.push(format!(
                    "table {table}: event {} was published with two contents",
                    event.seq
                ));
            }
            Some(_) => {}
            None => {
                self.events.insert(key, event.clone());
            }
        }
    }

    /// Adds a violation.
    pub(crate) fn violation(&mut self, text: String) {
        self.violations.push(text);
    }
}
