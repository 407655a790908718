//! Games of the ladder: connected engines play against each other and against bots, while nothing
//! else is to be done.
//!
//! The games are not tables. A game that has begun is finished even if a table invites the engine: its
//! author could otherwise escape a loss. It does not count only if the server shuts down, or if a
//! token expires or the operator revokes it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bastide::{Actor, Game as _, Rules, Setup};
use bastide_host::{Dealer, Match, Record};
use bastide_protocol::{EngineGame, EngineLine, EngineList, Problem, ProblemCode, engine_of};
use bastide_table::problem;
use tokio::sync::Semaphore;

use super::live::not_saved;
use super::{Hub, lock};
use crate::bots::PauseBudget;
use crate::engines::ladder::{BOTS, Meetings, RULES, level_of, rated, shown, standing_of};
use crate::engines::{Account, Ask, Asker, Failure};
use crate::store::{StoreError, StoredEngineGame};

/// Time after the last command of a person for which the ladder pauses.
const QUIET: Duration = Duration::from_secs(2);

/// Maximum time for which a game pauses altogether. It then goes on at the lowest priority: a table
/// can be kept busy by a program, and a player who is losing would delay the end until the server
/// restarts.
const MOST_PAUSED: Duration = Duration::from_secs(600);

/// Number of games that are kept, and of those that are listed.
const KEPT: u32 = 1_000;
const LISTED: u16 = 30;

/// Number of attempts to save a result that conflicts with another process.
const TRIES: usize = 5;

/// State of the ladder.
#[derive(Default)]
pub(super) struct Ladder {
    meetings: Mutex<Meetings>,
    /// Levels of the players of running games.
    playing: Mutex<BTreeSet<String>>,
}

/// The game did not end: the server shuts down, or a token was revoked or has expired.
struct Interrupted;

/// A finished game.
struct Finished {
    record: Record,
    points: [i32; 2],
    /// The seat that forfeited, and why.
    forfeited: Option<(u8, Failure)>,
}

impl Hub {
    /// Starts games until the hub shuts down.
    pub(super) async fn run_ladder(self) {
        let options = self.engine_options();
        let is_off = options.ladder_games == 0 || !self.0.options.runs_background;
        if is_off || self.0.store.engines().is_none() {
            return;
        }
        let rooms = Arc::new(Semaphore::new(options.ladder_games.into()));
        let mut closing = self.closing();
        loop {
            tokio::select! {
                biased;
                _ = closing.changed() => return,
                () = tokio::time::sleep(options.ladder_every) => {}
            }
            let engines = self.idle_engines();
            if engines.is_empty() || !self.0.bots.is_quiet(QUIET) || !self.0.health.is_well() {
                continue;
            }
            let Ok(room) = Arc::clone(&rooms).try_acquire_owned() else { continue };
            let Ok(store) = self.engine_store() else { return };
            let Ok(standings) = store.standings().await else { continue };
            let pair = lock(&self.0.ladder.meetings).pair(&engines, &standings);
            let Some(players) = pair else { continue };
            lock(&self.0.ladder.playing).extend(players.iter().cloned());
            let hub = self.clone();
            tokio::spawn(async move {
                if let Ok(finished) = hub.ladder_game(&players).await {
                    hub.save_ladder_game(&players, finished).await;
                }
                lock(&hub.0.ladder.playing).retain(|player| !players.contains(player));
                drop(room);
            });
        }
    }

    /// Returns the levels of the engines that could play a game of the ladder now.
    fn idle_engines(&self) -> Vec<String> {
        let Ok(setup) = setup() else { return Vec::new() };
        let engines = self.0.engines.playing(&setup).into_iter();
        let idle = engines.filter(|name| {
            !self.0.engines.is_with_people(name)
                && self.is_engine_valid(name)
                && !lock(&self.0.ladder.playing).contains(&level_of(name))
        });
        idle.map(|name| level_of(&name)).collect()
    }

