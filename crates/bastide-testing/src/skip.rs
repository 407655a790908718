//! Tests that cannot run here say so instead of passing.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Names the file in which `cargo xtask test` collects skipped tests.
const SKIPS: &str = "BASTIDE_SKIPS";

/// Notes that the calling test cannot run because of `reason`, and that `fix`
/// would let it. `cargo xtask test` lists it as skipped and does not count it
/// as passed; the caller returns afterwards.
pub fn skip(reason: &str, fix: &str) {
    eprintln!("skipped: {reason}; to run it: {fix}");
    let Some(path) = std::env::var_os(SKIPS) else { return };
    let file = OpenOptions::new().create(true).append(true).open(path);
    // One write, so that lines of tests that run side by side do not mix.
    let line = format!("{reason}\t{fix}\n");
    if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
        eprintln!("the skipped test could not be noted: {error}");
    }
}
