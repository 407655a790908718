//! Conventions of the crates that other programs use as libraries.

use std::fs;
use std::path::{Path, PathBuf};

/// The published crates, with the minimum number of examples in their documentation. Raise a number
/// when examples are added.
const LIBRARIES: [(&str, usize); 5] = [
    ("bastide", 60),
    ("bastide-art", 5),
    ("bastide-bots", 10),
    ("bastide-engine", 2),
    ("bastide-host", 16),
];

/// Examples that show the use of the libraries.
const EXAMPLES: [&str; 5] = [
    "bastide/examples/own_tiles.rs",
    "bastide/examples/perft.rs",
    "bastide/examples/random_game.rs",
    "bastide-art/examples/draw_board.rs",
    "bastide-bots/examples/own_bot.rs",
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("crates")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Counts the examples in the doc comments of a source file, or in a README that is the front page
/// of a crate.
fn examples(text: &str) -> usize {
    let mut is_open = false;
    let opens = |line: &str| {
        let line = line.trim();
        let line = line.strip_prefix("///").or(line.strip_prefix("//!")).unwrap_or(line);
        let Some(language) = line.trim().strip_prefix("```") else { return false };
        is_open = !is_open;
        is_open && ["", "rust", "no_run"].contains(&language)
    };
    text.lines().map(opens).filter(|&opens| opens).count()
}

fn examples_below(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let count = |path: PathBuf| {
        if path.is_dir() { examples_below(&path) } else { examples(&read(&path)) }
    };
    paths.map(count).sum()
}

#[test]
fn examples_are_counted_once() {
    let text = "/// ```\n/// let x = 1;\n/// ```\n//! ```text\n//! ```\n```rust\nx\n```\n";
    assert_eq!(examples(text), 2);
}

#[test]
fn entry_points_have_examples() {
    for (name, fewest) in LIBRARIES {
        let folder = crates().join(name);
        let mut found = examples_below(&folder.join("src"));
        if read(&folder.join("src/lib.rs")).contains("include_str!(\"../README.md\")") {
            found += examples(&read(&folder.join("README.md")));
        }
        assert!(found >= fewest, "{name} has {found} examples in its documentation");
    }
}

/// Each example is short, and its tests run with those of its crate.
#[test]
fn examples_are_short_and_tested() {
    for name in EXAMPLES {
        let text = read(&crates().join(name));
        assert!(text.lines().count() < 80, "{name} is too long for an example");
        assert!(text.contains("#[test]"), "{name} has no test");
        let (package, file) = name.split_once("/examples/").expect("a path of an example");
        let example = file.trim_end_matches(".rs");
        let entry = format!("[[example]]\nname = \"{example}\"\ntest = true\n");
        let manifest = read(&crates().join(package).join("Cargo.toml"));
        assert!(manifest.contains(&entry), "{package} does not run the test of {example}");
    }
}

#[test]
fn libraries_are_published_and_described() {
    for entry in fs::read_dir(crates()).expect("a readable folder") {
        let folder = entry.expect("a readable entry").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let manifest = read(&folder.join("Cargo.toml"));
        let is_library = LIBRARIES.iter().any(|&(library, _)| library == name);
        assert_eq!(manifest.contains("publish = false"), !is_library, "{name}");
        if !is_library {
            continue;
        }
        for key in ["description", "keywords", "categories", "readme", "documentation", "include"] {
            assert!(manifest.contains(&format!("\n{key} = ")), "{name} has no {key}");
        }
        for key in ["version", "rust-version", "license"] {
            assert!(manifest.contains(&format!("\n{key}.workspace = true")), "{name}: {key}");
        }
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(folder.join(file).is_file(), "{name} has no {file}");
        }
    }
}
