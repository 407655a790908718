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
        folder == "xtask" || (folder.starts_with("crates/") && folder.matches('/').count() == 1)
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
fn arrows_are_those_of_the_manifests() {
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

/// A file name in a row of the code map exists below the directory of its section. Names in later
/// columns may be relative to a deeper directory.
#[test]
fn files_of_the_code_map_exist() {
    let text = document();
    let map = section(&text, "## Code map");
    let known: Vec<String> = files().into_iter().map(|(name, _)| format!("/{name}")).collect();
    let is_file = |word: &&str| {
        word.rsplit_once('.').is_some_and(|(_, ending)| ["rs", "tiles", "wall"].contains(&ending))
            || word.ends_with('/')
    };
    let mut count = 0;
    for part in map.split("\n### ").skip(1) {
        let title = part.lines().next().expect("a heading");
        let folder = quoted(title).first().copied().unwrap_or_default();
        for cells in rows(part) {
            // Rows of other directories begin with their directory.
            let folder = if folder.is_empty() { quoted(cells[0])[0] } else { folder };
            for word in cells.iter().flat_map(|cell| quoted(cell)).filter(is_file) {
                let end = format!("/{}", word.replace('*', ""));
                let is_there = known.iter().any(|name| {
                    let is_within = name.starts_with(&format!("/{folder}/"));
                    let is_it = if word.ends_with('/') || word.contains('*') {
                        name.contains(&end) || name.ends_with(end.trim_start_matches("/tiles/"))
                    } else {
                        name.ends_with(&end)
                    };
                    is_within && is_it
                });
                assert!(is_there, "{folder} has no {word}");
                count += 1;
            }
        }
    }
    assert!(count > 100, "only {count} files are named");
}
