//! `cargo xtask fuzz`: every fuzz target for a bounded time.
//!
//! cargo-fuzz needs a nightly toolchain. Where either is missing this says
//! so and passes: the same inputs are also tried by ordinary tests.

use std::process::Command;

use anyhow::Result;

use crate::shell;

const TARGETS: &[&str] = &["record", "actions", "tiles"];

/// Fuzzes all targets, `seconds` in all.
pub(crate) fn run(seconds: u64) -> Result<()> {
    if !shell::has("cargo-fuzz", &["--version"])
        || !shell::has("rustup", &["run", "nightly", "rustc", "-V"])
    {
        println!("cargo-fuzz or a nightly toolchain is not installed: not fuzzed");
        println!("to have it: cargo install cargo-fuzz");
        return Ok(());
    }
    let each = (seconds / TARGETS.len() as u64).max(1);
    for target in TARGETS {
        println!("{target}, {each} s");
        let mut command = Command::new("cargo-fuzz");
        command.env("RUSTUP_TOOLCHAIN", "nightly").args([
            "run",
            target,
            "--sanitizer",
            "none",
            "--",
        ]);
        command.args([&format!("-max_total_time={each}"), "-max_len=4096", "-verbosity=0"]);
        shell::run(&mut command)?;
    }
    Ok(())
}
