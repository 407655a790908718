//! Conventions of this code base that the compiler does not check.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Prefixes of rules that do not need tests yet.
const PENDING: &[&str] = &[];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// Returns every file of the project with its path relative to the root.
fn files() -> Vec<(String, PathBuf)> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_made = ["target", "node_modules", "corpus", "artifacts", "dist"];
            if path.is_dir() && !name.starts_with('.') && !is_made.contains(&name.as_str()) {
                walk(&path, out);
            } else if path.is_file() {
                out.push(path);
            }
        }
    }
    let (root, mut paths) = (root(), Vec::new());
    walk(&root, &mut paths);
    paths.sort();
    let short = |p: &PathBuf| p.strip_prefix(&root).unwrap_or(p).to_string_lossy().into_owned();
    paths.iter().map(|p| (short(p), p.clone())).collect()
}

fn sources(below: &str) -> Vec<(String, String)> {
    files()
        .into_iter()
        .filter(|(name, _)| name.starts_with(below) && name.ends_with(".rs"))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("sources are text")))
        .collect()
}

/// Returns the rule ids in a text: capitals, followed by parts of capitals and digits.
fn rule_ids(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'))
        .map(|word| word.trim_matches('-'))
        .filter(|word| word.contains('-') && word.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_rule_is_named_by_a_test() {
    let rules = fs::read_to_string(root().join("docs/rules.md")).expect("the rules are there");
    let defined: Vec<&str> = rules
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("**").map(|(id, _)| id))
        .filter(|id| id.contains('-') && rule_ids(id).contains(*id))
        .collect();
    assert!(defined.len() > 150, "only {} rules found", defined.len());

    let mut named = BTreeSet::new();
    for (name, path) in files() {
        let is_test = name.ends_with(".scn") || name.contains("/tests/");
        let Ok(text) = fs::read_to_string(path) else { continue };
        if is_test {
            named.extend(rule_ids(&text));
        } else if let (true, Some(at)) = (name.ends_with(".rs"), text.find("#[cfg(test)]")) {
            named.extend(rule_ids(&text[at..]));
        }
    }
    let is_pending = |id: &&&str| PENDING.iter().any(|family| id.starts_with(family));
    let missing: Vec<_> =
        defined.iter().filter(|id| !is_pending(id) && !named.contains(**id)).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}

#[test]
fn families_do_not_know_each_other() {
    for (name, text) in sources("crates/bastide/src/land") {
        assert!(!text.contains("stronghold"), "{name} names the other family");
    }
    for (name, text) in sources("crates/bastide/src/stronghold") {
        assert!(!text.contains("land::"), "{name} imports the other family");
    }
}

#[test]
fn the_kernel_names_no_family_and_no_module() {
    // `game.rs` has the enum over families; all others are shared parts.
    let parts = [
        "action",
        "bag",
        "board",
        "event",
        "features",
        "fingerprint",
        "flat",
        "frontier",
        "geometry",
        "joints",
        "grid",
        "notation",
        "room",
        "seat",
        "tile",
    ];
    for part in parts {
        for (name, text) in sources(&format!("crates/bastide/src/{part}")) {
            for word in ["land::", "stronghold::", "modules", "Module"] {
                assert!(!text.contains(word), "{name} says '{word}'");
            }
        }
    }
}

#[test]
fn only_the_hook_table_names_a_module() {
    let modules: Vec<String> = files()
        .into_iter()
        .filter_map(|(name, _)| {
            let file = name.strip_prefix("crates/bastide/src/land/modules/")?;
            file.strip_suffix(".rs").map(str::to_owned)
        })
        .collect();
    assert!(!modules.is_empty());
    for (name, text) in sources("crates/bastide/src/land") {
        let is_module = name.starts_with("crates/bastide/src/land/modules");
        for module in modules.iter().filter(|_| !is_module) {
            let calls = text.matches(&format!("{module}::")).count();
            // The state of a module is a field of the game, so its type is imported once.
            let imports = text.matches(&format!("use modules::{module}::")).count();
            assert_eq!(calls, imports, "{name} calls {module} past the hook table");
        }
    }
}

#[test]
fn files_stay_readable() {
    for (name, path) in files().into_iter().filter(|(name, _)| name.ends_with(".rs")) {
        let lines = fs::read_to_string(path).expect("sources are text").lines().count();
        assert!(lines <= 700, "{name} has {lines} lines: is it still one idea?");
        assert!(!name.ends_with("/mod.rs"), "{name}: say foo.rs beside foo/");
    }
}

#[test]
fn the_rules_crate_is_pure() {
    for (name, text) in sources("crates/bastide/src") {
        for word in ["std::fs", "std::net", "std::time", "std::io", "println!", "rand::", "HashMap"]
        {
            assert!(!text.contains(word), "{name} says '{word}'");
        }
    }
}
