//! `bastide simulate`: plays many games between bots and prints averages.
//!
//! Every game has its own random numbers, derived from the seed and its number, and sums are
//! integers: the results do not depend on the number of threads.

mod stronghold;

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bastide::{Actor, AnyGame, Event, EventSink, Game, PieceKind, Rules, Seat};
use bastide_bots::{Bot, Budget, Spec, Turn};
use bastide_host::Dice;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::{Value, json};

use crate::bar::{self, Lines};
use crate::console::{Console, Fault};
use crate::family;
use crate::input::{self, GameArgs};
use crate::words;

use stronghold::{Spread, StrongholdStats};

/// Let bots play many games and print averages
///
/// The same seed and number of games give the same results with any number of
/// threads. Draws come from a small fast generator, not from the fair dealer of
/// real games.
///
/// JSON: {rules, players, games, seed, bot, seconds, games_per_second,
/// turns, discarded, seats: [{seat, mean, standard_error, deviation, wins}]},
/// and one number for each kind of piece that the rules have; these, turns and
/// discarded are means per game, and wins is the share of games won, with shared
/// wins divided. For --game stronghold also tokens_taken, token_share,
/// tokens_used, larger_keep, keep_award, empty_cells, lead and first_wins, each
/// {mean, standard_error}: token_share is relative to the tokens on the wall, lead
/// is the first player's points minus the other's, and first_wins the share of
/// games that the first player wins.
#[derive(Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Bots; give one for all seats or one for each
    #[arg(long, value_name = "BOT", value_delimiter = ',', default_value = "random")]
    bot: Vec<Spec>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// Integer sums over games, which do not depend on the order of addition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sums {
    games: u64,
    turns: u64,
    discarded: u64,
    built: Built,
    stronghold: StrongholdStats,
    points: [Spread; Seat::MOST],
    /// In sixtieths, because 60 is divisible by every possible number of winners.
    wins: [u64; Seat::MOST],
}

/// A whole win, in sixtieths.
const WIN: u64 = 60;

impl Sums {
    fn add(&mut self, other: &Sums) {
        let Sums { games, turns, discarded, built, stronghold, points, wins } = other;
        self.games += games;
        self.turns += turns;
        self.discarded += discarded;
        self.built.add(built);
        self.stronghold.add(stronghold);
        for seat in 0..Seat::MOST {
            self.points[seat].add(&points[seat]);
            self.wins[seat] += wins[seat];
        }
    }

    fn add_game(&mut self, game: &AnyGame, counts: &Counts) {
        let Some(outcome) = game.outcome() else { return };
        self.games += 1;
        self.turns += counts.turns;
        self.discarded += counts.discarded;
        self.built.add_game(game);
        if let Some(stronghold) = family::stronghold(game) {
            self.stronghold.add_game(stronghold, &counts.stronghold);
        }
        for (seat, &points) in outcome.scores.iter(game.seats()) {
            self.points[seat.index()].put(i64::from(points));
        }
        for seat in outcome.winners.iter() {
            self.wins[seat.index()] += WIN / u64::from(outcome.winners.len());
        }
    }

    fn mean(&self, seat: Seat) -> f64 {
        self.points[seat.index()].mean(self.games)
    }

    /// Returns the standard deviation of the points of one game.
    fn deviation(&self, seat: Seat) -> f64 {
        self.points[seat.index()].deviation(self.games)
    }

    fn win_share(&self, seat: Seat) -> f64 {
        self.wins[seat.index()] as f64 / (WIN * self.games) as f64
    }
}

/// Numbers of pieces that were built, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Built([u64; PieceKind::COUNT]);

impl Built {
    fn add(&mut self, other: &Built) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    fn add_game(&mut self, game: &AnyGame) {
        for (kind, left) in family::supplies(game) {
            self.0[kind.index()] += u64::from(kind.spec().supply - left);
        }
    }

    /// Returns the mean number per game of the pieces in the rules, by plural name.
    fn means(&self, rules: &Rules, games: f64) -> Vec<(&'static str, f64)> {
        let Rules::Land(rules) = rules else { return Vec::new() };
        let kinds = rules.expansions.iter().flat_map(|expansion| expansion.spec().pieces);
        let built = kinds.filter(|kind| !kind.is_space());
        built.map(|kind| (kind.spec().plural, self.0[kind.index()] as f64 / games)).collect()
    }
}

