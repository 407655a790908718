//! `bastide benchmark`: losses of a bot in positions with known values.

mod print;
mod scaling;

use std::fs;
use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;

use anyhow::Result;
use bastide::{LandRules, Rules, Setup};
use bastide_arena::benchmark::{
    BenchmarkReport, Making, Suite, SuiteKind, SuiteReport, make, measure, opponents,
};
use bastide_arena::{Arena, Entrant, PairReport, Program, Report};
use bastide_bots::{Budget, Spec};
use bastide_engine::Patience;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;

use crate::bar::{self, Lines};
use crate::console::{Console, Fault};

/// Maximum number of decks and games; more would take days.
const MOST: usize = 10_000;

/// Compare the turns of a bot with the best turns of known positions
///
/// The positions are part of the program: endgames, in which the value of every
/// turn is exact, and middle games, in which it is estimated by rollouts.
/// docs/benchmark.md explains the results and has those of the built-in bots.
///
/// JSON: the help of each command ('bastide benchmark run --help') describes its
/// output.
#[derive(Args)]
pub(crate) struct Benchmark {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Measure a bot, or a program that implements the engine protocol
    ///
    /// Asks for a turn in every position, then plays games against fixed opponents.
    /// Points lost are the difference in expected final lead to the best turn. With a
    /// budget in nodes (hard, strong@20000n) the result is exactly reproducible.
    ///
    /// JSON: {bot, suites: [{suite, positions, skipped, failed, rows: [{group,
    /// positions, points, win, best, noise, nodes, micros}]}], games}. Points lost and
    /// shares of the win lost are per turn; 'best' is the share of turns without a
    /// loss, 'noise' the standard error caused by estimated values; nodes and
    /// microseconds are means per turn. 'games' are pairs as in 'bastide arena'.
    /// Estimates are {mean, low, high} with a 95 % interval.
    Run(Run),
    /// Make the positions again, or others
    ///
    /// Takes some minutes for each kind. Without options it writes the files of
    /// this program: crates/bastide-arena/benchmark. Middle games change if the
    /// evaluator of the bots does. The file is complete after each game, so that the
    /// command can be interrupted.
    ///
    /// JSON: {file, kind, games, positions, bytes}.
    Make(Make),
    /// Measure how the strength of a bot grows with its budget
    ///
    /// Each budget plays the one before it, or all play the same opponent (--against),
    /// on the same decks, from every seat. With more than two players, copies of the
    /// opponent take all other seats. The gain is the number of points gained over the
    /// budget before. A run with --log can be interrupted and continued; each log is
    /// one of 'bastide arena'.
    ///
    /// JSON: {rules, players, seed, steps: [{bot, against, decks, games, score, elo,
    /// margin, gain, micros}], trend}. Estimates are {mean, low, high} with a 95 %
    /// interval; 'gain' is null for the first budget with --against, 'micros' is the
    /// mean time of a decision, 'trend' is rising if all gains are certain, falling if
    /// a loss is, and otherwise open.
    Scaling(scaling::ScalingArgs),
}

#[derive(Args)]
struct Run {
    /// The bot
    #[arg(value_name = "BOT", required_unless_present = "engine")]
    bot: Option<Spec>,
    /// Measure this program instead, which implements the engine protocol
    #[arg(long, value_name = "CMD", conflicts_with = "bot")]
    engine: Option<String>,
    /// Budget of the program for each decision
    #[arg(long, value_name = "BUDGET", default_value = "1s")]
    engine_budget: Budget,
    /// Use the positions of this file instead; may be repeated
    #[arg(long, value_name = "FILE")]
    suite: Vec<PathBuf>,
    /// Use the positions of at most this number of games of each suite
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Number of decks against each opponent; 0 plays no games
    #[arg(long, value_name = "N", default_value_t = 20)]
    decks: usize,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Args)]
struct Make {
    /// Kind of positions
    kind: KindChoice,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of games to play [default: as in the file of this program]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Seed of all random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Number of rollouts of each of the best turns, for middle games
    #[arg(long, value_name = "N", default_value_t = Making::usual(SuiteKind::Middles).rollouts)]
    rollouts: usize,
}

/// Kind of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum KindChoice {
    /// At most four tiles left, exact values
    Endgames,
    /// Values from rollouts
    Middles,
}

/// Runs the command.
pub(crate) fn run(args: &Benchmark, console: &mut Console) -> Result<()> {
    match &args.what {
        What::Run(args) => run_bot(args, console),
        What::Make(args) => make_suite(args, console),
        What::Scaling(args) => scaling::run(args, console),
    }
}

/// Returns the number of threads: one per processor unless specified.
fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into))
}

