//! Conventions of this code base that the compiler does not check.

#[path = "documents/project.rs"]
mod project;

use std::collections::BTreeSet;
use std::fs;

use project::{files, root, sources, texts};

/// Prefixes of rules that do not need tests yet.
const PENDING: &[&str] = &[];

/// Phrases that comments, documents and messages avoid, with the number of remaining uses. Lower the
/// number when a use is removed.
const AVOIDED: &[(&str, usize)] = &[
    ("anybody", 0),
    ("anyone", 0),
    ("everybody", 0),
    ("everyone", 0),
    ("for ever", 0),
    ("is no", 0),
    ("look after", 0),
    ("looked after", 0),
    ("looking after", 0),
    ("looks after", 0),
    ("meanwhile", 0),
    ("no one", 0),
    // Keyword of the scenario language.
    ("nobody", 2),
    ("one's own", 0),
    ("oneself", 0),
    ("so long", 0),
    ("so many", 0),
    ("so much", 0),
    ("somebody", 0),
    ("someone", 0),
    ("what became of", 0),
    ("whoever", 0),
    ("whomever", 0),
];

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
    let rules = texts(|name| name == "docs/rules.md" || name.starts_with("docs/rules/"));
    let defined: Vec<&str> = rules
        .iter()
        .flat_map(|(_, text)| text.lines())
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
fn families_do_not_import_each_other() {
    let (land, stronghold) =
        (sources("crates/bastide/src/land"), sources("crates/bastide/src/stronghold"));
    assert!(land.len() > 5 && stronghold.len() > 5);
    for (name, text) in land {
        assert!(!text.contains("stronghold"), "{name} names the other family");
    }
    for (name, text) in stronghold {
        assert!(!text.contains("land::"), "{name} imports the other family");
    }
}

#[test]
fn the_kernel_names_no_family_and_no_expansion() {
    // `game.rs` has the enum over families; all others are shared parts.
    let parts = [
        "action",
        "bag",
        "board",
        "capacity",
        "error",
        "event",
        "features",
        "figure",
        "fingerprint",
        "fixed_vec",
        "frontier",
        "geometry",
        "grid",
        "joints",
        "kind",
        "mark",
        "notation",
        "piece",
        "seat",
        "set_rows",
        "tile",
    ];
    for part in parts {
        let found = sources(&format!("crates/bastide/src/{part}"));
        assert!(!found.is_empty(), "there is no {part}.rs");
        for (name, text) in found {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = lines.collect::<Vec<_>>().join("\n");
            for word in ["land::", "stronghold::", "expansions", "Expansion"] {
                assert!(!code.contains(word), "{name} says '{word}'");
            }
        }
    }
}

#[test]
fn only_the_hook_table_names_an_expansion() {
    let expansions: Vec<String> = files()
        .into_iter()
        .filter_map(|(name, _)| {
            let file = name.strip_prefix("crates/bastide/src/land/expansions/")?;
            file.strip_suffix(".rs").map(str::to_owned)
        })
        .collect();
    assert!(!expansions.is_empty());
    for (name, text) in sources("crates/bastide/src/land") {
        let is_expansion = name.starts_with("crates/bastide/src/land/expansions");
        for expansion in expansions.iter().filter(|_| !is_expansion) {
            let calls = text.matches(&format!("{expansion}::")).count();
            // The state of an expansion is a field of the game, so its type is imported once.
            let imports = text.matches(&format!("use expansions::{expansion}::")).count();
            assert_eq!(calls, imports, "{name} calls {expansion} past the hook table");
        }
    }
}

#[test]
fn files_have_a_bounded_length() {
    for (name, path) in files().into_iter().filter(|(name, _)| name.ends_with(".rs")) {
        let lines = fs::read_to_string(path).expect("sources are text").lines().count();
        assert!(lines <= 700, "{name} has {lines} lines: is it still one idea?");
        assert!(!name.ends_with("/mod.rs"), "{name}: say foo.rs beside foo/");
    }
}

#[test]
fn the_rules_crate_is_pure() {
    let words = [
        "async ",
        "f32",
        "f64",
        "getrandom",
        "println!",
        "rand::",
        "static mut",
        "std::env",
        "std::fs",
        "std::io",
        "std::net",
        "std::process",
        "std::thread",
        "std::time",
        "tracing",
    ];
    let rules = sources("crates/bastide/src/");
    assert!(rules.len() > 30, "only {} files found", rules.len());
    for (name, text) in rules {
        // Unit tests and examples in comments may use the standard library.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let uses_std = |line: &&str| line.contains("std::") && !line.trim().starts_with("//");
        assert_eq!(code.lines().find(uses_std), None, "{name}: use `core` or `alloc`");
        for word in words {
            assert!(!text.contains(word), "{name} says '{word}'");
        }
    }
}

/// Tables, imports and all that they use run in a browser, where these modules compile but fail. The bots use
/// a clock for budgets in time, and the images that only the server draws use threads.
#[test]
fn tables_need_no_server() {
    let words = [
        "async ",
        "println!",
        "std::env",
        "std::fs",
        "std::net",
        "std::process",
        "std::thread",
        "std::time",
        "Instant",
        "SystemTime",
        "tokio",
        "tracing",
    ];
    for folder in ["bastide-host", "bastide-import", "bastide-protocol", "bastide-table"] {
        let files = sources(&format!("crates/{folder}/src/"));
        assert!(files.len() > 10, "only {} files of {folder} found", files.len());
        let is_code = |(name, _): &(String, String)| !name.contains("/tests");
        for (name, text) in files.into_iter().filter(is_code) {
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim().starts_with("//")) {
                for word in words {
                    assert!(!line.contains(word), "{name} says '{word}'");
                }
            }
        }
    }
    let manifest = fs::read_to_string(root().join("crates/bastide-table/Cargo.toml"));
    let manifest = manifest.expect("a manifest");
    for heavy in ["getrandom", "unicode-normalization", "unicode-security"] {
        let is_optional = |line: &str| line.starts_with(heavy) && line.contains("optional = true");
        assert!(manifest.lines().any(is_optional), "{heavy} is not optional");
    }
}

