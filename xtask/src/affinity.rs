//! `cargo xtask affinity`: tries the proxy configurations in `deploy` with two servers.

use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;

/// Installs HAProxy, nginx and PostgreSQL if missing, builds the server and the test, and runs the
/// latter with `args`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let has_postgres = std::fs::read_dir("/usr/lib/postgresql").is_ok();
    if !has_postgres && !shell::install_package("postgresql") {
        bail!("PostgreSQL is missing: install postgresql");
    }
    for (program, package) in [("/usr/sbin/haproxy", "haproxy"), ("/usr/sbin/nginx", "nginx-light")]
    {
        let is_there = || shell::has(program, &["-v"]);
        if !(is_there() || shell::install_package(package) && is_there()) {
            bail!("{program} is missing: install {package}");
        }
    }
    let build = "build --quiet -p bastide-cli -p bastide-load";
    shell::run(&mut shell::cargo(build.split(' ')))?;
    let debug = shell::target().join("debug");
    let mut command = Command::new(debug.join("bastide-affinity"));
    command.arg("--program").arg(debug.join("bastide"));
    command.arg("--configurations").arg(shell::root().join("deploy")).args(args);
    shell::run(&mut command)
}
