//! The hub of all tables: loads them, serializes changes to each, notifies connected clients, and
//! runs bots and clocks.
//!
//! *Invariant:* clients are not notified of a fact before the store has reported it durable. Tests:
//! `seeds_0_to_500`, `acknowledging_before_the_sync_is_detected`.
//!
//! *Invariant:* messages are built only from a game state and the public part of the log; neither
//! contains the order of the tiles. Test: `hidden_tiles_affect_neither_views_nor_choices`.

mod absence;
mod ask;
mod background;
mod backoff;
mod change;
mod create;
mod engines;
mod expire;
mod fold;
mod health;
mod ladder;
mod listen;
mod live;
mod moderation;
mod options;
mod pace;
mod proof;
mod push;
mod quota;
mod space;
mod stats;
mod update;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bastide_host::Record;
use bastide_protocol::{
    Command, Done, Handover, NewSeat, Problem, ProblemCode, Seated, ServerMsg, TableLine, TableView,
};
use bastide_table::{
    Fact, Identity, MAX_LINE, Moment, Refusal, Table, fingerprint, problem, sanitize,
};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::ban::Bans;
use crate::bots::{BotPool, Gate};
use crate::engines::{Accounts, Engines};
use crate::fair::{FairQueue, Size};
use crate::push::Push;
use crate::receipts::Signer;
use crate::store::{
    EPOCH, LEASE, Lease, Mark, Millis, Peers, Query, Stage, Store, StoreError, Stored, TableId,
};
use crate::time::TimeSource;

use backoff::Backoffs;
pub use expire::Expiry;
use health::Health;
pub use health::Readiness;
pub use listen::Watch;
pub(crate) use live::not_saved;
use live::{Live, State};
pub use moderation::{ChatLine, ReportBody};
pub use options::HubOptions;
use pace::Pace;
pub use quota::TableLimits;
use space::Space;
use stats::Counters;
pub use stats::{HubStats, Times};

/// Interval and maximum number of checks, at startup, for whether processes that appear to have
/// ended still renew their leases: the wall clock may have been changed.
const PEER_LOOK_EVERY: Duration = Duration::from_millis(250);
const PEER_LOOKS: usize = 10;

/// Number of events of a table that are kept in memory.
const EVENTS: usize = 600;

/// Validity of a link that moves seats to another device.
const HANDOVER: Millis = 15 * 60 * 1000;

/// Credentials and origin of a request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials<'a> {
    /// Secret token of a seat.
    pub token: Option<&'a str>,
    /// Display name of a watcher.
    pub name: Option<&'a str>,
    /// Client address, in the form used by rate limits.
    pub from: Option<&'a str>,
    /// Secret that identifies a watcher's client. Without it, the command ids of a watcher are not
    /// deduplicated.
    pub client: Option<&'a str>,
}

/// Handle to all tables. Clones refer to the same hub.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    /// Current seed epoch: tables with a different one are reseeded.
    epoch: String,
    store: Arc<dyn Store>,
    options: HubOptions,
    /// Name of this process as a lease owner.
    owner: String,
    tables: Mutex<BTreeMap<TableId, Arc<Live>>>,
    /// Key of the hash that anonymizes the creators of tables. Never stored.
    maker_key: [u8; 32],
    /// Pauses bots while commands of human players are being executed.
    gate: Arc<Gate>,
    quota: quota::Quota,
    bots: BotPool,
    leases: Mutex<Held>,
    /// Queue of hint requests, each of which takes as long as a bot move.
    hints: FairQueue,
    /// Queue of other slow questions. Separate from hints, so that they never wait for a hint.
    lookups: FairQueue,
    /// Batches the bot moves that are to be saved.
    pace: Pace,
    numbers: AtomicU64,
    counters: Counters,
    /// Signs receipts.
    signer: Signer,
    /// Key of the hash that derives marks from addresses; see `moderation.rs` of `bastide-table`.
    mark_key: Vec<u8>,
    /// Sender of push messages; `None` if they are disabled.
    push: Option<Push>,
    calls: push::Calls,
    time: TimeSource,
    /// Start time of the process that had been running longest when this one started. How long no
    /// process ran before that cannot be determined, because the wall clock may have been changed.
    restarted: Millis,
    health: Health,
    space: Space,
    backoffs: Backoffs,
    bans: watch::Sender<Arc<Bans>>,
    engine_accounts: watch::Sender<Arc<Accounts>>,
    /// Connected engines.
    engines: Arc<Engines>,
    ladder: ladder::Ladder,
    is_closing: AtomicBool,
    closing: watch::Sender<bool>,
}

