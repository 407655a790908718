//! Messages of the WebSocket connection.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::aid::{Answer, Question};
use crate::cached_json::CachedJson;
use crate::game::{GameView, Offers};
use crate::moderation::Moderate;
use crate::receipt::Receipt;
use crate::table::{Proposal, TableEvent, TableView};

/// Protocol version, exchanged in the first message of each side. Incremented when a new server
/// would no longer work with an old client.
pub const PROTOCOL: u32 = 1;

/// A message from a client. Each text frame holds one message as JSON, at most 4 KiB.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMsg {
    /// Opens the session. Must be the first message on a connection and cannot be repeated.
    Hello {
        /// Protocol version of the client.
        protocol: u32,
        /// Id of the table.
        table: String,
        /// Secret token of the client's seats; without it the client is a watcher.
        #[serde(default)]
        #[ts(optional = nullable)]
        token: Option<String>,
        /// Display name of a watcher in the chat.
        #[serde(default)]
        #[ts(optional = nullable)]
        name: Option<String>,
        /// Secret of a client without a seat. Separates its command ids from those of other
        /// clients, also after a reconnect.
        #[serde(default)]
        #[ts(optional = nullable)]
        client: Option<String>,
        /// `seq` of the last event this client has seen.
        #[serde(default)]
        #[ts(optional = nullable, type = "number | null")]
        seen: Option<u64>,
    },
    /// Changes the table.
    Do {
        /// Idempotency key chosen by the client, at most 40 characters. A repeated id gets the
        /// stored answer and changes nothing.
        id: String,
        /// The change.
        command: Command,
    },
    /// Queries the game without changing it.
    Ask {
        /// Chosen by the client and returned with the answer.
        id: u32,
        /// The query.
        question: Question,
    },
}

/// A change to a table. All commands except `say` require a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Plays a turn, or the part of it up to the next chance event. Either all actions are applied
    /// or none.
    Play {
        /// One of the client's seats.
        seat: u8,
        /// `revision` of the game the actions were chosen for.
        revision: u32,
        /// The actions, in record notation.
        actions: Vec<String>,
    },
    /// Sends a chat message.
    Say {
        /// Text of the message, at most 300 characters.
        text: String,
    },
    /// Proposes something all other players must agree to.
    Propose {
        /// One of the client's seats.
        seat: u8,
        /// The proposal.
        what: Proposal,
    },
    /// Answers the pending proposal. The proposer withdraws it by declining.
    Reply {
        /// One of the client's seats.
        seat: u8,
        /// True to agree, false to decline.
        agree: bool,
    },
    /// Resigns from the game.
    Resign {
        /// One of the client's seats.
        seat: u8,
    },
    /// Leaves a seat before the game has begun.
    Leave {
        /// One of the client's seats.
        seat: u8,
    },
    /// Renames a seat before the game has begun.
    Rename {
        /// One of the client's seats.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// Assigns a bot to a free seat or removes a bot, before the game has begun. Only for the creator
    /// of the table.
    SetBot {
        /// The seat.
        seat: u8,
        /// Level of the bot; none frees the seat.
        level: Option<String>,
    },
    /// Takes back a seat from the bot that plays for it.
    ComeBack {
        /// One of the client's seats.
        seat: u8,
    },
    /// Commits to a salt, before the game has begun and before the server has fixed its seed.
    /// Replaces an earlier commitment of the same seat.
    CommitSalt {
        /// One of the client's seats.
        seat: u8,
        /// The commitment, 64 hexadecimal digits (`docs/fair-play.md`).
        commitment: String,
    },
    /// Reveals the committed salt, once the server has published the commitment to its seed.
    RevealSalt {
        /// One of the client's seats.
        seat: u8,
        /// The salt, 64 hexadecimal digits.
        salt: String,
    },
    /// Moderates the table. Only for the creator of the table.
    Moderate {
        /// The moderation action.
        what: Moderate,
    },
}

