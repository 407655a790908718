//! Text output of duplicate matches.

use anyhow::Result;
use bastide_arena::{DuplicateReport, Estimate};

use crate::console::Console;

/// Prints the results, and the luck that they do not have.
pub(super) fn print(report: &DuplicateReport, console: &mut Console) -> Result<()> {
    let DuplicateReport { matches, won, drawn, lost, .. } = report;
    let bots = report.bots.join(" against ");
    console.line("")?;
    console.line(console.style.strong(&format!("Duplicate matches: {bots}")))?;
    console.line(format_args!(
        "  {matches} matches by difference: {won} won, {drawn} drawn, {lost} lost"
    ))?;
    console.line(format_args!(
        "  difference {} points a match, score {}",
        points(report.difference),
        percent(report.score)
    ))?;
    console.line("")?;
    console.line("  standard deviation of       points")?;
    for (name, estimate) in [
        ("a game", report.game_deviation),
        ("two games, two decks", report.deviation_on_two_decks),
        ("two games, one deck", report.deviation),
    ] {
        console.line(format_args!("  {name:<24} {}", spread(estimate)))?;
    }
    console.line(format_args!(
        "  luck removed {} of the variance; score on two decks {}",
        percent(report.removed),
        percent(report.score_on_two_decks)
    ))
}

fn points(estimate: Estimate) -> String {
    format!("{:+.1} ({:+.1} to {:+.1})", estimate.mean, estimate.low, estimate.high)
}

fn percent(estimate: Estimate) -> String {
    let Estimate { mean, low, high } = estimate.map(|share| 100.0 * share);
    format!("{mean:.1} % ({low:.1} to {high:.1})")
}

fn spread(Estimate { mean, low, high }: Estimate) -> String {
    format!("{mean:>9.1} ({low:.1} to {high:.1})")
}
