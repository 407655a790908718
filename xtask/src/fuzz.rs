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

/// Fuzz targets, each with an optional folder of seed inputs.
const TARGETS: &[(&str, Option<&str>)] = &[
    ("record", Some("fuzz/seeds/record")),
    ("actions", None),
    ("tiles", Some("crates/bastide/tiles")),
    ("messages", Some("fuzz/seeds/messages")),
];

/// Fuzzes all targets for `seconds` in total.
pub(crate) fn run(seconds: u64) -> Result<Outcome> {
    if !shell::has("rustup", &["run", "nightly", "rustc", "-V"]) {
        let reason = "there is no nightly toolchain, so nothing was fuzzed";
        return Ok(Outcome::skipped(reason, "rustup toolchain install nightly"));
    }
    if !shell::install_crate("cargo-fuzz", CARGO_FUZZ) {
        let reason = "cargo-fuzz could not be installed, so nothing was fuzzed";
        let fix = format!("cargo install --locked cargo-fuzz@{CARGO_FUZZ}");
        return Ok(Outcome::skipped(reason, fix));
    }
    let each = (seconds / TARGETS.len() as u64).max(1);
    for (target, seeds) in TARGETS {
        println!("{target}, {each} s");
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(&corpus)?;
        let mut command = Command::new("cargo-fuzz");
        command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO");
        // The same features for all targets, so that nothing is built twice.
        command.args(["run", target, "--sanitizer", "none", "--features", "server"]);
        command.arg(&corpus);
        command.args(*seeds).arg("--");
        command.args([&format!("-max_total_time={each}"), "-max_len=8192", "-verbosity=0"]);
        command.arg("-print_final_stats=1");
        shell::run(&mut command)?;
    }
    Ok(Outcome::Ran(Some(TARGETS.len())))
}
