//! The secret from which all draws of a game are derived, and the host's commitment to it
//! (`docs/fair-play.md`).

use core::fmt::{self, Write as _};
use core::str::FromStr;

use bastide::Setup;
use sha2::{Digest, Sha256};

use crate::record::{deal_header, encode};
use crate::salt::SaltCommitment;

/// An error: the text is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not 64 lower-case hexadecimal digits")]
pub struct BadHex;

/// The 32 secret bytes from which all draws of a game are derived.
///
/// `Debug` hides them, so that logs do not reveal a game; `Display` writes them in hexadecimal.
///
/// ```
/// use bastide_host::Seed;
/// let seed = Seed::random();
/// assert_eq!(seed.to_string().parse(), Ok(seed.clone()));
/// assert_eq!(format!("{seed:?}"), "Seed(..)");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Creates a seed from the random number generator of the operating system.
    ///
    /// # Panics
    /// Panics if the operating system cannot provide random bytes.
    #[cfg(feature = "system-entropy")]
    pub fn random() -> Seed {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        Seed(bytes)
    }

    /// Creates a seed from a number, for reproducible runs: the SHA-256 of the text `bastide seed
    /// N` with `N` in decimal.
    ///
    /// Numbers are few enough to be found by brute force, so a commitment to such a seed hides
    /// nothing. Use `Seed::random` for games between people.
    pub fn from_number(number: u64) -> Seed {
        Seed::from_text(&format!("bastide seed {number}"))
    }

    /// Creates a seed from a public text: its SHA-256. A commitment to it hides nothing if the text
    /// can be guessed.
    ///
    /// ```
    /// use bastide_host::Seed;
    /// assert_eq!(Seed::from_text("bastide seed 7"), Seed::from_number(7));
    /// ```
    pub fn from_text(text: &str) -> Seed {
        Seed(Sha256::digest(text).into())
    }

    /// Creates a seed from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Returns the bytes.
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
///
/// ```
/// use bastide::{LandRules, Rules, Setup};
/// use bastide_host::{Commitment, Seed};
/// let setup = Setup::new(Rules::Land(LandRules::default()), 2);
/// let [one, other] = [1, 2].map(|number| Commitment::of(&Seed::from_number(number), &setup));
/// assert_ne!(one, other);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Returns the commitment to a seed for a game with the rules, number of seats and deck of
    /// `setup`.
    ///
    /// The first seat and the salt are deliberately not covered: the players may choose the salt
    /// after they have seen the commitment, and the first seat is drawn from both.
    pub fn of(seed: &Seed, setup: &Setup) -> Commitment {
        let text = format!("bastide deal 1\n{}\nseed {seed}\n", deal_header(setup));
        Commitment(Sha256::digest(text).into())
    }

    /// Returns the commitment to a seed that was chosen after the players committed to their salts.
    /// It covers their commitments by seat, and the public text `text`. Without commitments it
    /// equals [`Commitment::of`], which does not cover the text.
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

/// A seed that replaces the previous one during a game, because the remaining draws might be known,
/// for example after a backup was restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reseed {
    /// Number of draws before it; all later draws come from its seed.
    pub after: usize,
    /// Commitment to its seed.
    pub commitment: Commitment,
}

impl Reseed {
    /// Creates the commitment to `seed` for the draws after the first `after`, bound to the
    /// previous commitment `before`.
    pub fn new(seed: &Seed, after: usize, before: Option<Commitment>) -> Reseed {
        let text = format!("{}seed {seed}\n", reseed_lines(after, before));
        Reseed { after, commitment: Commitment(Sha256::digest(text).into()) }
    }
}

/// Returns the lines that bind a later seed to its position in the game.
pub(crate) fn reseed_lines(after: usize, before: Option<Commitment>) -> String {
    let before = before.map_or_else(String::new, |before| format!("commit {before}\n"));
    format!("bastide reseed 1\n{before}after {after}\n")
}

/// Returns the hashed line for the public text; empty if there is no text.
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
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |digit: u8| char::from(DIGITS[usize::from(digit)]);
    bytes.iter().try_for_each(|byte| {
        f.write_char(digit(byte >> 4))?;
        f.write_char(digit(byte & 15))
    })
}

/// Parses 64 lower-case digits. There is only one spelling, so that equal values are equal texts.
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
    fn debug_output_hides_the_seed() {
        assert_eq!(format!("{:?}", Seed::from_number(7)), "Seed(..)");
    }
}
