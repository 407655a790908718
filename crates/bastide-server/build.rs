//! Builds the web client for a release, so that `cargo install` gives a server
//! with a game, and tells cargo when the server has to be built anew for it.
//!
//! Without Node the server is built without a client; `bastide serve` and
//! `bastide doctor` then say what is missing. Other builds read the client from
//! `web/dist` when it is asked for, so a new client needs no new server.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, fs};

/// Everything the client is built from, below `web`.
const SOURCES: [&str; 6] =
    ["src", "public", "scripts", "index.html", "package-lock.json", "vite.config.ts"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let web = here.join("../../web");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    // A packaged crate comes without the client's sources.
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

/// Builds the client where npm is there. A failure is no reason to fail: the
/// server works without, and says how to build the client.
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

/// The time of the newest file below a path.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(entries) = fs::read_dir(path) else { return modified(path) };
    entries.flatten().filter_map(|entry| newest(&entry.path())).max()
}
