//! Background work: runs bots and clocks, creates rematches, follows other processes, and evicts
//! idle tables from memory.
//!
//! Only the process that holds the lease of a table's shard acts for its bots and clocks. If a
//! process has lost a lease without noticing, its writes fail because their fence is outdated.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bastide_bots::{Budget, Kind, Spec};
use bastide_protocol::ProblemCode;
use bastide_table::{CLOCK_SKEW, Fact, Moment, Table, bot_seed};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::expire::Walk;
use super::live::{Live, State};
use super::{Hub, loaded, lock};
use crate::bots::{Creator, NoThought, Thought};
use crate::store::{Due, Hint, Peers, ProcessTime, TableId};

/// Interval for renewing leases and for catching up on lost hints.
const LEASE_RENEW_EVERY: Duration = Duration::from_secs(2);

/// Interval of the search for tables whose last fact lies in the future: a process that has ended
/// may have written one that arrives late.
const RESUME_EVERY: Duration = Duration::from_secs(60);

/// Interval of the search for tables with an overdue bot or clock.
const DUE_EVERY: Duration = Duration::from_secs(1);

/// Number of due tables read at a time.
const DUE_PAGE: u16 = 256;

/// Maximum time spent on due tables before leases are renewed and other periodic work runs. The
/// next turn continues at the same position.
const DUE_TURN: Duration = Duration::from_millis(500);

/// Pause between two bot moves at the same table while many tables wait for bots.
const BOT_PAUSE_WHEN_BUSY: Duration = Duration::from_secs(1);

/// Time in milliseconds after its last use for which a table stays in memory.
const EVICT_AFTER: i64 = 10 * 60 * 1000;

impl Hub {
    /// Starts all background tasks.
    pub(super) async fn run_background(self) {
        if self.0.options.runs_background {
            self.renew().await;
        }
        tokio::spawn(self.clone().follow());
        tokio::spawn(self.clone().fold_rounds());
        tokio::spawn(self.clone().run_ladder());
        tokio::spawn(self.clone().rounds());
        tokio::spawn(self.clone().probe());
        tokio::spawn(self.clone().watch_space());
    }

