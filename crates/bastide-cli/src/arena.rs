//! `bastide arena`: contests between bots, with confidence intervals of their strength.

mod duplicate;
mod print;
mod progress;

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use anyhow::Result;
use bastide_arena::{
    Arena, Contest, ContestError, DuplicateReport, Entrant, GameResult, Log, LogError, Program,
    Report, Sprt, SprtUnit, read_log,
};
use bastide_bots::{Budget, Spec, TimeControl};
use bastide_engine::Patience;
use clap::Args;

use crate::console::{Console, Fault};
use crate::input::GameArgs;

use progress::Progress;

pub(crate) use print::elo;

/// Maximum number of decks; more would take years.
const MOST_DECKS: u64 = 1_000_000;

/// Let bots play each other and estimate which is stronger, with confidence intervals
///
/// A bot is a name, and after @ its budget for each decision: greedy, quick@50ms,
/// strong@1s, strong@20000n (nodes: the same games on every machine, with any
/// number of threads). Programs given with --engine follow the bots; a program
/// that fails or chooses an illegal action loses that game, and the run continues.
///
/// The unit is a deck: one order of tiles, played once for each rotation of the
/// seats. More than two bots for two players: all pairs, on the same decks. Two
/// bots for three or more players: the first bot in each seat in turn, against
/// copies of the second. At least as many bots as players: every combination of
/// bots that fills a table, in all its rotations.
///
/// JSON: {rules, players, seed, decks, games, left_out, bots: [{bot,
/// seats_taken, wins, points, seats: [{games, wins, points}], forfeits, cost:
/// {moves, mean, p99, most}}], pairs: [{bot, against, won, drawn, lost, score,
/// elo, margin}], ratings: [{bot, elo}], sprt: [{unit, low, high, decks, llr,
/// bound, verdict}]}. --duplicate adds 'duplicate': {bots, matches, won, drawn,
/// lost, difference, score, score_on_two_decks, game_deviation, deviation,
/// deviation_on_two_decks, removed}. Estimates are {mean, low, high} with a 95 % interval;
/// shares range from 0 to 1, costs are microseconds per decision, and Elo
/// differences are limited to the range -800 to 800.
#[derive(Args)]
pub(crate) struct ArenaArgs {
    /// Names of two or more bots
    #[arg(value_name = "BOT")]
    bots: Vec<Spec>,
    #[command(flatten)]
    game: GameArgs,
    /// Add an external program that implements the engine protocol; may be repeated
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,
    /// Budget of external programs for each decision
    #[arg(long, value_name = "BUDGET", default_value = "1s")]
    engine_budget: Budget,
    /// Time of each player for a game, and for each turn: 60s, 60s+500ms. Exceeding it loses the
    /// game; budgets in time become upper limits of the time for a turn, except those of programs
    /// that declare to divide their time themselves
    #[arg(long, value_name = "TIME[+TIME]", conflicts_with = "log")]
    clock: Option<TimeControl>,
    /// Number of decks
    #[arg(long, value_name = "N", default_value_t = 100)]
    decks: u64,
    /// Number of the first deck
    #[arg(long, value_name = "K", default_value_t = 0)]
    decks_from: u64,
    /// Seed of decks and random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Append every game to this file, and skip the games that it contains
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
    /// Play no games: report the contents of the log
    #[arg(long, requires = "log", conflicts_with_all = ["bots", "engine"])]
    report: bool,
    /// Stop when it is decided whether the first bot is ELO0 or ELO1 stronger
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// The same for the margin in points per game; usually decided sooner
    #[arg(long, num_args = 2, value_names = ["P0", "P1"], allow_negative_numbers = true)]
    sprt_margin: Option<Vec<f64>>,
    /// Also score the two tables of each deck as a duplicate match, and show how much luck this
    /// removes; two bots, two players
    #[arg(long)]
    duplicate: bool,
    /// The bot with rating 0 [default: the mean is 0]
    #[arg(long, value_name = "BOT")]
    anchor: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs, console: &mut Console) -> Result<()> {
    if args.duplicate && !args.report && args.bots.len() + args.engine.len() != 2 {
        return Err(Fault::input("--duplicate needs two bots")
            .hint("for example 'bastide arena hard normal --duplicate'")
            .into());
    }
    let (contest, games) = if args.report { read(args)? } else { play(args)? };
    if args.duplicate && (contest.names.len() != 2 || contest.players != 2) {
        return Err(Fault::input("--duplicate needs two bots and two players").into());
    }
    let report = Report::with(&contest, &games, &tests(args, &contest)?, anchor(args, &contest)?);
    let matches = args.duplicate.then(|| DuplicateReport::new(&contest, &games)).flatten();
    if console.json {
        let mut value = serde_json::to_value(&report)?;
        if args.duplicate {
            value["duplicate"] = serde_json::to_value(&matches)?;
        }
        return console.value(&value);
    }
    print::print(&report, console)?;
    matches.map_or(Ok(()), |matches| duplicate::print(&matches, console))
}

