//! Engines, outside programs that play on a server, and their ladder.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Engines and bots of a server with their ratings, and the last games of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EngineList {
    /// All engines, and the bots that have played against them; best first, then those without a
    /// rating.
    pub engines: Vec<EngineLine>,
    /// The last games, newest first.
    pub games: Vec<EngineGame>,
    /// True if the server lets connected engines play for ratings.
    pub is_ladder_on: bool,
}

/// An engine, or a bot on the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EngineLine {
    /// Level, as in seats: `engine:NAME`, or that of a bot.
    pub level: String,
    /// What the program calls itself; empty if it is not connected, and for bots.
    pub program: String,
    /// True if it can be invited now: it is connected, or a bot.
    pub is_connected: bool,
    /// True if it is playing a game of the ladder.
    pub is_playing: bool,
    /// Its rating; `None` before its first game.
    pub standing: Option<EngineStanding>,
}

/// Rating of an engine or bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EngineStanding {
    /// Glicko-2 rating, on the scale of Elo.
    pub rating: i32,
    /// Half of the interval that contains the true rating with a probability of 95 %.
    pub margin: i32,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct EngineGame {
    /// Number of the game. Its record is at `/api/engines/games/{id}`.
    #[ts(type = "number")]
    pub id: i64,
    /// Time of its end, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Levels of the players by seat.
    pub levels: [String; 2],
    /// Points by seat.
    pub points: [i32; 2],
    /// The seat that forfeited the game: it did not answer in time, or not with a legal action.
    pub forfeited: Option<u8>,
}