impl Command {
    /// Returns the `kind` of the command on the wire.
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

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMsg {
    /// Response to `hello`, with the complete state of the table.
    Welcome {
        /// Protocol version of the server.
        protocol: u32,
        /// Software version of the server, for display.
        server: String,
        /// Server time in milliseconds since 1970.
        #[ts(type = "number")]
        now: i64,
        /// The table.
        table: Box<TableView>,
        /// Legal actions, if one of this client's seats has to act.
        offers: Option<Offers>,
        /// `seq` of the first event this client has not seen, if it sent `seen`.
        #[ts(type = "number | null")]
        unseen: Option<u64>,
    },
    /// New events and the resulting state.
    Update {
        /// The events in order, starting after the last one sent to this client.
        #[ts(as = "Vec<TableEvent>")]
        events: CachedJson<Vec<TableEvent>>,
        /// Table after the events, with `events` empty; `game.laid` holds only the tiles from index
        /// `laid_from` on.
        table: Box<TableView>,
        /// Number of tiles the client already has that are still valid.
        laid_from: usize,
        /// Legal actions, if one of this client's seats has to act.
        offers: Option<Offers>,
    },
    /// A client connected or disconnected. Not part of the event log.
    Presence {
        /// For each seat, true if its player is connected.
        here: Vec<bool>,
        /// Number of watchers.
        watchers: u32,
    },
    /// A command was executed and saved.
    Done {
        /// `id` of the `do` message.
        id: String,
        /// Result of the command.
        done: Done,
    },
    /// A command was rejected and has changed nothing.
    Refused {
        /// `id` of the `do` message.
        id: String,
        /// Reason for the rejection.
        problem: Problem,
    },
    /// Answer to a query.
    Answer {
        /// `id` of the `ask` message.
        id: u32,
        /// The answer.
        answer: Answer,
    },
    /// A query was rejected.
    NoAnswer {
        /// `id` of the `ask` message.
        id: u32,
        /// Reason for the rejection.
        problem: Problem,
    },
    /// The server is about to close the connection.
    Closing {
        /// Reason.
        problem: Problem,
        /// Delay before reconnecting, in milliseconds; none if the client should not reconnect.
        retry_after: Option<u32>,
    },
}

/// Result of a saved command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Done {
    /// `seq` of the last event of the command.
    #[ts(type = "number")]
    pub seq: u64,
    /// `revision` of the game after the command.
    pub revision: u32,
    /// Signature of the server over the log up to this event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub receipt: Option<Receipt>,
}

/// An error. The meaning of a code never changes; the message is English text for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// Machine-readable code.
    pub code: ProblemCode,
    /// Description of the problem and its remedy.
    pub message: String,
    /// Line of the submitted record with the problem, from 1. Turns of a record in JSON are numbered
    /// like the lines of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<usize>,
}

impl Problem {
    /// Creates a problem.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), line: None }
    }
}

