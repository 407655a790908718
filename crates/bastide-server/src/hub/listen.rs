//! Clients that watch a table: joining, leaving, and presence notifications to the other clients.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_protocol::{Problem, ServerMsg};
use bastide_table::HolderId;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::live::{Live, PresenceDue, State};
use super::{Credentials, Hub, loaded};

/// A client that watches a table. Dropping it ends the subscription.
pub struct Watch {
    /// First message.
    pub welcome: ServerMsg,
    /// Subsequent messages as JSON. Closed if the client is too slow, its seat has moved to another
    /// device, or the server shuts down.
    pub frames: mpsc::Receiver<Arc<str>>,
    _listening: Listening,
}

struct Listening {
    hub: Hub,
    live: Arc<Live>,
    number: u64,
    holder: Option<HolderId>,
}

impl Hub {
    /// Subscribes a client to a table. `seen` is the last event that the client knows.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table or the token is wrong.
    pub async fn watch(
        &self,
        table: &str,
        credentials: Credentials<'_>,
        seen: Option<u64>,
    ) -> Result<Watch, Problem> {
        self.check_open()?;
        let live = self.find(table)?;
        let mut state = live.state.lock().await;
        self.ensure(&live, &mut state).await?;
        if seen.is_some_and(|seen| loaded(&state).is_ok_and(|table| table.seq() < seen)) {
            // Another process has sent the client newer events.
            self.catch_up(&live, &mut state).await?;
        }
        let who = self.identify(&live, &mut state, credentials).await?;
        let number = self.0.numbers.fetch_add(1, Ordering::Relaxed);
        let frames = state.listen(number, who.clone());
        live.is_watched.store(true, Ordering::Relaxed);
        self.0.counters.watching.fetch_add(1, Ordering::Relaxed);
        let (hub, holder) = (self.clone(), who.holder);
        let listening = Listening { hub, live: Arc::clone(&live), number, holder };
        let now = self.now();
        let welcome = state.guarded(&live.id, |state| {
            let (presence, server) = (state.presence(), env!("CARGO_PKG_VERSION"));
            Ok(loaded(state)?.welcome(&who, &presence, &state.events, seen, server, now))
        })?;
        announce_presence(&live, &mut state);
        self.note_seen(&live, &state, who.holder);
        Ok(Watch { welcome, frames, _listening: listening })
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.hub.0.counters.watching.fetch_sub(1, Ordering::Relaxed);
        let (live, number, holder) = (Arc::clone(&self.live), self.number, self.holder);
        let hub = self.hub.clone();
        // Without a runtime the process is shutting down anyway.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let mut state = live.state.lock().await;
                state.forget(number);
                live.is_watched.store(state.has_listeners(), Ordering::Relaxed);
                announce_presence(&live, &mut state);
                if let Some(holder) = holder {
                    hub.note_gone(&live, &state, holder);
                    hub.call_missed(&live, &state, holder);
                }
            });
        }
    }
}

/// Sends presence to all clients of a table: immediately or, if it was sent very recently, later
/// and together with all changes until then.
fn announce_presence(live: &Arc<Live>, state: &mut State) {
    if let PresenceDue::At(then) = state.presence_due(Instant::now()) {
        let live = Arc::clone(live);
        tokio::spawn(async move {
            let mut next = PresenceDue::At(then);
            while let PresenceDue::At(then) = next {
                tokio::time::sleep_until(then).await;
                let mut state = live.state.lock().await;
                next = state.tell_presence_later(Instant::now());
            }
        });
    }
}
