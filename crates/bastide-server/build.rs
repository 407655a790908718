//! Lets cargo know when a release needs to be built anew for the sake of the
//! web client inside.
//!
//! `rust-embed` takes in what it finds, but cargo hears from it neither of files
//! that are added later nor of a client that was not there at all. Other builds
//! read the client when it is asked for, so a new one needs no new server.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
        let web = here.join("../../web");
        let dist = web.join("dist");
        // What is not there would count as changed each time.
        let watched = if dist.is_dir() { dist } else { web };
        println!("cargo:rerun-if-changed={}", watched.display());
    }
}
