//! Text output of a benchmark, within 80 columns.

use anyhow::Result;
use bastide_arena::benchmark::{BenchmarkReport, Row, SuiteReport};
use bastide_arena::{Estimate, PairReport};

use crate::arena::elo;
use crate::console::Console;

/// Prints a report.
pub(super) fn print(report: &BenchmarkReport, console: &mut Console) -> Result<()> {
    console.line(&report.bot)?;
    for suite in &report.suites {
        console.line("")?;
        print_suite(suite, console)?;
    }
    if report.games.is_empty() {
        return Ok(());
    }
    console.line("")?;
    console.line("against                score %    95 %               Elo    95 %")?;
    console.lines(report.games.iter().map(pair))
}

fn print_suite(suite: &SuiteReport, console: &mut Console) -> Result<()> {
    let SuiteReport { suite: name, positions, skipped, failed, first_failure, rows } = suite;
    let mut title = format!("{name}: {positions} positions");
    if *skipped > 0 {
        title += &format!(", {skipped} skipped");
    }
    if *failed > 0 {
        title += &format!(", {failed} without an answer");
    }
    console.line(title)?;
    if let Some(why) = first_failure {
        console.line(format_args!("  {why}"))?;
    }
    if rows.is_empty() {
        return Ok(());
    }
    console.line(format_args!(
        "  {:<16}{:>6}  {:<23}{:>7}{:>7}{:>9}{:>7}",
        "", "turns", "points lost (95 %)", "win %", "best %", "nodes", "ms"
    ))?;
    console.lines(rows.iter().map(line))
}

fn line(row: &Row) -> String {
    let Row { group, positions, points, win, best, nodes, micros, .. } = row;
    let percent = |share: &Option<Estimate>, digits: usize| {
        share.map_or("-".to_owned(), |share| format!("{:.digits$}", 100.0 * share.mean))
    };
    let nodes = nodes.map_or("-".to_owned(), |nodes| format!("{nodes:.0}"));
    // Exact values support another digit.
    let digits = if win.is_some() { 3 } else { 2 };
    let Estimate { mean, low, high } = points;
    let points = format!("{mean:.digits$} ({low:.digits$} to {high:.digits$})");
    format!(
        "  {group:<16}{positions:>6}  {points:<23}{:>7}{:>7}{nodes:>9}{:>7.1}",
        percent(win, 2),
        percent(best, 1),
        micros / 1000.0,
    )
}

fn pair(pair: &PairReport) -> String {
    let PairReport { against, score, elo: rating, .. } = pair;
    let scores = format!("{:.1} to {:.1}", 100.0 * score.low, 100.0 * score.high);
    let ratings = format!("{} to {}", elo(rating.low), elo(rating.high));
    let (score, rating) = (100.0 * score.mean, elo(rating.mean));
    format!("{against:<22}{score:>8.1}    {scores:<16}{rating:>6}    {ratings}")
}
