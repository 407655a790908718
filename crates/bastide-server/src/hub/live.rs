//! A table in memory: its state, and everybody who looks on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use bastide_protocol::{Happening, Problem, ProblemCode, ServerMsg, TableEvent, shown_tiles};
use tokio::sync::mpsc;

use crate::problem;
use crate::store::{Millis, Seq, StoreError, TableId};
use crate::table::{HolderId, Identity, Presence, Table};

/// How many frames may wait for a client before it is cut off. It connects
/// again and gets everything at once.
const FRAMES: usize = 32;

/// How often a table may panic before it is left alone.
const PANICS: u8 = 2;

/// A table in memory. Whoever changes it holds the lock until the change is
/// durable, so that changes of one table follow each other.
pub(crate) struct Live {
    pub(crate) id: TableId,
    pub(crate) state: tokio::sync::Mutex<State>,
    /// Its last number, to be read without waiting.
    pub(crate) last: AtomicU64,
    /// Whether somebody looks on.
    pub(crate) is_watched: AtomicBool,
    /// Whether a bot thinks about it.
    pub(crate) is_attended: AtomicBool,
    /// When it was last of use.
    pub(crate) used: AtomicI64,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) table: Option<Table>,
    pub(crate) events: Vec<Arc<TableEvent>>,
    /// The number of the last event everybody was told of.
    told: Seq,
    listeners: Vec<Listener>,
    panics: u8,
}

/// Somebody who looks on.
struct Listener {
    number: u64,
    who: Identity,
    frames: mpsc::Sender<Arc<str>>,
    /// How many tiles of the board it has got.
    laid: usize,
}

impl Live {
    pub(crate) fn new(id: TableId) -> Live {
        Live {
            id,
            state: tokio::sync::Mutex::default(),
            last: AtomicU64::new(0),
            is_watched: AtomicBool::new(false),
            is_attended: AtomicBool::new(false),
            used: AtomicI64::new(0),
        }
    }

    /// Whether it can be forgotten: nobody looks on and nothing is under way.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_watched.load(Ordering::Relaxed)
            && !self.is_attended.load(Ordering::Relaxed)
            && self.state.try_lock().is_ok_and(|state| state.panics == 0)
    }
}

impl State {
    /// The table, if it is in memory.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Who is here.
    pub(crate) fn presence(&self) -> Presence {
        let mut presence = Presence::default();
        for listener in &self.listeners {
            match listener.who.holder {
                Some(holder) if !presence.holders.contains(&holder) => {
                    presence.holders.push(holder);
                }
                Some(_) => {}
                None => presence.watchers += 1,
            }
        }
        presence.holders.sort_unstable();
        presence
    }

    /// Runs something that must not panic. If it does, the table is read
    /// again the next time; if it does so again, it is left alone.
    ///
    /// # Errors
    /// What the closure says, or that it panicked.
    pub(crate) fn guarded<T>(
        &mut self,
        id: &TableId,
        run: impl FnOnce(&mut State) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        if self.panics >= PANICS {
            return Err(problem(
                ProblemCode::Quarantined,
                "this table is damaged and kept as it is; tell whoever runs this server",
            ));
        }
        match catch_unwind(AssertUnwindSafe(|| run(self))) {
            Ok(result) => result,
            Err(_) => {
                self.panics += 1;
                self.table = None;
                self.events.clear();
                tracing::error!(table = %id, panics = self.panics, "a table panicked");
                Err(problem(ProblemCode::Internal, "something went wrong here: try again"))
            }
        }
    }

    /// Whether it is left alone.
    pub(crate) fn is_quarantined(&self) -> bool {
        self.panics >= PANICS
    }

    /// Somebody looks on from now.
    pub(crate) fn listen(&mut self, number: u64, who: Identity) -> mpsc::Receiver<Arc<str>> {
        let (frames, receiver) = mpsc::channel(FRAMES);
        let laid = self.table().map_or(0, |table| shown_tiles(table.game()));
        self.listeners.push(Listener { number, who, frames, laid });
        receiver
    }

    /// Somebody no longer does.
    pub(crate) fn forget(&mut self, number: u64) {
        self.listeners.retain(|listener| listener.number != number);
    }

