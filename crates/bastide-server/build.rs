//! Puts the web client into the server.
//!
//! For releases every file of `web/dist` goes into the binary. Otherwise the
//! files are read when they are asked for, so that a new build of the client
//! needs none of the server. Without any client a page says how to get one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The page of a server without a client.
const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Bastide</title>
<h1>Bastide</h1>
<p>The server runs, but its web client was not built. <code>cargo xtask play</code> builds and
opens it. What programs can ask for is at <a href=\"/api\">/api</a>.</p>
</html>
";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let made = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let web = here.join("../../web");
    let dist = web.join("dist");

    let placeholder = made.join("placeholder.html");
    fs::write(&placeholder, PLACEHOLDER).expect("the build folder can be written to");
    let placeholder = vec![("index.html".to_owned(), placeholder)];

    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let (files, live) = match (is_release, dist.join("index.html").is_file()) {
        (true, true) => {
            println!("cargo:rerun-if-changed={}", dist.display());
            (files(&dist), None)
        }
        (true, false) => {
            println!("cargo:rerun-if-changed={}", web.display());
            (placeholder, None)
        }
        (false, _) => (placeholder, Some(dist)),
    };

    let mut code = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in files {
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
    }
    let live = live.map(|path| path.display().to_string());
    let _ = writeln!(code, "];\nconst LIVE: Option<&str> = {live:?};");
    fs::write(made.join("pages.rs"), code).expect("the build folder can be written to");
}

/// All files below a folder, with their names there, in order.
fn files(root: &Path) -> Vec<(String, PathBuf)> {
    let (mut folders, mut found) = (vec![root.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).expect("it is below").to_str();
            let name = name.expect("the client's files have plain names").replace('\\', "/");
            let path = path.canonicalize().expect("it is there");
            found.push((name, path));
        }
    }
    found.sort();
    found
}
