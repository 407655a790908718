//! Push messages: subscriptions, when a message is sent, and when a subscription is removed.
//!
//! A turn that begins while its player is not connected starts a task. The task waits until the
//! turn has lasted for a while, checks again, claims the message in the store and sends it. Changes
//! of a table never wait for any of this.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bastide_protocol::{NewPush, Problem, ProblemCode, PushCount, PushKey, TurnPush};
use bastide_table::{HolderId, PushState, Table, problem};
use futures_util::future::join_all;
use tokio::sync::watch;

use super::live::{Live, State, not_saved};
use super::{Credentials, Hub, loaded, lock};
use crate::push::{Message, Outcome, PushCounters, Subscription, topic};
use crate::store::{Millis, PushStore, StoredPush, TableId};

/// Maximum number of subscriptions per person and table; the oldest is replaced.
const MOST: u8 = 4;

/// Maximum number of attempts to send a message.
const TRIES: u32 = 3;

/// A client that disconnects within this time after its turn began may have been gone before: a
/// sleeping phone is detected only by a missing heartbeat.
const UNNOTICED: Millis = 2 * 60 * 1000;

/// Bounds, in seconds, of the time that push services store a message; within them, it is the time
/// left on the clock.
const TTL: (Millis, Millis) = (60, 28 * 24 * 60 * 60);

/// A turn that may need push messages.
#[derive(Clone, Debug)]
struct Call {
    table: TableId,
    holder: HolderId,
    /// Revision at the beginning of the turn.
    revision: u32,
    /// True if the turn began while the player was connected.
    was_here: bool,
}

/// Turns whose messages are to be sent: the latest of each person at a table, with the task that
/// waits.
#[derive(Default)]
pub(super) struct Calls(Mutex<BTreeMap<(TableId, HolderId), watch::Sender<Call>>>);

impl Calls {
    /// Returns the number of turns whose messages wait to be sent.
    pub(super) fn waiting(&self) -> usize {
        lock(&self.0).len()
    }
}

impl Hub {
    /// Returns the key that browsers use to subscribe.
    pub fn push_key(&self) -> PushKey {
        PushKey { key: self.0.push.as_ref().map(|push| push.public().to_owned()) }
    }

