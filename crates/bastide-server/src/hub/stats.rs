//! Metrics of a hub.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crate::metrics::{Family, Histogram};
use crate::push::PushCounters;
use crate::store::ReplicaStats;

/// Counters since the start of the process, and gauges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HubStats {
    /// Tables in memory.
    pub tables: u64,
    /// Connected clients.
    pub watching: u64,
    /// Tables created.
    pub tables_made: u64,
    /// Changes saved: moves, chat and all others.
    pub changes: u64,
    /// Changes saved for bots.
    pub bot_moves: u64,
    /// Commands refused.
    pub refused: u64,
    /// Changes that conflicted with another writer.
    pub conflicts: u64,
    /// Questions answered.
    pub questions: u64,
    /// Clients disconnected because they were too slow.
    pub cut_off: u64,
    /// Changes that could not be saved.
    pub store_errors: u64,
    /// Jobs waiting for a bot thread.
    pub bots_waiting: u64,
    /// Bot moves chosen by a bot weaker than the level of the seat.
    pub bots_weakened: u64,
    /// Times that a bot paused to let a person's command go first.
    pub bot_pauses: u64,
    /// Shards whose bots and clocks this process runs.
    pub shards: u64,
    /// Finished tables folded.
    pub folded: u64,
    /// Finished tables that could not be folded and stay unchanged.
    pub not_folded: u64,
    /// Tables quarantined because they panicked.
    pub quarantined: u64,
    /// Tables whose stored log cannot be read or parsed.
    pub damaged: u64,
    /// Age of the oldest due table that is not damaged, in milliseconds.
    pub oldest_due_ms: u64,
    /// Free bytes on the disk of the store, if they can be measured.
    pub free_bytes: Option<u64>,
    /// True if new tables and chat are refused for lack of space.
    pub is_low_space: bool,
    /// Turns whose push messages wait to be sent.
    pub push_waiting: u64,
    /// Push messages accepted by a push service.
    pub push_sent: u64,
    /// Push messages that were rejected or failed on every attempt.
    pub push_failed: u64,
    /// Turns without push messages because too many were waiting.
    pub push_dropped: u64,
    /// Push subscriptions removed because the seat was lost, the game ended, or the push service
    /// does not know them.
    pub push_forgotten: u64,
    /// Use of the read replica, if there is one.
    pub replica: Option<ReplicaStats>,
}

/// Durations.
#[derive(Debug, Default)]
pub struct Times {
    /// Time to make an append durable.
    pub commit: Histogram,
    /// Duration of client commands, by kind.
    pub commands: Family,
    /// Time for which a table had been due when it was run.
    pub due: Histogram,
}

#[derive(Default)]
pub(super) struct Counters {
    pub watching: AtomicU64,
    pub tables_made: AtomicU64,
    pub changes: AtomicU64,
    pub bot_moves: AtomicU64,
    pub refused: AtomicU64,
    pub conflicts: AtomicU64,
    pub questions: AtomicU64,
    pub cut_off: AtomicU64,
    pub store_errors: AtomicU64,
    pub shards: AtomicU64,
    pub bots_weakened: AtomicU64,
    /// Time at which the oldest due table became due; 0 if none is due.
    pub oldest_due: AtomicI64,
    pub times: Times,
    pub folded: AtomicU64,
    pub not_folded: AtomicU64,
    pub push: PushCounters,
}

impl Counters {
    pub(super) fn stats(&self, tables: u64, quarantined: u64, bots_waiting: u64) -> HubStats {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        HubStats {
            tables,
            quarantined,
            bots_waiting,
            bot_pauses: 0,
            bots_weakened: of(&self.bots_weakened),
            watching: of(&self.watching),
            tables_made: of(&self.tables_made),
            changes: of(&self.changes),
            bot_moves: of(&self.bot_moves),
            refused: of(&self.refused),
            conflicts: of(&self.conflicts),
            questions: of(&self.questions),
            cut_off: of(&self.cut_off),
            store_errors: of(&self.store_errors),
            shards: of(&self.shards),
            damaged: 0,
            oldest_due_ms: 0,
            free_bytes: None,
            is_low_space: false,
            folded: of(&self.folded),
            not_folded: of(&self.not_folded),
            push_waiting: 0,
            push_sent: of(&self.push.sent),
            push_failed: of(&self.push.failed),
            push_dropped: of(&self.push.dropped),
            push_forgotten: of(&self.push.forgotten),
            replica: None,
        }
    }
}
