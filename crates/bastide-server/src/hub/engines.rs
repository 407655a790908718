//! Engines at the tables of a hub.
//!
//! An engine has a seat as a bot does. If it is disconnected for too long, does not answer in time,
//! or answers with an illegal action, the bot that replaces absent players of the table plays its
//! turn, and the table records that. After several failures in a row it plays all further turns.

use std::sync::Arc;
use std::time::Duration;

use bastide::Action;
use bastide_protocol::{Problem, ProblemCode, engine_of};
use bastide_table::{Entropy, Made, Table, TableId, Taken, problem};
use tokio::sync::watch;
use tokio::time::Instant;

use super::live::Live;
use super::{Hub, loaded};
use crate::engines::{Account, Accounts, Ask, Asker, EngineOptions, Engines, Failure, Login};
use crate::store::EngineStore;

impl Hub {
    /// Returns the storage of engine accounts.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the store has none, as in simulations.
    pub(crate) fn engine_store(&self) -> Result<&dyn EngineStore, Problem> {
        self.0.store.engines().ok_or_else(|| {
            problem(ProblemCode::Internal, "this store does not support engine accounts")
        })
    }

    /// Returns the source of tokens.
    pub(crate) fn entropy(&self) -> &Entropy {
        &self.0.options.entropy
    }

    /// Returns the settings of engines.
    pub(crate) fn engine_options(&self) -> EngineOptions {
        self.0.options.engines
    }

    /// Returns the connected engines.
    pub(crate) fn engines(&self) -> &Arc<Engines> {
        &self.0.engines
    }

    /// Returns a receiver of the accounts of engines and their changes.
    pub(crate) fn engine_accounts(&self) -> watch::Receiver<Arc<Accounts>> {
        self.0.engine_accounts.subscribe()
    }

    /// Returns a receiver that changes when the hub shuts down.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Returns the engine with this token.
    pub(crate) fn engine_with(&self, token: &str) -> Option<Login> {
        self.0.engine_accounts.borrow().find(token, self.now())
    }

    /// Returns true if the token with which an engine has connected is still valid.
    pub(crate) fn is_login_valid(&self, login: &Login) -> bool {
        self.0.engine_accounts.borrow().holds(login, self.now())
    }

    /// Returns true if the engine has a valid token.
    pub(crate) fn is_engine_valid(&self, name: &str) -> bool {
        self.0.engine_accounts.borrow().is_valid(name, self.now())
    }

    /// Reloads the accounts of engines, which other processes may have changed. Keeps the current
    /// ones if the store cannot be read.
    pub(crate) async fn refresh_engines(&self) {
        let Some(store) = self.0.store.engines() else { return };
        match store.engines().await {
            Ok(stored) => {
                let accounts = Arc::new(Accounts::new(stored));
                self.0.engine_accounts.send_if_modified(|known| {
                    let is_new = *known != accounts;
                    if is_new {
                        *known = accounts;
                    }
                    is_new
                });
            }
            Err(error) => tracing::warn!(%error, "reading engine accounts failed"),
        }
    }

    /// Returns the names of the connected engines.
    pub(super) fn engine_names(&self) -> Vec<String> {
        self.0.engines.connected().into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the engines that can take a seat at a table: those that are connected, play its game
    /// and have room for a further table, if this process runs the bots of the table.
    pub(super) fn engines_for(&self, table: &Table) -> Vec<String> {
        if self.lease(table.id.shard()).is_none() {
            return Vec::new();
        }
        let most = self.engine_options().tables;
        let mut engines = self.0.engines.playing(table.setup());
        engines.retain(|name| self.0.engines.has_room(name, &table.id, most));
        engines
    }

    /// Returns the engines of a new table.
    ///
    /// # Errors
    /// Returns a [`Problem`] if one of them does not play its game.
    pub(super) fn engines_of(&self, made: &Made) -> Result<Vec<String>, Problem> {
        let levels = made.seats.iter().filter_map(|taken| match taken {
            Taken::Bot { level } => engine_of(level),
            Taken::Nobody | Taken::Person { .. } => None,
        });
        let seated: Vec<String> = levels.map(str::to_owned).collect();
        if !seated.is_empty() {
            let known = self.0.engines.playing(&made.setup()?);
            if let Some(name) = seated.iter().find(|name| !known.contains(name)) {
                let text = format!("the engine {name} does not play this game");
                return Err(problem(ProblemCode::BadSetup, text));
            }
        }
        Ok(seated)
    }

    /// Invites engines to a new table.
    ///
    /// # Errors
    /// Returns a [`Problem`] if one of them plays at too many tables.
    pub(super) fn invite_engines(&self, names: &[String], table: &TableId) -> Result<(), Problem> {
        let most = self.engine_options().tables;
        let busy = names.iter().find(|name| !self.0.engines.invite(name, table, most));
        let Some(name) = busy else { return Ok(()) };
        self.engines_leave(table);
        let text = format!("the engine {name} plays at {most} tables already: try again later");
        Err(problem(ProblemCode::Busy, text))
    }

    /// Records that a table has invited an engine.
    pub(super) fn note_invitation(&self, level: &str, table: &TableId) {
        if let Some(name) = engine_of(level) {
            self.0.engines.invite(name, table, u16::MAX);
        }
    }

    /// Records that a table needs no more turns of engines.
    pub(super) fn engines_leave(&self, table: &TableId) {
        self.0.engines.leave(table);
    }

    /// Has an engine choose its turn at a table; `None` if the table has changed. After several
    /// failures in a row the engine is not asked any more.
    pub(super) async fn engine_turn_at(
        &self,
        live: &Arc<Live>,
        name: &str,
        seat: u8,
        revision: u32,
    ) -> Option<Result<Vec<Action>, Failure>> {
        let (engines, options) = (&self.0.engines, self.engine_options());
        if engines.is_sidelined(name, &live.id) {
            return Some(Err(Failure::Sidelined));
        }
        let ask = {
            let state = live.state.lock().await;
            let table = loaded(&state).ok()?;
            let record = table.record().filter(|_| table.revision() == revision)?;
            let notation = record.notation();
            Ask {
                game_id: live.id.to_string(),
                setup: record.setup().clone(),
                seat,
                played: record.actions().iter().map(|&a| notation.show(a).to_string()).collect(),
                game: Box::new(table.game().clone()),
                time: options.move_time,
                limit: options.turn_time(options.move_time),
                account: Account::default(),
                asker: Asker::Table { id: live.id.clone(), has_people: table.has_people() },
            }
        };
        let is_away = |since: Instant| since.elapsed() >= options.reconnect;
        let was_away = engines.absent_since(name).is_some_and(is_away);
        let mut absence = options.reconnect;
        let turn = self.engine_turn(name, &ask, &mut absence).await;
        let is_sidelined = match &turn {
            Ok(_) => engines.note_turn(name, &live.id, false),
            // The table has not waited for it. It can go on when it is back.
            Err(_) if was_away => false,
            Err(_) => engines.note_turn(name, &live.id, true),
        };
        if is_sidelined {
            tracing::info!(table = %live.id, engine = name, "an engine was sidelined");
        }
        Some(turn)
    }

    /// Has an engine choose a turn. Waits for one that has just disconnected, but not longer than
    /// `absence`, which becomes shorter by that time, nor than the patience of the asker.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it does not.
    pub(super) async fn engine_turn(
        &self,
        name: &str,
        ask: &Ask,
        absence: &mut Duration,
    ) -> Result<Vec<Action>, Failure> {
        let is_valid = || self.is_engine_valid(name);
        self.0.engines.turn(name, ask, &self.engine_options(), absence, is_valid).await
    }
}
