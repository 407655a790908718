//! Engines: outside programs that play over a WebSocket.
//!
//! [`Engines`] knows the connected engines. A connection (`http/engines.rs`) registers itself here and
//! answers requests for turns, one after another.
//!
//! *Invariant:* an engine decides only what it is asked: a request contains the game, and its answer
//! is a turn of that game. Test: `answers_without_a_question_change_nothing`.

mod accounts;
mod dialogue;
pub(crate) mod ladder;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bastide::{Action, AnyGame, Setup};
use bastide_engine::Profile;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

pub(crate) use accounts::{Accounts, new_token, token_hash};
pub(crate) use dialogue::{Dialogue, greeting};

/// Maximum number of requests that wait for an engine.
const WAITING: usize = 64;

/// Time after the last request of a table for which an engine plays no games of the ladder.
const PEOPLE_FIRST: Duration = Duration::from_secs(120);

/// Settings of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Time of an engine for one action at a table.
    pub move_time: Duration,
    /// Further time until an answer must have arrived.
    pub overrun: Duration,
    /// Time for which a table waits for an engine that has disconnected.
    pub reconnect: Duration,
    /// Maximum number of games of the ladder at a time; 0 disables the ladder.
    pub ladder_games: u16,
    /// Time of an engine for one action in a game of the ladder.
    pub ladder_time: Duration,
    /// Time between the starts of games of the ladder.
    pub ladder_every: Duration,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            move_time: Duration::from_secs(2),
            overrun: Duration::from_secs(3),
            reconnect: Duration::from_secs(20),
            ladder_games: 1,
            ladder_time: Duration::from_millis(500),
            ladder_every: Duration::from_secs(5),
        }
    }
}

impl EngineOptions {
    /// Returns the time until the whole turn of an engine must have arrived: a turn has a placement
    /// and a figure, rarely more.
    pub(crate) fn turn_time(&self, time: Duration) -> Duration {
        3 * time + self.overrun
    }
}

/// A request for the turn of the seat to act.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// Identifies the game, so that a further request of it does not repeat its start.
    pub(crate) game_id: String,
    /// The set-up of the game.
    pub(crate) setup: Setup,
    /// The seat of the engine.
    pub(crate) seat: u8,
    /// All actions so far.
    pub(crate) played: Vec<String>,
    /// The game after these actions.
    pub(crate) game: Box<AnyGame>,
    /// Time for one action.
    pub(crate) time: Duration,
    /// Time for the whole turn.
    pub(crate) limit: Duration,
    /// True for a game of the ladder.
    pub(crate) is_ladder: bool,
}

/// Reason why an engine did not play its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It is not connected.
    Absent,
    /// The connection ended before the answer.
    Gone,
    /// It did not answer in time.
    Timeout,
    /// It chose an illegal action.
    Illegal,
    /// It sent a line that is not an answer.
    Unreadable,
    /// It answered with an error.
    Refused,
    /// It sent too many or too long lines.
    Flood,
    /// Its token was revoked or has expired.
    Revoked,
    /// It does not play this game.
    DoesNotPlay,
}

impl Failure {
    /// Returns the code that engines and records use.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Failure::Absent => "absent",
            Failure::Gone => "disconnected",
            Failure::Timeout => "timeout",
            Failure::Illegal => "illegal",
            Failure::Unreadable => "unreadable",
            Failure::Refused => "refused",
            Failure::Flood => "flood",
            Failure::Revoked => "revoked",
            Failure::DoesNotPlay => "does_not_play",
        }
    }
}

/// A request and the way to answer it.
pub(crate) struct Job {
    pub(crate) ask: Ask,
    pub(crate) reply: oneshot::Sender<Result<Vec<Action>, Failure>>,
}

/// All engines that are connected to this process.
pub(crate) struct Engines {
    slots: Mutex<BTreeMap<String, Slot>>,
    /// Changes when an engine connects or disconnects.
    changed: watch::Sender<u64>,
    started: Instant,
}

/// An engine that is or was connected.
struct Slot {
    link: Option<Link>,
    /// Time of the last disconnection.
    left: Instant,
    /// Time of the last request of a table.
    asked: Option<Instant>,
}

struct Link {
    number: u64,
    jobs: mpsc::Sender<Job>,
    profile: Arc<Profile>,
    is_replaced: watch::Sender<bool>,
}

