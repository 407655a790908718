//! `bastide benchmark scaling`: strength of a bot by its budget.

use std::path::PathBuf;

use anyhow::Result;
use bastide_arena::{Estimate, Scaling, ScalingReport, ScalingStep, Trend};
use bastide_bots::{Budget, Spec};
use clap::Args;

use super::{MOST, bar, threads};
use crate::arena::elo;
use crate::console::{Console, Fault};
use crate::input::GameArgs;

/// Nodes that fit into 10 ms, 30 ms, 100 ms, 300 ms, 1 s and 3 s at 7.5 million a second.
const BUDGETS: &str = "75000n,225000n,750000n,2250000n,7500000n,22500000n";

#[derive(Args)]
pub(super) struct ScalingArgs {
    /// The bot, without a budget
    #[arg(value_name = "BOT", default_value = "strong")]
    bot: Spec,
    #[command(flatten)]
    game: GameArgs,
    /// Budgets, smallest first [default: nodes for 10 ms to 3 s, in steps of about 3]
    #[arg(long, value_name = "BUDGET", value_delimiter = ',', default_value = BUDGETS)]
    #[arg(hide_default_value = true)]
    budgets: Vec<Budget>,
    /// Play every budget against this bot instead of the budget before
    #[arg(long, value_name = "BOT")]
    against: Option<Spec>,
    /// Number of decks of each step
    #[arg(long, value_name = "N", default_value_t = 100)]
    decks: usize,
    /// Seed of decks and random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Append every game to a log in this folder, and skip the games that it contains
    #[arg(long, value_name = "FOLDER")]
    log: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ScalingArgs, console: &mut Console) -> Result<()> {
    let threads = threads(args.threads);
    if !(1..=MOST).contains(&args.decks) || threads == 0 {
        let message = format!("--decks must be 1 to {MOST}, and --threads at least 1");
        return Err(Fault::input(message).into());
    }
    if args.bot.budget != args.bot.kind.usual_budget() {
        return Err(Fault::input(format!("{} has a budget", args.bot))
            .hint(format!("give only its name, {}, and --budgets", args.bot.kind.name()))
            .into());
    }
    let scaling = Scaling {
        setup: args.game.setup()?,
        kind: args.bot.kind,
        budgets: args.budgets.clone(),
        against: args.against,
        decks: args.decks as u64,
        seed: args.seed,
        logs: args.log.clone(),
    };
    let games = scaling.games().map_err(Fault::input)?;
    let bar = bar(usize::try_from(games)?, "games", "", console);
    let report = scaling.run(threads, |[bot, against]| {
        bar.set_message(format!("{bot} against {against}"));
        bar.inc(1);
    });
    bar.finish_and_clear();
    let report = report.map_err(Fault::input)?;
    if console.json {
        return console.value(&serde_json::to_value(&report)?);
    }
    print(&report, console)
}

/// Prints a report, within 80 columns.
fn print(report: &ScalingReport, console: &mut Console) -> Result<()> {
    let ScalingReport { rules, players, seed, steps, trend } = report;
    let decks = steps.first().map_or(0, |step| step.decks);
    let plural = if decks == 1 { "" } else { "s" };
    console
        .line(format_args!("{rules} for {players}, seed {seed}: {decks} deck{plural} a step"))?;
    console.line("")?;
    console.line(format_args!(
        "{:<17}{:<17}{:>5}{:>7}{:>7}  {:<20}{:>5}",
        "bot", "against", "%", "Elo", "points", "gain (95 %)", "ms"
    ))?;
    console.lines(steps.iter().map(line))?;
    console.line("")?;
    console.line(match trend {
        Trend::Rising => "Every budget gains points over the one before.",
        Trend::Falling => "At least one budget loses points against the one before.",
        Trend::Open => "Not every gain is certain: more decks reduce the intervals.",
    })
}

fn line(step: &ScalingStep) -> String {
    let ScalingStep { bot, against, score, elo: rating, margin, gain, micros, .. } = step;
    let gain = gain.map_or("-".to_owned(), |Estimate { mean, low, high }| {
        // Adding 0.0 turns -0 into 0.
        format!("{:+.1} ({:.1} to {:.1})", mean + 0.0, low + 0.0, high + 0.0)
    });
    format!(
        "{bot:<17}{against:<17}{:>5.1}{:>7}{:>+7.1}  {gain:<20}{:>5.0}",
        100.0 * score.mean,
        elo(rating.mean),
        margin.mean + 0.0,
        micros / 1000.0,
    )
}
