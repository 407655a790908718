//! Seat tokens: secrets of 256 bits that only the client stores. The server stores hashes, so
//! neither a leaked database nor a log reveals a token.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::hex::hex;

/// A newly created token. Sent to the client once and stored nowhere.
pub struct Token(pub String);

impl Token {
    /// Creates a token from 32 random bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> Token {
        Token(hex(bytes))
    }

    /// Creates a token that differs from all others of a test.
    #[cfg(test)]
    pub(crate) fn random() -> Token {
        crate::Entropy::fresh().token()
    }

    /// Returns the hash that is stored.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

/// Stored hash of a token. No salt is needed: with 2^256 possible tokens, precomputed tables are
/// infeasible.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenHash(String);

impl TokenHash {
    /// Returns the hash of `token`, which is not validated.
    pub fn of(token: &str) -> TokenHash {
        TokenHash(hex(&Sha256::digest(format!("bastide seat {token}"))))
    }

    /// Returns true if this is the hash of `token`. Compares in constant time.
    pub(crate) fn is_of(&self, token: &str) -> bool {
        self.is_same(&TokenHash::of(token))
    }

    /// Returns true if both hashes are equal. Compares in constant time.
    pub(crate) fn is_same(&self, other: &TokenHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

/// Hides the hash from logs.
impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// Returns a short public fingerprint of a token that distinguishes clients.
pub fn fingerprint(token: &str) -> String {
    hex(&Sha256::digest(format!("bastide client {token}"))[..8])
}

/// Returns the name of the rematch table of `table`. Deterministic, so that two processes create
/// only one rematch.
pub(crate) fn name_after(table: &str, secret: &str) -> String {
    let digest = Sha256::digest(format!("bastide rematch {table} {secret}"));
    name_of(std::array::from_fn(|at| digest[at]))
}

/// Returns the table name derived from 12 random bytes.
pub(crate) fn name_of(bytes: [u8; 12]) -> String {
    // Without characters that look alike.
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_matches_its_token_only() {
        let (token, other) = (Token::random(), Token::random());
        assert_eq!(token.0.len(), 64);
        assert!(token.hash().is_of(&token.0));
        assert!(!token.hash().is_of(&other.0));
        assert!(!token.hash().is_of(""));
        assert!(!format!("{:?}", token.hash()).contains(&token.hash().0[..8]));
    }

    #[test]
    fn table_ids_are_short_and_unique() {
        let entropy = crate::Entropy::fresh();
        let names: std::collections::BTreeSet<_> =
            (0..1000).map(|_| entropy.table_name()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| name.len() == 12));
        assert_eq!(name_after("a", "s"), name_after("a", "s"));
        assert_ne!(name_after("a", "s"), name_after("a", "t"));
    }
}
