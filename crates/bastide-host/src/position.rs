//! Encoding of a position as a short string, for links and puzzles.
//!
//! The string contains the set-up and all actions, each as its index among the legal ones, so it
//! includes the history of the position. It does not contain names, salts or seeds.
//! `docs/notation.md` specifies the format.

use bastide::{
    AnyGame, Expansion, ExpansionSet, Game, LandRules, OwnSets, RiverEnds, Rules, Setup,
    SetupError, StrongholdRules,
};
use sha2::{Digest, Sha256};

use crate::record::{Record, Recorder};

mod number;

use number::Number;

/// Version of the format, and first character of all encoded positions.
const VERSION: char = '1';
/// Maximum length; real positions are much shorter.
const MOST_CHARS: usize = 2048;

// Radix of each field. All are part of the format.
const GAMES: u32 = 16;
const EXPANSIONS: u32 = 1 << 16;
const SEATS: u32 = 16;
const DECK: u32 = 256;
const LONG_DECK: u32 = 1 << 16;
const ACTIONS: u32 = 4096;

const LAND: u32 = 0;
const STRONGHOLD: u32 = 1;
const ENDS_OF_2021: u32 = 1 << 3;
/// Bit of the expansions: custom tile sets are used, and their fingerprint follows.
const OWN_TILES: u32 = 1 << 8;
/// Bit of the expansions: the deck has [`DECK`] tiles or more, and its length has the radix
/// [`LONG_DECK`].
const HAS_LONG_DECK: u32 = 1 << 15;

/// Checks that each expansion has a bit of its own, and that the field holds it.
const _: () = {
    let (mut used, mut at) = (ENDS_OF_2021 | OWN_TILES | HAS_LONG_DECK, 0);
    while at < Expansion::ALL.len() {
        let bit = key_bit(Expansion::ALL[at]);
        assert!(
            bit < EXPANSIONS && used & bit == 0,
            "the key bit of an expansion is already in use"
        );
        used |= bit;
        at += 1;
    }
};
/// Radix of a digit of the fingerprint, which is written as four digits.
const PRINT: u32 = 1 << 16;

/// The reason a string is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The string exceeds the maximum length.
    #[error("too long for a position")]
    TooLong,
    /// The string does not start with a known version.
    #[error("not a position of version 1")]
    UnknownVersion,
    /// The string contains an invalid character.
    #[error("invalid character '{0}' in a position")]
    BadCharacter(char),
    /// The string was truncated or changed.
    #[error("damaged: the checksum does not match")]
    Damaged,
    /// The game or an expansion is unknown.
    #[error("unknown game or expansion; a newer version may support it")]
    UnknownRules,
    /// No game can be created with this set-up.
    #[error("impossible set-up: {0}")]
    Setup(#[from] SetupError),
    /// The game uses custom tiles that were not provided.
    #[error("the game was played with other tiles; give their tile files")]
    OtherTiles,
    /// Tile files were provided, but the game does not use them.
    #[error("the game was played with the built-in tiles, not with the tile files given")]
    UnusedTiles,
    /// The string does not decode to a legal game.
    #[error("this position cannot occur in a game")]
    Impossible,
}

impl PositionError {
    /// Returns a short identifier of the error, stable across versions.
    pub fn code(&self) -> &str {
        match self {
            PositionError::TooLong => "too-long",
            PositionError::UnknownVersion => "unknown-version",
            PositionError::BadCharacter(_) => "bad-character",
            PositionError::Damaged => "damaged",
            PositionError::UnknownRules => "unknown-rules",
            PositionError::Setup(SetupError(problems)) => {
                problems.first().map_or("bad-setup", |problem| problem.code())
            }
            PositionError::OtherTiles => "other-tiles",
            PositionError::UnusedTiles => "unused-tiles",
            PositionError::Impossible => "impossible",
        }
    }
}

/// Encodes the current position of a record.
///
/// ```
/// use bastide_host::{Record, position};
/// let record = Record::parse("bastide 1\ngame land rules=base seats=2\nDV P1,0r0 M0\n")?;
/// let text = position::encode(&record);
/// let decoded = position::decode(&text).expect("an encoded position");
/// assert_eq!(decoded.actions(), record.actions());
/// # Ok::<(), bastide_host::RecordError>(())
/// ```
pub fn encode(record: &Record) -> String {
    let mut digits = setup_digits(record);
    digits.push((record.actions().len() as u32, ACTIONS));
    let mut game = record.start();
    let mut legal = Vec::new();
    for &action in record.actions() {
        legal.clear();
        game.legal_actions(&mut legal);
        let at = legal.binary_search(&action).expect("a record is legal, and legal lists sorted");
        digits.push((at as u32, legal.len() as u32));
        game.play_unchecked(action);
    }

    let mut number = Number::default();
    for &(digit, radix) in digits.iter().rev() {
        debug_assert!(digit < radix, "{digit} has no room below {radix}");
        number.push(digit, radix);
    }
    let bytes = number.to_bytes();
    let mut text = String::from(VERSION);
    base64::encode(&[&check_sum(&bytes), &*bytes].concat(), &mut text);
    text
}

