//! Many games on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use bastide::Setup;

use crate::contest::{Contest, ContestError, GameId, distinct, rules};
use crate::play::{Played, play};
use crate::player::Entrant;

/// A contest with those who play it.
pub struct Arena<'a> {
    /// Who meets whom.
    pub contest: Contest,
    pub(crate) setup: Setup,
    pub(crate) entrants: Vec<&'a dyn Entrant>,
}

impl<'a> Arena<'a> {
    /// A contest of these; of two with the same name the second gets `#2`.
    ///
    /// # Errors
    /// As [`Contest::new`].
    ///
    /// # Panics
    /// Games do if the set-up is impossible.
    pub fn new(
        setup: Setup,
        entrants: Vec<&'a dyn Entrant>,
        seed: u64,
    ) -> Result<Arena<'a>, ContestError> {
        let names = distinct(entrants.iter().map(|entrant| entrant.name()));
        let contest = Contest::new(names, rules(&setup), setup.seats.into(), seed)?;
        Ok(Arena { contest, setup, entrants })
    }

    /// Plays these games and hands each to `finished` as it ends, in whatever
    /// order that is, on the calling thread. No new deck is begun after a
    /// break; decks that are going on then are still played and handed over.
    ///
    /// A thread takes a whole deck at a time: all games of it that are listed.
    ///
    /// # Errors
    /// The first one `finished` returns; it also ends the run.
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
                                // Whoever listened has failed.
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
                        // Ends threads in the middle of a deck.
                        drop(receiver);
                        return Err(error);
                    }
                }
            }
            Ok(())
        })
    }
}
