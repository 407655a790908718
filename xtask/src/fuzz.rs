//! `cargo xtask fuzz`: runs every fuzz target for a limited time.
//!
//! cargo-fuzz requires a nightly toolchain. cargo-fuzz is installed if missing; the toolchain is
//! not, since that is left to the user.

use std::process::Command;

use anyhow::Result;

use crate::shell;
use crate::steps::Outcome;

/// Version of cargo-fuzz to install if missing.
const CARGO_FUZZ: &str = "0.13.2";

/// A fuzz target with an optional folder of seed inputs.
type Target = (&'static str, Option<&'static str>);

/// Targets that need only the rules and the records.
const OF_RULES: &[Target] = &[
    ("record", Some("fuzz/seeds/record")),
    ("import", Some("crates/bastide-import/tests/fixtures")),
    ("actions", None),
    ("tiles", Some("crates/bastide/tiles")),
    ("puzzles", Some("crates/bastide-study/puzzles")),
];

/// Targets that need the server, which takes eight minutes to build.
const OF_SERVER: &[Target] = &[("messages", Some("fuzz/seeds/messages"))];

/// Fuzzes the targets of the rules for `seconds` in total.
pub(crate) fn rules(seconds: u64) -> Result<Outcome> {
    run(OF_RULES, &[], seconds)
}

/// Fuzzes all targets for `seconds` in total.
pub(crate) fn all(seconds: u64) -> Result<Outcome> {
    let targets = [OF_RULES, OF_SERVER].concat();
    // The same features for all targets, so that nothing is built twice.
    run(&targets, &["--features", "server"], seconds)
}

fn run(targets: &[Target], features: &[&str], seconds: u64) -> Result<Outcome> {
    if !shell::has("rustup", &["run", "nightly", "rustc", "-V"]) {
        let reason = "there is no nightly toolchain, so nothing was fuzzed";
        return Ok(Outcome::skipped(reason, "rustup toolchain install nightly"));
    }
    if !shell::install_crate("cargo-fuzz", CARGO_FUZZ) {
        let reason = "cargo-fuzz could not be installed, so nothing was fuzzed";
        let fix = format!("cargo install --locked cargo-fuzz@{CARGO_FUZZ}");
        return Ok(Outcome::skipped(reason, fix));
    }
    let each = (seconds / targets.len() as u64).max(1);
    for (target, seeds) in targets {
        println!("{target}, {each} s");
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(&corpus)?;
        let mut command = Command::new("cargo-fuzz");
        command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO");
        command.args(["run", target, "--sanitizer", "none"]).args(features).arg(&corpus);
        command.args(*seeds).arg("--");
        command.args([&format!("-max_total_time={each}"), "-max_len=8192", "-verbosity=0"]);
        command.arg("-print_final_stats=1");
        shell::run(&mut command)?;
    }
    Ok(Outcome::Ran(Some(targets.len())))
}
