//! `cargo xtask load`: runs load tests against a server.

use std::process::Command;

use anyhow::Result;

use crate::shell;

/// Builds the server and the load generator in release mode, and runs the latter with `args`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let mut build = "build --quiet --release -p bastide-cli -p bastide-load".to_owned();
    let mut extra = Vec::new();
    if args.iter().any(|arg| arg == "processes") {
        // Without a NATS server, only the notifications of PostgreSQL are measured.
        if shell::install("nats-server", "nats-server") {
            build.push_str(" --features bastide-cli/nats");
            extra.extend(["--nats-server", "nats-server"]);
        }
        if std::fs::read_dir("/usr/lib/postgresql").is_err() {
            shell::install_package("postgresql");
        }
    }
    shell::run(&mut shell::cargo(build.split(' ')))?;
    let release = shell::target().join("release");
    // On the same disk as the workspace: a file system in memory would save unrealistically fast.
    let files = shell::target().join("load");
    std::fs::create_dir_all(&files)?;
    let mut command = Command::new(release.join("bastide-load"));
    command.arg("--program").arg(release.join("bastide"));
    command.arg("--directory").arg(files).args(extra).args(args);
    shell::run(&mut command)
}
