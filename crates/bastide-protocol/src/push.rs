//! Web push: subscriptions of browsers at correspondence tables, and the message sent when a player
//! has to act.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Public key for push subscriptions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKey {
    /// The server's public key (VAPID): an uncompressed P-256 point in base64url without padding.
    /// Null if push messages are disabled.
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

/// A push subscription of a browser, from `PushSubscription.toJSON()`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPush {
    /// URL at the browser's push service.
    #[schema(min_length = 10, max_length = 2048)]
    pub endpoint: String,
    /// Public key of the browser: an uncompressed P-256 point in base64url without padding.
    #[schema(min_length = 87, max_length = 87)]
    pub p256dh: String,
    /// Authentication secret of the browser: 16 bytes in base64url without padding.
    #[schema(min_length = 22, max_length = 22)]
    pub auth: String,
    /// Language of the notifications.
    pub language: PushLanguage,
}

/// Request to delete a push subscription.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgetPush {
    /// URL at the browser's push service.
    #[schema(min_length = 10, max_length = 2048)]
    pub endpoint: String,
}

/// Number of push subscriptions of a token at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PushCount {
    /// Number of browsers subscribed for the seats of this token.
    pub subscriptions: u8,
}

/// Payload of a push message: the recipient has to act. Encrypted for the browser; contains no
/// secrets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurnPush {
    /// Id of the table.
    pub table: String,
    /// `revision` of the game at the start of the turn.
    pub revision: u32,
    /// Names of the other players at the table; unnamed players are omitted.
    pub names: Vec<String>,
    /// Language of the notification.
    pub language: PushLanguage,
}
