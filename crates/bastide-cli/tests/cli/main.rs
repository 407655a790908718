//! Tests of the binary: arguments, output and exit codes.

mod arena;
mod benchmark;
mod boards;
mod config;
mod converter;
mod daily;
mod documents;
mod engine;
mod faults;
mod help;
mod hint;
mod import;
mod measure;
mod perft;
mod play;
mod receipts;
mod records;
mod render;
mod stronghold;
mod study;
mod tiles;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Result of running the binary.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    /// Panics unless the run succeeded without error output.
    #[track_caller]
    fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Parses the output as JSON.
    #[track_caller]
    fn json(self) -> Value {
        serde_json::from_str(&self.fine()).expect("JSON")
    }
}

/// Runs the binary without input.
fn bastide(args: &[&str]) -> Run {
    bastide_with(args, "")
}

/// Runs the binary with input.
fn bastide_with(args: &[&str], typed: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(args)
        .env_remove("COLUMNS")
        .env_remove("COLORTERM")
        .env_remove("NO_COLOR")
        .env("BASTIDE_CONFIG", "none")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let typed = typed.to_owned();
    // The program may stop reading before the end of the input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(typed.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    Run {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A temporary directory whose paths are arguments of commands.
struct Scratch(bastide_testing::Scratch);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(bastide_testing::Scratch::new(name).expect("a folder for temporary files"))
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("the file can be written");
        path
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// A finished game of three players with river and abbot.
fn river() -> String {
    golden("river.bastide").to_str().expect("a plain path").to_owned()
}

/// A finished game of three players with the base set and all expansions.
fn all() -> String {
    golden("all.bastide").to_str().expect("a plain path").to_owned()
}

/// A finished game of three players with the wheel and all expansions.
fn bigbox() -> String {
    golden("bigbox.bastide").to_str().expect("a plain path").to_owned()
}

fn wheel() -> String {
    golden("wheel.bastide").to_str().expect("a plain path").to_owned()
}

/// A finished game of the Stronghold family, in which tokens of all kinds are used.
fn stronghold() -> String {
    golden("stronghold.bastide").to_str().expect("a plain path").to_owned()
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path.as_ref()).expect("the file is there")
}

/// Runs the binary with arguments that it must refuse, with a message that contains `why`.
#[track_caller]
fn refused(args: &[&str], why: &str) {
    let run = bastide(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
    assert!(run.err.contains(why), "{args:?}: {}", run.err);
}
