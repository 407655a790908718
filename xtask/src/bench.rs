//! `cargo xtask bench`: counts instructions with callgrind.
//!
//! Wall time is unreliable on a shared machine; instruction counts are reproducible. Each workload
//! runs twice with different counts, so that the difference excludes start-up costs.
//! `docs/performance.md` records the results.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// A workload and its limit.
struct Bench {
    name: &'static str,
    /// An example and its arguments; `#` is replaced by the count.
    args: &'static str,
    count: u64,
    /// Maximum number of instructions per unit of work.
    limit: u64,
}

const BENCHES: &[Bench] = &[
    Bench {
        name: "random game, base + fields, 2 players",
        args: "measure games # base,fields 2",
        count: 200,
        limit: 180_000,
    },
    Bench {
        name: "random game, base + fields + river + abbot, 5 players",
        args: "measure games # base,fields,river,abbot 5",
        count: 100,
        limit: 283_000,
    },
    Bench {
        name: "random game, base with everything, 2 players",
        args: "measure games # base,fields,river,abbot,bridges,castles,barns 2",
        count: 100,
        limit: 463_900,
    },
    Bench {
        name: "random game, wheel with everything, 2 players",
        args: "measure games # wheel,fields,abbot,bridges,castles,barns 2",
        count: 100,
        limit: 461_000,
    },
    Bench {
        name: "random game, base + fields + inns + traders, 2 players",
        args: "measure games # base,fields,inns,traders 2",
        count: 100,
        limit: 385_900,
    },
    Bench {
        name: "random game, stronghold",
        args: "measure games # stronghold 2",
        count: 200,
        limit: 185_000,
    },
    Bench {
        name: "legal moves, late, river + abbot, 5 players",
        args: "measure listing # base,fields,river,abbot 5",
        count: 1000,
        limit: 1_600,
    },
    Bench {
        name: "copy of a late state into another",
        args: "measure copy # base,fields 2",
        count: 1000,
        limit: 2_150,
    },
    Bench {
        name: "new copy of a late state",
        args: "measure clone # base,fields 2",
        count: 1000,
        limit: 4_400,
    },
    Bench {
        name: "whole turn judged, late, base + fields, 2 players",
        args: "judge # base,fields 2 16",
        count: 100_000,
        limit: 1_672,
    },
    Bench {
        name: "durable move, server, 2 players and a watcher",
        args: "durable_move #",
        count: 100,
        limit: 653_800,
    },
];

/// Measures all workloads and fails if one exceeds its limit.
pub(crate) fn run() -> Result<Outcome> {
    run_examples(&[LIBRARY, &[SERVER]].concat())
}

/// Runs the benches of the libraries only: an optimised build of the server takes minutes.
pub(crate) fn libraries() -> Result<Outcome> {
    run_examples(LIBRARY)
}

/// A package, the features it needs, and an example with workloads.
type Example = (&'static str, &'static str, &'static str);

/// The workloads of the libraries.
const LIBRARY: &[Example] = &[("bastide", "", "measure"), ("bastide-bots", "", "judge")];
/// The workload of the server.
const SERVER: Example = ("bastide-server", "testing", "durable_move");

fn run_examples(examples: &[Example]) -> Result<Outcome> {
    if !shell::install("valgrind", "valgrind") {
        let reason = "valgrind could not be installed, so instructions were not counted";
        return Ok(Outcome::skipped(reason, "apt-get install valgrind"));
    }
    // Built separately, because features of shared dependencies would be unified.
    for &(package, features, example) in examples {
        let mut build = shell::cargo(["build", "--quiet", "--release", "-p", package]);
        shell::run(build.args(["--features", features, "--example", example]))?;
    }
    let mut passed = true;
    println!(
        "{:<58}{:>14}{:>12}{:>12}{:>14}",
        "", "instructions", "limit", "wall time", "a second"
    );
    let is_built = |bench: &&Bench| {
        examples.iter().any(|(_, _, example)| bench.args.split(' ').next() == Some(example))
    };
    let benches: Vec<&Bench> = BENCHES.iter().filter(is_built).collect();
    for bench in &benches {
        // Twice the work minus the work: start-up costs cancel out.
        let each = (instructions(bench, 2 * bench.count)? - instructions(bench, bench.count)?)
            / bench.count;
        let limit = bench.limit;
        let verdict = if each <= limit { "" } else { "  TOO MANY" };
        passed &= each <= limit;
        let nanos = wall_time(bench)?;
        let rate = 1_000_000_000 / nanos.max(1);
        println!("{:<58}{each:>14}{limit:>12}{nanos:>9} ns{rate:>14}{verdict}", bench.name);
    }
    if !passed {
        bail!("an instruction count exceeds its limit; see docs/performance.md");
    }
    Ok(Outcome::Ran(Some(benches.len())))
}

/// Returns the program and arguments that do the work `count` times.
fn program(bench: &Bench, count: u64) -> (String, Vec<String>) {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let (example, args) = bench.args.split_once(' ').unwrap_or((bench.args, ""));
    let arg = |a: &str| if a == "#" { count.to_string() } else { a.into() };
    (format!("{target}/release/examples/{example}"), args.split(' ').map(arg).collect())
}

/// Returns the nanoseconds per unit of work, for orientation only: wall time is noisy.
fn wall_time(bench: &Bench) -> Result<u64> {
    let (program, args) = program(bench, 20 * bench.count);
    let text = shell::output(Command::new(program).args(args))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "ns").context("no time was printed")?;
    Ok(words[at - 1].parse()?)
}

fn instructions(bench: &Bench, count: u64) -> Result<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let (program, args) = program(bench, count);
    command.arg(program).args(args);
    let text = shell::output(&mut command)?;
    let line = text.lines().find_map(|line| line.split_once("Collected : "));
    let (_, number) = line.context("callgrind printed no count")?;
    Ok(number.trim().parse()?)
}
