//! Links of CarcassonneLab, a page that shows games of Board Game Arena.
//!
//! `#/VERSION/CURSOR/STACK/MOVES?players=A,B&colors=red,blue`

use bastide::{FigureKind, LandRules, Rotation};

use crate::bga_tiles as tiles;
use crate::error::{ImportError, ImportErrorKind as Kind};
use crate::names;
use crate::note::Note;
use crate::sheet::{Player, Sheet, Spot, Step, Turn};

/// Digits of the stack, to base 64.
const STACK_DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Digits of the moves.
const MOVE_DIGITS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Maximum number of digits of the stack; 72 tiles have 55.
const MOST_STACK: usize = 64;

/// Maximum number of players that are read, more than can play.
const MOST_PLAYERS: usize = 16;

/// Bits of the third digit of a move, which also holds the rotation.
const WEST: usize = 16;
const NORTH: usize = 32;

/// Returns true if a text is such a link.
pub(crate) fn is_link(text: &str) -> bool {
    fragment(text).is_some_and(|fragment| fragment.split('/').count() >= 4)
}

/// Returns the part of a link that contains the game.
fn fragment(text: &str) -> Option<&str> {
    text.split_once("#/").map(|(_, fragment)| fragment)
}

/// Reads a link.
///
/// # Errors
/// Returns an error if a part of the link is malformed.
pub(crate) fn read(text: &str) -> Result<Sheet, ImportError> {
    let fragment = fragment(text).ok_or_else(|| Kind::UnknownFormat.anywhere())?;
    let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
    let mut parts = path.split('/');
    let mut part = |what| parts.next().ok_or_else(|| Kind::Missing(what).anywhere());
    let (version, cursor) = (part("version")?, part("cursor")?);
    let (stack, moves) = (part("stack")?, part("moves")?);
    if version != "0" {
        return Err(Kind::Version(names::quote(version)).at("version"));
    }
    // The number of the move to show, and after each dot the turn before which a tile was
    // discarded. The rules determine which tiles are discarded.
    if cursor.split('.').any(|number| number.parse::<u16>().is_err()) {
        return Err(bad("cursor", cursor).at("cursor"));
    }
    let stack = read_stack(stack)?;
    let turns = read_moves(moves, &stack)?;
    if turns.is_empty() {
        return Err(Kind::NoTurns.at("moves"));
    }

    let mut notes = Vec::new();
    let value = |key: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(own, _)| *own == key).map(|(_, value)| value)
    };
    let named = value("players").map(|names| names.split(',').take(MOST_PLAYERS).map(decode));
    let players: Vec<Player> = match named {
        Some(names) => names.map(|name| Player { name }).collect(),
        None => {
            let assumed = 2;
            notes.push(Note::NoPlayers { assumed });
            vec![Player::default(); assumed]
        }
    };
    Ok(Sheet {
        source: "carcassonnelab",
        rules: LandRules::default(),
        players,
        colours: value("colors").map(|colours| names::quote_long(&decode(colours))),
        first: 0,
        start: None,
        turns,
        // The start tile is not drawn.
        stack: Some(stack[1..].iter().filter_map(|&number| tiles::of_type(number)).collect()),
        rest: Vec::new(),
        scores: None,
        shuffles_start: false,
        notes,
    })
}

fn bad(what: &'static str, value: &str) -> Kind {
    Kind::BadValue { what, value: names::quote(value) }
}

/// Decodes the stack: the types of all tiles, less 1, as one number to base 24. The first is the
/// start tile.
fn read_stack(text: &str) -> Result<Vec<i64>, ImportError> {
    if text.len() > MOST_STACK {
        let kind = Kind::TooLong { bytes: text.len(), most: MOST_STACK };
        return Err(kind.at("stack"));
    }
    let digit = |byte: u8| STACK_DIGITS.iter().position(|&own| own == byte);
    let digits: Option<Vec<usize>> = text.bytes().map(digit).collect();
    let mut digits = digits.ok_or_else(|| bad("stack", text).at("stack"))?;
    let mut types = Vec::new();
    while digits.iter().any(|&digit| digit > 0) {
        let mut rest = 0;
        for digit in &mut digits {
            let value = rest * STACK_DIGITS.len() + *digit;
            (*digit, rest) = (value / tiles::COUNT, value % tiles::COUNT);
        }
        types.push(rest as i64 + 1);
    }
    types.reverse();
    if types.first() != Some(&tiles::START) {
        return Err(bad("stack", text).at("stack"));
    }
    Ok(types)
}

/// Decodes the moves. They do not name the tiles, which follow from the stack.
fn read_moves(text: &str, stack: &[i64]) -> Result<Vec<Turn>, ImportError> {
    const LENGTH: usize = 4;
    if text.len() > LENGTH * stack.len() {
        return Err(Kind::StackEmpty.at("moves").in_turn(stack.len()));
    }
    let mut turns = Vec::new();
    for (index, chunk) in text.as_bytes().chunks(LENGTH).enumerate() {
        let path = format!("moves[{}..]", LENGTH * index);
        let at = |kind: Kind| kind.at(path.as_str()).in_turn(index + 1);
        let &[column, row, turned, figure] = chunk else { return Err(at(Kind::CutOff)) };
        let digit = |byte: u8| {
            let found = MOVE_DIGITS.iter().position(|&own| own == byte);
            found.ok_or_else(|| at(bad("move", &String::from_utf8_lossy(chunk))))
        };
        let (column, row, turned) = (digit(column)?, digit(row)?, digit(turned)?);
        let quarter_turns = turned % WEST;
        if quarter_turns > 3 || !figure.is_ascii_digit() {
            return Err(at(bad("move", &String::from_utf8_lossy(chunk))));
        }
        let signed = |size: usize, bit| size as i32 * if turned & bit == 0 { 1 } else { -1 };
        let step = match figure - b'0' {
            0 => Step::Pass,
            position => Step::Deploy {
                figure: FigureKind::MEEPLE,
                spot: Spot::Position { number: position.into(), terrain: None },
                path: path.clone(),
            },
        };
        turns.push(Turn {
            path,
            seat: None,
            discards: Vec::new(),
            tile: None,
            cell: (signed(column, WEST), signed(row, NORTH)),
            rotation: Rotation::new(quarter_turns as u8),
            step,
        });
    }
    Ok(turns)
}

/// Decodes percent-encoded text. Malformed sequences are kept.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let hex = |at: usize| char::from(*after.get(at)?).to_digit(16);
        match (byte, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high << 4 | low) as u8);
                rest = &after[2..];
            }
            (b'+', ..) => bytes.push(b' '),
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_numbers_to_base_24() {
        let types = |text| read_stack(text).expect(text);
        assert_eq!(types("Fg"), [15, 17]);
        assert_eq!(types("CED"), [15, 17, 4]);
        assert_eq!(types("xor"), [15, 17, 24, 4]);
        for text in ["", "A", "B", "!!", "é"] {
            assert!(read_stack(text).is_err(), "{text}");
        }
    }

    #[test]
    fn escapes_in_names_are_decoded() {
        for (text, name) in [
            ("Ann", "Ann"),
            ("Ann%2C%20B", "Ann, B"),
            ("100%", "100%"),
            ("%zz%4", "%zz%4"),
            ("%D0%9E", "О"),
            ("a+b", "a b"),
        ] {
            assert_eq!(decode(text), name);
        }
        assert_eq!(decode("%ff"), "\u{fffd}");
    }
}
