//! What goes on without being asked: bots act, clocks run down, rematches are
//! made, other processes are followed, tables nobody needs are forgotten.
//!
//! Only whoever holds the lease of a table's shard acts for its bots and
//! clocks. A process that has lost it without noticing writes behind a fence
//! that has fallen, and nothing happens.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bastide_bots::{Budget, Kind, Spec};
use bastide_protocol::ProblemCode;
use sha2::{Digest, Sha256};
use tokio::sync::broadcast::error::RecvError;

use super::live::{Live, State};
use super::{Hub, loaded, local_now, lock};
use crate::bots::{NoThought, Thought};
use crate::store::{Hint, TableId};
use crate::table::{self, Fact};
use crate::token::name_after;

/// How often leases are renewed and hints that were lost are made up for.
const ROUND: Duration = Duration::from_secs(2);

/// How often bots and clocks that nobody has looked after are looked for.
const LOOK: Duration = Duration::from_secs(1);

/// How many of them at a time.
const DUE: u16 = 256;

/// How long bots rest between two moves of a table when many want to think.
const REST: Duration = Duration::from_secs(1);

/// How long a table stays in memory after it was of use.
const IDLE: i64 = 10 * 60 * 1000;

impl Hub {
    /// Starts all of this.
    pub(super) async fn keep(self) {
        if self.0.options.is_keeper {
            self.renew().await;
        }
        tokio::spawn(self.clone().follow());
        tokio::spawn(self.clone().rounds());
    }

    async fn rounds(self) {
        let mut closing = self.0.closing.subscribe();
        let mut looks = tokio::time::interval(LOOK);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last_round = Instant::now();
        loop {
            tokio::select! {
                _ = looks.tick() => {}
                _ = closing.changed() => return,
            }
            if last_round.elapsed() >= ROUND {
                last_round = Instant::now();
                if self.0.options.is_keeper {
                    self.renew().await;
                }
                self.sweep().await;
                self.forget_idle();
                self.check_writable().await;
            }
            self.look_after_due().await;
        }
    }

    async fn renew(&self) {
        let asked = Instant::now();
        match self.0.store.renew(&self.0.owner).await {
            Ok(leases) => {
                self.0.counters.shards.store(leases.len() as u64, Ordering::Relaxed);
                self.hold(leases, asked);
            }
            Err(error) => tracing::warn!(%error, "leases were not renewed"),
        }
        if let Ok(now) = self.0.store.now().await {
            self.0.offset.store(now - local_now(), Ordering::Relaxed);
        }
    }

    /// After something could not be saved: whether it can be again.
    async fn check_writable(&self) {
        if self.is_writable().is_ok() {
            return;
        }
        match self.0.store.check().await {
            Ok(()) => {
                tracing::info!("changes can be saved again");
                *lock(&self.0.read_only) = None;
            }
            Err(error) => *lock(&self.0.read_only) = Some(error.to_string()),
        }
    }

