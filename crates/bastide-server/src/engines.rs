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
mod queue;
mod tables;
mod turn;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bastide::{Action, AnyGame, Setup};
use bastide_engine::Profile;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::store::TableId;
pub(crate) use accounts::{Accounts, Login, new_token, token_hash};
pub(crate) use dialogue::{Dialogue, greeting};
pub(crate) use queue::{Job, JobQueue};
use queue::{Jobs, queue};
use tables::Tables;
pub(crate) use turn::Account;

/// Time after the last request of a table with people for which an engine begins no game of the
/// ladder.
const PEOPLE_FIRST: Duration = Duration::from_secs(120);

/// Time without a request of the ladder after which people no longer postpone its games: a table can
/// be kept busy by a program, which would exclude an engine from the ladder.
const MOST_POSTPONED: Duration = Duration::from_secs(600);

/// Factor by which the deadline of a turn is longer on the ladder, where no player waits and
/// requests alternate with those of all tables.
const LADDER_PATIENCE: u32 = 10;

/// Settings of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Time of an engine for one action at a table.
    pub move_time: Duration,
    /// Further time until an answer must have arrived.
    pub overrun: Duration,
    /// Time for which a table waits for an engine that has disconnected.
    pub reconnect: Duration,
    /// Maximum time for which a table waits for a turn, for all reasons together.
    pub deadline: Duration,
    /// Maximum number of tables at which an engine plays at a time. With the usual times an engine
    /// that uses all of its time just keeps up with this number of tables.
    pub tables: u16,
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
            deadline: Duration::from_secs(30),
            tables: 6,
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

    /// Returns the time for which `asker` waits for a turn: for the reconnection of the engine, for
    /// its other games and for its answer.
    pub(crate) fn patience(&self, asker: &Asker) -> Duration {
        match asker {
            Asker::Table { .. } => self.deadline,
            Asker::Ladder => LADDER_PATIENCE * self.deadline,
        }
    }
}

/// Origin of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Asker {
    /// A table.
    Table {
        /// Name of the table.
        id: TableId,
        /// True if people play there.
        has_people: bool,
    },
    /// A game of the ladder.
    Ladder,
}

impl Asker {
    /// Returns true if people wait for the answer.
    pub(crate) fn has_people(&self) -> bool {
        matches!(self, Asker::Table { has_people: true, .. })
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
    /// What of this time is used.
    pub(crate) account: Account,
    /// Origin of the request.
    pub(crate) asker: Asker,
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
    /// It has failed too often at this table.
    Sidelined,
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
            Failure::Sidelined => "sidelined",
        }
    }
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
    /// Time of the last request of a table with people.
    asked: Option<Instant>,
    /// Time of the last request of the ladder, or of the first connection.
    rated: Instant,
    tables: Tables,
}

struct Link {
    number: u64,
    jobs: Jobs,
    profile: Arc<Profile>,
    is_replaced: watch::Sender<bool>,
}

/// Registration of a connection, which ends with it.
pub(crate) struct Registration {
    engines: Arc<Engines>,
    name: String,
    number: u64,
    pub(crate) jobs: JobQueue,
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
        let (sender, jobs) = queue();
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
            rated: Instant::now(),
            tables: Tables::default(),
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

    /// Returns true if the engine begins no game of the ladder, because people play with it.
    pub(crate) fn is_with_people(&self, name: &str) -> bool {
        let is_recent = |asked: Instant| asked.elapsed() < PEOPLE_FIRST;
        self.lock().get(name).is_some_and(|slot| {
            slot.asked.is_some_and(is_recent) && slot.rated.elapsed() < MOST_POSTPONED
        })
    }

    /// Returns true if the engine can take a seat at this table besides those where it plays.
    pub(crate) fn has_room(&self, name: &str, table: &TableId, most: u16) -> bool {
        self.lock().get(name).is_none_or(|slot| slot.tables.has_room(table, most))
    }

