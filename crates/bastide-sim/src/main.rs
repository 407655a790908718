//! Runs many seeds and reports those that fail.

use std::time::Instant;

use anyhow::{Result, bail};
use bastide_sim::{Plan, run};
use clap::Parser;

/// Simulates hubs over a faulty network, clock and database, one run per seed.
#[derive(Parser)]
#[command(name = "cargo xtask simulate")]
struct Args {
    /// Number of seeds to run.
    #[arg(long, default_value_t = 10_000)]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let begun = Instant::now();
    let (mut facts, mut acks, mut failed) = (0, 0, Vec::new());
    for seed in args.from..args.from.saturating_add(args.seeds) {
        let report = run(Plan::of(seed));
        facts += report.facts;
        acks += report.acks;
        if !report.violations.is_empty() {
            println!("seed {seed}:\n  {}", report.violations.join("\n  "));
            failed.push(seed);
        }
        let done = seed - args.from + 1;
        if done.is_multiple_of(1_000) {
            let seconds = begun.elapsed().as_secs_f64();
            println!("{done} seeds, {acks} commands acknowledged, {facts} facts, {seconds:.0} s");
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{} seeds, {acks} commands acknowledged, {facts} facts, {seconds:.1} s, {} failed",
        args.seeds,
        failed.len()
    );
    if let Some(seed) = failed.first() {
        bail!("repeat one with: cargo xtask simulate --from {seed} --seeds 1");
    }
    Ok(())
}
