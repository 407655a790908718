//! Bans, reports and the operator's access to tables.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use bastide_protocol::{
    NewReport, Occupant, Problem, ProblemCode, ReportTaken, ServerMsg, TableEvent, TableEventKind,
    TableView, Whom,
};
use bastide_table::{
    Damage, ERASED, Entropy, Entry, Erasure, Fact, MAX_LINE, Table, hex, problem, sanitize,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use super::live::{Live, State, not_saved};
use super::{Credentials, Hub, lock, no_such_table};
use crate::ban::Bans;
use crate::store::{AdminStore, Row, Seq, Stage, Store, StoreError, Stored, StoredReport, TableId};

/// Maximum number of reports stored per table.
const REPORTS: u32 = 50;

/// Maximum number of chat lines stored with a report.
const CONTEXT: usize = 20;

/// A report as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportBody {
    /// Seat of the reporter; `None` for a watcher.
    pub by: Option<u8>,
    /// The reported player or watcher.
    pub whom: Whom,
    /// Name of the reported player or watcher.
    pub name: String,
    /// The reported chat line, if any.
    pub line: Option<String>,
    /// Reason, in the reporter's words.
    pub reason: String,
    /// Last lines of the chat, oldest first.
    pub chat: Vec<ChatLine>,
}

impl ReportBody {
    /// Erases a person. Returns true if the report has changed.
    fn erase(&mut self, whom: &Erasure) -> bool {
        let seat = match self.whom {
            Whom::Seat { seat } => Some(seat),
            Whom::Watcher { .. } => None,
        };
        let before = self.clone();
        if whom.is_about(&self.name, seat) {
            self.name = ERASED.to_owned();
            self.line = None;
        }
        for line in &mut self.chat {
            if whom.is_about(&line.name, line.seat) {
                line.name = ERASED.to_owned();
                line.text = ERASED.to_owned();
            }
        }
        *self != before
    }
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Time in milliseconds since 1970.
    pub at: i64,
    /// Seat of the author; `None` for a watcher.
    pub seat: Option<u8>,
    /// Name of the author.
    pub name: String,
    /// Text of the line.
    pub text: String,
}

/// Result of reading the stored log of a table, which may be damaged.
#[derive(Clone, Debug)]
pub(crate) struct Inspection {
    /// Number of facts of each kind.
    pub kinds: BTreeMap<String, u64>,
    /// The table, or the reason why its log cannot be read.
    pub view: Result<Box<TableView>, String>,
}

/// Name of the store setting that holds the key of marks.
const MARK_KEY: &str = "mark_key";

/// Reads the key of marks, which all processes share.
pub(super) async fn mark_key(store: &dyn Store, entropy: &Entropy) -> Result<Vec<u8>, StoreError> {
    store.setting(MARK_KEY, &entropy.bytes::<32>()).await
}

impl Hub {
    /// Returns the mark of an address at a table; see `moderation.rs` of `bastide-table`.
    pub(super) fn mark(&self, table: &TableId, address: &str) -> String {
        let text = format!("bastide mark {table} {address}");
        // Truncated, which rules out length extension of the hash.
        hex(&Sha256::digest([&self.0.mark_key, text.as_bytes()].concat())[..8])
    }

    /// Reads a page of all tables, in the order of their names.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the store cannot be read.
    pub(crate) async fn rows(&self, after: &TableId, limit: u16) -> Result<Vec<Row>, Problem> {
        self.0.store.rows(after, limit).await.map_err(|error| not_saved(&error))
    }

    /// Returns the operator's interface of the store.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the store has none, as in simulations.
    pub(crate) fn admin_store(&self) -> Result<&dyn AdminStore, Problem> {
        self.0.store.admin().ok_or_else(|| {
            problem(ProblemCode::Internal, "this store does not support bans and reports")
        })
    }

    /// Returns a receiver of the current bans and their changes.
    pub fn bans(&self) -> watch::Receiver<Arc<Bans>> {
        self.0.bans.subscribe()
    }

    /// Rejects a banned address.
    ///
    /// # Errors
    /// Returns a [`Problem`] if `address` is banned.
    pub fn check_address(&self, address: IpAddr) -> Result<(), Problem> {
        self.0.bans.borrow().check(address, self.now())
    }

    /// Reloads the bans, which other processes may have changed. Keeps the current ones if the
    /// store cannot be read.
    pub(crate) async fn refresh_bans(&self) {
        let Some(store) = self.0.store.admin() else { return };
        match store.bans().await {
            Ok(stored) => {
                let bans = Arc::new(Bans::new(stored));
                self.0.bans.send_if_modified(|known| {
                    let is_new = *known != bans;
                    if is_new {
                        *known = bans;
                    }
                    is_new
                });
            }
            Err(error) => tracing::warn!(%error, "reading bans failed"),
        }
    }

