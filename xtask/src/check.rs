//! `cargo xtask test`: all checks required before a change is merged, and `cargo xtask check`: the
//! subset that takes a minute or two.

use std::path::Path;

use anyhow::Result;

use crate::steps::{self, Outcome, Steps};
use crate::{
    advisories, api, bench, fuzz, library, licences, python, shell, space, wasm, web, workflows,
};

/// Total seconds of fuzzing.
const FUZZ_SECONDS: u64 = 45;

/// All packages that need no Python; `cargo xtask python` checks the other one.
const WORKSPACE: &str = "--workspace --exclude bastide-python";

/// Lints of these packages, including the fuzz targets that need the server.
const LINTS: &str = "--all-targets --features bastide-fuzz/server -- -D warnings";

/// Crates with fast tests: rules, records, bots, protocol, drawings and tables.
const FAST: &str = "-p bastide -p bastide-host -p bastide-bots -p bastide-engine \
                    -p bastide-protocol -p bastide-art -p bastide-table -p xtask";

/// Runs all checks, fast ones first, and stops at the first failure.
pub(crate) fn everything() -> Result<()> {
    let mut steps = Steps::new()?;
    let outcome = run_all(&mut steps);
    outcome?;
    finish(&steps)
}

fn run_all(steps: &mut Steps) -> Result<()> {
    steps.run("disk space", space::check)?;
    steps.run("formatting", || cargo("fmt --all --check"))?;
    steps.run("lock file", lock_file)?;
    steps.run("engine for browsers", wasm::build_all)?;
    steps.run("web client", web::check)?;
    steps.run("lints", lints)?;
    steps.run("rules without std", library::no_std)?;
    steps.run("optional features", library::features)?;
    steps.run("documentation", documentation)?;
    steps.run("packages", library::packages)?;
    steps.run("workflows", workflows::run)?;
    steps.run("licences", licences::run)?;
    steps.run("advisories", advisories::run)?;
    // Before the tests, one of which plays on a server with the installed package.
    steps.run("the Python package", python::run)?;
    steps.run("tests", || tests(WORKSPACE))?;
    steps.run("games in a browser", web::browser)?;
    steps.run("screens with other fonts", web::other_fonts)?;
    steps.run("the API against its description", api::run)?;
    steps.run("examples in the documentation", || counted(&format!("test {WORKSPACE} --doc")))?;
    steps.run("instruction counts", bench::libraries)?;
    steps.run("fuzzing", || fuzz::rules(FUZZ_SECONDS))
}

/// Runs formatting, lints and the fast tests.
pub(crate) fn quick() -> Result<()> {
    let mut steps = Steps::new()?;
    steps.run("formatting", || cargo("fmt --all --check"))?;
    steps.run("lints", lints)?;
    steps.run("optional features", library::features)?;
    steps.run("documentation", documentation)?;
    steps.run("fast tests", || tests(FAST))?;
    if Path::new("web/node_modules").is_dir() {
        steps.run("web sources and units", web::quick)?;
    }
    finish(&steps)
}

fn finish(steps: &Steps) -> Result<()> {
    print!("{}", steps.table());
    match steps.skipped() {
        0 => println!("\nAll checks passed."),
        skipped => println!("\nAll checks that ran have passed; {skipped} skipped, see above."),
    }
    Ok(())
}

fn cargo(line: &str) -> Result<Outcome> {
    shell::run(&mut shell::cargo(line.split_whitespace()))?;
    Ok(Outcome::Ran(None))
}

fn lints() -> Result<Outcome> {
    cargo(&format!("clippy --quiet {WORKSPACE} {LINTS}"))
}

fn counted(line: &str) -> Result<Outcome> {
    let mut command = shell::cargo(line.split_whitespace());
    let tests = shell::run_counting(steps::noting_skips(&mut command), steps::passed)?;
    Ok(Outcome::Ran(Some(tests)))
}

/// Checks that the lock file matches the manifests, so that `--locked` works.
fn lock_file() -> Result<Outcome> {
    shell::output(&mut shell::cargo("metadata --format-version 1 --locked".split(' ')))?;
    Ok(Outcome::Ran(None))
}

/// Runs the tests of the given packages, with nextest if it is installed.
fn tests(packages: &str) -> Result<Outcome> {
    // Stores are tested with real databases.
    let has_postgres = shell::has("postgres", &["--version"])
        || Path::new("/usr/lib/postgresql").exists()
        || !packages.contains("--workspace");
    if !has_postgres {
        shell::install_package("postgresql");
    }
    if shell::has("cargo-nextest", &["--version"]) {
        let how = "--no-fail-fast --status-level slow --final-status-level fail";
        counted(&format!("nextest run {packages} {how}"))
    } else {
        counted(&format!("test {packages} --lib --bins --tests --no-fail-fast"))
    }
}

/// Builds the documentation and fails on any warning, including those of Cargo itself.
fn documentation() -> Result<Outcome> {
    let mut command = shell::cargo(format!("doc {WORKSPACE} --no-deps").split(' '));
    let text = shell::output(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    if let Some(at) = text.find("warning:") {
        anyhow::bail!("cargo doc warns:\n{}", &text[at..]);
    }
    Ok(Outcome::Ran(None))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_python_package_is_built_before_the_tests_that_use_it() {
        let source = include_str!("check.rs");
        let at = |step: &str| source.find(&format!("steps.run(\"{step}\"")).expect("a step");
        assert!(at("the Python package") < at("tests"));
    }
}
