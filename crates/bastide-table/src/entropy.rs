//! Random bytes for table names, tokens and seeds.
//!
//! Servers obtain them from the operating system, browsers from their own generator. Simulations
//! derive them from a seed, so that a run can be reproduced.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bastide_host::Seed;
use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::token::{Token, name_of};

/// Function that fills a slice with random bytes.
type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// Source of random bytes. Clones share one stream.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

impl Entropy {
    /// Creates a source from a function that fills a slice with random bytes. Secrets depend on it:
    /// the bytes must be unpredictable.
    pub fn new(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Entropy {
        Entropy(Arc::new(fill))
    }

    /// Creates a source that uses the operating system's generator.
    #[cfg(feature = "system-entropy")]
    pub fn system() -> Entropy {
        Entropy::new(|bytes| {
            getrandom::fill(bytes).expect("the operating system gives random bytes");
        })
    }

    /// Creates a deterministic stream from `seed`. For simulations only: every secret of a hub that
    /// uses it can be computed.
    pub fn seeded(seed: u64) -> Entropy {
        Entropy::hashed(format!("bastide simulation {seed}"))
    }

    /// Expands 32 random bytes to a stream, for hosts that supply random bytes only once.
    pub fn from_bytes(bytes: [u8; 32]) -> Entropy {
        Entropy::hashed(format!("bastide entropy {}", hex(&bytes)))
    }

    /// Creates the stream of the hashes of `secret` and a counter.
    fn hashed(secret: String) -> Entropy {
        let blocks = AtomicU64::new(0);
        Entropy::new(move |bytes| {
            for chunk in bytes.chunks_mut(32) {
                let block = blocks.fetch_add(1, Ordering::Relaxed);
                let digest = Sha256::digest(format!("{secret} {block}"));
                chunk.copy_from_slice(&digest[..chunk.len()]);
            }
        })
    }

    /// Creates a stream that differs from all others of a test.
    #[cfg(test)]
    pub(crate) fn fresh() -> Entropy {
        static STREAMS: AtomicU64 = AtomicU64::new(0);
        Entropy::seeded(STREAMS.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns `N` random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }

    /// Returns a new token for a seat.
    pub fn token(&self) -> Token {
        Token::from_bytes(&self.bytes())
    }

    /// Returns a new table name with 60 bits of entropy, too many to find a table by guessing.
    pub fn table_name(&self) -> String {
        name_of(self.bytes())
    }

    /// Returns the seed of a new game.
    pub fn seed(&self) -> Seed {
        Seed::from_bytes(self.bytes())
    }
}

#[cfg(feature = "system-entropy")]
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
        #[cfg(feature = "system-entropy")]
        assert_ne!(draw(&Entropy::system()), draw(&Entropy::system()));
        assert_eq!(first.0.len(), 64);
    }
}