/// Leases held by this process, and the monotonic time until which they are valid.
#[derive(Default)]
struct Held {
    leases: BTreeMap<u16, Lease>,
    until: Option<Instant>,
}

impl Hub {
    /// Starts a hub on `store`, including its background work for bots and clocks.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read or written.
    pub async fn start(store: Arc<dyn Store>, options: HubOptions) -> Result<Hub, StoreError> {
        let signer = proof::signer(&*store, &options.entropy).await?;
        let epoch = epoch(&*store, &options).await?;
        let mark_key = moderation::mark_key(&*store, &options.entropy).await?;
        let push = match &options.push {
            Some(options) => Some(Push::start(&*store, options.clone()).await?),
            None => None,
        };
        let gate = Arc::new(Gate::default());
        let owner = format!("{}-{}", std::process::id(), options.entropy.table_name());
        let mut peers = store.peers(&owner).await?;
        for _ in 0..PEER_LOOKS {
            if peers != Peers::Silent {
                break;
            }
            tokio::time::sleep(PEER_LOOK_EVERY).await;
            peers = store.peers(&owner).await?;
        }
        let wall = store.now().await?;
        let (time, restarted) = match peers {
            // That process may itself have started just now.
            Peers::Alive(peer) => (peer.now, peer.now - peer.uptime),
            Peers::Silent | Peers::None => (wall, wall),
        };
        let inner = Inner {
            signer,
            epoch,
            mark_key,
            push,
            calls: push::Calls::default(),
            bots: BotPool::new(options.bot_threads, &gate),
            hints: FairQueue::new(Size { running: options.bot_threads.max(1), ..ask::HINTS }),
            lookups: FairQueue::new(ask::LOOKUPS),
            pace: Pace::start(&gate),
            maker_key: options.entropy.bytes(),
            space: Space::new(options.min_free_space),
            owner,
            options,
            tables: Mutex::default(),
            quota: quota::Quota::default(),
            gate,
            leases: Mutex::default(),
            numbers: AtomicU64::new(1),
            counters: Counters::default(),
            time: TimeSource::new(time, wall),
            restarted,
            health: Health::default(),
            backoffs: Backoffs::default(),
            bans: watch::channel(Arc::default()).0,
            engine_accounts: watch::channel(Arc::default()).0,
            engines: Arc::new(Engines::new()),
            ladder: ladder::Ladder::default(),
            is_closing: AtomicBool::new(false),
            closing: watch::channel(false).0,
            store,
        };
        let hub = Hub(Arc::new(inner));
        hub.refresh_bans().await;
        hub.refresh_engines().await;
        hub.clone().run_background().await;
        Ok(hub)
    }

    /// Takes a free seat. `Seated::url` is left empty.
    ///
    /// # Errors
    /// Returns a [`Problem`] if no seat is free or the change cannot be saved.
    pub async fn sit(&self, table: &str, seat: NewSeat) -> Result<Seated, Problem> {
        self.sit_from(table, seat, None).await
    }

