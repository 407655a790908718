//! `cargo xtask test`: everything that must hold before a change lands.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::{api, bench, fuzz, licences, shell, web};

/// Seconds of fuzzing, over all targets together.
const FUZZ_SECONDS: u64 = 60;

/// Runs all checks, the quick ones first, and stops at the first that fails.
pub(crate) fn everything() -> Result<()> {
    let cargo = |line: &'static str| move || shell::run(&mut shell::cargo(line.split(' ')));
    step("formatting", cargo("fmt --all --check"))?;
    step("web client", web::check)?;
    step("lints", cargo("clippy --quiet --workspace --all-targets -- -D warnings"))?;
    step("tests", tests)?;
    step("games in a browser", web::browser)?;
    step("the API against its description", api::run)?;
    step("examples in the documentation", cargo("test --quiet --workspace --doc"))?;
    step("documentation", || {
        let mut command = shell::cargo("doc --quiet --workspace --no-deps".split(' '));
        shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("licences", licences::run)?;
    step("instruction counts", bench::run)?;
    step("fuzzing", || fuzz::quick(FUZZ_SECONDS))?;
    println!("\nAll checks passed.");
    Ok(())
}

fn step(name: &str, run: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("\n── {name}");
    let began = Instant::now();
    run().with_context(|| format!("{name}: failed"))?;
    println!("── {name}: {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// All tests, with nextest where it is installed.
fn tests() -> Result<()> {
    // Stores are tested on real databases.
    let has_postgres = shell::has("postgres", &["--version"])
        || std::path::Path::new("/usr/lib/postgresql").exists();
    if !has_postgres {
        shell::install("psql", "postgresql");
    }
    let line = if shell::has("cargo-nextest", &["--version"]) {
        "nextest run --workspace --no-fail-fast --status-level slow --final-status-level fail"
    } else {
        "test --quiet --workspace --lib --bins --tests --no-fail-fast"
    };
    shell::run(&mut shell::cargo(line.split(' ')))
}
