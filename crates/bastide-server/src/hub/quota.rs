//! Limits on unstarted and running tables: per address, per surrounding network, and in total.
//!
//! The creator of a table is held in memory only, for a day after its last change: the log contains
//! no addresses. The totals come from the store.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::{Hub, lock};
use crate::fair::Full;
use crate::http::{Client, Network};
use crate::store::{Stage, TableId, Unfinished};

/// Limits on the number of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLimits {
    /// Maximum number of unstarted tables created by one address.
    pub open_per_address: u32,
    /// Maximum number of running tables created by one address.
    pub running_per_address: u32,
    /// Maximum number of unstarted tables in total.
    pub open: u64,
    /// Maximum number of running tables in total.
    pub running: u64,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits {
            open_per_address: 50,
            running_per_address: 200,
            open: 20_000,
            running: 100_000,
        }
    }
}

/// Time after its last change for which a table counts for the address of its creator.
const COUNTED: Duration = Duration::from_secs(24 * 60 * 60);

/// Time for which totals read from the store are cached.
const FRESH: Duration = Duration::from_secs(5);

/// Maximum number of tables whose creators are remembered: about 20 MB.
const REMEMBERED: usize = 200_000;

/// Tables by creator, and cached totals.
#[derive(Debug, Default)]
pub(super) struct Quota {
    made: Mutex<Made>,
    totals: Mutex<Option<Totals>>,
}

#[derive(Debug, Default)]
struct Made {
    tables: BTreeMap<TableId, Entry>,
    open: BTreeMap<Network, u32>,
    running: BTreeMap<Network, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    client: Client,
    stage: Stage,
    changed: Instant,
}

/// Totals of the store, and the number of tables created here since they were read.
#[derive(Clone, Copy, Debug)]
struct Totals {
    asked: Instant,
    unfinished: Unfinished,
    since: u64,
}

/// A reservation for a table, released on drop unless the table was created.
pub(crate) struct Reserved {
    hub: Hub,
    client: Client,
    is_made: bool,
}

impl Reserved {
    /// Converts the reservation to a table at `stage`.
    fn made(mut self, id: &TableId, stage: Stage) {
        self.is_made = true;
        let mut made = lock(&self.hub.0.quota.made);
        made.count(self.client, Stage::Open, -1);
        made.insert(id.clone(), self.client, stage, Instant::now());
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if !self.is_made {
            lock(&self.hub.0.quota.made).count(self.client, Stage::Open, -1);
            if let Some(totals) = &mut *lock(&self.hub.0.quota.totals) {
                totals.since = totals.since.saturating_sub(1);
            }
        }
    }
}

impl Hub {
    /// Reserves a table for the address of its creator.
    ///
    /// # Errors
    /// Returns [`Full`] if the address, or all addresses together, have too many unfinished tables.
    pub(crate) async fn reserve(&self, client: Client) -> Result<Reserved, Full> {
        let limits = self.0.options.tables;
        let Unfinished { open, playing } = self.unfinished().await;
        if open >= limits.open || playing >= limits.running {
            return Err(Full::All);
        }
        let mut made = lock(&self.0.quota.made);
        if made.is_full(client, limits) {
            made.forget_old(Instant::now());
            if made.is_full(client, limits) {
                return Err(Full::Own);
            }
        }
        made.count(client, Stage::Open, 1);
        drop(made);
        if let Some(totals) = &mut *lock(&self.0.quota.totals) {
            totals.since += 1;
        }
        Ok(Reserved { hub: self.clone(), client, is_made: false })
    }

    /// Counts a created table for the address that reserved it.
    pub(crate) async fn keep_reserved(&self, reserved: Reserved, table: &str) {
        let Ok(live) = self.find(table) else { return };
        let state = live.state.lock().await;
        if let Some(table) = state.table() {
            // Under the lock of the table, so that no change happens in between.
            reserved.made(&live.id, table.row().stage);
        }
    }

    /// Records the current stage of a table.
    pub(super) fn note_stage(&self, id: &TableId, stage: Stage) {
        lock(&self.0.quota.made).change(id, stage, Instant::now());
    }

    /// Returns the number of unfinished tables, up to a few seconds old.
    async fn unfinished(&self) -> Unfinished {
        let known = *lock(&self.0.quota.totals);
        if let Some(totals) = known.filter(|totals| totals.asked.elapsed() < FRESH) {
            let Unfinished { open, playing } = totals.unfinished;
            return Unfinished { open: open + totals.since, playing };
        }
        let asked = Instant::now();
        match self.0.store.unfinished().await {
            Ok(unfinished) => {
                *lock(&self.0.quota.totals) = Some(Totals { asked, unfinished, since: 0 });
                unfinished
            }
            Err(error) => {
                // Saving the table will also fail, and report the reason.
                tracing::warn!(%error, "counting unfinished tables failed");
                Unfinished::default()
            }
        }
    }
}

