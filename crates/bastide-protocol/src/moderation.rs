//! Moderation: what the maker of a table can restrict, and reports to the
//! operator of the server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What the maker of a table can do about people there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Moderate {
    /// Remove a person from their seat, before the game has begun. Their token
    /// becomes invalid, and their address needs `readmit` to sit again.
    Kick {
        /// Which seat.
        seat: u8,
    },
    /// Let a removed person sit again.
    Readmit {
        /// Their id in `moderation.removed`.
        id: String,
    },
    /// Forbid or allow a person to chat.
    Mute {
        /// Who.
        whom: Whom,
        /// Whether they may not chat from now on.
        is_muted: bool,
    },
    /// Close or reopen the chat for watchers.
    WatcherChat {
        /// Whether watchers may chat from now on.
        is_open: bool,
    },
}

/// A person at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Whom {
    /// The person at a seat.
    Seat {
        /// Which seat.
        seat: u8,
    },
    /// A watcher.
    Watcher {
        /// Their id, as in what they said.
        id: String,
    },
}

/// What the maker of a table changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Moderated {
    /// A person was removed from their seat.
    Kicked {
        /// Which seat.
        seat: u8,
        /// Who.
        name: String,
    },
    /// A removed person may sit again.
    Readmitted {
        /// Who.
        name: String,
    },
    /// A person may not chat, or may again.
    Muted {
        /// Who.
        whom: Whom,
        /// Their name.
        name: String,
        /// Whether they may not chat from now on.
        is_muted: bool,
    },
    /// The chat is closed for watchers, or open again.
    WatcherChat {
        /// Whether watchers may chat from now on.
        is_open: bool,
    },
}

/// What is restricted at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ModerationView {
    /// Whether watchers may chat.
    pub is_watcher_chat_open: bool,
    /// Seats whose people may not chat.
    pub muted_seats: Vec<u8>,
    /// Watchers who may not chat.
    pub muted_watchers: Vec<PersonRef>,
    /// Removed persons who may not sit again; shown to the maker only.
    pub removed: Vec<PersonRef>,
    /// Why the operator of the server closed the table, if they did.
    pub closed: Option<String>,
}

/// A person without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PersonRef {
    /// Their id at this table.
    pub id: String,
    /// The name they used last.
    pub name: String,
}

/// A report to the operator of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Whom it is about.
    pub whom: Whom,
    /// The number of the event in which they said something, if it is about
    /// that.
    #[serde(default)]
    #[ts(optional = nullable, type = "number | null")]
    pub seq: Option<u64>,
    /// What is wrong; at most 300 characters.
    #[schema(min_length = 1, max_length = 4800)]
    pub reason: String,
}

/// A report that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportTaken {
    /// Its number, to refer to it.
    #[ts(type = "number")]
    pub id: i64,
}