    /// Takes a free seat for a player at the address `from`, in the form used by rate limits.
    ///
    /// # Errors
    /// Same as [`Hub::sit`]; also if the creator of the table has removed a player with this
    /// address.
    pub async fn sit_from(
        &self,
        table: &str,
        seat: NewSeat,
        from: Option<&str>,
    ) -> Result<Seated, Problem> {
        let live = self.find(table)?;
        let token = self.0.options.entropy.token();
        let mark = from.map(|address| self.mark(&live.id, address));
        // Captured during the decision: afterwards the table may have to be reloaded, and the
        // response must not wait for that.
        let taken = Mutex::new(Vec::new());
        let decide = |table: &Table, moment: Moment| {
            let (mark, entropy) = (mark.clone(), &moment.entropy);
            let (seat, facts) = table.decide_sit(&seat, token.hash(), mark, entropy)?;
            *lock(&taken) = vec![seat];
            Ok(facts)
        };
        self.change(&live, None, None, decide).await?;
        let seats = std::mem::take(&mut *lock(&taken));
        Ok(Seated { table: live.id.to_string(), url: String::new(), seats, token: token.0 })
    }

    /// Creates a single-use code that moves the seats of `token` to another device.
    ///
    /// # Errors
    /// Returns a [`Problem`] if `token` does not own a seat.
    pub async fn handover(&self, table: &str, token: &str) -> Result<Handover, Problem> {
        let live = self.find(table)?;
        let code = self.0.options.entropy.token();
        let expires = self.now() + HANDOVER;
        let decide = |table: &Table, _| {
            let holder = table.holder(token)?;
            Ok(vec![Fact::HandoverOffered { holder, code: code.hash(), expires }])
        };
        self.change(&live, None, None, decide).await?;
        Ok(Handover { url: String::new(), code: code.0, expires })
    }

    /// Exchanges a code from [`Hub::handover`] for a new token and revokes the old one.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the code is invalid, expired or already used.
    pub async fn redeem(&self, table: &str, code: &str) -> Result<Seated, Problem> {
        let live = self.find(table)?;
        let token = self.0.options.entropy.token();
        let moved = Mutex::new(Vec::new());
        let decide = |table: &Table, moment: Moment| {
            let holder = table.handed_over(code, moment.now).ok_or_else(|| {
                problem(
                    ProblemCode::BadToken,
                    "this link has been used or has expired: create a new one on the other device",
                )
            })?;
            *lock(&moved) = table.seats_of(holder);
            Ok(vec![Fact::HandedOver { holder, token: token.hash() }])
        };
        self.change(&live, None, None, decide).await?;
        let seats = std::mem::take(&mut *lock(&moved));
        Ok(Seated { table: live.id.to_string(), url: String::new(), seats, token: token.0 })
    }

    /// Returns a new secret for a client without one.
    pub fn new_client(&self) -> String {
        self.0.options.entropy.token().0
    }

    /// Executes a command. Repeating a command with the same `id` returns the same response.
    ///
    /// # Errors
    /// Returns a [`Problem`] with the reason; the table is then unchanged.
    pub async fn act(
        &self,
        table: &str,
        credentials: Credentials<'_>,
        id: &str,
        command: Command,
    ) -> Result<Done, Problem> {
        if id.is_empty() || id.chars().count() > 40 || id.chars().any(char::is_control) {
            return Err(problem(ProblemCode::Malformed, "an id must have 1 to 40 characters"));
        }
        let live = self.find(table)?;
        // The ids of one client are unrelated to those of another.
        let known = match (credentials.token, credentials.client) {
            (Some(token), _) => Some(format!("{:.16}.{id}", fingerprint(token))),
            (None, Some(client)) => Some(format!("w{:.16}.{id}", fingerprint(client))),
            (None, None) => None,
        };
        let decide = |table: &Table, moment: Moment| {
            let who = self.identity(table, credentials)?;
            if let Command::Say { .. } = command {
                self.0.space.check()?;
            }
            table.decide(&who, &command, &moment)
        };
        let began = tokio::time::Instant::now();
        let saved = self.change(&live, known.as_deref(), None, decide).await;
        if let (Command::SetBot { level: Some(level), .. }, Ok(_)) = (&command, &saved) {
            self.note_invitation(level, &live.id);
        }
        self.0.counters.times.commands.observe(command.name(), began.elapsed());
        Ok(self.answer(&live.id, saved?))
    }

