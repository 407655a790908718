//! The secret that all draws of a game come from, and the promise that it
//! will not be changed (`docs/fair-play.md`).

use core::fmt;
use core::str::FromStr;

use bastide::Setup;
use sha2::{Digest, Sha256};

use crate::record::{deal_header, encode};
use crate::salt::SaltCommitment;

/// Text that is no 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not 64 lower-case hexadecimal digits")]
pub struct BadHex;

/// The 32 secret bytes all draws of a game come from.
///
/// `Debug` hides it, so that no log gives a game away; `Display` writes it
/// in hexadecimal.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed nobody can guess, from the operating system.
    ///
    /// # Panics
    /// If the operating system has no randomness to give.
    pub fn random() -> Seed {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        Seed(bytes)
    }

    /// The seed of a number, for runs that can be repeated: the SHA-256 of
    /// the text `bastide seed N` with `N` in decimal.
    ///
    /// There are few enough numbers to try them all, so a commitment to such
    /// a seed hides nothing. For games between people use [`Seed::random`].
    pub fn from_number(number: u64) -> Seed {
        Seed(Sha256::digest(format!("bastide seed {number}")).into())
    }

    /// The seed with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for Seed {
    type Err = BadHex;

    fn from_str(text: &str) -> Result<Seed, BadHex> {
        read_hex(text).map(Seed)
    }
}

/// The SHA-256 that binds a host to a seed before the first draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// The commitment to a seed, for a game with these rules, so many seats
    /// and this deck.
    ///
    /// The first seat and the salt are left out on purpose: the salt may be
    /// chosen by the players after they have seen the commitment, and the
    /// first seat is drawn from both.
    pub fn of(seed: &Seed, setup: &Setup) -> Commitment {
        let text = format!("bastide deal 1\n{}\nseed {seed}\n", deal_header(setup));
        Commitment(Sha256::digest(text).into())
    }

    /// The commitment to a seed that was chosen after the players committed
    /// to their salts: it covers their commitments by seat, and `text`, the
    /// public text that is mixed in. Without commitments it is the same as
    /// [`Commitment::of`], which leaves the text out.
    pub fn with_salts(
        seed: &Seed,
        setup: &Setup,
        text: &str,
        salts: &[(u8, SaltCommitment)],
    ) -> Commitment {
        if salts.is_empty() {
            return Commitment::of(seed, setup);
        }
        let lines: String =
            salts.iter().map(|(seat, salt)| format!("salt {seat} {salt}\n")).collect();
        let header = deal_header(setup);
        let text = text_line(text);
        let text = format!("bastide deal 2\n{header}\n{lines}{text}seed {seed}\n");
        Commitment(Sha256::digest(text).into())
    }
}

/// A seed that replaces another from some draw on: the draws to come were
/// known already, as after a backup was restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reseed {
    /// The number of draws before it; all later ones come from its seed.
    pub after: usize,
    /// The commitment to its seed.
    pub commitment: Commitment,
}

impl Reseed {
    /// The commitment to `seed` for the draws after the first `after`, bound
    /// to the commitment before it.
    pub fn new(seed: &Seed, after: usize, before: Option<Commitment>) -> Reseed {
        let text = format!("{}seed {seed}\n", reseed_lines(after, before));
        Reseed { after, commitment: Commitment(Sha256::digest(text).into()) }
    }
}

/// The lines that bind a later seed to its place in the game.
pub(crate) fn reseed_lines(after: usize, before: Option<Commitment>) -> String {
    let before = before.map_or_else(String::new, |before| format!("commit {before}\n"));
    format!("bastide reseed 1\n{before}after {after}\n")
}

/// The line of the public text in what is hashed; nothing for no text.
pub(crate) fn text_line(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("text {}\n", encode(text)) }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for Commitment {
    type Err = BadHex;

    fn from_str(text: &str) -> Result<Commitment, BadHex> {
        read_hex(text).map(Commitment)
    }
}

pub(crate) fn write_hex(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// One spelling only, so that equal values are equal texts.
pub(crate) fn read_hex(text: &str) -> Result<[u8; 32], BadHex> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return Err(BadHex);
    }
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(BadHex),
    };
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{LandRules, Rules};

    #[test]
    fn hexadecimal_reads_back_and_has_one_spelling() {
        let seed = Seed::from_number(3);
        assert_eq!(seed.to_string().parse(), Ok(seed.clone()));
        let upper = seed.to_string().to_uppercase();
        for bad in ["", "00", upper.as_str(), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(bad.parse::<Seed>(), Err(BadHex), "{bad}");
        }
    }

    #[test]
    fn a_seed_of_a_number_is_a_plain_hash() {
        // printf 'bastide seed 7' | sha256sum
        assert_eq!(
            Seed::from_number(7).to_string(),
            "49facac855ee1c46f677cf5a7f0442deb8d3a667c14b55445bbde45407b75d5c"
        );
    }

    #[test]
    fn a_commitment_is_a_plain_hash() {
        // printf 'bastide deal 1\ngame land rules=base,fields seats=2\nseed SEED\n' | sha256sum
        // with the seed of the number 7
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        assert_eq!(
            Commitment::of(&Seed::from_number(7), &setup).to_string(),
            "fadc3fe4fbbf32947ff9d7f0d26c052a066b8da77987780e9e1a8d8855998781"
        );
    }

    #[test]
    fn logs_do_not_give_a_seed_away() {
        assert_eq!(format!("{:?}", Seed::from_number(7)), "Seed(..)");
    }
}
