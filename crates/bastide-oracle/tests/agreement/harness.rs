//! Playing many games, and what becomes of one that goes wrong.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bastide::Action;

use crate::sights::Sights;

/// Each worker plays every n-th game.
const WORKERS: u64 = 2;

/// The same game in the engine and in the oracle.
pub(crate) trait Table: Sized {
    /// What is worth having seen in such games.
    type Sight: Copy + Ord + Debug + Send + 'static;
    /// Games in an ordinary run.
    const GAMES: u64;
    /// What must have been seen, and how often at least in an ordinary run:
    /// about a third of what it was once.
    const EXPECTED: &[(Self::Sight, u64)];

    /// The game of this number.
    fn new(number: u64) -> Self;
    /// Compares everything there is to see. What is legal, since it is known
    /// then.
    fn compare(&self, sights: &mut Sights<Self::Sight>) -> Result<Vec<Action>, String>;
    /// What is done next; nothing when it is over.
    fn choose(&mut self, legal: &[Action]) -> Option<Action>;
    /// Plays an action, one of those that are legal, on both boards.
    fn play(
        &mut self,
        action: Action,
        legal: &[Action],
        sights: &mut Sights<Self::Sight>,
    ) -> Result<(), String>;
    /// Everything needed to look into a disagreement.
    fn report(&self, what: &str) -> String;
}

/// Plays the games that are asked for.
///
/// # Panics
/// If the engine and the oracle disagree, or agree about too little.
pub(crate) fn run<T: Table>() {
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
    // Agreement about games in which nothing happens would prove little.
    if games >= T::GAMES {
        sights.check(T::EXPECTED);
    }
}

/// Plays games of these numbers until one goes wrong.
fn play_all<T: Table>(
    numbers: impl Iterator<Item = u64>,
) -> Result<Sights<T::Sight>, (u64, String)> {
    let mut sights = Sights::default();
    for number in numbers {
        sights.add(&play::<T>(number).map_err(|report| (number, report))?);
    }
    Ok(sights)
}

/// Plays one game to its end.
fn play<T: Table>(number: u64) -> Result<Sights<T::Sight>, String> {
    let mut table = T::new(number);
    let mut sights = Sights::default();
    // A panic of either side is a disagreement too, and needs its record.
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