    /// Stores a report about a player or watcher at a table.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such person or chat line, the reason is not valid text,
    /// or the table has too many reports.
    pub async fn report(
        &self,
        table: &str,
        credentials: Credentials<'_>,
        new: NewReport,
    ) -> Result<ReportTaken, Problem> {
        let view = self.view(table, credentials).await?;
        let reason = sanitize(&new.reason, MAX_LINE)
            .map_err(|bad| problem(ProblemCode::BadText, format!("invalid reason: {bad}")))?;
        let line = new.seq.map(|seq| line_of(&view.events, seq, &new.whom)).transpose()?;
        let body = ReportBody {
            by: view.yours.first().copied(),
            name: name_of(&view, &new.whom)?,
            whom: new.whom,
            line,
            reason,
            chat: context(&view.events, new.seq),
        };
        let body = serde_json::to_string(&body).expect("reports can be serialized");
        let id = TableId::from_name(table).ok_or_else(no_such_table)?;
        let report = StoredReport { id: 0, table: id, at: self.now(), body };
        let store = self.admin_store()?;
        let id = store.add_report(report, REPORTS).await.map_err(|error| not_saved(&error))?;
        let id = id.ok_or_else(|| {
            problem(ProblemCode::TooMany, "this table has reached the maximum number of reports")
        })?;
        Ok(ReportTaken { id })
    }

    /// Deletes a table on behalf of the operator; with `last`, only if that is still its last fact.
    /// Clients are notified and disconnected. Returns true if the table was deleted.
    pub(crate) async fn delete_table(
        &self,
        id: &TableId,
        last: Option<Seq>,
    ) -> Result<bool, Problem> {
        let deleted = self.admin_store()?.delete_table(id, last).await;
        let is_deleted = deleted.map_err(|error| not_saved(&error))?;
        if is_deleted {
            self.note_stage(id, Stage::Over);
            self.drop_deleted(id).await;
        }
        Ok(is_deleted)
    }

    /// Erases a person from the log of a table, and has clients reload it. Returns the number of
    /// changed facts.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table, its log is damaged, or it cannot be saved.
    pub(crate) async fn erase(&self, id: &TableId, whom: &Erasure) -> Result<u64, Problem> {
        let live = self.live(id)?;
        let mut state = live.state.lock().await;
        let mut log = self.0.store.read(id, 0).await.map_err(|error| not_saved(&error))?;
        let Some(last) = log.last().cloned() else {
            lock(&self.0.tables).remove(id);
            return Err(no_such_table());
        };
        let damaged = |damage: Damage| problem(ProblemCode::Quarantined, damage.to_string());
        let changed = bastide_table::erase(id, &log, whom).map_err(damaged)?;
        if changed.is_empty() {
            return Ok(0);
        }
        let count = changed.len() as u64;
        let people = Table::load(id, &log).map(|(table, _)| table.erased_people(whom));
        for fact in changed {
            if let Some(stored) = log.iter_mut().find(|stored| stored.seq == fact.seq) {
                *stored = fact;
            }
        }
        let entry = Entry { id: None, fact: Fact::PersonErased };
        log.push(entry.stored(last.seq + 1, self.now().max(last.at)));
        // Checks that the new log can be read before it is written.
        let (table, _) = Table::load(id, &log).map_err(damaged)?;
        let store = self.admin_store()?;
        let rewritten = store.rewrite(last.seq, log, table.row()).await;
        if !rewritten.map_err(|error| not_saved(&error))? {
            return Err(problem(ProblemCode::Busy, "the table has changed: try again"));
        }
        state.table = None;
        self.forget_pushes(id, people.unwrap_or_default()).await;
        self.reload(&live, &mut state).await?;
        Ok(count)
    }

    /// Reloads a table from which a person was erased, and has its clients reconnect.
    pub(super) async fn reload(&self, live: &Arc<Live>, state: &mut State) -> Result<(), Problem> {
        state.table = None;
        state.events.clear();
        let text = "the table has changed: connect again";
        let problem = problem(ProblemCode::Restarting, text);
        state.dismiss(&ServerMsg::Closing { problem, retry_after: Some(500) });
        self.ensure(live, state).await
    }

    /// Erases a person from reports. Returns the number of changed reports.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the reports cannot be read or saved.
    pub(crate) async fn erase_reports(
        &self,
        table: Option<&TableId>,
        whom: &Erasure,
    ) -> Result<u64, Problem> {
        let store = self.admin_store()?;
        let all = store.reports(table, u16::MAX).await.map_err(|error| not_saved(&error))?;
        let mut changed = 0;
        for stored in all {
            let Ok(mut body) = serde_json::from_str::<ReportBody>(&stored.body) else { continue };
            if !body.erase(whom) {
                continue;
            }
            let text = serde_json::to_string(&body).expect("reports can be serialized");
            store.rewrite_report(stored.id, text).await.map_err(|error| not_saved(&error))?;
            changed += 1;
        }
        Ok(changed)
    }

