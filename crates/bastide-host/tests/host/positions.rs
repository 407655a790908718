//! Tests that a position fits in a link and can be decoded from it.

use bastide::Game;
use bastide_host::{Dealer, Dice, Match, PositionError, Record, Recorder, position};

use crate::play::{all_setups, plain_setup, play_on, whole_game};

/// Returns the part of a record that a position contains.
fn essence(record: &Record) -> Record {
    let mut recorder = Recorder::new(record.setup().clone()).expect("a possible set-up");
    for &action in record.actions() {
        recorder.play(action).expect("a record is legal");
    }
    recorder.into_record()
}

#[test]
fn positions_of_all_mixes_round_trip() {
    let mut dice = Dice::new(1, 0);
    for (number, setup) in (0..).zip(all_setups()) {
        let whole = whole_game(&setup, number);
        let name = position::encode(whole.record());
        let back = position::decode(&name).expect("a position");
        assert_eq!(back, essence(whole.record()));
        assert_eq!(back.game(), *whole.game());
        assert_eq!(back.result(), whole.record().result());
        let mut recorder = Recorder::new(setup).expect("a possible set-up");
        let actions = whole.record().actions();
        for &action in &actions[..dice.below(actions.len())] {
            recorder.play(action).expect("a record is legal");
        }
        let name = position::encode(recorder.record());
        assert_eq!(position::decode(&name).as_ref(), Ok(recorder.record()));
    }
}

#[test]
fn decks_round_trip_in_order() {
    let dealer = Dealer::forced(["V", "E", "C", "V", "X"]);
    let mut current = Match::new(plain_setup(), dealer).expect("a possible deck");
    play_on(&mut current, &mut Dice::new(1, 0), usize::MAX);
    assert!(current.game().is_over());
    assert_eq!(
        position::decode(&position::encode(current.record())).as_ref(),
        Ok(current.record())
    );
}

#[test]
fn a_whole_game_fits_in_a_link() {
    let lengths: Vec<_> = (0..100)
        .map(|number| position::encode(whole_game(&plain_setup(), number).record()).len())
        .collect();
    let mean = lengths.iter().sum::<usize>() / lengths.len();
    assert!(mean <= 125, "{mean} characters");
    assert!(lengths.iter().all(|&length| length <= 140));
    let name = position::encode(whole_game(&plain_setup(), 0).record());
    assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'));
}

#[test]
fn the_encoding_of_a_position_is_stable() {
    // Links must stay valid permanently: if this changes, the version has to change.
    let text = "bastide 1\ngame land rules=base,fields seats=2\nDV P1,0r0 M0\nDE P0,-1r2 .\nDU";
    let record = Record::parse(text).expect("three turns");
    assert_eq!(position::encode(&record), "1TJYBN09dAHAAIAAQ");
}

#[test]
fn every_changed_character_is_detected() {
    let record = whole_game(&plain_setup(), 3).record().clone();
    let name = position::encode(&record);
    let mut missed = 0;
    for at in 1..name.len() {
        for letter in ["A", "z", "_"] {
            if &name[at..=at] != letter {
                let changed = format!("{}{letter}{}", &name[..at], &name[at + 1..]);
                missed += usize::from(position::decode(&changed).is_ok());
            }
        }
    }
    // Detected by the 16-bit checksum and the rules of the game.
    assert_eq!(missed, 0);
}

#[test]
fn invalid_positions_are_refused() {
    let refuse = |text: &str| position::decode(text).expect_err("it must be refused");
    assert_eq!(refuse(""), PositionError::UnknownVersion);
    assert_eq!(refuse("2AAAA"), PositionError::UnknownVersion);
    assert_eq!(refuse("é"), PositionError::UnknownVersion);
    assert_eq!(refuse("1"), PositionError::Damaged);
    assert_eq!(refuse("1AAAA"), PositionError::Damaged);
    assert_eq!(refuse("1AA AA"), PositionError::BadCharacter(' '));
    assert_eq!(refuse("1é"), PositionError::BadCharacter('é'));
    assert_eq!(refuse(&"1".repeat(1 << 20)), PositionError::TooLong);
    let name = position::encode(whole_game(&plain_setup(), 3).record());
    for end in 0..name.len() {
        assert!(position::decode(&name[..end]).is_err(), "cut after {end}");
    }
}

#[test]
fn garbage_with_a_valid_checksum_is_a_game_or_refused() {
    // Computes a valid checksum, so that the code behind its check is tested too.
    use sha2::{Digest, Sha256};
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut dice = Dice::new(2, 0);
    let (mut games, mut refused) = (0, 0);
    for round in 0..4000 {
        let mut bytes: Vec<u8> = (0..dice.below(40)).map(|_| dice.below(256) as u8).collect();
        if round % 2 == 0 {
            // A game, expansions, seats, first seat, deck and number of actions that are plausible.
            let expansions = dice.below(16) | dice.below(4) << 9;
            let fields = [(0, 4), (expansions, 16), (dice.below(8), 4), (dice.below(4), 4)];
            let more = [(dice.below(2), 8), (dice.below(400), 12)];
            let low = fields.iter().chain(&more).rev();
            let low = low.fold(0_u64, |low, &(value, bits)| low << bits | value as u64);
            bytes.extend(&low.to_be_bytes()[2..]);
        }
        let sum = Sha256::digest([b"bastide position 1\n", &*bytes].concat());
        bytes.splice(0..0, [sum[0], sum[1]]);
        let bits = |at: usize| bytes.get(at / 8).is_some_and(|byte| byte >> (7 - at % 8) & 1 == 1);
        let letters = (0..bytes.len() * 8).step_by(6).map(|start| {
            let sextet = (start..start + 6).fold(0, |n, at| n << 1 | usize::from(bits(at)));
            char::from(LETTERS[sextet])
        });
        let name: String = core::iter::once('1').chain(letters).collect();
        match position::decode(&name) {
            Ok(record) => {
                games += 1;
                assert_eq!(position::encode(&record), name);
            }
            Err(PositionError::Damaged) => panic!("{name} has a good check sum"),
            Err(_) => refused += 1,
        }
    }
    assert!(games > 100 && refused > 100, "{games} games, {refused} refused");
}
