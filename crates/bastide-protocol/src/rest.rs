//! What goes over plain requests only: lists, records, positions, bots.

use bastide::{Action, AnyGame, TileId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::GameEvent;
use crate::message::{Command, Scene};
use crate::table::{SeatView, TableLine};

/// A page of a list of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableList {
    /// The tables, the last changed first.
    pub tables: Vec<TableLine>,
}

/// The code of a handover, to be exchanged for a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Redeem {
    /// The secret of the link.
    #[schema(max_length = 200)]
    pub code: String,
}

/// Something that changes a table, asked for without a socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// Chosen by the client, at most 40 characters. The same again gets the
    /// same answer and changes nothing.
    #[schema(min_length = 1, max_length = 40)]
    pub id: String,
    /// What.
    pub command: Command,
}

/// Several moments of a game in a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scenes {
    /// The game after each action.
    pub scenes: Vec<Scene>,
    /// For each scene what led to it from the one before, nothing for the
    /// start of a game.
    pub events: Vec<Vec<GameEvent>>,
    /// The whole game they are of.
    pub outline: Outline,
}

/// What a viewer knows of a game before looking at its moments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Outline {
    /// After how many actions, chance included, there is something to stop at:
    /// the start, the end of each turn, and a turn that goes on once its tile
    /// lies.
    pub stops: Vec<usize>,
    /// Whether it was played to its end.
    pub is_over: bool,
    /// Who played, as far as the record says.
    pub seats: Vec<SeatView>,
}

/// Several moments of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// A record, as text or as JSON.
    pub record: String,
    /// The first: after so many actions, chance included.
    #[schema(minimum = 0, maximum = 10000)]
    pub from: usize,
    /// The last; at most 63 later. What is beyond the end is left out.
    #[schema(minimum = 0, maximum = 10000)]
    pub to: usize,
}

/// A moment of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// A record, as text or as JSON.
    pub record: String,
    /// After so many actions of it, chance included; without, its end.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub actions: Option<usize>,
}

/// A position and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PositionView {
    /// The string that names it.
    pub position: String,
    /// How it came about, as the text of a record.
    pub record: String,
    /// What is there.
    pub scene: Scene,
}

/// Whether a record's draws are those its host promised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Verdict {
    /// Whether they are.
    pub is_verified: bool,
    /// If not, why not, or why it cannot be said.
    pub reason: Option<String>,
    /// The promise.
    pub commitment: Option<String>,
    /// The secret, once it is revealed.
    pub seed: Option<String>,
    /// How many draws were checked.
    pub draws: usize,
    /// Whether the seed also says who began.
    pub is_first_drawn: bool,
    /// Whether the game was played to its end.
    pub is_finished: bool,
    /// The seats whose salts are part of the draws.
    pub contributors: Vec<u8>,
    /// What is drawn from, for clients that check the draws themselves.
    pub bag: BagView,
}

/// Everything that chance draws in a game, in the order of
/// `docs/fair-play.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BagView {
    /// The piles of tiles, drawn from one after the other; in each its kinds
    /// in order.
    pub piles: Vec<Vec<KindCount>>,
    /// The wall tokens, kinds in order; empty without a wall.
    pub tokens: Vec<KindCount>,
}

impl BagView {
    /// What chance draws from in a game that has not begun.
    pub fn of(start: &AnyGame) -> BagView {
        // The token of a draw is a letter and the name of what is drawn.
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

/// A kind of tile or token and how many of it there are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KindCount {
    /// The name, as in a record behind `D` or `T`.
    pub name: String,
    /// How many.
    pub count: u32,
}

/// All bots there are to play against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BotList {
    /// The bots: levels, easiest first, then personalities.
    pub bots: Vec<BotLine>,
}

/// A bot to play against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BotLine {
    /// What to put as its level.
    pub level: String,
    /// Whether it is a level or has a character.
    pub sort: BotSort,
}

/// What sort of bot it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotSort {
    /// One of the levels.
    Level,
    /// One with a character.
    Personality,
}
