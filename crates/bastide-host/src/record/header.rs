//! The header line: `game FAMILY key=value ...`.
//!
//! Values are written verbatim, except for white space, control characters and `%`, which are
//! percent-encoded (`%XX` for each byte of their UTF-8).

use core::fmt::Write;
use std::collections::BTreeMap;

use bastide::{LandRules, OwnSets, Rules, Setup, SetupError, StrongholdRules};

use super::{Record, RecordErrorKind, clip, lenient};
use crate::salt::{Salt, Salts};
use crate::seed::Reseed;

/// Reserved keys, in the order they are written. The last five are used by the JSON form and by the
/// lines after the header.
const RESERVED: [&str; 14] = [
    "rules", "seats", "first", "tiles", "commit", "salts", "salt", "reseed", "deck", "bastide",
    "game", "turns", "end", "seed",
];

/// Number of reserved keys that appear in a header.
const HEADER_KEYS: usize = 9;

/// A header key that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' cannot be a custom header key: a custom key is a lower-case letter and up to 31 more letters, digits, '-' or '_', and is not a key of the game itself"
)]
pub struct BadKey(pub String);

/// The reason a header line was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderProblem {
    /// The line does not start with `game`.
    #[error("expected 'game FAMILY key=value ...'")]
    NotAHeader,
    /// The game family is unknown.
    #[error("unknown game '{0}'; the games are land and stronghold")]
    UnknownGame(String),
    /// A token is not of the form `key=value`.
    #[error("'{0}' is not of the form key=value")]
    NotKeyValue(String),
    /// A key cannot be used.
    #[error(transparent)]
    BadKey(#[from] BadKey),
    /// A key occurs twice.
    #[error("'{0}' is given twice")]
    RepeatedKey(String),
    /// A required key is missing.
    #[error("'{0}' is missing")]
    MissingKey(&'static str),
    /// The game uses custom tiles that were not provided.
    #[error("the game was played with other tiles ({0}); give their tile files")]
    OtherTiles(String),
    /// Tile files were provided, but the game does not use them.
    #[error("the game was played with the built-in tiles, not with the tile files given")]
    UnusedTiles,
    /// A value is invalid for its key.
    #[error("'{value}' is not a valid value of '{key}'")]
    BadValue {
        /// The key.
        key: String,
        /// The value as written.
        value: String,
    },
}

impl HeaderProblem {
    /// Returns a short identifier of the error, stable across versions.
    pub fn code(&self) -> &'static str {
        match self {
            HeaderProblem::NotAHeader => "not-a-header",
            HeaderProblem::UnknownGame(_) => "unknown-game",
            HeaderProblem::NotKeyValue(_) => "not-key-value",
            HeaderProblem::BadKey(_) => "bad-key",
            HeaderProblem::RepeatedKey(_) => "repeated-key",
            HeaderProblem::MissingKey(_) => "missing-key",
            HeaderProblem::OtherTiles(_) => "other-tiles",
            HeaderProblem::UnusedTiles => "unused-tiles",
            HeaderProblem::BadValue { .. } => "bad-value",
        }
    }
}

/// A header with its values as written, not yet decoded or interpreted.
#[derive(Debug)]
pub(super) struct Fields {
    family: String,
    values: BTreeMap<String, String>,
}

impl Fields {
    /// Creates a header that only contains the game family.
    pub(super) fn new(family: &str) -> Fields {
        Fields { family: clip(family), values: BTreeMap::new() }
    }

