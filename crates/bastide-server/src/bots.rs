//! Thread pool in which bots compute their turns. Bots yield to commands of people, and threads are
//! shared fairly between the creators of tables.

mod gate;
mod queue;
mod spare;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use bastide::{Action, AnyGame};
use bastide_bots::{Budget, Kind, Spec};
use bastide_table::whole_turn;
use tokio::sync::oneshot;

pub(crate) use gate::Gate;
use gate::Yielding;
pub(crate) use queue::Creator;
use queue::{Bounds, Pushed, Queue};
pub(crate) use spare::PauseBudget;

/// Limits on waiting jobs. The caller retries a rejected job after a second.
const BOUNDS: Bounds = Bounds { own: 256, all: 1024 };

/// Niceness of bot threads.
const NICE: i32 = 5;

/// A turn to compute.
struct Job {
    game: Box<AnyGame>,
    spec: Spec,
    seed: u64,
    reply: oneshot::Sender<Result<Thought, NoThought>>,
}

/// The computed turn of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    /// All actions of the seat before another seat or chance acts.
    pub(crate) actions: Vec<Action>,
    /// The bot that was used, if it was weaker than the requested one.
    pub(crate) weaker: Option<Spec>,
}

/// Reasons why a queued job has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoThought {
    /// The bot panicked.
    Panicked,
    /// The job was evicted in favour of a creator with fewer jobs.
    Evicted,
}

/// The bot threads and their queue.
pub(crate) struct BotPool {
    shared: Arc<Shared>,
    /// True if the pool has no threads: a greedy bot answers within the call.
    is_inline: bool,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    gate: Arc<Gate>,
    threads: usize,
}

struct State {
    queue: Queue<Job>,
    is_closed: bool,
}

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

impl BotPool {
    /// Starts `threads` threads that pause at `gate`. With 0 threads, [`BotPool::think`] answers
    /// within the call with a greedy bot, deterministically for a given seed.
    pub(crate) fn new(threads: usize, gate: &Arc<Gate>) -> BotPool {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { queue: Queue::new(BOUNDS), is_closed: false }),
            wake: Condvar::new(),
            gate: Arc::clone(gate),
            threads: threads.max(1),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("bot-{number}");
            // A missing thread reduces throughput only, so this is not an error of the pool.
            if let Err(error) = thread::Builder::new().name(name).spawn(move || shared.work()) {
                tracing::error!(%error, "cannot start a thread for bots");
            }
        }
        BotPool { shared, is_inline: threads == 0 }
    }

    /// Queues the computation of the whole turn of the seat to act. `creator` is the creator of the
    /// table; `seed` seeds the bot's random generator.
    ///
    /// # Errors
    /// Returns [`Busy`] if the queue of this creator or the whole queue is full, or if the pool is
    /// closed.
    pub(crate) fn think(
        &self,
        creator: Creator,
        game: AnyGame,
        spec: Spec,
        seed: u64,
    ) -> Result<oneshot::Receiver<Result<Thought, NoThought>>, Busy> {
        let (reply, answer) = oneshot::channel();
        let mut state = self.shared.lock();
        if state.is_closed {
            return Err(Busy);
        }
        if self.is_inline {
            drop(state);
            let spec = Spec { kind: Kind::Greedy, budget: Budget::Nodes(1) };
            let actions = turn(&game, spec, seed, &self.shared.gate);
            // The receiver is still in scope, so sending cannot fail.
            let _ = reply.send(Ok(Thought { actions, weaker: None }));
            return Ok(answer);
        }
        let job = Job { game: Box::new(game), spec, seed, reply };
        let pushed = state.queue.push(creator, job);
        drop(state);
        match pushed {
            Pushed::Waits => {}
            // The receiver may have been dropped.
            Pushed::Instead(other) => drop(other.reply.send(Err(NoThought::Evicted))),
            Pushed::Refused => return Err(Busy),
        }
        self.shared.wake.notify_one();
        Ok(answer)
    }

    /// Returns the number of waiting jobs.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.lock().queue.waiting()
    }

    /// Returns true if more than two jobs per thread would be served before a new job of `creator`.
    pub(crate) fn is_busy(&self, creator: Creator) -> bool {
        self.shared.lock().queue.ahead(creator) > 2 * self.shared.threads
    }

    /// Stops the threads after their current jobs and drops all waiting jobs.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.is_closed = true;
        state.queue.clear();
        drop(state);
        self.shared.wake.notify_all();
    }
}

/// Returns a faster bot under load: with more than two waiting jobs per thread, bots with a time
/// budget get a node budget instead; with more than sixteen, all bots search only one node.
fn under_load(spec: Spec, waiting: usize, threads: usize) -> Spec {
    if waiting > 16 * threads {
        let kind = match spec.kind {
            Kind::Random | Kind::Greedy | Kind::Beginner | Kind::Easy => spec.kind,
            _ => Kind::Normal,
        };
        return Spec { kind, budget: Budget::Nodes(1) };
    }
    match spec.budget {
        Budget::Time(_) if waiting > 2 * threads => {
            Spec { budget: Kind::Hard.usual_budget(), ..spec }
        }
        Budget::Time(_) | Budget::Nodes(_) => spec,
    }
}

