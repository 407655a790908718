//! A table in memory: its state and the clients connected to it.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use bastide_protocol::{Problem, ProblemCode, ServerMsg, TableEvent, shown_tiles};
use bastide_table::{HolderId, Identity, Presence, Table, Updates, problem};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::update::Frames;
use crate::store::{Millis, Seq, StoreError, TableId};

/// Number of frames queued for a client before it is disconnected. It then reconnects and receives
/// the complete state.
const FRAMES: usize = 32;

/// Minimum interval between two presence messages: sending every change to every client would cost
/// the square of their number.
const PRESENCE: Duration = Duration::from_secs(1);

/// Number of panics after which a table is quarantined.
const PANICS: u8 = 2;

/// A table in memory. A change holds the lock of the state until it is durable, which serializes
/// the changes of a table.
pub(crate) struct Live {
    pub(crate) id: TableId,
    pub(crate) state: tokio::sync::Mutex<State>,
    /// Number of the last fact, readable without the lock.
    pub(crate) last: AtomicU64,
    /// True if a client is watching.
    pub(crate) is_watched: AtomicBool,
    /// True while a task runs the bots of the table.
    pub(crate) is_running_bot: AtomicBool,
    /// Time of last use.
    pub(crate) used: AtomicI64,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) table: Option<Table>,
    pub(crate) events: Vec<Arc<TableEvent>>,
    /// Number of the last event sent to all clients.
    told: Seq,
    listeners: BTreeMap<u64, Listener>,
    /// Number of connected clients of each holder.
    here: BTreeMap<HolderId, u32>,
    watchers: u32,
    /// Incremented with every change of presence.
    presence_version: u64,
    /// Presence version known to all clients.
    presence_known: u64,
    /// Time of the last presence message.
    presence_told: Option<Instant>,
    /// True if a task will send presence later.
    is_presence_scheduled: bool,
    panics: u8,
}

/// A connected client.
struct Listener {
    who: Identity,
    frames: mpsc::Sender<Arc<str>>,
    /// Number of tiles of the board that the client has received.
    laid: usize,
    /// Presence version known to the client.
    presence: u64,
}

/// Action required after a change of presence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PresenceDue {
    /// None: all clients are up to date, or a message is already scheduled.
    No,
    /// Send presence at this time with [`State::tell_presence_later`].
    At(Instant),
}

impl Live {
    pub(crate) fn new(id: TableId) -> Live {
        Live {
            id,
            state: tokio::sync::Mutex::default(),
            last: AtomicU64::new(0),
            is_watched: AtomicBool::new(false),
            is_running_bot: AtomicBool::new(false),
            used: AtomicI64::new(0),
        }
    }

    /// Returns true if the table can be evicted: it has no clients and no work in progress.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_watched.load(Ordering::Relaxed)
            && !self.is_running_bot.load(Ordering::Relaxed)
            && self.state.try_lock().is_ok_and(|state| state.panics == 0)
    }
}

impl State {
    /// Returns the table if it is in memory.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Returns the holders and the number of watchers that are connected.
    pub(crate) fn presence(&self) -> Presence {
        Presence { holders: self.here.keys().copied().collect(), watchers: self.watchers }
    }

    /// Returns the holders with at least one connected client.
    pub(crate) fn here(&self) -> Vec<HolderId> {
        self.here.keys().copied().collect()
    }

    /// Runs `run`, which must not panic. After a panic the table is reloaded on its next use; after
    /// repeated panics it is quarantined.
    ///
    /// # Errors
    /// Returns the error of `run`, or a [`Problem`] if it panicked or the table is quarantined.
    pub(crate) fn guarded<T>(
        &mut self,
        id: &TableId,
        run: impl FnOnce(&mut State) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        if self.panics >= PANICS {
            return Err(problem(
                ProblemCode::Quarantined,
                "this table is damaged and was not changed; contact the operator of this server",
            ));
        }
        match catch_unwind(AssertUnwindSafe(|| run(self))) {
            Ok(result) => result,
            Err(_) => {
                self.panics += 1;
                self.table = None;
                self.events.clear();
                tracing::error!(table = %id, panics = self.panics, "a table panicked");
                Err(problem(ProblemCode::Internal, "internal server error: try again"))
            }
        }
    }

