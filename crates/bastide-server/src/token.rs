//! Secrets of seats: 256 bits that only the browser keeps. The server knows
//! hashes, so neither a leaked database nor a log gives a seat away.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret just made. Told once, kept nowhere.
pub(crate) struct Token(pub String);

impl Token {
    /// Returns the secret of 32 random bytes.
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Token {
        Token(hex(bytes))
    }

    /// Returns a secret from the operating system's generator.
    #[cfg(test)]
    pub(crate) fn random() -> Token {
        crate::Entropy::system().token()
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

/// What is kept of a secret. A hash without salt is enough: there are 2^256
/// secrets, so nobody has a table of them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenHash(String);

impl TokenHash {
    /// What is kept of this text, if it is a secret at all.
    pub(crate) fn of(token: &str) -> TokenHash {
        TokenHash(hex(&Sha256::digest(format!("bastide seat {token}"))))
    }

    /// Whether it is the hash of this text, in the same time for any.
    pub(crate) fn is_of(&self, token: &str) -> bool {
        self.is_same(&TokenHash::of(token))
    }

    /// Whether both are hashes of the same text, in constant time.
    pub(crate) fn is_same(&self, other: &TokenHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

/// Hidden, so that no log helps anybody.
impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// A short public stand-in for a secret, to tell clients apart by.
pub(crate) fn fingerprint(token: &str) -> String {
    hex(&Sha256::digest(format!("bastide client {token}"))[..8])
}

/// The name of the table that follows a table: the same whoever works it
/// out, so that two processes make one rematch.
pub(crate) fn name_after(table: &str, secret: &str) -> String {
    let digest = Sha256::digest(format!("bastide rematch {table} {secret}"));
    name_of(std::array::from_fn(|at| digest[at]))
}

/// Returns the table name of 12 random bytes.
pub(crate) fn name_of(bytes: [u8; 12]) -> String {
    // Without letters that look alike.
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_token_has_the_hash() {
        let (token, other) = (Token::random(), Token::random());
        assert_eq!(token.0.len(), 64);
        assert!(token.hash().is_of(&token.0));
        assert!(!token.hash().is_of(&other.0));
        assert!(!token.hash().is_of(""));
        assert!(!format!("{:?}", token.hash()).contains(&token.hash().0[..8]));
    }

    #[test]
    fn names_are_short_and_differ() {
        let entropy = crate::Entropy::system();
        let names: std::collections::BTreeSet<_> =
            (0..1000).map(|_| entropy.table_name()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| name.len() == 12));
        assert_eq!(name_after("a", "s"), name_after("a", "s"));
        assert_ne!(name_after("a", "s"), name_after("a", "t"));
    }
}