/// Computes the whole turn of the seat to act, with pauses at `gate`.
fn turn(game: &AnyGame, spec: Spec, seed: u64, gate: &Arc<Gate>) -> Vec<Action> {
    let mut bot = spec.build(seed);
    bot.pause_with(Box::new(Yielding::new(gate)));
    whole_turn(&mut *bot, game, spec.budget)
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code panics while holding the lock, and the queue is consistent at any time.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        // On Linux this affects only the calling thread. A higher value would starve bot threads on
        // a busy machine, since they yield often.
        crate::system::lower_priority(NICE);
        while let Some((creator, job, spec)) = self.next() {
            let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                turn(&job.game, spec, job.seed, &self.gate)
            }));
            self.lock().queue.finish(creator);
            self.wake.notify_one();
            let answer = match thought {
                Ok(actions) => {
                    let weaker = (spec != job.spec).then_some(spec);
                    Ok(Thought { actions, weaker })
                }
                Err(_) => {
                    tracing::error!(bot = %spec, "a bot panicked");
                    Err(NoThought::Panicked)
                }
            };
            // The receiver may have been dropped.
            let _ = job.reply.send(answer);
        }
    }

    /// Waits for the next job and selects its bot, weaker than requested under load. Returns `None`
    /// once the pool is closed.
    fn next(&self) -> Option<(Creator, Job, Spec)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((creator, job)) = state.queue.next() {
                let spec = under_load(job.spec, state.queue.ahead(creator), self.threads);
                return Some((creator, job, spec));
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Game, LandRules, Rules, Setup};

    use super::*;

    fn game() -> AnyGame {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let mut game = AnyGame::new(&setup).expect("possible");
        let draw = game.notation().parse("DE").expect("a draw");
        game.play(draw).expect("legal");
        game
    }

    fn spec(text: &str) -> Spec {
        text.parse().expect("a bot")
    }

    #[test]
    fn load_shortens_the_thinking_time_of_bots() {
        let master = spec("master");
        assert_eq!(under_load(master, 2, 1), master);
        assert_eq!(under_load(master, 3, 1).budget, Kind::Hard.usual_budget());
        assert_eq!(under_load(spec("hard"), 3, 1), spec("hard"));
        assert_eq!(under_load(spec("hard"), 17, 1).kind, Kind::Normal);
        assert_eq!(under_load(spec("easy"), 17, 1).kind, Kind::Easy);
    }

    fn pool(threads: usize) -> BotPool {
        BotPool::new(threads, &Arc::default())
    }

    #[test]
    fn without_threads_a_bot_answers_immediately_and_deterministically() {
        let pool = pool(0);
        let think = || pool.think(Creator(1), game(), spec("master"), 9).expect("room").try_recv();
        let thought = think().expect("answered within the call").expect("a turn");
        assert!(game().check(thought.actions[0]).is_ok());
        assert_eq!(think(), Ok(Ok(thought)));
        pool.close();
        assert!(pool.think(Creator(1), game(), spec("normal"), 1).is_err());
    }

    /// A creator with a thousand jobs leaves room for a job of another creator, which is computed
    /// next and at full strength, whereas the jobs of the first are weakened.
    #[test]
    fn a_creator_with_a_thousand_jobs_neither_blocks_nor_weakens_another() {
        // No threads: the test takes the jobs as a thread would.
        let pool = BotPool { is_inline: false, ..pool(0) };
        let (flood, quiet, hard) = (Creator(1), Creator(2), spec("hard"));
        let many: Vec<_> = (0..1000)
            .map(|seed| pool.think(flood, game(), hard, seed))
            .take_while(Result::is_ok)
            .flatten()
            .collect();
        assert_eq!(many.len(), BOUNDS.own);
        assert!(pool.is_busy(flood) && !pool.is_busy(quiet));
        let _quick = pool.think(quiet, game(), hard, 1).expect("room for another");
        let served: Vec<_> = (0..4)
            .filter_map(|_| {
                let (creator, _, spec) = pool.shared.next()?;
                pool.shared.lock().queue.finish(creator);
                Some((creator, spec == hard))
            })
            .collect();
        assert_eq!(served, [(flood, false), (quiet, true), (flood, false), (flood, false)]);
        assert_eq!(pool.waiting(), BOUNDS.own - 3);
    }

    #[tokio::test]
    async fn a_bot_that_gives_way_plays_the_same_turn() {
        let gate = Arc::new(Gate::default());
        let pool = BotPool::new(1, &gate);
        let think = || pool.think(Creator(1), game(), spec("strong@60000n"), 5).expect("room");
        let alone = think().await.expect("an answer");
        assert_eq!(gate.pauses(), 0);
        let people = gate.close();
        let beside = think();
        while gate.pauses() < 2 {
            tokio::task::yield_now().await;
        }
        drop(people);
        assert_eq!(beside.await.expect("an answer"), alone);
        pool.close();
    }

    #[tokio::test]
    async fn a_weakened_bot_is_named() {
        let gate = Arc::new(Gate::default());
        let pool = BotPool::new(1, &gate);
        let people = gate.close();
        let answers: Vec<_> = (0..40)
            .map(|seed| pool.think(Creator(seed), game(), spec("hard"), seed).expect("room"))
            .collect();
        drop(people);
        let mut weaker = Vec::new();
        for answer in answers {
            let thought = answer.await.expect("an answer").expect("no panic");
            weaker.push(thought.weaker.map(|spec| spec.to_string()));
        }
        assert_eq!(weaker[5].as_deref(), Some("normal"));
        assert_eq!(weaker[39], None, "nothing waits behind the last one");
        pool.close();
    }
}
