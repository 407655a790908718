//! `cargo xtask mutants`: mutation testing of the rules. Makes small changes to the rules of both
//! families, one at a time, and runs the scenarios on each. A change that no scenario detects means
//! that a rule is not covered.
//!
//! cargo-mutants lists the changes. They are applied here, in a copy of the tree that is rebuilt
//! incrementally: only the rules, the host and the scenarios, without optimisation, which takes
//! seconds instead of a minute. `docs/mutants.md` lists the known survivors with the reason why
//! each makes no difference; any other survivor is a failure.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::shell;

/// Version of cargo-mutants to install if missing.
const CARGO_MUTANTS: &str = "27.1.0";

/// Files to mutate.
const FILES: [&str; 4] = [
    "crates/bastide/src/land.rs",
    "crates/bastide/src/land/**/*.rs",
    "crates/bastide/src/stronghold.rs",
    "crates/bastide/src/stronghold/**/*.rs",
];

/// Excluded mutations: text output, which scenarios do not check, and the keys of positions, which
/// only searches use and which have thousands of replacements.
const EXCLUDED: &str = "impl (fmt::)?(Display|Debug) for|replace (Land|Stronghold)::essence";

/// List of known survivors with their reasons.
const KNOWN: &str = "docs/mutants.md";

/// Timeout of the scenarios, which normally take about two seconds. A timeout counts as caught.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A mutation of a file.
struct Mutant {
    name: String,
    file: PathBuf,
    /// Start and end position, as line and column starting at 1.
    span: [(usize, usize); 2],
    replacement: String,
}

/// Result of a mutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// A scenario failed or timed out.
    Caught,
    /// All scenarios passed.
    Survived,
    /// The mutated code does not compile.
    Unbuildable,
}

impl Verdict {
    const ALL: [Verdict; 3] = [Verdict::Caught, Verdict::Survived, Verdict::Unbuildable];

    fn name(self) -> &'static str {
        match self {
            Verdict::Caught => "caught",
            Verdict::Survived => "survived",
            Verdict::Unbuildable => "unbuildable",
        }
    }
}

/// Tests all mutants whose names contain every string in `args`. Results are stored in
/// `target/mutants/results.txt` until the rules or the scenarios change, so that an interrupted run
/// can be resumed.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if !shell::install_crate("cargo-mutants", CARGO_MUTANTS) {
        bail!("cargo-mutants is missing: cargo install --locked cargo-mutants@{CARGO_MUTANTS}");
    }
    let mut mutants = list()?;
    mutants.retain(|mutant| args.iter().all(|word| mutant.name.contains(word.as_str())));
    let folder = shell::target().join("mutants");
    let tree = folder.join("tree");
    let is_changed = copy(&tree)?;
    let results = folder.join("results.txt");
    if is_changed {
        let _ = fs::remove_file(&results);
    }
    println!("building the scenarios in {}", tree.display());
    let program = build(&tree)?.context("the scenarios cannot be built there")?;
    if !passes(&program, &tree)? {
        bail!("the scenarios fail without any change");
    }
    let mut known = read_results(&results);
    for (n, mutant) in mutants.iter().enumerate() {
        if known.contains_key(&mutant.name) {
            continue;
        }
        let verdict = try_out(mutant, &tree)?;
        let line = format!("{} {}\n", verdict.name(), mutant.name);
        print!("{} of {}: {line}", n + 1, mutants.len());
        fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&results)?
            .write_all(line.as_bytes())?;
        known.insert(mutant.name.clone(), verdict);
    }
    let verdicts = mutants.iter().filter_map(|mutant| known.get_key_value(&mutant.name));
    report(&verdicts.map(|(name, verdict)| (name.as_str(), *verdict)).collect::<Vec<_>>())
}

/// Prints the number of results by kind, and fails if there are survivors that `docs/mutants.md`
/// does not explain.
fn report(verdicts: &[(&str, Verdict)]) -> Result<()> {
    let counts = Verdict::ALL.map(|verdict| {
        let count = verdicts.iter().filter(|(_, other)| *other == verdict).count();
        format!("{count} {}", verdict.name())
    });
    println!("{} mutants: {}", verdicts.len(), counts.join(", "));
    let survived = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Survived);
    let survived: BTreeSet<String> = survived.map(|(name, _)| without_position(name)).collect();
    let known = fs::read_to_string(shell::root().join(KNOWN))
        .with_context(|| format!("{KNOWN} is missing"))?;
    let known = explained(&known);
    let unknown: Vec<String> =
        survived.difference(&known).map(|mutant| format!("  {mutant}\n")).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    bail!(
        "no scenario detects these changes; write one, or explain in {KNOWN} why the change has \
         no effect:\n{}",
        unknown.concat()
    )
}

