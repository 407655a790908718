//! Tables: seats, settings, state and events.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::aid::StandingView;
use crate::cached_json::CachedJson;
use crate::game::{EventView, Family, GameView};
use crate::moderation::{Moderated, ModerationView};
use crate::new_table::{Aid, ClockPlan, Colour, UndoPolicy, Visibility};

/// A single-use link that moves seats to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Handover {
    /// The link.
    pub url: String,
    /// Secret code in the link, to be exchanged for a token.
    pub code: String,
    /// Expiry time in milliseconds since 1970.
    #[ts(type = "number")]
    pub expires: i64,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// The seat is free.
    Nobody,
    /// A person.
    Person {
        /// Name of the player.
        name: String,
        /// True if a client of the player is connected.
        is_here: bool,
    },
    /// A bot.
    Bot {
        /// Level or personality. Not an enumeration: a stored table may name a level that has been
        /// removed since; the default bot plays instead.
        level: String,
        /// Name of the player it replaced, if it took over.
        instead_of: Option<String>,
    },
}

/// Public description of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// Colour of its figures.
    pub colour: Colour,
    /// Its occupant.
    pub who: Occupant,
    /// True if the player resigned or ran out of time.
    pub is_out: bool,
    /// True if its bot currently plays below its level because the server is busy: from a move
    /// chosen by a weaker bot to the next move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<_>")]
    pub is_weaker: bool,
    /// Recorded absence of its player, while the game is in progress.
    #[serde(default)]
    pub away: Option<AwayView>,
}

/// An absence recorded by the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AwayView {
    /// Start of the absence, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// Time from which a bot may be proposed, in milliseconds since 1970.
    #[ts(type = "number")]
    pub bot_from: i64,
}

/// State of the clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockView {
    /// Time control of the table.
    pub plan: ClockPlan,
    /// Milliseconds left for each seat at time `at`.
    #[ts(type = "number[]")]
    pub left: Vec<i64>,
    /// Seat whose clock is running.
    pub running: Option<u8>,
    /// Server time of this state, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// Phase of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Phase {
    /// Waiting for players.
    Open,
    /// The game is in progress.
    Playing,
    /// The game is over.
    Over {
        /// Kind of ending.
        ending: Ending,
        /// Final points of each seat.
        scores: Vec<i32>,
        /// Seats that won.
        winners: Vec<u8>,
    },
}

/// Stage of the commitments to the draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealStage {
    /// Seats are free, and clients may commit to salts.
    Open,
    /// All seats are taken; the server waits for new commitments from clients that contributed
    /// before.
    Gathering,
    /// The server has committed to its seed; clients reveal their salts.
    Revealing,
    /// The game has begun, and the draws are fixed.
    Dealt,
}

/// Contribution of a client to the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SaltView {
    /// Contributing seat; if a client has several seats, the lowest.
    pub seat: u8,
    /// Commitment to its salt; none while the server waits for it.
    pub commitment: Option<String>,
    /// True if the salt has been revealed.
    pub is_revealed: bool,
}

/// State of the commitments to the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DealView {
    /// Current stage.
    pub stage: DealStage,
    /// True if clients can contribute salts at this table.
    pub takes_salts: bool,
    /// Contributions, in seat order.
    pub salts: Vec<SaltView>,
    /// Deadline for missing salts or commitments, in milliseconds since 1970. A client that has not
    /// revealed its salt by then loses its seat.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
}

/// Kind of ending of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// With the last tile.
    Played,
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    TimedOut,
    /// All players abandoned the game.
    GivenUp,
    /// The operator of the server closed the table.
    Closed,
}

/// A pending proposal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ProposalView {
    /// The proposal.
    pub what: Proposal,
    /// Seat that proposed it.
    pub by: u8,
    /// Seats that have agreed.
    pub agreed: Vec<u8>,
    /// Seats that have not answered yet.
    pub awaited: Vec<u8>,
}

