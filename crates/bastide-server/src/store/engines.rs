//! Interface for the storage of engine accounts and of the ladder.

use async_trait::async_trait;

use super::{Millis, StoreError};

/// Maximum number of engine accounts, including revoked ones.
pub const MAX_ENGINES: u16 = 1_000;

/// The account of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEngine {
    /// Its name, shown to all players.
    pub name: String,
    /// Hash of its token.
    pub token: String,
    /// Note of the operator.
    pub note: String,
    /// Time at which the token was issued.
    pub created: Millis,
    /// Time until which the token is valid; `None` if it does not expire.
    pub expires: Option<Millis>,
    /// Time at which the token was revoked.
    pub revoked: Option<Millis>,
}

impl StoredEngine {
    /// Returns true if the token is valid at `now`.
    pub fn is_valid(&self, now: Millis) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|expires| expires > now)
    }
}

/// Standing of an engine or a bot on the ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredStanding {
    /// The player: `engine:NAME`, or the level of a bot.
    pub player: String,
    /// Glicko-2 rating.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Volatility.
    pub volatility: f64,
    /// Number of games.
    pub games: u32,
    /// Number of wins.
    pub wins: u32,
    /// Number of draws.
    pub draws: u32,
    /// Number of losses.
    pub losses: u32,
}

/// A game of the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEngineGame {
    /// Number of the game; ignored when it is added.
    pub id: i64,
    /// Time at which it ended.
    pub at: Millis,
    /// Players by seat.
    pub players: [String; 2],
    /// Points by seat.
    pub points: [i32; 2],
    /// `played`, or why a seat forfeited the game.
    pub ending: String,
    /// The seat that forfeited the game.
    pub forfeited: Option<u8>,
    /// The record.
    pub record: String,
}

/// Storage of engine accounts and of the ladder.
#[async_trait]
pub trait EngineStore: Send + Sync {
    /// Adds an account, or replaces a revoked or expired one of the same name. Returns false if the
    /// name has a valid token, or if there are [`MAX_ENGINES`] accounts.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn add_engine(&self, engine: StoredEngine) -> Result<bool, StoreError>;

    /// Returns all accounts in the order of their names.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn engines(&self) -> Result<Vec<StoredEngine>, StoreError>;

    /// Revokes the token of an engine. Returns false if there is no such engine with a token that
    /// is not revoked.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn revoke_engine(&self, name: &str, now: Millis) -> Result<bool, StoreError>;

    /// Deletes an account and its standing; the games that it has played are kept. Returns false if
    /// there is no such engine.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be written.
    async fn remove_engine(&self, name: &str) -> Result<bool, StoreError>;

    /// Returns all standings.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn standings(&self) -> Result<Vec<StoredStanding>, StoreError>;

    /// Saves a game with the new standings of its players, and keeps the last `keep` games. Returns
    /// false, and saves nothing, if the account of one of them was removed.
    ///
    /// # Errors
    /// Returns [`StoreError::Conflict`] if another process has changed one of the standings.
    async fn add_engine_game(
        &self,
        game: StoredEngineGame,
        standings: [StoredStanding; 2],
        keep: u32,
    ) -> Result<bool, StoreError>;

    /// Returns the last games, newest first, with empty records.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn engine_games(&self, limit: u16) -> Result<Vec<StoredEngineGame>, StoreError>;

    /// Returns a game.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read.
    async fn engine_game(&self, id: i64) -> Result<Option<StoredEngineGame>, StoreError>;
}
