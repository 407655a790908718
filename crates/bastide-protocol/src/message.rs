//! What goes over the socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::aid::{Answer, Question};
use crate::game::{GameView, Offers};
use crate::moderation::Moderate;
use crate::receipt::Receipt;
use crate::table::{Proposal, TableEvent, TableView};

/// The version both sides name first. Grows when an old client would no
/// longer understand a new server.
pub const PROTOCOL: u32 = 1;

/// What a client says. One frame is one message, as JSON text of at most
/// 4 KiB.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMsg {
    /// The first message on a socket, and only the first.
    Hello {
        /// The version spoken.
        protocol: u32,
        /// Which table.
        table: String,
        /// The secret of one's seats; without, one watches.
        #[serde(default)]
        #[ts(optional = nullable)]
        token: Option<String>,
        /// The name a watcher chats under.
        #[serde(default)]
        #[ts(optional = nullable)]
        name: Option<String>,
        /// A secret of a client without a seat, by which the ids of its
        /// commands are told from those of others, also after a reconnect.
        #[serde(default)]
        #[ts(optional = nullable)]
        client: Option<String>,
        /// The number of the last event this client has seen.
        #[serde(default)]
        #[ts(optional = nullable, type = "number | null")]
        seen: Option<u64>,
    },
    /// Something that changes the table.
    Do {
        /// Chosen by the client, at most 40 characters. The same again gets
        /// the same answer and changes nothing.
        id: String,
        /// What.
        command: Command,
    },
    /// A question, which changes nothing.
    Ask {
        /// Chosen by the client; comes back with the answer.
        id: u32,
        /// What.
        question: Question,
    },
}

/// What can be done at a table. Needs a seat, except to talk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Act: a whole turn, or as much of it as can be done before chance has
    /// its say. All of it happens or nothing does.
    Play {
        /// For which of one's seats.
        seat: u8,
        /// The number of the game this answers.
        revision: u32,
        /// The actions, as in records.
        actions: Vec<String>,
    },
    /// Say something.
    Say {
        /// What; at most 300 characters.
        text: String,
    },
    /// Ask all others to agree to something.
    Propose {
        /// For which of one's seats.
        seat: u8,
        /// What.
        what: Proposal,
    },
    /// Answer what is proposed; one's own proposal is withdrawn by declining.
    Reply {
        /// For which of one's seats.
        seat: u8,
        /// Whether one agrees.
        agree: bool,
    },
    /// Give the game up.
    Resign {
        /// For which of one's seats.
        seat: u8,
    },
    /// Give the seat up, before the game has begun.
    Leave {
        /// For which of one's seats.
        seat: u8,
    },
    /// Change the name of a seat, before the game has begun.
    Rename {
        /// Which of one's seats.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// Whoever made the table puts a bot on a free seat, or frees the seat of
    /// a bot, before the game has begun.
    SetBot {
        /// Which seat.
        seat: u8,
        /// The level; none frees the seat.
        level: Option<String>,
    },
    /// Take one's own seat back from a bot.
    ComeBack {
        /// Which seat.
        seat: u8,
    },
    /// Commit to a salt, before the game has begun and before the server has
    /// fixed its seed; replaces an earlier one of the same seat.
    CommitSalt {
        /// For which of one's seats.
        seat: u8,
        /// The commitment: 64 hexadecimal digits (`docs/fair-play.md`).
        commitment: String,
    },
    /// Reveal the salt that was committed to, once the server has published
    /// the commitment to its seed.
    RevealSalt {
        /// For which of one's seats.
        seat: u8,
        /// The salt: 64 hexadecimal digits.
        salt: String,
    },
    /// Moderate the table. Only its maker may.
    Moderate {
        /// What to do.
        what: Moderate,
    },
}

