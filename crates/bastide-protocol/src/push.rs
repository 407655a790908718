//! Web push: how a browser subscribes at a correspondence table, and the
//! message it gets when its player is to act.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Whether the server sends push messages, and the key that subscriptions are
/// made for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKey {
    /// The public key of the server (VAPID): an uncompressed point of P-256 in
    /// base64url without padding. Null if the server sends no push messages.
    pub key: Option<String>,
}

/// The language of a notification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushLanguage {
    /// Ukrainian.
    Uk,
    /// Russian.
    Ru,
    /// English.
    En,
}

/// A push subscription of a browser, as `PushSubscription.toJSON()` gives it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPush {
    /// The URL at the browser's push service.
    #[schema(min_length = 10, max_length = 2048)]
    pub endpoint: String,
    /// The public key of the browser: an uncompressed point of P-256 in
    /// base64url without padding.
    #[schema(min_length = 87, max_length = 87)]
    pub p256dh: String,
    /// The authentication secret of the browser: 16 bytes in base64url without
    /// padding.
    #[schema(min_length = 22, max_length = 22)]
    pub auth: String,
    /// The language of notifications.
    pub language: PushLanguage,
}

/// A push subscription to be forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgetPush {
    /// The URL at the browser's push service.
    #[schema(min_length = 10, max_length = 2048)]
    pub endpoint: String,
}

/// The push subscriptions of one's own at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PushCount {
    /// How many browsers get messages for the seats of this token.
    pub subscriptions: u8,
}

/// The content of a push message: its reader is to act. Encrypted for the
/// browser, and free of secrets all the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurnPush {
    /// The table.
    pub table: String,
    /// The game's number at the beginning of the turn.
    pub revision: u32,
    /// The names of the other people at the table; those without a name are
    /// left out.
    pub names: Vec<String>,
    /// The language of the notification.
    pub language: PushLanguage,
}
