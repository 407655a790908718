//! Receipts: heads of hash chains that the server signs.
//!
//! A server that later changes or drops a fact cannot publish digests that lead to the signed head,
//! so the receipt proves the change. `docs/fair-play.md` specifies the byte format.

use bastide_protocol::{PublicKey, Receipt};
use bastide_table::chain::{Digest, is_wrongly_erased};
use bastide_table::{hex, unhex};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};

use crate::store::{Millis, TableId};

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
    let public: [u8; 32] = unhex(&key.public).ok_or(ReceiptError::BadPublicKey)?;
    let given = key_id(&public);
    if receipt.key != given {
        return Err(ReceiptError::OtherKey { signed: receipt.key.clone(), given });
    }
    let head = receipt.head.parse().map_err(|_| ReceiptError::Unreadable("head"))?;
    let signature: [u8; 64] =
        unhex(&receipt.signature).ok_or(ReceiptError::Unreadable("signature"))?;
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
    use bastide_table::Stored;
    use bastide_table::chain::head;

    use super::*;

    fn stored(seq: u64, body: &str) -> Stored {
        Stored { seq, schema: 1, rules: 1, at: 1_000, body: body.to_owned() }
    }

    fn table() -> TableId {
        TableId("abcdefghijkm".into())
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
    fn changed_and_truncated_logs_are_proved() {
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
}
