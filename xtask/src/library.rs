//! `cargo xtask library`: checks what programs that use the library crates rely on: the rules build
//! without the standard library, the optional features work, and the packages are complete.

use std::fs;
use std::path::{Path, PathBuf};
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
    let target = shell::target().join("packages");
    forget(&target);
    // The working tree may contain changes that are not committed.
    let mut command = shell::cargo(["package", "--quiet", "--allow-dirty"]);
    command.arg("--target-dir").arg(&target);
    command.args(LIBRARIES.iter().flat_map(|name| ["-p", name]));
    shell::run(&mut command)?;
    Ok(Outcome::Ran(None))
}

/// Removes everything that cargo has made of earlier packages of the same version: the unpacked
/// sources and the marks of their builds. Otherwise it builds a package with older dependencies,
/// since packages in a registry never change.
fn forget(target: &Path) {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let sources = home.map(|home| entries(&home.join("registry/src"))).unwrap_or_default();
    // Local registries have no host name.
    let local = sources.into_iter().filter(|path| name(path).starts_with('-'));
    let unpacked = local.flat_map(|registry| entries(&registry));
    let built = entries(&target.join("debug/.fingerprint"));
    for path in unpacked.chain(built).filter(|path| name(path).starts_with("bastide")) {
        // What cannot be removed makes the build fail.
        let _ = fs::remove_dir_all(path);
    }
}

/// Returns the paths in a folder; none if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten();
    read.map(|entry| entry.path()).collect()
}

/// Returns the last part of a path.
fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}