fn run_bot(args: &Run, console: &mut Console) -> Result<()> {
    let threads = threads(args.threads);
    if args.decks > MOST || threads == 0 || args.sample == Some(0) {
        let message = format!("--decks must be 0 to {MOST}, and --threads and --sample at least 1");
        return Err(Fault::input(message).into());
    }
    let program = args
        .engine
        .as_ref()
        .map(|command| Program::new(command, args.engine_budget, Patience::default()));
    let entrant: &dyn Entrant = match (&program, &args.bot) {
        (Some(program), _) => program,
        (None, Some(bot)) => bot,
        (None, None) => return Err(Fault::input("no bot given").into()),
    };
    let common = Setup::new(Rules::Land(LandRules::default()), 2);
    let plays = entrant.plays(&common).map_err(|error| {
        Fault::input(format!("{}: {error}", entrant.name()))
            .hint("docs/engine-protocol.md describes the expected answers")
    })?;
    let mut report = BenchmarkReport { bot: entrant.name(), suites: Vec::new(), games: Vec::new() };
    for suite in suites(args)? {
        let bar = bar(suite.positions(), "positions", suite.kind.name(), console);
        let measured = measure(entrant, &suite, threads, |positions| bar.inc(positions as u64));
        bar.finish_and_clear();
        let measured = measured.map_err(Fault::input)?;
        report.suites.push(SuiteReport::new(&suite, &measured));
    }
    if plays && args.decks > 0 {
        report.games = games(entrant, &common, args.decks, threads, console)?;
    }
    if console.json {
        return console.value(&serde_json::to_value(&report)?);
    }
    print::print(&report, console)
}

/// Returns the suites of the arguments, or those of the program.
fn suites(args: &Run) -> Result<Vec<Suite>> {
    let mut suites = Vec::new();
    for file in &args.suite {
        let name = file.display();
        let text = fs::read_to_string(file)
            .map_err(|error| Fault::input(format!("cannot read {name}: {error}")))?;
        let suite = text.parse::<Suite>().map_err(|error| {
            Fault::input(format!("{name}: {error}"))
                .hint("'bastide benchmark make' writes such a file")
        })?;
        suites.push(suite);
    }
    if suites.is_empty() {
        for kind in SuiteKind::ALL {
            suites.push(Suite::built_in(kind).map_err(Fault::input)?);
        }
    }
    if let Some(most) = args.sample {
        suites = suites.into_iter().map(|suite| suite.sample(most)).collect();
    }
    Ok(suites)
}

/// Plays against each of the fixed opponents.
fn games(
    entrant: &dyn Entrant,
    setup: &Setup,
    decks: usize,
    threads: usize,
    console: &Console,
) -> Result<Vec<PairReport>> {
    let opponents = opponents()?;
    let bar = bar(2 * decks * opponents.len(), "games", "opponents", console);
    let mut pairs = Vec::new();
    for opponent in &opponents {
        let arena = Arena::new(setup.clone(), vec![entrant, opponent], 1).map_err(Fault::input)?;
        let mut played = Vec::new();
        arena.run(&arena.contest.games(0..decks as u64), threads, |game| {
            played.push(game.game);
            bar.inc(1);
            Ok::<_, anyhow::Error>(ControlFlow::Continue(()))
        })?;
        pairs.extend(Report::new(&arena.contest, &played).pairs);
    }
    bar.finish_and_clear();
    Ok(pairs)
}

fn make_suite(args: &Make, console: &mut Console) -> Result<()> {
    let kind = match args.kind {
        KindChoice::Endgames => SuiteKind::Endgames,
        KindChoice::Middles => SuiteKind::Middles,
    };
    let usual = Making::usual(kind);
    let games = args.games.unwrap_or(usual.games);
    if !(1..=MOST).contains(&games) || !(1..=MOST).contains(&args.rollouts) {
        return Err(Fault::input(format!("--games and --rollouts must be 1 to {MOST}")).into());
    }
    let file = args.output.display();
    let bar = bar(games, "games", kind.name(), console);
    // The file is complete after each game, so that the command can be interrupted.
    let making = Making { seed: args.seed, games, rollouts: args.rollouts, ..usual };
    let suite = make(&making, |suite| {
        bar.inc(1);
        fs::write(&args.output, suite.to_string())
    });
    bar.finish_and_clear();
    let suite = suite.map_err(|error| Fault::input(format!("cannot write {file}: {error}")))?;
    let text = suite.to_string();
    let (games, positions) = (suite.games.len(), suite.positions());
    if console.json {
        return console.value(&json!({
            "file": file.to_string(),
            "kind": kind.name(),
            "games": games,
            "positions": positions,
            "bytes": text.len(),
        }));
    }
    console.line(format_args!("{file}: {positions} positions of {games} games"))
}

/// Creates a progress bar, which is hidden unless standard error is a terminal.
fn bar(count: usize, things: &str, message: &str, console: &Console) -> ProgressBar {
    let is_seen = std::io::stderr().is_terminal() && !console.json;
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = bar::counted(count as u64, things, Lines::BarAndMessage, target);
    bar.set_message(message.to_owned());
    bar
}
