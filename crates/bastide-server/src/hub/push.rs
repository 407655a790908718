//! Push messages: who subscribes, when a message is sent, when a subscription
//! is forgotten.
//!
//! A turn that begins while its player is not connected becomes a task, which
//! waits until the turn has lasted a while, looks again, claims the message in
//! the store and sends it. Nothing here is waited for by a change of a table.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bastide_protocol::{NewPush, Problem, ProblemCode, PushCount, PushKey, TurnPush};
use futures_util::future::join_all;
use tokio::sync::watch;

use super::live::{Live, State, not_saved};
use super::{Caller, Hub, loaded, lock};
use crate::problem;
use crate::push::{Message, Outcome, PushCounters, Subscription, topic};
use crate::store::{Millis, PushStore, StoredPush, TableId};
use crate::table::{HolderId, PushState, Table};

/// The most subscriptions of one person at a table; the oldest is replaced.
const MOST: u8 = 4;

/// How often a message is tried.
const TRIES: u32 = 3;

/// A client that disconnects this soon after its turn began may have been gone
/// already: a phone that sleeps is noticed by a missing heartbeat.
const UNNOTICED: Millis = 2 * 60 * 1000;

/// How long push services keep a message, in seconds: as long as the clock has
/// time left, within these.
const TTL: (Millis, Millis) = (60, 28 * 24 * 60 * 60);

/// A turn that began.
#[derive(Clone, Debug)]
struct Call {
    table: TableId,
    holder: HolderId,
    /// The revision at its beginning.
    revision: u32,
    /// Whether it began while the player was connected.
    was_here: bool,
}

/// Turns that wait for their messages to be sent: the latest of each person at
/// a table, with the task that waits.
#[derive(Default)]
pub(super) struct Calls(Mutex<BTreeMap<(TableId, HolderId), watch::Sender<Call>>>);

impl Hub {
    /// The key that browsers subscribe for.
    pub fn push_key(&self) -> PushKey {
        PushKey { key: self.0.push.as_ref().map(|push| push.public().to_owned()) }
    }

    /// Subscribes a browser to the turns of a token at a correspondence table.
    ///
    /// # Errors
    /// If the server sends no push messages or not for this table, the
    /// subscription cannot be used, or it cannot be saved.
    pub async fn subscribe(
        &self,
        table: &str,
        token: &str,
        new: NewPush,
    ) -> Result<PushCount, Problem> {
        let off = || problem(ProblemCode::PushOff, "this server sends no push messages");
        let push = self.0.push.as_ref().ok_or_else(off)?;
        let store = self.0.store.push().ok_or_else(off)?;
        self.0.space.check()?;
        let id = Subscription::id(&new.endpoint);
        let subscription = push.check(new)?;
        let (table, holder, revision) = {
            let live = self.find(table)?;
            let mut state = live.state.lock().await;
            let holder = self.push_holder(&live, &mut state, token).await?;
            let table = loaded(&state)?;
            let people = table.push_state().map(|state| state.people).unwrap_or_default();
            if !people.contains_key(&holder) {
                let text = "push messages are for those who play by correspondence, until the end";
                return Err(problem(ProblemCode::PushOff, text));
            }
            (live.id.clone(), holder, table.revision())
        };
        let stored = StoredPush {
            table: table.clone(),
            holder: holder.number(),
            id,
            created: self.now(),
            body: serde_json::to_string(&subscription).expect("it is plain strings"),
            // The turn that is on is known to a person who subscribes.
            told: revision,
            seen: revision,
            sent: 0,
        };
        store.add_push(stored, MOST).await.map_err(|error| not_saved(&error))?;
        count(store, &table, holder).await
    }

    /// Forgets a browser of a token.
    ///
    /// # Errors
    /// If the token is wrong, or it cannot be saved.
    pub async fn unsubscribe(
        &self,
        table: &str,
        token: &str,
        endpoint: &str,
    ) -> Result<PushCount, Problem> {
        let live = self.find(table)?;
        let holder = self.push_holder(&live, &mut *live.state.lock().await, token).await?;
        let Some(store) = self.0.store.push() else { return Ok(PushCount { subscriptions: 0 }) };
        let id = Subscription::id(endpoint);
        let removed = store.remove_pushes(&live.id, holder.number(), Some(&id)).await;
        removed.map_err(|error| not_saved(&error))?;
        count(store, &live.id, holder).await
    }