/// Clippy's `disallowed-types` has the same rule, for paths that are not written out.
#[test]
fn nothing_uses_a_hash_table() {
    let all = sources("crates/");
    assert!(all.len() > 300, "only {} files found", all.len());
    for (name, text) in all {
        for word in ["HashMap", "HashSet"] {
            assert!(!text.contains(word), "{name} uses {word}");
        }
    }
    let lints = fs::read_to_string(root().join("clippy.toml")).expect("clippy is configured");
    assert!(lints.contains("std::collections::HashMap") && lints.contains("HashSet"));
}

/// Names of tiles do not occur in the drawing code, outside of its tests. Names of one letter are
/// also words, such as `N` for north, and count only in a line that mentions a name.
#[test]
fn the_drawing_code_knows_no_tile_by_name() {
    let sets = bastide::sets::all();
    let kinds = sets.iter().flat_map(|set| &set.kinds);
    let names: BTreeSet<String> = kinds.map(|kind| kind.name.to_string()).collect();
    assert!(names.len() > 150, "only {} names found", names.len());
    for (name, text) in sources("crates/bastide-art/src/") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            for word in line.split('"').skip(1).step_by(2) {
                let is_tile = names.contains(word) && (word.len() > 1 || line.contains("name"));
                assert!(!is_tile, "{name} names the tile '{word}'");
            }
        }
    }
}

/// Counts the uses of a phrase in a line, both in lower case. Parts of identifiers and paths, quoted
/// keywords (`"nobody"`), "there is no" and "is no longer" do not count.
fn uses(line: &str, phrase: &str) -> usize {
    // A variant of an enum.
    if line.trim().trim_end_matches(',') == phrase {
        return 0;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let is_use = |at: usize| {
        let (before, after) = (&line[..at], &line[at + phrase.len()..]);
        let (left, right) = (before.chars().next_back(), after.chars().next());
        let is_part =
            left.is_some_and(|c| is_name(c) || c == ':' || c == '.') || right.is_some_and(is_name);
        let is_quoted = left == right && left.is_some_and(|c| ['\'', '"', '`'].contains(&c));
        let is_usual = phrase == "is no"
            && (before.ends_with("there ")
                || after.starts_with(" longer")
                || after.starts_with(" more"));
        !is_part && !is_quoted && !is_usual
    };
    line.match_indices(phrase).filter(|&(at, _)| is_use(at)).count()
}

#[test]
fn phrases_are_counted_in_prose_only() {
    for (line, count) in [
        ("/// returns nobody, or nobody else.", 2),
        ("actor::nobody => break,", 0),
        ("    nobody,", 0),
        ("r#\"{\"kind\":\"nobody\"}\"#", 0),
        ("let nobody_else = 1;", 0),
    ] {
        assert_eq!(uses(line, "nobody"), count, "{line}");
    }
    for (line, count) in [
        ("'x' is no tile", 1),
        ("there is no tile", 0),
        ("the tile is no longer there", 0),
        ("this is not a tile", 0),
    ] {
        assert_eq!(uses(line, "is no"), count, "{line}");
    }
}

/// Returns the part of a line that can be prose: in scenarios the title and comments, without the
/// keywords of expectations; elsewhere the whole line.
fn prose<'a>(name: &str, line: &'a str) -> &'a str {
    if !name.ends_with(".scn") || line.starts_with("title ") {
        return line;
    }
    line.split_once('#').map_or("", |(_, comment)| comment)
}

#[test]
fn keywords_of_scenarios_are_not_prose() {
    for (line, count) in [
        ("title maj-4: nobody scores", 1),
        ("expect returned nobody", 0),
        ("expect returned nobody  # nobody was there", 1),
    ] {
        assert_eq!(uses(prose("a.scn", line), "nobody"), count, "{line}");
    }
    assert_eq!(prose("a.rs", "/// Nobody."), "/// Nobody.");
}

/// English texts for players (`web/src/lib/words`, `web/src/expansions`) are included. The history in
/// the changelog and stored fixtures are exempt.
#[test]
fn prose_is_standard_technical_english() {
    let endings = [
        ".css", ".html", ".js", ".md", ".mjs", ".rs", ".scn", ".sql", ".svelte", ".tiles", ".toml",
        ".ts",
    ];
    let exempt = ["CHANGELOG.md", "xtask/tests/tidy.rs"];
    let mut texts = Vec::new();
    for (name, path) in files() {
        let is_prose = endings.iter().any(|ending| name.ends_with(ending))
            && !exempt.contains(&name.as_str())
            && !name.contains("/fixtures/");
        if is_prose && let Ok(text) = fs::read_to_string(path) {
            texts.push((name, text.to_lowercase()));
        }
    }
    assert!(texts.len() > 500, "only {} files found", texts.len());
    for &(phrase, allowed) in AVOIDED {
        let mut found = Vec::new();
        for (name, text) in &texts {
            for (number, line) in text.lines().enumerate() {
                for _ in 0..uses(prose(name, line), phrase) {
                    found.push(format!("{name}:{}: {}", number + 1, line.trim()));
                }
            }
        }
        let list = found.join("\n");
        assert_eq!(found.len(), allowed, "uses of '{phrase}', see CONTRIBUTING.md:\n{list}");
    }
}
