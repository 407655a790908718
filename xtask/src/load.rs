//! `cargo xtask load`: puts load on a server and says how it bears it.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Builds server and loader as they are shipped and runs the loader; its
/// arguments are ours.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let build = "build --quiet --release -p bastide-cli -p bastide-load";
    shell::run(&mut shell::cargo(build.split(' ')))?;
    let release = shell::target().join("release");
    // On the disk the workspace is on: what is in memory is saved too quickly.
    let files = shell::target().join("load");
    std::fs::create_dir_all(&files)?;
    let mut command = Command::new(release.join("bastide-load"));
    command.arg("--program").arg(release.join("bastide"));
    command.arg("--directory").arg(files).args(args);
    shell::run(&mut command)
}
