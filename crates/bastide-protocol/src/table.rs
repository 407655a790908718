//! Tables: who sits where, by which agreements, and what has happened.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{GameEvent, GameView};
use crate::moderation::{Moderated, ModerationView};
use crate::new_table::{Aid, ClockPlan, Colour, UndoPolicy, Visibility};

/// A link that moves seats to another device, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Handover {
    /// The link.
    pub url: String,
    /// The secret in it, to be exchanged for a token.
    pub code: String,
    /// Until when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub expires: i64,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Who {
    /// Nobody yet.
    Nobody,
    /// A person.
    Person {
        /// The name.
        name: String,
        /// Whether a client of theirs is connected.
        is_here: bool,
    },
    /// A bot.
    Bot {
        /// Its level or personality.
        level: String,
        /// The person it plays on for, if it took over.
        instead_of: Option<String>,
    },
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// The colour of its figures.
    pub colour: Colour,
    /// Who sits there.
    pub who: Who,
    /// Whether they resigned or ran out of time.
    pub is_out: bool,
    /// Whether its bot plays below its level at the moment, because the server
    /// is busy: true from a move chosen by a weaker bot to the next move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<_>")]
    pub is_weaker: bool,
    /// The absence of its person, while the game is on.
    #[serde(default)]
    pub away: Option<AwayView>,
}

/// An absence that the server has recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AwayView {
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// From when on a bot may be proposed, in milliseconds since 1970.
    #[ts(type = "number")]
    pub bot_from: i64,
}

/// The clocks now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockView {
    /// The agreement.
    pub plan: ClockPlan,
    /// Milliseconds left for each seat, at the time of `at`.
    #[ts(type = "number[]")]
    pub left: Vec<i64>,
    /// Whose clock runs.
    pub running: Option<u8>,
    /// The server's time when this was true, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// What the table is doing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Phase {
    /// Seats are free.
    Open,
    /// The game is on.
    Playing,
    /// It is over.
    Over {
        /// How it ended.
        ending: Ending,
        /// Final points by seat.
        scores: Vec<i32>,
        /// Who won.
        winners: Vec<u8>,
    },
}

/// How far the commitments to the draws are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealStage {
    /// Seats are free, and clients may commit to salts.
    Open,
    /// All seats are taken; clients that contributed before are awaited to
    /// commit to a new salt.
    Gathering,
    /// The server has committed to its seed; clients reveal their salts.
    Revealing,
    /// The game has begun, and the draws are fixed.
    Dealt,
}

/// A client's share in the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SaltView {
    /// The seat that contributes; of several seats of one client the lowest.
    pub seat: u8,
    /// The commitment to its salt; none while it is awaited.
    pub commitment: Option<String>,
    /// Whether the salt has been revealed.
    pub is_revealed: bool,
}

/// The commitments to the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DealView {
    /// How far they are.
    pub stage: DealStage,
    /// Whether clients can contribute salts at this table.
    pub takes_salts: bool,
    /// Who contributes, in seat order.
    pub salts: Vec<SaltView>,
    /// When the awaited salts or commitments are due, in milliseconds since
    /// 1970. A client that has not revealed its salt by then loses its seat.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// With its last tile.
    Played,
    /// Somebody resigned.
    Resigned,
    /// Somebody's time ran out.
    TimedOut,
    /// Everybody left.
    GivenUp,
    /// The operator of the server closed the table.
    Closed,
}

/// A question to all others at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ProposalView {
    /// What is proposed.
    pub what: Proposal,
    /// Who proposed it.
    pub by: u8,
    /// Who has agreed so far.
    pub agreed: Vec<u8>,
    /// Who has not answered.
    pub awaited: Vec<u8>,
}

/// Something all others have to agree to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Back to the start of the proposer's last turn.
    Undo,
    /// A bot plays on for a person whose absence the server has recorded
    /// (`SeatView::away`).
    Bot {
        /// At which seat.
        seat: u8,
        /// Its level, as the table has it (`TableView::stand_in`). Ignored in
        /// commands.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        level: String,
    },
    /// The same table again, another beginning.
    Rematch,
}

