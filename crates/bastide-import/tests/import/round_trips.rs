//! Random games, translated to each format and imported again.

use bastide::Game;
use bastide_host::{Dice, Record};
use bastide_import::{Format, Imported, Note};

use crate::{codes, essence, export, import, random_game, setup};

/// Checks that an imported game has the same turns, discarded tiles, players and scores, and that
/// its record can be read.
#[track_caller]
fn check(record: &Record, imported: &Imported, has_gardens: bool) {
    assert_eq!(essence(&imported.record, has_gardens), essence(record, has_gardens));
    assert_eq!(imported.record.result(), record.result());
    let seats = bastide::Seat::all(record.setup().seats);
    for seat in seats {
        assert_eq!(imported.record.player(seat), record.player(seat));
    }
    let text = imported.record.to_text();
    assert_eq!(Record::parse(&text).as_ref(), Ok(&imported.record));
    let wrong = ["other-scores", "ambiguous", "gardens", "renamed"];
    assert!(codes(&imported.notes).iter().all(|code| !wrong.contains(code)), "{imported:?}");
}

/// Number of discarded tiles in the games of a test.
fn discarded(record: &Record) -> usize {
    essence(record, true).1.len()
}

#[test]
fn logs_of_board_game_arena_give_the_same_games() {
    let mut discards = 0;
    for number in 0..60 {
        let seats = 2 + (number % 4) as u8;
        let record = random_game(&setup("base,fields", seats), number, 100);
        discards += discarded(&record);
        let log = export::arena(&record, &mut Dice::new(number, 1));
        let imported = import(&log.to_string());
        assert_eq!(imported.format, Format::BoardGameArena);
        check(&record, &imported, false);
        assert_eq!(imported.notes, []);
    }
    assert!(discards > 3, "only {discards} tiles were discarded");
}

#[test]
fn links_of_carcassonnelab_give_the_same_games() {
    let mut discards = 0;
    for number in 0..60 {
        let seats = 2 + (number % 4) as u8;
        let record = random_game(&setup("base,fields", seats), 500 + number, 100);
        discards += discarded(&record);
        let imported = import(&export::lab(&record, &mut Dice::new(number, 1)));
        assert_eq!(imported.format, Format::CarcassonneLab);
        check(&record, &imported, false);
        assert_eq!(imported.notes, []);
    }
    assert!(discards > 3, "only {discards} tiles were discarded");
}

/// Returns the tokens of all turns. The two bends of the river are the same drawing in the first
/// edition, so their names, rotations and slots are left out.
fn without_bends(record: &Record) -> Vec<String> {
    let (tokens, discarded) = essence(record, false);
    let mut is_bend = false;
    let token = |token: String| {
        if token.starts_with('D') {
            is_bend = ["DRG", "DRJ"].contains(&token.as_str());
        }
        match (is_bend, token.split_once('r')) {
            (true, Some((cell, _))) => cell.to_owned(),
            (true, None) => token[..1].to_owned(),
            (false, _) => token,
        }
    };
    let tokens: Vec<String> = tokens.into_iter().map(token).collect();
    [tokens, discarded].concat()
}

#[test]
fn saved_games_of_jcloisterzone_give_the_same_games() {
    let mixes = ["base", "base,fields", "base,river", "base,fields,river", "base,abbot"];
    let mixes = mixes.into_iter().chain(["base,fields,abbot", "base,fields,river,abbot"]);
    let (mut discards, mut recalls) = (0, 0);
    for (index, rules) in mixes.enumerate() {
        let has_gardens = rules.contains("abbot");
        for number in 0..20 {
            let seats = 2 + (number % 4) as u8;
            let first = (number % u64::from(seats)) as u8;
            let setup = setup(rules, seats).with_first(first);
            let record = random_game(&setup, 1000 * index as u64 + number, 100);
            let file = export::saved(&record, &mut Dice::new(number, 1));
            let imported = import(&file.to_string());
            assert_eq!(imported.format, Format::JCloisterZone);
            if has_gardens || !rules.contains("river") {
                check(&record, &imported, has_gardens);
            } else {
                assert_eq!(without_bends(&imported.record), without_bends(&record), "{rules}");
                assert_eq!(imported.record.result(), record.result());
            }
            let found = imported.notes.iter().filter(|n| matches!(n, Note::Discarded { .. }));
            assert_eq!(found.count(), discarded(&record));
            discards += discarded(&record);
            recalls += record.to_text().matches(" R").count();
        }
    }
    assert!(discards > 5, "only {discards} tiles were discarded");
    assert!(recalls > 20, "only {recalls} figures were taken back");
}

#[test]
fn unfinished_games_stay_unfinished() {
    let mut games = 0;
    for number in 0..40 {
        let record = random_game(&setup("base,fields", 2), 2001 + 2 * number, 5 + number as usize);
        // Saved games do not mention discarded tiles.
        if discarded(&record) > 0 {
            continue;
        }
        games += 1;
        let left = record.game().bag().left();
        let dice = &mut Dice::new(number, 1);
        for text in [
            export::arena(&record, dice).to_string(),
            export::lab(&record, dice),
            export::saved(&record, dice).to_string(),
        ] {
            let imported = import(&text);
            let full = imported.record.full_turns();
            // A log ends without a word if no figure is placed in the last turn.
            assert!(full == record.full_turns() || full + 1 == record.full_turns(), "{text}");
            let end = imported.record.game().bag().left();
            assert_eq!(end, left, "{text}");
            assert!(codes(&imported.notes).contains(&"unfinished"), "{:?}", imported.notes);
        }
    }
    assert!(games > 30, "only {games} games");
}

#[test]
fn records_and_positions_are_imported_as_they_are() {
    let record = random_game(&setup("base,fields,river,abbot", 3), 7, 30);
    for text in [record.to_text(), record.to_json()] {
        let imported = import(&text);
        assert_eq!((&imported.record, imported.format), (&record, Format::Record));
    }
    let imported = import(&bastide_host::position::encode(&record));
    assert_eq!(imported.format, Format::Position);
    assert_eq!(imported.record.actions(), record.actions());
}
