//! Receipts: signed heads of the hash chain over a table's facts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The server's signature for the log of a table up to some fact. Keep it: it
/// proves what was saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Receipt {
    /// The table.
    pub table: String,
    /// The number of the last fact it covers.
    #[ts(type = "number")]
    pub seq: u64,
    /// When that fact was saved, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The head of the chain after that fact: 64 hexadecimal digits.
    pub head: String,
    /// The id of the key that signed it.
    pub key: String,
    /// The Ed25519 signature: 128 hexadecimal digits.
    pub signature: String,
}

/// The public half of the server's key for receipts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PublicKey {
    /// Its name in receipts.
    pub id: String,
    /// Always `ed25519`.
    pub algorithm: String,
    /// The key: 64 hexadecimal digits.
    pub public: String,
}

/// The hash chain of a table as it is published.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Chain {
    /// The table.
    pub table: String,
    /// The head after the last fact.
    pub head: String,
    /// The digests of all facts, the first first.
    pub digests: Vec<String>,
    /// The facts themselves, once the game is over.
    #[serde(default)]
    pub facts: Option<Vec<ChainFact>>,
}

/// A fact as it is published.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChainFact {
    /// Its number.
    #[ts(type = "number")]
    pub seq: u64,
    /// The version of its form.
    pub schema: u16,
    /// The version of the rules.
    pub rules: u16,
    /// When it was saved, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Its JSON, exactly as it was hashed.
    pub fact: String,
}
