//! The changes that cargo-mutants proposes.

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// The files that are changed.
const FILES: [&str; 4] = [
    "crates/bastide/src/land.rs",
    "crates/bastide/src/land/**/*.rs",
    "crates/bastide/src/stronghold.rs",
    "crates/bastide/src/stronghold/**/*.rs",
];

/// Changes that are not made: texts, which scenarios do not read; the keys of positions,
/// which have thousands of replacements; and the size of a state in memory, which only
/// measurements read.
const EXCLUDED: &str =
    "impl (fmt::)?(Display|Debug) for|replace (Land|Stronghold)::essence|::footprint";

/// A line and a column, which counts characters, both from 1.
type Position = (usize, usize);

/// A small change of a file.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    /// Number in the list, from 1.
    pub(super) id: usize,
    /// `FILE:LINE:COLUMN: TEXT`.
    pub(super) name: String,
    /// File below the root of the workspace.
    pub(super) file: PathBuf,
    /// Name that cargo-mutants gives to this sort of change.
    pub(super) genre: String,
    /// First position, and the position after the last one.
    pub(super) span: [Position; 2],
    /// Text that takes the place of the span.
    pub(super) replacement: String,
}

impl Mutant {
    /// Bytes of `text` that the mutant replaces.
    pub(super) fn range(&self, text: &str) -> Result<Range<usize>> {
        let [start, end] = self.span.map(|at| offset(text, at));
        let range = start.zip(end).map(|(start, end)| start..end);
        range.with_context(|| format!("{}: lies outside its file", self.name))
    }

    /// Returns `text` with the change made.
    pub(super) fn apply(&self, text: &str) -> Result<String> {
        let range = self.range(text)?;
        Ok(format!("{}{}{}", &text[..range.start], self.replacement, &text[range.end..]))
    }
}

/// Asks cargo-mutants for all changes.
pub(super) fn all() -> Result<Vec<Mutant>> {
    let mut command = shell::cargo(["mutants"]);
    command.args(["--list", "--json", "--package", "bastide"]);
    command.args(["--exclude-re", EXCLUDED]);
    command.args(FILES.iter().flat_map(|file| ["--file", file])).current_dir(shell::root());
    let listed: Vec<Value> = serde_json::from_str(&shell::output(&mut command)?)?;
    let mutant = |(at, one): (usize, &Value)| {
        mutant(at + 1, one).context("cargo-mutants lists a change in an unknown form")
    };
    listed.iter().enumerate().map(mutant).collect()
}

fn mutant(id: usize, listed: &Value) -> Option<Mutant> {
    let position = |end: &str| {
        let at = &listed["span"][end];
        let number = |key: &str| usize::try_from(at[key].as_u64()?).ok();
        Some((number("line")?, number("column")?))
    };
    let text = |key: &str| listed[key].as_str().map(str::to_owned);
    Some(Mutant {
        id,
        name: text("name")?,
        file: text("file")?.into(),
        genre: text("genre")?,
        span: [position("start")?, position("end")?],
        replacement: text("replacement")?,
    })
}

/// Byte at a position.
fn offset(text: &str, (line, column): Position) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let rest = text.get(before..)?;
    let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    Some(before + ends.nth(column.checked_sub(1)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_where_they_are_listed() {
        let listed = serde_json::json!({
            "name": "a.rs:2:3: replace == with !=",
            "file": "a.rs",
            "genre": "BinaryOperator",
            "span": { "start": { "line": 2, "column": 3 }, "end": { "line": 2, "column": 5 } },
            "replacement": "!=",
        });
        let mutant = mutant(1, &listed).expect("all keys are there");
        assert_eq!(mutant.apply("α\nβ == b\n").ok().as_deref(), Some("α\nβ != b\n"));
        assert!(mutant.apply("α\n").is_err());
    }
}
