//! Salts: the players' contributions to the draws. Each player commits to a salt before the host
//! chooses its seed and reveals it afterwards (`docs/fair-play.md`).

use core::fmt;
use core::str::FromStr;

use sha2::{Digest, Sha256};

use crate::seed::{BadHex, read_hex, write_hex};

/// 32 random bytes that a player contributes to the draws.
///
/// `Debug` hides the bytes, because a salt is secret until it is revealed; `Display` writes them in
/// hexadecimal.
///
/// ```
/// use bastide_host::Salt;
/// let salt = Salt::random();
/// let published = salt.commitment(); // before the host chooses its seed
/// assert_eq!(salt.to_string().parse::<Salt>().map(|salt| salt.commitment()), Ok(published));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Salt([u8; 32]);

impl Salt {
    /// Creates a salt from the random number generator of the operating system.
    ///
    /// # Panics
    /// Panics if the operating system cannot provide random bytes.
    #[cfg(feature = "system-entropy")]
    pub fn random() -> Salt {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        Salt(bytes)
    }

    /// Creates a salt from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Salt {
        Salt(bytes)
    }

    /// Returns the commitment that a player publishes before the host chooses its seed: the SHA-256
    /// of the lines `bastide salt 1` and the salt.
    pub fn commitment(&self) -> SaltCommitment {
        SaltCommitment(Sha256::digest(format!("bastide salt 1\n{self}\n")).into())
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for Salt {
    type Err = BadHex;

    fn from_str(text: &str) -> Result<Salt, BadHex> {
        read_hex(text).map(Salt)
    }
}

/// The SHA-256 that binds a player to a salt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SaltCommitment([u8; 32]);

impl fmt::Display for SaltCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for SaltCommitment {
    type Err = BadHex;

    fn from_str(text: &str) -> Result<SaltCommitment, BadHex> {
        read_hex(text).map(SaltCommitment)
    }
}

/// The public data mixed into the draws of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Salts {
    /// Text without a commitment; empty if there is none.
    pub text: String,
    /// Revealed salts with the seats that contributed them, in seat order.
    pub revealed: Vec<(u8, Salt)>,
}

impl Salts {
    /// Creates salts that only consist of text.
    pub fn text(text: &str) -> Salts {
        Salts { text: text.to_owned(), revealed: Vec::new() }
    }

    /// Returns the commitments to the revealed salts, in seat order.
    pub fn commitments(&self) -> Vec<(u8, SaltCommitment)> {
        self.revealed.iter().map(|(seat, salt)| (*seat, salt.commitment())).collect()
    }

    /// Returns a seat that has the same salt as an earlier one. Such a seat has copied the
    /// commitment of the other and contributes no randomness.
    pub fn repeated(&self) -> Option<u8> {
        let mut earlier: Vec<&Salt> = Vec::new();
        for (seat, salt) in &self.revealed {
            if earlier.contains(&salt) {
                return Some(*seat);
            }
            earlier.push(salt);
        }
        None
    }

    /// Returns the seats that contributed a salt.
    pub fn seats(&self) -> Vec<u8> {
        self.revealed.iter().map(|&(seat, _)| seat).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_salt_commitment_is_a_sha_256_hash() {
        // printf 'bastide salt 1\n0101...01\n' | sha256sum
        let salt = Salt::from_bytes([1; 32]);
        assert_eq!(salt.to_string(), "01".repeat(32));
        let hash = Sha256::digest(format!("bastide salt 1\n{}\n", "01".repeat(32)));
        assert_eq!(salt.commitment().0, <[u8; 32]>::from(hash));
        assert_eq!(salt.to_string().parse(), Ok(salt.clone()));
        assert_eq!(format!("{salt:?}"), "Salt(..)", "no log reveals a salt");
    }

    #[test]
    fn a_copied_salt_is_detected() {
        let (one, other) = (Salt::from_bytes([1; 32]), Salt::from_bytes([2; 32]));
        let salts = |revealed: &[(u8, &Salt)]| Salts {
            text: String::new(),
            revealed: revealed.iter().map(|&(seat, salt)| (seat, salt.clone())).collect(),
        };
        assert_eq!(salts(&[(0, &one), (1, &other)]).repeated(), None);
        assert_eq!(salts(&[(0, &one), (2, &other), (3, &one)]).repeated(), Some(3));
    }
}
