//! Hash chain over the facts of a table, and the receipts that sign it.
//!
//! Every fact has a digest, and every digest extends the head of its table's chain. A receipt is a
//! head signed by the server. A server that later changes or drops a fact cannot publish digests
//! that lead to the signed head, so the receipt proves the change. `docs/fair-play.md` specifies
//! the byte format.
//!
//! The id that a client assigns to its command is not part of the digest, since folded logs do not
//! store it. An erased fact keeps the digest of its original.

use std::fmt;
use std::str::FromStr;

use bastide_protocol::{PublicKey, Receipt};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};

use crate::store::{Millis, Stored, TableId};

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
        bytes(text).map(Digest).ok_or(BadDigest)
    }
}

/// Parses `N` bytes of lower-case hexadecimal.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
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
pub fn erased_digest(text: &str) -> Option<Digest> {
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

/// Key with which the server signs receipts.
pub struct Signer {
    pair: Ed25519KeyPair,
    id: String,
}

impl Signer {
    /// Creates the key from a secret of 32 bytes.
    ///
    /// # Errors
    /// Returns [`BadKey`] if the secret has another length.
    pub fn from_secret(secret: &[u8]) -> Result<Signer, BadKey> {
        let pair = Ed25519KeyPair::from_seed_unchecked(secret).map_err(|_| BadKey)?;
        let id = key_id(pair.public_key().as_ref());
        Ok(Signer { pair, id })
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        PublicKey {
            id: self.id.clone(),
            algorithm: "ed25519".to_owned(),
            public: hex(self.pair.public_key().as_ref()),
        }
    }

    /// Signs the head of a table.
    pub fn sign(&self, table: &TableId, seq: u64, at: Millis, head: Digest) -> Receipt {
        let message = receipt_message(&table.0, seq, at, head);
        Receipt {
            table: table.to_string(),
            seq,
            at,
            head: head.to_string(),
            key: self.id.clone(),
            signature: hex(self.pair.sign(&message).as_ref()),
        }
    }
}

/// Error for a secret of the wrong length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the receipt key in the database does not have 32 bytes")]
pub struct BadKey;

/// Returns the id of a key: 16 hexadecimal digits of the hash of the public key.
fn key_id(public: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(b"bastide key 1\n");
    hash.update(public);
    hex(&hash.finalize()[..8])
}

fn receipt_message(table: &str, seq: u64, at: Millis, head: Digest) -> Vec<u8> {
    let mut message = b"bastide receipt 1\n".to_vec();
    message.extend((table.len() as u64).to_be_bytes());
    message.extend(table.as_bytes());
    message.extend(seq.to_be_bytes());
    message.extend(at.to_be_bytes());
    message.extend(head.0);
    message
}

/// Errors of checking a receipt, including proof of a changed log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReceiptError {
    /// The receipt covers no fact: its number is 0, which the server never signs.
    #[error("invalid receipt: `seq` is 0, but a receipt covers at least one fact")]
    NoFact,
    /// A field of the receipt is not valid hexadecimal.
    #[error("invalid receipt: {0} is not a hexadecimal number of the right length")]
    Unreadable(&'static str),
    /// The public key is malformed.
    #[error("invalid key: `public` must have 64 hexadecimal digits")]
    BadPublicKey,
    /// The receipt was signed by another key.
    #[error("the receipt was signed by key {signed}, but the given key is {given}")]
    OtherKey {
        /// Id of the key that the receipt names.
        signed: String,
        /// Id of the key that was used for the check.
        given: String,
    },
    /// The signature is invalid.
    #[error("invalid signature: the server did not issue this receipt")]
    WrongSignature,
    /// The chain belongs to another table.
    #[error("the receipt belongs to table {receipt}, but the chain to table {chain}")]
    OtherTable {
        /// Table of the receipt.
        receipt: String,
        /// Table of the chain.
        chain: String,
    },
    /// The published log is shorter than the signed one.
    #[error("the log was truncated: the server signed {signed} facts, but publishes {published}")]
    Cut {
        /// Number of facts at the time of the receipt.
        signed: u64,
        /// Number of facts in the published chain.
        published: u64,
    },
    /// The published log leads to another head. Contains the number of signed facts.
    #[error("the log was changed: one of its first {0} facts differs from the signed one")]
    Changed(u64),
    /// A move was published as erased. Contains its sequence number.
    #[error("fact {0} was erased, but only names and chat can be erased")]
    ErasedMove(u64),
    /// A published fact does not match its published digest. Contains its sequence number.
    #[error("fact {0} of the published log does not match its digest")]
    WrongFact(u64),
}

/// Verifies the signature of a receipt.
///
/// # Errors
/// Returns a [`ReceiptError`] if the receipt or the key is malformed, or if `key` did not sign the
/// receipt.
pub fn check_signature(receipt: &Receipt, key: &PublicKey) -> Result<(), ReceiptError> {
    let public: [u8; 32] = bytes(&key.public).ok_or(ReceiptError::BadPublicKey)?;
    let given = key_id(&public);
    if receipt.key != given {
        return Err(ReceiptError::OtherKey { signed: receipt.key.clone(), given });
    }
    let head = receipt.head.parse().map_err(|_| ReceiptError::Unreadable("head"))?;
    let signature: [u8; 64] =
        bytes(&receipt.signature).ok_or(ReceiptError::Unreadable("signature"))?;
    let message = receipt_message(&receipt.table, receipt.seq, receipt.at, head);
    UnparsedPublicKey::new(&ED25519, public)
        .verify(&message, &signature)
        .map_err(|_| ReceiptError::WrongSignature)
}

/// Checks that the head of a receipt is on a published chain, and that the published facts match
/// their digests.
///
/// # Errors
/// Returns a [`ReceiptError`] otherwise; together with a valid signature it proves that the log was
/// changed.
pub fn check_chain(receipt: &Receipt, chain: &bastide_protocol::Chain) -> Result<(), ReceiptError> {
    if receipt.table != chain.table {
        return Err(ReceiptError::OtherTable {
            receipt: receipt.table.clone(),
            chain: chain.table.clone(),
        });
    }
    if receipt.seq == 0 {
        return Err(ReceiptError::NoFact);
    }
    let table = TableId(chain.table.as_str().into());
    let head: Digest = receipt.head.parse().map_err(|_| ReceiptError::Unreadable("head"))?;
    let digests: Vec<Digest> = chain
        .digests
        .iter()
        .map(|digest| digest.parse().map_err(|_| ReceiptError::Unreadable("a digest")))
        .collect::<Result<_, _>>()?;
    for fact in chain.facts.iter().flatten() {
        let digest =
            Digest::of_text(&table, fact.seq, fact.schema, fact.rules, fact.at, &fact.fact);
        if is_wrongly_erased(&fact.fact) {
            return Err(ReceiptError::ErasedMove(fact.seq));
        }
        let at = fact.seq.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if at.and_then(|at| digests.get(at)) != Some(&digest) {
            return Err(ReceiptError::WrongFact(fact.seq));
        }
    }
    let published = digests.len() as u64;
    if published < receipt.seq {
        return Err(ReceiptError::Cut { signed: receipt.seq, published });
    }
    let count = usize::try_from(receipt.seq).unwrap_or(usize::MAX);
    let last = digests.into_iter().take(count).fold(Digest::start(&table), Digest::extended);
    if last == head { Ok(()) } else { Err(ReceiptError::Changed(receipt.seq)) }
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
    fn only_the_key_that_signed_verifies() {
        let (signer, other) =
            (Signer::from_secret(&[1; 32]).unwrap(), Signer::from_secret(&[2; 32]).unwrap());
        assert_eq!(Signer::from_secret(&[1; 31]).err(), Some(BadKey));
        let receipt = signer.sign(&table(), 3, 5, Digest([7; 32]));
        assert_eq!(check_signature(&receipt, &signer.public()), Ok(()));
        let error = check_signature(&receipt, &other.public()).unwrap_err();
        assert!(matches!(error, ReceiptError::OtherKey { .. }), "{error}");
        let forged = Receipt { key: other.public().id, ..receipt.clone() };
        let error = check_signature(&forged, &other.public()).unwrap_err();
        assert_eq!(error, ReceiptError::WrongSignature);
        for changed in [
            Receipt { seq: 4, ..receipt.clone() },
            Receipt { at: 6, ..receipt.clone() },
            Receipt { table: "abcdefghijkn".to_owned(), ..receipt.clone() },
            Receipt { head: Digest([8; 32]).to_string(), ..receipt.clone() },
        ] {
            let error = check_signature(&changed, &signer.public()).unwrap_err();
            assert_eq!(error, ReceiptError::WrongSignature);
        }
        let broken = Receipt { signature: "zz".to_owned(), ..receipt };
        let error = check_signature(&broken, &signer.public()).unwrap_err();
        assert_eq!(error, ReceiptError::Unreadable("signature"));
    }

    #[test]
    fn changed_and_cut_logs_are_proved() {
        let bodies = ["a", "b", "c"].map(|text| format!(r#"{{"fact":{{"kind":"{text}"}}}}"#));
        let log: Vec<Stored> = (1..).zip(&bodies).map(|(seq, body)| stored(seq, body)).collect();
        let signer = Signer::from_secret(&[1; 32]).unwrap();
        let receipt = signer.sign(&table(), 3, 5, head(&table(), &log));
        let chain = |log: &[Stored]| bastide_protocol::Chain {
            table: table().to_string(),
            head: head(&table(), log).to_string(),
            digests: log.iter().map(|fact| Digest::of(&table(), fact).to_string()).collect(),
            facts: None,
        };
        let mut longer = log.clone();
        longer.push(stored(4, r#"{"fact":{"kind":"d"}}"#));
        assert_eq!(check_chain(&receipt, &chain(&longer)), Ok(()));
        let cut = check_chain(&receipt, &chain(&log[..2])).unwrap_err();
        assert_eq!(cut, ReceiptError::Cut { signed: 3, published: 2 });
        let mut changed = log.clone();
        changed[1].body = r#"{"fact":{"kind":"x"}}"#.to_owned();
        assert_eq!(check_chain(&receipt, &chain(&changed)), Err(ReceiptError::Changed(3)));
    }

    #[test]
    fn a_receipt_for_no_fact_is_invalid_and_proves_nothing() {
        let log = [stored(1, r#"{"fact":{"kind":"a"}}"#)];
        let signer = Signer::from_secret(&[1; 32]).unwrap();
        let receipt = signer.sign(&table(), 0, 5, Digest::start(&table()));
        let chain = |log: &[Stored]| bastide_protocol::Chain {
            table: table().to_string(),
            head: head(&table(), log).to_string(),
            digests: log.iter().map(|fact| Digest::of(&table(), fact).to_string()).collect(),
            facts: None,
        };
        for log in [&log[..], &[]] {
            let error = check_chain(&receipt, &chain(log)).unwrap_err();
            assert_eq!(error, ReceiptError::NoFact);
            assert!(!error.to_string().contains("truncated"), "{error}");
        }
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
