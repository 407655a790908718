//! `cargo xtask test`: everything that must hold before a change lands, and
//! `cargo xtask check`: the part of it that takes a minute or two.

use std::path::Path;

use anyhow::Result;

use crate::steps::{self, Outcome, Steps};
use crate::{advisories, api, bench, fuzz, licences, shell, web};

/// Seconds of fuzzing, over all targets together.
const FUZZ_SECONDS: u64 = 60;

/// Crates whose tests take seconds: rules, records, bots, protocol, pictures.
const FAST: &str = "-p bastide -p bastide-host -p bastide-bots -p bastide-engine \
                    -p bastide-protocol -p bastide-art -p xtask";

/// Runs all checks, the quick ones first, and stops at the first that fails.
pub(crate) fn everything() -> Result<()> {
    let mut steps = Steps::new()?;
    let outcome = run_all(&mut steps);
    outcome?;
    finish(&steps)
}

fn run_all(steps: &mut Steps) -> Result<()> {
    steps.run("formatting", || cargo("fmt --all --check"))?;
    steps.run("lock files", lock_files)?;
    steps.run("web client", web::check)?;
    steps.run("lints", || cargo("clippy --quiet --workspace --all-targets -- -D warnings"))?;
    steps.run("tests", || tests("--workspace"))?;
    steps.run("games in a browser", web::browser)?;
    steps.run("screens with other fonts", web::other_fonts)?;
    steps.run("the API against its description", api::run)?;
    steps.run("examples in the documentation", || counted("test --workspace --doc"))?;
    steps.run("documentation", documentation)?;
    steps.run("licences", licences::run)?;
    steps.run("advisories", advisories::run)?;
    steps.run("instruction counts", bench::run)?;
    steps.run("fuzzing", || fuzz::run(FUZZ_SECONDS))
}

/// The quick loop: formatting, lints, and the tests that take seconds.
pub(crate) fn quick() -> Result<()> {
    let mut steps = Steps::new()?;
    steps.run("formatting", || cargo("fmt --all --check"))?;
    steps.run("lints", || cargo("clippy --quiet --workspace --all-targets -- -D warnings"))?;
    steps.run("fast tests", || tests(FAST))?;
    if Path::new("web/node_modules").is_dir() {
        steps.run("web types and units", web::quick)?;
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

fn counted(line: &str) -> Result<Outcome> {
    let mut command = shell::cargo(line.split_whitespace());
    let tests = shell::run_counting(steps::noting_skips(&mut command), steps::passed)?;
    Ok(Outcome::Ran(Some(tests)))
}

/// Both lock files fit their manifests, so that `--locked` works for everyone.
fn lock_files() -> Result<Outcome> {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let line = "metadata --format-version 1 --locked --manifest-path";
        let mut command = shell::cargo(line.split(' ').chain([manifest]));
        shell::output(&mut command)?;
    }
    Ok(Outcome::Ran(None))
}

/// Tests of the given packages, with nextest where it is installed.
fn tests(packages: &str) -> Result<Outcome> {
    // Stores are tested on real databases.
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

/// Documentation builds without a warning, those of cargo itself included.
fn documentation() -> Result<Outcome> {
    let mut command = shell::cargo("doc --workspace --no-deps".split(' '));
    let text = shell::output(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    if let Some(at) = text.find("warning:") {
        anyhow::bail!("cargo doc warns:\n{}", &text[at..]);
    }
    Ok(Outcome::Ran(None))
}
