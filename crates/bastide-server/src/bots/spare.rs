//! Turns that are computed only while the bot threads have nothing to do.
//!
//! *Invariant:* neither a person nor a bot at a table waits for such a turn: it has a thread of its
//! own, which pauses while a command is executed or a bot of a table computes. Test:
//! `a_spare_turn_waits_for_all_others`.
//!
//! *Invariant:* a game pauses for a limited time altogether. Its turns then go on at the lowest
//! priority, and yield to commands of people as all bots do: a program could otherwise keep the
//! server busy to prevent a game from ending. Test: `the_pauses_of_a_spare_turn_are_limited`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bastide::{Action, AnyGame};
use bastide_bots::{Pause, Spec};
use bastide_table::whole_turn;
use tokio::sync::oneshot;

use super::{BotPool, Shared, Yielding};

/// Niceness of the threads.
const NICE: i32 = 19;

/// Interval at which a paused thread checks whether it may go on.
const CHECK_EVERY: Duration = Duration::from_millis(2);

/// Interval at which a game checks that between its turns.
const CHECK_TURN_EVERY: Duration = Duration::from_millis(100);

/// Time for which a game may still pause. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct PauseBudget(Arc<AtomicU64>);

impl PauseBudget {
    pub(crate) fn new(total: Duration) -> PauseBudget {
        PauseBudget(Arc::new(AtomicU64::new(micros(total))))
    }

    fn is_spent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    /// A game spends its time in one place at a time.
    fn spend(&self, time: Duration) {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(micros(time));
        self.0.store(left, Ordering::Relaxed);
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl BotPool {
    /// Computes the whole turn of the seat to act, whenever nothing else is to be computed, as long
    /// as `budget` lasts. The sender is dropped if the bot panics or the pool is closed.
    pub(crate) fn think_spare(
        &self,
        game: AnyGame,
        spec: Spec,
        seed: u64,
        budget: &PauseBudget,
    ) -> oneshot::Receiver<Vec<Action>> {
        let (reply, answer) = oneshot::channel();
        let (shared, budget) = (Arc::clone(&self.shared), budget.clone());
        let thread = thread::Builder::new().name("ladder".to_owned()).spawn(move || {
            // Elsewhere this would affect all threads of the process.
            if cfg!(target_os = "linux") {
                crate::system::lower_priority(NICE);
            }
            let mut bot = spec.build(seed);
            let yielding = Yielding::new(&shared.gate);
            let mut waiting = Waiting { shared: Arc::clone(&shared), budget, yielding };
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

    /// Waits until [`BotPool::is_quiet`], as long as `budget` lasts.
    pub(crate) async fn quiet(&self, recent: Duration, budget: &PauseBudget) {
        while !self.is_quiet(recent) && !budget.is_spent() {
            let begun = tokio::time::Instant::now();
            tokio::time::sleep(CHECK_TURN_EVERY).await;
            budget.spend(begun.elapsed());
        }
    }
}

/// Makes a bot wait while anything else is to be computed, as long as its budget lasts.
struct Waiting {
    shared: Arc<Shared>,
    budget: PauseBudget,
    /// What it does afterwards.
    yielding: Yielding,
}

impl Pause for Waiting {
    fn pause(&mut self) -> Duration {
        let mut waited = Duration::ZERO;
        loop {
            if self.budget.is_spent() {
                return waited + self.yielding.pause();
            }
            let state = self.shared.lock();
            let is_free = state.queue.is_idle() && !self.shared.gate.is_busy(Duration::ZERO);
            if is_free || state.is_closed {
                return waited;
            }
            drop(state);
            let begun = Instant::now();
            thread::sleep(CHECK_EVERY);
            let time = begun.elapsed();
            self.budget.spend(time);
            waited += time;
        }
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
        let budget = PauseBudget::new(Duration::from_secs(3600));
        let alone = pool.think_spare(game(), spec, 5, &budget).await.expect("an answer");
        // While a person acts, neither the bot of a table nor the spare turn goes on.
        let people = gate.close();
        let mut spare = pool.think_spare(game(), spec, 5, &budget);
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
        assert!(pool.think_spare(game(), spec, 5, &budget).await.is_err(), "closed");
    }

    #[tokio::test]
    async fn the_pauses_of_a_spare_turn_are_limited() {
        let gate = Arc::new(Gate::default());
        // Without a thread, the queue is busy for as long as the test wants.
        let pool = BotPool { is_inline: false, ..BotPool::new(0, &gate) };
        let spec: Spec = "strong@3000n".parse().expect("a bot");
        let plenty = PauseBudget::new(Duration::from_secs(3600));
        let alone = pool.think_spare(game(), spec, 5, &plenty).await.expect("an answer");
        let _job = pool.think(Creator(1), game(), spec, 6).expect("room");
        let _people = gate.close();
        let budget = PauseBudget::new(Duration::from_millis(20));
        let turn = pool.think_spare(game(), spec, 5, &budget).await.expect("an answer");
        assert_eq!(turn, alone, "it goes on, slowly");
        assert!(budget.is_spent() && gate.pauses() > 0, "it yields to people as other bots do");
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_pauses_for_a_limited_time_altogether() {
        let gate = Arc::new(Gate::default());
        let pool = BotPool::new(0, &gate);
        let (quiet, total) = (Duration::from_secs(2), Duration::from_secs(600));
        let budget = PauseBudget::new(total);
        let begun = tokio::time::Instant::now();
        // A command every second: the server is never quiet.
        let chatting = tokio::spawn(async move {
            loop {
                drop(gate.close());
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        tokio::task::yield_now().await;
        for _ in 0..70 {
            pool.quiet(quiet, &budget).await;
        }
        assert!((total..total + CHECK_TURN_EVERY).contains(&begun.elapsed()));
        chatting.abort();
    }
}
