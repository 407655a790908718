//! The standard library for WebAssembly from Debian's packages.
//!
//! Debian's compiler for its browser packages, `rustc-web`, is recent and has the sources of the
//! standard library with everything they depend on. The packages are unpacked below the target
//! folder; nothing is installed. Cargo and the linker are those of the toolchain.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// Packages without a version in their names.
const PACKAGES: [&str; 3] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src"];

/// A compiler that builds the standard library itself.
pub(super) struct Toolchain {
    /// A script that runs the compiler with its libraries.
    rustc: PathBuf,
    linker: PathBuf,
}

impl Toolchain {
    /// Makes Cargo use the compiler.
    pub(super) fn apply(&self, command: &mut Command) {
        command
            .env("RUSTC", &self.rustc)
            // Allows the unstable flag below with a stable compiler.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &self.linker)
            .arg("-Zbuild-std=std,panic_abort");
    }
}

/// Returns the compiler, downloaded and unpacked on first use; `None` where Debian's packages or
/// rustup's linker are not available.
pub(super) fn toolchain() -> Result<Option<Toolchain>> {
    let folder = shell::target().join("rustc-web");
    let Some(linker) = linker() else { return Ok(None) };
    let rustc = folder.join("rustc");
    if !rustc.is_file() && !unpack(&folder, &rustc)? {
        return Ok(None);
    }
    Ok(Some(Toolchain { rustc, linker }))
}

/// Returns the linker of the toolchain that runs this program.
fn linker() -> Option<PathBuf> {
    let sysroot = shell::output(Command::new("rustc").args(["--print", "sysroot"])).ok()?;
    let host = "lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld";
    Some(Path::new(sysroot.trim()).join(host)).filter(|linker| linker.is_file())
}

/// Downloads and unpacks the packages and writes the script. Returns false if they are not
/// available.
fn unpack(folder: &Path, rustc: &Path) -> Result<bool> {
    if !shell::has("apt-get", &["--version"]) || !shell::has("dpkg", &["--version"]) {
        return Ok(false);
    }
    let Some(packages) = packages() else { return Ok(false) };
    println!("downloading Debian's compiler for WebAssembly (140 MB, once) …");
    let downloads = folder.join("packages");
    fs::create_dir_all(&downloads)?;
    let mut download = Command::new("apt-get");
    download.args(["-qq", "download"]).args(&packages).current_dir(&downloads);
    if shell::output(&mut download).is_err() {
        return Ok(false);
    }
    for package in fs::read_dir(&downloads)? {
        shell::run(Command::new("dpkg").arg("-x").arg(package?.path()).arg(folder))?;
    }
    fs::remove_dir_all(&downloads)?;
    let root = fs::canonicalize(folder)?;
    let libraries = root.join("usr/lib/x86_64-linux-gnu");
    let script = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH={} exec {} \"$@\"\n",
        libraries.display(),
        root.join("usr/bin/rustc").display(),
    );
    // Written last: its presence means that everything is complete.
    fs::write(rustc, script)?;
    // There are Debian packages on Unix only.
    #[cfg(unix)]
    fs::set_permissions(rustc, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .with_context(|| format!("cannot make {} executable", rustc.display()))?;
    Ok(true)
}

/// Returns the names of all packages, including the versioned libraries that the compiler needs.
fn packages() -> Option<Vec<String>> {
    let tree = || {
        let only = ["--recurse", "--no-recommends", "--no-suggests", "--no-enhances"];
        let mut command = Command::new("apt-cache");
        command.arg("depends").args(only).args(["--no-conflicts", "--no-breaks"]);
        shell::output(command.args(["--no-replaces", "rustc-web"])).unwrap_or_default()
    };
    let names = |tree: &str| -> Vec<String> {
        let is_library =
            |name: &&str| name.starts_with("libstd-rust-web-1") || name.starts_with("libllvm");
        PACKAGES.into_iter().chain(tree.lines().filter(is_library)).map(str::to_owned).collect()
    };
    let mut found = names(&tree());
    if found.len() == PACKAGES.len() {
        // The list of packages may not have been downloaded yet.
        let _ = shell::output(Command::new("apt-get").args(["-qq", "update"]));
        found = names(&tree());
    }
    (found.len() > PACKAGES.len()).then_some(found)
}
