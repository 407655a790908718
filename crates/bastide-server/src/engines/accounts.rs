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

/// An engine that has connected with a valid token. It contains the hash, so that the connection ends
/// with this token, even if the engine has a new one by then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Login {
    /// Name of the engine.
    pub(crate) name: String,
    token: String,
}

/// All accounts of a server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Accounts(Vec<StoredEngine>);

impl Accounts {
    pub(crate) fn new(stored: Vec<StoredEngine>) -> Accounts {
        Accounts(stored)
    }

    /// Returns the engine with this token. Compares with all hashes in constant time.
    pub(crate) fn find(&self, token: &str, now: Millis) -> Option<Login> {
        let hash = token_hash(token);
        let name = self.0.iter().fold(None, |found, engine| {
            let is_same: bool = engine.token.as_bytes().ct_eq(hash.as_bytes()).into();
            if is_same && engine.is_valid(now) { Some(&engine.name) } else { found }
        });
        name.map(|name| Login { name: name.clone(), token: hash })
    }

    /// Returns true if the token of `login` is still valid.
    pub(crate) fn holds(&self, login: &Login, now: Millis) -> bool {
        let is_same =
            |engine: &&StoredEngine| engine.name == login.name && engine.token == login.token;
        self.0.iter().find(is_same).is_some_and(|engine| engine.is_valid(now))
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
        let find = |token: &str, now| accounts.find(token, now).map(|login| login.name);
        assert_eq!(find(&one, 20).as_deref(), Some("One"));
        assert_eq!(find(&two, 20).as_deref(), Some("Two"));
        assert_eq!((find("old", 9).as_deref(), find("old", 10)), (Some("Old"), None));
        assert_eq!(find("gone", 0), None);
        assert_eq!(find(&token_hash(&one), 20), None, "a hash is not a token");
        assert_eq!(find("", 20), None);
        assert!(accounts.is_valid("One", 20) && !accounts.is_valid("Gone", 20));
    }

    #[test]
    fn a_login_ends_with_its_token_and_not_with_the_next_one() {
        let before = Accounts::new(vec![engine("Rook", "first"), engine("Pawn", "other")]);
        let login = before.find("first", 1).expect("valid");
        assert!(before.holds(&login, 1));
        // The token was revoked and another one issued since the accounts were last read.
        let after = Accounts::new(vec![engine("Rook", "second"), engine("Pawn", "other")]);
        assert!(after.is_valid("Rook", 1) && !after.holds(&login, 1));
        let brief = StoredEngine { expires: Some(9), ..engine("Rook", "first") };
        let brief = Accounts::new(vec![brief]);
        assert!(brief.holds(&login, 8) && !brief.holds(&login, 9));
        assert!(!Accounts::default().holds(&login, 1));
    }
}