    async fn push_holder(
        &self,
        live: &Arc<Live>,
        state: &mut State,
        token: &str,
    ) -> Result<HolderId, Problem> {
        self.ensure(live, state).await?;
        let caller = Caller { token: Some(token), ..Caller::default() };
        let who = self.identify(live, state, caller).await?;
        who.holder.ok_or_else(|| problem(ProblemCode::BadToken, "this token gives no seat here"))
    }

    /// Follows a change that was made here: calls the person who is to act now,
    /// and forgets those who have no seat any more.
    pub(super) fn follow_change(&self, live: &Live, before: Option<&PushState>, state: &State) {
        let (Some(_), Some(before)) = (self.0.store.push(), before) else { return };
        let Some(table) = state.table() else { return };
        let Some(after) = table.push_state() else { return };
        let is_gone = |holder: &HolderId| after.people.get(holder) != before.people.get(holder);
        let gone: Vec<HolderId> = before.people.keys().copied().filter(is_gone).collect();
        if !gone.is_empty() {
            let (hub, id) = (self.clone(), live.id.clone());
            tokio::spawn(async move { hub.forget_pushes(&id, gone).await });
        }
        let began = after.awaited.filter(|_| after.awaited != before.awaited);
        if let Some(holder) = began.filter(|holder| !state.here().contains(holder)) {
            self.call(live, holder, table, false);
        }
    }

    /// Follows changes that other processes made: if the person who is to act
    /// now is connected here, they need no message.
    pub(super) fn follow_others(&self, live: &Live, before: Option<&PushState>, state: &State) {
        let (Some(_), Some(before)) = (&self.0.push, before) else { return };
        let Some(table) = state.table() else { return };
        let awaited = table.awaited_person().filter(|&holder| before.awaited != Some(holder));
        let Some(holder) = awaited.filter(|holder| state.here().contains(holder)) else { return };
        let (hub, id, revision) = (self.clone(), live.id.clone(), table.revision());
        tokio::spawn(async move {
            let Some(store) = hub.0.store.push() else { return };
            if let Err(error) = store.see_turn(&id, holder.number(), revision).await {
                tracing::debug!(table = %id, %error, "a turn that was seen is not noted");
            }
        });
    }

    /// Calls a person whose last client has disconnected soon after their turn
    /// began: they may not have seen it.
    pub(super) fn call_missed(&self, live: &Live, state: &State, holder: HolderId) {
        let Some(table) = state.table().filter(|_| self.0.push.is_some()) else { return };
        let is_awaited = table.awaited_person() == Some(holder);
        let is_new = table.running_clock(self.now()).is_some_and(|(ran, _)| ran < UNNOTICED);
        if is_awaited && is_new && !state.here().contains(&holder) {
            self.call(live, holder, table, true);
        }
    }

    /// Sends the messages of a turn later, unless too many wait.
    fn call(&self, live: &Live, holder: HolderId, table: &Table, was_here: bool) {
        let Some(push) = &self.0.push else { return };
        if self.check_open().is_err() {
            return;
        }
        let call = Call { table: live.id.clone(), holder, revision: table.revision(), was_here };
        let key = (live.id.clone(), holder);
        let mut calls = lock(&self.0.calls.0);
        if let Some(waiting) = calls.get(&key).filter(|waiting| !waiting.is_closed()) {
            // Its task drops the earlier turn. The same turn is under way already.
            waiting.send_if_modified(|earlier| {
                let is_later = earlier.revision < call.revision;
                if is_later {
                    *earlier = call;
                }
                is_later
            });
            return;
        }
        if calls.len() >= push.options.waiting {
            PushCounters::add(&self.0.counters.push.dropped);
            return;
        }
        let (sender, receiver) = watch::channel(call);
        calls.insert(key.clone(), sender);
        tokio::spawn(self.clone().answer_calls(key, receiver));
    }

    /// Sends the messages of the latest turn of a person until there is no later
    /// one.
    async fn answer_calls(self, key: (TableId, HolderId), mut calls: watch::Receiver<Call>) {
        loop {
            let call = calls.borrow_and_update().clone();
            tokio::select! {
                () = self.answer_call(&call) => {}
                _ = calls.changed() => continue,
            }
            let mut waiting = lock(&self.0.calls.0);
            if !calls.has_changed().unwrap_or(false) {
                waiting.remove(&key);
                return;
            }
        }
    }

    async fn answer_call(&self, call: &Call) {
        let (Some(push), Some(store)) = (&self.0.push, self.0.store.push()) else { return };
        // Most people have not subscribed: nothing waits for them.
        if subscriptions(store, call).await.is_empty() {
            return;
        }
        tokio::time::sleep(push.options.settle).await;
        let pushes = subscriptions(store, call).await.into_iter().filter(|stored| {
            stored.told < call.revision && (call.was_here || stored.seen < call.revision)
        });
        join_all(pushes.map(|stored| self.deliver(call, stored))).await;
    }

