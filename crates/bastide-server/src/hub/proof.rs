//! Receipts for players, and the published hash chain to verify them.

use bastide_protocol::{Chain, ChainFact, Done, Problem, PublicKey};
use bastide_table::chain::{Digest, fact_text};
use bastide_table::{Entropy, Saved};

use super::{Hub, loaded, no_such_table};
use crate::receipts::Signer;
use crate::store::{Store, StoreError, Stored, TableId};

/// Name of the setting that holds the secret key.
const KEY: &str = "receipt_key";

/// Returns the key of this store, creating it if there is none.
pub(super) async fn signer(store: &dyn Store, entropy: &Entropy) -> Result<Signer, StoreError> {
    let secret = store.setting(KEY, &entropy.bytes::<32>()).await?;
    Signer::from_secret(&secret).map_err(|error| StoreError::Damaged(error.to_string()))
}

impl Hub {
    /// Returns the public key of receipts.
    pub fn key(&self) -> PublicKey {
        self.0.signer.public()
    }

    /// Returns the response to a command, with its receipt.
    pub(super) fn answer(&self, table: &TableId, saved: Saved) -> Done {
        let Saved { seq, revision, at, head } = saved;
        let receipt = self.0.signer.sign(table, seq, at, head);
        Done { seq, revision, receipt: Some(receipt) }
    }

    /// Returns the hash chain of a table, read from the store. It includes the facts themselves
    /// only once the game is over, because they contain the seed.
    ///
    /// # Errors
    /// Returns a [`Problem`] if there is no such table or it cannot be read.
    pub async fn chain(&self, table: &str) -> Result<Chain, Problem> {
        let live = self.find(table)?;
        let is_over = {
            let mut state = live.state.lock().await;
            self.ensure(&live, &mut state).await?;
            loaded(&state)?.is_over()
        };
        let log = self.read(&live, 0).await?;
        if log.is_empty() {
            return Err(no_such_table());
        }
        Ok(published(&live.id, &log, is_over))
    }
}

fn published(table: &TableId, log: &[Stored], is_over: bool) -> Chain {
    let digests: Vec<Digest> = log.iter().map(|stored| Digest::of(table, stored)).collect();
    let head = digests.iter().fold(Digest::start(table), |head, &digest| head.extended(digest));
    let fact = |stored: &Stored| ChainFact {
        seq: stored.seq,
        schema: stored.schema,
        rules: stored.rules,
        at: stored.at,
        fact: fact_text(&stored.body).to_owned(),
    };
    Chain {
        table: table.to_string(),
        head: head.to_string(),
        digests: digests.iter().map(ToString::to_string).collect(),
        facts: is_over.then(|| log.iter().map(fact).collect()),
    }
}
