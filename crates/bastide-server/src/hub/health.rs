//! Readiness: probes the store in the background and reports failures.
//!
//! A probe reads and writes, independently of player activity. Probes have a bounded rate and run
//! one at a time, so a store that hangs receives at most one, and `/readyz` responds from memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::{Hub, lock};
use crate::store::{Store, StoreError, TableId};

/// Probe interval while the store works.
const PROBE_EVERY: Duration = Duration::from_secs(5);

/// Probe interval while the store fails.
const PROBE_FAILING_EVERY: Duration = Duration::from_secs(2);

/// Minimum time between two probes, regardless of how often changes fail.
const PROBE_PAUSE: Duration = Duration::from_millis(500);

/// Timeout of a probe, after which the store counts as failed.
const PROBE_TIMEOUT: Duration = Duration::from_secs(4);

/// Time without a completed probe after which probing itself is considered to have stopped.
const STALE: Duration = Duration::from_secs(60);

/// Delay of due tables, in milliseconds, above which readiness reports them as late.
const LATE: u64 = 60_000;

/// Readiness of the server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Readiness {
    /// The reason why the server is not ready; `None` if it is ready.
    pub refusal: Option<String>,
    /// Descriptions of the parts that do not work while the rest does.
    pub degraded: Vec<String>,
}

/// State of the store as last observed.
pub(super) struct Health {
    /// The reason why nothing can be read or saved.
    failure: Mutex<Option<String>>,
    has_failed: AtomicBool,
    /// The reason why due tables cannot be looked up.
    queue_error: Mutex<Option<String>>,
    probed: Mutex<Instant>,
    /// Triggers an immediate probe.
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

    /// Records that a change was not saved, and triggers a probe.
    pub(super) fn not_saved(&self, why: &str) {
        self.fail(why);
        self.wake.notify_one();
    }

    /// Records that the store has failed, and logs the first failure.
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

    /// Records the result of looking up due tables, and logs transitions.
    pub(super) fn set_queue_error(&self, error: Option<String>) {
        let mut known = lock(&self.queue_error);
        match (&*known, &error) {
            (None, Some(error)) => {
                tracing::error!(error, "bots and clocks are delayed: looking up due tables failed");
            }
            (Some(_), None) => tracing::warn!("due tables can be looked up again"),
            (None, None) | (Some(_), Some(_)) => {}
        }
        *known = error;
    }
}

impl Hub {
    /// Returns the readiness of the server, based on the last probe and the last changes.
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
            1 => degraded.push("1 table is damaged; see the log".to_owned()),
            many => degraded.push(format!("{many} tables are damaged; see the log")),
        }
        if let Some(error) = &*lock(&self.0.health.queue_error) {
            degraded.push(format!("bots and clocks are delayed: {error}"));
        }
        let late = self.oldest_due_ms();
        if late > LATE {
            degraded.push(format!("bots and clocks are {} s late", late / 1000));
        }
        degraded.extend(self.0.space.remark());
        Readiness { refusal, degraded }
    }

    /// Probes the store until the server shuts down.
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
                // While the store is failing, further failed changes do not trigger a probe.
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

/// Waits for the running probe, or starts a new one. A probe is never cancelled: that would leave a
/// connection waiting for its response.
async fn probe_once(
    store: &Arc<dyn Store>,
    running: &mut Option<JoinHandle<Result<(), StoreError>>>,
) -> Result<(), StoreError> {
    let mut probe = running.take().unwrap_or_else(|| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            // No table has this name, but the lookup takes the same path as any other.
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
            Err(StoreError::Unavailable(format!("no response to a probe within {seconds} s")))
        }
    }
}