    /// Evicts a table that is no longer in the store, and notifies its clients.
    pub(super) async fn drop_deleted(&self, id: &TableId) {
        let Some(live) = lock(&self.0.tables).get(id).cloned() else { return };
        let mut state = live.state.lock().await;
        // The store is queried again under the lock: the table may have been created again.
        if !matches!(self.0.store.read(id, 0).await, Ok(log) if log.is_empty()) {
            return;
        }
        let text = "this table was deleted";
        let problem = problem(ProblemCode::NoSuchTable, text);
        state.dismiss(&ServerMsg::Closing { problem, retry_after: None });
        state.table = None;
        state.events.clear();
        lock(&self.0.tables).remove(id);
    }

    /// Reads a table from its log, without keeping it in memory.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table or the store cannot be read.
    pub(crate) async fn inspect(&self, id: &TableId) -> Result<Inspection, Problem> {
        let log = self.0.store.read(id, 0).await.map_err(|error| not_saved(&error))?;
        if log.is_empty() {
            return Err(no_such_table());
        }
        let mut kinds = BTreeMap::new();
        for stored in &log {
            *kinds.entry(kind_of(stored)).or_default() += 1;
        }
        let now = self.now();
        let loaded = std::panic::catch_unwind(|| Table::load(id, &log));
        let view = match loaded {
            Ok(Ok((table, events))) => {
                let (who, presence) = Default::default();
                Ok(Box::new(table.view(&who, &presence, &events, now)))
            }
            Ok(Err(damage)) => Err(damage.to_string()),
            Err(_) => Err("reading the log panicked".to_owned()),
        };
        Ok(Inspection { kinds, view })
    }
}

/// Returns true if this fact records that earlier facts were rewritten.
pub(super) fn is_erasure(stored: &Stored) -> bool {
    kind_of(stored) == "person_erased"
}

/// Returns the kind of a fact, even if the rest of it cannot be parsed.
fn kind_of(stored: &Stored) -> String {
    let value: serde_json::Value = serde_json::from_str(&stored.body).unwrap_or_default();
    value["fact"]["kind"].as_str().unwrap_or("unreadable").to_owned()
}

/// Returns the name of a reported player or watcher.
fn name_of(view: &TableView, whom: &Whom) -> Result<String, Problem> {
    let name = match whom {
        Whom::Seat { seat } => match view.seats.get(usize::from(*seat)).map(|seat| &seat.who) {
            Some(Occupant::Person { name, .. } | Occupant::Bot { instead_of: Some(name), .. }) => {
                Some(name.clone())
            }
            Some(Occupant::Nobody | Occupant::Bot { instead_of: None, .. }) | None => None,
        },
        Whom::Watcher { id } => view.events.iter().rev().find_map(|event| match &event.what {
            TableEventKind::Said { watcher: Some(watcher), name, .. } if watcher == id => {
                Some(name.clone())
            }
            _ => None,
        }),
    };
    name.ok_or_else(|| problem(ProblemCode::NoSuchWatcher, "no such person at this table"))
}

/// Returns the chat line of event `seq` if `by` wrote it.
fn line_of(events: &[TableEvent], seq: u64, by: &Whom) -> Result<String, Problem> {
    let event = events.iter().find(|event| event.seq == seq).map(|event| &event.what);
    if let Some(TableEventKind::Said { seat, watcher, text, .. }) = event {
        let is_theirs = match by {
            Whom::Seat { seat: theirs } => *seat == Some(*theirs),
            Whom::Watcher { id } => watcher.as_ref() == Some(id),
        };
        if is_theirs {
            return Ok(text.clone());
        }
    }
    Err(problem(
        ProblemCode::NoSuchWatcher,
        "no such message of this person in the recent chat: omit `seq`",
    ))
}

/// Returns the chat around event `around`, or the last lines.
fn context(events: &[TableEvent], around: Option<u64>) -> Vec<ChatLine> {
    let after = |seq: u64| around.is_some_and(|around| seq > around.saturating_add(10));
    let said = events.iter().rev().filter(|event| !after(event.seq)).filter_map(|event| {
        let TableEventKind::Said { seat, name, text, .. } = &event.what else { return None };
        let (seat, name, text) = (*seat, name.clone(), text.clone());
        Some(ChatLine { at: event.at, seat, name, text })
    });
    let mut chat: Vec<_> = said.take(CONTEXT).collect();
    chat.reverse();
    chat
}
