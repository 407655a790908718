//! New tables and seats: what their makers choose.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What hints clients may show. Settled when the table is made and kept in
/// the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aid {
    /// Nothing but the board and the scores, as on a real table.
    None,
    /// Owners, points, tiles left, odds: all that a patient person could
    /// count.
    #[default]
    Standard,
    /// A bot's advice too.
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

/// How far a move can be taken back, if all others agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Never past a drawn tile.
    #[default]
    WithinTurn,
    /// Past drawn tiles too. The same tiles come again.
    PastDraws,
}

/// Who may find the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Whoever has the link.
    #[default]
    Private,
    /// Everybody, in the lobby.
    Listed,
}

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockPlan {
    /// A budget for the game, and something for each turn.
    Live {
        /// Seconds for each player; 10 to 86,400.
        seconds: u32,
        /// Seconds more after each turn; at most 600.
        increment: u32,
    },
    /// So many days for each turn; 1 to 14.
    Days {
        /// How many.
        days: u8,
    },
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstSeat {
    /// Drawn with the tiles, so that it can be checked too.
    #[default]
    Random,
    /// This seat.
    Seat {
        /// From 0.
        seat: u8,
    },
}

/// Where the tiles come from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum DealPlan {
    /// A secret seed, promised before and revealed after the game.
    #[default]
    Secret,
    /// A seed of the maker's, for playing the same tiles elsewhere. Whoever
    /// made the table can know what comes, and the table says so.
    Seed {
        /// 64 hexadecimal digits, or any text, whose hash is taken.
        seed: String,
    },
    /// These tiles in this order. Known to whoever made the table.
    Deck {
        /// Names of tiles.
        tiles: Vec<String>,
    },
}

/// Who is to have a seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatPlan {
    /// Whoever makes the table. With several of these it is played on one
    /// screen.
    Me {
        /// The name at this seat.
        name: String,
    },
    /// Whoever comes.
    Open,
    /// A bot.
    Bot {
        /// The name of a level or a personality.
        level: String,
    },
}

/// Going on from another game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    /// A record, as text. Its rules and seats are the new table's.
    pub record: String,
    /// After so many actions of it, chance included.
    pub actions: usize,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// `land` or `stronghold`.
    pub game: String,
    /// The mix, as in records: `base,fields,river`. Empty within a wall.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub rules: String,
    /// One for each player, in order of play.
    pub seats: Vec<SeatPlan>,
    /// Who may find it.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub visibility: Visibility,
    /// How long players may think; without, as long as they like.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub clock: Option<ClockPlan>,
    /// What hints there are.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub aid: Aid,
    /// How far moves can be taken back.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub undo: UndoPolicy,
    /// Who begins.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub first: FirstSeat,
    /// Where the tiles come from.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub deal: DealPlan,
    /// Another game to go on from, with new tiles.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub go_on: Option<GoOn>,
    /// The commitment to a salt of the maker, who reveals it once all seats
    /// are taken: 64 hexadecimal digits (`docs/fair-play.md`). Ignored where
    /// the tiles are known.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub salt_commitment: Option<String>,
    /// The level of bots that play on for people who are away, resign or run
    /// out of time.
    #[serde(default = "usual_stand_in")]
    #[ts(optional, as = "Option<_>")]
    pub stand_in: String,
    /// The colours of the seats, all different, in the order of seats. Seats
    /// without one take the colours that are left: red, blue, green, yellow,
    /// black, white.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub colours: Vec<Colour>,
}

impl NewTable {
    /// A private table without a clock, for a mix of rules as in records; an
    /// empty one is Stronghold.
    pub fn new(rules: &str, seats: Vec<SeatPlan>) -> NewTable {
        NewTable {
            game: if rules.is_empty() { "stronghold" } else { "land" }.to_owned(),
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

/// The level of bots that play on unless the maker of the table chose another.
pub fn usual_stand_in() -> String {
    "normal".to_owned()
}

/// A free seat to be taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// Which, or any.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub seat: Option<u8>,
    /// Under which name.
    pub name: String,
    /// A text of one's own that is mixed into the draws; at most 64
    /// characters.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub salt: Option<String>,
    /// The commitment to a salt, revealed once all seats are taken: 64
    /// hexadecimal digits (`docs/fair-play.md`). Ignored where the tiles are
    /// known.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub salt_commitment: Option<String>,
}

/// The answer to making a table or taking a seat: the one time that the token
/// is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Seated {
    /// The table.
    pub table: String,
    /// Its link.
    pub url: String,
    /// The seats held, none for somebody who only made the table.
    pub seats: Vec<u8>,
    /// The secret that proves it. Keep it; nobody else has it.
    pub token: String,
}
