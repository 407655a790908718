//! `cargo xtask wasm`: builds the engine for browsers into `web/src/engine`, where the build of the
//! web client picks it up.
//!
//! The standard library for the target comes from rustup. Where rustup cannot download it, it is
//! built from Debian's sources (`debian`). Without either the page works as before, but only with a
//! server.

mod debian;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::remap::Remap;
use crate::shell;
use crate::steps::Outcome;

/// The target of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Folder of the modules, which is not part of the repository.
pub(crate) const FOLDER: &str = "web/src/engine";

/// Environment variable that selects the source of the standard library: `rustup`, `debian` or
/// `none`. By default the first that works is used.
const SOURCE: &str = "BASTIDE_WASM";

/// A module: its file in [`FOLDER`] and the features of `bastide-wasm` it is built with.
type Module = (&'static str, &'static str);

/// Modules of the page.
const PAGE: [Module; 2] = [("bastide.wasm", "tables,postcards"), ("bastide-art.wasm", "art")];

/// Rules and bots alone, which are not part of the page: `npm run size` limits their size.
const MEASURED: Module = ("measured/bastide-bots.wasm", "bots");

/// Inlines little: rules and bots are 3,400 bytes smaller with brotli than with the default of
/// their optimisation level.
const RUSTFLAGS: &str = "-Cllvm-args=--inline-threshold=25";

/// Source of the standard library for [`TARGET`].
enum Std {
    /// Installed in the toolchain.
    Rustup,
    /// Debian's compiler and sources.
    Debian(debian::Toolchain),
    /// Not available.
    Missing,
    /// Not wanted.
    Disabled,
}

/// Builds the modules of the page if their sources have changed. Skipped, and earlier modules are
/// removed, if the standard library is neither installed nor can be built: pages must not contain an
/// engine that is older than their protocol.
pub(crate) fn build() -> Result<Outcome> {
    build_modules(&PAGE)
}

/// Builds the modules of the page, and the one that is only measured.
pub(crate) fn build_all() -> Result<Outcome> {
    build_modules(&[&PAGE[..], &[MEASURED]].concat())
}

fn build_modules(modules: &[Module]) -> Result<Outcome> {
    let std = source()?;
    let (reason, fix) = match std {
        Std::Rustup | Std::Debian(_) => {
            for (file, features) in modules {
                let built = module(&std, features)?;
                put(&built, &Path::new(FOLDER).join(file))?;
            }
            return Ok(Outcome::Ran(None));
        }
        Std::Missing => (
            "the standard library for WebAssembly is missing, so games need a server",
            format!("rustup target add {TARGET}"),
        ),
        Std::Disabled => {
            ("the engine is disabled, so games need a server", format!("unset {SOURCE}"))
        }
    };
    for (file, _) in PAGE.into_iter().chain([MEASURED]) {
        remove(&Path::new(FOLDER).join(file))?;
    }
    Ok(Outcome::skipped(reason, fix))
}

/// Returns the source of the standard library.
fn source() -> Result<Std> {
    let wanted = std::env::var(SOURCE).unwrap_or_default();
    match wanted.as_str() {
        "" if has_target() => Ok(Std::Rustup),
        "" => Ok(debian::toolchain()?.map_or(Std::Missing, Std::Debian)),
        "rustup" if has_target() => Ok(Std::Rustup),
        "rustup" => bail!("rustup cannot install {TARGET}"),
        "debian" => match debian::toolchain()? {
            Some(toolchain) => Ok(Std::Debian(toolchain)),
            None => bail!("Debian's packages for WebAssembly cannot be downloaded"),
        },
        "none" => Ok(Std::Disabled),
        other => bail!("{SOURCE}={other}: write rustup, debian or none"),
    }
}

/// Returns true if the toolchain has the standard library of the target, after an attempt to
/// install it.
fn has_target() -> bool {
    let is_installed = || {
        let list = shell::output(Command::new("rustup").args(["target", "list", "--installed"]));
        list.is_ok_and(|list| list.lines().any(|line| line.trim() == TARGET))
    };
    is_installed() || {
        let _ = shell::output(Command::new("rustup").args(["target", "add", TARGET]));
        is_installed()
    }
}

/// Builds a module and returns its file. Cargo does nothing if the sources have not changed.
fn module(std: &Std, features: &str) -> Result<PathBuf> {
    // A folder for each set of features, so that alternating builds do not start over.
    let folder = shell::target().join("engine").join(match std {
        Std::Debian(_) => format!("{features}-debian"),
        Std::Rustup | Std::Missing | Std::Disabled => features.to_owned(),
    });
    let mut command = shell::cargo(["build", "--quiet", "--locked", "--profile", "wasm"]);
    command.args(["-p", "bastide-wasm", "--lib", "--target", TARGET]);
    command.args(["--no-default-features", "--features", features]);
    command.arg("--target-dir").arg(&folder);
    // Messages of panics contain paths. The sources of Debian's standard library are in the target
    // folder.
    let paths = Remap::new(&shell::target())?.flags("--remap-path-prefix");
    let flags = format!("{RUSTFLAGS} {paths}");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    if let Std::Debian(toolchain) = std {
        toolchain.apply(&mut command);
    }
    shell::run(&mut command)?;
    Ok(folder.join(TARGET).join("wasm/bastide_wasm.wasm"))
}

/// Copies a file unless the destination is the same, which would make the web client rebuild.
fn put(from: &Path, to: &Path) -> Result<()> {
    let new = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if fs::read(to).is_ok_and(|old| old == new) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(to, new).with_context(|| format!("cannot write {}", to.display()))
}

/// Removes a file if it is there.
fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", file.display()))
        }
        _ => Ok(()),
    }
}
