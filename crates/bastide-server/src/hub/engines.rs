//! Engines at the tables of a hub.
//!
//! An engine has a seat as a bot does. If it is disconnected for too long, does not answer in time,
//! or answers with an illegal action, the bot that replaces absent players of the table plays its
//! turn, and the table records that.

use std::sync::Arc;
use std::time::Duration;

use bastide::Action;
use bastide_protocol::{Problem, ProblemCode, engine_of};
use bastide_table::{Entropy, Made, Table, Taken, problem};
use tokio::sync::watch;
use tokio::time::Instant;

use super::live::Live;
use super::{Hub, loaded};
use crate::engines::{Accounts, Ask, EngineOptions, Engines, Failure};
use crate::store::EngineStore;

/// Maximum number of attempts at a turn whose engine disconnects.
const TRIES: usize = 3;

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

    /// Returns the name of the engine with this token.
    pub(crate) fn engine_with(&self, token: &str) -> Option<String> {
        self.0.engine_accounts.borrow().find(token, self.now()).map(str::to_owned)
    }

    /// Returns true if the token of the engine is valid.
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

    /// Returns the engines that can take a seat at a table: those that are connected and play its
    /// game, if this process runs the bots of the table.
    pub(super) fn engines_for(&self, table: &Table) -> Vec<String> {
        match self.lease(table.id.shard()) {
            Some(_) => self.0.engines.playing(table.setup()),
            None => Vec::new(),
        }
    }

    /// Checks that all engines of a new table play its game, and records that they are invited.
    /// Returns true if there are any.
    ///
    /// # Errors
    /// Returns a [`Problem`] if one of them does not.
    pub(super) fn check_engines(&self, made: &Made) -> Result<bool, Problem> {
        let levels = made.seats.iter().filter_map(|taken| match taken {
            Taken::Bot { level } => engine_of(level),
            Taken::Nobody | Taken::Person { .. } => None,
        });
        let seated: Vec<&str> = levels.collect();
        if seated.is_empty() {
            return Ok(false);
        }
        let known = self.0.engines.playing(&made.setup()?);
        for name in seated {
            if !known.iter().any(|known| known == name) {
                let text = format!("the engine {name} does not play this game");
                return Err(problem(ProblemCode::BadSetup, text));
            }
            self.0.engines.invite(name);
        }
        Ok(true)
    }

    /// Records that a table has invited an engine.
    pub(super) fn note_invitation(&self, level: &str) {
        if let Some(name) = engine_of(level) {
            self.0.engines.invite(name);
        }
    }

    /// Has an engine choose its turn at a table; `None` if the table has changed.
    pub(super) async fn engine_turn_at(
        &self,
        live: &Arc<Live>,
        name: &str,
        seat: u8,
        revision: u32,
    ) -> Option<Result<Vec<Action>, Failure>> {
        let options = self.engine_options();
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
                is_ladder: false,
            }
        };
        Some(self.engine_turn(name, ask).await)
    }

    /// Has an engine choose a turn. Waits for one that has just disconnected.
    ///
    /// # Errors
    /// Returns a [`Failure`] if it does not.
    pub(super) async fn engine_turn(&self, name: &str, ask: Ask) -> Result<Vec<Action>, Failure> {
        let (engines, options) = (&self.0.engines, self.engine_options());
        let mut last = Failure::Absent;
        for _ in 0..TRIES {
            if !self.is_engine_valid(name) {
                return Err(Failure::Revoked);
            }
            if let Some(since) = engines.absent_since(name) {
                let deadline = since + options.reconnect;
                if Instant::now() < deadline {
                    engines.wait(name, deadline).await;
                }
            }
            match engines.ask(name, ask.clone()).await {
                Err(failure @ (Failure::Gone | Failure::Absent)) => last = failure,
                other => return other,
            }
            if engines.absent_since(name).is_some_and(|at| at.elapsed() >= options.reconnect) {
                break;
            }
            // The connection that has ended may not have been removed yet.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(last)
    }
}
