//! Harness that plays many games and reports those that fail.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use bastide::Action;

use crate::coverage::Coverage;

/// Number of progress messages of a long run.
const PROGRESS_STEPS: usize = 10;

/// A situation that must be covered, with the minimum numbers of occurrences in the sample and in
/// the whole comparison: about a third of the numbers measured, and at least 1.
pub(crate) type Expected<S> = (S, u64, u64);

/// The same game in the engine and in the oracle.
pub(crate) trait Comparison: Sized {
    /// Situations to be covered by such games.
    type Case: Copy + Ord + Debug + Send + 'static;
    /// Name of the games in messages.
    const NAME: &str;
    /// The situations that must be covered.
    const EXPECTED: &[Expected<Self::Case>];

    /// Returns the number of games in the whole comparison.
    fn games() -> u64;
    /// Returns the numbers of the games in the sample that each test run plays: a part of the whole
    /// comparison that is small and covers all situations.
    fn sample() -> Vec<u64>;

    /// Creates the game with this number.
    fn new(number: u64) -> Self;
    /// Compares the complete state and returns the legal actions.
    fn compare(&self, coverage: &mut Coverage<Self::Case>) -> Result<Vec<Action>, String>;
    /// Chooses the next action, or returns `None` if the game is over.
    fn choose(&mut self, legal: &[Action]) -> Option<Action>;
    /// Plays a legal action in both implementations.
    fn play(
        &mut self,
        action: Action,
        legal: &[Action],
        coverage: &mut Coverage<Self::Case>,
    ) -> Result<(), String>;
    /// Returns all information needed to investigate a disagreement.
    fn report(&self, what: &str) -> String;
}

/// Games to be played.
enum Selection {
    /// The sample.
    Sample,
    /// The first games, with progress messages; the whole comparison if there are at least as many.
    First(u64),
}

impl Selection {
    /// Reads the selection from the environment.
    fn from_env<T: Comparison>() -> Selection {
        match std::env::var("BASTIDE_GAMES") {
            Err(_) => Selection::Sample,
            Ok(all) if all == "all" => Selection::First(T::games()),
            Ok(number) => Selection::First(parse("BASTIDE_GAMES", &number)),
        }
    }
}

/// Plays the games selected by the environment.
///
/// # Panics
/// Panics if the engine and the oracle disagree, or if the games cover too few situations.
pub(crate) fn run<T: Comparison>() {
    if let Ok(number) = std::env::var("BASTIDE_GAME") {
        let number = parse("BASTIDE_GAME", &number);
        play::<T>(number).unwrap_or_else(|report| panic!("{report}"));
        return;
    }
    let start = Instant::now();
    let selection = Selection::from_env::<T>();
    let numbers = match selection {
        Selection::Sample => T::sample(),
        Selection::First(games) => (0..games).collect(),
    };
    let coverage = play_all::<T>(&numbers, matches!(selection, Selection::First(_)))
        .unwrap_or_else(|report| panic!("{report}"));
    // `cargo xtask agree` reads this line.
    println!(
        "{}: {} games agree in {:.1} s",
        T::NAME,
        numbers.len(),
        start.elapsed().as_secs_f64()
    );
    println!("{coverage:?}");
    // Agreement on games in which little happens would prove little.
    match selection {
        Selection::Sample => {
            coverage.check(T::EXPECTED.iter().map(|&(case, least, _)| (case, least)));
        }
        Selection::First(games) if games >= T::games() => {
            coverage.check(T::EXPECTED.iter().map(|&(case, _, least)| (case, least)));
        }
        Selection::First(_) => {}
    }
}

/// Plays games with these numbers on all processors. Returns the report of the first failure, if
/// any.
fn play_all<T: Comparison>(
    numbers: &[u64],
    shows_progress: bool,
) -> Result<Coverage<T::Case>, String> {
    let (next, played) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut coverage = Coverage::default();
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            match play::<T>(number) {
                Ok(seen) => coverage.add(&seen),
                Err(report) => {
                    // All games before this one have been started, so the first failure is found.
                    next.store(numbers.len(), Ordering::Relaxed);
                    return Err((number, report));
                }
            }
            let count = played.fetch_add(1, Ordering::Relaxed) + 1;
            let step = |count: usize| count * PROGRESS_STEPS / numbers.len();
            if shows_progress && step(count) > step(count - 1) {
                eprintln!("{}: {count} of {} games", T::NAME, numbers.len());
            }
        }
        Ok(coverage)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("panics are caught")).collect()
    });
    let mut coverage = Coverage::default();
    let mut failures = Vec::new();
    for result in results {
        match result {
            Ok(seen) => coverage.add(&seen),
            Err(failure) => failures.push(failure),
        }
    }
    match failures.into_iter().min() {
        Some((_, report)) => Err(report),
        None => Ok(coverage),
    }
}

/// Plays a whole game.
fn play<T: Comparison>(number: u64) -> Result<Coverage<T::Case>, String> {
    let mut table = T::new(number);
    let mut coverage = Coverage::default();
    // A panic of either implementation is a disagreement too, and its record must be reported.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut legal = table.compare(&mut coverage)?;
        while let Some(action) = table.choose(&legal) {
            table.play(action, &legal, &mut coverage)?;
            legal = table.compare(&mut coverage)?;
        }
        Ok(())
    }));
    let outcome = outcome.unwrap_or_else(|_| Err("a panic, see above".to_owned()));
    outcome.map(|()| coverage).map_err(|what| table.report(&what))
}

/// Parses the value of an environment variable.
fn parse(variable: &str, value: &str) -> u64 {
    value.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {value}"))
}
