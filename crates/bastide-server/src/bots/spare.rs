//! Turns that are computed only while the bot threads have nothing to do.
//!
//! *Invariant:* neither a person nor a bot at a table waits for such a turn: it has a thread of its
//! own, which pauses while a command is executed or a bot of a table computes. Test:
//! `a_spare_turn_waits_for_all_others`.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bastide::{Action, AnyGame};
use bastide_bots::{Pause, Spec};
use bastide_table::whole_turn;
use tokio::sync::oneshot;

use super::{BotPool, Shared};

/// Niceness of the threads.
const NICE: i32 = 19;

/// Interval at which a paused thread checks whether it may go on.
const CHECK_EVERY: Duration = Duration::from_millis(2);

impl BotPool {
    /// Computes the whole turn of the seat to act, whenever nothing else is to be computed. The
    /// sender is dropped if the bot panics or the pool is closed.
    pub(crate) fn think_spare(
        &self,
        game: AnyGame,
        spec: Spec,
        seed: u64,
    ) -> oneshot::Receiver<Vec<Action>> {
        let (reply, answer) = oneshot::channel();
        let shared = Arc::clone(&self.shared);
        let thread = thread::Builder::new().name("ladder".to_owned()).spawn(move || {
            // Elsewhere this would affect all threads of the process.
            if cfg!(target_os = "linux") {
                crate::system::lower_priority(NICE);
            }
            let mut bot = spec.build(seed);
            let mut waiting = Waiting { shared: Arc::clone(&shared) };
            waiting.pause();
            bot.pause_with(Box::new(waiting));
            let turn = whole_turn(&mut *bot, &game, spec.budget);
            if !shared.lock().is_closed {
                // The receiver may have been dropped.
                let _ = reply.send(turn);
            }
        });
        if let Err(error) = thread {
            tracing::error!(%error, "cannot start a thread for the ladder");
        }
        answer
    }

    /// Returns true if no job is waiting or running, and no command of a person is being executed
    /// or was within the last `recent` time.
    pub(crate) fn is_quiet(&self, recent: Duration) -> bool {
        !self.shared.gate.is_busy(recent) && self.shared.lock().queue.is_idle()
    }
}

/// Makes a bot wait while anything else is to be computed.
struct Waiting {
    shared: Arc<Shared>,
}

impl Pause for Waiting {
    fn pause(&mut self) -> Duration {
        let begun = Instant::now();
        let mut has_waited = false;
        loop {
            let state = self.shared.lock();
            let is_free = state.queue.is_idle() && !self.shared.gate.is_busy(Duration::ZERO);
            if is_free || state.is_closed {
                break;
            }
            drop(state);
            has_waited = true;
            thread::sleep(CHECK_EVERY);
        }
        if has_waited { begun.elapsed() } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Game as _, LandRules, Rules, Setup};

    use super::super::{Creator, Gate};
    use super::*;

    fn game() -> AnyGame {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let mut game = AnyGame::new(&setup).expect("possible");
        let draw = game.notation().parse("DE").expect("a draw");
        game.play(draw).expect("legal");
        game
    }

    #[tokio::test]
    async fn a_spare_turn_waits_for_all_others() {
        let gate = Arc::new(Gate::default());
        let pool = BotPool::new(1, &gate);
        let spec: Spec = "strong@3000n".parse().expect("a bot");
        let alone = pool.think_spare(game(), spec, 5).await.expect("an answer");
        // While a person acts, neither the bot of a table nor the spare turn goes on.
        let people = gate.close();
        let mut spare = pool.think_spare(game(), spec, 5);
        let mut table = pool.think(Creator(1), game(), spec, 6).expect("room");
        assert!(!pool.is_quiet(Duration::ZERO));
        assert!(table.try_recv().is_err() && spare.try_recv().is_err());
        drop(people);
        // With the only bot thread busy, the spare turn still waits for it.
        let others: Vec<_> =
            (0..8).map(|seed| pool.think(Creator(2), game(), spec, seed).expect("room")).collect();
        for other in others {
            other.await.expect("an answer").expect("a turn");
        }
        table.await.expect("an answer").expect("a turn");
        assert_eq!(spare.await.expect("an answer"), alone, "the pauses change nothing");
        assert!(pool.is_quiet(Duration::ZERO));
        pool.close();
        assert!(pool.think_spare(game(), spec, 5).await.is_err(), "closed");
    }
}
