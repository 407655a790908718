//! `cargo xtask mutants`: changes the rules of both families in small ways, one
//! at a time, and runs the scenarios on each. A change that no scenario notices
//! is a rule that no scenario proves.
//!
//! cargo-mutants makes the changes. `docs/mutants.md` lists those that survive,
//! with the reason why each changes nothing; any other one is a failure.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// The version of cargo-mutants that is installed where there is none.
const CARGO_MUTANTS: &str = "27.1.0";

/// The files that are changed.
const FILES: [&str; 2] =
    ["crates/bastide/src/land/**/*.rs", "crates/bastide/src/stronghold/**/*.rs"];

/// Survivors that are known, and why.
const KNOWN: &str = "docs/mutants.md";

/// Runs all mutants, or those that `args` choose (`--shard 0/8`, `--file F`).
pub(crate) fn run(args: &[String]) -> Result<()> {
    if !shell::install_crate("cargo-mutants", CARGO_MUTANTS) {
        bail!("cargo-mutants is missing: cargo install --locked cargo-mutants@{CARGO_MUTANTS}");
    }
    let out = shell::target().join("mutants");
    fs::create_dir_all(&out)?;
    let mut command = Command::new("cargo-mutants");
    command.args(["mutants", "--package", "bastide", "--test-package", "bastide-host"]);
    command.args(["--profile", "mutants", "--no-shuffle", "--timeout", "60", "--output"]);
    command.arg(&out);
    // Display and Debug are for people; the scenarios do not read them.
    command.args(["--exclude-re", "impl (fmt::)?(Display|Debug) for"]);
    if !args.iter().any(|arg| arg == "--file" || arg == "-f") {
        command.args(FILES.iter().flat_map(|file| ["--file", file]));
    }
    command.args(args).args(["--", "--test", "scenarios"]);
    let status = command.status().context("could not start cargo-mutants")?;
    // 2: mutants survived; 3: some ran into the timeout, which counts as noticed.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        bail!("cargo-mutants failed ({status})");
    }
    let missed = fs::read_to_string(out.join("mutants.out/missed.txt"))?;
    let missed: BTreeSet<String> = missed.lines().map(without_position).collect();
    let known = known(&fs::read_to_string(KNOWN).with_context(|| format!("{KNOWN} is missing"))?);
    let unknown: Vec<&String> = missed.difference(&known).collect();
    if unknown.is_empty() {
        println!("{} mutants survived, all of them listed in {KNOWN}", missed.len());
        return Ok(());
    }
    let list: Vec<String> = unknown.iter().map(|mutant| format!("  {mutant}\n")).collect();
    bail!(
        "no scenario notices these changes; write one, or say in {KNOWN} why the change makes no \
         difference:\n{}",
        list.concat()
    )
}

/// `FILE:LINE:COLUMN: TEXT` without its line and column, which move.
fn without_position(line: &str) -> String {
    let mut parts = line.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(text)) => format!("{file}:{text}"),
        _ => line.to_owned(),
    }
}

/// The survivors that the document lists, as code in list items.
fn known(document: &str) -> BTreeSet<String> {
    let item = |line: &str| Some(line.strip_prefix("- `")?.split_once('`')?.0.to_owned());
    document.lines().filter_map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_are_compared_without_their_positions() {
        let line = "crates/bastide/src/land/turn.rs:118:9: replace < with <= in Land::place";
        let name = "crates/bastide/src/land/turn.rs: replace < with <= in Land::place";
        assert_eq!(without_position(line), name);
        assert_eq!(known(&format!("# Title\n\n- `{name}`: reason\n")), [name.to_owned()].into());
    }
}
