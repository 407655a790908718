//! Steps of a run, and the final table with the result, number of tests and time of each step, or
//! the reason why it was skipped.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::shell;

/// Environment variable with the path of the file in which tests record that they were skipped; see
/// `bastide_testing::skip`.
const SKIPS: &str = "BASTIDE_SKIPS";

/// Result of a step that did not fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The step ran; with the number of tests, if known.
    Ran(Option<usize>),
    /// The step ran; with the number of tests that passed, without those that were skipped.
    Passed(usize),
    /// The step was skipped.
    Skipped(Skip),
}

/// A skipped step or test and its remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Skip {
    /// Reason for skipping.
    pub(crate) reason: String,
    /// Command that resolves it.
    pub(crate) fix: String,
}

impl Outcome {
    /// Creates the outcome of a step that was skipped because of `reason`; `fix` is the remedy.
    pub(crate) fn skipped(reason: impl Into<String>, fix: impl Into<String>) -> Outcome {
        Outcome::Skipped(Skip { reason: reason.into(), fix: fix.into() })
    }
}

/// A row of the table.
struct Row {
    name: &'static str,
    result: String,
    tests: Option<usize>,
    took: Duration,
    /// Skipped tests, or the reason why the step was skipped.
    skips: Vec<Skip>,
}

/// Runs steps in sequence and records their results.
pub(crate) struct Steps {
    rows: Vec<Row>,
    skips: PathBuf,
}

impl Steps {
    /// Starts a run.
    ///
    /// # Errors
    /// Returns an error if the file for skipped tests cannot be written.
    pub(crate) fn new() -> Result<Steps> {
        let skips = shell::target().join("skipped-tests");
        fs::create_dir_all(shell::target())?;
        fs::write(&skips, "").with_context(|| format!("cannot write {}", skips.display()))?;
        Ok(Steps { rows: Vec::new(), skips })
    }

    /// Runs a step. Prints the table immediately after a failure.
    ///
    /// # Errors
    /// Returns the error of the step, with the name of the step as context.
    pub(crate) fn run(
        &mut self,
        name: &'static str,
        step: impl FnOnce() -> Result<Outcome>,
    ) -> Result<()> {
        println!("\n── {name}");
        let began = Instant::now();
        let outcome = step();
        let took = began.elapsed();
        let mut skips = self.take_skips();
        let (result, tests) = match &outcome {
            Ok(Outcome::Ran(tests)) => {
                ("ran", tests.map(|tests| tests.saturating_sub(skips.len())))
            }
            Ok(Outcome::Passed(tests)) => ("ran", Some(*tests)),
            Ok(Outcome::Skipped(skip)) => {
                println!("skipped: {}; {}", skip.reason, skip.fix);
                skips.push(skip.clone());
                ("skipped", None)
            }
            Err(_) => ("FAILED", None),
        };
        println!("── {name}: {result}, {:.0} s", took.as_secs_f64());
        self.rows.push(Row { name, result: result.to_owned(), tests, took, skips });
        match outcome {
            Ok(_) => Ok(()),
            Err(error) => {
                print!("{}", self.table());
                Err(error.context(format!("{name}: failed")))
            }
        }
    }

    /// Returns the tests that the step recorded as skipped, and clears the record.
    fn take_skips(&self) -> Vec<Skip> {
        let text = fs::read_to_string(&self.skips).unwrap_or_default();
        // If clearing fails, the same tests are listed again, which is harmless.
        let _ = fs::write(&self.skips, "");
        let parts = |line: &str| {
            let (reason, fix) = line.split_once('\t')?;
            Some(Skip { reason: reason.to_owned(), fix: fix.to_owned() })
        };
        text.lines().filter_map(parts).collect()
    }

    /// Returns the table of all steps so far.
    pub(crate) fn table(&self) -> String {
        let mut text = format!("\n{:<36}{:<9}{:>7}{:>8}\n", "step", "result", "tests", "time");
        for Row { name, result, tests, took, skips } in &self.rows {
            let tests = tests.map_or(String::new(), |tests| tests.to_string());
            let seconds = format!("{:.0} s", took.as_secs_f64());
            let _ = writeln!(text, "{name:<36}{result:<9}{tests:>7}{seconds:>8}");
            for Skip { reason, fix } in skips {
                let _ = writeln!(text, "    skipped: {reason}\n    to run it: {fix}");
            }
        }
        text
    }

    /// Returns the number of skipped steps and tests.
    pub(crate) fn skipped(&self) -> usize {
        self.rows.iter().map(|row| row.skips.len()).sum()
    }
}

/// Enables the tests of a command to record that they were skipped.
pub(crate) fn noting_skips(command: &mut std::process::Command) -> &mut std::process::Command {
    command.env(SKIPS, shell::target().join("skipped-tests"))
}

/// Records a part of a step that is skipped, like the tests do.
///
/// # Errors
/// Returns an error if the file for skipped tests cannot be written.
pub(crate) fn note_skip(reason: &str, fix: &str) -> Result<()> {
    println!("skipped: {reason}; {fix}");
    let path = shell::target().join("skipped-tests");
    let append = || {
        let mut file = fs::OpenOptions::new().append(true).create(true).open(&path)?;
        writeln!(file, "{reason}\t{fix}")
    };
    append().with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the number of passed tests if the line is a summary of a test runner.
pub(crate) fn passed(line: &str) -> Option<usize> {
    let plain = without_colours(line);
    let is_summary = ["tests run:", "test result:", "Tests ", "scenarios:"]
        .iter()
        .any(|start| plain.trim_start().starts_with(start) || plain.contains("tests run:"));
    if !is_summary {
        return None;
    }
    let before = plain.split(" passed").next().filter(|before| before.len() < plain.len())?;
    let digits = before.trim_end().rsplit(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            let _ = chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_all_runners_are_counted() {
        for (line, count) in [
            ("     Summary [ 152.3s] 751 tests run: 751 passed (3 slow), 2 skipped", Some(751)),
            ("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured", Some(12)),
            (
                "      \u{1b}[2mTests\u{1b}[22m  \u{1b}[1m\u{1b}[32m214 passed\u{1b}[39m (214)",
                Some(214),
            ),
            ("scenarios: 26 passed, 0 failed", Some(26)),
            ("        PASS [   0.012s] bastide tests::that_it_passed", None),
            ("3 passed", None),
        ] {
            assert_eq!(passed(line), count, "{line}");
        }
    }

    #[test]
    fn a_skipped_step_is_listed_with_its_remedy() {
        let mut steps = Steps { rows: Vec::new(), skips: PathBuf::from("/nonexistent/skips") };
        steps.run("fine", || Ok(Outcome::Ran(Some(3)))).expect("it ran");
        steps.run("odd", || Ok(Outcome::skipped("no gizmo", "install gizmo"))).expect("skipped");
        let failed = steps.run("bad", || anyhow::bail!("broken"));
        assert!(failed.is_err());
        let table = steps.table();
        for part in ["fine", "3", "skipped: no gizmo", "to run it: install gizmo", "FAILED"] {
            assert!(table.contains(part), "{part} in {table}");
        }
        assert_eq!(steps.skipped(), 1);
    }
}
