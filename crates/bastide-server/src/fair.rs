//! Fair queue for CPU-bound work: a fixed number of jobs run in parallel, waiting jobs are queued
//! per client, and the clients are served round-robin. A client with a hundred requests delays
//! another client by at most one job.
//!
//! *Invariant:* a permit is passed from a finished job directly to the next waiting job or
//! returned; a cancelled waiter never leaks one. Tests:
//! `places_of_disconnected_clients_are_freed_without_losing_a_permit`,
//! `a_thousand_waiters_that_come_and_go_leave_the_queue_empty`.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Capacities of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// Maximum number of jobs that run in parallel.
    pub(crate) running: usize,
    /// Maximum number of waiting jobs of one client.
    pub(crate) own: usize,
    /// Maximum number of waiting jobs of all clients.
    pub(crate) all: usize,
}

/// Error for a job rejected by a full queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// The client's own queue is full.
    Own,
    /// The queues of all clients together are full.
    All,
}

/// A fair queue. Clones share the same queue.
#[derive(Clone, Debug)]
pub(crate) struct FairQueue(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    size: Size,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    running: usize,
    waiting: BTreeMap<u64, VecDeque<oneshot::Sender<Turn>>>,
    /// Clients with waiting jobs, in the order in which they are served.
    order: VecDeque<u64>,
}

/// Permit to run one job, returned when dropped.
#[derive(Debug)]
pub(crate) struct Turn(Option<Arc<Inner>>);

/// Result of requesting a permit.
#[derive(Debug)]
pub(crate) enum Admission {
    /// The job may run immediately.
    Now(Turn),
    /// The job has to wait until it receives a permit.
    Later(oneshot::Receiver<Turn>),
}

impl FairQueue {
    /// Creates an empty queue.
    pub(crate) fn new(size: Size) -> FairQueue {
        FairQueue(Arc::new(Inner { size, lines: Mutex::default() }))
    }

    /// Requests a permit for a job of `client`.
    ///
    /// # Errors
    /// Returns [`Full`] if the client's queue, or all queues together, are full.
    pub(crate) fn take_place(&self, client: u64) -> Result<Admission, Full> {
        let mut lines = self.0.lock();
        if lines.running < self.0.size.running {
            lines.running += 1;
            return Ok(Admission::Now(Turn(Some(Arc::clone(&self.0)))));
        }
        let Size { own, all, .. } = self.0.size;
        if lines.of(client) >= own {
            lines.forget_gone();
            if lines.of(client) >= own {
                return Err(Full::Own);
            }
        }
        if lines.len() >= all {
            lines.forget_gone();
            if lines.len() >= all {
                return Err(Full::All);
            }
        }
        let (sender, receiver) = oneshot::channel();
        let line = lines.waiting.entry(client).or_default();
        let is_first = line.is_empty();
        line.push_back(sender);
        if is_first {
            lines.order.push_back(client);
        }
        Ok(Admission::Later(receiver))
    }

    /// Waits for a permit for a job of `client`. Dropping the future cancels the request.
    ///
    /// # Errors
    /// Returns [`Full`] if the client's queue, or all queues together, are full.
    pub(crate) async fn enter(&self, client: u64) -> Result<Turn, Full> {
        loop {
            match self.take_place(client)? {
                Admission::Now(turn) => return Ok(turn),
                Admission::Later(receiver) => {
                    if let Ok(turn) = receiver.await {
                        return Ok(turn);
                    }
                    // The place was lost without a permit, which does not mean that the queue is
                    // full: wait again.
                }
            }
        }
    }

    /// Returns the number of running and of waiting jobs.
    pub(crate) fn load(&self) -> (usize, usize) {
        let lines = self.0.lock();
        (lines.running, lines.len())
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        // No code panics while holding the lock.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    fn of(&self, client: u64) -> usize {
        self.waiting.get(&client).map_or(0, VecDeque::len)
    }

    fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// Removes waiters whose receivers were dropped.
    fn forget_gone(&mut self) {
        self.waiting.retain(|_, line| {
            line.retain(|sender| !sender.is_closed());
            !line.is_empty()
        });
        let waiting = &self.waiting;
        self.order.retain(|client| waiting.contains_key(client));
    }

