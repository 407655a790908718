//! `cargo xtask web` and `cargo xtask browser`: builds and checks the web client, and plays it in a
//! real browser.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::steps::{self, Outcome};
use crate::{shell, wasm};

/// Node versions supported by the build tools; also in `web/package.json` and README.md.
const NODE: &str = "20.19 or later of 20, or 22.12 or later";

/// Builds `web/dist`, which is embedded in the server.
pub(crate) fn build() -> Result<()> {
    install()?;
    npm(&["run", "--silent", "build"])
}

/// Checks the sources, runs unit tests, and checks the download size of a first visit.
pub(crate) fn check() -> Result<Outcome> {
    install()?;
    check_sources()?;
    let tests = npm_counting(&mut npm_command(&["run", "--silent", "test"]))?;
    npm(&["run", "--silent", "build"])?;
    npm(&["run", "--silent", "size"])?;
    Ok(Outcome::Ran(Some(tests)))
}

/// Checks the sources and runs unit tests only.
pub(crate) fn quick() -> Result<Outcome> {
    install()?;
    check_sources()?;
    Ok(Outcome::Ran(Some(npm_counting(&mut npm_command(&["run", "--silent", "test"]))?)))
}

/// Checks formatting, types and lint rules.
fn check_sources() -> Result<()> {
    for script in ["format:check", "check", "lint"] {
        npm(&["run", "--silent", script])?;
    }
    Ok(())
}

/// Plays random games through the models of the page, and whole games in Chromium, both against the
/// real server.
pub(crate) fn browser() -> Result<Outcome> {
    prepare_browser()?;
    let models = npm_counting(&mut npm_command(&["run", "--silent", "model"]))?;
    // A sample, because all variants of all screens take four times as long: `npm run e2e --
    // screens`.
    let mut e2e = npm_command(&["run", "--silent", "e2e"]);
    let scenarios = npm_counting(e2e.env("SAMPLE", "1"))?;
    Ok(Outcome::Ran(Some(models + scenarios)))
}

/// Repeats the narrow screens with other fonts: the layout must not depend on the fonts installed
/// on one machine.
pub(crate) fn other_fonts() -> Result<Outcome> {
    let has_noto = || {
        let list = shell::output(Command::new("fc-list").args([":family=Noto Sans", "family"]));
        list.is_ok_and(|families| !families.trim().is_empty())
    };
    if !has_noto() {
        shell::install_package("fonts-noto-core");
    }
    if !has_noto() {
        return Ok(Outcome::skipped(
            "Noto Sans is not installed",
            "apt-get install fonts-noto-core",
        ));
    }
    prepare_browser()?;
    let mut command = npm_command(&["run", "--silent", "e2e", "--", "screens"]);
    command.env("FONTS", "Noto Sans").env("ONLY", "narrow-dark");
    Ok(Outcome::Ran(Some(npm_counting(&mut command)?)))
}

/// Ensures that Chromium, the page with the current engine, and the server are available. `CHROMIUM` overrides the path of the
/// browser.
fn prepare_browser() -> Result<()> {
    if std::env::var_os("CHROMIUM").is_none() && !shell::install("chromium", "chromium") {
        bail!(
            "the browser tests need Chromium: apt-get install chromium, or set CHROMIUM to the \
             path of a Chromium or Chrome"
        );
    }
    wasm::build()?;
    install()?;
    if !has_current_engine() {
        npm(&["run", "--silent", "build"])?;
    }
    shell::run(&mut shell::cargo(["build", "--quiet", "-p", "bastide-cli"]))
}

/// Returns true if `web/dist` was built after the last change of the engine's modules. Adding and
/// removing a module changes the time of the folder.
fn has_current_engine() -> bool {
    let Some(built) = modified(Path::new("web/dist/index.html")) else { return false };
    let folder = Path::new(wasm::FOLDER);
    let modules = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths = modules.map(|module| module.path()).chain([folder.to_owned()]);
    paths.all(|path| modified(&path).is_none_or(|time| time <= built))
}

/// Returns the time of the last change of a file or folder.
fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|meta| meta.modified()).ok()
}

/// Installs the packages of `package-lock.json` if they are missing or outdated.
fn install() -> Result<()> {
    check_node()?;
    let (lock, done) = (Path::new("web/package-lock.json"), Path::new("web/node_modules/.done"));
    if modified(done).is_some_and(|done| modified(lock).is_some_and(|lock| lock <= done)) {
        return Ok(());
    }
    println!("installing the packages of the web client …");
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    std::fs::write(done, "").with_context(|| format!("cannot write {}", done.display()))
}

/// Checks that Node is installed in a version supported by the build tools.
fn check_node() -> Result<()> {
    let found = shell::output(Command::new("node").arg("--version")).ok();
    let remedy = "install it from https://nodejs.org or with your system's packages";
    match found.as_deref().map(str::trim) {
        Some(version) if is_supported(version) => {}
        Some(version) => bail!("the web client needs Node {NODE}; this is {version}: {remedy}"),
        None => bail!("the web client needs Node {NODE} with npm: {remedy}"),
    }
    if !shell::has("npm", &["--version"]) {
        bail!("Node is here but npm is not: {remedy}");
    }
    Ok(())
}

/// Returns true if `version`, for example `v20.19.1`, satisfies `^20.19 || >=22.12`.
fn is_supported(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map(|part| part.parse().ok());
    let mut next = || numbers.next().flatten().unwrap_or(0_u32);
    match (next(), next()) {
        (20, minor) => minor >= 19,
        (22, minor) => minor >= 12,
        (major, _) => major >= 23,
    }
}

fn npm_command(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir("web");
    command
}

fn npm(args: &[&str]) -> Result<()> {
    shell::run(&mut npm_command(args))
}

fn npm_counting(command: &mut Command) -> Result<usize> {
    shell::run_counting(command, steps::passed)
}

#[cfg(test)]
mod tests {
    use super::is_supported;

    #[test]
    fn node_versions_are_those_of_the_build_tools() {
        for good in ["v20.19.0", "v20.20.2", "v22.12.0", "v23.0.0", "v24.1.0"] {
            assert!(is_supported(good), "{good}");
        }
        for bad in ["v18.20.0", "v20.18.3", "v21.7.0", "v22.11.0", "nonsense", ""] {
            assert!(!is_supported(bad), "{bad}");
        }
    }
}
