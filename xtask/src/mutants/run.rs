//! Builds the scenarios in a copy of the workspace and runs them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::instrument::VARIABLE;
use super::list::Mutant;
use super::results::Verdict;
use crate::shell;

/// Folders whose files decide whether a scenario fails.
const RELEVANT: [&str; 3] = ["crates/bastide/", "crates/bastide-host/", "docs/rules.md"];

/// Flags with which mutants are compiled as switches. A warning about code that is no longer used
/// is not a failure, and neither is an operation that the compiler knows to fail.
const SWITCHED: &str = "--cap-lints allow";

/// Flags with which a single mutant is compiled. An endless loop in a constant is an error: it is
/// reported by a lint, without which the compiler would not end.
const SINGLE: &str = "-A warnings";

/// Manifest of the package with the scenarios.
const HOST: &str = "crates/bastide-host/Cargo.toml";

/// KiB of memory that one run may take: endless loops may fill it before they
/// run out of time.
const MEMORY: u32 = 4 << 20;

/// A copy of the workspace, in which files may be changed.
pub(super) struct Tree {
    folder: PathBuf,
}

/// The scenarios, built.
pub(super) struct Program {
    file: PathBuf,
    /// Working directory.
    folder: PathBuf,
    /// Time limit of one run.
    limit: Duration,
}

/// An error of the compiler.
#[derive(Debug)]
pub(super) struct CompileError {
    /// Its code, such as `E0308`; empty if it has none.
    pub(super) code: String,
    /// The file and bytes it points at, the most important ones first.
    pub(super) places: Vec<(PathBuf, Range<usize>)>,
    /// The message as the compiler prints it.
    pub(super) text: String,
}

impl Tree {
    /// Copies the workspace into `folder`, with `changed` files in place of its own.
    /// Files that have their text already are not touched, and not built again.
    pub(super) fn write(folder: &Path, changed: &BTreeMap<PathBuf, String>) -> Result<Tree> {
        let names = files()?;
        remove_others(folder, &folder.join("crates"), &names)?;
        for name in names {
            let to = folder.join(&name);
            let text = match changed.get(Path::new(&name)) {
                Some(text) => text.clone().into_bytes(),
                None if name == HOST => without_dev_dependencies(&name)?.into_bytes(),
                None => fs::read(shell::root().join(&name))?,
            };
            if !fs::read(&to).is_ok_and(|old| old == text) {
                fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
                fs::write(&to, text)?;
            }
        }
        Ok(Tree { folder: folder.into() })
    }

    /// Builds the scenarios with all switches. Returns the errors if they cannot be compiled.
    pub(super) fn build(&self) -> Result<Result<Program, Vec<CompileError>>> {
        self.build_with(SWITCHED)
    }

    fn build_with(&self, flags: &str) -> Result<Result<Program, Vec<CompileError>>> {
        let mut command = shell::cargo(["test", "--quiet", "--no-run", "--profile", "mutants"]);
        command.args(["-p", "bastide-host", "--test", "scenarios", "--message-format", "json"]);
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join("target"));
        command.env("RUSTFLAGS", flags);
        let output = command.output().context("could not start cargo")?;
        let lines = String::from_utf8(output.stdout)?;
        let messages: Vec<Value> =
            lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if !output.status.success() {
            let errors: Vec<_> = messages.iter().filter_map(compile_error).collect();
            if errors.is_empty() {
                bail!("cargo failed\n{}", String::from_utf8_lossy(&output.stderr));
            }
            return Ok(Err(errors));
        }
        let file = messages.iter().filter_map(|m| m["executable"].as_str()).next_back();
        let file = file.context("cargo built no program")?.into();
        let folder = self.folder.join("crates/bastide-host");
        Ok(Ok(Program { file, folder, limit: Duration::from_secs(60) }))
    }

    /// Makes one change, runs the scenarios and takes it back.
    pub(super) fn try_one(&self, mutant: &Mutant, limit: Duration) -> Result<Verdict> {
        let file = self.folder.join(&mutant.file);
        let text = fs::read_to_string(&file)?;
        fs::write(&file, mutant.apply(&text)?)?;
        let built = self.build_with(SINGLE);
        fs::write(&file, text)?;
        match built? {
            Err(_) => Ok(Verdict::Unbuildable),
            Ok(program) => Program { limit, ..program }.try_mutant(None),
        }
    }
}

impl Program {
    /// Runs the program unchanged, and allows each mutant ten times as long.
    pub(super) fn calibrate(&mut self) -> Result<()> {
        let start = Instant::now();
        if self.try_mutant(None)? == Verdict::Caught {
            bail!("the scenarios fail without any change");
        }
        self.limit = (10 * start.elapsed()).max(Duration::from_secs(5));
        Ok(())
    }

