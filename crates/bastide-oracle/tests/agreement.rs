//! The engine and the oracle play the same random games and must agree on
//! everything after every action.
//!
//! A game is known by its number alone: rules, seats, bag and every choice
//! follow from it. `BASTIDE_GAMES=n` plays that many games instead of the
//! usual number, `BASTIDE_GAME=n` only the one of that number.

#[path = "agreement/compare.rs"]
mod compare;
#[path = "agreement/sights.rs"]
mod sights;
#[path = "agreement/table.rs"]
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind};

use compare::compare;
use sights::Sights;
use table::Table;

/// Games in an ordinary run: five rounds through all 96 mixes of rules, 4
/// numbers of seats and 8 turns of styles.
const GAMES: u64 = 5 * 96 * 4 * 8;
/// Each worker plays every n-th game.
const WORKERS: u64 = 2;

/// Plays one game to its end.
fn play(number: u64) -> Result<Sights, String> {
    let mut table = Table::new(number);
    let mut sights = Sights::default();
    // A panic of either side is a disagreement too, and needs its record.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut legal = compare(&table.game, &table.oracle, &mut sights)?;
        while let Some(action) = table.choose(&legal) {
            sights.note_before(action, &legal, &table.oracle);
            table.play(action)?;
            sights.note_after(action, &table.oracle);
            legal = compare(&table.game, &table.oracle, &mut sights)?;
        }
        Ok(())
    }));
    let outcome = outcome.unwrap_or_else(|_| Err("a panic, see above".to_owned()));
    outcome.map(|()| sights).map_err(|what| table.report(&what))
}

/// Plays games of these numbers until one goes wrong.
fn play_all(numbers: impl Iterator<Item = u64>) -> Result<Sights, (u64, String)> {
    let mut sights = Sights::default();
    for number in numbers {
        sights.add(&play(number).map_err(|report| (number, report))?);
    }
    Ok(sights)
}

fn number_from(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {text}")))
}

#[test]
fn the_engine_agrees_with_the_oracle() {
    if let Some(number) = number_from("BASTIDE_GAME") {
        play(number).unwrap_or_else(|report| panic!("{report}"));
        return;
    }
    let games = number_from("BASTIDE_GAMES").unwrap_or(GAMES);
    let results: Vec<_> = std::thread::scope(|scope| {
        let start = |first| scope.spawn(move || play_all((first..games).step_by(WORKERS as usize)));
        let workers: Vec<_> = (0..WORKERS).map(start).collect();
        workers.into_iter().map(|worker| worker.join().expect("panics are caught")).collect()
    });
    let mut sights = Sights::default();
    let mut failures = Vec::new();
    for result in results {
        match result {
            Ok(seen) => sights.add(&seen),
            Err(failure) => failures.push(failure),
        }
    }
    if let Some((_, report)) = failures.into_iter().min() {
        panic!("{report}");
    }
    println!("{games} games: {sights:?}");
    // Agreement about games in which nothing happens would prove little.
    if games >= GAMES {
        sights.check();
    }
}