    /// Closes a table on behalf of the operator: a running game ends without a winner, clients
    /// receive the reason and are disconnected, and all further commands are rejected.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table, `reason` contains text that cannot be
    /// displayed, or the change cannot be saved.
    pub async fn close_table(&self, table: &str, reason: &str) -> Result<Done, Problem> {
        let live = self.find(table)?;
        let reason = sanitize(reason, MAX_LINE)
            .map_err(|bad| problem(ProblemCode::BadText, format!("invalid reason: {bad}")))?;
        let decide = |table: &Table, _| Ok(table.decide_close(&reason));
        let saved = self.change(&live, None, None, decide).await?;
        Ok(self.answer(&live.id, saved))
    }

    /// Returns the table as seen by `credentials`.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table or the token is wrong.
    pub async fn view(
        &self,
        table: &str,
        credentials: Credentials<'_>,
    ) -> Result<TableView, Problem> {
        let live = self.find(table)?;
        let mut state = live.state.lock().await;
        self.ensure(&live, &mut state).await?;
        let who = self.identify(&live, &mut state, credentials).await?;
        let now = self.now();
        let view = state.guarded(&live.id, |state| {
            let table = loaded(state)?;
            Ok(table.view(&who, &state.presence(), &state.events, now))
        })?;
        self.note_seen(&live, &state, who.holder);
        Ok(view)
    }

    /// Returns listed tables, most recently changed first.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the store cannot be read.
    pub async fn list(
        &self,
        stage: Stage,
        behind: Option<Mark>,
        limit: u16,
    ) -> Result<Vec<TableLine>, Problem> {
        let query = Query { stage, behind, limit };
        let rows = self.0.store.list(&query).await.map_err(|error| match error {
            StoreError::Damaged(why) => {
                tracing::error!(why, "reading the list of tables failed");
                problem(
                    ProblemCode::Internal,
                    "the stored data cannot be read: contact the operator",
                )
            }
            error => not_saved(&error),
        })?;
        Ok(rows.iter().filter_map(bastide_table::line_of).collect())
    }

    /// Returns the record of the game so far; it contains the seed once the game is over.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table or the game has not started.
    pub async fn record(&self, table: &str) -> Result<Record, Problem> {
        let live = self.find(table)?;
        let mut state = live.state.lock().await;
        self.ensure(&live, &mut state).await?;
        loaded(&state)?.public_record()
    }

    /// Returns the counters and gauges of this hub.
    pub fn stats(&self) -> HubStats {
        let lives: Vec<_> = lock(&self.0.tables).values().cloned().collect();
        // A table whose lock is held is being changed, and therefore not quarantined.
        let is_left_alone =
            |live: &&Arc<Live>| live.state.try_lock().is_ok_and(|state| state.is_quarantined());
        let quarantined = lives.iter().filter(is_left_alone).count() as u64;
        let stats =
            self.0.counters.stats(lives.len() as u64, quarantined, self.0.bots.waiting() as u64);
        HubStats {
            bot_pauses: self.0.gate.pauses(),
            damaged: self.0.backoffs.damaged() as u64,
            oldest_due_ms: self.oldest_due_ms(),
            free_bytes: self.0.space.free(),
            is_low_space: self.0.space.is_low(),
            push_waiting: self.0.calls.waiting() as u64,
            replica: self.0.store.replica(),
            ..stats
        }
    }

    /// Returns the duration histograms of this hub.
    pub fn times(&self) -> &Times {
        &self.0.counters.times
    }

