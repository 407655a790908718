//! Tests of reviews, forecasts and puzzles.

mod daily;
mod endgames;
mod identity;
mod levels;
mod puzzles;
mod traders;

use core::ops::Range;

use bastide::{Actor, Game as _, Setup};
use bastide_bots::{Bot as _, Spec};
use bastide_host::{Dice, Record, Recorder};

/// Plays a game between bots.
fn play(setup: &Setup, specs: &[Spec], seed: u64) -> Record {
    let mut recorder = Recorder::new(setup.clone()).expect("a possible set-up");
    let mut dice = Dice::new(1, seed);
    let mut bots: Vec<_> = (seed..).zip(specs).map(|(seed, spec)| spec.build(seed)).collect();
    loop {
        let actions = match recorder.game().to_act() {
            Actor::Nobody => return recorder.into_record(),
            Actor::Chance => vec![dice.chance(recorder.game())],
            Actor::Seat(seat) => {
                let budget = specs[seat.index()].budget;
                bots[seat.index()].choose_turn(recorder.game(), budget).to_vec()
            }
        };
        for action in actions {
            recorder.play(action).expect("bots play by the rules");
        }
    }
}

/// Returns the numbers of the games of a test: the first `sample`, or `BASTIDE_GAMES` games from game
/// `BASTIDE_FIRST` on, so that a long test can be split and resumed.
fn games(sample: usize) -> Range<usize> {
    let first = number("BASTIDE_FIRST").unwrap_or(0);
    first..first + number("BASTIDE_GAMES").unwrap_or(sample)
}

/// Returns an environment variable as a number.
fn number(name: &str) -> Option<usize> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}
