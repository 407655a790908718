//! Long computations that a signal, such as Ctrl-C, ends.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use bastide_bots::Pause;
use pyo3::prelude::*;

/// Interval at which signals are handled.
const POLL: Duration = Duration::from_millis(25);

/// A request to end a computation.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns true if the computation shall end.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A search ends by unwinding: its result would not be used.
impl Pause for Cancel {
    fn pause(&mut self) -> Duration {
        if self.is_set() {
            // Without the message of a panic.
            resume_unwind(Box::new("interrupted"));
        }
        POLL
    }
}

/// Runs `work` on another thread, without the lock of the interpreter, while this thread handles
/// signals. A signal handler that raises sets `cancel`; the exception is raised once `work` has
/// ended.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            scope.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(work));
                // The receiver outlives this thread.
                let _ = sender.send(result);
            });
            let mut raised = None;
            loop {
                match receiver.recv_timeout(POLL) {
                    Ok(result) => return (Some(result), raised),
                    Err(RecvTimeoutError::Disconnected) => return (None, raised),
                    Err(RecvTimeoutError::Timeout) => {
                        let signal = Python::attach(|py| py.check_signals());
                        if let Err(error) = signal {
                            cancel.0.store(true, Ordering::Relaxed);
                            raised.get_or_insert(error);
                        }
                    }
                }
            }
        })
    });
    match (raised, result) {
        (Some(error), _) => Err(error),
        (None, Some(Ok(result))) => Ok(result),
        (None, Some(Err(panic))) => resume_unwind(panic),
        (None, None) => Err(crate::error::value("the computation ended without a result")),
    }
}

/// Runs `work`, which cannot be stopped at any time, on another thread, without the lock of the
/// interpreter. A signal handler that raises sets `cancel` and ends the wait at once; the thread
/// then ends in the background with its budget, or when it checks `cancel`.
pub(crate) fn run_detached<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let spawned = thread::Builder::new().spawn(move || {
        // After an interruption there is no receiver.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    spawned.map_err(|error| crate::error::value(format!("no thread could be started: {error}")))?;
    let result = py.detach(|| {
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    let signal = Python::attach(|py| py.check_signals());
                    signal.inspect_err(|_| cancel.0.store(true, Ordering::Relaxed))?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(crate::error::value("the computation ended without a result"));
                }
            }
        }
    });
    result?.map_err(|panic| resume_unwind(panic))
}
