//! The web client: built, checked, and played in a real browser.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Builds `web/dist`, which the server carries inside.
pub(crate) fn build() -> Result<()> {
    install()?;
    npm(&["run", "--silent", "build"])
}

/// Types, units, and how much a first visit loads.
pub(crate) fn check() -> Result<()> {
    install()?;
    npm(&["run", "--silent", "check"])?;
    npm(&["run", "--silent", "test"])?;
    npm(&["run", "--silent", "build"])?;
    npm(&["run", "--silent", "size"])
}

/// Whole games in Chromium, against the real server.
pub(crate) fn browser() -> Result<()> {
    if !shell::install("chromium", "chromium") {
        bail!("the browser tests need Chromium: apt-get install chromium");
    }
    shell::run(&mut shell::cargo(["build", "--quiet", "-p", "bastide-cli"]))?;
    npm(&["run", "--silent", "e2e"])
}

/// What `package-lock.json` says, if it is not there already.
fn install() -> Result<()> {
    let has_node = shell::has("npm", &["--version"]) || shell::install("npm", "npm");
    if !has_node {
        bail!("the web client needs Node 20 or newer with npm: see https://nodejs.org");
    }
    let (lock, done) = (Path::new("web/package-lock.json"), Path::new("web/node_modules/.done"));
    let time = |path: &Path| path.metadata().and_then(|meta| meta.modified()).ok();
    if time(done).is_some_and(|done| time(lock).is_some_and(|lock| lock <= done)) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    std::fs::write(done, "").with_context(|| format!("cannot write {}", done.display()))
}

fn npm(args: &[&str]) -> Result<()> {
    shell::run(Command::new("npm").args(args).current_dir("web"))
}
