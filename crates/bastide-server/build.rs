//! Builds the web client for release builds, so that `cargo install` produces a server with the
//! client embedded, and tells cargo which changes require a rebuild of the server.
//!
//! Without Node the server is built without a client; `bastide serve` and `bastide doctor` then
//! report that it is missing. Debug builds read the client from `web/dist` at run time, so a new
//! client does not require a new server.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, fs};

/// Inputs of the client build, relative to `web`.
const SOURCES: [&str; 6] =
    ["src", "public", "scripts", "index.html", "package-lock.json", "vite.config.ts"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the variable"));
    let web = here.join("../../web");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    // A packaged crate does not contain the client's sources.
    if !is_release || !web.join("package.json").is_file() {
        return;
    }
    for source in SOURCES {
        println!("cargo:rerun-if-changed={}", web.join(source).display());
    }
    let dist = web.join("dist");
    let built = modified(&dist.join("index.html"));
    let changed = SOURCES.iter().filter_map(|source| newest(&web.join(source))).max();
    if built.is_none() || built < changed {
        build(&web);
    }
    if dist.is_dir() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
}

/// Builds the client if npm is available. A failure is ignored: the server works without a client
/// and reports how to build it.
fn build(web: &Path) {
    let npm = |args: &[&str]| {
        let mut command = Command::new("npm");
        command.args(args).current_dir(web).stdin(Stdio::null());
        command.output().is_ok_and(|output| output.status.success())
    };
    let has_packages = modified(&web.join("node_modules/.package-lock.json"))
        >= modified(&web.join("package-lock.json"));
    if has_packages || npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]) {
        npm(&["run", "--silent", "build"]);
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|meta| meta.modified()).ok()
}

/// Returns the modification time of the newest file under `path`.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(entries) = fs::read_dir(path) else { return modified(path) };
    entries.flatten().filter_map(|entry| newest(&entry.path())).max()
}
