//! Players of a table by number, and the hashes of their tokens.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Damage;
use crate::token::TokenHash;

/// Maximum number of players who may ever take a seat at one table, including those who left.
/// Bounds the log, the memory and the time to look up a token.
pub(super) const MOST_HOLDERS: usize = 1000;

/// Number of a player at a table, in the order of taking seats. Numbers are never reused.
///
/// *Invariant:* numbers are created from indices only by `HolderId::from_index`, which fails
/// instead of wrapping. Test: `numbers_run_out_instead_of_wrapping`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HolderId(u16);

impl HolderId {
    /// The creator of the table, who owns it with or without a seat.
    pub const CREATOR: HolderId = HolderId(0);

    fn from_index(index: usize) -> Option<HolderId> {
        u16::try_from(index).ok().map(HolderId)
    }

    /// Returns the number, as it is stored.
    pub fn number(self) -> u16 {
        self.0
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Token hashes by holder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Holders {
    /// `None` after the holder gave up the last seat: this number has no valid token any more.
    tokens: Vec<Option<TokenHash>>,
}

impl Holders {
    /// Creates the holders of a new table.
    pub(super) fn new(tokens: &[TokenHash]) -> Holders {
        Holders { tokens: tokens.iter().cloned().map(Some).collect() }
    }

    /// Adds a player and returns the number.
    ///
    /// # Errors
    /// Returns [`Damage`] if no numbers are left.
    pub(super) fn add(&mut self, token: TokenHash) -> Result<HolderId, Damage> {
        let holder = HolderId::from_index(self.tokens.len())
            .ok_or_else(|| Damage("too many people took seats".to_owned()))?;
        self.tokens.push(Some(token));
        Ok(holder)
    }

    /// Replaces the token of a holder.
    ///
    /// # Errors
    /// Returns [`Damage`] if the number was never assigned.
    pub(super) fn replace(&mut self, holder: HolderId, token: TokenHash) -> Result<(), Damage> {
        let slot = self.tokens.get_mut(holder.index());
        *slot.ok_or_else(|| Damage(format!("there is no holder {}", holder.0)))? = Some(token);
        Ok(())
    }

    /// Revokes the token of a holder, except that of the creator, who owns the table.
    pub(super) fn retire(&mut self, holder: HolderId) {
        if holder != HolderId::CREATOR
            && let Some(slot) = self.tokens.get_mut(holder.index())
        {
            *slot = None;
        }
    }

    /// Returns the holder of a token. Compares all hashes, so that the time does not depend on the
    /// position.
    pub(super) fn find(&self, token: &str) -> Option<HolderId> {
        let sought = TokenHash::of(token);
        let mut found = None;
        for (index, hash) in self.tokens.iter().enumerate() {
            if hash.as_ref().is_some_and(|hash| hash.is_same(&sought)) {
                found = HolderId::from_index(index);
            }
        }
        found
    }

    /// Returns the token hash of a holder.
    pub(super) fn token(&self, holder: HolderId) -> Option<&TokenHash> {
        self.tokens.get(holder.index()).and_then(Option::as_ref)
    }

    /// Renumbers the creator and `people` for another table; returns its tokens and the new number
    /// of each holder.
    pub(super) fn renumbered(
        &self,
        people: impl Iterator<Item = HolderId>,
    ) -> (Vec<TokenHash>, BTreeMap<HolderId, HolderId>) {
        let (mut tokens, mut numbers) = (Vec::new(), BTreeMap::new());
        for old in std::iter::once(HolderId::CREATOR).chain(people) {
            let token = self.token(old);
            if let Some(token) = token
                && !numbers.contains_key(&old)
                && let Some(new) = HolderId::from_index(tokens.len())
            {
                numbers.insert(old, new);
                tokens.push(token.clone());
            }
        }
        (tokens, numbers)
    }

    /// Returns the number of assigned numbers.
    pub(super) fn count(&self) -> usize {
        self.tokens.len()
    }

    /// Returns true if this number has been assigned.
    pub(super) fn has(&self, holder: HolderId) -> bool {
        holder.index() < self.tokens.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Token;

    #[test]
    fn numbers_run_out_instead_of_wrapping() {
        let token = Token::random().hash();
        let last = usize::from(u16::MAX);
        let mut holders = Holders { tokens: vec![Some(token.clone()); last] };
        let id = holders.add(token.clone()).expect("one number is left");
        assert_eq!(id.index(), last);
        assert!(holders.add(token).is_err());
    }

    #[test]
    fn numbers_are_stored_as_before() {
        let number: HolderId = serde_json::from_str("255").expect("an old number");
        assert_eq!(serde_json::to_string(&number).expect("plain"), "255");
        assert!(serde_json::from_str::<HolderId>("65536").is_err());
        assert!(serde_json::from_str::<HolderId>("-1").is_err());
    }
}
