//! `cargo xtask advisories`: checks all dependencies for known vulnerabilities.
//!
//! The advisory database is fetched from the internet. If that fails or takes too long, a
//! previously fetched database is used; without one, the step is skipped with a message.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::shell;
use crate::steps::Outcome;

/// Timeout for fetching the database.
const FETCH: Duration = Duration::from_secs(60);

/// Remedy for all reasons to skip.
const FIX: &str = "cargo install --locked cargo-deny && cargo deny fetch db, with internet access";

/// Checks all dependencies of the workspace.
pub(crate) fn run() -> Result<Outcome> {
    if !shell::has("cargo-deny", &["--version"]) {
        return Ok(Outcome::skipped("cargo-deny is not installed", FIX));
    }
    let mut fetch = shell::cargo("deny --log-level error fetch db".split(' '));
    let is_fetched = within(&mut fetch, FETCH)?;
    if !is_fetched && !has_database(&home()) {
        let reason = "the advisory database cannot be fetched, and no earlier copy exists";
        return Ok(Outcome::skipped(reason, FIX));
    }
    if !is_fetched {
        println!("the advisory database cannot be fetched: using the database fetched earlier");
    }
    // Offline, so that this cannot block on the network again.
    shell::run(&mut shell::cargo("deny --offline --log-level error check advisories".split(' ')))?;
    Ok(Outcome::Ran(None))
}

/// Runs a command and returns true if it succeeded within `limit`. Kills it if it takes longer.
fn within(command: &mut Command, limit: Duration) -> Result<bool> {
    // Prompts must fail instead of blocking.
    command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null());
    let child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    wait(child, limit)
}

fn wait(mut child: Child, limit: Duration) -> Result<bool> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if began.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Returns Cargo's home folder.
fn home() -> PathBuf {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default()
}

/// Returns true if a database was fetched before. cargo-deny keeps one folder per source.
fn has_database(home: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(home.join("advisory-dbs")) else { return false };
    let mut folders = entries.flatten().map(|entry| entry.path());
    folders.any(|folder| folder.join("crates").is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(program: &str, limit: Duration) -> bool {
        within(Command::new("sh").args(["-c", program]), limit).expect("a shell")
    }

    #[test]
    fn a_command_that_hangs_is_killed_in_time() {
        // If it were waited for, it would succeed, an hour later.
        assert!(!run("exec sleep 3600", Duration::from_millis(200)));
        assert!(run("exit 0", Duration::from_secs(60)));
        assert!(!run("exit 3", Duration::from_secs(60)));
    }

    #[test]
    fn a_database_is_found_where_one_was_fetched() {
        let home = std::env::temp_dir().join(format!("bastide-advisories-{}", std::process::id()));
        std::fs::create_dir_all(&home).expect("a folder");
        assert!(!has_database(&home));
        let crates = home.join("advisory-dbs/advisory-db-1/crates");
        std::fs::create_dir_all(crates).expect("a folder");
        assert!(has_database(&home));
        std::fs::remove_dir_all(&home).expect("it is ours");
    }
}