    /// Longest time that one run may take.
    pub(super) fn limit(&self) -> Duration {
        self.limit
    }

    /// Runs the scenarios with one mutant, or none.
    fn try_mutant(&self, id: Option<usize>) -> Result<Verdict> {
        let mut command = if cfg!(unix) {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]);
            command.arg(&self.file);
            command
        } else {
            Command::new(&self.file)
        };
        command.arg("--test-threads=1").env("RUST_BACKTRACE", "0").current_dir(&self.folder);
        command.env(VARIABLE, id.unwrap_or(0).to_string());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                let is_blind = status.success();
                return Ok(if is_blind { Verdict::Survived } else { Verdict::Caught });
            }
            if start.elapsed() > self.limit {
                child.kill()?;
                child.wait()?;
                return Ok(Verdict::Caught);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Runs the scenarios with each of these mutants, several at a time.
    pub(super) fn try_all(
        &self,
        mutants: &[&Mutant],
        found: impl FnMut(&Mutant, Verdict) -> Result<()> + Send,
    ) -> Result<()> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(found));
        let work = || -> Result<()> {
            while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                let verdict = self.try_mutant(Some(mutant.id))?;
                let mut found = found.lock().map_err(|_| anyhow::anyhow!("a thread panicked"))?;
                found(mutant, verdict)?;
            }
            Ok(())
        };
        let threads = thread::available_parallelism().map_or(2, usize::from);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|w| w.join().expect("a worker does not panic"))
        })
    }
}

/// A number that changes with the rules and the scenarios.
pub(super) fn hash_of_sources() -> Result<u64> {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    for name in files()?.iter().filter(|name| RELEVANT.iter().any(|r| name.starts_with(r))) {
        (name, fs::read(shell::root().join(name))?).hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// Files of the workspace, without the web client.
pub(super) fn files() -> Result<Vec<String>> {
    let mut command = Command::new("git");
    command.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let names = shell::output(command.current_dir(shell::root()))?;
    let names = names.lines().filter(|name| !name.starts_with("web/"));
    Ok(names.filter(|name| shell::root().join(name).is_file()).map(str::to_owned).collect())
}

/// Removes files below `folder` that the workspace no longer has, such as old scenarios.
fn remove_others(tree: &Path, folder: &Path, names: &[String]) -> Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry?.path();
        let name = path.strip_prefix(tree)?;
        if path.is_dir() {
            remove_others(tree, &path, names)?;
        } else if !names.iter().any(|other| Path::new(other) == name) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// A manifest without the packages that its other tests need. The scenarios use none of
/// them, and some depend on the rules and would be built again after each change.
fn without_dev_dependencies(name: &str) -> Result<String> {
    let text = fs::read_to_string(shell::root().join(name))?;
    let (before, rest) = text.split_once("[dev-dependencies]\n").unwrap_or((&text, ""));
    let after = rest.find("\n[").map_or("", |at| &rest[at..]);
    Ok(format!("{before}{after}"))
}

fn compile_error(message: &Value) -> Option<CompileError> {
    let message = &message["message"];
    if message["level"] != "error" || message["spans"].as_array()?.is_empty() {
        return None;
    }
    let mut spans: Vec<&Value> = message["spans"].as_array()?.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let place = |span: &Value| {
        let byte = |key: &str| usize::try_from(span[key].as_u64()?).ok();
        Some((span["file_name"].as_str()?.into(), byte("byte_start")?..byte("byte_end")?))
    };
    Some(CompileError {
        code: message["code"]["code"].as_str().unwrap_or_default().to_owned(),
        places: spans.into_iter().filter_map(place).collect(),
        text: message["rendered"].as_str().unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_begin_with_their_first_place() {
        let span = |name: &str, at: u32, is_primary: bool| {
            serde_json::json!({
                "file_name": name, "byte_start": at, "byte_end": at + 2, "is_primary": is_primary,
            })
        };
        let message = serde_json::json!({ "message": {
            "level": "error",
            "code": { "code": "E0308" },
            "spans": [span("a.rs", 1, false), span("b.rs", 5, true)],
            "rendered": "mismatched types",
        }});
        let error = compile_error(&message).expect("it is an error");
        assert_eq!((error.code.as_str(), error.text.as_str()), ("E0308", "mismatched types"));
        assert_eq!(error.places, [("b.rs".into(), 5..7), ("a.rs".into(), 1..3)]);
        let summary = serde_json::json!({ "message": { "level": "error", "spans": [] }});
        assert!(compile_error(&summary).is_none());
    }
}
