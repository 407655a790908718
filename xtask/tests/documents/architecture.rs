//! Checks `ARCHITECTURE.md` against the manifests and the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::project::{files, root, texts};

/// Names of crates of the workspace that each crate depends on.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn document() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the document is there")
}

/// Returns the part of a document below a heading, up to the next heading of the same level.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let level = heading.split(' ').next().expect("a heading has a level");
    let (_, rest) = text.split_once(&format!("\n{heading}\n")).expect(heading);
    rest.split(&format!("\n{level} ")).next().expect("split yields one part")
}

/// Returns the words in backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns the cells of the rows of all tables in a text, without headings.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let is_row = |line: &&str| line.starts_with('|') && !line.starts_with("|---");
    text.lines()
        .filter(is_row)
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .filter(|cells: &Vec<&str>| cells[0].contains('`'))
        .collect()
}

/// Returns the dependencies that the manifests declare outside of tests.
fn manifests() -> Arrows {
    let is_manifest = |name: &str| {
        let folder = name.strip_suffix("/Cargo.toml").unwrap_or_default();
        ["fuzz", "python", "xtask"].contains(&folder)
            || (folder.starts_with("crates/") && folder.matches('/').count() == 1)
    };
    let mut arrows = Arrows::new();
    for (name, text) in texts(is_manifest) {
        let folder = name.trim_end_matches("/Cargo.toml").trim_start_matches("crates/");
        let used = arrows.entry(folder.to_owned()).or_default();
        let mut is_used = false;
        for line in text.lines() {
            if line.starts_with('[') {
                is_used = line == "[dependencies]" || line.ends_with(".dependencies]");
            }
            let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if is_used && (key == "bastide" || key.starts_with("bastide-")) {
                used.insert(key.to_owned());
            }
        }
    }
    assert!(arrows.len() > 10, "only {} manifests were found", arrows.len());
    arrows
}

/// Returns the dependencies in the table of the document.
fn table(view: &str) -> Arrows {
    let row = |cells: Vec<&str>| {
        let used = quoted(cells[1]).into_iter().map(str::to_owned).collect();
        (quoted(cells[0])[0].to_owned(), used)
    };
    rows(view).into_iter().map(row).collect()
}

/// Returns the arrows of the diagram: from the crate at its top to each crate with `►`, from each
/// crate down to the next one across `▼`, and from each crate below `▲` up to the one above it.
fn drawn(view: &str) -> Vec<(String, String)> {
    let diagram = view.split("```").nth(1).expect("a diagram");
    let name = |line: &str| {
        let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
        let words = line.split(|c: char| !is_part(c));
        words.into_iter().find(|word| word.starts_with("bastide")).map(str::to_owned)
    };
    let (mut arrows, mut top, mut above) = (Vec::new(), None, None::<String>);
    let (mut is_down, mut is_up) = (false, false);
    for line in diagram.lines() {
        is_down |= line.contains('▼');
        is_up |= line.contains('▲');
        let Some(name) = name(line) else { continue };
        let Some(top) = &top else {
            top = Some(name);
            continue;
        };
        match &above {
            Some(above) if is_up => {
                arrows.push((name, above.clone()));
                continue;
            }
            Some(above) if is_down => arrows.push((above.clone(), name.clone())),
            _ => {}
        }
        if line.contains('►') {
            arrows.push((top.clone(), name.clone()));
        }
        (above, is_down) = (Some(name), false);
    }
    arrows
}

#[test]
fn the_dependency_table_matches_the_manifests() {
    let text = document();
    let view = section(&text, "## Bird's-eye view");
    let (declared, listed, drawn) = (manifests(), table(view), drawn(view));
    for (name, used) in &declared {
        assert_eq!(listed.get(name), Some(used), "dependencies of {name}, as declared");
    }
    assert_eq!(listed.len(), declared.len(), "the table lists a crate that does not exist");
    assert!(drawn.len() > 10, "{drawn:?}");
    for (from, to) in drawn {
        let is_declared = declared.get(&from).is_some_and(|used| used.contains(&to));
        assert!(is_declared, "the diagram has an arrow from {from} to {to}");
    }
}