    /// Returns true if the table is quarantined because of panics.
    pub(crate) fn is_quarantined(&self) -> bool {
        self.panics >= PANICS
    }

    /// Adds a client.
    pub(crate) fn listen(&mut self, number: u64, who: Identity) -> mpsc::Receiver<Arc<str>> {
        let (frames, receiver) = mpsc::channel(FRAMES);
        let laid = self.table().map_or(0, |table| shown_tiles(table.game()));
        match who.holder {
            Some(holder) => {
                let count = self.here.entry(holder).or_default();
                *count += 1;
                if *count == 1 {
                    self.presence_version += 1;
                }
            }
            None => {
                self.watchers += 1;
                self.presence_version += 1;
            }
        }
        // The welcome message contains the presence.
        let presence = self.presence_version;
        self.listeners.insert(number, Listener { who, frames, laid, presence });
        receiver
    }

    /// Removes a client, unless it has already been disconnected.
    pub(crate) fn forget(&mut self, number: u64) {
        if let Some(listener) = self.listeners.remove(&number) {
            self.count_out(&listener.who);
        }
    }

    fn count_out(&mut self, who: &Identity) {
        match who.holder {
            Some(holder) => {
                if let Some(count) = self.here.get_mut(&holder) {
                    *count -= 1;
                    if *count == 0 {
                        self.here.remove(&holder);
                        self.presence_version += 1;
                    }
                }
            }
            None => {
                self.watchers = self.watchers.saturating_sub(1);
                self.presence_version += 1;
            }
        }
    }

    /// Returns true if a client is connected.
    pub(crate) fn has_listeners(&self) -> bool {
        !self.listeners.is_empty()
    }

    /// Sends all clients the events they have not received, filtered for each. Clients that are too
    /// slow are disconnected; returns their number.
    pub(crate) fn tell(&mut self, now: Millis) -> usize {
        let Some(table) = &self.table else { return 0 };
        let from = self.events.partition_point(|event| event.seq <= self.told);
        let news: Vec<TableEvent> =
            self.events[from..].iter().map(|event| TableEvent::clone(event)).collect();
        self.told = table.seq();
        if news.is_empty() || self.listeners.is_empty() {
            return 0;
        }
        let laid = shown_tiles(table.game());
        let mut frames = Frames::new(Updates::new(table, self.presence(), news, now));
        let mut gone = Vec::new();
        let mut cut_off = 0;
        let version = self.presence_version;
        self.listeners.retain(|_, listener| {
            let known = frames.updates.known(listener.laid);
            let frame = frames.frame(&listener.who, known);
            let Frames { updates, .. } = &frames;
            listener.laid = laid;
            listener.presence = version;
            let sent = listener.frames.try_send(frame);
            // The client has disconnected; its task that removes it here waits for the table.
            let has_left = matches!(sent, Err(mpsc::error::TrySendError::Closed(_)));
            let mut stays = sent.is_ok() && !updates.has_moved(&listener.who);
            if let Some(problem) = updates.dismissal(&listener.who) {
                let closing = ServerMsg::Closing { problem, retry_after: None };
                // A client too slow to receive this notices that the socket is closed.
                let _ = listener.frames.try_send(self::frame(&closing));
                stays = false;
            }
            if !stays {
                gone.push(listener.who.clone());
                cut_off += usize::from(!has_left);
            }
            stays
        });
        self.presence_known = version;
        for who in &gone {
            self.count_out(who);
        }
        cut_off
    }

    /// Replaces the table by a later state and appends its events.
    pub(crate) fn take(&mut self, table: Table, events: Vec<Arc<TableEvent>>) {
        self.table = Some(table);
        self.events.extend(events);
        self.trim(super::EVENTS);
    }

    /// Discards all but the last `most` events, with some slack so that this happens rarely.
    pub(crate) fn trim(&mut self, most: usize) {
        if self.events.len() > most + most / 4 {
            self.events.drain(..self.events.len() - most);
        }
    }

