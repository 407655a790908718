//! Running of external programs.

use std::io::{BufRead as _, BufReader, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Returns the root folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// Returns Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns the target of this machine, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_owned())
}

/// Creates a command for the Cargo that runs this program.
pub(crate) fn cargo<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    // Data for the next build of the same directory is half of all files, and CI starts from none.
    if std::env::var_os("CI").is_some() && std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Runs a command and waits for it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed ({status})");
    }
    Ok(())
}

/// Runs a command and returns its output on both streams.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    if !output.status.success() {
        bail!("{command:?} failed ({})\n{text}", output.status);
    }
    Ok(text)
}

/// Returns true if a program is installed and runs successfully.
pub(crate) fn has(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a command, echoes its output and returns the sum of the numbers that `count` finds in its
/// lines.
pub(crate) fn run_counting(
    command: &mut Command,
    count: fn(&str) -> Option<usize>,
) -> Result<usize> {
    if std::io::stdout().is_terminal() {
        // The command writes to a pipe and would disable colours.
        command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
    }
    // Test runners print their summary on either stream; a single pipe keeps the order.
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    // The pipe ends when all writers are closed, including those held by `command`.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let (mut lines, mut line, mut sum) = (BufReader::new(reader), Vec::new(), 0);
    while lines.read_until(b'\n', &mut line)? > 0 {
        std::io::stdout().write_all(&line)?;
        sum += count(&String::from_utf8_lossy(&line)).unwrap_or(0);
        line.clear();
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("{command:?} failed ({status})");
    }
    Ok(sum)
}

/// Installs a Debian package if `program` is missing, with sudo if necessary. Returns true if
/// `program` is available afterwards.
pub(crate) fn install(program: &str, package: &str) -> bool {
    has(program, &["--version"]) || (install_package(package) && has(program, &["--version"]))
}

/// Installs a Debian package if possible, and returns true on success.
pub(crate) fn install_package(package: &str) -> bool {
    if !has("apt-get", &["--version"]) {
        return false;
    }
    eprintln!("installing {package} …");
    // `-n` makes sudo fail at once instead of prompting for a password.
    let is_root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let prefix: &[&str] = if is_root { &["env"] } else { &["sudo", "-n", "env"] };
    let apt = |args: &[&str]| {
        let mut command = Command::new(prefix[0]);
        command.args(&prefix[1..]).arg("DEBIAN_FRONTEND=noninteractive");
        command.args(["apt-get", "-qq", "-y"]).args(args);
        command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let _ = apt(&["update"]);
    apt(&["install", "--no-install-recommends", package])
}

/// Creates an environment of Python packages in `home`, and installs what that needs. Returns false
/// without Python.
pub(crate) fn create_venv(home: &Path) -> bool {
    let venv = || {
        let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(home).status();
        made.is_ok_and(|status| status.success())
    };
    let is_made = venv() || (install_package("python3-venv") && venv());
    if !is_made {
        // A part of it may exist.
        let _ = std::fs::remove_dir_all(home);
    }
    is_made
}

/// Installs a program from the package registry if it is missing, and returns true if it is
/// available afterwards. Built without optimisation, which halves the time and is fast enough.
pub(crate) fn install_crate(program: &str, version: &str) -> bool {
    // A Cargo subcommand may not run under its own name.
    let is_there = || match program.strip_prefix("cargo-") {
        Some(subcommand) => has("cargo", &[subcommand, "--version"]),
        None => has(program, &["--version"]),
    };
    if is_there() {
        return true;
    }
    eprintln!("installing {program} {version} (some minutes, once) …");
    let mut command =
        cargo(["install", "--quiet", "--locked", "--debug", program, "--version", version]);
    command.status().is_ok_and(|status| status.success()) && is_there()
}