/// Decodes a position as a record that contains its set-up and actions, and the result if the game
/// is over.
///
/// # Errors
/// Returns [`PositionError`] if the string is not a valid position.
pub fn decode(text: &str) -> Result<Record, PositionError> {
    decode_with(text, None)
}

/// Decodes a position of a game that may use the custom tiles `own` instead of the built-in ones.
///
/// # Errors
/// Returns [`PositionError`] if the string is not a valid position, or uses other tiles.
pub fn decode_with(text: &str, own: Option<&OwnSets>) -> Result<Record, PositionError> {
    if text.len() > MOST_CHARS {
        return Err(PositionError::TooLong);
    }
    let text = text.strip_prefix(VERSION).ok_or(PositionError::UnknownVersion)?;
    let bytes = base64::decode(text)?;
    let (sum, bytes) = bytes.split_at_checked(2).ok_or(PositionError::Damaged)?;
    if *sum != check_sum(bytes) {
        return Err(PositionError::Damaged);
    }
    if bytes.first() == Some(&0) {
        // Leading zeros are rejected, so that each position has exactly one encoding.
        return Err(PositionError::Impossible);
    }
    let mut number = Number::from_bytes(bytes);

    let mut recorder = Recorder::new(read_setup(&mut number, own)?)?;
    let mut legal = Vec::new();
    for _ in 0..number.pop(ACTIONS) {
        legal.clear();
        recorder.game().legal_actions(&mut legal);
        if legal.is_empty() {
            return Err(PositionError::Impossible);
        }
        let action = legal[number.pop(legal.len() as u32) as usize];
        recorder.play(action).expect("what is listed as legal is legal");
    }
    if number.is_zero() { Ok(recorder.into_record()) } else { Err(PositionError::Impossible) }
}

/// Returns the set-up as digits with their radixes.
fn setup_digits(record: &Record) -> Vec<(u32, u32)> {
    let Setup { rules, seats, first, deck, sets } = record.setup();
    let (game, keys) = match rules {
        Rules::Land(rules) => (LAND, land_expansions(rules)),
        Rules::Stronghold(StrongholdRules) => (STRONGHOLD, 0),
    };
    let own = if sets.is_some() { OWN_TILES } else { 0 };
    // A deck is never empty, so 0 means that there is none.
    let len = deck.as_ref().map_or(0, |names| names.len() as u32);
    let (long, radix) = deck_length(len);
    let mut digits = vec![(game, GAMES), (keys | own | long, EXPANSIONS)];
    digits.extend(sets.iter().flat_map(|own| print_digits(own).map(|digit| (digit, PRINT))));
    digits.extend([(u32::from(*seats), SEATS), (u32::from(*first), SEATS)]);
    digits.push((len, radix));
    let Some(names) = deck else { return digits };
    let game = record.start();
    let tiles = game.board().tiles();
    for name in names {
        let tile = tiles.find(name).expect("a record's deck names tiles of its game");
        digits.push((u32::from(tile.0), tiles.kinds.len() as u32));
    }
    digits
}

/// Returns the bit that marks a deck of `len` tiles, and the radix of `len`.
const fn deck_length(len: u32) -> (u32, u32) {
    if len < DECK { (0, DECK) } else { (HAS_LONG_DECK, LONG_DECK) }
}

/// Returns the fingerprint of custom tiles, split into digits.
fn print_digits(own: &OwnSets) -> [u32; 4] {
    [0, 16, 32, 48].map(|shift| (own.fingerprint() >> shift) as u32 % PRINT)
}

fn read_setup(number: &mut Number, own: Option<&OwnSets>) -> Result<Setup, PositionError> {
    let (game, keys) = (number.pop(GAMES), number.pop(EXPANSIONS));
    let expansions = keys & !(OWN_TILES | HAS_LONG_DECK);
    let rules = match game {
        LAND => land_rules(expansions).map(Rules::Land),
        STRONGHOLD if expansions == 0 => Some(Rules::Stronghold(StrongholdRules)),
        _ => None,
    };
    let rules = rules.ok_or(PositionError::UnknownRules)?;
    let sets = if keys & OWN_TILES == 0 {
        if own.is_some() {
            return Err(PositionError::UnusedTiles);
        }
        None
    } else {
        let print = [(); 4].map(|()| number.pop(PRINT));
        let own = own.filter(|own| print_digits(own) == print);
        Some(own.ok_or(PositionError::OtherTiles)?.clone())
    };
    let mut setup = Setup::new(rules, number.pop(SEATS) as u8);
    setup.sets = sets;
    setup.first = number.pop(SEATS) as u8;
    let is_long = keys & HAS_LONG_DECK != 0;
    let len = number.pop(if is_long { LONG_DECK } else { DECK });
    if is_long && len < DECK {
        // Each position has exactly one encoding.
        return Err(PositionError::Impossible);
    }
    if len > 0 {
        let game = AnyGame::new(&setup)?;
        let kinds = &game.board().tiles().kinds;
        let names = (0..len).map(|_| kinds[number.pop(kinds.len() as u32) as usize].name.clone());
        setup.deck = Some(names.collect());
    }
    Ok(setup)
}

