//! `cargo xtask play`: builds everything and serves the game.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::steps::Outcome;
use crate::{shell, wasm, web};

/// Builds the engine for browsers if possible, the web client and the server, then runs `bastide serve` with `args`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let program = shell::target().join("release/bastide");
    if !program.exists() {
        println!("The first build takes about ten minutes on two cores, later ones seconds.");
    }
    println!("[1/4] building the engine for browsers …");
    if let Outcome::Skipped(skip) = wasm::build()? {
        println!("      skipped: {}; {}", skip.reason, skip.fix);
    }
    println!("[2/4] building the web client …");
    web::build()?;
    println!("[3/4] building the server …");
    shell::run(&mut shell::cargo(["build", "--release", "--locked", "-p", "bastide-cli"]))?;
    println!("[4/4] starting the server …\n");
    serve(&program, args)
}

/// Replaces this process by the server, so that terminating it terminates the server.
#[cfg(unix)]
fn serve(program: &Path, args: &[String]) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    let error = Command::new(program).arg("serve").args(args).exec();
    Err(error).with_context(|| format!("cannot start {}", program.display()))
}

#[cfg(not(unix))]
fn serve(program: &Path, args: &[String]) -> Result<()> {
    shell::run(Command::new(program).arg("serve").args(args))
}
