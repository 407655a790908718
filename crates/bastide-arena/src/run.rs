//! Runs the games of a contest on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use bastide::Setup;
use bastide_bots::TimeControl;

use crate::contest::{Contest, ContestError, GameId, distinct, rules};
use crate::play::{Played, play};
use crate::player::Entrant;

/// A contest together with its entrants.
pub struct Arena<'a> {
    /// The contest.
    pub contest: Contest,
    pub(crate) setup: Setup,
    pub(crate) entrants: Vec<&'a dyn Entrant>,
    /// Clock of each player; without one, only the budgets of decisions limit their time.
    pub clock: Option<TimeControl>,
}

impl<'a> Arena<'a> {
    /// Creates a contest of these entrants; duplicate names get a suffix such as `#2`.
    ///
    /// # Errors
    /// Returns the same errors as [`Contest::new`].
    ///
    /// # Panics
    /// [`Arena::run`] panics if `setup` is impossible.
    pub fn new(
        setup: Setup,
        entrants: Vec<&'a dyn Entrant>,
        seed: u64,
    ) -> Result<Arena<'a>, ContestError> {
        let names = distinct(entrants.iter().map(|entrant| entrant.name()));
        let contest = Contest::new(names, rules(&setup), setup.seats.into(), seed)?;
        Ok(Arena { contest, setup, entrants, clock: None })
    }

    /// Plays `games` and passes each to `finished` on the calling thread, in order of completion.
    /// After a `Break` no new deck is started; decks in progress are still completed and passed on.
    ///
    /// Each thread takes one deck at a time: all listed games with the same deck number.
    ///
    /// # Errors
    /// Returns the first error of `finished`, which also ends the run.
    pub fn run<E>(
        &self,
        games: &[GameId],
        threads: usize,
        mut finished: impl FnMut(Played) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let jobs: Vec<&[GameId]> = games.chunk_by(|a, b| a.deck == b.deck).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, jobs.len().max(1)) {
                let sender = sender.clone();
                let (jobs, next, is_stopped) = (&jobs, &next, &is_stopped);
                scope.spawn(move || {
                    while !is_stopped.load(Ordering::Relaxed) {
                        let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            return;
                        };
                        for &id in *job {
                            let played = play(self, id);
                            if sender.send(played).is_err() {
                                // The receiver was dropped after an error.
                                return;
                            }
                        }
                    }
                });
            }
            drop(sender);
            for played in &receiver {
                match finished(played) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => is_stopped.store(true, Ordering::Relaxed),
                    Err(error) => {
                        is_stopped.store(true, Ordering::Relaxed);
                        // Ends the worker threads in the middle of a deck.
                        drop(receiver);
                        return Err(error);
                    }
                }
            }
            Ok(())
        })
    }
}
