//! Moderation of a table by its creator, and reports to the operator of the server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A moderation action of the creator of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Moderate {
    /// Removes a player from their seat, before the game has begun. Their token becomes invalid,
    /// and their address needs `readmit` to take a seat again.
    Kick {
        /// The seat.
        seat: u8,
    },
    /// Allows a removed player to take a seat again.
    Readmit {
        /// Id of the player in `moderation.removed`.
        id: String,
    },
    /// Forbids or allows a person to chat.
    Mute {
        /// The person.
        whom: Whom,
        /// True to forbid, false to allow.
        is_muted: bool,
    },
    /// Closes or reopens the chat for watchers.
    WatcherChat {
        /// True if watchers may chat from now on.
        is_open: bool,
    },
}

/// A reference to a person at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Whom {
    /// The player at a seat.
    Seat {
        /// The seat.
        seat: u8,
    },
    /// A watcher.
    Watcher {
        /// Id of the watcher, as in their chat messages.
        id: String,
    },
}

/// Effect of a moderation action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Moderated {
    /// A player was removed from their seat.
    Kicked {
        /// The seat.
        seat: u8,
        /// Name of the player.
        name: String,
    },
    /// A removed player may take a seat again.
    Readmitted {
        /// Name of the player.
        name: String,
    },
    /// A person was muted or unmuted.
    Muted {
        /// The person.
        whom: Whom,
        /// Name of the person.
        name: String,
        /// True if they may not chat from now on.
        is_muted: bool,
    },
    /// The chat was closed or reopened for watchers.
    WatcherChat {
        /// True if watchers may chat from now on.
        is_open: bool,
    },
}

/// Moderation state of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ModerationView {
    /// True if watchers may chat.
    pub is_watcher_chat_open: bool,
    /// Seats whose players are muted.
    pub muted_seats: Vec<u8>,
    /// Watchers who are muted.
    pub muted_watchers: Vec<PersonRef>,
    /// Removed players who may not take a seat again; sent to the creator only.
    pub removed: Vec<PersonRef>,
    /// Reason why the operator of the server closed the table, if it is closed.
    pub closed: Option<String>,
}

/// A person without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PersonRef {
    /// Id of the person at this table.
    pub id: String,
    /// Name the person used last.
    pub name: String,
}

/// A report to the operator of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The person reported.
    pub whom: Whom,
    /// `seq` of the event with the reported chat message, if the report is about one.
    #[serde(default)]
    #[ts(optional = nullable, type = "number | null")]
    pub seq: Option<u64>,
    /// Reason for the report, at most 300 characters.
    #[schema(min_length = 1, max_length = 4800)]
    pub reason: String,
}

/// Confirmation of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportTaken {
    /// Id of the report.
    #[ts(type = "number")]
    pub id: i64,
}
