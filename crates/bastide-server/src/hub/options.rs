//! Settings of a hub.

use std::time::Duration;

use super::{Expiry, TableLimits};
use crate::Entropy;
use crate::push::PushOptions;

/// Settings of a hub.
#[derive(Clone, Debug)]
pub struct HubOptions {
    /// Tables kept in memory without a client connected to them.
    pub max_tables_in_memory: usize,
    /// Threads on which bots think. With none, a greedy bot plays for all of
    /// them within the task that asks, which a simulation can repeat.
    pub bot_threads: usize,
    /// How many tables there may be.
    pub tables: TableLimits,
    /// Whether this process looks after bots and clocks. Others do if not.
    pub is_keeper: bool,
    /// Bytes of disk kept free for the moves of running games: below, new
    /// tables and chat are refused. 0 turns that off.
    pub min_free_space: u64,
    /// When tables count as abandoned.
    pub expiry: Expiry,
    /// How long a finished table stays unchanged before it is folded; `None`
    /// folds nothing.
    pub fold_after: Option<Duration>,
    /// Whether the store was restored from a backup that does not say so
    /// itself: the tiles to come of all running games are drawn anew.
    pub after_restore: bool,
    /// How long after the last client of a player disconnected the absence is
    /// recorded; without, by the table's clock. For tests.
    pub absence_grace: Option<Duration>,
    /// How push messages are sent; `None` sends none.
    pub push: Option<PushOptions>,
    /// Source of table names, tokens and seeds.
    pub entropy: Entropy,
}

impl Default for HubOptions {
    fn default() -> HubOptions {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        HubOptions {
            max_tables_in_memory: 4096,
            bot_threads: cores.saturating_sub(1).max(1),
            tables: TableLimits::default(),
            is_keeper: true,
            min_free_space: 0,
            after_restore: false,
            expiry: Expiry::default(),
            fold_after: Some(Duration::from_secs(24 * 60 * 60)),
            absence_grace: None,
            push: None,
            entropy: Entropy::system(),
        }
    }
}