    async fn ladder_game(&self, players: &[String; 2]) -> Result<Finished, Interrupted> {
        let options = self.engine_options();
        let entropy = &self.0.options.entropy;
        let setup = setup().map_err(|_| Interrupted)?;
        let dealer = Dealer::seeded(entropy.seed(), "");
        let mut game = Match::new(setup.clone(), dealer).map_err(|_| Interrupted)?;
        for (seat, player) in bastide::Seat::all(2).zip(players) {
            // A name that records do not allow is left out.
            let _ = game.set_extra(&Record::player_key(seat), player);
        }
        let _ = game.set_extra("began", (self.now() / 1000).to_string());
        let game_id = format!("ladder {}", entropy.table_name());
        let mut forfeited = None;
        let budget = PauseBudget::new(MOST_PAUSED);
        // An engine is awaited for as long as at a table, but in all turns together.
        let mut absences = [options.reconnect; 2];
        while let Actor::Seat(seat) = game.game().to_act() {
            self.wait_until_quiet(&budget).await?;
            let player = &players[seat.index()];
            let at = u8::try_from(seat.index()).unwrap_or_default();
            let turn = match engine_of(player) {
                Some(name) => {
                    let record = game.record();
                    let notation = record.notation();
                    let played = record.actions().iter();
                    let ask = Ask {
                        game_id: game_id.clone(),
                        setup: setup.clone(),
                        seat: at,
                        played: played.map(|&a| notation.show(a).to_string()).collect(),
                        game: Box::new(game.game().clone()),
                        time: options.ladder_time,
                        limit: options.turn_time(options.ladder_time),
                        account: Account::default(),
                        asker: Asker::Ladder,
                    };
                    let absence = &mut absences[seat.index()];
                    match self.engine_turn(name, &ask, absence).await {
                        Ok(turn) => turn,
                        Err(Failure::Revoked) => return Err(Interrupted),
                        Err(_) if *self.0.closing.borrow() => return Err(Interrupted),
                        Err(failure) => {
                            forfeited = Some((at, failure));
                            game.abandon();
                            break;
                        }
                    }
                }
                None => {
                    let spec = player.parse().map_err(|_| Interrupted)?;
                    let seed = entropy.bytes::<8>();
                    let (state, seed) = (game.game().clone(), u64::from_le_bytes(seed));
                    let turn = self.0.bots.think_spare(state, spec, seed, &budget).await;
                    turn.map_err(|_| Interrupted)?
                }
            };
            for action in turn {
                game.play(seat, action).map_err(|_| Interrupted)?;
            }
        }
        let record = game.to_record();
        let scores = game.game().scores();
        let mut points = scores.iter(2).map(|(_, &points)| points);
        let points = [points.next().unwrap_or_default(), points.next().unwrap_or_default()];
        Ok(Finished { record, points, forfeited })
    }

    /// Waits while people play, as long as `budget` lasts.
    async fn wait_until_quiet(&self, budget: &PauseBudget) -> Result<(), Interrupted> {
        let mut closing = self.closing();
        tokio::select! {
            biased;
            _ = closing.wait_for(|closing| *closing) => Err(Interrupted),
            () = self.0.bots.quiet(QUIET, budget) => Ok(()),
        }
    }

