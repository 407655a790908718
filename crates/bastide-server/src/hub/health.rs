//! Readiness: probes the store in the background, and says what is wrong.
//!
//! A probe reads and writes, whether or not any player does. It runs at a
//! bounded rate and one at a time, so a store that hangs gets no more than one
//! question, and `/readyz` answers from memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::{Hub, lock};
use crate::store::{Store, StoreError, TableId};

/// How often a store that works is probed.
const PROBE_EVERY: Duration = Duration::from_secs(5);

/// How often a store that has failed is probed.
const PROBE_FAILING_EVERY: Duration = Duration::from_secs(2);

/// Shortest time between two probes, however often changes fail.
const PROBE_PAUSE: Duration = Duration::from_millis(500);

/// How long a probe may take before the store counts as failed.
const PROBE_TIMEOUT: Duration = Duration::from_secs(4);

/// A probe that has not ended for this long means that probing itself has
/// stopped.
const STALE: Duration = Duration::from_secs(60);

/// Due tables that wait longer than this are worth a remark.
const LATE: u64 = 60_000;

/// Whether the server does its work.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Readiness {
    /// Why it does not; none if it does.
    pub refusal: Option<String>,
    /// What does not work as it should while the rest does.
    pub degraded: Vec<String>,
}

/// What is known of the store.
pub(super) struct Health {
    /// Why nothing can be read or saved.
    failure: Mutex<Option<String>>,
    has_failed: AtomicBool,
    /// Why due tables cannot be looked up.
    queue_error: Mutex<Option<String>>,
    probed: Mutex<Instant>,
    /// Asks for a probe at once.
    wake: Notify,
}

impl Default for Health {
    fn default() -> Health {
        Health {
            failure: Mutex::default(),
            has_failed: AtomicBool::new(false),
            queue_error: Mutex::default(),
            probed: Mutex::new(Instant::now()),
            wake: Notify::new(),
        }
    }
}

impl Health {
    /// Returns true if the store has not failed.
    pub(super) fn is_well(&self) -> bool {
        !self.has_failed.load(Ordering::Acquire)
    }

    /// Records that a change was not saved, and has the store probed.
    pub(super) fn not_saved(&self, why: &str) {
        self.fail(why);
        self.wake.notify_one();
    }

    /// Records that the store has failed. Logged once.
    fn fail(&self, why: &str) {
        let mut failure = lock(&self.failure);
        if failure.is_none() {
            tracing::error!(why, "not ready: the store has failed");
        }
        *failure = Some(why.to_owned());
        self.has_failed.store(true, Ordering::Release);
    }

    /// Records that the store works. Returns true if it had failed.
    fn recover(&self) -> bool {
        let had_failed = lock(&self.failure).take().is_some();
        self.has_failed.store(false, Ordering::Release);
        if had_failed {
            tracing::warn!("ready again: the store works");
        }
        had_failed
    }

    /// Records whether due tables can be looked up. Changes are logged.
    pub(super) fn set_queue_error(&self, error: Option<String>) {
        let mut known = lock(&self.queue_error);
        match (&*known, &error) {
            (None, Some(error)) => {
                tracing::error!(error, "bots and clocks wait: due tables cannot be looked up");
            }
            (Some(_), None) => tracing::warn!("due tables can be looked up again"),
            (None, None) | (Some(_), Some(_)) => {}
        }
        *known = error;
    }
}

impl Hub {
    /// Whether the server does its work, from what the last probe and the last
    /// changes have shown.
    pub fn readiness(&self) -> Readiness {
        let mut refusal = lock(&self.0.health.failure).clone();
        let silent = lock(&self.0.health.probed).elapsed();
        if refusal.is_none() && silent > STALE {
            let seconds = silent.as_secs();
            refusal = Some(format!("the database was last probed {seconds} s ago"));
        }
        let mut degraded = Vec::new();
        match self.0.backoffs.damaged() {
            0 => {}
            1 => degraded.push("1 table cannot be read; the log names it".to_owned()),
            many => degraded.push(format!("{many} tables cannot be read; the log names them")),
        }
        if let Some(error) = &*lock(&self.0.health.queue_error) {
            degraded.push(format!("bots and clocks wait: {error}"));
        }
        let late = self.oldest_due_ms();
        if late > LATE {
            degraded.push(format!("bots and clocks are {} s late", late / 1000));
        }
        degraded.extend(self.0.space.remark());
        Readiness { refusal, degraded }
    }

    /// Probes the store until the server goes down.
    pub(super) async fn probe(self) {
        let mut closing = self.0.closing.subscribe();
        let mut running = None;
        loop {
            let outcome = probe_once(&self.0.store, &mut running).await;
            match outcome {
                Ok(()) => {
                    if self.0.health.recover() {
                        self.0.backoffs.clear_failed();
                    }
                }
                Err(error) => self.0.health.fail(&error.to_string()),
            }
            *lock(&self.0.health.probed) = Instant::now();
            let is_well = self.0.health.is_well();
            let pause = if is_well { PROBE_EVERY } else { PROBE_FAILING_EVERY };
            let rest = async {
                tokio::time::sleep(PROBE_PAUSE).await;
                // While it fails, changes that fail too are no news.
                tokio::select! {
                    () = self.0.health.wake.notified(), if is_well => {}
                    () = tokio::time::sleep(pause.saturating_sub(PROBE_PAUSE)) => {}
                }
            };
            tokio::select! {
                () = rest => {}
                _ = closing.changed() => return,
            }
        }
    }
}

/// Waits for the probe that still runs, or for a new one. A probe is never
/// cancelled: it would leave a connection behind that waits for an answer.
async fn probe_once(
    store: &Arc<dyn Store>,
    running: &mut Option<JoinHandle<Result<(), StoreError>>>,
) -> Result<(), StoreError> {
    let mut probe = running.take().unwrap_or_else(|| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            // No table has this name; looking for it takes the path of any other.
            store.lasts(&[TableId("readiness".into())]).await?;
            store.check().await
        })
    });
    match timeout(PROBE_TIMEOUT, &mut probe).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => Err(StoreError::Unavailable(error.to_string())),
        Err(_elapsed) => {
            *running = Some(probe);
            let seconds = PROBE_TIMEOUT.as_secs();
            Err(StoreError::Unavailable(format!("no answer to a probe within {seconds} s")))
        }
    }
}
