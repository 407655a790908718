//! `cargo xtask package twice`: builds the tarball of the last commit in two directories and compares
//! the bytes. The second build has another folder of Cargo, too, so that no path can be the same by
//! chance.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::{folder, fresh};
use crate::shell;

/// Builds both, and compares them.
pub(super) fn run() -> Result<()> {
    let git = |args: &[&str]| shell::output(Command::new("git").args(args));
    // Named once: another commit may follow during the first build.
    let commit = git(&["rev-parse", "HEAD"])?.trim().to_owned();
    let epoch = git(&["log", "-1", "--format=%ct", &commit])?.trim().to_owned();
    let changes = git(&["status", "--porcelain"])?.lines().count();
    if changes > 0 {
        println!(
            "{changes} changed files are not part of the builds, which are of the last commit"
        );
    }
    let near = folder().join("twice");
    let first = build(&near, &commit, &epoch, &[])?;
    let far = std::env::temp_dir().join(format!("bastide-twice-{}", std::process::id()));
    let home = far.join("cargo-home");
    copy_home(&home)?;
    let target = far.join("elsewhere");
    let second = build(
        &far.join("src"),
        &commit,
        &epoch,
        &[("CARGO_HOME", &home), ("CARGO_TARGET_DIR", &target)],
    )?;
    if fs::read(&first)? != fs::read(&second)? {
        bail!("{} and {} differ; compare them with diffoscope", first.display(), second.display());
    }
    println!("both archives have the same {} bytes", fs::metadata(&first)?.len());
    println!("the first build remains in {}", near.display());
    Ok(fs::remove_dir_all(far)?)
}

/// Exports the commit to a directory, builds the archive there, and returns its path.
fn build(place: &Path, commit: &str, epoch: &str, variables: &[(&str, &Path)]) -> Result<PathBuf> {
    fresh(place)?;
    let mut export =
        Command::new("git").args(["archive", commit]).stdout(Stdio::piped()).spawn()?;
    let input = export.stdout.take().context("git has no output")?;
    shell::run(Command::new("tar").arg("-x").arg("-C").arg(place).stdin(input))?;
    ensure!(export.wait()?.success(), "git archive failed");
    let mut command =
        shell::cargo(["run", "--quiet", "--package", "xtask", "--", "package", "tarball"]);
    command.current_dir(place).env("SOURCE_DATE_EPOCH", epoch).env_remove("CARGO_TARGET_DIR");
    shell::run(command.envs(variables.iter().copied()))?;
    let target = variables.iter().find(|(name, _)| *name == "CARGO_TARGET_DIR");
    let packages = target.map_or(place.join("target"), |(_, path)| path.to_path_buf());
    let made = fs::read_dir(packages.join("package"))?.flatten().map(|entry| entry.path());
    let is_archive = |path: &PathBuf| path.to_string_lossy().ends_with("-linux.tar.gz");
    made.into_iter().find(is_archive).context("no archive was built")
}

/// Copies the downloads and settings of Cargo.
fn copy_home(to: &Path) -> Result<()> {
    fresh(to)?;
    let from = crate::remap::cargo_home().context("neither CARGO_HOME nor HOME is set")?;
    for name in ["registry", "git", "config.toml"] {
        if from.join(name).exists() {
            shell::run(Command::new("cp").arg("-a").arg(from.join(name)).arg(to))?;
        }
    }
    Ok(())
}