/// Start of the level of an engine: an outside program that plays on the server.
pub const ENGINE: &str = "engine:";

/// Returns the name of the engine if `level` is that of an engine.
///
/// ```
/// assert_eq!(bastide_protocol::engine_of("engine:Rook"), Some("Rook"));
/// assert_eq!(bastide_protocol::engine_of("normal"), None);
/// ```
pub fn engine_of(level: &str) -> Option<&str> {
    level.strip_prefix(ENGINE).filter(|name| !name.is_empty())
}

/// Something that requires the consent of all other players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Undo to the start of the proposer's last turn.
    Undo,
    /// Replace a player whose absence the server has recorded (`SeatView::away`) by a bot.
    Bot {
        /// Seat of the absent player.
        seat: u8,
        /// Level of the bot, from `TableView::stand_in`. Ignored in commands.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        level: String,
    },
    /// Play again at a new table with the same settings.
    Rematch,
}

/// Complete state of a table as sent to one client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableView {
    /// Id of the table, used in links.
    pub id: String,
    /// `seq` of the last event included.
    #[ts(type = "number")]
    pub seq: u64,
    /// Number a move has to refer to; changes with the game, not with chat.
    pub revision: u32,
    /// Phase of the table.
    pub phase: Phase,
    /// The seats, in order of play.
    pub seats: Vec<SeatView>,
    /// Seats of this client.
    pub yours: Vec<u8>,
    /// True if this client owns the table.
    pub is_creator: bool,
    /// Number of watchers.
    pub watchers: u32,
    /// Visibility of the table.
    pub visibility: Visibility,
    /// Level of assistance.
    pub aid: Aid,
    /// Limit on undoing moves.
    pub undo: UndoPolicy,
    /// Level of the bots that replace players.
    pub stand_in: String,
    /// True if the creator of the table chose the seed or the order of tiles.
    pub is_deal_known: bool,
    /// Commitment to the draws, published before the first draw; none while clients may still
    /// commit to salts.
    pub commitment: Option<String>,
    /// State of the commitments to the draws.
    pub deal: DealView,
    /// State of the clocks, if the table has a time control.
    pub clock: Option<ClockView>,
    /// Pending proposal.
    pub proposal: Option<ProposalView>,
    /// Id of the table of the rematch.
    pub rematch: Option<String>,
    /// Restrictions set by the creator and the operator.
    pub moderation: ModerationView,
    /// The game; before it has begun, its starting position.
    #[ts(as = "GameView")]
    #[schema(value_type = GameView)]
    pub game: CachedJson<GameView>,
    /// Points of each seat if the game ended now; none at aid level `none`.
    #[serde(default)]
    pub standing: Option<Vec<StandingView>>,
    /// Events of the table, at most the last 500.
    pub events: Vec<TableEvent>,
}

/// An event of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableEvent {
    /// Sequence number, starting at 1 without gaps.
    #[ts(type = "number")]
    pub seq: u64,
    /// Time in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Content of the event.
    pub what: TableEventKind,
}

