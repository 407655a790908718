//! Batches of bot moves, which share commits and leave most of the disk time to people.
//!
//! A running commit cannot be interrupted, so a person's move has to wait for it. Therefore, while
//! people play, bots start a batch only every [`SPACING`], or less often if the disk is slow;
//! otherwise immediately.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::bots::Gate;

/// Maximum number of bot moves per batch.
const BATCH: usize = 32;

/// Minimum time between the starts of two batches while people play.
const SPACING: Duration = Duration::from_millis(25);

/// Reciprocal of the largest share of disk time that bots use while people play.
const SHARE: u32 = 8;

/// Time after the last command of a person for which people count as playing.
const RECENT: Duration = Duration::from_millis(500);

/// Entry to the batches.
pub(super) struct Pace {
    waiting: mpsc::UnboundedSender<oneshot::Sender<BatchPermit>>,
}

/// A place in the current batch, held until it is dropped.
pub(super) struct BatchPermit {
    _batch: mpsc::Sender<()>,
}

impl Pace {
    /// Starts the task that forms batches. It ends when the returned value is dropped.
    pub(super) fn start(gate: &Arc<Gate>) -> Pace {
        let (waiting, queue) = mpsc::unbounded_channel();
        tokio::spawn(form_batches(queue, Arc::clone(gate)));
        Pace { waiting }
    }

    /// Waits for a place in a batch; returns `None` once the runtime shuts down. Each table with a
    /// bot to act has at most one waiter, so the queue is bounded by the number of tables in
    /// memory.
    pub(super) async fn enter(&self) -> Option<BatchPermit> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.send(sender).ok()?;
        receiver.await.ok()
    }
}

async fn form_batches(
    mut queue: mpsc::UnboundedReceiver<oneshot::Sender<BatchPermit>>,
    gate: Arc<Gate>,
) {
    let mut next = Instant::now();
    while let Some(first) = queue.recv().await {
        if gate.is_busy(RECENT) {
            sleep_until(next).await;
        }
        let begun = Instant::now();
        let (batch, mut done) = mpsc::channel(1);
        let admit = |waiter: oneshot::Sender<BatchPermit>| {
            // A waiter that has gone away drops its place.
            let _ = waiter.send(BatchPermit { _batch: batch.clone() });
        };
        admit(first);
        for _ in 1..BATCH {
            let Ok(waiter) = queue.try_recv() else { break };
            admit(waiter);
        }
        drop(batch);
        // Nothing is ever sent: this returns when all places are dropped.
        let _ = done.recv().await;
        next = begun + SPACING.max(begun.elapsed() * SHARE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Saves `moves` moves that take `each`; returns the maximum concurrency and the elapsed time.
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

    #[tokio::test(start_paused = true)]
    async fn moves_that_wait_together_are_saved_together() {
        let pace = Arc::new(Pace::start(&Arc::default()));
        let (most, _) = save(&pace, 4 * BATCH, Duration::from_millis(1)).await;
        assert_eq!(most, BATCH);
    }

    #[tokio::test(start_paused = true)]
    async fn bots_leave_most_of_the_disk_time_to_people() {
        let gate = Arc::new(Gate::default());
        let _people = gate.close();
        let pace = Arc::new(Pace::start(&gate));
        let (_, took) = save(&pace, 4 * BATCH, Duration::ZERO).await;
        assert!(took >= 3 * SPACING, "{took:?}: four batches, spaced out");
        // With a slow disk, bots use an eighth of its time.
        let each = Duration::from_millis(10);
        let (_, took) = save(&pace, 4 * BATCH, each).await;
        assert!(took >= 3 * SHARE * each, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn batches_are_serial_and_cancelled_waiters_free_their_place() {
        let pace = Arc::new(Pace::start(&Arc::default()));
        let held = pace.enter().await.expect("a place");
        let gone = tokio::time::timeout(Duration::from_millis(20), pace.enter()).await;
        assert!(gone.is_err(), "the batch is not done");
        drop(held);
        assert!(pace.enter().await.is_some(), "the place of the one that left is free");
    }
}