    /// Takes hints of other processes.
    async fn follow(self) {
        let mut closing = self.0.closing.subscribe();
        let mut hints = self.0.store.hints();
        loop {
            let hint = tokio::select! {
                hint = hints.recv() => hint,
                _ = closing.changed() => return,
            };
            match hint {
                Ok(hint) => self.follow_hint(&hint).await,
                Err(RecvError::Lagged(_)) => self.sweep().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    async fn follow_hint(&self, hint: &Hint) {
        let live = lock(&self.0.tables).get(&hint.table).cloned();
        let Some(live) = live.filter(|live| live.last.load(Ordering::Acquire) < hint.last) else {
            return;
        };
        // Somebody here is changing it and will see for themselves; the sweep
        // sees what they do not.
        let Ok(mut state) = live.state.try_lock() else { return };
        if state.table().is_some() && self.catch_up(&live, &mut state).await.is_ok() {
            self.attend(&live, &state);
        }
    }

    /// Asks the store how far the tables in memory are.
    async fn sweep(&self) {
        let ids: Vec<TableId> = {
            let tables = lock(&self.0.tables);
            let known = tables.values().filter(|live| live.last.load(Ordering::Relaxed) > 0);
            known.map(|live| live.id.clone()).collect()
        };
        for ids in ids.chunks(500) {
            match self.0.store.lasts(ids).await {
                Ok(hints) => {
                    for hint in &hints {
                        self.follow_hint(hint).await;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "tables could not be looked up");
                    return;
                }
            }
        }
    }

    fn forget_idle(&self) {
        let now = self.now();
        let mut tables = lock(&self.0.tables);
        let is_crowded = tables.len() > self.0.options.max_tables_in_memory;
        tables.retain(|_, live| {
            let age = now - live.used.load(Ordering::Relaxed);
            let is_old = age > if is_crowded { 5_000 } else { IDLE };
            // Whoever holds another copy is about to use it.
            !(is_old && Arc::strong_count(live) == 1 && live.is_idle())
        });
    }

    async fn look_after_due(&self) {
        let shards: Vec<u16> = lock(&self.0.leases).leases.keys().copied().collect();
        if shards.is_empty() {
            return;
        }
        let due = match self.0.store.due(&shards, DUE).await {
            Ok(due) => due,
            Err(error) => {
                tracing::warn!(%error, "bots and clocks could not be looked up");
                return;
            }
        };
        for (id, _) in due {
            let Ok(live) = self.live(&id) else { continue };
            if live.is_attended.load(Ordering::Relaxed) {
                continue;
            }
            if let Err(problem) = self.look_after(&live).await {
                tracing::debug!(table = %id, problem = %problem.message, "not looked after");
            }
        }
    }

    async fn look_after(&self, live: &Arc<Live>) -> Result<(), bastide_protocol::Problem> {
        {
            let mut state = live.state.lock().await;
            if state.is_quarantined() {
                return Ok(());
            }
            self.ensure(live, &mut state).await?;
            self.catch_up(live, &mut state).await?;
        }
        if let Some(lease) = self.lease(live.id.shard()) {
            let expire = |table: &table::Table, now| Ok(table::decide_time(table, now));
            self.change(live, None, Some(lease), expire).await?;
        }
        let state = live.state.lock().await;
        self.attend(live, &state);
        Ok(())
    }

    /// Lets a bot think if one is to act, or makes the rematch everybody
    /// wants.
    pub(super) fn attend(&self, live: &Arc<Live>, state: &State) {
        let Some(table) = state.table() else { return };
        let is_needed = table.bot_to_act().is_some() || table.wants_rematch();
        if !is_needed
            || self.lease(live.id.shard()).is_none()
            || live.is_attended.swap(true, Ordering::AcqRel)
        {
            return;
        }
        let (hub, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            hub.act_for(&live).await;
            live.is_attended.store(false, Ordering::Release);
            // Something may have come up just before the flag fell.
            let state = live.state.lock().await;
            let is_needed = state.table().is_some_and(|table| table.bot_to_act().is_some());
            if is_needed && !state.is_quarantined() {
                drop(state);
                tokio::time::sleep(Duration::from_millis(50)).await;
                let state = live.state.lock().await;
                hub.attend(&live, &state);
            }
        });
    }

    async fn act_for(&self, live: &Arc<Live>) {
        let (mut plainer, mut has_moved) = (false, false);
        loop {
            let Some(lease) = self.lease(live.id.shard()) else { return };
            let (game, spec, revision, wants_rematch, maker) = {
                let mut state = live.state.lock().await;
                if self.ensure(live, &mut state).await.is_err() {
                    return;
                }
                let Ok(table) = loaded(&state) else { return };
                let bot = table.bot_to_act();
                let game = table.game().clone();
                (game, bot, table.revision(), table.wants_rematch(), table.maker())
            };
            if wants_rematch {
                self.make_rematch(live).await;
                return;
            }
            let Some((_, spec)) = spec else { return };
            if has_moved && self.0.bots.is_busy(maker) {
                // Bots among themselves have time when many want to think, and
                // the machine has more for people.
                has_moved = false;
                tokio::time::sleep(REST).await;
                continue;
            }
            let asked = if plainer { plain() } else { spec };
            let seed = dice(&live.id, revision);
            let Ok(answer) = self.0.bots.think(maker, game, asked, seed) else { return };
            let Thought { actions, weaker } = match answer.await {
                Ok(Ok(thought)) => thought,
                // A plainer bot tries; if that fails too, the table waits for
                // the host to read the log.
                Ok(Err(NoThought::Panicked)) if !plainer => {
                    plainer = true;
                    continue;
                }
                // Found again among the due tables, or the server goes down.
                Ok(Err(NoThought::Panicked | NoThought::Evicted)) | Err(_) => return,
            };
            let weaker = weaker.or_else(|| plainer.then_some(asked));
            let decide =
                |table: &table::Table, _| table::decide_bot(table, revision, &actions, weaker);
            let Ok(_place) = self.0.savers.acquire().await else { return };
            match self.change(live, None, Some(lease), decide).await {
                Ok(_) => {
                    self.0.counters.bot_moves.fetch_add(1, Ordering::Relaxed);
                    if weaker.is_some() {
                        self.0.counters.bots_weakened.fetch_add(1, Ordering::Relaxed);
                    }
                    has_moved = true;
                }
                Err(problem) if problem.code == ProblemCode::StaleRevision => {}
                Err(_) => return,
            }
        }
    }

    /// Makes the table of the rematch, and tells the old one.
    async fn make_rematch(&self, live: &Arc<Live>) {
        let (made, name) = {
            let state = live.state.lock().await;
            let Ok(table) = loaded(&state) else { return };
            (
                table::rematch(table, &self.0.options.entropy),
                name_after(&live.id.0, &table.rematch_secret()),
            )
        };
        let id = TableId(name.clone().into());
        if self.found(&id, made).await.is_err() {
            // Another process may have made it already, by the same name.
            let is_there = matches!(self.0.store.read(&id, 0).await, Ok(log) if !log.is_empty());
            if !is_there {
                return;
            }
        }
        let decide = |table: &table::Table, _| {
            let is_wanted = table.wants_rematch();
            Ok(if is_wanted { vec![Fact::RematchMade { table: name.clone() }] } else { Vec::new() })
        };
        if let Err(problem) = self.change(live, None, None, decide).await {
            tracing::warn!(table = %live.id, problem = %problem.message, "no rematch");
            return;
        }
        if let Ok(next) = self.live(&id) {
            let mut state = next.state.lock().await;
            if self.ensure(&next, &mut state).await.is_ok() {
                self.attend(&next, &state);
            }
        }
    }
}

/// The bot that plays when another has failed.
fn plain() -> Spec {
    Spec { kind: Kind::Greedy, budget: Budget::Nodes(1) }
}

/// What a bot's dice are thrown from: public things alone, so that no hidden
/// tile can sway it.
fn dice(id: &TableId, revision: u32) -> u64 {
    let digest = Sha256::digest(format!("bastide bot {id} {revision}"));
    digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