/// Content of a table event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableEventKind {
    /// The table was created.
    Made,
    /// A player took seats.
    Sat {
        /// The seats.
        seats: Vec<u8>,
        /// Name of the player.
        name: String,
    },
    /// A player left a seat before the game.
    Left {
        /// The seat.
        seat: u8,
        /// Name of the player.
        name: String,
    },
    /// A player renamed a seat before the game.
    Renamed {
        /// The seat.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// A bot was assigned to a seat or removed before the game.
    BotSet {
        /// The seat.
        seat: u8,
        /// Level of the bot; none if the seat is free now.
        level: Option<String>,
    },
    /// An event without public content, such as an absence or a handover offer.
    Noted,
    /// All seats are taken, and the server has committed to its seed. The game begins once clients
    /// have revealed their salts.
    Sealed {
        /// Commitment to the seed.
        commitment: String,
    },
    /// The server was restored from a backup: all further draws come from a new seed.
    Reseeded {
        /// Commitment to the new seed, if the game has begun.
        commitment: Option<String>,
    },
    /// The seed was discarded before the game began because a salt is missing. All commitments are
    /// made again.
    DealDiscarded {
        /// Seats that did not reveal their salt in time and are free now.
        seats: Vec<u8>,
    },
    /// All seats are taken and the game has begun.
    Began {
        /// Seat of the first player.
        first: u8,
        /// Events of the first draw.
        events: Vec<EventView>,
    },
    /// A seat played, followed by chance events.
    Moved {
        /// Seat that played.
        seat: u8,
        /// Its actions followed by the chance actions, in record notation.
        actions: Vec<String>,
        /// Resulting game events.
        events: Vec<EventView>,
        /// `revision` of the game afterwards.
        revision: u32,
        /// Name of the bot that chose the actions, if it was weaker than the seat's level because
        /// the server was busy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        weaker: Option<String>,
    },
    /// Actions were undone.
    TookBack {
        /// Seat that proposed it.
        seat: u8,
        /// Number of actions left, including draws and reveals.
        actions: usize,
        /// `revision` of the game afterwards.
        revision: u32,
    },
    /// A proposal was made.
    Proposed {
        /// Seat of the proposer.
        seat: u8,
        /// The proposal.
        what: Proposal,
    },
    /// A player agreed to the proposal.
    Agreed {
        /// Seat of the player.
        seat: u8,
    },
    /// A player declined the proposal, or the proposer withdrew it.
    Declined {
        /// Seat of the player.
        seat: u8,
    },
    /// A chat message was sent.
    Said {
        /// Seat of the author; none for a watcher.
        seat: Option<u8>,
        /// Name of the author.
        name: String,
        /// Text of the message.
        text: String,
        /// Id of the watcher at this table, for muting and reporting. None for seats and for
        /// messages that predate ids.
        watcher: Option<String>,
    },
    /// A bot replaced a player.
    BotTookOver {
        /// The seat.
        seat: u8,
        /// Level of the bot.
        level: String,
    },
    /// A player took their seat back from a bot.
    CameBack {
        /// The seat.
        seat: u8,
    },
    /// A player resigned.
    Resigned {
        /// Seat of the player.
        seat: u8,
    },
    /// A player ran out of time.
    TimedOut {
        /// Seat of the player.
        seat: u8,
    },
    /// Seats were moved to another device.
    MovedSeat {
        /// The seats.
        seats: Vec<u8>,
    },
    /// The creator moderated the table.
    Moderated {
        /// The change.
        what: Moderated,
    },
    /// The operator of the server erased the names and chat messages of a person. Reload the table.
    PersonErased,
    /// The operator of the server closed the table.
    Closed {
        /// Reason given by the operator.
        reason: String,
    },
    /// A table for the rematch was created.
    RematchMade {
        /// Id of the new table.
        table: String,
    },
    /// The game is over.
    Over {
        /// Kind of ending.
        ending: Ending,
        /// Final points of each seat.
        scores: Vec<i32>,
        /// Seats that won.
        winners: Vec<u8>,
        /// Secret seed of all draws.
        seed: Option<String>,
    },
}

/// Summary of a table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLine {
    /// Id of the table, used in links.
    pub id: String,
    /// Family of the game.
    pub game: Family,
    /// Rules of the land game, as in records.
    pub rules: String,
    /// Occupants of the seats.
    pub seats: Vec<Occupant>,
    /// Colours of the seats.
    #[serde(default)]
    pub colours: Vec<Colour>,
    /// Time control.
    pub clock: Option<ClockPlan>,
    /// Level of assistance.
    pub aid: Aid,
    /// Current points of each seat.
    pub scores: Vec<i32>,
    /// Number of tiles left to draw.
    pub tiles_left: u32,
    /// Time of the last event, in milliseconds since 1970.
    #[ts(type = "number")]
    pub updated: i64,
}
