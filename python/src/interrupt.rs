//! Long computations that a signal, such as Ctrl-C, ends.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bastide_bots::{Pause, stoppable};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

/// Interval at which signals are handled.
const POLL: Duration = Duration::from_millis(25);

/// A request to end a computation.
#[derive(Clone, Default)]
pub(crate) struct Cancel {
    is_set: Arc<AtomicBool>,
    /// Threads that run code of Python for the computation, by the numbers of `threading`.
    callers: Arc<Mutex<Vec<u64>>>,
}

impl Cancel {
    /// Returns true if the computation shall end.
    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Ends the work of this thread by unwinding if the computation shall end: its result would not
    /// be used.
    pub(crate) fn unwind_if_set(&self) {
        if self.is_set() {
            // Without the message of a panic.
            resume_unwind(Box::new("interrupted"));
        }
    }

    /// Calls code of Python on a thread of the computation, and has it raise `KeyboardInterrupt` if
    /// the computation shall end.
    pub(crate) fn calling<T>(
        &self,
        py: Python<'_>,
        call: impl FnOnce() -> PyResult<T>,
    ) -> PyResult<T> {
        if self.is_set() {
            return Err(PyKeyboardInterrupt::new_err("interrupted"));
        }
        let thread: u64 = py.import("threading")?.call_method0("get_ident")?.extract()?;
        // Both changes and the reader hold the lock of the interpreter.
        self.callers().push(thread);
        let result = call();
        self.callers().retain(|&other| other != thread);
        result
    }

    fn callers(&self) -> std::sync::MutexGuard<'_, Vec<u64>> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises `KeyboardInterrupt` in all code of Python that the computation runs. It arrives before
    /// the next instruction; a call of the system, such as a long sleep, ends first.
    fn interrupt_callers(&self, py: Python<'_>) -> PyResult<()> {
        let callers = self.callers().clone();
        if callers.is_empty() {
            return Ok(());
        }
        let ctypes = py.import("ctypes")?;
        let raise = ctypes.getattr("pythonapi")?.getattr("PyThreadState_SetAsyncExc")?;
        let exception =
            ctypes.call_method1("py_object", (py.get_type::<PyKeyboardInterrupt>(),))?;
        for thread in callers {
            raise.call1((ctypes.call_method1("c_ulong", (thread,))?, &exception))?;
        }
        Ok(())
    }
}

impl Pause for Cancel {
    fn pause(&mut self) -> Duration {
        self.unwind_if_set();
        // It has not waited, so all time counts.
        Duration::ZERO
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
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| {
                        if let Err(error) = py.check_signals() {
                            cancel.is_set.store(true, Ordering::Relaxed);
                            raised.get_or_insert(error);
                        }
                        // Again at every interval: the code may have caught the exception.
                        if cancel.is_set()
                            && let Err(error) = cancel.interrupt_callers(py)
                        {
                            // Without `ctypes`; the code then runs to its end.
                            error.write_unraisable(py, None);
                        }
                    }),
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

/// Runs evaluations that keep nothing: after a signal handler has raised, they end at the next
/// position.
pub(crate) fn run_stoppable<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::default();
    let result = run(py, &cancel, || stoppable(&cancel.is_set, work))?;
    result.ok_or_else(|| PyValueError::new_err("the computation was interrupted"))
}