    async fn rounds(self) {
        let mut closing = self.0.closing.subscribe();
        let mut looks = tokio::time::interval(DUE_EVERY);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut last_round, mut last_resumed) = (Instant::now(), Instant::now());
        let mut queue = DueQueue::default();
        let mut walk = Walk::new();
        loop {
            tokio::select! {
                biased;
                _ = closing.changed() => return,
                // The rest of the queue does not wait for the next tick.
                _ = looks.tick(), if queue.position.is_none() => {}
                () = tokio::time::sleep(Duration::from_millis(10)), if queue.position.is_some() => {}
            }
            if last_round.elapsed() >= LEASE_RENEW_EVERY {
                last_round = Instant::now();
                self.observe_wall_clock().await;
                if self.0.options.runs_background {
                    self.renew().await;
                }
                if last_resumed.elapsed() >= RESUME_EVERY {
                    last_resumed = Instant::now();
                    let held: Vec<u16> = lock(&self.0.leases).leases.keys().copied().collect();
                    self.resume_later(&held).await;
                }
                self.sweep().await;
                self.forget_idle();
                self.refresh_bans().await;
                self.refresh_engines().await;
                if self.0.options.runs_background {
                    self.expire(&mut walk).await;
                }
            }
            self.run_due(&mut queue).await;
        }
    }

    /// Compares the time of this process with the wall clock and reports a step of the latter. The
    /// process that has run longest sets the time: this one may have started just after a step that
    /// the others ignore.
    async fn observe_wall_clock(&self) {
        let Ok(wall) = self.0.store.now().await else { return };
        if let Ok(Peers::Alive(peers)) = self.0.store.peers(&self.0.owner).await
            && peers.uptime > self.0.time.uptime()
            && (peers.now - self.now()).abs() > CLOCK_SKEW
        {
            tracing::warn!(
                seconds = (peers.now - self.now()) / 1_000,
                "adopted the clock of another process"
            );
            self.0.time.set(peers.now, wall);
        }
        if let Some(step) = self.0.time.observe(wall) {
            tracing::warn!(
                seconds = step / 1_000,
                "the wall clock was set, or the machine was suspended: game clocks continue with \
                 monotonic time, and stored times differ from the wall clock until a restart"
            );
        }
    }

    async fn renew(&self) {
        let asked = Instant::now();
        let before: Vec<u16> = lock(&self.0.leases).leases.keys().copied().collect();
        match self.0.store.renew(&self.0.owner, self.process_time()).await {
            Ok(leases) => {
                self.0.counters.shards.store(leases.len() as u64, Ordering::Relaxed);
                let shards = leases.iter().map(|lease| lease.shard);
                let gained: Vec<u16> = shards.filter(|shard| !before.contains(shard)).collect();
                self.hold(leases, asked);
                self.resume_later(&gained).await;
            }
            Err(error) => tracing::warn!(%error, "renewing leases failed"),
        }
    }

    fn process_time(&self) -> ProcessTime {
        ProcessTime { now: self.now(), uptime: self.0.time.uptime() }
    }

    /// Runs tables of these shards whose last fact lies in the future. The wall clock was set back
    /// before this process started, so otherwise they would become due only when it has caught up.
    async fn resume_later(&self, shards: &[u16]) {
        if shards.is_empty() {
            return;
        }
        match self.0.store.later(shards, self.now() + CLOCK_SKEW, u16::MAX).await {
            Ok(tables) => {
                for id in tables {
                    let Ok(live) = self.live(&id) else { continue };
                    if let Err(problem) = self.run_due_work(&live).await {
                        let problem = problem.message;
                        tracing::warn!(table = %id, problem, "resuming a table failed");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "looking up tables with future timestamps failed"),
        }
    }

    /// Receives hints from other processes.
    async fn follow(self) {
        let mut closing = self.0.closing.subscribe();
        let mut hints = self.0.store.hints();
        loop {
            let hint = tokio::select! {
                biased;
                _ = closing.changed() => return,
                hint = hints.recv() => hint,
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
        // The table is being changed here, which will reveal the new facts; the sweep finds any
        // that are missed.
        let Ok(mut state) = live.state.try_lock() else { return };
        if state.table().is_some() && self.catch_up(&live, &mut state).await.is_ok() {
            self.schedule_bot(&live, &state);
        }
    }

    /// Queries the store for the last fact of each table in memory.
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
                    let known: BTreeSet<_> = hints.iter().map(|hint| &hint.table).collect();
                    for id in ids.iter().filter(|id| !known.contains(id)) {
                        self.drop_deleted(id).await;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "looking up tables failed");
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
            let is_old = age > if is_crowded { 5_000 } else { EVICT_AFTER };
            // Another reference means that the table is about to be used.
            !(is_old && Arc::strong_count(live) == 1 && live.is_idle())
        });
    }

    /// Runs due tables, starting where the last turn stopped, for at most [`DUE_TURN`]. Tables in
    /// back-off are skipped, so the ones after them are reached regardless of the number of
    /// failures.
    async fn run_due(&self, queue: &mut DueQueue) {
        let shards: Vec<u16> = lock(&self.0.leases).leases.keys().copied().collect();
        if shards.is_empty() || !self.0.health.is_well() {
            // Nothing could be saved. The probe reports when this changes.
            queue.position = None;
            return;
        }
        let began = tokio::time::Instant::now();
        let mut is_oldest_wanted = queue.position.is_none();
        loop {
            let page =
                self.0.store.due(&shards, self.now(), queue.position.as_ref(), DUE_PAGE).await;
            let page = match page {
                Ok(page) => page,
                Err(error) => {
                    self.0.health.set_queue_error(Some(error.to_string()));
                    queue.position = None;
                    return;
                }
            };
            self.0.health.set_queue_error(None);
            let is_last = page.len() < usize::from(DUE_PAGE);
            for due in page {
                if !self.0.backoffs.is_resting(&due.table, tokio::time::Instant::now()) {
                    self.run_due_table(&due).await;
                }
                // Damage is detected only by the attempt above if it was the first.
                if is_oldest_wanted && !self.0.backoffs.is_damaged(&due.table) {
                    is_oldest_wanted = false;
                    self.0.counters.oldest_due.store(due.at, Ordering::Relaxed);
                }
                queue.position = Some(due);
                if began.elapsed() >= DUE_TURN {
                    return;
                }
            }
            if is_last {
                if is_oldest_wanted {
                    self.0.counters.oldest_due.store(0, Ordering::Relaxed);
                }
                queue.position = None;
                return;
            }
        }
    }

    async fn run_due_table(&self, due: &Due) {
        let Ok(live) = self.live(&due.table) else { return };
        if live.is_running_bot.load(Ordering::Relaxed) {
            return;
        }
        match self.run_due_work(&live).await {
            Ok(()) => {
                let age = u64::try_from(self.now() - due.at).unwrap_or(0);
                self.0.counters.times.due.observe(Duration::from_millis(age));
            }
            Err(problem) => {
                // The table was due twice without a log, so it was not deleted in between.
                if problem.code == ProblemCode::NoSuchTable
                    && self.0.backoffs.has_failed(&due.table)
                {
                    self.report_damage(&due.table, "the table has a row, but no log");
                }
                self.delay(&due.table, &problem.message);
            }
        }
    }

    /// Delays the next background attempt at a table.
    fn delay(&self, id: &TableId, why: &str) {
        let is_first = self.0.backoffs.delay(id, why, tokio::time::Instant::now());
        // Damage has already been logged.
        if is_first && !self.0.backoffs.is_damaged(id) {
            tracing::warn!(table = %id, why, "bots and clocks of a table are delayed: the last \
                attempt failed");
        }
    }

    /// Returns the age of the oldest due table that is not damaged, in milliseconds.
    pub(super) fn oldest_due_ms(&self) -> u64 {
        match self.0.counters.oldest_due.load(Ordering::Relaxed) {
            0 => 0,
            due => u64::try_from(self.now() - due).unwrap_or(0),
        }
    }

    async fn run_due_work(&self, live: &Arc<Live>) -> Result<(), bastide_protocol::Problem> {
        {
            let mut state = live.state.lock().await;
            // Rejected while the table is quarantined.
            state.guarded(&live.id, |_| Ok(()))?;
            self.ensure(live, &mut state).await?;
            self.catch_up(live, &mut state).await?;
            self.report_readable(&live.id);
        }
        if let Some(lease) = self.lease(live.id.shard()) {
            let expire = |table: &Table, moment: Moment| Ok(table.decide_time(&moment));
            self.change(live, None, Some(lease), expire).await?;
        }
        let state = live.state.lock().await;
        let is_bot_needed = |table: &Table| table.bot_to_act().is_some() || table.wants_rematch();
        if !state.table().is_some_and(is_bot_needed) {
            // Otherwise the back-off is kept: a bot that failed before has not succeeded yet.
            self.0.backoffs.clear(&live.id);
        }
        self.schedule_bot(live, &state);
        Ok(())
    }

    /// Starts a bot if one is to act, or creates the rematch that all players have requested.
    pub(super) fn schedule_bot(&self, live: &Arc<Live>, state: &State) {
        let Some(table) = state.table() else { return };
        let is_needed = table.bot_to_act().is_some() || table.wants_rematch();
        if !is_needed
            || self.lease(live.id.shard()).is_none()
            || self.0.backoffs.is_resting(&live.id, tokio::time::Instant::now())
            || !self.0.health.is_well()
            || live.is_running_bot.swap(true, Ordering::AcqRel)
        {
            return;
        }
        let (hub, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            if let Err(why) = hub.act_for(&live).await {
                hub.delay(&live.id, &why);
            }
            live.is_running_bot.store(false, Ordering::Release);
            // A new task may have appeared just before the flag was cleared.
            let state = live.state.lock().await;
            let is_needed = state.table().is_some_and(|table| table.bot_to_act().is_some());
            if is_needed && !state.is_quarantined() {
                drop(state);
                tokio::time::sleep(Duration::from_millis(50)).await;
                let state = live.state.lock().await;
                hub.schedule_bot(&live, &state);
            }
        });
    }

    /// Acts for the bots of a table until none is to act.
    ///
    /// # Errors
    /// Returns the reason if an immediate retry would fail again.
    async fn act_for(&self, live: &Arc<Live>) -> Result<(), String> {
        let (mut plainer, mut has_moved) = (false, false);
        loop {
            let Some(lease) = self.lease(live.id.shard()) else { return Ok(()) };
            let (game, bot, revision, wants_rematch, creator) = {
                let mut state = live.state.lock().await;
                self.ensure(live, &mut state).await.map_err(|problem| problem.message)?;
                let Ok(table) = loaded(&state) else { return Ok(()) };
                let bot = table.bot_to_act();
                let game = table.game().clone();
                (game, bot, table.revision(), table.wants_rematch(), Creator::of(table))
            };
            if wants_rematch {
                return self.make_rematch(live).await;
            }
            let Some(bot) = bot else { return Ok(()) };
            if bot.is_replaced && !has_moved {
                tracing::warn!(table = %live.id, seat = bot.seat, bot = %bot.spec,
                    "the level of a bot is unknown; another bot plays");
            }
            if has_moved && self.0.bots.is_busy(creator) {
                // Tables where a bot has just moved wait when many bots are queued, which leaves
                // CPU time for people.
                has_moved = false;
                tokio::time::sleep(BOT_PAUSE_WHEN_BUSY).await;
                continue;
            }
            let asked = if plainer { plain() } else { bot.spec };
            if let Some(engine) = &bot.engine {
                match self.engine_turn_at(live, engine, bot.seat, revision).await {
                    Some(Ok(actions)) => {
                        let decide =
                            |table: &Table, _| Ok(table.decide_bot(revision, &actions, None)?);
                        match self.change(live, None, Some(lease), decide).await {
                            Ok(_) => has_moved = true,
                            Err(problem) if problem.code == ProblemCode::StaleRevision => {}
                            Err(problem) => return Err(problem.message),
                        }
                        continue;
                    }
                    Some(Err(failure)) => {
                        tracing::info!(table = %live.id, %engine, why = failure.code(),
                            "a bot plays the turn of an engine");
                    }
                    // The game has continued.
                    None => continue,
                }
            }
            let seed = bot_seed(&live.id, revision);
            let Ok(answer) = self.0.bots.think(creator, game, asked, seed) else { return Ok(()) };
            let Thought { actions, weaker } = match answer.await {
                Ok(Ok(thought)) => thought,
                // Retry with a simpler bot; if that fails too, the back-off of the table grows.
                Ok(Err(NoThought::Panicked)) if !plainer => {
                    plainer = true;
                    continue;
                }
                Ok(Err(NoThought::Panicked)) => return Err("the bot panicked".to_owned()),
                // Either the table will be found among the due tables again, or the server is
                // shutting down.
                Ok(Err(NoThought::Evicted)) | Err(_) => return Ok(()),
            };
            let is_other = plainer || bot.engine.is_some();
            let weaker = weaker.or_else(|| is_other.then_some(asked));
            let decide = |table: &Table, _| Ok(table.decide_bot(revision, &actions, weaker)?);
            let Some(_place) = self.0.pace.enter().await else { return Ok(()) };
            match self.change(live, None, Some(lease), decide).await {
                Ok(_) => {
                    self.0.counters.bot_moves.fetch_add(1, Ordering::Relaxed);
                    if weaker.is_some() || bot.is_replaced {
                        self.0.counters.bots_weakened.fetch_add(1, Ordering::Relaxed);
                    }
                    has_moved = true;
                }
                Err(problem) if problem.code == ProblemCode::StaleRevision => {}
                Err(problem) => return Err(problem.message),
            }
        }
    }

    /// Creates the table of the rematch and records it at the old table.
    async fn make_rematch(&self, live: &Arc<Live>) -> Result<(), String> {
        let (made, id) = {
            let state = live.state.lock().await;
            let Ok(table) = loaded(&state) else { return Ok(()) };
            (table.rematch(&self.0.options.entropy), table.rematch_id())
        };
        if let Err(problem) = self.found(&id, made).await {
            // Another process may have created it already: the name is deterministic.
            let is_there = matches!(self.0.store.read(&id, 0).await, Ok(log) if !log.is_empty());
            if !is_there {
                return Err(problem.message);
            }
        }
        let decide = |table: &Table, _| {
            let is_wanted = table.wants_rematch();
            Ok(if is_wanted {
                vec![Fact::RematchMade { table: id.to_string() }]
            } else {
                Vec::new()
            })
        };
        self.change(live, None, None, decide).await.map_err(|problem| problem.message)?;
        if let Ok(next) = self.live(&id) {
            let mut state = next.state.lock().await;
            if self.ensure(&next, &mut state).await.is_ok() {
                self.schedule_bot(&next, &state);
            }
        }
        Ok(())
    }
}

/// Position in the queue of due tables; `None` at the end of the queue.
#[derive(Default)]
struct DueQueue {
    position: Option<Due>,
}

/// Returns the bot that replaces one that has panicked.
fn plain() -> Spec {
    Spec { kind: Kind::Greedy, budget: Budget::Nodes(1) }
}
