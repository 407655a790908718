//! Requests to create a table or take a seat, with all their options.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::Family;

/// Level of assistance by the client. Fixed when the table is created and stored in the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aid {
    /// Only the board and the scores, as on a physical table.
    None,
    /// Owners, values, remaining tiles and odds: everything a player could count by hand.
    #[default]
    Standard,
    /// `Standard` plus advice of a bot.
    Coach,
}

/// The colour of a player's figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
    Black,
    White,
}

impl From<bastide::Colour> for Colour {
    fn from(colour: bastide::Colour) -> Colour {
        match colour {
            bastide::Colour::Red => Colour::Red,
            bastide::Colour::Blue => Colour::Blue,
            bastide::Colour::Green => Colour::Green,
            bastide::Colour::Yellow => Colour::Yellow,
            bastide::Colour::Black => Colour::Black,
            bastide::Colour::White => Colour::White,
        }
    }
}

impl From<Colour> for bastide::Colour {
    fn from(colour: Colour) -> bastide::Colour {
        match colour {
            Colour::Red => bastide::Colour::Red,
            Colour::Blue => bastide::Colour::Blue,
            Colour::Green => bastide::Colour::Green,
            Colour::Yellow => bastide::Colour::Yellow,
            Colour::Black => bastide::Colour::Black,
            Colour::White => bastide::Colour::White,
        }
    }
}

/// Limit on undoing moves, which requires the consent of all other players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Only within a turn, never past a drawn tile.
    #[default]
    WithinTurn,
    /// Also past drawn tiles. The same tiles are drawn again.
    PastDraws,
}

/// Visibility of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Only for clients that have the link.
    #[default]
    Private,
    /// Listed in the lobby for all clients.
    Listed,
}

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockPlan {
    /// A time budget for the whole game plus an increment per turn.
    Live {
        /// Initial seconds for each player, 10 to 86,400.
        seconds: u32,
        /// Seconds added after each turn, at most 600.
        increment: u32,
    },
    /// A fixed number of days for each turn, 1 to 14.
    Days {
        /// Number of days.
        days: u8,
    },
}

/// Choice of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstSeat {
    /// Drawn from the same seed as the tiles, so that it can be verified.
    #[default]
    Random,
    /// A fixed seat.
    Seat {
        /// Index of the seat, starting at 0.
        seat: u8,
    },
}

/// Source of the draws.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum DealPlan {
    /// A secret seed of the server, committed to before the game and revealed after it.
    #[default]
    Secret,
    /// A seed chosen by the creator, to play the same tiles elsewhere. The creator may know the draws
    /// in advance, and the table says so.
    Seed {
        /// 64 hexadecimal digits, or any other text, which is hashed.
        seed: String,
    },
    /// A fixed order of tiles, known to the creator in advance.
    Deck {
        /// Names of the tiles.
        tiles: Vec<String>,
    },
}

/// Intended occupant of a seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatPlan {
    /// The creator of the table. With several of these seats the game is played on one screen.
    Me {
        /// Display name at this seat.
        name: String,
    },
    /// Free for any player.
    Open,
    /// A bot.
    Bot {
        /// Its level or personality, one of the [`BotList`](crate::BotList), or `engine:NAME` for
        /// an engine that is connected to the server. A string, like every level in the protocol:
        /// stored tables may name a level that has been removed since.
        level: String,
    },
}

/// Starting position taken from another game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    /// A record, as text. Its rules and seats apply to the new table.
    pub record: String,
    /// Number of its actions to play first, including draws and reveals.
    pub actions: usize,
}

/// Request to create a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Family of the game.
    pub game: Family,
    /// Rules of the land game as in records, for example `base,fields,river`. Empty for Stronghold.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub rules: String,
    /// One entry for each player, in order of play.
    pub seats: Vec<SeatPlan>,
    /// Visibility of the table.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub visibility: Visibility,
    /// Time control; unlimited if missing.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub clock: Option<ClockPlan>,
    /// Level of assistance.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub aid: Aid,
    /// Limit on undoing moves.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub undo: UndoPolicy,
    /// Choice of the first player.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub first: FirstSeat,
    /// Source of the draws.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub deal: DealPlan,
    /// Starting position taken from another game; the following draws are new.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub go_on: Option<GoOn>,
    /// Commitment to a salt of the creator, to be revealed once all seats are taken: 64 hexadecimal
    /// digits (`docs/fair-play.md`). Ignored if the draws are known.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub salt_commitment: Option<String>,
    /// Level of the bots that replace players who are away, resign or run out of time.
    #[serde(default = "usual_stand_in")]
    #[ts(optional, as = "Option<_>")]
    pub stand_in: String,
    /// Distinct colours of the seats, in seat order. Seats without an entry take the remaining
    /// colours in this order: red, blue, green, yellow, black, white.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub colours: Vec<Colour>,
}

impl NewTable {
    /// Creates a request for a private table without a clock. `rules` are as in records; an empty
    /// string stands for Stronghold.
    pub fn new(rules: &str, seats: Vec<SeatPlan>) -> NewTable {
        NewTable {
            game: if rules.is_empty() { Family::Stronghold } else { Family::Land },
            rules: rules.to_owned(),
            seats,
            visibility: Visibility::default(),
            clock: None,
            aid: Aid::default(),
            undo: UndoPolicy::default(),
            first: FirstSeat::default(),
            deal: DealPlan::default(),
            go_on: None,
            salt_commitment: None,
            stand_in: usual_stand_in(),
            colours: Vec::new(),
        }
    }
}

/// Default level of the bots that replace players.
pub fn usual_stand_in() -> String {
    "normal".to_owned()
}

/// Request to take a free seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// Index of the seat; any free seat if missing.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub seat: Option<u8>,
    /// Display name.
    pub name: String,
    /// Text that is mixed into the seed of the draws, at most 64 characters.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub salt: Option<String>,
    /// Commitment to a salt, to be revealed once all seats are taken: 64 hexadecimal digits
    /// (`docs/fair-play.md`). Ignored if the draws are known.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub salt_commitment: Option<String>,
}

/// Response to creating a table or taking a seat. The token is sent only this once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Seated {
    /// Id of the table.
    pub table: String,
    /// URL of the table.
    pub url: String,
    /// Seats of this client; empty if it only created the table.
    pub seats: Vec<u8>,
    /// Secret token of these seats. The server does not store it in plain text, so the client has
    /// to.
    pub token: String,
}
