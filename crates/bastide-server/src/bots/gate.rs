//! Mechanisms by which bots yield the processor to commands of people.
//!
//! Bot threads pause at a gate that is closed while such commands are executed. In addition they
//! yield the processor every [`TURN`]: the scheduler may let a thread finish its current time slice
//! although a more urgent thread wakes up, and a newly arrived command can close the gate only once
//! its own thread runs.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bastide_bots::Pause;

/// Maximum wait at a closed gate. Afterwards the bot computes for [`SLICE`] although the gate is
/// closed, so that bots are slowed down but never stopped.
const WAIT: Duration = Duration::from_millis(4);

/// Computing time at a closed gate before the bot waits again.
const SLICE: Duration = Duration::from_millis(1);

/// Maximum time for which a bot thread occupies the processor without yielding it.
const TURN: Duration = Duration::from_micros(250);

/// A gate for bot threads. Open unless a [`Passage`] exists.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// Number of commands of people being executed.
    commands: AtomicUsize,
    state: Mutex<State>,
    opened: Condvar,
    pauses: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// Number of waiting bot threads.
    waiting: usize,
    /// Completion time of the last command of a person. Uses the clock of the tokio runtime, which
    /// simulations control.
    last: Option<tokio::time::Instant>,
}

/// Guard of a command being executed: the gate is closed while it exists.
#[derive(Debug)]
pub(crate) struct Passage(Arc<Gate>);

impl Gate {
    /// Closes the gate until the returned guard is dropped.
    pub(crate) fn close(self: &Arc<Gate>) -> Passage {
        self.commands.fetch_add(1, Ordering::SeqCst);
        Passage(Arc::clone(self))
    }

    /// Returns the number of times a bot has waited since the start.
    pub(crate) fn pauses(&self) -> u64 {
        self.pauses.load(Ordering::Relaxed)
    }

    /// Returns true if a command of a person is being executed, or was within the last `recent`
    /// time.
    pub(crate) fn is_busy(&self, recent: Duration) -> bool {
        !self.is_open() || self.lock().last.is_some_and(|last| last.elapsed() < recent)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code panics while holding the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open(&self) -> bool {
        self.commands.load(Ordering::SeqCst) == 0
    }

    /// Waits until the gate is open, for at most `most`. Returns true if it is open.
    fn wait(&self, most: Duration) -> bool {
        self.pauses.fetch_add(1, Ordering::Relaxed);
        let mut state = self.lock();
        state.waiting += 1;
        let is_closed = |_: &mut State| !self.is_open();
        let (mut state, timeout) = self
            .opened
            .wait_timeout_while(state, most, is_closed)
            .unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        !timeout.timed_out()
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        if self.0.commands.fetch_sub(1, Ordering::SeqCst) == 1 {
            let mut state = self.0.lock();
            state.last = Some(tokio::time::Instant::now());
            if state.waiting > 0 {
                self.0.opened.notify_all();
            }
        }
    }
}

/// [`Pause`] implementation that makes a bot wait at the gate.
#[derive(Debug)]
pub(super) struct Yielding {
    gate: Arc<Gate>,
    /// Time until which this bot may compute although the gate is closed.
    until: Option<Instant>,
    /// Time at which the thread last yielded the processor.
    yielded: Instant,
}

impl Yielding {
    pub(super) fn new(gate: &Arc<Gate>) -> Yielding {
        Yielding { gate: Arc::clone(gate), until: None, yielded: Instant::now() }
    }
}

impl Pause for Yielding {
    fn pause(&mut self) -> Duration {
        let mut begun = Instant::now();
        if begun - self.yielded >= TURN {
            // Not counted as a pause: on a busy machine this would extend time budgets
            // indefinitely.
            std::thread::yield_now();
            begun = Instant::now();
            self.yielded = begun;
        }
        if self.gate.is_open() {
            return Duration::ZERO;
        }
        if self.until.is_some_and(|until| begun < until) {
            return Duration::ZERO;
        }
        let is_open = self.gate.wait(WAIT);
        let now = Instant::now();
        self.yielded = now;
        self.until = (!is_open).then(|| now + SLICE);
        now - begun
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn an_open_gate_costs_no_wait() {
        let gate = Arc::new(Gate::default());
        let mut bot = Yielding::new(&gate);
        drop(gate.close());
        assert_eq!(bot.pause(), Duration::ZERO);
        assert_eq!(gate.pauses(), 0);
    }

    #[test]
    fn a_bot_stops_until_the_last_command_is_done() {
        let gate = Arc::new(Gate::default());
        let (first, second) = (gate.close(), gate.close());
        let (sender, passed) = mpsc::channel();
        let there = Arc::clone(&gate);
        let bot = thread::spawn(move || {
            let is_open = there.wait(Duration::from_secs(60));
            sender.send(()).expect("the test listens");
            is_open
        });
        while gate.pauses() == 0 {
            thread::yield_now();
        }
        drop(first);
        assert!(passed.try_recv().is_err(), "one command is still under way");
        drop(second);
        assert!(bot.join().expect("no panic"), "opened, not timed out");
    }

    #[test]
    fn a_gate_that_stays_closed_slows_bots_down_and_does_not_stop_them() {
        let gate = Arc::new(Gate::default());
        let _people = gate.close();
        let mut bot = Yielding::new(&gate);
        let waited = bot.pause();
        assert!(waited >= WAIT, "{waited:?}");
        // During the following slice, calls return immediately.
        bot.until = Some(Instant::now() + Duration::from_secs(60));
        assert_eq!((bot.pause(), gate.pauses()), (Duration::ZERO, 1));
        bot.until = Some(Instant::now());
        assert!(bot.pause() >= WAIT, "and it waits again");
    }
}
