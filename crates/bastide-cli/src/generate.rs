//! `bastide generate`: writes manual pages and shell completions, for packages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory as _};
use clap_complete::{Shell, generate_to};
use serde_json::json;

use crate::Cli;
use crate::console::{Console, Fault};

/// Write manual pages and shell completions into a directory
///
/// Writes man1/*.1, and completions for bash, zsh and fish. For packagers.
///
/// JSON: {files}.
#[derive(Args)]
pub(crate) struct Generate {
    /// The directory to write into; created if necessary
    directory: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &Generate, console: &mut Console) -> Result<()> {
    let written = write(&args.directory).map_err(|error| {
        Fault::input(format_args!("{error:#}")).hint("name a writable directory")
    })?;
    if console.json {
        return console.value(&json!({ "files": written }));
    }
    console.line(format_args!("wrote {written} files to {}", args.directory.display()))
}

/// Writes all files and returns their number.
fn write(directory: &Path) -> Result<usize> {
    let (pages, scripts) = (directory.join("man1"), directory.join("completions"));
    for folder in [&pages, &scripts] {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let context = || format!("cannot write to {}", directory.display());
    let mut command = Cli::command();
    command.build();
    clap_mangen::generate_to(command.clone(), &pages).with_context(context)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut command, "bastide", &scripts).with_context(context)?;
    }
    let count = |folder: &Path| -> Result<usize> { Ok(fs::read_dir(folder)?.count()) };
    Ok(count(&pages)? + count(&scripts)?)
}