/// Reads the games of a log.
fn read(args: &ArenaArgs) -> Result<(Contest, Vec<GameResult>)> {
    let file = args.log.as_deref().unwrap_or_default();
    Ok(read_log(Path::new(file)).map_err(|error| bad_log(file, &error))?)
}

/// Plays the games that are not in the log yet. Returns all games, including those of the log.
fn play(args: &ArenaArgs) -> Result<(Contest, Vec<GameResult>)> {
    let setup = args.game.setup()?;
    let threads =
        args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    if !(1..=MOST_DECKS).contains(&args.decks) || threads == 0 {
        let message = format!("--decks must be 1 to {MOST_DECKS}, and --threads at least 1");
        return Err(Fault::input(message).into());
    }
    let program = |command| Program::new(command, args.engine_budget, Patience::default());
    let programs: Vec<Program> = args.engine.iter().map(program).collect();
    let bots = args.bots.iter().map(|bot| bot as &dyn Entrant);
    let entrants = bots.chain(programs.iter().map(|program| program as &dyn Entrant)).collect();
    let mut arena =
        Arena::new(setup.clone(), entrants, args.seed).map_err(|error| bad_contest(&error))?;
    arena.clock = args.clock;
    let tests = tests(args, &arena.contest)?;
    anchor(args, &arena.contest)?;
    let end = args.decks_from.checked_add(args.decks);
    let end = end
        .ok_or_else(|| Fault::input("--decks-from and --decks exceed the range of deck numbers"))?;
    let mut wanted = arena.contest.games(args.decks_from..end);
    for (program, command) in programs.iter().zip(&args.engine) {
        program.check(&setup).map_err(|error| {
            Fault::input(format!("--engine '{command}': {error}"))
                .hint("docs/engine-protocol.md describes the expected answers")
        })?;
    }
    let mut log = None;
    if let Some(file) = &args.log {
        let open = Log::open(Path::new(file), &arena.contest);
        let open = open.map_err(|error| bad_log(file, &error))?;
        wanted = open.missing(&arena.contest, &wanted);
        log = Some(open);
    }
    let games = log.as_ref().map_or_else(Vec::new, |log| log.games().to_vec());
    let mut progress = Progress::new(&arena.contest, games, &tests, &wanted);
    if !progress.is_settled() {
        arena.run(&wanted, threads, |played| -> Result<ControlFlow<()>> {
            if let Some(log) = &mut log {
                log.append(&played)?;
            }
            progress.put(played.game);
            Ok(if progress.is_settled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
    }
    let games = progress.finish();
    log.map_or(Ok(()), Log::finish)?;
    Ok((arena.contest, games))
}

/// Creates the requested tests.
fn tests(args: &ArenaArgs, contest: &Contest) -> Result<Vec<Sprt>> {
    let mut tests = Vec::new();
    for (option, unit, bounds) in [
        ("--sprt", SprtUnit::Elo, &args.sprt),
        ("--sprt-margin", SprtUnit::Margin, &args.sprt_margin),
    ] {
        let Some(bounds) = bounds else { continue };
        if contest.names.len() != 2 {
            let message = format!("{option} compares two bots, not {}", contest.names.len());
            return Err(Fault::input(message).hint("give two bots, or omit the option").into());
        }
        if unit == SprtUnit::Elo && contest.players != 2 {
            return Err(Fault::input("--sprt requires two players")
                .hint("--sprt-margin 0 1.5 tests points, for any number of players")
                .into());
        }
        let test = Sprt::new(unit, bounds[0], bounds[1]);
        tests.push(test.ok_or_else(|| {
            Fault::input(format!("{option} {} {}: the first must be less", bounds[0], bounds[1]))
                .hint(format!("for example {option} 0 10"))
        })?);
    }
    Ok(tests)
}

/// Returns the index of the bot whose rating is fixed at 0.
fn anchor(args: &ArenaArgs, contest: &Contest) -> Result<Option<usize>> {
    let Some(name) = &args.anchor else { return Ok(None) };
    match contest.names.iter().position(|bot| bot == name) {
        Some(at) => Ok(Some(at)),
        None => Err(Fault::input(format!("--anchor {name} is not one of the bots"))
            .hint(format!("choose one of {}", contest.names.join(", ")))
            .into()),
    }
}

fn bad_contest(error: &ContestError) -> Fault {
    let fault = Fault::input(error);
    match error {
        ContestError::TooFew => fault.hint("for example 'bastide arena quick@50ms greedy'"),
        ContestError::Seats { players, .. } => fault.hint(format!(
            "give two (one plays each seat against copies of the other) or at least {players}"
        )),
    }
}

fn bad_log(file: &str, error: &LogError) -> Fault {
    let fault = Fault::input(format!("{file}: {error}"));
    match error {
        LogError::OtherContest(_) => {
            fault.hint("use the same bots, rules and seed as the log, or another --log")
        }
        LogError::Busy => fault.hint("wait until it ends, or use another --log"),
        LogError::Line { .. } => fault.hint("remove the line; its game is then played again"),
        LogError::NotALog => fault.hint("'bastide arena BOT BOT --log FILE' writes one"),
        LogError::Version(_) => fault.hint("a newer version of bastide may support it"),
        LogError::Io(_) => fault,
    }
}
