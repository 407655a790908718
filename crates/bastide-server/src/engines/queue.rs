//! Requests that wait for an engine.
//!
//! *Invariant:* a request of a table with people waits for at most one request of the ladder or of a
//! table without people, and the other way round for at most one with people. Test:
//! `people_are_served_in_turn_with_all_others`.

use bastide::Action;
use tokio::sync::{mpsc, oneshot};

use super::{Ask, Failure};

/// Maximum number of requests that wait in each of the two queues.
const WAITING: usize = 64;

/// A request and the way to answer it.
pub(crate) struct Job {
    pub(crate) ask: Ask,
    pub(crate) reply: oneshot::Sender<Result<Vec<Action>, Failure>>,
}

/// Sending half of the queue.
#[derive(Clone)]
pub(super) struct Jobs {
    people: mpsc::Sender<Job>,
    others: mpsc::Sender<Job>,
}

/// Receiving half of the queue.
pub(crate) struct JobQueue {
    people: mpsc::Receiver<Job>,
    others: mpsc::Receiver<Job>,
    is_turn_of_others: bool,
}

/// Returns an empty queue.
pub(super) fn queue() -> (Jobs, JobQueue) {
    let (people, people_waiting) = mpsc::channel(WAITING);
    let (others, others_waiting) = mpsc::channel(WAITING);
    let queue =
        JobQueue { people: people_waiting, others: others_waiting, is_turn_of_others: false };
    (Jobs { people, others }, queue)
}

impl Jobs {
    /// Adds a request.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the queue is full or the connection has ended.
    pub(super) fn push(&self, job: Job) -> Result<(), Failure> {
        let jobs = if job.ask.asker.has_people() { &self.people } else { &self.others };
        jobs.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Failure::Timeout,
            mpsc::error::TrySendError::Closed(_) => Failure::Gone,
        })
    }
}

impl JobQueue {
    /// Waits for the next request whose asker still waits for the answer: an engine that has fallen
    /// behind would otherwise think only about turns that were played without it. Returns `None` once
    /// all senders are gone. Cancel safe.
    pub(crate) async fn next(&mut self) -> Option<Job> {
        loop {
            let JobQueue { people, others, is_turn_of_others } = self;
            let (first, second) =
                if *is_turn_of_others { (others, people) } else { (people, others) };
            let job = tokio::select! {
                biased;
                Some(job) = first.recv() => job,
                Some(job) = second.recv() => job,
                else => return None,
            };
            if !job.reply.is_closed() {
                *is_turn_of_others = job.ask.asker.has_people();
                return Some(job);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bastide::{AnyGame, LandRules, Rules, Setup};

    use super::super::{Account, Asker};
    use super::*;
    use crate::store::TableId;

    type Reply = oneshot::Receiver<Result<Vec<Action>, Failure>>;

    /// Returns a request, and its reply.
    fn job(id: &str, has_people: bool) -> (Job, Reply) {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let game = Box::new(AnyGame::new(&setup).expect("possible"));
        let asker = Asker::Table { id: TableId(id.into()), has_people };
        let (reply, answer) = oneshot::channel();
        let (time, limit) = (Duration::from_secs(1), Duration::from_secs(3));
        let (game_id, played, account) = (id.to_owned(), Vec::new(), Account::default());
        let ask = Ask { game_id, setup, seat: 0, played, game, time, limit, account, asker };
        (Job { ask, reply }, answer)
    }

    async fn next(queue: &mut JobQueue) -> Option<String> {
        queue.next().await.map(|job| job.ask.game_id)
    }

    #[tokio::test]
    async fn requests_whose_asker_has_given_up_are_skipped() {
        let (jobs, mut queue) = queue();
        let mut replies = Vec::new();
        for (id, has_people) in [("a", true), ("b", true), ("c", false), ("d", false)] {
            let (job, reply) = job(id, has_people);
            jobs.push(job).expect("room");
            replies.push((id, reply));
        }
        replies.retain(|(id, _)| matches!(*id, "b" | "d"));
        drop(jobs);
        assert_eq!(next(&mut queue).await.as_deref(), Some("b"));
        assert_eq!(next(&mut queue).await.as_deref(), Some("d"));
        assert_eq!(next(&mut queue).await, None);
    }

    #[tokio::test]
    async fn people_are_served_in_turn_with_all_others() {
        let (jobs, mut queue) = queue();
        let mut replies = Vec::new();
        for id in ["x1", "x2", "x3", "p1", "p2", "p3", "p4"] {
            let (job, reply) = job(id, id.starts_with('p'));
            jobs.push(job).expect("room");
            replies.push(reply);
        }
        drop(jobs);
        let mut order = Vec::new();
        while let Some(id) = next(&mut queue).await {
            order.push(id);
        }
        assert_eq!(order, ["p1", "x1", "p2", "x2", "p3", "x3", "p4"]);
    }

    #[tokio::test]
    async fn a_full_queue_of_others_leaves_room_for_people() {
        let (jobs, queue) = queue();
        let mut replies = Vec::new();
        let mut push = |has_people| {
            let (job, reply) = job("x", has_people);
            replies.push(reply);
            jobs.push(job)
        };
        assert!((0..WAITING).all(|_| push(false).is_ok()));
        assert_eq!(push(false), Err(Failure::Timeout));
        assert_eq!(push(true), Ok(()));
        drop(queue);
        assert_eq!(push(true), Err(Failure::Gone));
    }
}
