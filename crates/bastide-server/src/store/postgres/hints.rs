//! Notifications about changed tables, sent to and received from other processes.
//!
//! Hints are sent in batches after the commit, on a reader connection: a `notify` inside the
//! transactions would serialize them. Lost hints are compensated by periodic queries of the last
//! fact numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use deadpool_postgres::Pool;
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::AsyncMessage;

use super::connect::{self, Target, reason};
use crate::store::{Hint, Seq, StoreError, TableId};

/// Name of the notification channel.
const CHANNEL: &str = "bastide";

/// Maximum size of a notification; PostgreSQL allows 7,999 bytes.
const PAYLOAD: usize = 7_900;

/// Maximum number of hints per batch.
const TOGETHER: usize = 1_024;

/// Delay before a retry or reconnection.
const PAUSE: Duration = Duration::from_millis(500);

/// Sends hints until the channel is closed.
pub(super) async fn send(pool: Pool, origin: String, mut notices: mpsc::Receiver<Hint>) {
    let mut batch = Vec::new();
    while notices.recv_many(&mut batch, TOGETHER).await > 0 {
        let payloads = payloads(&origin, batch.drain(..));
        // A hint that cannot be sent is lost; other processes query periodically.
        if notify(&pool, &payloads).await.is_err() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn notify(pool: &Pool, payloads: &[String]) -> Result<(), StoreError> {
    let sql = "select pg_notify($1, payload) from unnest($2::text[]) as payload";
    let client = connect::connection(pool).await?;
    let sent = connect::answer(client, async |client| {
        let statement = client.prepare_cached(sql).await?;
        client.execute(&statement, &[&CHANNEL, &payloads]).await
    });
    sent.await.map(drop).map_err(|refusal| refusal.error)
}

/// Listens until cancelled, reconnecting as needed.
pub(super) async fn listen(target: Target, origin: String, hints: broadcast::Sender<Hint>) {
    loop {
        if let Err(error) = listen_once(&target, &origin, &hints).await {
            tracing::warn!(error = reason(&error), "listening for hints of other processes failed");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_once(
    target: &Target,
    origin: &str,
    hints: &broadcast::Sender<Hint>,
) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = target.connect().await?;
    let (origin, hints) = (origin.to_owned(), hints.clone());
    let heard = async move {
        while let Some(message) = std::future::poll_fn(|cx| connection.poll_message(cx)).await {
            if let AsyncMessage::Notification(notification) = message?
                && notification.channel() == CHANNEL
            {
                for hint in parse(&origin, notification.payload()) {
                    // There may be no receiver.
                    let _ = hints.send(hint);
                }
            }
        }
        Ok(())
    };
    let asked = async {
        let listening = client.batch_execute(&format!("listen {CHANNEL}")).await;
        match listening {
            // The client must outlive the connection.
            Ok(()) => std::future::pending().await,
            Err(error) => Err(error),
        }
    };
    tokio::select! {
        ended = heard => ended,
        refused = asked => refused,
    }
}

/// Formats hints as text: a line with the sender, then one line per table with number and name.
fn payloads(origin: &str, hints: impl Iterator<Item = Hint>) -> Vec<String> {
    let mut lasts: BTreeMap<TableId, Seq> = BTreeMap::new();
    for hint in hints {
        let last = lasts.entry(hint.table).or_default();
        *last = hint.last.max(*last);
    }
    let mut payloads: Vec<String> = Vec::new();
    for (table, last) in lasts {
        let line = format!("\n{last} {table}");
        if line.len() > PAYLOAD - origin.len() || table.0.contains('\n') {
            continue;
        }
        match payloads.last_mut() {
            Some(payload) if payload.len() + line.len() <= PAYLOAD => payload.push_str(&line),
            Some(_) | None => payloads.push(format!("{origin}{line}")),
        }
    }
    payloads
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
        let payloads = payloads("me", told.into_iter());
        assert_eq!(payloads, ["me\n1 a c\n9 b"]);
        assert_eq!(parse("you", &payloads[0]), [hint("a c", 1), hint("b", 9)]);
        assert_eq!(parse("me", &payloads[0]), []);
        assert_eq!(parse("you", "me\nnonsense\n5 x\n y\n"), [hint("x", 5)]);
        assert_eq!(parse("you", ""), []);
    }

    #[test]
    fn many_hints_make_few_notifications_of_a_size_allowed() {
        let all: Vec<Hint> = (0..2_000).map(|n| hint(&format!("table-{n:012}"), n)).collect();
        let payloads = payloads("0123456789abcdef", all.iter().cloned());
        assert!(payloads.len() < 10 && payloads.iter().all(|payload| payload.len() < 8_000));
        let heard: Vec<Hint> = payloads.iter().flat_map(|payload| parse("me", payload)).collect();
        assert_eq!(heard, all);
        assert_eq!(super::payloads("me", [hint(&"x".repeat(9_000), 1)].into_iter()), [""; 0]);
    }
}
