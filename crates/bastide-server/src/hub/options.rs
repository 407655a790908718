//! Settings of a hub.

use std::time::Duration;

use super::{Expiry, TableLimits};
use crate::Entropy;
use crate::engines::EngineOptions;
use crate::push::PushOptions;

/// Settings of a hub.
#[derive(Clone, Debug)]
pub struct HubOptions {
    /// Maximum number of tables without connected clients in memory.
    pub max_tables_in_memory: usize,
    /// Number of bot threads. With 0, a greedy bot plays for all of them inside the requesting
    /// task, which makes simulations reproducible.
    pub bot_threads: usize,
    /// Limits on the number of tables.
    pub tables: TableLimits,
    /// True if this process runs bots and clocks; otherwise other processes do.
    pub runs_background: bool,
    /// Bytes of disk space reserved for the moves of running games: below this, new tables and chat
    /// are refused. 0 disables the check.
    pub min_free_space: u64,
    /// Time limits after which tables count as abandoned.
    pub expiry: Expiry,
    /// Time that a finished table stays unchanged before it is folded; `None` disables folding.
    pub fold_after: Option<Duration>,
    /// True if the store was restored from a backup that has no seed epoch of its own: the
    /// remaining tiles of all running games are drawn from new seeds.
    pub after_restore: bool,
    /// Time between the disconnection of a player's last client and the recording of the absence;
    /// `None` derives it from the clock of the table. For tests.
    pub absence_grace: Option<Duration>,
    /// Settings of push messages; `None` disables them.
    pub push: Option<PushOptions>,
    /// Settings of engines and of their ladder.
    pub engines: EngineOptions,
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
            runs_background: true,
            min_free_space: 0,
            after_restore: false,
            expiry: Expiry::default(),
            fold_after: Some(Duration::from_secs(24 * 60 * 60)),
            absence_grace: None,
            push: None,
            engines: EngineOptions::default(),
            entropy: Entropy::system(),
        }
    }
}
