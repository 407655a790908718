//! Checkpoints of the write-ahead log, run next to the writer so that commits are not delayed for
//! long.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

use super::error_class::{Trouble, WriterHealth};
use super::schema;
use crate::store::OpenError;

/// Number of pages in the log that makes a checkpoint worthwhile.
const WORTHWHILE: i64 = 1_000;

/// Number of pages after which the log must be restarted. Next to a busy writer a concurrent
/// checkpoint never completes, so beyond this the writer runs it.
const LONG: i64 = 16_384;

/// The checkpoint thread.
pub(super) struct Checkpoints {
    wake: Option<SyncSender<()>>,
    is_busy: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread.
    pub(super) fn start(path: &Path, health: &WriterHealth) -> Result<Checkpoints, OpenError> {
        let connection = schema::connect(path)?;
        let (wake, woken) = sync_channel(1);
        let is_busy = Arc::new(AtomicBool::new(false));
        let (busy, health) = (Arc::clone(&is_busy), health.clone());
        let thread = std::thread::Builder::new()
            .name("store-checkpoint".to_owned())
            .spawn(move || run(&connection, &woken, &busy, &health))
            .map_err(|error| OpenError::Io { path: path.to_owned(), error })?;
        Ok(Checkpoints { wake: Some(wake), is_busy, thread: Some(thread) })
    }

    /// Limits the growth of the log. Called by the writer between its transactions.
    pub(super) fn keep_short(&self, writer: &Connection, health: &WriterHealth) {
        if health.check().is_err() || self.is_busy.load(Ordering::Acquire) {
            return;
        }
        let (log, moved) = match pages(writer, "pragma wal_checkpoint(noop)") {
            Ok(pages) => pages,
            Err(error) => return report(error, health),
        };
        if log - moved < WORTHWHILE {
            return;
        }
        if log >= LONG {
            if let Err(error) = pages(writer, "pragma wal_checkpoint(passive)") {
                report(error, health);
            }
        } else if let Some(wake) = &self.wake {
            self.is_busy.store(true, Ordering::Release);
            if wake.try_send(()).is_err() {
                self.is_busy.store(false, Ordering::Release);
            }
        }
    }

    /// Waits for the thread to end.
    pub(super) fn stop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            // If the thread has panicked, its guard has reported it.
            let _ = thread.join();
        }
    }
}

fn run(connection: &Connection, woken: &Receiver<()>, is_busy: &AtomicBool, health: &WriterHealth) {
    let _guard = health.guard();
    while woken.recv().is_ok() {
        if health.check().is_ok()
            && let Err(error) = pages(connection, "pragma wal_checkpoint(passive)")
        {
            report(error, health);
        }
        is_busy.store(false, Ordering::Release);
    }
}

/// Runs a checkpoint pragma; returns the number of pages in the log and of those already
/// checkpointed.
fn pages(connection: &Connection, pragma: &str) -> rusqlite::Result<(i64, i64)> {
    connection.prepare_cached(pragma)?.query_row([], |row| Ok((row.get(1)?, row.get(2)?)))
}

/// Logs a failed checkpoint. It loses nothing, because all data is still in the log, unless the
/// error is fatal.
fn report(error: rusqlite::Error, health: &WriterHealth) {
    match Trouble::from(error) {
        Trouble::Passing(error) => tracing::warn!(%error, "a checkpoint has failed"),
        Trouble::Fatal(error) => health.seal(&error),
    }
}
