//! Random bytes for table names, tokens and seeds.
//!
//! Servers obtain them from the operating system. Simulations derive them from a seed, so that a
//! run can be reproduced.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bastide_host::Seed;
use sha2::{Digest, Sha256};

use crate::token::{Token, name_of};

/// Function that fills a slice with random bytes.
type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// Source of random bytes. Clones share one stream.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

impl Entropy {
    /// Creates a source that uses the operating system's generator.
    pub fn system() -> Entropy {
        Entropy(Arc::new(|bytes| {
            getrandom::fill(bytes).expect("the operating system gives random bytes");
        }))
    }

    /// Creates a deterministic stream from `seed`. For simulations only: every secret of a hub that
    /// uses it can be computed.
    pub fn seeded(seed: u64) -> Entropy {
        let blocks = AtomicU64::new(0);
        Entropy(Arc::new(move |bytes| {
            for chunk in bytes.chunks_mut(32) {
                let block = blocks.fetch_add(1, Ordering::Relaxed);
                let digest = Sha256::digest(format!("bastide simulation {seed} {block}"));
                chunk.copy_from_slice(&digest[..chunk.len()]);
            }
        }))
    }

    /// Returns `N` random bytes.
    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }

    /// Returns a new token for a seat.
    pub(crate) fn token(&self) -> Token {
        Token::from_bytes(&self.bytes())
    }

    /// Returns a new table name with 60 bits of entropy, too many to find a table by guessing.
    pub(crate) fn table_name(&self) -> String {
        name_of(self.bytes())
    }

    /// Returns the seed of a new game.
    pub(crate) fn seed(&self) -> Seed {
        Seed::from_bytes(self.bytes())
    }
}

impl Default for Entropy {
    fn default() -> Entropy {
        Entropy::system()
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_stream_and_the_system_never_does() {
        let draw = |entropy: &Entropy| (entropy.token().0, entropy.table_name(), entropy.seed());
        let (one, again) = (Entropy::seeded(7), Entropy::seeded(7));
        let first = draw(&one);
        assert_eq!(first, draw(&again));
        assert_ne!(first, draw(&one), "the stream goes on");
        assert_ne!(first, draw(&Entropy::seeded(8)));
        assert_ne!(draw(&Entropy::system()), draw(&Entropy::system()));
        assert_eq!(first.0.len(), 64);
    }
}