/// Counts within a game.
#[derive(Default)]
struct Counts {
    turns: u64,
    discarded: u64,
    stronghold: stronghold::Counts,
}

impl EventSink for Counts {
    #[inline]
    fn event(&mut self, event: Event) {
        match event {
            Event::TilePlaced { .. } => self.turns += 1,
            Event::TileDiscarded { .. } => self.discarded += 1,
            other => self.stronghold.event(&other),
        }
    }
}

/// Plays games with reused buffers, without allocations per game.
struct Player<'a> {
    fresh: &'a AnyGame,
    game: AnyGame,
    bots: Vec<Box<dyn Bot + Send>>,
    budgets: Vec<Budget>,
    seed: u64,
}

impl<'a> Player<'a> {
    fn new(fresh: &'a AnyGame, bots: &[Spec], seed: u64) -> Player<'a> {
        let bot = |seat: Seat| bots[seat.index() % bots.len()].build(seed);
        let budgets = bots;
        let bots = Seat::all(fresh.seats()).map(bot).collect();
        let budgets =
            Seat::all(fresh.seats()).map(|seat| budgets[seat.index() % budgets.len()].budget);
        Player { fresh, game: fresh.clone(), bots, budgets: budgets.collect(), seed }
    }

    fn play(&mut self, number: u64, sums: &mut Sums) {
        // Up to five seats always had six streams, one of them for the draws; runs can be repeated.
        let streams = u64::from(self.fresh.seats().max(5)) + 1;
        let mut dice = Dice::new(self.seed, number * streams);
        for (bot, stream) in self.bots.iter_mut().zip(1..) {
            bot.reseed(Dice::new(self.seed, number * streams + stream));
        }
        let mut counts = Counts::default();
        self.game.clone_from(self.fresh);
        loop {
            let actions = match self.game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => Turn::from_iter([dice.chance(&self.game)]),
                Actor::Seat(seat) => {
                    let budget = self.budgets[seat.index()];
                    self.bots[seat.index()].choose_turn(&self.game, budget)
                }
            };
            for action in actions {
                self.game.play_unchecked_with(action, &mut counts);
            }
        }
        sums.add_game(&self.game, &counts);
    }
}

/// Runs the command.
pub(crate) fn run(args: &Simulate, console: &mut Console) -> Result<()> {
    let setup = args.game.setup()?;
    let fresh = AnyGame::new(&setup).map_err(input::bad_setup)?;
    let threads =
        args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    if args.games == 0 || threads == 0 {
        return Err(Fault::input("--games and --threads must be at least 1").into());
    }
    let seats = usize::from(setup.seats);
    if args.bot.len() != 1 && args.bot.len() != seats {
        let message = format!("{} bots for {seats} players", args.bot.len());
        return Err(Fault::input(message)
            .hint("give one bot for all seats, or one for each seat")
            .into());
    }
    let began = Instant::now();
    let sums = simulate(args, &fresh, threads);
    let seconds = began.elapsed().as_secs_f64();
    if console.json {
        console.value(&as_json(args, &setup.rules, &sums, seconds))
    } else {
        print(args, &setup.rules, &sums, seconds, console)
    }
}

