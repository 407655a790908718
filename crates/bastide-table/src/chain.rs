//! Hash chain over the facts of a table.
//!
//! Every fact has a digest, and every digest extends the head of its table's chain. A server signs
//! heads as receipts: if it later changes or drops a fact, it cannot publish digests that lead to a
//! signed head. `docs/fair-play.md` specifies the byte format.
//!
//! The id that a client assigns to its command is not part of the digest, since folded logs do not
//! store it. An erased fact keeps the digest of its original.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::hex::{hex, unhex};
use crate::log::{Millis, Stored, TableId};

/// Prefix of the JSON that replaces an erased fact; the digest of the original follows.
const ERASED: &str = r#"{"kind":"erased","digest":""#;

/// A SHA-256 value: the digest of a fact, or the head of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Returns the digest of a stored fact of `table`.
    pub fn of(table: &TableId, stored: &Stored) -> Digest {
        let text = fact_text(&stored.body);
        Digest::of_text(table, stored.seq, stored.schema, stored.rules, stored.at, text)
    }

    /// Returns the digest of a fact given by its parts; `text` is its JSON.
    pub fn of_text(
        table: &TableId,
        seq: u64,
        schema: u16,
        rules: u16,
        at: Millis,
        text: &str,
    ) -> Digest {
        if let Some(kept) = erased_digest(text) {
            return kept;
        }
        let mut hash = Sha256::new();
        hash.update(b"bastide fact 1\n");
        update_text(&mut hash, &table.0);
        hash.update(seq.to_be_bytes());
        hash.update(schema.to_be_bytes());
        hash.update(rules.to_be_bytes());
        hash.update(at.to_be_bytes());
        update_text(&mut hash, text);
        Digest(hash.finalize().into())
    }

    /// Returns the head of a chain without facts.
    pub fn start(table: &TableId) -> Digest {
        let mut hash = Sha256::new();
        hash.update(b"bastide chain 1\n");
        update_text(&mut hash, &table.0);
        Digest(hash.finalize().into())
    }

    /// Returns the head after appending `fact`.
    #[must_use]
    pub fn extended(self, fact: Digest) -> Digest {
        let mut hash = Sha256::new();
        hash.update(b"bastide head 1\n");
        hash.update(self.0);
        hash.update(fact.0);
        Digest(hash.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// Error for a text that is not a hexadecimal digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid digest: write 64 lower-case hexadecimal digits")]
pub struct BadDigest;

impl FromStr for Digest {
    type Err = BadDigest;

    fn from_str(text: &str) -> Result<Digest, BadDigest> {
        unhex(text).map(Digest).ok_or(BadDigest)
    }
}

/// Hashes `text` with its length as a prefix, so that no two sequences of texts hash the same
/// bytes.
fn update_text(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_be_bytes());
    hash.update(text.as_bytes());
}

/// Returns the JSON of the `fact` member of a body: the text between the first `"fact":` and the
/// last `}`. An id before it cannot contain that text, since JSON escapes quotes.
pub fn fact_text(body: &str) -> &str {
    let after = body.split_once(r#""fact":"#).map_or(body, |(_, after)| after);
    after.strip_suffix('}').unwrap_or(after)
}

/// Returns the digest stored in an erased fact, or `None` if the fact was not erased.
fn erased_digest(text: &str) -> Option<Digest> {
    text.strip_prefix(ERASED)?.get(..64)?.parse().ok()
}

/// Kinds of facts from which names or chat can be erased. Moves are excluded: erasure would be a
/// way to change them.
const ERASABLE: [&str; 3] = ["made", "said", "sat"];

/// Returns true if the fact was erased although its kind does not allow it.
pub fn is_wrongly_erased(text: &str) -> bool {
    let kind = |rest: &str| {
        let now = rest.strip_prefix(r#"","now":{"kind":""#)?;
        now.split('"').next().map(|kind| ERASABLE.contains(&kind))
    };
    erased_digest(text).is_some()
        && text.get(ERASED.len() + 64..).and_then(kind).is_none_or(|is_erasable| !is_erasable)
}

/// Returns the stored fact with its content replaced by `now`, the JSON of another fact. Stores the
/// digest of the original, so the chain and all receipts remain valid. Keeps the id of the command.
/// A fact can be erased repeatedly.
#[must_use]
pub fn erased(table: &TableId, stored: &Stored, now: &str) -> Stored {
    let before = stored.body.split_once(r#""fact":"#).map_or("{", |(before, _)| before);
    let digest = Digest::of(table, stored);
    let body = format!(r#"{before}"fact":{ERASED}{digest}","now":{now}}}}}"#);
    Stored { body, ..stored.clone() }
}

/// Returns the head of the chain of a whole log.
pub fn head(table: &TableId, log: &[Stored]) -> Digest {
    log.iter().fold(Digest::start(table), |head, stored| head.extended(Digest::of(table, stored)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(seq: u64, body: &str) -> Stored {
        Stored { seq, schema: 1, rules: 1, at: 1_000, body: body.to_owned() }
    }

    fn table() -> TableId {
        TableId("abcdefghijkm".into())
    }

    /// The bytes are specified, since other programs compute them too.
    #[test]
    fn digests_and_heads_are_as_specified() {
        let fact = stored(1, r#"{"fact":{"kind":"left","seat":0}}"#);
        let mut bytes = b"bastide fact 1\n".to_vec();
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 12]);
        bytes.extend(b"abcdefghijkm");
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 3, 232]);
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 24]);
        bytes.extend(br#"{"kind":"left","seat":0}"#);
        let expected: [u8; 32] = Sha256::digest(&bytes).into();
        assert_eq!(Digest::of(&table(), &fact).0, expected);
        let start: [u8; 32] =
            Sha256::digest(b"bastide chain 1\n\0\0\0\0\0\0\0\x0cabcdefghijkm").into();
        assert_eq!(Digest::start(&table()).0, start);
        let mut bytes = b"bastide head 1\n".to_vec();
        bytes.extend(start);
        bytes.extend(expected);
        let first: [u8; 32] = Sha256::digest(&bytes).into();
        assert_eq!(head(&table(), &[fact]).0, first);
    }

    #[test]
    fn ids_do_not_count_and_everything_else_does() {
        let plain = stored(1, r#"{"fact":{"kind":"left","seat":0}}"#);
        let digest = Digest::of(&table(), &plain);
        let id = r#"{"id":"\"fact\":{\"kind\":\"left\"}","fact":{"kind":"left","seat":0}}"#;
        assert_eq!(Digest::of(&table(), &stored(1, id)), digest);
        let other = TableId("abcdefghijkn".into());
        let changed = [
            Digest::of(&other, &plain),
            Digest::of(&table(), &stored(2, &plain.body)),
            Digest::of(&table(), &Stored { schema: 2, ..plain.clone() }),
            Digest::of(&table(), &Stored { rules: 2, ..plain.clone() }),
            Digest::of(&table(), &Stored { at: 1_001, ..plain.clone() }),
            Digest::of(&table(), &stored(1, r#"{"fact":{"kind":"left","seat":1}}"#)),
        ];
        assert!(changed.iter().all(|other| *other != digest));
    }

    #[test]
    fn an_erased_fact_keeps_its_digest() {
        let said = stored(2, r#"{"id":"x","fact":{"kind":"said","text":"a secret"}}"#);
        let digest = Digest::of(&table(), &said);
        let gone = erased(&table(), &said, r#"{"kind":"said","text":""}"#);
        assert_eq!(
            gone.body,
            format!(
                r#"{{"id":"x","fact":{{"kind":"erased","digest":"{digest}","now":{{"kind":"said","text":""}}}}}}"#
            )
        );
        assert_eq!(Digest::of(&table(), &gone), digest);
        assert!(!is_wrongly_erased(fact_text(&gone.body)));
        let again = erased(&table(), &gone, r#"{"kind":"played","seat":0}"#);
        assert_eq!(Digest::of(&table(), &again), digest);
        assert!(!again.body.contains("text"), "{}", again.body);
        assert!(is_wrongly_erased(fact_text(&again.body)), "a move cannot be erased");
        assert!(!is_wrongly_erased(fact_text(&said.body)));
    }
}
