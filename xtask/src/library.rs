//! `cargo xtask library`: checks what programs that use the library crates rely on: the rules build
//! without the standard library, the optional features work, and the packages are complete.

use std::process::Command;

use anyhow::Result;

use crate::shell;
use crate::steps::{self, Outcome};

/// A target that has `alloc` and atomics but not `std`.
const BARE: &str = "thumbv7em-none-eabi";

/// The crates that are published, in the order of their dependencies.
pub(crate) const LIBRARIES: [&str; 5] =
    ["bastide", "bastide-host", "bastide-bots", "bastide-engine", "bastide-art"];

/// Builds the rules for a target without the standard library, with and without features.
pub(crate) fn no_std() -> Result<Outcome> {
    let installed = || {
        let list = shell::output(Command::new("rustup").args(["target", "list", "--installed"]));
        list.is_ok_and(|list| list.lines().any(|line| line.trim() == BARE))
    };
    if !installed() {
        let _ = shell::output(Command::new("rustup").args(["target", "add", BARE]));
    }
    if !installed() {
        let reason = format!("the target {BARE} could not be installed");
        return Ok(Outcome::skipped(reason, format!("rustup target add {BARE}")));
    }
    for features in ["--no-default-features", "--all-features"] {
        let check = ["check", "--quiet", "-p", "bastide", "--target", BARE, features];
        shell::run(&mut shell::cargo(check))?;
    }
    Ok(Outcome::Ran(None))
}

/// Tests and lints the rules with all features, and lints tables without any, as in a browser.
pub(crate) fn features() -> Result<Outcome> {
    for package in ["bastide --all-features", "bastide-table --no-default-features"] {
        let lint = format!("clippy --quiet -p {package} --all-targets -- -D warnings");
        shell::run(&mut shell::cargo(lint.split(' ')))?;
    }
    let mut tests = 0;
    for kind in ["--test serde", "--doc"] {
        let line = format!("test --quiet -p bastide --all-features {kind}");
        tests += shell::run_counting(&mut shell::cargo(line.split(' ')), steps::passed)?;
    }
    Ok(Outcome::Ran(Some(tests)))
}

/// Packages the library crates and builds each from its package.
pub(crate) fn packages() -> Result<Outcome> {
    // The working tree may contain changes that are not committed.
    let mut command = shell::cargo(["package", "--quiet", "--allow-dirty"]);
    command.args(LIBRARIES.iter().flat_map(|name| ["-p", name]));
    shell::run(&mut command)?;
    Ok(Outcome::Ran(None))
}
