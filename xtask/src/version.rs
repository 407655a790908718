//! The version of the workspace.

use std::fs;

use anyhow::{Context, Result};

use crate::shell;

/// Returns the version of all crates.
pub(crate) fn workspace() -> Result<String> {
    let text = fs::read_to_string(shell::root().join("Cargo.toml"))?;
    let section = text.split("[workspace.package]").nth(1).context("no [workspace.package]")?;
    let line = section.lines().find_map(|line| line.strip_prefix("version = "));
    Ok(line.context("no version in [workspace.package]")?.trim().trim_matches('"').to_owned())
}
