//! Damaged inputs give a typed error or a legal game, never a panic.

use bastide_host::{Dice, Record};

use crate::{export, random_game, setup};

/// Number of damaged inputs for each format.
const DAMAGES: u64 = 4000;

const PIECES: [&[u8]; 14] = [
    b"99999999999999999999999999",
    b"-1",
    b"1e400",
    b"null",
    b"[[[[[[[[[[[[[[[[",
    b"{\"data\":",
    b"\"\\u202e\\u0000\"",
    b"\"\\ud800\"",
    b"\xff",
    b"[]",
    b"{}",
    b"true",
    b",",
    b"\"",
];

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len() + 1);
    let end = (at + dice.below(12)).min(bytes.len());
    match dice.below(6) {
        0 => bytes.truncate(at),
        1 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        2 if at < bytes.len() => bytes[at] = b"0123456789"[dice.below(10)],
        3 => drop(bytes.splice(at..end, dice.pick(&PIECES).iter().copied())),
        4 => drop(bytes.drain(at..end)),
        _ => {
            let copy = bytes[at..end].to_vec();
            let to = dice.below(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
    }
}

/// Damages a text in many ways. Returns the number of games and of different errors.
fn check(text: &str) -> (usize, usize) {
    let (mut games, mut codes) = (0, std::collections::BTreeSet::new());
    for number in 0..DAMAGES {
        let mut dice = Dice::new(number, 9);
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=dice.below(3) {
            damage(&mut bytes, &mut dice);
        }
        match bastide_import::import_legal_part(&bytes, None) {
            Ok((imported, error)) => {
                games += usize::from(error.is_none());
                codes.extend(error.map(|error| error.kind.code().to_owned()));
                let text = imported.record.to_text();
                assert_eq!(Record::parse(&text).as_ref(), Ok(&imported.record));
                let is_clean = |c: char| !c.is_control() || c == '\n';
                assert!(text.chars().all(is_clean), "{text:?}");
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.len() < 1000 && !message.contains('\u{202e}'), "{message}");
                codes.insert(error.kind.code().to_owned());
            }
        }
    }
    (games, codes.len())
}

#[test]
fn damaged_inputs_are_games_or_refused() {
    let dice = &mut Dice::new(1, 1);
    let record = random_game(&setup("base,fields", 3), 1, 12);
    let river = random_game(&setup("base,fields,river,abbot", 2), 2, 20);
    for (name, text) in [
        ("arena", export::arena(&record, dice).to_string()),
        ("lab", export::lab(&record, dice)),
        ("saved", export::saved(&river, dice).to_string()),
        ("record", record.to_text()),
        ("json", record.to_json()),
        ("position", bastide_host::position::encode(&record)),
    ] {
        let (games, codes) = check(&text);
        // The damage is often serious and sometimes harmless; a checksum protects positions.
        assert!(codes >= 4, "{name}: only {codes} different errors");
        assert!(games > 20 || name == "position", "{name}: only {games} games");
    }
}
