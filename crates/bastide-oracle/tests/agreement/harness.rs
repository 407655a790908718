//! Harness that plays many games and reports those that fail.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bastide::Action;

use crate::sights::Sights;

/// Number of workers; each plays every n-th game.
const WORKERS: u64 = 2;

/// The same game in the engine and in the oracle.
pub(crate) trait Comparison: Sized {
    /// Situations to be covered by such games.
    type Sight: Copy + Ord + Debug + Send + 'static;
    /// Number of games in a default run.
    const GAMES: u64;
    /// The situations that must be covered, with the minimum number of occurrences in a default
    /// run: about a third of the number measured.
    const EXPECTED: &[(Self::Sight, u64)];

    /// Creates the game with this number.
    fn new(number: u64) -> Self;
    /// Compares the complete state and returns the legal actions.
    fn compare(&self, sights: &mut Sights<Self::Sight>) -> Result<Vec<Action>, String>;
    /// Chooses the next action, or returns `None` if the game is over.
    fn choose(&mut self, legal: &[Action]) -> Option<Action>;
    /// Plays a legal action in both implementations.
    fn play(
        &mut self,
        action: Action,
        legal: &[Action],
        sights: &mut Sights<Self::Sight>,
    ) -> Result<(), String>;
    /// Returns all information needed to investigate a disagreement.
    fn report(&self, what: &str) -> String;
}

/// Plays the games selected by the environment.
///
/// # Panics
/// Panics if the engine and the oracle disagree, or if the games cover too few situations.
pub(crate) fn run<T: Comparison>() {
    if let Some(number) = number_from("BASTIDE_GAME") {
        play::<T>(number).unwrap_or_else(|report| panic!("{report}"));
        return;
    }
    let games = number_from("BASTIDE_GAMES").unwrap_or(T::GAMES);
    let results: Vec<_> = std::thread::scope(|scope| {
        let numbers = |first| (first..games).step_by(WORKERS as usize);
        let start = |first| scope.spawn(move || play_all::<T>(numbers(first)));
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
    // Agreement on games in which little happens would prove little.
    if games >= T::GAMES {
        sights.check(T::EXPECTED);
    }
}

/// Plays games with these numbers until one fails.
fn play_all<T: Comparison>(
    numbers: impl Iterator<Item = u64>,
) -> Result<Sights<T::Sight>, (u64, String)> {
    let mut sights = Sights::default();
    for number in numbers {
        sights.add(&play::<T>(number).map_err(|report| (number, report))?);
    }
    Ok(sights)
}

/// Plays a whole game.
fn play<T: Comparison>(number: u64) -> Result<Sights<T::Sight>, String> {
    let mut table = T::new(number);
    let mut sights = Sights::default();
    // A panic of either implementation is a disagreement too, and its record must be reported.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut legal = table.compare(&mut sights)?;
        while let Some(action) = table.choose(&legal) {
            table.play(action, &legal, &mut sights)?;
            legal = table.compare(&mut sights)?;
        }
        Ok(())
    }));
    let outcome = outcome.unwrap_or_else(|_| Err("a panic, see above".to_owned()));
    outcome.map(|()| sights).map_err(|what| table.report(&what))
}

fn number_from(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {text}")))
}