    /// Returns when to send presence, if it has changed and no message is scheduled. Sends it
    /// immediately if the last message is at least [`PRESENCE`] ago.
    pub(crate) fn presence_due(&mut self, now: Instant) -> PresenceDue {
        if self.is_presence_scheduled || self.presence_known == self.presence_version {
            return PresenceDue::No;
        }
        let next = self.presence_told.map_or(now, |told| told + PRESENCE);
        if next > now {
            self.is_presence_scheduled = true;
            return PresenceDue::At(next);
        }
        if self.tell_presence(now) {
            return PresenceDue::No;
        }
        self.is_presence_scheduled = true;
        PresenceDue::At(now + PRESENCE)
    }

    /// Sends presence as scheduled, and returns when to send it again.
    pub(crate) fn tell_presence_later(&mut self, now: Instant) -> PresenceDue {
        self.is_presence_scheduled = false;
        if self.tell_presence(now) {
            return PresenceDue::No;
        }
        self.is_presence_scheduled = true;
        PresenceDue::At(now + PRESENCE)
    }

    /// Sends presence to all clients that do not know it yet; returns false if the queue of a
    /// client was full. Clients are not disconnected for that: a later message replaces this one.
    fn tell_presence(&mut self, now: Instant) -> bool {
        let (version, presence) = (self.presence_version, self.presence());
        let Some(table) = &self.table else { return true };
        let behind = self.listeners.values_mut().filter(|listener| listener.presence < version);
        let mut told: Option<Arc<str>> = None;
        let mut is_complete = true;
        for listener in behind {
            let frame = told.get_or_insert_with(|| {
                let here = table.here(&presence);
                frame(&ServerMsg::Presence { here, watchers: presence.watchers })
            });
            match listener.frames.try_send(Arc::clone(frame)) {
                Ok(()) => listener.presence = version,
                Err(mpsc::error::TrySendError::Full(_)) => is_complete = false,
                // The receiver is being dropped.
                Err(mpsc::error::TrySendError::Closed(_)) => {}
            }
        }
        if told.is_some() {
            self.presence_told = Some(now);
        }
        if is_complete {
            self.presence_known = version;
        }
        is_complete
    }

    /// Sends a last message to all clients and removes them.
    pub(crate) fn dismiss(&mut self, message: &ServerMsg) {
        let frame = frame(message);
        self.here.clear();
        self.watchers = 0;
        for listener in std::mem::take(&mut self.listeners).into_values() {
            // A client too slow to receive this notices that the connection is closed.
            let _ = listener.frames.try_send(Arc::clone(&frame));
        }
    }
}

/// Serializes a message for sending.
pub(crate) fn frame(message: &ServerMsg) -> Arc<str> {
    serde_json::to_string(message).expect("messages can be serialized").into()
}

/// Converts an error of the store to the problem sent to a client.
pub(crate) fn not_saved(error: &StoreError) -> Problem {
    let text = match error {
        StoreError::Full => "the disk is full: the change was not saved, try again later",
        StoreError::Conflict | StoreError::Fenced => "another change was made first: try again",
        StoreError::Unavailable(_) => "the database is unavailable: try again in a moment",
        StoreError::Damaged(_) => "the stored data cannot be read",
    };
    problem(ProblemCode::NotSaved, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_panics_twice_is_left_alone() {
        let id = TableId("abcdefghjkmn".into());
        let mut state = State::default();
        let refused = state.guarded(&id, |_| Err::<(), _>(problem(ProblemCode::Illegal, "no")));
        assert_eq!(refused.expect_err("refused").code, ProblemCode::Illegal);
        assert!(!state.is_quarantined(), "a refusal is not a panic");
        let codes: Vec<_> = (0..3)
            .map(|_| state.guarded(&id, |_| -> Result<(), _> { panic!("a bug") }))
            .map(|result| result.expect_err("it panicked").code)
            .collect();
        let (internal, left) = (ProblemCode::Internal, ProblemCode::Quarantined);
        assert_eq!(codes, [internal, internal, left], "read again once, then left alone");
        assert!(state.is_quarantined());
        let after = state.guarded(&id, |_| Ok(1));
        assert_eq!(after.expect_err("whatever is asked").code, ProblemCode::Quarantined);
    }
}
