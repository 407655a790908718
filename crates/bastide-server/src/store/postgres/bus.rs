//! Notifications about changed tables, sent to and received from other processes.
//!
//! A [`Bus`] carries them: `NOTIFY` of the database, or a NATS server. Hints are sent in batches after
//! the commit. Lost hints are compensated by periodic queries of the last fact numbers, so an outage
//! of the bus delays updates by seconds and loses nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{broadcast, mpsc};

use crate::store::{Hint, Seq, TableId};

/// Maximum size of a message; `NOTIFY` allows 7,999 bytes.
const PAYLOAD: usize = 7_900;

/// Maximum number of hints per batch.
const TOGETHER: usize = 1_024;

/// Delay before a retry or reconnection.
const PAUSE: Duration = Duration::from_millis(500);

/// Receiver of messages.
pub(super) type Heard<'a> = dyn Fn(&str) + Send + Sync + 'a;

/// Carries messages from each process to all others.
#[async_trait]
pub(super) trait Bus: Send + Sync + 'static {
    /// Sends messages, or returns the reason why they are lost.
    async fn publish(&self, messages: &[String]) -> Result<(), String>;

    /// Receives messages until the connection is lost.
    async fn receive(&self, heard: &Heard<'_>) -> Result<(), String>;
}

/// Sends hints until the channel is closed.
pub(super) async fn send(bus: Arc<dyn Bus>, origin: String, mut notices: mpsc::Receiver<Hint>) {
    let mut batch = Vec::new();
    while notices.recv_many(&mut batch, TOGETHER).await > 0 {
        let messages = messages(&origin, batch.drain(..));
        // A hint that cannot be sent is lost; other processes query periodically.
        if bus.publish(&messages).await.is_err() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Listens until cancelled, reconnecting as needed.
pub(super) async fn listen(bus: Arc<dyn Bus>, origin: String, hints: broadcast::Sender<Hint>) {
    let heard = |message: &str| {
        for hint in parse(&origin, message) {
            // There may be no receiver.
            let _ = hints.send(hint);
        }
    };
    loop {
        if let Err(error) = bus.receive(&heard).await {
            tracing::warn!(error, "listening for hints of other processes failed");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Formats hints as text: a line with the sender, then one line per table with number and name.
fn messages(origin: &str, hints: impl Iterator<Item = Hint>) -> Vec<String> {
    let mut lasts: BTreeMap<TableId, Seq> = BTreeMap::new();
    for hint in hints {
        let last = lasts.entry(hint.table).or_default();
        *last = hint.last.max(*last);
    }
    let mut messages: Vec<String> = Vec::new();
    for (table, last) in lasts {
        let line = format!("\n{last} {table}");
        if line.len() > PAYLOAD - origin.len() || table.0.contains('\n') {
            continue;
        }
        match messages.last_mut() {
            Some(payload) if payload.len() + line.len() <= PAYLOAD => payload.push_str(&line),
            Some(_) | None => messages.push(format!("{origin}{line}")),
        }
    }
    messages
}

/// Parses hints, ignoring those that this process has sent.
fn parse(origin: &str, payload: &str) -> Vec<Hint> {
    let mut lines = payload.split('\n');
    if lines.next() == Some(origin) {
        return Vec::new();
    }
    let hint = |line: &str| {
        let (last, table) = line.split_once(' ')?;
        Some(Hint { table: TableId(table.into()), last: last.parse().ok()? })
    };
    lines.filter_map(hint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(table: &str, last: Seq) -> Hint {
        Hint { table: TableId(table.into()), last }
    }

    #[test]
    fn hints_round_trip_as_text() {
        let told = [hint("b", 7), hint("a c", 1), hint("b", 9), hint("b", 8)];
        let messages = messages("me", told.into_iter());
        assert_eq!(messages, ["me\n1 a c\n9 b"]);
        assert_eq!(parse("you", &messages[0]), [hint("a c", 1), hint("b", 9)]);
        assert_eq!(parse("me", &messages[0]), []);
        assert_eq!(parse("you", "me\nnonsense\n5 x\n y\n"), [hint("x", 5)]);
        assert_eq!(parse("you", ""), []);
    }

    #[test]
    fn many_hints_make_few_notifications_of_a_size_allowed() {
        let all: Vec<Hint> = (0..2_000).map(|n| hint(&format!("table-{n:012}"), n)).collect();
        let messages = messages("0123456789abcdef", all.iter().cloned());
        assert!(messages.len() < 10 && messages.iter().all(|payload| payload.len() < 8_000));
        let heard: Vec<Hint> = messages.iter().flat_map(|payload| parse("me", payload)).collect();
        assert_eq!(heard, all);
        assert_eq!(super::messages("me", [hint(&"x".repeat(9_000), 1)].into_iter()), [""; 0]);
    }
}