    /// Whether anybody looks on.
    pub(crate) fn has_listeners(&self) -> bool {
        !self.listeners.is_empty()
    }

    /// Tells everybody what they have not been told yet, each as far as it
    /// concerns them. Whoever is too slow is cut off. How many were.
    pub(crate) fn tell(&mut self, now: Millis) -> usize {
        let Some(table) = &self.table else { return 0 };
        let from = self.events.partition_point(|event| event.seq <= self.told);
        let news: Vec<TableEvent> =
            self.events[from..].iter().map(|event| TableEvent::clone(event)).collect();
        self.told = table.seq();
        if news.is_empty() || self.listeners.is_empty() {
            return 0;
        }
        let presence = self.presence();
        let laid = shown_tiles(table.game());
        let went_back = news.iter().any(|event| matches!(event.what, Happening::TookBack { .. }));
        let mut frames: Vec<(Option<HolderId>, usize, Arc<str>)> = Vec::new();
        let before = self.listeners.len();
        self.listeners.retain_mut(|listener| {
            let laid_from = if went_back { 0 } else { listener.laid.min(laid) };
            let holder = listener.who.holder;
            let known = frames.iter().find(|(h, from, _)| *h == holder && *from == laid_from);
            let frame = match known {
                Some((_, _, frame)) => Arc::clone(frame),
                None => {
                    let mut view = table.view(&listener.who, &presence, &[], now);
                    view.game.laid.drain(..laid_from);
                    let frame = frame(&ServerMsg::Update {
                        events: news.clone(),
                        table: Box::new(view),
                        laid_from,
                        offers: table.offers(&listener.who),
                    });
                    frames.push((holder, laid_from, Arc::clone(&frame)));
                    frame
                }
            };
            listener.laid = laid;
            listener.frames.try_send(frame).is_ok() && !has_moved(table, &listener.who, &news)
        });
        before - self.listeners.len()
    }

    /// The table has grown.
    pub(crate) fn take(&mut self, table: Table, events: Vec<Arc<TableEvent>>) {
        self.table = Some(table);
        self.events.extend(events);
        self.trim(super::EVENTS);
    }

    /// Keeps the last events only, with some slack so that it is seldom done.
    pub(crate) fn trim(&mut self, most: usize) {
        if self.events.len() > most + most / 4 {
            self.events.drain(..self.events.len() - most);
        }
    }

    /// Tells everybody but one who is here now.
    pub(crate) fn tell_presence_but(&mut self, number: u64) {
        let presence = self.presence();
        let Some(table) = &self.table else { return };
        let here = table.here(&presence);
        let frame = frame(&ServerMsg::Presence { here, watchers: presence.watchers });
        self.listeners.retain(|listener| {
            listener.number == number || listener.frames.try_send(Arc::clone(&frame)).is_ok()
        });
    }

    /// Sends everybody one last message and lets them go.
    pub(crate) fn dismiss(&mut self, message: &ServerMsg) {
        let frame = frame(message);
        for listener in self.listeners.drain(..) {
            // Whoever is too slow for it notices that the line is closed.
            let _ = listener.frames.try_send(Arc::clone(&frame));
        }
    }
}

/// Whether the seats of this client are played from another device now.
fn has_moved(table: &Table, who: &Identity, news: &[TableEvent]) -> bool {
    let Some(holder) = who.holder else { return false };
    news.iter().any(|event| match &event.what {
        Happening::MovedSeat { seats } => *seats == table.seats_of(holder),
        _ => false,
    })
}

/// A message as it is sent.
pub(crate) fn frame(message: &ServerMsg) -> Arc<str> {
    serde_json::to_string(message).expect("messages are plain strings and numbers").into()
}

/// What a store's error means to a client.
pub(crate) fn not_saved(error: &StoreError) -> Problem {
    let text = match error {
        StoreError::Full => "there is no room to save it: your move was not saved, try again later",
        StoreError::Conflict | StoreError::Fenced => "others were quicker: try again",
        StoreError::Unavailable(_) => "the database does not answer: try again in a moment",
        StoreError::Damaged(_) => "what is stored cannot be read",
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
        assert!(!state.is_quarantined(), "a refusal is no panic");
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
