//! An expansion is a slice: its own files, and one line in the table of each crate.

#[path = "../src/new_expansion/missing.rs"]
#[allow(dead_code)]
mod missing;
#[path = "documents/project.rs"]
mod project;

use std::collections::BTreeSet;

use project::{root, sources, texts};

/// Number of files outside its slice that may name an expansion.
const MOST: usize = 12;

/// Words that stand for an expansion, in lower case, in the order of the expansions. They are found in identifiers and texts, also
/// as a part: `PigMoved` and `write_pig` contain `pig`. Not counted is what the board knows without
/// an expansion (ADR 19): the overlay `bridge`, the terrains in [`HOMONYMS`], and `fields`, which
/// are also members of structs, so that the expansion counts only where it is meant (see [`TEXTS`]).
const WORDS: &[(&str, &[&str])] = &[
    ("fields", &[]),
    ("river", &["river"]),
    ("abbot", &["abbot", "abbots"]),
    ("bridges", &["bridges"]),
    ("castles", &["castle", "castles", "lady", "ladies"]),
    ("barns", &["barn", "barns"]),
    (
        "wheel",
        &[
            "wheel",
            "pig",
            "pigs",
            "crown",
            "crowns",
            "sector",
            "sectors",
            "plague",
            "famine",
            "inquisition",
        ],
    ),
    ("inns", &["inn", "inns", "cathedral", "cathedrals"]),
    ("traders", &["traders", "hog", "hogs", "goods", "wine", "grain", "cloth"]),
];

/// Texts that stand for an expansion.
const TEXTS: &[(&str, &[&str])] = &[
    ("fields", &["Expansion::Fields", "'fields'", "\"fields\""]),
    ("bridges", &["BRIDGE", "BRIDGE_MARK"]),
];

/// Texts that contain a word of an expansion with another meaning: a game, and a terrain.
const OTHER_MEANINGS: [&str; 3] = ["The Castle", "puzzles.game.castle", "Terrain::River"];

/// Folders with the common parts of expansions that are printed together. Such a folder belongs to
/// the slice of each of them (ADR 19).
const BOXES: &[(&str, &[&str])] = &[
    ("web/src/boxes/buildings/", &["bridges", "castles", "barns"]),
    ("web/src/boxes/bigbox/", &["inns", "traders"]),
];

/// Folders and files that name a word with another meaning: the river as a terrain that is drawn,
/// and the wheel of a mouse.
const HOMONYMS: &[(&str, &str)] = &[
    ("river", "crates/bastide-art/src/"),
    ("river", "crates/bastide-cli/src/board/"),
    ("river", "crates/bastide/src/tile/terrain.rs"),
    ("wheel", "web/src/lib/gestures.ts"),
    ("wheel", "web/src/lib/words/messages/en/game.ts"),
];

/// Returns the names of all expansions.
fn names() -> Vec<String> {
    let folder = format!("{}/", missing::SLICES);
    sources(&folder)
        .into_iter()
        .filter_map(|(name, _)| name.strip_prefix(&folder)?.strip_suffix(".rs").map(str::to_owned))
        .collect()
}

/// Returns true if a file belongs to the slice of an expansion.
fn is_in_slice(file: &str, name: &str) -> bool {
    let is_in_box =
        |&(folder, of): &(&str, &[&str])| file.starts_with(folder) && of.contains(&name);
    file.contains(&format!("expansions/{name}/"))
        || file.contains(&format!("expansions/{name}."))
        || BOXES.iter().any(is_in_box)
}

/// Returns true if a file belongs to an expansion that comes later: what two expansions do together
/// is part of the later one (ADR 19).
fn is_in_later_slice(file: &str, name: &str) -> bool {
    let mut later =
        WORDS.iter().map(|(other, _)| *other).skip_while(|other| *other != name).skip(1);
    later.any(|other| is_in_slice(file, other))
}

/// Returns true for sources that are neither tests nor generated.
fn is_source(file: &str) -> bool {
    let is_code = [".rs", ".ts", ".svelte"].iter().any(|end| file.ends_with(end));
    let is_ours = file.starts_with("web/src/") || file.starts_with("crates/");
    let is_generated = file.starts_with("web/src/wire/");
    let is_test = ["/tests/", "/tests.rs", "/examples/", ".test.ts", "crates/bastide-testing/"]
        .iter()
        .any(|part| file.contains(part));
    is_code && is_ours && !is_generated && !is_test
}

/// Removes comments, unit tests, and words with another meaning.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().map(|line| {
        let trimmed = line.trim_start();
        let is_comment = ["//", "/*", "*", "<!--"].iter().any(|start| trimmed.starts_with(start));
        if is_comment { "" } else { line.split(" // ").next().unwrap_or_default() }
    });
    let code = lines.collect::<Vec<_>>().join("\n");
    OTHER_MEANINGS.iter().fold(code, |code, other| code.replace(other, ""))
}