fn simulate(args: &Simulate, fresh: &AnyGame, threads: usize) -> Sums {
    /// Number of games taken at a time, to limit contention.
    const BATCH: u64 = 16;
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    thread::scope(|scope| {
        let work = || {
            let mut player = Player::new(fresh, &args.bot, args.seed);
            let mut sums = Sums::default();
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= args.games {
                    return sums;
                }
                let end = (first + BATCH).min(args.games);
                (first..end).for_each(|number| player.play(number, &mut sums));
                done.fetch_add(end - first, Ordering::Relaxed);
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        show_progress(args.games, &done, || {
            workers.iter().all(thread::ScopedJoinHandle::is_finished)
        });
        let mut all = Sums::default();
        for worker in workers {
            all.add(&worker.join().expect("bots play legal games to their end"));
        }
        all
    })
}

/// Shows a progress bar after one second if standard error is a terminal.
fn show_progress(games: u64, done: &AtomicU64, is_finished: impl Fn() -> bool) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let began = Instant::now();
    let mut bar: Option<ProgressBar> = None;
    while !is_finished() {
        thread::sleep(Duration::from_millis(20));
        if began.elapsed() > Duration::from_secs(1) {
            let bar = bar
                .get_or_insert_with(|| bar::games(games, Lines::Bar, ProgressDrawTarget::stderr()));
            bar.set_position(done.load(Ordering::Relaxed));
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn print(
    args: &Simulate,
    rules: &Rules,
    sums: &Sums,
    seconds: f64,
    console: &mut Console,
) -> Result<()> {
    let bots: Vec<String> = args.bot.iter().map(Spec::to_string).collect();
    console.line(format_args!(
        "{} games of {rules}, {} players ({}), seed {}",
        sums.games,
        args.game.players,
        bots.join(", "),
        args.seed
    ))?;
    let games = sums.games as f64;
    console.line(format_args!("  {:.0} games/s ({seconds:.2} s)", games / seconds))?;
    console.line(format_args!(
        "  {:.2} turns and {:.3} discarded tiles per game",
        sums.turns as f64 / games,
        sums.discarded as f64 / games
    ))?;
    let built = sums.built.means(rules, games);
    if !built.is_empty() {
        let parts: Vec<String> = built.iter().map(|(name, n)| format!("{n:.2} {name}")).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        console.line(format_args!("  {} built per game", words::join(&parts)))?;
    }
    if let Rules::Stronghold(_) = rules {
        console.lines(sums.stronghold.lines(sums.games))?;
    }
    console.line("  seat      mean score       deviation    wins")?;
    for seat in Seat::all(args.game.players) {
        let (mean, deviation) = (sums.mean(seat), sums.deviation(seat));
        let error = deviation / games.sqrt();
        let wins = 100.0 * sums.win_share(seat);
        console.line(format_args!(
            "  {:<8} {mean:7.2} ± {error:<6.3} {deviation:9.2} {wins:6.1} %",
            seat.to_string()
        ))?;
    }
    Ok(())
}

fn as_json(args: &Simulate, rules: &Rules, sums: &Sums, seconds: f64) -> Value {
    let games = sums.games as f64;
    let seats: Vec<Value> = Seat::all(args.game.players)
        .map(|seat| {
            let deviation = sums.deviation(seat);
            json!({
                "seat": seat.index(),
                "mean": sums.mean(seat),
                "standard_error": deviation / games.sqrt(),
                "deviation": deviation,
                "wins": sums.win_share(seat),
            })
        })
        .collect();
    let mut value = json!({
        "rules": rules.to_string(),
        "players": args.game.players,
        "games": sums.games,
        "seed": args.seed,
        "bot": args.bot.iter().map(Spec::to_string).collect::<Vec<_>>(),
        "seconds": seconds,
        "games_per_second": games / seconds,
        "turns": sums.turns as f64 / games,
        "discarded": sums.discarded as f64 / games,
        "seats": seats,
    });
    for (name, mean) in sums.built.means(rules, games) {
        value[name] = json!(mean);
    }
    if let Rules::Stronghold(_) = rules {
        sums.stronghold.add_json(sums.games, &mut value);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_match_the_textbook_formulas() {
        // Two games: red has 10 and 20, blue 10 and 30; the first one is a shared win.
        let mut sums = Sums { games: 2, ..Sums::default() };
        for (seat, points) in [(0, 10), (0, 20), (1, 10), (1, 30)] {
            sums.points[seat].put(points);
        }
        sums.wins[..2].copy_from_slice(&[30, 90]);
        let blue = Seat::new(1).expect("a seat");
        assert_eq!(sums.mean(blue), 20.0);
        assert!((sums.deviation(blue) - 200f64.sqrt()).abs() < 1e-9);
        assert_eq!((sums.win_share(Seat::FIRST), sums.win_share(blue)), (0.25, 0.75));
    }
}