    /// Notifies all clients of the shutdown, stops the bots, and closes the store.
    pub async fn shutdown(&self) {
        if self.0.is_closing.swap(true, Ordering::SeqCst) {
            return;
        }
        self.0.closing.send_replace(true);
        self.0.bots.close();
        let lives: Vec<_> = lock(&self.0.tables).values().cloned().collect();
        let text = "the server is restarting: try again in a moment";
        for (index, live) in lives.iter().enumerate() {
            // Spread out, so that clients do not all reconnect at the same time.
            let retry_after = Some(500 + u32::try_from(index % 3000).unwrap_or(0) * 37 % 3000);
            let closing =
                ServerMsg::Closing { problem: problem(ProblemCode::Restarting, text), retry_after };
            live.state.lock().await.dismiss(&closing);
        }
        if let Err(error) = self.0.store.release(&self.0.owner).await {
            tracing::warn!(%error, "releasing leases failed");
        }
        self.0.store.close().await;
    }

    /// Loads the table if it is not in memory, and sends listeners the events they have missed.
    async fn ensure(&self, live: &Arc<Live>, state: &mut State) -> Result<(), Problem> {
        live.used.store(self.now(), Ordering::Relaxed);
        if state.table().is_some() {
            return Ok(());
        }
        let log = self.read(live, 0).await?;
        if log.is_empty() {
            lock(&self.0.tables).remove(&live.id);
            return Err(no_such_table());
        }
        state.guarded(&live.id, |state| {
            let (table, events) = Table::load(&live.id, &log)
                .map_err(|error| self.report_damage(&live.id, &error.to_string()))?;
            state.table = Some(table);
            state.events = events;
            state.trim(EVENTS);
            Ok(())
        })?;
        self.report_readable(&live.id);
        live.last.store(loaded(state)?.seq(), Ordering::Release);
        self.tell(live, state);
        Ok(())
    }

    /// Applies the facts that other processes have appended.
    async fn catch_up(&self, live: &Arc<Live>, state: &mut State) -> Result<(), Problem> {
        let Some(after) = state.table().map(Table::seq) else {
            return self.ensure(live, state).await;
        };
        let log = self.read(live, after).await?;
        if log.is_empty() {
            return Ok(());
        }
        let before = state.table().and_then(Table::push_state);
        if log.iter().any(moderation::is_erasure) {
            return self.reload(live, state).await;
        }
        let news = state.guarded(&live.id, |state| {
            let mut table = loaded(state)?.clone();
            let mut events = Vec::new();
            for stored in &log {
                let event = table
                    .apply(stored)
                    .map_err(|error| self.report_damage(&live.id, &error.to_string()))?;
                events.push(event);
            }
            state.take(table, events);
            Ok(())
        });
        if news.is_err() {
            state.table = None;
        }
        news?;
        live.last.store(loaded(state)?.seq(), Ordering::Release);
        self.tell(live, state);
        self.follow_others(live, before.as_ref(), state);
        Ok(())
    }

    async fn read(&self, live: &Live, after: u64) -> Result<Vec<Stored>, Problem> {
        // An old log from a replica is noticed like a change of another process.
        let log = match after {
            0 => self.0.store.load(&live.id).await,
            _ => self.0.store.read(&live.id, after).await,
        };
        log.map_err(|error| match error {
            StoreError::Damaged(why) => self.report_damage(&live.id, &why),
            error => {
                tracing::warn!(table = %live.id, %error, "reading a table failed");
                problem(ProblemCode::Busy, "the database is unavailable: try again in a moment")
            }
        })
    }

    /// Records that the stored log of a table is damaged, logs this if it is new, and returns the
    /// problem to send to clients.
    fn report_damage(&self, id: &TableId, why: &str) -> Problem {
        if self.0.backoffs.report_damage(id, why) {
            tracing::error!(table = %id, why, "a table is damaged; it is not changed, and \
                loading it is retried periodically");
        }
        problem(
            ProblemCode::Quarantined,
            "the stored data of this table is damaged and was not changed: contact the operator",
        )
    }

    /// Records that the log of a table could be read.
    fn report_readable(&self, id: &TableId) {
        if self.0.backoffs.clear_damage(id) {
            tracing::warn!(table = %id, "a damaged table can be read again");
        }
    }