/// A table as one client sees it, whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableView {
    /// Its name in links.
    pub id: String,
    /// The number of the last event this contains.
    #[ts(type = "number")]
    pub seq: u64,
    /// The number a move has to answer: it changes with the game and not with
    /// chat.
    pub revision: u32,
    /// What it is doing.
    pub phase: Phase,
    /// The seats, in order of play.
    pub seats: Vec<SeatView>,
    /// Which of them this client plays.
    pub yours: Vec<u8>,
    /// Whether this client made the table.
    pub is_owner: bool,
    /// How many watch.
    pub watchers: u32,
    /// The agreements.
    pub visibility: Visibility,
    /// What hints there are.
    pub aid: Aid,
    /// How far moves can be taken back.
    pub undo: UndoPolicy,
    /// The level of bots that play on for people.
    pub stand_in: String,
    /// Whether whoever made the table chose the tiles.
    pub is_deal_known: bool,
    /// The promise made before the first draw; none while clients may still
    /// commit to salts.
    pub commitment: Option<String>,
    /// The commitments to the draws.
    pub deal: DealView,
    /// The clocks, if there are any.
    pub clock: Option<ClockView>,
    /// What all others are asked.
    pub proposal: Option<ProposalView>,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// What the maker and the operator have restricted.
    pub moderation: ModerationView,
    /// The game; while seats are free, as it will begin.
    pub game: GameView,
    /// What happened at the table, the last 500 events at most.
    pub events: Vec<TableEvent>,
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableEvent {
    /// Its number, from 1 and without gaps.
    #[ts(type = "number")]
    pub seq: u64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What.
    pub what: Happening,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// The table was made.
    Made,
    /// Somebody took seats.
    Sat {
        /// Which.
        seats: Vec<u8>,
        /// Under which name.
        name: String,
    },
    /// Somebody gave a seat up before the game.
    Left {
        /// Which seat.
        seat: u8,
        /// Who.
        name: String,
    },
    /// A player changed the name of a seat before the game.
    Renamed {
        /// Which seat.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// A bot was put on a seat, or taken off it, before the game.
    BotSet {
        /// Which seat.
        seat: u8,
        /// Its level; none if the seat is free now.
        level: Option<String>,
    },
    /// Something that concerns one seat only.
    Noted,
    /// All seats are taken, and the server has committed to its seed: clients
    /// reveal their salts, and then the game begins.
    Sealed {
        /// The commitment.
        commitment: String,
    },
    /// The server was restored from a backup: everything drawn from now on
    /// comes from a new seed.
    Reseeded {
        /// The commitment to it, if the game has begun.
        commitment: Option<String>,
    },
    /// The draws were discarded before the game began, since a salt is
    /// missing. All commitments are made again.
    DealDiscarded {
        /// The seats that did not reveal their salt in time and are free now.
        seats: Vec<u8>,
    },
    /// All seats are taken: the game is on.
    Began {
        /// Who begins.
        first: u8,
        /// The first draw.
        events: Vec<GameEvent>,
    },
    /// A seat acted, and chance after it.
    Moved {
        /// Who.
        seat: u8,
        /// Its actions and then those of chance, as in records.
        actions: Vec<String>,
        /// What came of it.
        events: Vec<GameEvent>,
        /// The game's number afterwards.
        revision: u32,
        /// The bot that chose the actions, if it was a weaker one than the
        /// seat's level because the server was busy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        weaker: Option<String>,
    },
    /// The game went back.
    TookBack {
        /// Who had asked.
        seat: u8,
        /// How many actions are left, chance included.
        actions: usize,
        /// The game's number afterwards.
        revision: u32,
    },
    /// All others are asked something.
    Proposed {
        /// By whom.
        seat: u8,
        /// What.
        what: Proposal,
    },
    /// Somebody agreed.
    Agreed {
        /// Who.
        seat: u8,
    },
    /// Somebody declined, or it was withdrawn.
    Declined {
        /// Who.
        seat: u8,
    },
    /// Somebody said something.
    Said {
        /// From which seat; none for a watcher.
        seat: Option<u8>,
        /// Who.
        name: String,
        /// What.
        text: String,
        /// The id of the watcher at this table, to mute or report them by.
        /// None for a seat, and for lines of before there were ids.
        watcher: Option<String>,
    },
    /// A bot plays on for somebody.
    BotTookOver {
        /// At which seat.
        seat: u8,
        /// Its level.
        level: String,
    },
    /// A person is back at the seat a bot had.
    CameBack {
        /// At which seat.
        seat: u8,
    },
    /// Somebody resigned.
    Resigned {
        /// Who.
        seat: u8,
    },
    /// Somebody's time ran out.
    TimedOut {
        /// Whose.
        seat: u8,
    },
    /// A seat plays on from another device.
    MovedSeat {
        /// Which seats.
        seats: Vec<u8>,
    },
    /// The maker moderated the table.
    Moderated {
        /// What changed.
        what: Moderated,
    },
    /// The operator of the server erased names and chat of a person: load
    /// the table again.
    PersonErased,
    /// The operator of the server closed the table.
    Closed {
        /// Why, in the operator's words.
        reason: String,
    },
    /// There is a table for the rematch.
    RematchMade {
        /// Its name in links.
        table: String,
    },
    /// The game is over.
    Over {
        /// How it ended.
        ending: Ending,
        /// Final points by seat.
        scores: Vec<i32>,
        /// Who won.
        winners: Vec<u8>,
        /// The secret all draws came from.
        seed: Option<String>,
    },
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLine {
    /// Its name in links.
    pub id: String,
    /// `land` or `stronghold`.
    pub game: String,
    /// The mix.
    pub rules: String,
    /// Who sits where: names of people and levels of bots; nobody if free.
    pub seats: Vec<Who>,
    /// The colours of the seats.
    #[serde(default)]
    pub colours: Vec<Colour>,
    /// The agreement about time.
    pub clock: Option<ClockPlan>,
    /// What hints there are.
    pub aid: Aid,
    /// Points so far, by seat.
    pub scores: Vec<i32>,
    /// How many tiles are left.
    pub tiles_left: u32,
    /// When something last happened, in milliseconds since 1970.
    #[ts(type = "number")]
    pub updated: i64,
}