impl Command {
    /// Its name on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Command::Play { .. } => "play",
            Command::Say { .. } => "say",
            Command::Propose { .. } => "propose",
            Command::Reply { .. } => "reply",
            Command::Resign { .. } => "resign",
            Command::Leave { .. } => "leave",
            Command::Rename { .. } => "rename",
            Command::SetBot { .. } => "set_bot",
            Command::ComeBack { .. } => "come_back",
            Command::CommitSalt { .. } => "commit_salt",
            Command::RevealSalt { .. } => "reveal_salt",
            Command::Moderate { .. } => "moderate",
        }
    }
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to hello: everything there is to know.
    Welcome {
        /// The version spoken.
        protocol: u32,
        /// The version of the server, for people.
        server: String,
        /// The server's time, in milliseconds since 1970.
        #[ts(type = "number")]
        now: i64,
        /// The table.
        table: Box<TableView>,
        /// What can be done, if a seat of this client's is to act.
        offers: Option<Offers>,
        /// The number of the first event this client has not seen yet, if it
        /// said what it has.
        #[ts(type = "number | null")]
        unseen: Option<u64>,
    },
    /// Something happened.
    Update {
        /// What, in order; the first is the one after the last this client
        /// got.
        events: Vec<TableEvent>,
        /// The table afterwards, without its events; `game.laid` holds only
        /// the tiles from `laid_from` on.
        table: Box<TableView>,
        /// How many of the tiles the client has already are still right.
        laid_from: usize,
        /// What can be done, if a seat of this client's is to act.
        offers: Option<Offers>,
    },
    /// Somebody came or went. Not an event: it is not kept.
    Presence {
        /// For each seat, whether its person is here.
        here: Vec<bool>,
        /// How many watch.
        watchers: u32,
    },
    /// What was asked for is done and saved.
    Done {
        /// The id of the `do`.
        id: String,
        /// What came of it.
        done: Done,
    },
    /// What was asked for was not done, and nothing has changed.
    Refused {
        /// The id of the `do`.
        id: String,
        /// Why.
        problem: Problem,
    },
    /// The answer to a question.
    Answer {
        /// The id of the `ask`.
        id: u32,
        /// The answer.
        answer: Answer,
    },
    /// A question was not answered.
    NoAnswer {
        /// The id of the `ask`.
        id: u32,
        /// Why.
        problem: Problem,
    },
    /// The socket will be closed.
    Closing {
        /// Why.
        problem: Problem,
        /// When to try again, in milliseconds; never, if there is none.
        retry_after: Option<u32>,
    },
}

/// A saved change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Done {
    /// The number of the event that was the last of it.
    #[ts(type = "number")]
    pub seq: u64,
    /// The game's number then.
    pub revision: u32,
    /// The server's signature for the log up to this event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub receipt: Option<Receipt>,
}

/// Why something was not done. The code is for programs and never changes its
/// meaning; the text is for people who read English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// For programs.
    pub code: ProblemCode,
    /// For people: what is wrong and what to do.
    pub message: String,
}