    /// Returns the identity behind the credentials. An unknown token triggers a reload first: another process
    /// may have just issued it.
    async fn identify(
        &self,
        live: &Arc<Live>,
        state: &mut State,
        credentials: Credentials<'_>,
    ) -> Result<Identity, Problem> {
        if let Ok(who) = self.identity(loaded(state)?, credentials) {
            return Ok(who);
        }
        self.catch_up(live, state).await?;
        self.identity(loaded(state)?, credentials)
    }

    /// Returns the identity behind the credentials at this table. A wrong token is rejected, not ignored.
    fn identity(&self, table: &Table, credentials: Credentials<'_>) -> Result<Identity, Problem> {
        let holder = credentials.token.map(|token| table.holder(token)).transpose()?;
        let mark = credentials.from.map(|address| self.mark(&table.id, address));
        Ok(Identity { holder, name: credentials.name.map(str::to_owned), mark })
    }

    fn tell(&self, live: &Arc<Live>, state: &mut State) {
        let now = self.now();
        // The change is already saved. If sending it panics, the table is reloaded and clients are
        // notified then.
        let cut_off = state.guarded(&live.id, |state| Ok(state.tell(now))).unwrap_or(0);
        self.correct_absences(live, state);
        self.0.counters.cut_off.fetch_add(cut_off as u64, Ordering::Relaxed);
    }

    /// Returns the table with the name that is part of its link.
    fn find(&self, table: &str) -> Result<Arc<Live>, Problem> {
        self.live(&TableId::from_name(table).ok_or_else(no_such_table)?)
    }

    fn live(&self, id: &TableId) -> Result<Arc<Live>, Problem> {
        let mut tables = lock(&self.0.tables);
        if let Some(live) = tables.get(id) {
            return Ok(Arc::clone(live));
        }
        let live = Arc::new(Live::new(id.clone()));
        tables.insert(id.clone(), Arc::clone(&live));
        Ok(live)
    }

    fn check_open(&self) -> Result<(), Problem> {
        if self.0.is_closing.load(Ordering::Relaxed) {
            return Err(problem(ProblemCode::Restarting, "the server is shutting down"));
        }
        Ok(())
    }

    /// Returns the current time, which does not follow changes of the wall clock.
    pub(crate) fn now(&self) -> Millis {
        self.0.time.now()
    }

    /// Returns the lease of a shard if it is held and has not expired.
    fn lease(&self, shard: u16) -> Option<Lease> {
        let held = lock(&self.0.leases);
        held.until.filter(|&until| until > Instant::now())?;
        held.leases.get(&shard).copied()
    }

    fn hold(&self, leases: Vec<Lease>, asked: Instant) {
        let mut held = lock(&self.0.leases);
        held.leases = leases.into_iter().map(|lease| (lease.shard, lease)).collect();
        held.until = Some(asked + LEASE);
    }
}

/// Returns the seed epoch of a store; creates a new one after a restore.
async fn epoch(store: &dyn Store, options: &HubOptions) -> Result<String, StoreError> {
    if options.after_restore {
        store.replace_setting(EPOCH, &options.entropy.bytes::<16>()).await?;
        tracing::info!(
            "after a restore: the remaining tiles of all games are drawn from new seeds"
        );
    }
    let epoch = store.setting(EPOCH, &[]).await?;
    Ok(epoch.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn loaded(state: &State) -> Result<&Table, Problem> {
    state.table().ok_or_else(|| problem(ProblemCode::Internal, "the table is not in memory"))
}

/// Returns the problem to send for a refused command, and logs the reason of an internal one.
fn refused(id: &TableId, refusal: Refusal) -> Problem {
    if let Some(damage) = refusal.damage {
        tracing::error!(table = %id, error = %damage, "applying a decision failed");
    }
    refusal.problem
}

fn no_such_table() -> Problem {
    problem(ProblemCode::NoSuchTable, "no such table: check the link")
}

/// Locks a mutex and ignores poisoning: the guarded values are consistent at every point.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
