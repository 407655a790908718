//! Tests of the import: games of each format, games translated to a format and back, and damaged
//! inputs.

mod arena;
mod bounds;
mod export;
mod formats;
mod mutations;
mod round_trips;
mod saved;

use bastide::{Action, Game, LandRules, Rules, Setup};
use bastide_host::{Dice, Record, Recorder};
use bastide_import::{ImportError, Imported, Note};

/// Imports a text that must be a legal game.
#[track_caller]
fn import(text: &str) -> Imported {
    match bastide_import::import(text.as_bytes(), None) {
        Ok(imported) => imported,
        Err(error) => panic!("{error}"),
    }
}

/// Imports a text that must be refused.
#[track_caller]
fn refuse(text: &str) -> ImportError {
    match bastide_import::import(text.as_bytes(), None) {
        Ok(imported) => panic!("imported:\n{}", imported.record.to_text()),
        Err(error) => error,
    }
}

/// Checks the message of a refusal, with its place, and its code.
#[track_caller]
fn check_refusal(text: &str, message: &str, code: &str) {
    let error = refuse(text);
    assert_eq!((error.to_string().as_str(), error.kind.code()), (message, code));
}

/// Returns the lines of a record after the version.
fn lines(imported: &Imported) -> Vec<String> {
    imported.record.to_text().lines().skip(1).map(str::to_owned).collect()
}

fn codes(notes: &[Note]) -> Vec<&'static str> {
    notes.iter().map(Note::code).collect()
}

fn setup(rules: &str, seats: u8) -> Setup {
    Setup::new(Rules::Land(rules.parse::<LandRules>().expect("rules")), seats)
}

/// Plays a random game up to a number of turns. In every second game, tiles that fit nowhere are
/// drawn first, because this is rare.
fn random_game(setup: &Setup, number: u64, turns: usize) -> Record {
    let mut recorder = Recorder::new(setup.clone()).expect("a set-up");
    let (mut dice, mut legal) = (Dice::new(number, 3), Vec::new());
    while recorder.record().full_turns() < turns {
        let game = recorder.game();
        let unfit = |action: &Action| {
            let mut after = game.clone();
            after.play_unchecked(*action);
            after.drawn().is_none()
        };
        let draws = game.chances().map(|(action, _)| action);
        let mut draws = draws.filter(|action| number.is_multiple_of(2) && unfit(action));
        let unfit = draws.next();
        drop(draws);
        let Some(action) = unfit.or_else(|| dice.act(game, &mut legal)) else { break };
        recorder.play(action).expect("a legal action");
    }
    let mut record = recorder.into_record();
    for seat in bastide::Seat::all(record.setup().seats) {
        let name = format!("Player {}", seat.index() + 1);
        record.set_extra(&Record::player_key(seat), name).expect("a key");
    }
    record
}

/// Returns the actions of a record without draws of tiles that were discarded, with the names of
/// tiles, and the names of the discarded tiles in order of the alphabet.
fn essence(record: &Record, has_gardens: bool) -> (Vec<String>, Vec<String>) {
    let notation = record.notation();
    let (mut kept, mut discarded) = (Vec::new(), Vec::new());
    let actions = record.actions();
    for (at, &action) in actions.iter().enumerate() {
        let mut text = notation.show(action).to_string();
        if !has_gardens && matches!(action, Action::Draw(_)) {
            text = text.trim_end_matches('g').to_owned();
        }
        match (action, actions.get(at + 1)) {
            (Action::Draw(_), Some(Action::Draw(_))) => discarded.push(text),
            (Action::Draw(_), None) if record.game().drawn().is_none() => discarded.push(text),
            _ => kept.push(text),
        }
    }
    discarded.sort();
    (kept, discarded)
}
