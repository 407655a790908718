//! Types used by HTTP requests only: lists, records, positions and bots.

use bastide::{Action, AnyGame, Game, TileId};
use bastide_bots::Kind;
use bastide_host::{Record, Verified, VerifyError};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::EventView;
use crate::message::{Command, Scene};
use crate::table::{SeatView, TableLine};

/// A page of a list of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableList {
    /// The tables, most recently changed first.
    pub tables: Vec<TableLine>,
}

/// Request to exchange a handover code for a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Redeem {
    /// Secret code of the handover link.
    #[schema(max_length = 200)]
    pub code: String,
}

/// A command sent by HTTP request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// Idempotency key chosen by the client, at most 40 characters. A repeated id gets the stored
    /// answer and changes nothing.
    #[schema(min_length = 1, max_length = 40)]
    pub id: String,
    /// The command.
    pub command: Command,
}

/// A fact of a table that was played in a browser, as the browser stores it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LoggedFact {
    /// Number in the log of the table, starting at 1 without gaps.
    #[ts(type = "number")]
    pub seq: u64,
    /// Version of the format of `body`.
    pub schema: u16,
    /// Version of the rules under which the fact was created.
    pub rules: u16,
    /// Time in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The fact, as JSON. Only tables interpret it.
    pub body: String,
}

/// Request to publish a table that was played in a browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishTable {
    /// The whole log of the table.
    pub facts: Vec<LoggedFact>,
}

/// A range of consecutive states of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scenes {
    /// The game after each action.
    pub scenes: Vec<Scene>,
    /// For each scene, the events that led to it from the previous one; empty for the start of a
    /// game.
    pub events: Vec<Vec<EventView>>,
    /// Overview of the whole game.
    pub outline: Outline,
}

/// Overview of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Outline {
    /// Numbers of actions, including draws and reveals, at which a viewer stops: the start, the end
    /// of each turn, and within a turn once its tile is placed if the turn continues.
    pub stops: Vec<usize>,
    /// True if the game was played to its end.
    pub is_over: bool,
    /// Players, as far as the record names them.
    pub seats: Vec<SeatView>,
}

/// Request for a range of states of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// A record, as text or JSON.
    pub record: String,
    /// First state, as a number of actions including draws and reveals.
    #[schema(minimum = 0, maximum = 10000)]
    pub from: usize,
    /// Last state, at most 63 after `from`. States past the end are omitted.
    #[schema(minimum = 0, maximum = 10000)]
    pub to: usize,
}

/// Request for one state of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// A record, as text or JSON.
    pub record: String,
    /// Number of actions to play, including draws and reveals; all if missing.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub actions: Option<usize>,
}

/// A position with a record that leads to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PositionView {
    /// Position string.
    pub position: String,
    /// Record that leads to it, as text.
    pub record: String,
    /// State of the game.
    pub scene: Scene,
}

/// Result of verifying the draws of a record against the host's commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Verdict {
    /// True if the draws match the commitment.
    pub is_verified: bool,
    /// Otherwise, why they do not match or cannot be verified.
    pub reason: Option<String>,
    /// The commitment.
    pub commitment: Option<String>,
    /// The seed, once revealed.
    pub seed: Option<String>,
    /// Number of draws verified.
    pub draws: usize,
    /// True if the seed also determines the first player.
    pub is_first_drawn: bool,
    /// True if the game was played to its end.
    pub is_finished: bool,
    /// Seats whose salts are part of the seed.
    pub contributors: Vec<u8>,
    /// Initial contents of the bag, for clients that verify the draws themselves.
    pub bag: BagView,
}

impl Verdict {
    /// Returns the verdict on a record, given the result of [`bastide_host::verify`].
    pub fn new(record: &Record, checked: Result<&Verified, &VerifyError>) -> Verdict {
        Verdict {
            is_verified: checked.is_ok(),
            reason: checked.err().map(ToString::to_string),
            commitment: record.commitment().map(|commitment| commitment.to_string()),
            seed: record.seed().map(ToString::to_string),
            draws: checked.map_or(0, |verified| verified.draws),
            is_first_drawn: checked.is_ok_and(|verified| verified.is_first_drawn),
            is_finished: record.result().is_some(),
            contributors: record.salts().seats(),
            bag: BagView::of(&record.start()),
        }
    }
}

/// Everything that is drawn at random in a game, in the order of `docs/fair-play.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BagView {
    /// Piles of tiles, in the order they are drawn from; in each pile the kinds in order.
    pub piles: Vec<Vec<KindCount>>,
    /// Wall tokens, kinds in order; empty for the land game.
    pub tokens: Vec<KindCount>,
}

impl BagView {
    /// Returns the contents of the bag of a game that has not begun.
    pub fn of(start: &AnyGame) -> BagView {
        // In notation, a draw is one letter followed by the name of the drawn piece.
        let kind = |action: Action, count: u8| KindCount {
            name: start.notation().show(action).to_string().chars().skip(1).collect(),
            count: u32::from(count),
        };
        let pile = |pile: Vec<(TileId, u8)>| {
            pile.into_iter().map(|(tile, count)| kind(Action::Draw(tile), count)).collect()
        };
        let tokens = match start {
            AnyGame::Land(_) => Vec::new(),
            AnyGame::Stronghold(game) => {
                let tokens = game.unseen_tokens();
                tokens.map(|(token, count)| kind(Action::Reveal(token), count)).collect()
            }
        };
        BagView { piles: start.bag().piles().map(pile).collect(), tokens }
    }
}

/// Number of tiles or tokens of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KindCount {
    /// Name of the kind, as in a record after `D` or `T`.
    pub name: String,
    /// Number of pieces.
    pub count: u32,
}

/// List of the available bots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BotList {
    /// The bots: levels from weakest to strongest, then personalities.
    pub bots: Vec<BotLine>,
}

impl BotList {
    /// Returns all bots that players may choose.
    pub fn all() -> BotList {
        let line = |kind: Kind, sort| BotLine { level: kind.name().to_owned(), sort };
        let levels = Kind::LEVELS.map(|kind| line(kind, BotSort::Level));
        let others = Kind::PERSONALITIES.map(|kind| line(kind, BotSort::Personality));
        BotList { bots: levels.into_iter().chain(others).collect() }
    }
}

/// An available bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BotLine {
    /// Its identifier, used as `level`.
    pub level: String,
    /// Category of the bot.
    pub sort: BotSort,
}

/// Category of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotSort {
    /// A level of strength.
    Level,
    /// A style of play.
    Personality,
}

/// Languages of the web client.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Ukrainian.
    Uk,
    /// Russian.
    Ru,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::En, Language::Uk, Language::Ru];

    /// Returns the language code, as in `?lang=`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Uk => "uk",
            Language::Ru => "ru",
        }
    }
}