    /// Removes the next waiter, round-robin over the clients.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let client = self.order.pop_front()?;
        let line = self.waiting.get_mut(&client)?;
        let next = line.pop_front();
        if line.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.order.push_back(client);
        }
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(mut inner) = self.0.take() else { return };
        loop {
            let next = {
                let mut lines = inner.lock();
                let next = lines.next();
                if next.is_none() {
                    lines.running -= 1;
                }
                next
            };
            let Some(next) = next else { return };
            // Sent outside the lock: a permit without a receiver is returned here, and a received
            // but unused permit is released when it is dropped.
            match next.send(Turn(Some(inner))) {
                Ok(()) => return,
                Err(mut turn) => match turn.0.take() {
                    Some(back) => inner = back,
                    None => return,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    const SIZE: Size = Size { running: 1, own: 4, all: 10 };

    fn now(place: Result<Admission, Full>) -> Turn {
        match place {
            Ok(Admission::Now(turn)) => turn,
            other => panic!("{other:?}"),
        }
    }

    fn later(place: Result<Admission, Full>) -> oneshot::Receiver<Turn> {
        match place {
            Ok(Admission::Later(receiver)) => receiver,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_client_delays_another_by_one_job() {
        let queue = FairQueue::new(SIZE);
        let first = now(queue.take_place(1));
        let mut many: Vec<_> = (0..4).map(|_| later(queue.take_place(1))).collect();
        assert_eq!(queue.take_place(1).err(), Some(Full::Own));
        let mut other = later(queue.take_place(2));
        drop(first);
        // At most one job of the first client is served before the other client.
        let turn = many[0].try_recv().expect("its line came first");
        assert!(other.try_recv().is_err());
        drop(turn);
        let turn = other.try_recv().expect("now the other, before three that waited longer");
        assert!(many[1].try_recv().is_err());
        drop(turn);
        for receiver in &mut many[1..] {
            drop(receiver.try_recv().expect("in order"));
        }
        assert_eq!(queue.load(), (0, 0));
    }

    #[test]
    fn the_total_number_of_waiting_jobs_is_bounded() {
        let queue = FairQueue::new(SIZE);
        let _running = now(queue.take_place(0));
        let waiting: Vec<_> = (1..=10).map(|client| later(queue.take_place(client))).collect();
        assert_eq!(queue.take_place(11).err(), Some(Full::All));
        assert_eq!(queue.load(), (1, 10));
        drop(waiting);
        later(queue.take_place(11));
    }

    #[test]
    fn places_of_disconnected_clients_are_freed_without_losing_a_permit() {
        let queue = FairQueue::new(SIZE);
        let running = now(queue.take_place(1));
        let gone: Vec<_> = (0..4).map(|_| later(queue.take_place(1))).collect();
        drop(gone);
        let mut stays = later(queue.take_place(1));
        drop(later(queue.take_place(2)));
        drop(running);
        let turn = stays.try_recv().expect("those before it have gone");
        // The permit is sent, but the receiver is dropped before reading it.
        let unread = later(queue.take_place(3));
        drop(turn);
        drop(unread);
        assert_eq!(queue.load(), (0, 0));
        now(queue.take_place(4));
    }

    #[tokio::test]
    async fn a_lost_place_is_taken_again_and_not_reported_as_a_full_queue() {
        let queue = FairQueue::new(SIZE);
        let running = now(queue.take_place(1));
        let mut entering = std::pin::pin!(queue.enter(2));
        let mut context = Context::from_waker(Waker::noop());
        assert!(entering.as_mut().poll(&mut context).is_pending());
        assert_eq!(queue.load(), (1, 1));
        // The sender of the waiting job is dropped.
        *queue.0.lock() = Lines { running: 1, ..Lines::default() };
        assert!(entering.as_mut().poll(&mut context).is_pending());
        assert_eq!(queue.load(), (1, 1), "it waits again");
        drop(running);
        drop(entering.await.expect("the queue is not full"));
        assert_eq!(queue.load(), (0, 0));
    }

    #[tokio::test]
    async fn a_thousand_waiters_that_come_and_go_leave_the_queue_empty() {
        let queue = FairQueue::new(Size { running: 3, own: 50, all: 1000 });
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..1000_u64 {
            let queue = queue.clone();
            tasks.spawn(async move {
                let wait = queue.enter(n % 20);
                if n % 3 == 0 {
                    let _ = tokio::time::timeout(std::time::Duration::from_micros(n), wait).await;
                } else if let Ok(turn) = wait.await {
                    tokio::task::yield_now().await;
                    assert!(queue.load().0 <= 3);
                    drop(turn);
                }
            });
        }
        while let Some(done) = tasks.join_next().await {
            done.expect("no panic");
        }
        assert_eq!(queue.load(), (0, 0));
    }
}