impl Problem {
    /// A problem in words.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into() }
    }
}

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub enum ProblemCode {
    /// The message cannot be read.
    #[serde(rename = "message/malformed")]
    Malformed,
    /// Too long.
    #[serde(rename = "message/too_large")]
    TooLarge,
    /// The client speaks another version. Load the page again.
    #[serde(rename = "message/protocol")]
    WrongProtocol,
    /// Too much in too short a time.
    #[serde(rename = "message/too_many")]
    TooMany,
    /// There is no such table.
    #[serde(rename = "table/not_found")]
    NoSuchTable,
    /// The table cannot be made like this.
    #[serde(rename = "table/bad_setup")]
    BadSetup,
    /// The server has no room for more tables.
    #[serde(rename = "table/too_many")]
    TooManyTables,
    /// The operator of the server has closed the table.
    #[serde(rename = "table/closed")]
    TableClosed,
    /// The table is damaged and kept out of the way.
    #[serde(rename = "table/quarantined")]
    Quarantined,
    /// The table has had as many of these as there can be: chat, proposals,
    /// turns taken back.
    #[serde(rename = "table/full")]
    TableFull,
    /// The game has not begun, or it is over.
    #[serde(rename = "table/wrong_phase")]
    WrongPhase,
    /// The seat is taken, or there is none free.
    #[serde(rename = "seat/taken")]
    SeatTaken,
    /// Too many people have taken a seat here and left again. Make a new
    /// table.
    #[serde(rename = "seat/too_many_sits")]
    TooManySits,
    /// The token does not give this seat.
    #[serde(rename = "seat/not_yours")]
    NotYours,
    /// The token, or the code of a handover, is not valid.
    #[serde(rename = "seat/bad_token")]
    BadToken,
    /// The name cannot be used.
    #[serde(rename = "seat/bad_name")]
    BadName,
    /// The maker of the table has removed the person from their seat.
    #[serde(rename = "seat/removed")]
    Removed,
    /// The name looks like that of another player or of a bot at the table.
    #[serde(rename = "seat/name_taken")]
    NameTaken,
    /// The player is connected, or not away for long enough.
    #[serde(rename = "seat/not_away")]
    NotAway,
    /// The game has gone on meanwhile. Look again.
    #[serde(rename = "action/stale_revision")]
    StaleRevision,
    /// Somebody else is to act.
    #[serde(rename = "action/not_your_turn")]
    NotYourTurn,
    /// The time of the player to act has run out.
    #[serde(rename = "action/out_of_time")]
    OutOfTime,
    /// The action cannot be read.
    #[serde(rename = "action/unreadable")]
    Unreadable,
    /// The rules do not allow it.
    #[serde(rename = "action/illegal")]
    Illegal,
    /// There is nothing to agree to, or to take back.
    #[serde(rename = "proposal/none")]
    NoProposal,
    /// Something is proposed already.
    #[serde(rename = "proposal/pending")]
    ProposalPending,
    /// The table has agreed not to have this.
    #[serde(rename = "aid/not_allowed")]
    AidNotAllowed,
    /// The text cannot be used.
    #[serde(rename = "chat/bad_text")]
    BadText,
    /// The salt, or the commitment to one, cannot be used.
    #[serde(rename = "deal/bad_salt")]
    BadSalt,
    /// The maker of the table has muted this person.
    #[serde(rename = "chat/muted")]
    Muted,
    /// The maker of the table has closed the chat for watchers.
    #[serde(rename = "chat/closed")]
    ChatClosed,
    /// No watcher of this id has said anything lately.
    #[serde(rename = "chat/no_such_watcher")]
    NoSuchWatcher,
    /// The server sends no push messages, or not for this table.
    #[serde(rename = "push/off")]
    PushOff,
    /// The push subscription cannot be used: its endpoint is not at a known
    /// push service, or its keys are wrong.
    #[serde(rename = "push/bad_subscription")]
    BadPush,
    /// The record or position cannot be read.
    #[serde(rename = "record/unreadable")]
    BadRecord,
    /// The record does not prove its draws.
    #[serde(rename = "record/not_verified")]
    NotVerified,
    /// Nothing can be saved at the moment; it was not. Try again.
    #[serde(rename = "server/not_saved")]
    NotSaved,
    /// The server's disk is almost full: running games go on, but there are no
    /// new tables and no chat.
    #[serde(rename = "server/low_space")]
    LowSpace,
    /// The server is going down and comes back.
    #[serde(rename = "server/restarting")]
    Restarting,
    /// The client did not read fast enough. Connect again.
    #[serde(rename = "server/too_slow")]
    TooSlow,
    /// Too busy for this at the moment.
    #[serde(rename = "server/busy")]
    Busy,
    /// The operator of the server has banned this address.
    #[serde(rename = "server/banned")]
    Banned,
    /// Something went wrong that should not.
    #[serde(rename = "server/internal")]
    Internal,
    /// There is no such page.
    #[serde(rename = "server/not_found")]
    NotFound,
}

/// A game at some point of a record, for viewers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scene {
    /// After so many actions, chance included.
    pub actions: usize,
    /// Of so many.
    pub of: usize,
    /// The game then.
    pub game: GameView,
}