/// Machine-readable error codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub enum ProblemCode {
    /// The message cannot be parsed.
    #[serde(rename = "message/malformed")]
    Malformed,
    /// The message is too large.
    #[serde(rename = "message/too_large")]
    TooLarge,
    /// The protocol versions differ. Reload the page.
    #[serde(rename = "message/protocol")]
    WrongProtocol,
    /// Rate limit exceeded.
    #[serde(rename = "message/too_many")]
    TooMany,
    /// There is no such table.
    #[serde(rename = "table/not_found")]
    NoSuchTable,
    /// The set-up of the new table is invalid.
    #[serde(rename = "table/bad_setup")]
    BadSetup,
    /// The server's limit of tables is reached.
    #[serde(rename = "table/too_many")]
    TooManyTables,
    /// The operator of the server has closed the table.
    #[serde(rename = "table/closed")]
    TableClosed,
    /// The data of the table is damaged, so the table is not served.
    #[serde(rename = "table/quarantined")]
    Quarantined,
    /// The table has reached its limit for this kind of event: chat, proposals, undone turns.
    #[serde(rename = "table/full")]
    TableFull,
    /// Not allowed in the current phase of the table: the game has not begun, or it is over.
    #[serde(rename = "table/wrong_phase")]
    WrongPhase,
    /// The seat is taken, or no seat is free.
    #[serde(rename = "seat/taken")]
    SeatTaken,
    /// Too many players have taken and left a seat at this table. Create a new table.
    #[serde(rename = "seat/too_many_sits")]
    TooManySits,
    /// The token does not belong to this seat.
    #[serde(rename = "seat/not_yours")]
    NotYours,
    /// The token or handover code is invalid.
    #[serde(rename = "seat/bad_token")]
    BadToken,
    /// The name is not allowed.
    #[serde(rename = "seat/bad_name")]
    BadName,
    /// The creator of the table has removed this player from their seat.
    #[serde(rename = "seat/removed")]
    Removed,
    /// The name is too similar to that of another player or a bot at the table.
    #[serde(rename = "seat/name_taken")]
    NameTaken,
    /// The player is connected, or has not been away long enough.
    #[serde(rename = "seat/not_away")]
    NotAway,
    /// The game has changed since the actions were chosen. Refresh and try again.
    #[serde(rename = "action/stale_revision")]
    StaleRevision,
    /// Another seat has to act.
    #[serde(rename = "action/not_your_turn")]
    NotYourTurn,
    /// The clock of the player to act has run out.
    #[serde(rename = "action/out_of_time")]
    OutOfTime,
    /// The action cannot be parsed.
    #[serde(rename = "action/unreadable")]
    Unreadable,
    /// The action is illegal.
    #[serde(rename = "action/illegal")]
    Illegal,
    /// No proposal is pending, or there is nothing to undo.
    #[serde(rename = "proposal/none")]
    NoProposal,
    /// Another proposal is pending.
    #[serde(rename = "proposal/pending")]
    ProposalPending,
    /// The aid level of the table does not allow this query.
    #[serde(rename = "aid/not_allowed")]
    AidNotAllowed,
    /// The text is not allowed.
    #[serde(rename = "chat/bad_text")]
    BadText,
    /// The salt or its commitment is invalid.
    #[serde(rename = "deal/bad_salt")]
    BadSalt,
    /// The creator of the table has muted this player.
    #[serde(rename = "chat/muted")]
    Muted,
    /// The creator of the table has closed the chat for watchers.
    #[serde(rename = "chat/closed")]
    ChatClosed,
    /// No watcher with this id has written in the chat recently.
    #[serde(rename = "chat/no_such_watcher")]
    NoSuchWatcher,
    /// Push messages are disabled on this server or at this table.
    #[serde(rename = "push/off")]
    PushOff,
    /// The push subscription is invalid: its endpoint is not at a known push service, or its keys
    /// are malformed.
    #[serde(rename = "push/bad_subscription")]
    BadPush,
    /// The record or position cannot be parsed.
    #[serde(rename = "record/unreadable")]
    BadRecord,
    /// The draws of the record could not be verified.
    #[serde(rename = "record/not_verified")]
    NotVerified,
    /// The change could not be saved and was not applied. Try again.
    #[serde(rename = "server/not_saved")]
    NotSaved,
    /// The server's disk is almost full: running games continue, but new tables and chat are
    /// disabled.
    #[serde(rename = "server/low_space")]
    LowSpace,
    /// The server is restarting.
    #[serde(rename = "server/restarting")]
    Restarting,
    /// The client did not read fast enough and was disconnected. Reconnect.
    #[serde(rename = "server/too_slow")]
    TooSlow,
    /// The server is overloaded. Try again later.
    #[serde(rename = "server/busy")]
    Busy,
    /// The operator of the server has banned this address.
    #[serde(rename = "server/banned")]
    Banned,
    /// Internal error.
    #[serde(rename = "server/internal")]
    Internal,
    /// The URL does not exist.
    #[serde(rename = "server/not_found")]
    NotFound,
}

/// State of a recorded game after some of its actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scene {
    /// Number of actions played, including draws and reveals.
    pub actions: usize,
    /// Total number of actions of the record.
    pub of: usize,
    /// Game after those actions.
    pub game: GameView,
}
