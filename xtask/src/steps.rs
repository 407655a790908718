//! The steps of a run, and the table it ends with: every step with its result,
//! number of tests and time, or the reason why it was skipped.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::shell;

/// Names the file in which tests note that they could not run; see
/// `bastide_testing::skip`.
const SKIPS: &str = "BASTIDE_SKIPS";

/// The result of a step that did not fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// It ran; with the number of tests where there is such a number.
    Ran(Option<usize>),
    /// It did not run at all.
    Skipped(Skip),
}

/// Something that did not run, and how to make it run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Skip {
    /// Why it was skipped.
    pub(crate) reason: String,
    /// The command that would fix it.
    pub(crate) fix: String,
}

impl Outcome {
    /// A step that could not run because of `reason`; `fix` is the remedy.
    pub(crate) fn skipped(reason: impl Into<String>, fix: impl Into<String>) -> Outcome {
        Outcome::Skipped(Skip { reason: reason.into(), fix: fix.into() })
    }
}

/// One line of the table.
struct Row {
    name: &'static str,
    result: String,
    tests: Option<usize>,
    took: Duration,
    /// Single tests that were skipped, or the step's own reason.
    skips: Vec<Skip>,
}

/// Runs steps one after the other and remembers how each ended.
pub(crate) struct Steps {
    rows: Vec<Row>,
    skips: PathBuf,
}

impl Steps {
    /// A run without any step yet.
    ///
    /// # Errors
    /// If the file for skipped tests cannot be made.
    pub(crate) fn new() -> Result<Steps> {
        let skips = shell::target().join("skipped-tests");
        fs::create_dir_all(shell::target())?;
        fs::write(&skips, "").with_context(|| format!("cannot write {}", skips.display()))?;
        Ok(Steps { rows: Vec::new(), skips })
    }

    /// Runs a step. After a failure the table is printed at once.
    ///
    /// # Errors
    /// The step's own error, with its name.
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

    /// The tests that the step noted as skipped, once.
    fn take_skips(&self) -> Vec<Skip> {
        let text = fs::read_to_string(&self.skips).unwrap_or_default();
        // If it cannot be emptied the same tests are listed again: visible, and harmless.
        let _ = fs::write(&self.skips, "");
        let parts = |line: &str| {
            let (reason, fix) = line.split_once('\t')?;
            Some(Skip { reason: reason.to_owned(), fix: fix.to_owned() })
        };
        text.lines().filter_map(parts).collect()
    }

    /// All steps so far.
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

    /// How many steps and single tests were skipped.
    pub(crate) fn skipped(&self) -> usize {
        self.rows.iter().map(|row| row.skips.len()).sum()
    }
}

/// Lets the tests of a command note which of them could not run.
pub(crate) fn noting_skips(command: &mut std::process::Command) -> &mut std::process::Command {
    command.env(SKIPS, shell::target().join("skipped-tests"))
}

/// The number of tests that a line of a test runner's output reports as passed.
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
