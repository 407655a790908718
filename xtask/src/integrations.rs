//! `cargo xtask integrations`: checks the optional features of the server that other programs need.

use anyhow::Result;

use crate::shell;
use crate::steps::{self, Outcome};

/// The optional features, which the default build leaves out.
const FEATURES: &str = "nats,otel";

/// Installs a NATS server if possible, and runs the lints and tests of the features. Builds the program
/// with each of them.
pub(crate) fn run() -> Result<Outcome> {
    // Without it the tests say that they are skipped.
    shell::install("nats-server", "nats-server");
    let lints = format!("clippy --quiet -p bastide-server --all-targets --features {FEATURES}");
    shell::run(shell::cargo(lints.split(' ')).args(["--", "-D", "warnings"]))?;
    // The documented builds of the program with one of them.
    for feature in FEATURES.split(',') {
        let line = format!("check --quiet -p bastide-cli --features {feature}");
        shell::run(&mut shell::cargo(line.split(' ')))?;
    }
    let mut tests = 0;
    for what in ["--lib config", "--lib via", "--test store nats", "--test otel"] {
        let line = format!("test -p bastide-server --features {FEATURES} {what}");
        let mut command = shell::cargo(line.split(' '));
        tests += shell::run_counting(steps::noting_skips(&mut command), steps::passed)?;
    }
    Ok(Outcome::Ran(Some(tests)))
}