/// Returns the words of a text in lower case, with identifiers divided into theirs.
fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for identifier in text.split(|c: char| !c.is_alphanumeric()) {
        let (mut word, mut was_lower) = (String::new(), false);
        for c in identifier.chars() {
            if c.is_uppercase() && was_lower {
                words.insert(core::mem::take(&mut word));
            }
            was_lower = !c.is_uppercase();
            word.extend(c.to_lowercase());
        }
        words.insert(word);
    }
    words
}

/// Returns true if the text contains `word`, not only as a part of another one.
fn has_word(text: &str, word: &str) -> bool {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_inner) && !after.is_some_and(is_inner)
    })
}

/// Returns the entry of a table for an expansion.
fn entry<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

#[test]
fn few_files_outside_its_slice_name_an_expansion() {
    let sources: Vec<(String, String, BTreeSet<String>)> = texts(is_source)
        .into_iter()
        .map(|(file, text)| {
            let code = code(&text);
            let words = words(&code);
            (file, code, words)
        })
        .collect();
    for &(name, part) in HOMONYMS {
        let is_used = |(file, _, words): &(String, String, BTreeSet<String>)| {
            file.starts_with(part) && words.contains(name)
        };
        assert!(sources.iter().any(is_used), "{part} does not name '{name}' any more");
    }
    let names = names();
    assert!(names.len() >= WORDS.len(), "{names:?}");
    let mut failures = String::new();
    for name in &names {
        let own = [name.as_str()];
        let own_words = entry(WORDS, name).unwrap_or(&own);
        let own_texts = entry(TEXTS, name).unwrap_or_default();
        let is_homonym =
            |file: &str| HOMONYMS.iter().any(|&(of, part)| of == name && file.starts_with(part));
        let found: Vec<&str> = sources
            .iter()
            .filter(|(file, _, _)| !is_in_slice(file, name) && !is_in_later_slice(file, name))
            .filter(|(file, _, _)| !is_homonym(file))
            .filter(|(_, text, words)| {
                own_words.iter().any(|&word| words.contains(word))
                    || own_texts.iter().any(|own| has_word(text, own))
            })
            .map(|(file, _, _)| file.as_str())
            .collect();
        if found.len() > MOST {
            let list = found.join("\n  ");
            failures +=
                &format!("{} files outside its slice name '{name}':\n  {list}\n", found.len());
        }
    }
    assert!(failures.is_empty(), "at most {MOST}, see ADR 19:\n{failures}");
}

#[test]
fn a_box_holds_common_parts_only() {
    for &(folder, of) in BOXES {
        let files = texts(|file| is_source(file) && file.starts_with(folder));
        let words: Vec<BTreeSet<String>> =
            files.iter().map(|(_, text)| words(&code(text))).collect();
        for name in of {
            let own = entry(WORDS, name).unwrap_or_default();
            let naming = words.iter().filter(|words| own.iter().any(|word| words.contains(*word)));
            assert!(naming.count() > 1, "{folder} is not about '{name}'");
        }
        // Texts of one expansion belong to its own folder.
        let mut lines = files.iter().flat_map(|(_, text)| text.lines());
        let found = lines.find(|line| line.trim_start().starts_with("'expansion."));
        assert_eq!(found, None, "{folder}");
    }
}

#[test]
fn every_expansion_is_complete() {
    for name in names() {
        let missing = missing::of(&root(), &name).expect("the project can be read");
        assert!(missing.is_empty(), "{name} lacks:\n{}", missing.join("\n"));
    }
}

#[test]
fn words_are_found_in_code_only() {
    let found = |text: &str, word: &str| words(&code(text)).contains(word);
    for text in ["let pig = 1;", "PigMoved", "write_pig(x)", "PIG_SIZE", "'pig_moved'"] {
        assert!(found(text, "pig"), "{text}");
    }
    assert!(!found("pigment", "pig") && !found("// a pig\nlet a = 1; // pig", "pig"));
    assert!(!found("#[cfg(test)]\nmod tests {\npig", "pig"));
    assert!(!found("\"The Castle\"", "castle") && !found("Terrain::River", "river"));
    assert!(has_word("[BRIDGE]", "BRIDGE") && !has_word("IS_BRIDGE", "BRIDGE"));
    assert!(is_in_slice("web/src/expansions/wheel/en.ts", "wheel"));
    assert!(!is_in_slice("web/src/expansions/river/en.ts", "wheel"));
    assert!(is_in_slice("web/src/boxes/buildings/lesson.ts", "barns"));
    assert!(!is_in_slice("web/src/boxes/buildings/lesson.ts", "wheel"));
    assert!(is_in_later_slice("web/src/boxes/bigbox/en.ts", "wheel"));
    assert!(is_in_later_slice("web/src/expansions/barns/en.ts", "river"));
    assert!(!is_in_later_slice("web/src/expansions/river/en.ts", "barns"));
}