    /// Sends the message of a turn to one browser.
    async fn deliver(&self, call: &Call, stored: StoredPush) {
        let (Some(push), Some(store)) = (&self.0.push, self.0.store.push()) else { return };
        let counters = &self.0.counters.push;
        let subscription = serde_json::from_str::<Subscription>(&stored.body).ok();
        let quiet = Millis::try_from(push.options.quiet.as_millis()).unwrap_or(Millis::MAX);
        let wait = stored.sent.saturating_add(quiet) - self.now();
        if wait > 0 {
            tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())).await;
        }
        for attempt in 1..=TRIES {
            let Some((content, ttl)) = self.content(call, subscription.as_ref()).await else {
                return;
            };
            let is_claimed = attempt > 1
                || matches!(store.claim_push(&stored, call.revision, self.now()).await, Ok(true));
            let Some(subscription) = subscription.as_ref().filter(|_| is_claimed) else { return };
            let topic = topic(&self.0.mark_key, &call.table.0);
            let message = Message { content: &content, ttl, topic: &topic };
            match push.send(subscription, &message).await {
                Outcome::Sent => return PushCounters::add(&counters.sent),
                Outcome::Gone => {
                    PushCounters::add(&counters.forgotten);
                    self.forget_push(&stored).await;
                    return;
                }
                Outcome::Refused(status) => {
                    tracing::debug!(table = %call.table, status, "a push message was refused");
                    return PushCounters::add(&counters.failed);
                }
                Outcome::Later(_) if attempt == TRIES => {
                    return PushCounters::add(&counters.failed);
                }
                Outcome::Later(asked) => {
                    let usual = push.options.retry * 10_u32.pow(attempt - 1);
                    tokio::time::sleep(asked.unwrap_or_default().max(usual)).await;
                }
            }
        }
    }

    /// The content of a message and how many seconds it is of use; none if the
    /// turn is over or its player is connected.
    async fn content(
        &self,
        call: &Call,
        subscription: Option<&Subscription>,
    ) -> Option<(TurnPush, u64)> {
        let live = self.live(&call.table).ok()?;
        let mut state = live.state.lock().await;
        self.ensure(&live, &mut state).await.ok()?;
        if state.here().contains(&call.holder) {
            return None;
        }
        let table = loaded(&state).ok()?;
        if table.revision() != call.revision || table.awaited_person() != Some(call.holder) {
            return None;
        }
        let (_, left) = table.running_clock(self.now())?;
        let ttl = (left / 1000).clamp(TTL.0, TTL.1).unsigned_abs();
        let content = TurnPush {
            table: call.table.to_string(),
            revision: call.revision,
            names: table.names_beside(call.holder),
            language: subscription?.language,
        };
        Some((content, ttl))
    }

    async fn forget_push(&self, stored: &StoredPush) {
        let Some(store) = self.0.store.push() else { return };
        let removed = store.remove_pushes(&stored.table, stored.holder, Some(&stored.id)).await;
        if let Err(error) = removed {
            tracing::warn!(table = %stored.table, %error, "a push subscription is not forgotten");
        }
    }

    /// Forgets all subscriptions of people at a table.
    pub(super) async fn forget_pushes(&self, table: &TableId, people: Vec<HolderId>) {
        let Some(store) = self.0.store.push() else { return };
        for holder in people {
            match store.remove_pushes(table, holder.number(), None).await {
                Ok(removed) => {
                    self.0.counters.push.forgotten.fetch_add(removed, Ordering::Relaxed);
                }
                // Those of a finished table are removed with the abandoned tables.
                Err(error) => {
                    tracing::warn!(%table, %error, "push subscriptions are not forgotten");
                }
            }
        }
    }
}

async fn subscriptions(store: &dyn PushStore, call: &Call) -> Vec<StoredPush> {
    store.pushes(&call.table, call.holder.number()).await.unwrap_or_else(|error| {
        tracing::warn!(table = %call.table, %error, "push subscriptions cannot be read");
        Vec::new()
    })
}

async fn count(
    store: &dyn PushStore,
    table: &TableId,
    holder: HolderId,
) -> Result<PushCount, Problem> {
    let pushes = store.pushes(table, holder.number()).await.map_err(|error| not_saved(&error))?;
    Ok(PushCount { subscriptions: u8::try_from(pushes.len()).unwrap_or(u8::MAX) })
}
