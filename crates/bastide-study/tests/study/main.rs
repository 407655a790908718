//! Tests of reviews, forecasts and puzzles.

mod daily;
mod endgames;
mod identity;
mod levels;
mod puzzles;
mod traders;

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

/// Returns the number of games of a test: all of them if `BASTIDE_GAMES` says so.
fn games(sample: usize) -> usize {
    let games = std::env::var("BASTIDE_GAMES").ok().and_then(|games| games.parse().ok());
    games.unwrap_or(sample)
}
