//! `cargo xtask wasm`: builds the engine for browsers into `web/src/engine`, where the build of the
//! web client picks it up.
//!
//! The standard library for the target comes from rustup. Where rustup cannot download it, it is
//! built from Debian's sources (`debian`). Without either the page works as before, but only with a
//! server.

mod debian;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// The target of browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Folder of the modules, which is not part of the repository.
const FOLDER: &str = "web/src/engine";

/// Environment variable that selects the source of the standard library: `rustup`, `debian` or
/// `none`. By default the first that works is used.
const SOURCE: &str = "BASTIDE_WASM";

/// The modules: file names and the features of `bastide-wasm` they are built with.
const MODULES: [(&str, &str); 2] = [("bastide.wasm", "tables"), ("bastide-art.wasm", "art")];

/// Source of the standard library for [`TARGET`].
enum Std {
    /// Installed in the toolchain.
    Rustup,
    /// Debian's compiler and sources.
    Debian(debian::Toolchain),
}

/// Builds the modules if their sources have changed. Skipped if the standard library is neither
/// installed nor can be built.
pub(crate) fn build() -> Result<Outcome> {
    let Some(std) = source()? else {
        return Ok(Outcome::skipped(
            "the standard library for WebAssembly is missing, so games need a server",
            format!("rustup target add {TARGET}"),
        ));
    };
    fs::create_dir_all(FOLDER).with_context(|| format!("cannot create {FOLDER}"))?;
    for (file, features) in MODULES {
        let built = module(&std, features)?;
        put(&built, &Path::new(FOLDER).join(file))?;
    }
    Ok(Outcome::Ran(None))
}

/// Returns the source of the standard library, or `None` if there is none.
fn source() -> Result<Option<Std>> {
    let wanted = std::env::var(SOURCE).unwrap_or_default();
    match wanted.as_str() {
        "" => {
            if has_target() {
                return Ok(Some(Std::Rustup));
            }
            Ok(debian::toolchain()?.map(Std::Debian))
        }
        "rustup" if has_target() => Ok(Some(Std::Rustup)),
        "rustup" => bail!("rustup cannot install {TARGET}"),
        "debian" => match debian::toolchain()? {
            Some(toolchain) => Ok(Some(Std::Debian(toolchain))),
            None => bail!("Debian's packages for WebAssembly cannot be downloaded"),
        },
        "none" => Ok(None),
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
        Std::Rustup => features.to_owned(),
        Std::Debian(_) => format!("{features}-debian"),
    });
    let mut command = shell::cargo(["build", "--quiet", "--locked", "--profile", "wasm"]);
    command.args(["-p", "bastide-wasm", "--lib", "--target", TARGET]);
    command.args(["--no-default-features", "--features", features]);
    command.arg("--target-dir").arg(&folder);
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
    fs::write(to, new).with_context(|| format!("cannot write {}", to.display()))
}