    /// Parses the tokens of a header line.
    pub(super) fn parse<'a>(
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<Fields, HeaderProblem> {
        let (Some("game"), Some(family)) = (words.next(), words.next()) else {
            return Err(HeaderProblem::NotAHeader);
        };
        let mut fields = Fields::new(family);
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| HeaderProblem::NotKeyValue(clip(word)))?;
            fields.insert(key, value.to_owned())?;
        }
        Ok(fields)
    }

    /// Adds a value as written.
    pub(super) fn insert(&mut self, key: &str, value: String) -> Result<(), HeaderProblem> {
        if !RESERVED[..HEADER_KEYS].contains(&key) {
            check_key(key)?;
        }
        match self.values.insert(key.to_owned(), value) {
            Some(_) => Err(HeaderProblem::RepeatedKey(key.to_owned())),
            None => Ok(()),
        }
    }

    /// Creates the record, without actions, of a game with this header. `own` are the custom tiles
    /// it may use instead of the built-in ones.
    pub(super) fn into_record(mut self, own: Option<&OwnSets>) -> Result<Record, RecordErrorKind> {
        let rules = self.take("rules")?;
        let mut problems = Vec::new();
        let rules = match (self.family.as_str(), rules) {
            ("land", Some(rules)) => {
                list("rules", &rules)?;
                let (rules, found) = LandRules::read(&rules);
                problems = found;
                Rules::Land(rules)
            }
            ("land", None) => return Err(HeaderProblem::MissingKey("rules").into()),
            ("stronghold", None) => Rules::Stronghold(StrongholdRules),
            // This family has no expansions, so none are written.
            ("stronghold", Some(rules)) => return Err(bad_value("rules", &rules).into()),
            (other, _) => return Err(HeaderProblem::UnknownGame(other.to_owned()).into()),
        };
        let seats = self.take("seats")?.ok_or(HeaderProblem::MissingKey("seats"))?;
        let first = self.take("first")?.unwrap_or_else(|| "0".to_owned());
        let sets = match (self.take("tiles")?, own) {
            (None, None) => None,
            // Otherwise a game with custom tiles would silently be checked against the built-in
            // ones.
            (None, Some(_)) => return Err(HeaderProblem::UnusedTiles.into()),
            (Some(print), own) => match own.filter(|own| tiles(own) == print) {
                Some(own) => Some(own.clone()),
                None => return Err(HeaderProblem::OtherTiles(clip(&print)).into()),
            },
        };
        let mut setup = Setup {
            rules,
            sets,
            seats: number("seats", &seats)?,
            first: number("first", &first)?,
            deck: self.take("deck")?.map(|names| list("deck", &names)).transpose()?,
        };
        lenient::normalise_deck(&mut setup);
        let commitment = self
            .take("commit")?
            .map(|hex| hex.parse().map_err(|_| bad_value("commit", &hex)))
            .transpose()?;
        let text = self.take("salt")?.unwrap_or_default();
        let revealed = self.take("salts")?.map(|list| revealed(&list, setup.seats)).transpose()?;
        let salts = Salts { text, revealed: revealed.unwrap_or_default() };
        let reseeds = self.take("reseed")?.map(|list| reseeds(&list)).transpose()?;
        let mut record = match Record::new(setup) {
            Ok(record) if problems.is_empty() => record,
            made => return Err(SetupError::join(problems, made.err()).into()),
        };
        for (key, value) in core::mem::take(&mut self.values) {
            let value = decode(&value).ok_or_else(|| bad_value(&key, &value))?;
            record.extra.insert(key, value);
        }
        record.commitment = commitment;
        record.salts = salts;
        record.reseeds = reseeds.unwrap_or_default();
        Ok(record)
    }

    /// Removes and decodes a value.
    fn take(&mut self, key: &'static str) -> Result<Option<String>, HeaderProblem> {
        let Some(value) = self.values.remove(key) else { return Ok(None) };
        decode(&value).map(Some).ok_or_else(|| bad_value(key, &value))
    }
}

/// Checks that a key is well-formed and not reserved.
pub(super) fn check_key(key: &str) -> Result<(), BadKey> {
    let is_letter = |byte: u8| byte.is_ascii_lowercase();
    let is_more = |byte: u8| is_letter(byte) || byte.is_ascii_digit() || b"-_".contains(&byte);
    let is_good = key.len() <= 32
        && key.bytes().next().is_some_and(is_letter)
        && key.bytes().all(is_more)
        && !RESERVED.contains(&key);
    if is_good { Ok(()) } else { Err(BadKey(clip(key))) }
}

/// Returns the name of the game family.
pub(super) fn family(rules: &Rules) -> &'static str {
    match rules {
        Rules::Land(_) => "land",
        Rules::Stronghold(_) => "stronghold",
    }
}

/// Returns the rules as written in a header, for families that have expansions.
fn expansions(rules: &Rules) -> Option<String> {
    match rules {
        Rules::Land(land) => Some(land.to_string()),
        Rules::Stronghold(StrongholdRules) => None,
    }
}

/// Removes details that the written form of the rules does not contain, such as the printing of the
/// river in a game without it, so that records compare equal after a round trip.
pub(super) fn plain(rules: &mut Rules) -> Result<(), SetupError> {
    match rules {
        Rules::Land(land) => *land = land.to_string().parse()?,
        Rules::Stronghold(StrongholdRules) => {}
    }
    Ok(())
}

/// Returns the header value that identifies custom tiles.
fn tiles(own: &OwnSets) -> String {
    format!("{:016x}", own.fingerprint())
}

/// Returns all keys and encoded values of a record's header, in the order they are written.
pub(super) fn fields(record: &Record) -> Vec<(&str, String)> {
    let Setup { rules, seats, first, deck, sets } = &record.setup;
    let expansions = expansions(rules).map(|names| ("rules", encode(&names)));
    let mut fields: Vec<_> = expansions.into_iter().collect();
    fields.extend([("seats", seats.to_string()), ("first", first.to_string())]);
    fields.extend(sets.as_ref().map(|own| ("tiles", tiles(own))));
    fields.extend(record.commitment.map(|commitment| ("commit", commitment.to_string())));
    if !record.salts.revealed.is_empty() {
        let salts = record.salts.revealed.iter().map(|(seat, salt)| format!("{seat}:{salt}"));
        fields.push(("salts", salts.collect::<Vec<_>>().join(",")));
    }
    if !record.salts.text.is_empty() {
        fields.push(("salt", encode(&record.salts.text)));
    }
    if !record.reseeds.is_empty() {
        let reseeds = record.reseeds.iter();
        let reseeds = reseeds.map(|Reseed { after, commitment }| format!("{after}:{commitment}"));
        fields.push(("reseed", reseeds.collect::<Vec<_>>().join(",")));
    }
    fields.extend(deck.as_ref().map(|names| ("deck", encode(&names.join(",")))));
    fields.extend(record.extra.iter().map(|(key, value)| (key.as_str(), encode(value))));
    fields
}

