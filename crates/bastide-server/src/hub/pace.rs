//! Moves of bots are saved in batches, so that they share commits and leave
//! most of the disk's time to moves of people.
//!
//! A commit that is under way cannot be interrupted: a person's move that comes
//! meanwhile waits for it. So while people play, bots start a batch only every
//! [`SPACING`], or later if the disk is slow; while none do, at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::bots::Gate;

/// Moves of bots that are saved together, at most.
const BATCH: usize = 32;

/// Shortest time from the start of a batch to the next while people play.
const SPACING: Duration = Duration::from_millis(25);

/// Bots use at most one part in this many of the disk's time while people play.
const SHARE: u32 = 8;

/// How long after their last command people count as playing.
const RECENT: Duration = Duration::from_millis(500);

/// The way to a place in a batch.
pub(super) struct Pace {
    waiting: mpsc::UnboundedSender<oneshot::Sender<Place>>,
}

/// A place in the batch that is being saved, until it is dropped.
pub(super) struct Place {
    _batch: mpsc::Sender<()>,
}

impl Pace {
    /// Starts the task that forms batches. It ends with this value.
    pub(super) fn start(gate: &Arc<Gate>) -> Pace {
        let (waiting, queue) = mpsc::unbounded_channel();
        tokio::spawn(form_batches(queue, Arc::clone(gate)));
        Pace { waiting }
    }

    /// Waits for a place in a batch; none once the runtime goes down. One
    /// waits for each table with a bot to act, so the queue is bounded by the
    /// tables in memory.
    pub(super) async fn enter(&self) -> Option<Place> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.send(sender).ok()?;
        receiver.await.ok()
    }
}

async fn form_batches(mut queue: mpsc::UnboundedReceiver<oneshot::Sender<Place>>, gate: Arc<Gate>) {
    let mut next = Instant::now();
    while let Some(first) = queue.recv().await {
        if gate.is_busy(RECENT) {
            sleep_until(next).await;
        }
        let begun = Instant::now();
        let (batch, mut done) = mpsc::channel(1);
        let admit = |waiter: oneshot::Sender<Place>| {
            // A waiter that has gone drops its place.
            let _ = waiter.send(Place { _batch: batch.clone() });
        };
        admit(first);
        for _ in 1..BATCH {
            let Ok(waiter) = queue.try_recv() else { break };
            admit(waiter);
        }
        drop(batch);
        // Nothing is ever sent: this ends when all places are dropped.
        let _ = done.recv().await;
        next = begun + SPACING.max(begun.elapsed() * SHARE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Saves `moves` moves that take `each`; the most at once, and how long it
    /// took.
    async fn save(pace: &Arc<Pace>, moves: usize, each: Duration) -> (usize, Duration) {
        let begun = Instant::now();
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..moves {
            let (pace, now, most) = (Arc::clone(pace), Arc::clone(&now), Arc::clone(&most));
            tasks.spawn(async move {
                let place = pace.enter().await.expect("a place");
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(each).await;
                now.fetch_sub(1, Ordering::SeqCst);
                drop(place);
            });
        }
        tasks.join_all().await;
        (most.load(Ordering::SeqCst), begun.elapsed())
    }

    #[tokio::test]
    async fn moves_that_wait_together_are_saved_together() {
        let pace = Arc::new(Pace::start(&Arc::default()));
        let (most, _) = save(&pace, 4 * BATCH, Duration::from_millis(1)).await;
        assert_eq!(most, BATCH);
    }

    #[tokio::test]
    async fn beside_people_bots_leave_most_of_the_time() {
        let gate = Arc::new(Gate::default());
        let _people = gate.close();
        let pace = Arc::new(Pace::start(&gate));
        let (_, took) = save(&pace, 4 * BATCH, Duration::ZERO).await;
        assert!(took >= 3 * SPACING, "{took:?}: four batches, spaced out");
        // A slow disk: an eighth of its time.
        let each = Duration::from_millis(10);
        let (_, took) = save(&pace, 4 * BATCH, each).await;
        assert!(took >= 3 * SHARE * each, "{took:?}");
    }

    #[tokio::test]
    async fn one_batch_at_a_time_and_waiters_may_go_away() {
        let pace = Arc::new(Pace::start(&Arc::default()));
        let held = pace.enter().await.expect("a place");
        let gone = tokio::time::timeout(Duration::from_millis(20), pace.enter()).await;
        assert!(gone.is_err(), "the batch is not done");
        drop(held);
        assert!(pace.enter().await.is_some(), "the place of the one that left is free");
    }
}
