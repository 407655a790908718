//! `cargo xtask fuzz`: every fuzz target for a bounded time.
//!
//! cargo-fuzz needs a nightly toolchain. Where either is missing this says
//! so and passes: the same inputs are also tried by ordinary tests.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Each target with a folder of inputs to begin from.
type Target = (&'static str, Option<&'static str>);

/// Targets that are built in a minute.
const QUICK: &[Target] = &[
    ("record", Some("fuzz/seeds/record")),
    ("actions", None),
    ("tiles", Some("crates/bastide/tiles")),
];

/// The target that needs the whole server.
const SERVER: Target = ("messages", Some("fuzz/seeds/messages"));

/// Fuzzes all targets, `seconds` in all.
pub(crate) fn everything(seconds: u64) -> Result<()> {
    run(&[QUICK, &[SERVER]].concat(), seconds)
}

/// Fuzzes the targets that are built in a minute, `seconds` in all. Tests of
/// the server send it mangled messages too.
pub(crate) fn quick(seconds: u64) -> Result<()> {
    run(QUICK, seconds)
}

fn run(targets: &[Target], seconds: u64) -> Result<()> {
    if !shell::has("cargo-fuzz", &["--version"])
        || !shell::has("rustup", &["run", "nightly", "rustc", "-V"])
    {
        println!("cargo-fuzz or a nightly toolchain is not installed: not fuzzed");
        println!("to have it: cargo install cargo-fuzz");
        return Ok(());
    }
    let each = (seconds / targets.len() as u64).max(1);
    for (target, seeds) in targets {
        println!("{target}, {each} s");
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(&corpus)?;
        let mut command = Command::new("cargo-fuzz");
        command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO");
        command.args(["run", target, "--sanitizer", "none"]);
        if *target == SERVER.0 {
            command.args(["--features", "server"]);
        }
        command.arg(&corpus);
        command.args(*seeds).arg("--");
        command.args([&format!("-max_total_time={each}"), "-max_len=8192", "-verbosity=0"]);
        command.arg("-print_final_stats=1");
        shell::run(&mut command)?;
    }
    Ok(())
}