/// Returns the bit of an expansion.
const fn key_bit(expansion: Expansion) -> u32 {
    1 << expansion.spec().key_bit
}

fn land_expansions(rules: &LandRules) -> u32 {
    let expansions = Expansion::ALL.into_iter().filter(|&expansion| rules.has(expansion));
    let ends = match rules.river_ends {
        RiverEnds::Of2014 => 0,
        RiverEnds::Of2021 => ENDS_OF_2021,
    };
    expansions.fold(ends, |keys, expansion| keys | key_bit(expansion))
}

fn land_rules(keys: u32) -> Option<LandRules> {
    let mut rules =
        LandRules { expansions: ExpansionSet::default(), river_ends: RiverEnds::Of2014 };
    for expansion in Expansion::ALL {
        if keys & key_bit(expansion) != 0 {
            rules.expansions = rules.expansions.with(expansion);
        }
    }
    if keys & ENDS_OF_2021 != 0 && rules.has(Expansion::River) {
        rules.river_ends = RiverEnds::Of2021;
    }
    (land_expansions(&rules) == keys).then_some(rules)
}

fn check_sum(bytes: &[u8]) -> [u8; 2] {
    let digest = Sha256::digest([b"bastide position 1\n", bytes].concat());
    [digest[0], digest[1]]
}

/// Base64url encoding without padding (RFC 4648 §5).
mod base64 {
    use super::PositionError;

    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    pub(super) fn encode(bytes: &[u8], out: &mut String) {
        for chunk in bytes.chunks(3) {
            let word =
                (0..3).fold(0, |word, at| word << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
            let sextets = (0..=chunk.len()).map(|at| word >> (18 - 6 * at) & 63);
            out.extend(sextets.map(|sextet| char::from(ALPHABET[sextet as usize])));
        }
    }

    pub(super) fn decode(text: &str) -> Result<Vec<u8>, PositionError> {
        let mut bytes = Vec::with_capacity(text.len());
        let (mut word, mut bits) = (0_u32, 0);
        for c in text.chars() {
            let sextet = ALPHABET.iter().position(|&letter| char::from(letter) == c);
            let sextet = sextet.ok_or(PositionError::BadCharacter(c))?;
            word = word << 6 | sextet as u32;
            bits += 6;
            if bits >= 8 {
                bits -= 8;
                bytes.push((word >> bits) as u8);
                word &= (1 << bits) - 1;
            }
        }
        // Unused bits must be zero; six or more of them mean that there is a superfluous character.
        if word == 0 && bits < 6 { Ok(bytes) } else { Err(PositionError::Damaged) }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn base64_matches_rfc_4648() {
            // RFC 4648 §10, padding left out.
            for (plain, coded) in [
                ("", ""),
                ("f", "Zg"),
                ("fo", "Zm8"),
                ("foo", "Zm9v"),
                ("foob", "Zm9vYg"),
                ("fooba", "Zm9vYmE"),
                ("foobar", "Zm9vYmFy"),
            ] {
                let mut text = String::new();
                encode(plain.as_bytes(), &mut text);
                assert_eq!(text, coded);
                assert_eq!(decode(coded), Ok(plain.as_bytes().to_vec()));
            }
            assert_eq!(decode("-_-_"), Ok(vec![0xfb, 0xff, 0xbf]));
        }

        #[test]
        fn each_byte_string_has_one_encoding() {
            assert_eq!(decode("Zh"), Err(PositionError::Damaged), "a bit left over");
            assert_eq!(decode("Zm9vY"), Err(PositionError::Damaged), "half a byte");
            assert_eq!(decode("Zg="), Err(PositionError::BadCharacter('=')));
            assert_eq!(decode("Zé"), Err(PositionError::BadCharacter('é')));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_decks_have_their_own_bit() {
        assert_eq!(deck_length(0), (0, 256));
        assert_eq!(deck_length(255), (0, 256), "positions with shorter decks keep their text");
        assert_eq!(deck_length(256), (HAS_LONG_DECK, 65_536));
        assert_eq!(deck_length(320), (HAS_LONG_DECK, 65_536));
        let own = ENDS_OF_2021 | OWN_TILES | HAS_LONG_DECK;
        assert!(Expansion::ALL.iter().all(|&expansion| key_bit(expansion) & own == 0));
    }

    #[test]
    fn a_short_deck_is_not_accepted_as_a_long_one() {
        let mut number = Number::default();
        let digits = [(LAND, GAMES), (HAS_LONG_DECK, EXPANSIONS), (2, SEATS), (0, SEATS)];
        for (digit, radix) in digits.into_iter().chain([(5, LONG_DECK)]).rev() {
            number.push(digit, radix);
        }
        assert_eq!(read_setup(&mut number, None).err(), Some(PositionError::Impossible));
    }
}
