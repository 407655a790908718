//! Reports tests that cannot run on this machine as skipped instead of passed.

use std::fs::OpenOptions;
use std::io::Write as _;

/// Environment variable with the path of the file in which `cargo xtask test` collects skipped
/// tests.
const SKIPS: &str = "BASTIDE_SKIPS";

/// Records that the calling test cannot run because of `reason`, and that `fix` would enable it.
/// `cargo xtask test` lists it as skipped and does not count it as passed; the caller must return
/// afterwards.
pub fn skip(reason: &str, fix: &str) {
    eprintln!("skipped: {reason}; to run it: {fix}");
    let Some(path) = std::env::var_os(SKIPS) else { return };
    let file = OpenOptions::new().create(true).append(true).open(path);
    // A single write, so that lines of concurrent tests do not mix.
    let line = format!("{reason}\t{fix}\n");
    if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
        eprintln!("the skipped test could not be noted: {error}");
    }
}
