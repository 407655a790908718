//! `cargo xtask load`: runs load tests against a server.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Builds the server and the load generator in release mode, and runs the latter with `args`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let build = "build --quiet --release -p bastide-cli -p bastide-load";
    shell::run(&mut shell::cargo(build.split(' ')))?;
    let release = shell::target().join("release");
    // On the same disk as the workspace: a file system in memory would save unrealistically fast.
    let files = shell::target().join("load");
    std::fs::create_dir_all(&files)?;
    let mut command = Command::new(release.join("bastide-load"));
    command.arg("--program").arg(release.join("bastide"));
    command.arg("--directory").arg(files).args(args);
    shell::run(&mut command)
}
