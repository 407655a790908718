//! `cargo xtask failover`: kills the primary of a PostgreSQL pair under load.

use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;

/// Installs Patroni, etcd and PostgreSQL if missing, builds the server and the load generator, and
/// runs the latter with `args`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let has_postgres = std::fs::read_dir("/usr/lib/postgresql").is_ok();
    if !has_postgres && !shell::install_package("postgresql") {
        bail!("PostgreSQL is missing: install postgresql");
    }
    for (program, package) in [("etcd", "etcd-server"), ("patroni", "patroni")] {
        if !shell::install(program, package) {
            bail!("{program} is missing: install {package}");
        }
    }
    let build = "build --quiet -p bastide-cli -p bastide-load";
    shell::run(&mut shell::cargo(build.split(' ')))?;
    let debug = shell::target().join("debug");
    let mut command = Command::new(debug.join("bastide-failover"));
    command.arg("--program").arg(debug.join("bastide"));
    command.arg("--directory").arg(shell::target().join("failover")).args(args);
    shell::run(&mut command)
}
