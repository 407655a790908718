//! Accounts of engines, and their tokens: secrets of 256 bits of which only hashes are stored.

use bastide_table::{Entropy, hex};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use crate::store::{Millis, StoredEngine};

/// Start of every token, by which tools find leaked ones.
const PREFIX: &str = "bastide-engine-";

/// Returns a new token.
pub(crate) fn new_token(entropy: &Entropy) -> String {
    format!("{PREFIX}{}", hex(&entropy.bytes::<32>()))
}

/// Returns the hash that is stored. It differs from that of a seat token with the same text.
pub(crate) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(format!("bastide engine {token}")))
}

/// All accounts of a server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Accounts(Vec<StoredEngine>);

impl Accounts {
    pub(crate) fn new(stored: Vec<StoredEngine>) -> Accounts {
        Accounts(stored)
    }

    /// Returns the name of the engine with this token. Compares with all hashes in constant time.
    pub(crate) fn find(&self, token: &str, now: Millis) -> Option<&str> {
        let hash = token_hash(token);
        self.0.iter().fold(None, |found, engine| {
            let is_same: bool = engine.token.as_bytes().ct_eq(hash.as_bytes()).into();
            if is_same && engine.is_valid(now) { Some(&*engine.name) } else { found }
        })
    }

    /// Returns the names of all engines with a valid token.
    pub(crate) fn names(&self, now: Millis) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |engine| engine.is_valid(now)).map(|engine| &*engine.name)
    }

    /// Returns true if the engine has a valid token.
    pub(crate) fn is_valid(&self, name: &str, now: Millis) -> bool {
        self.0.iter().any(|engine| engine.name == name && engine.is_valid(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str, token: &str) -> StoredEngine {
        let (note, token) = (String::new(), token_hash(token));
        StoredEngine {
            name: name.to_owned(),
            token,
            note,
            created: 0,
            expires: None,
            revoked: None,
        }
    }

    #[test]
    fn a_token_gives_its_own_engine_while_it_is_valid() {
        let (one, two) = (new_token(&Entropy::system()), new_token(&Entropy::system()));
        assert_ne!(one, two);
        let old = StoredEngine { expires: Some(10), ..engine("Old", "old") };
        let gone = StoredEngine { revoked: Some(5), ..engine("Gone", "gone") };
        let accounts = Accounts::new(vec![engine("One", &one), engine("Two", &two), old, gone]);
        assert_eq!(accounts.find(&one, 20), Some("One"));
        assert_eq!(accounts.find(&two, 20), Some("Two"));
        assert_eq!((accounts.find("old", 9), accounts.find("old", 10)), (Some("Old"), None));
        assert_eq!(accounts.find("gone", 0), None);
        assert_eq!(accounts.find(&token_hash(&one), 20), None, "a hash is not a token");
        assert_eq!(accounts.find("", 20), None);
        assert!(accounts.is_valid("One", 20) && !accounts.is_valid("Gone", 20));
    }
}