    /// Rates a game and saves it.
    async fn save_ladder_game(&self, players: &[String; 2], finished: Finished) {
        let Finished { record, points, forfeited } = finished;
        let is_gone =
            |player: &String| engine_of(player).is_some_and(|name| !self.is_engine_valid(name));
        if players.iter().any(is_gone) {
            // An account that was removed would get a new rating.
            return;
        }
        let score = match (forfeited, points[0].cmp(&points[1])) {
            (Some((0, _)), _) | (None, std::cmp::Ordering::Less) => 0.0,
            (Some(_), _) | (None, std::cmp::Ordering::Greater) => 1.0,
            (None, std::cmp::Ordering::Equal) => 0.5,
        };
        let game = StoredEngineGame {
            id: 0,
            at: self.now(),
            players: players.clone(),
            points,
            ending: forfeited.map_or("played", |(_, failure)| failure.code()).to_owned(),
            forfeited: forfeited.map(|(seat, _)| seat),
            record: record.to_text(),
        };
        for _ in 0..TRIES {
            let Ok(store) = self.engine_store() else { return };
            let saved = match store.standings().await {
                Ok(standings) => {
                    let pair = [&players[0], &players[1]].map(|p| standing_of(p, &standings));
                    store.add_engine_game(game.clone(), rated(pair, score), KEPT).await
                }
                Err(error) => Err(error),
            };
            match saved {
                Ok(true) => return,
                Ok(false) => {
                    tracing::info!("a game of the ladder does not count: its engine was removed");
                    return;
                }
                Err(StoreError::Conflict) => {}
                Err(error) => {
                    tracing::warn!(%error, "saving a game of the ladder failed");
                    return;
                }
            }
        }
        tracing::warn!("saving a game of the ladder failed: too many conflicts");
    }

    /// Returns all engines and the last games of the ladder.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the store cannot be read.
    pub(crate) async fn engine_list(&self) -> Result<EngineList, Problem> {
        let store = self.engine_store()?;
        let failed = |error: StoreError| not_saved(&error);
        let standings = store.standings().await.map_err(failed)?;
        let games = store.engine_games(LISTED).await.map_err(failed)?;
        let connected = self.0.engines.connected();
        let playing = lock(&self.0.ladder.playing).clone();
        let names: Vec<String> = {
            let accounts = self.0.engine_accounts.borrow();
            accounts.names(self.now()).map(str::to_owned).collect()
        };
        let known = |level: &str| standings.iter().find(|standing| standing.player == level);
        let mut rows = Vec::new();
        for name in names {
            let level = level_of(&name);
            let link = connected.iter().find(|(other, _)| *other == name);
            rows.push((
                known(&level),
                EngineLine {
                    program: link.map(|(_, profile)| profile.name.clone()).unwrap_or_default(),
                    is_connected: link.is_some(),
                    is_playing: playing.contains(&level),
                    standing: known(&level).map(shown),
                    level,
                },
            ));
        }
        for kind in BOTS {
            let level = kind.name().to_owned();
            if let Some(standing) = known(&level) {
                rows.push((
                    Some(standing),
                    EngineLine {
                        program: String::new(),
                        is_connected: true,
                        is_playing: playing.contains(&level),
                        standing: Some(shown(standing)),
                        level,
                    },
                ));
            }
        }
        rows.sort_by(|(a, one), (b, other)| {
            let rating = |standing: &Option<_>| {
                standing.map_or(f64::NEG_INFINITY, |it: &crate::store::StoredStanding| it.rating)
            };
            rating(b).total_cmp(&rating(a)).then_with(|| one.level.cmp(&other.level))
        });
        let games = games.into_iter().map(|game| {
            let StoredEngineGame { id, at, players, points, forfeited, .. } = game;
            EngineGame { id, at, levels: players, points, forfeited }
        });
        Ok(EngineList {
            engines: rows.into_iter().map(|(_, line)| line).collect(),
            games: games.collect(),
            is_ladder_on: self.engine_options().ladder_games > 0,
        })
    }

    /// Returns the record of a game of the ladder.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such game.
    pub(crate) async fn engine_game(&self, id: i64) -> Result<String, Problem> {
        let found = self.engine_store()?.engine_game(id).await;
        let found = found.map_err(|error| not_saved(&error))?;
        found.map(|game| game.record).ok_or_else(|| {
            let text = "there is no such game: only the last ones are kept";
            problem(ProblemCode::NotFound, text)
        })
    }
}

/// Returns the set-up of all games.
fn setup() -> Result<Setup, Problem> {
    let rules = RULES.parse().map_err(|_| problem(ProblemCode::Internal, "invalid rules"))?;
    Ok(Setup::new(Rules::Land(rules), 2))
}
