//! `cargo xtask fuzz`: every fuzz target for a bounded time.
//!
//! cargo-fuzz needs a nightly toolchain. Where either is missing this says
//! so and passes: the same inputs are also tried by ordinary tests.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Each target with a folder of inputs to begin from.
const TARGETS: &[(&str, Option<&str>)] = &[
    ("record", Some("fuzz/seeds/record")),
    ("actions", None),
    ("tiles", Some("crates/bastide/tiles")),
    ("messages", Some("fuzz/seeds/messages")),
];

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
    for (target, seeds) in TARGETS {
        println!("{target}, {each} s");
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(&corpus)?;
        let mut command = Command::new("cargo-fuzz");
        command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO");
        command.args(["run", target, "--sanitizer", "none", &corpus]);
        command.args(*seeds).arg("--");
        command.args([&format!("-max_total_time={each}"), "-max_len=8192", "-verbosity=0"]);
        command.arg("-print_final_stats=1");
        shell::run(&mut command)?;
    }
    Ok(())
}
