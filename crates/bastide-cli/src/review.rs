//! `bastide review`: luck and skill of a game, with better turns.

mod print;

use std::io::IsTerminal as _;

use anyhow::Result;
use bastide_protocol::{OutlookView, ReviewStepView, ReviewView};
use bastide_study::{Review as Reviewed, Reviewer};
use clap::Args;
use indicatif::ProgressDrawTarget;
use serde_json::{Value, json};

use crate::bar::{self, Lines};
use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::words::{self, Names};

/// Maximum number of nodes, which takes hours.
const MOST_NODES: u64 = 1_000_000_000;

/// Explain a game: turns that lost points, luck of the draws, and their sum
///
/// Points lost are expected final margin: the player's points minus the mean of the
/// others. Turns whose difference is within the noise of the estimate count as
/// equal. Start, luck and skill of a player add up to the final margin exactly.
/// docs/analysis.md explains the values.
///
/// JSON: {is_over, is_calibrated, start, end, steps: [{at, turn, seat, draws, played, best, after,
/// lost, error, win_lost, verdict, count, is_exact, turns: [{actions, lost, error,
/// is_equal, is_played, reasons, texts}], luck, win_luck}], players: [{seat, start,
/// luck, skill, margin, own_luck, lost, win_lost, turns, rate, inaccuracies,
/// mistakes, blunders}], turning_points}, in thousandths of a point and of a win;
/// docs/analysis.md describes each field. Seats are numbers from 0.
#[derive(Args)]
pub(crate) struct Review {
    /// A record; - reads standard input
    file: String,
    /// Number of states evaluated for each decision
    #[arg(long, value_name = "N", default_value_t = Reviewer::NODES)]
    nodes: u64,
    /// List every turn instead of those that lost points
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Review, console: &mut Console) -> Result<()> {
    if !(1..=MOST_NODES).contains(&args.nodes) {
        return Err(Fault::input(format!("--nodes must be 1 to {MOST_NODES}")).into());
    }
    let record = input::record(&args.file, &args.tiles)?;
    let reviewer = Reviewer::new(&record, args.nodes);
    if reviewer.steps() == 0 {
        return Err(Fault::input(format!("{} has no turns", input::name(&args.file)))
            .hint("give the record of a game that has begun")
            .into());
    }
    let is_seen = std::io::stderr().is_terminal() && !console.json;
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = bar::counted(reviewer.steps() as u64, "turns", Lines::Bar, target);
    let mut steps = Vec::new();
    while let Some(step) = reviewer.step(steps.len()) {
        steps.push(step);
        bar.inc(1);
    }
    let review = reviewer.finish(reviewer.start(), steps);
    bar.finish_and_clear();
    console.style.seats = record.colours();
    let names = input::names(&record);
    if console.json {
        return console.value(&as_json(&reviewer, &review, &names)?);
    }
    print::print(&reviewer, &review, &names, args.all, console)
}

/// Returns the review as JSON, with the reasons in words.
fn as_json(reviewer: &Reviewer, review: &Reviewed, names: &Names) -> Result<Value> {
    let start = OutlookView::new(review.ledger.start());
    let decisions = (0..).map_while(|at| reviewer.decision(at));
    let steps: Vec<ReviewStepView> = review
        .steps
        .iter()
        .zip(decisions)
        .map(|(step, decision)| ReviewStepView::new(decision, step))
        .collect();
    let mut value = json!(ReviewView::assemble(reviewer, start, steps)?);
    for (at, step) in review.steps.iter().enumerate() {
        let Some(decision) = reviewer.decision(at) else { continue };
        for (number, turn) in step.turns.iter().enumerate() {
            let reasons = bastide_bots::reasons(&decision.game, &turn.actions);
            let texts = reasons
                .iter()
                .map(|reason| words::reasons::say(reason, step.seat, &decision.game, names));
            value["steps"][at]["turns"][number]["texts"] = texts.collect();
        }
    }
    Ok(value)
}