/// Returns the header as covered by a commitment: the game, its rules, the number of seats, the
/// tiles and the deck.
pub(crate) fn deal_header(setup: &Setup) -> String {
    let Setup { rules, seats, first: _, deck, sets } = setup;
    let mut line = format!("game {}", family(rules));
    if let Some(names) = expansions(rules) {
        line.push_str(" rules=");
        line.push_str(&encode(&names));
    }
    write!(line, " seats={seats}").expect("writing to a String succeeds");
    if let Some(own) = sets {
        line.push_str(" tiles=");
        line.push_str(&tiles(own));
    }
    if let Some(names) = deck {
        line.push_str(" deck=");
        line.push_str(&encode(&names.join(",")));
    }
    line
}

/// Parses revealed salts: a comma-separated list of `SEAT:HEX`, in seat order.
fn revealed(list: &str, seats: u8) -> Result<Vec<(u8, Salt)>, HeaderProblem> {
    let bad = || bad_value("salts", list);
    let mut salts: Vec<(u8, Salt)> = Vec::new();
    for item in list.split(',').take(usize::from(seats) + 1) {
        let (seat, salt) = item.split_once(':').ok_or_else(bad)?;
        let salt = salt.parse().map_err(|_| bad())?;
        let number: u8 = seat.parse().map_err(|_| bad())?;
        let is_in_order = salts.last().is_none_or(|&(last, _)| last < number);
        if number >= seats || !is_in_order || number.to_string() != seat {
            return Err(bad());
        }
        salts.push((number, salt));
    }
    Ok(salts)
}

/// Parses later seeds: a comma-separated list of `DRAWS:COMMITMENT`.
fn reseeds(list: &str) -> Result<Vec<Reseed>, HeaderProblem> {
    const MOST: usize = 1000;
    let bad = || bad_value("reseed", list);
    let read = |item: &str| {
        let (after, commitment) = item.split_once(':').ok_or_else(bad)?;
        let number: u16 = after.parse().map_err(|_| bad())?;
        if number.to_string() != after {
            return Err(bad());
        }
        let commitment = commitment.parse().map_err(|_| bad())?;
        Ok(Reseed { after: usize::from(number), commitment })
    };
    let reseeds: Vec<_> = list.split(',').take(MOST + 1).map(read).collect::<Result<_, _>>()?;
    if reseeds.len() > MOST { Err(bad()) } else { Ok(reseeds) }
}

fn number(key: &'static str, value: &str) -> Result<u8, HeaderProblem> {
    value.parse().map_err(|_| bad_value(key, value))
}

/// Parses a comma-separated list. The limit is far above the needs of any set-up and bounds the
/// time spent on hostile input.
fn list(key: &'static str, value: &str) -> Result<Vec<Box<str>>, HeaderProblem> {
    const MOST: usize = 255;
    if value.is_empty() {
        return Ok(Vec::new());
    }
    let items: Vec<_> = value.split(',').take(MOST + 1).map(Box::from).collect();
    if items.len() <= MOST { Ok(items) } else { Err(bad_value(key, value)) }
}

fn bad_value(key: &str, value: &str) -> HeaderProblem {
    HeaderProblem::BadValue { key: key.to_owned(), value: clip(value) }
}

pub(crate) fn encode(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        if c == '%' || c.is_whitespace() || c.is_control() {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                write!(out, "%{byte:02X}").expect("writing to a String succeeds");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn decode(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (pair, after) = rest.split_at_checked(2)?;
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        bytes.push((digit(0)? << 4 | digit(1)?) as u8);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip() {
        for value in
            ["", "Ann", "Ann B = 100 %", "Одарка", "a\tb\nc\0", "\u{a0}\u{2028}\u{feff}", "%41"]
        {
            let encoded = encode(value);
            assert!(
                !encoded.contains(|c: char| c.is_whitespace() || c.is_control()),
                "{encoded:?}"
            );
            assert_eq!(decode(&encoded).as_deref(), Some(value));
        }
        assert_eq!(encode("Ann B"), "Ann%20B");
        assert_eq!(encode("base,river=2021"), "base,river=2021");
    }

    #[test]
    fn broken_escapes_are_refused() {
        for value in ["%", "%4", "%4g", "%-1", "%+1", "a%", "%é", "%ff", "%C3x"] {
            assert_eq!(decode(value), None, "{value}");
        }
    }

    #[test]
    fn only_plain_words_are_valid_keys() {
        for key in ["players", "x-1", "a_b"] {
            assert_eq!(check_key(key), Ok(()));
        }
        for key in ["", "1a", "A", "a b", "é", "rules", "seed", "turns", &"a".repeat(33)] {
            assert_eq!(check_key(key), Err(BadKey(clip(key))));
        }
    }
}