/// The oracle and the test support are for tests. `bastide-load` and `bastide-sim` are not
/// published either.
#[test]
fn only_tests_use_the_oracle_and_the_test_support() {
    for (name, used) in manifests() {
        assert!(!used.contains("bastide-oracle"), "{name} uses the oracle");
        let is_test = ["bastide-load", "bastide-sim"].contains(&name.as_str());
        assert!(is_test || !used.contains("bastide-testing"), "{name} uses the test support");
    }
}

/// Returns the rows of the code map with the directory of their section. Rows of other directories
/// begin with their directory.
fn code_map(text: &str) -> Vec<(&str, Vec<&str>)> {
    let map = section(text, "## Code map");
    let mut found = Vec::new();
    for part in map.split("\n### ").skip(1) {
        let title = part.lines().next().expect("a heading");
        let folder = quoted(title).first().copied().unwrap_or_default();
        for cells in rows(part) {
            let folder = if folder.is_empty() { quoted(cells[0])[0] } else { folder };
            found.push((folder, cells));
        }
    }
    found
}

/// Returns true for the name of a file or a folder of sources.
fn is_file(word: &&str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, ending)| ["rs", "tiles", "wall"].contains(&ending))
        || word.ends_with('/')
}

/// Returns true if a file, or a folder with its final `/`, exists below `folder`. A `*` stands for
/// the stem of any file.
fn is_there(known: &[String], folder: &str, word: &str) -> bool {
    let path = format!("{folder}/{word}");
    match path.split_once('*') {
        Some((start, end)) => {
            known.iter().any(|name| name.starts_with(start) && name.ends_with(end))
        }
        None if path.ends_with('/') => known.iter().any(|name| name.starts_with(&path)),
        None => known.contains(&path),
    }
}

/// The first column of the code map has paths below `src`, or below the directory of the section if
/// they are not sources. Names in the second column may also be relative to a folder of the first.
#[test]
fn files_of_the_code_map_exist() {
    let text = document();
    let known: Vec<String> = files().into_iter().map(|(name, _)| name).collect();
    let mut count = 0;
    for (folder, cells) in code_map(&text) {
        let roots = [format!("{folder}/src"), folder.to_owned()];
        let named: Vec<&str> = quoted(cells[0]).into_iter().filter(is_file).collect();
        let folders = named.iter().filter_map(|word| word.strip_suffix('/'));
        let deeper: Vec<String> = folders.map(|word| format!("{}/{word}", roots[0])).collect();
        for word in &named {
            let is_there = roots.iter().any(|root| is_there(&known, root, word));
            assert!(is_there, "{folder} has no {word}");
            count += 1;
        }
        for word in cells[1..].iter().flat_map(|cell| quoted(cell)).filter(is_file) {
            let is_there = roots.iter().chain(&deeper).any(|root| is_there(&known, root, word));
            assert!(is_there, "{folder} has no {word}, which the row of {:?} names", cells[0]);
            count += 1;
        }
    }
    assert!(count > 100, "only {count} files are named");
}

/// A crate with a table in the code map has all its files directly below `src` in it.
#[test]
fn the_code_map_is_complete() {
    let text = document();
    let map = code_map(&text);
    let folders: BTreeSet<&str> = map
        .iter()
        .filter(|(folder, cells)| !quoted(cells[0]).contains(folder))
        .map(|&(folder, _)| folder)
        .collect();
    assert!(folders.len() > 8, "{folders:?}");
    for folder in folders {
        let rows = map.iter().filter(|(of, _)| *of == folder);
        let named: BTreeSet<&str> = rows.flat_map(|(_, cells)| quoted(cells[0])).collect();
        for (name, _) in files() {
            let Some(file) = name.strip_prefix(&format!("{folder}/src/")) else { continue };
            let is_listed = file.contains('/')
                || !file.ends_with(".rs")
                || ["lib.rs", "main.rs"].contains(&file)
                || named.contains(file);
            assert!(is_listed, "the code map of {folder} lacks {file}");
        }
    }
}
