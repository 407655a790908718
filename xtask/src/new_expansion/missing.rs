//! What an expansion still lacks. Also used by the tests of the project, which require that nothing
//! is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folder with the rules of the expansions.
pub(crate) const SLICES: &str = "crates/bastide/src/land/expansions";

/// Mark of everything that is not written yet.
const TODO: &str = "TODO";

/// Returns the path of the rules of an expansion.
pub(crate) fn slice(name: &str) -> String {
    format!("{SLICES}/{name}.rs")
}

/// Returns what the expansion lacks, one line each.
pub(crate) fn of(root: &Path, name: &str) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for (file, what) in files(name) {
        match fs::read_to_string(root.join(&file)) {
            Err(_) => missing.push(format!("{file}: {what}")),
            Ok(text) => missing.extend(unwritten(&file, &text)),
        }
    }
    for file in optional_files(name) {
        if let Ok(text) = fs::read_to_string(root.join(&file)) {
            missing.extend(unwritten(&file, &text));
        }
    }
    missing.extend(rules_without_scenario(root, name)?);
    let wire = read(root, "web/src/wire/wire.ts")?;
    if !wire.contains(&format!("\"{name}\"")) {
        let command = "BLESS=1 cargo test -p bastide-protocol --test typescript";
        missing.push(format!("web/src/wire/wire.ts: run '{command}'"));
    }
    Ok(missing)
}

/// Files every expansion has, with their contents.
fn files(name: &str) -> Vec<(String, &'static str)> {
    let mut files = vec![
        (slice(name), "the rules"),
        (format!("crates/bastide-cli/src/expansions/{name}.rs"), "texts for the terminal"),
        (format!("web/src/expansions/{name}/expansion.ts"), "the part of the client"),
    ];
    for language in ["en", "uk", "ru"] {
        let file = format!("web/src/expansions/{name}/{language}.ts");
        files.push((file, "texts and guide"));
    }
    files
}

/// Files that an expansion has if it needs them.
fn optional_files(name: &str) -> [String; 5] {
    [
        format!("crates/bastide/tiles/{name}.tiles"),
        format!("crates/bastide-oracle/src/oracle/expansions/{name}.rs"),
        format!("crates/bastide-art/src/expansions/{name}.rs"),
        format!("crates/bastide-bots/src/eval/land/expansions/{name}.rs"),
        format!("crates/bastide-batch/src/expansions/{name}.rs"),
    ]
}

/// Lists the lines that are not written yet.
fn unwritten(file: &str, text: &str) -> Vec<String> {
    let mut unwritten = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        for what in line.split(TODO).skip(1) {
            // Up to the end of the string, if it is one.
            let what = what.split(['\'', '"']).next().unwrap_or_default();
            unwritten.push(format!("{file}:{number}: {}", what.trim_matches([':', ' '])));
        }
    }
    unwritten
}

/// Lists the rules in `docs/rules/NAME.md` that no scenario names.
fn rules_without_scenario(root: &Path, name: &str) -> Result<Vec<String>> {
    let file = format!("docs/rules/{name}.md");
    let Ok(text) = fs::read_to_string(root.join(&file)) else {
        // The rules of the first expansions are in one file, which a test of its own covers.
        return Ok(Vec::new());
    };
    let mut missing = unwritten(&file, &text);
    let rules: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("**").map(|(id, _)| id))
        .collect();
    let folder = root.join("crates/bastide-host/tests/scenarios");
    let mut named = BTreeSet::new();
    for path in scenarios(&folder)? {
        let text = fs::read_to_string(&path)?;
        if !text.contains(TODO) {
            named.extend(rules.iter().filter(|id| names(&text, id)).copied());
        }
    }
    missing.extend(
        rules
            .iter()
            .filter(|id| !named.contains(*id))
            .map(|id| format!("{file}: no scenario names {id}")),
    );
    Ok(missing)
}

/// Returns true if the text contains the id, not only as the beginning of another one.
fn names(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let next = text[at + id.len()..].chars().next();
        !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-')
    })
}

fn scenarios(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "scn") {
            paths.push(path);
        }
    }
    Ok(paths)
}

fn read(root: &Path, file: &str) -> Result<String> {
    fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))
}