/// Registration of a connection, which ends with it.
pub(crate) struct Registration {
    engines: Arc<Engines>,
    name: String,
    number: u64,
    pub(crate) jobs: mpsc::Receiver<Job>,
    /// True once another connection has the same token.
    pub(crate) is_replaced: watch::Receiver<bool>,
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut slots = self.engines.lock();
        if let Some(slot) = slots.get_mut(&self.name)
            && slot.link.as_ref().is_some_and(|link| link.number == self.number)
        {
            slot.link = None;
            slot.left = Instant::now();
        }
        drop(slots);
        self.engines.changed.send_modify(|version| *version += 1);
    }
}

impl Engines {
    pub(crate) fn new() -> Engines {
        let (slots, changed) = (Mutex::default(), watch::channel(0).0);
        Engines { slots, changed, started: Instant::now() }
    }

    /// Registers a connection. An earlier one of the same engine ends.
    pub(crate) fn connect(self: &Arc<Engines>, name: &str, profile: Profile) -> Registration {
        let (sender, jobs) = mpsc::channel(WAITING);
        let (replaced, is_replaced) = watch::channel(false);
        let mut slots = self.lock();
        let mut number = 0;
        self.changed.send_modify(|version| {
            *version += 1;
            number = *version;
        });
        let slot = slots.entry(name.to_owned()).or_insert_with(|| Slot {
            link: None,
            left: Instant::now(),
            asked: None,
        });
        if let Some(earlier) = slot.link.take() {
            // The connection may have ended in the meantime.
            let _ = earlier.is_replaced.send(true);
        }
        let profile = Arc::new(profile);
        slot.link = Some(Link { number, jobs: sender, profile, is_replaced: replaced });
        drop(slots);
        let (engines, name) = (Arc::clone(self), name.to_owned());
        Registration { engines, name, number, jobs, is_replaced }
    }

    /// Returns the names of connected engines and their self-descriptions.
    pub(crate) fn connected(&self) -> Vec<(String, Arc<Profile>)> {
        let slots = self.lock();
        let linked = slots.iter().filter_map(|(name, slot)| {
            slot.link.as_ref().map(|link| (name.clone(), Arc::clone(&link.profile)))
        });
        linked.collect()
    }

    /// Returns the connected engines that play games of this kind.
    pub(crate) fn playing(&self, setup: &Setup) -> Vec<String> {
        let known = self.connected().into_iter().filter(|(_, profile)| profile.covers(setup));
        known.map(|(name, _)| name).collect()
    }

    /// Returns the time since which an engine is absent; `None` if it is connected.
    pub(crate) fn absent_since(&self, name: &str) -> Option<Instant> {
        match self.lock().get(name) {
            Some(Slot { link: Some(_), .. }) => None,
            Some(slot) => Some(slot.left),
            None => Some(self.started),
        }
    }

    /// Returns true if the engine sits at a table, where its next turn may begin at any time.
    pub(crate) fn is_at_table(&self, name: &str) -> bool {
        let is_recent = |asked: Instant| asked.elapsed() < PEOPLE_FIRST;
        self.lock().get(name).is_some_and(|slot| slot.asked.is_some_and(is_recent))
    }

    /// Records that a table has invited the engine: games of the ladder give way.
    pub(crate) fn invite(&self, name: &str) {
        if let Some(slot) = self.lock().get_mut(name) {
            slot.asked = Some(Instant::now());
        }
    }

    /// Waits until an engine connects or disconnects, or until `deadline`.
    pub(crate) async fn wait(&self, name: &str, deadline: Instant) {
        let mut changed = self.changed.subscribe();
        while self.absent_since(name).is_some() {
            tokio::select! {
                changed = changed.changed() => if changed.is_err() { return },
                () = tokio::time::sleep_until(deadline) => return,
            }
        }
    }

    /// Has an engine choose its turn.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it is not connected, or does not answer with a legal turn in time.
    pub(crate) async fn ask(&self, name: &str, ask: Ask) -> Result<Vec<Action>, Failure> {
        let (reply, answer) = oneshot::channel();
        let jobs = {
            let mut slots = self.lock();
            let slot = slots.get_mut(name).ok_or(Failure::Absent)?;
            let link = slot.link.as_ref().ok_or(Failure::Absent)?;
            if !link.profile.covers(&ask.setup) {
                return Err(Failure::DoesNotPlay);
            }
            let jobs = link.jobs.clone();
            if !ask.is_ladder {
                slot.asked = Some(Instant::now());
            }
            jobs
        };
        // Other tables may be served first. Beyond that the engine has too many tables.
        let limit = 3 * ask.limit;
        jobs.try_send(Job { ask, reply }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Failure::Timeout,
            mpsc::error::TrySendError::Closed(_) => Failure::Gone,
        })?;
        match tokio::time::timeout(limit, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Failure::Gone),
            Err(_) => Err(Failure::Timeout),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Slot>> {
        // No code panics while holding the lock.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