impl Made {
    fn is_full(&self, client: Client, limits: TableLimits) -> bool {
        let at = |counts: &BTreeMap<Network, u32>, network| counts.get(&network).copied();
        client.networks().any(|(network, factor)| {
            at(&self.open, network).unwrap_or(0) >= limits.open_per_address.saturating_mul(factor)
                || at(&self.running, network).unwrap_or(0)
                    >= limits.running_per_address.saturating_mul(factor)
        })
    }

    fn count(&mut self, client: Client, stage: Stage, change: i32) {
        let counts = match stage {
            Stage::Open => &mut self.open,
            Stage::Playing => &mut self.running,
            Stage::Over => return,
        };
        for (network, _) in client.networks() {
            let count = counts.entry(network).or_default();
            *count = count.saturating_add_signed(change);
            if *count == 0 {
                counts.remove(&network);
            }
        }
    }

    fn insert(&mut self, id: TableId, client: Client, stage: Stage, now: Instant) {
        if self.tables.len() >= REMEMBERED {
            self.forget_old(now);
        }
        if self.tables.len() < REMEMBERED && stage != Stage::Over {
            self.count(client, stage, 1);
            self.tables.insert(id, Entry { client, stage, changed: now });
        }
    }

    fn change(&mut self, id: &TableId, stage: Stage, now: Instant) {
        let Some(entry) = self.tables.get_mut(id) else { return };
        let before = std::mem::replace(&mut entry.stage, stage);
        entry.changed = now;
        let client = entry.client;
        if before != stage {
            self.count(client, before, -1);
            self.count(client, stage, 1);
        }
        if stage == Stage::Over {
            self.tables.remove(id);
        }
    }

    /// Removes tables that have not changed for a day.
    fn forget_old(&mut self, now: Instant) {
        let mut old = Vec::new();
        self.tables.retain(|_, entry| {
            let is_old = now.duration_since(entry.changed) >= COUNTED;
            if is_old {
                old.push(*entry);
            }
            !is_old
        });
        for Entry { client, stage, .. } in old {
            self.count(client, stage, -1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TableLimits =
        TableLimits { open_per_address: 2, running_per_address: 3, open: 100, running: 100 };

    fn client(text: &str) -> Client {
        Client::of(text.parse().expect("an address"))
    }

    fn id(n: u32) -> TableId {
        TableId(format!("{n:012}").into())
    }

    #[test]
    fn tables_count_for_their_creators_until_they_are_over() {
        let (mut made, one, now) = (Made::default(), client("192.0.2.1"), Instant::now());
        made.insert(id(1), one, Stage::Open, now);
        assert!(!made.is_full(one, LIMITS));
        made.insert(id(2), one, Stage::Open, now);
        assert!(made.is_full(one, LIMITS), "two unstarted");
        assert!(!made.is_full(client("192.0.2.2"), LIMITS));
        made.change(&id(1), Stage::Playing, now);
        assert!(!made.is_full(one, LIMITS), "one of them runs");
        for n in 3..5 {
            made.insert(id(n), one, Stage::Playing, now);
        }
        assert!(made.is_full(one, LIMITS), "three run");
        made.change(&id(1), Stage::Over, now);
        made.change(&id(1), Stage::Over, now);
        assert!(!made.is_full(one, LIMITS));
        made.change(&id(99), Stage::Over, now);
        for n in 2..5 {
            made.change(&id(n), Stage::Over, now);
        }
        assert!(made.open.is_empty() && made.running.is_empty() && made.tables.is_empty());
    }

    #[test]
    fn networks_have_a_multiple_and_old_tables_are_forgotten() {
        let (mut made, now) = (Made::default(), Instant::now());
        let mut inserted = 0;
        for n in 0..0x100 {
            let client = client(&format!("2001:db8:1:{n:x}::1"));
            if !made.is_full(client, LIMITS) {
                made.insert(id(n), client, Stage::Open, now);
                inserted += 1;
            }
        }
        assert_eq!(inserted, 8, "a /56 has four times the tables of an address");
        made.forget_old(now + COUNTED - Duration::from_secs(1));
        assert_eq!(made.tables.len(), 8);
        made.forget_old(now + COUNTED);
        assert!(made.tables.is_empty() && made.open.is_empty());
    }
}