    /// Records that a table has invited the engine. Returns false if it plays at `most` tables.
    pub(crate) fn invite(&self, name: &str, table: &TableId, most: u16) -> bool {
        let mut slots = self.lock();
        let Some(slot) = slots.get_mut(name) else { return true };
        let has_room = slot.tables.has_room(table, most);
        if has_room {
            slot.tables.touch(table);
        }
        has_room
    }

    /// Records that the game of a table is over, or that the table was not created.
    pub(crate) fn leave(&self, table: &TableId) {
        self.lock().values_mut().for_each(|slot| slot.tables.remove(table));
    }

    /// Records how the turn of an engine at a table ended. Returns true if the engine is sidelined
    /// there from now on.
    pub(crate) fn note_turn(&self, name: &str, table: &TableId, has_failed: bool) -> bool {
        self.lock().get_mut(name).is_some_and(|slot| slot.tables.note(table, has_failed))
    }

    /// Returns true if the engine has failed too often to be asked at this table.
    pub(crate) fn is_sidelined(&self, name: &str, table: &TableId) -> bool {
        self.lock().get(name).is_some_and(|slot| slot.tables.is_sidelined(table))
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

    /// Has an engine choose its turn until `deadline`. It may answer other requests first.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it is not connected, or does not answer with a legal turn in time.
    pub(crate) async fn ask(
        &self,
        name: &str,
        ask: Ask,
        deadline: Instant,
    ) -> Result<Vec<Action>, Failure> {
        let (reply, answer) = oneshot::channel();
        let jobs = {
            let mut slots = self.lock();
            let slot = slots.get_mut(name).ok_or(Failure::Absent)?;
            let link = slot.link.as_ref().ok_or(Failure::Absent)?;
            if !link.profile.covers(&ask.setup) {
                return Err(Failure::DoesNotPlay);
            }
            let jobs = link.jobs.clone();
            match &ask.asker {
                Asker::Table { id, has_people } => {
                    slot.tables.touch(id);
                    if *has_people {
                        slot.asked = Some(Instant::now());
                    }
                }
                Asker::Ladder => slot.rated = Instant::now(),
            }
            jobs
        };
        jobs.push(Job { ask, reply })?;
        match timeout_at(deadline, answer).await {
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

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Rules};

    use super::*;

    pub(super) fn ask(asker: Asker) -> Ask {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let game = Box::new(AnyGame::new(&setup).expect("possible"));
        let (time, limit) = (Duration::from_secs(1), Duration::from_secs(3));
        let (game_id, played, account) = ("game".to_owned(), Vec::new(), Account::default());
        Ask { game_id, setup, seat: 0, played, game, time, limit, account, asker }
    }

    pub(super) fn profile() -> Profile {
        let mut profile = Profile::default();
        let plays = bastide_engine::Answer::parse("plays land seats=2..2 rules=base,fields");
        profile.note(plays.expect("valid"));
        profile
    }

    #[tokio::test(start_paused = true)]
    async fn only_people_postpone_the_ladder_and_not_for_ever() {
        let engines = Arc::new(Engines::new());
        let _connection = engines.connect("Rook", profile());
        let (table, second) = (TableId("table".into()), Duration::from_secs(1));
        let asked = async |asker: Asker| {
            let end = engines.ask("Rook", ask(asker), Instant::now() + second).await;
            assert_eq!(end, Err(Failure::Timeout));
            engines.is_with_people("Rook")
        };
        let of_table = |has_people| Asker::Table { id: table.clone(), has_people };
        assert!(engines.invite("Rook", &table, 1), "an invitation changes nothing");
        assert!(!engines.is_with_people("Rook"));
        assert!(!asked(of_table(false)).await, "a table of bots");
        assert!(asked(of_table(true)).await);
        tokio::time::advance(PEOPLE_FIRST).await;
        assert!(!engines.is_with_people("Rook"), "it was not asked any more");
        for _ in 0..5 {
            assert!(asked(of_table(true)).await);
            tokio::time::advance(PEOPLE_FIRST - 2 * second).await;
        }
        assert!(!asked(of_table(true)).await, "it was postponed long enough");
        assert!(asked(Asker::Ladder).await, "the ladder has had its turn");
    }
}
