//! Bots give way to people, in two ways. Bot threads stop at a gate that is
//! closed while commands of people are carried out. And they yield the
//! processor every [`TURN`]: the scheduler lets a thread that has just begun a
//! slice of time keep it even if a more urgent one wakes, and a command that
//! has just arrived closes no gate before its own thread has run.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bastide_bots::Pause;

/// Longest wait at a closed gate. Then a bot thinks for [`SLICE`] although
/// people are busy, so that bots are slowed down and never stopped.
const WAIT: Duration = Duration::from_millis(4);

/// How long a bot thinks at a closed gate before it waits again.
const SLICE: Duration = Duration::from_millis(1);

/// How long a bot thread keeps the processor without yielding it.
const TURN: Duration = Duration::from_micros(250);

/// The gate. Open unless a [`Passage`] is held.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// Commands of people under way.
    commands: AtomicUsize,
    state: Mutex<State>,
    opened: Condvar,
    pauses: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// Bot threads that wait.
    waiting: usize,
    /// When the last command of a person was done, by the runtime's clock,
    /// which a simulation sets.
    last: Option<tokio::time::Instant>,
}

/// A command of a person under way: the gate is closed while this exists.
#[derive(Debug)]
pub(crate) struct Passage(Arc<Gate>);

impl Gate {
    /// Closes the gate until the passage is dropped.
    pub(crate) fn close(self: &Arc<Gate>) -> Passage {
        self.commands.fetch_add(1, Ordering::SeqCst);
        Passage(Arc::clone(self))
    }

    /// Number of times a bot has waited since the start.
    pub(crate) fn pauses(&self) -> u64 {
        self.pauses.load(Ordering::Relaxed)
    }

    /// Whether a command of a person is under way, or one was within the last
    /// `recent` time.
    pub(crate) fn is_busy(&self, recent: Duration) -> bool {
        !self.is_open() || self.lock().last.is_some_and(|last| last.elapsed() < recent)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open(&self) -> bool {
        self.commands.load(Ordering::SeqCst) == 0
    }

    /// Waits until the gate is open, for `most` at most; whether it is open.
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

/// One bot's way of stopping at the gate.
#[derive(Debug)]
pub(super) struct Yielding {
    gate: Arc<Gate>,
    /// Until when this bot may think although the gate is closed.
    until: Option<Instant>,
    /// When the thread last gave the processor away.
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
            // Not counted as a pause: on a busy machine that would make a
            // budget in time as long as the machine is busy.
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
        // The slice that follows: calls return at once until it is over.
        bot.until = Some(Instant::now() + Duration::from_secs(60));
        assert_eq!((bot.pause(), gate.pauses()), (Duration::ZERO, 1));
        bot.until = Some(Instant::now());
        assert!(bot.pause() >= WAIT, "and it waits again");
    }
}
