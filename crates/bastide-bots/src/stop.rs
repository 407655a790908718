//! Ending of long computations at the request of another thread.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The request that evaluations on this thread obey.
    static REQUEST: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// The payload with which a stopped computation unwinds.
struct Stopped;

/// Returns the result of `work`, or `None` if `stop` became true first: the next position that is
/// evaluated on this thread then ends `work`, at most some milliseconds later. Threads that `work`
/// starts are not stopped. Evaluations and decisions do not change.
///
/// This ends computations that have no state worth keeping, such as [`crate::rank`] and
/// [`crate::solve_turns`], and needs panics that unwind. [`crate::Pause`] is the callback of bots.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_bots::{Budget, rank, stoppable};
///
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DE")?)?;
/// let rank = || rank(&game, Budget::Nodes(1_000));
/// assert!(stoppable(&Arc::new(AtomicBool::new(false)), rank).is_some());
/// assert!(stoppable(&Arc::new(AtomicBool::new(true)), rank).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stoppable<T>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> Option<T> {
    let outer = REQUEST.replace(Some(Arc::clone(stop)));
    // Nothing that `work` has changed is used after an end.
    let result = catch_unwind(AssertUnwindSafe(work));
    REQUEST.set(outer);
    match result {
        Ok(result) => Some(result),
        Err(payload) if payload.is::<Stopped>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Ends the computation of this thread if that is requested.
pub(crate) fn check() {
    let is_requested =
        REQUEST.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)));
    if is_requested {
        // Without the message of a panic.
        resume_unwind(Box::new(Stopped));
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use bastide::{AnyGame, Game, LandRules, Setup};

    use super::*;
    use crate::{Budget, Character, Judge, rank, solve_turns};

    fn game() -> AnyGame {
        let setup = Setup::new(LandRules::default(), 3);
        let mut game = AnyGame::new(&setup).expect("a set-up");
        game.play(game.notation().parse("DV").expect("a draw")).expect("a draw");
        game
    }

    /// Searches whose budgets last for centuries end soon after the request.
    #[test]
    fn searches_end_on_request() {
        let game = game();
        let endless: [&dyn Fn(); 3] = [
            &|| assert!(solve_turns(&game, u64::MAX).is_none(), "solved the whole game"),
            &|| loop {
                rank(&game, Budget::Nodes(u64::MAX));
            },
            &|| loop {
                Judge::new(Character::Plain).best_turn(&game);
            },
        ];
        for work in endless {
            let stop = Arc::new(AtomicBool::new(false));
            let later = Arc::clone(&stop);
            let timer = thread::spawn(move || {
                thread::sleep(Duration::from_millis(50));
                later.store(true, Ordering::Relaxed);
            });
            // Without an end, the test runner stops the test.
            assert_eq!(stoppable(&stop, work), None);
            timer.join().expect("the timer has no errors");
        }
    }

    #[test]
    fn requests_end_with_their_computation() {
        let stop = Arc::new(AtomicBool::new(true));
        let evaluate = || Judge::new(Character::Plain).values(&game());
        assert!(stoppable(&stop, evaluate).is_none());
        evaluate();
        let inner = Arc::new(AtomicBool::new(false));
        let nested = || {
            assert!(stoppable(&inner, evaluate).is_some());
            evaluate()
        };
        assert!(stoppable(&stop, nested).is_none(), "the outer request is obeyed again");
    }

    #[test]
    fn panics_are_passed_on() {
        let stop = Arc::new(AtomicBool::new(true));
        let other = || stoppable(&stop, || resume_unwind(Box::new("other")));
        let payload = catch_unwind(AssertUnwindSafe(other)).expect_err("a panic");
        assert_eq!(payload.downcast_ref(), Some(&"other"));
    }
}