    /// Subscribes a browser to the turns of `token` at a correspondence table.
    ///
    /// # Errors
    /// Returns a [`Problem`] if push messages are disabled on this server or unavailable for this
    /// table, the subscription is invalid, or it cannot be saved.
    pub async fn subscribe(
        &self,
        table: &str,
        token: &str,
        new: NewPush,
    ) -> Result<PushCount, Problem> {
        let off = || problem(ProblemCode::PushOff, "push messages are disabled on this server");
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
                let text = "push messages are available only in running correspondence games";
                return Err(problem(ProblemCode::PushOff, text));
            }
            (live.id.clone(), holder, table.revision())
        };
        let stored = StoredPush {
            table: table.clone(),
            holder: holder.number(),
            id,
            created: self.now(),
            body: serde_json::to_string(&subscription).expect("subscriptions can be serialized"),
            // A person who subscribes already knows about the current turn.
            told: revision,
            seen: revision,
            sent: 0,
        };
        store.add_push(stored, MOST).await.map_err(|error| not_saved(&error))?;
        count(store, &table, holder).await
    }

    /// Removes a browser subscription of `token`.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the token is wrong or the change cannot be saved.
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
        let credentials = Credentials { token: Some(token), ..Credentials::default() };
        let who = self.identify(live, state, credentials).await?;
        who.holder
            .ok_or_else(|| problem(ProblemCode::BadToken, "this token holds no seat at this table"))
    }

    /// Handles a change made by this process: notifies the person to act, and removes the
    /// subscriptions of people who have lost their seat.
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

    /// Handles changes made by other processes: if the person to act is connected here, no message
    /// is needed.
    pub(super) fn follow_others(&self, live: &Live, before: Option<&PushState>, state: &State) {
        let (Some(_), Some(before)) = (&self.0.push, before) else { return };
        let Some(table) = state.table() else { return };
        let awaited = table.awaited_person().filter(|&holder| before.awaited != Some(holder));
        let Some(holder) = awaited.filter(|holder| state.here().contains(holder)) else { return };
        let (hub, id, revision) = (self.clone(), live.id.clone(), table.revision());
        tokio::spawn(async move {
            let Some(store) = hub.0.store.push() else { return };
            if let Err(error) = store.see_turn(&id, holder.number(), revision).await {
                tracing::debug!(table = %id, %error, "saving a seen turn failed");
            }
        });
    }

    /// Notifies a person whose last client disconnected soon after their turn began: they may not
    /// have seen it.
    pub(super) fn call_missed(&self, live: &Live, state: &State, holder: HolderId) {
        let Some(table) = state.table().filter(|_| self.0.push.is_some()) else { return };
        let is_awaited = table.awaited_person() == Some(holder);
        let is_new = table.running_clock(self.now()).is_some_and(|(ran, _)| ran < UNNOTICED);
        if is_awaited && is_new && !state.here().contains(&holder) {
            self.call(live, holder, table, true);
        }
    }

    /// Schedules the messages of a turn, unless too many are waiting.
    fn call(&self, live: &Live, holder: HolderId, table: &Table, was_here: bool) {
        let Some(push) = &self.0.push else { return };
        if self.check_open().is_err() {
            return;
        }
        let call = Call { table: live.id.clone(), holder, revision: table.revision(), was_here };
        let key = (live.id.clone(), holder);
        let mut calls = lock(&self.0.calls.0);
        if let Some(waiting) = calls.get(&key).filter(|waiting| !waiting.is_closed()) {
            // Its task drops the earlier turn. The same turn is already being handled.
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

    /// Sends the messages of the latest turn of a person, until there is no later turn.
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
        // Most people have not subscribed: no timer is needed for them.
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
        let subscription = match serde_json::from_str::<Subscription>(&stored.body) {
            Ok(subscription) => subscription,
            // No message can ever be sent to it.
            Err(error) => {
                tracing::warn!(table = %call.table, %error, "an invalid push subscription");
                PushCounters::add(&counters.forgotten);
                return self.forget_push(&stored).await;
            }
        };
        let quiet = Millis::try_from(push.options.quiet.as_millis()).unwrap_or(Millis::MAX);
        let wait = stored.sent.saturating_add(quiet) - self.now();
        if wait > 0 {
            tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())).await;
        }
        for attempt in 1..=TRIES {
            let Some((content, ttl)) = self.content(call, &subscription).await else { return };
            let is_claimed = attempt > 1
                || matches!(store.claim_push(&stored, call.revision, self.now()).await, Ok(true));
            if !is_claimed {
                return;
            }
            let topic = topic(&self.0.mark_key, &call.table.0);
            let message = Message { content: &content, ttl, topic: &topic };
            match push.send(&subscription, &message).await {
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

    /// Returns the content of a message and its lifetime in seconds; `None` if the turn is over or
    /// its player is connected.
    async fn content(&self, call: &Call, subscription: &Subscription) -> Option<(TurnPush, u64)> {
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
            language: subscription.language,
        };
        Some((content, ttl))
    }

    async fn forget_push(&self, stored: &StoredPush) {
        let Some(store) = self.0.store.push() else { return };
        let removed = store.remove_pushes(&stored.table, stored.holder, Some(&stored.id)).await;
        if let Err(error) = removed {
            tracing::warn!(table = %stored.table, %error, "deleting a push subscription failed");
        }
    }

    /// Removes all subscriptions of these people at a table.
    pub(super) async fn forget_pushes(&self, table: &TableId, people: Vec<HolderId>) {
        let Some(store) = self.0.store.push() else { return };
        for holder in people {
            match store.remove_pushes(table, holder.number(), None).await {
                Ok(removed) => {
                    self.0.counters.push.forgotten.fetch_add(removed, Ordering::Relaxed);
                }
                // Those of a finished table are removed together with abandoned tables.
                Err(error) => {
                    tracing::warn!(%table, %error, "deleting push subscriptions failed");
                }
            }
        }
    }
}

async fn subscriptions(store: &dyn PushStore, call: &Call) -> Vec<StoredPush> {
    store.pushes(&call.table, call.holder.number()).await.unwrap_or_else(|error| {
        tracing::warn!(table = %call.table, %error, "reading push subscriptions failed");
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