/// Lists all mutations with cargo-mutants.
fn list() -> Result<Vec<Mutant>> {
    let mut command = shell::cargo(["mutants"]);
    command.args(["--list", "--json", "--package", "bastide"]);
    command.args(["--exclude-re", EXCLUDED]);
    command.args(FILES.iter().flat_map(|file| ["--file", file])).current_dir(shell::root());
    let all: Vec<Value> = serde_json::from_str(&shell::output(&mut command)?)?;
    all.iter()
        .map(|one| mutant(one).context("cargo-mutants lists a change in an unknown form"))
        .collect()
}

fn mutant(listed: &Value) -> Option<Mutant> {
    let position = |end: &str| {
        let at = &listed["span"][end];
        let number = |key: &str| usize::try_from(at[key].as_u64()?).ok();
        Some((number("line")?, number("column")?))
    };
    Some(Mutant {
        name: listed["name"].as_str()?.to_owned(),
        file: listed["file"].as_str()?.into(),
        span: [position("start")?, position("end")?],
        replacement: listed["replacement"].as_str()?.to_owned(),
    })
}

/// Copies modified files that the scenarios are built from. Returns true if any of them affect the
/// results.
fn copy(tree: &Path) -> Result<bool> {
    let mut command = Command::new("git");
    command
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(shell::root());
    let mut is_changed = false;
    for name in shell::output(&mut command)?.lines() {
        let is_needed = !name.starts_with("web/");
        let (from, to) = (shell::root().join(name), tree.join(name));
        if !is_needed || !from.is_file() {
            continue;
        }
        let text = fs::read(&from)?;
        if fs::read(&to).is_ok_and(|old| old == text) {
            continue;
        }
        let relevant = ["crates/bastide/", "crates/bastide-host/"];
        is_changed |= relevant.iter().any(|folder| name.starts_with(folder));
        fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        fs::write(&to, text)?;
    }
    Ok(is_changed)
}

/// Builds the scenarios and returns their executable, or `None` if they do not compile.
fn build(tree: &Path) -> Result<Option<PathBuf>> {
    let mut command = shell::cargo(["test", "--quiet", "--no-run", "--profile", "mutants"]);
    command.args(["-p", "bastide-host", "--test", "scenarios", "--message-format", "json"]);
    command.current_dir(tree).env("CARGO_TARGET_DIR", tree.join("target"));
    // Unused code must not cause a failure.
    command.env("RUSTFLAGS", "--cap-lints allow");
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        return Ok(None);
    }
    let lines = String::from_utf8(output.stdout)?;
    let program = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    };
    Ok(lines.lines().filter_map(program).next_back())
}

/// Runs the scenarios and returns true if all pass in time.
fn passes(program: &Path, tree: &Path) -> Result<bool> {
    let mut child = Command::new(program)
        .current_dir(tree.join("crates/bastide-host"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if start.elapsed() > TIMEOUT {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Applies a mutation, runs the scenarios and reverts it.
fn try_out(mutant: &Mutant, tree: &Path) -> Result<Verdict> {
    let file = tree.join(&mutant.file);
    let text = fs::read_to_string(&file)?;
    let changed = changed(&text, mutant).context("a change lies outside its file")?;
    fs::write(&file, changed)?;
    let verdict = match build(tree) {
        Ok(None) => Ok(Verdict::Unbuildable),
        Ok(Some(program)) => passes(&program, tree).map(|is_blind| match is_blind {
            true => Verdict::Survived,
            false => Verdict::Caught,
        }),
        Err(error) => Err(error),
    };
    fs::write(&file, text)?;
    verdict
}

fn changed(text: &str, mutant: &Mutant) -> Option<String> {
    let [start, end] = mutant.span.map(|at| offset(text, at));
    let (start, end) = (start?, end?);
    Some(format!("{}{}{}", text.get(..start)?, mutant.replacement, text.get(end..)?))
}

/// Returns the byte offset of a line and column; columns count characters.
fn offset(text: &str, (line, column): (usize, usize)) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let rest = text.get(before..)?;
    let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    Some(before + ends.nth(column.checked_sub(1)?)?)
}

fn read_results(file: &Path) -> BTreeMap<String, Verdict> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let result = |line: &str| {
        let (word, name) = line.split_once(' ')?;
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.name() == word)?;
        Some((name.to_owned(), verdict))
    };
    text.lines().filter_map(result).collect()
}

/// Removes line and column, which change often, from `FILE:LINE:COLUMN: TEXT`.
fn without_position(line: &str) -> String {
    let mut parts = line.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(text)) => format!("{file}:{text}"),
        _ => line.to_owned(),
    }
}

/// Returns the survivors explained in the document, which are code in list items.
fn explained(document: &str) -> BTreeSet<String> {
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
        let document = format!("# Title\n\n- `{name}`: reason\n");
        assert_eq!(explained(&document), [name.to_owned()].into());
    }

    #[test]
    fn changes_are_made_where_they_are_listed() {
        let mutant = Mutant {
            name: String::new(),
            file: PathBuf::new(),
            span: [(2, 3), (2, 5)],
            replacement: "!=".to_owned(),
        };
        assert_eq!(changed("α\nβ == b\n", &mutant).as_deref(), Some("α\nβ != b\n"));
        assert_eq!(changed("α\n", &mutant), None);
    }
}
