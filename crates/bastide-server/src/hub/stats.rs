//! What a hub counts, for whoever runs it.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crate::metrics::{Family, Histogram};
use crate::push::PushCounters;

/// Counts since the start, and how things stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HubStats {
    /// Tables in memory.
    pub tables: u64,
    /// Clients that look on.
    pub watching: u64,
    /// Tables made.
    pub tables_made: u64,
    /// Changes saved: moves, chat and everything else.
    pub changes: u64,
    /// Changes saved that bots made.
    pub bot_moves: u64,
    /// Commands refused.
    pub refused: u64,
    /// Changes that others were quicker than.
    pub conflicts: u64,
    /// Questions answered.
    pub questions: u64,
    /// Clients cut off because they were too slow.
    pub cut_off: u64,
    /// Changes that could not be saved.
    pub store_errors: u64,
    /// Jobs that wait for a bot.
    pub bots_waiting: u64,
    /// Moves of bots that a weaker one than the seat's level chose.
    pub bots_weakened: u64,
    /// Times that a bot stopped to let a command of a person go first.
    pub bot_pauses: u64,
    /// Shards whose bots and clocks this process looks after.
    pub shards: u64,
    /// Finished tables folded.
    pub folded: u64,
    /// Finished tables that could not be folded and stay as they are.
    pub not_folded: u64,
    /// Tables left alone because they panicked.
    pub quarantined: u64,
    /// Tables whose stored log cannot be read or understood.
    pub damaged: u64,
    /// Age of the oldest due table that is not damaged, in milliseconds.
    pub oldest_due_ms: u64,
    /// Bytes free on the disk of the store, if that can be seen.
    pub free_bytes: Option<u64>,
    /// Whether new tables and chat are refused for lack of space.
    pub is_low_space: bool,
    /// Push messages that a push service has accepted.
    pub push_sent: u64,
    /// Push messages that were refused, or tried too often.
    pub push_failed: u64,
    /// Turns without push messages because too many waited.
    pub push_dropped: u64,
    /// Push subscriptions forgotten: their seat or game is over, or the push
    /// service does not know them.
    pub push_forgotten: u64,
}

/// How long things took.
#[derive(Debug, Default)]
pub struct Times {
    /// Making an append durable.
    pub commit: Histogram,
    /// Commands of clients, by kind.
    pub commands: Family,
    /// How long a table had been due when it was served.
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
    /// When the oldest due table became due; 0 if none is.
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
            push_sent: of(&self.push.sent),
            push_failed: of(&self.push.failed),
            push_dropped: of(&self.push.dropped),
            push_forgotten: of(&self.push.forgotten),
        }
    }
}
