//! Bots think on threads of their own, a bounded number of them, so that
//! people never wait for a machine.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use bastide::{Action, Actor, AnyGame, Game};
use bastide_bots::{Budget, Kind, Spec};
use tokio::sync::oneshot;

/// How many may think at the same time for one maker of tables.
const PER_MAKER: usize = 2;

/// The most jobs that wait; whoever comes later asks again.
const QUEUE: usize = 1024;

/// Something to think about.
struct Job {
    maker: String,
    game: Box<AnyGame>,
    spec: Spec,
    seed: u64,
    reply: oneshot::Sender<Vec<Action>>,
}

/// The threads and what waits for them.
pub(crate) struct BotPool {
    shared: Arc<Shared>,
    threads: usize,
    /// True without threads: a greedy bot answers within the call.
    is_inline: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// For whom somebody is thinking, once for each thread that is.
    thinking: Vec<String>,
    is_closed: bool,
}

/// There is no room for another job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

impl BotPool {
    /// Starts `threads` threads; with 0, [`BotPool::think`] answers at once
    /// with a greedy bot, always the same for the same seed.
    pub(crate) fn new(threads: usize) -> BotPool {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new() });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("bot-{number}");
            // Without the thread there is one fewer, which is no reason to fail.
            if let Err(error) = thread::Builder::new().name(name).spawn(move || shared.work()) {
                tracing::error!(%error, "a thread for bots could not be started");
            }
        }
        BotPool { shared, threads: threads.max(1), is_inline: threads == 0 }
    }

    /// Thinks about a game: what the seat to act does, until somebody else or
    /// chance is to act. `maker` is whose table it is, `seed` what the dice
    /// are thrown from.
    ///
    /// # Errors
    /// If too much waits already.
    pub(crate) fn think(
        &self,
        maker: &str,
        game: AnyGame,
        spec: Spec,
        seed: u64,
    ) -> Result<oneshot::Receiver<Vec<Action>>, Busy> {
        let (reply, answer) = oneshot::channel();
        let mut queue = self.shared.lock();
        if queue.jobs.len() >= QUEUE || queue.is_closed {
            return Err(Busy);
        }
        if self.is_inline {
            drop(queue);
            let spec = Spec { kind: Kind::Greedy, budget: Budget::Nodes(1) };
            // The receiver is still in this scope.
            let _ = reply.send(turn(&game, spec, seed));
            return Ok(answer);
        }
        let spec = under_load(spec, queue.jobs.len(), self.threads);
        let (maker, game) = (maker.to_owned(), Box::new(game));
        queue.jobs.push_back(Job { maker, game, spec, seed, reply });
        drop(queue);
        self.shared.wake.notify_one();
        Ok(answer)
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.lock().jobs.len()
    }

    /// Whether more wait than are soon served.
    pub(crate) fn is_busy(&self) -> bool {
        self.waiting() > 2 * self.threads
    }

    /// No more thinking; what waits is forgotten.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.jobs.clear();
        drop(queue);
        self.shared.wake.notify_all();
    }
}

/// A quicker bot when many wait: with more than two jobs a thread none thinks
/// for a second, with more than sixteen all just look at what a turn is worth.
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

/// Everything a bot does before anybody else, chance included, has a say.
fn turn(game: &AnyGame, spec: Spec, seed: u64) -> Vec<Action> {
    let mut bot = spec.build(seed);
    let (mut game, mut actions) = (game.clone(), Vec::new());
    let seat = game.to_act();
    while game.to_act() == seat && matches!(seat, Actor::Seat(_)) {
        let action = bot.choose(&game, spec.budget);
        game.play_unchecked(action, &mut ());
        actions.push(action);
    }
    actions
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while it is held, and a queue is sound at any moment.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        // On Linux this concerns the calling thread alone: bots give way to
        // whatever people wait for.
        let _ = rustix::process::nice(19);
        while let Some(job) = self.next() {
            let maker = job.maker.clone();
            let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                turn(&job.game, job.spec, job.seed)
            }));
            {
                let mut queue = self.lock();
                if let Some(at) = queue.thinking.iter().position(|other| *other == maker) {
                    queue.thinking.swap_remove(at);
                }
            }
            self.wake.notify_one();
            match thought {
                // Nobody waiting any more is no error.
                Ok(actions) => drop(job.reply.send(actions)),
                Err(_) => tracing::error!(bot = %job.spec, "a bot panicked"),
            }
        }
    }

    /// The next job whose maker has a share left; none once it is closed.
    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            let thinking = &queue.thinking;
            let is_free = |job: &Job| {
                thinking.iter().filter(|maker| **maker == job.maker).count() < PER_MAKER
            };
            if let Some(at) = queue.jobs.iter().position(is_free)
                && let Some(job) = queue.jobs.remove(at)
            {
                let maker = job.maker.clone();
                queue.thinking.push(maker);
                return Some(job);
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Rules, Setup};

    use super::*;

    fn game() -> AnyGame {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let mut game = AnyGame::new(&setup).expect("possible");
        let draw = game.notation().parse("DE").expect("a draw");
        game.play(draw, &mut ()).expect("legal");
        game
    }

    fn spec(text: &str) -> Spec {
        text.parse().expect("a bot")
    }

    #[test]
    fn load_makes_bots_quicker() {
        let master = spec("master");
        assert_eq!(under_load(master, 2, 1), master);
        assert_eq!(under_load(master, 3, 1).budget, Kind::Hard.usual_budget());
        assert_eq!(under_load(spec("hard"), 3, 1), spec("hard"));
        assert_eq!(under_load(spec("hard"), 17, 1).kind, Kind::Normal);
        assert_eq!(under_load(spec("easy"), 17, 1).kind, Kind::Easy);
    }

    #[test]
    fn without_threads_a_bot_answers_at_once_and_always_the_same() {
        let pool = BotPool::new(0);
        let think = || pool.think("a", game(), spec("master"), 9).expect("room").try_recv();
        let actions = think().expect("answered within the call");
        assert!(game().check(actions[0]).is_ok());
        assert_eq!(think().as_ref(), Ok(&actions));
        pool.close();
        assert!(pool.think("a", game(), spec("normal"), 1).is_err());
    }

    #[tokio::test]
    async fn everybody_gets_an_answer_and_nobody_all_threads() {
        let pool = BotPool::new(3);
        // One maker asks for much, another for little.
        let slow: Vec<_> = (0..6)
            .map(|seed| pool.think("a", game(), spec("strong@300ms"), seed).expect("room"))
            .collect();
        let begun = std::time::Instant::now();
        let quick = pool.think("b", game(), spec("normal"), 1).expect("room");
        let actions = quick.await.expect("an answer");
        assert!(game().check(actions[0]).is_ok());
        let first_of_b = begun.elapsed();
        for answer in slow {
            assert!(game().check(answer.await.expect("an answer")[0]).is_ok());
        }
        assert!(first_of_b < begun.elapsed(), "b did not wait for all of a");
        pool.close();
        assert!(pool.think("a", game(), spec("normal"), 1).is_err());
    }
}
