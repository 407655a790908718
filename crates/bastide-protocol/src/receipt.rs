//! Receipts: signed heads of the hash chain over the facts of a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Signature of the server over the log of a table up to some fact. Clients should store it as
/// proof of the saved log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Receipt {
    /// Id of the table.
    pub table: String,
    /// `seq` of the last fact it covers.
    #[ts(type = "number")]
    pub seq: u64,
    /// Time when that fact was saved, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Head of the chain after that fact, 64 hexadecimal digits.
    pub head: String,
    /// Id of the signing key.
    pub key: String,
    /// Ed25519 signature, 128 hexadecimal digits.
    pub signature: String,
}

/// Public key of the server for receipts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PublicKey {
    /// Id of the key in receipts.
    pub id: String,
    /// Always `ed25519`.
    pub algorithm: String,
    /// The key, 64 hexadecimal digits.
    pub public: String,
}

/// Published hash chain of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Chain {
    /// Id of the table.
    pub table: String,
    /// Head after the last fact.
    pub head: String,
    /// Digests of all facts, in order.
    pub digests: Vec<String>,
    /// The facts, once the game is over.
    #[serde(default)]
    pub facts: Option<Vec<ChainFact>>,
}

/// A published fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChainFact {
    /// Its sequence number.
    #[ts(type = "number")]
    pub seq: u64,
    /// Version of its format.
    pub schema: u16,
    /// Version of the rules.
    pub rules: u16,
    /// Time when it was saved, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Its JSON text, exactly as it was hashed.
    pub fact: String,
}
