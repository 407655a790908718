//! Checks `docs/glossary.md`: each term once, and each type and file that it names exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::project::{root, sources, texts};

/// Kinds of items that carry a term.
const ITEMS: [&str; 6] = ["struct ", "enum ", "trait ", "type ", "fn ", "const "];

/// Returns the rows of the glossary: the term, its words in the rulebooks, and what carries it.
fn rows(text: &str) -> Vec<[String; 4]> {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| term |");
    text.lines()
        .filter(is_row)
        .map(|line| {
            let cells: Vec<String> =
                line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            cells.try_into().unwrap_or_else(|cells| panic!("four columns are expected: {cells:?}"))
        })
        .collect()
}

/// Returns true if a line of a source defines `name`, with any visibility.
fn defines(line: &str, name: &str) -> bool {
    ITEMS.iter().any(|item| {
        line.split_once(item).is_some_and(|(before, rest)| {
            let is_start = before.is_empty() || before.ends_with(' ');
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            is_start && rest.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_word))
        })
    })
}

/// Returns the body of the enum `name`.
fn variants<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("enum {name} {{"))?;
    rest.split("\n}").next()
}

#[test]
fn terms_are_unique_and_their_types_exist() {
    let text = fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary is there");
    let rows = rows(&text);
    assert!(rows.len() > 100, "only {} terms were found", rows.len());
    let mut terms = BTreeSet::new();
    let mut crates: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for [term, meaning, _, carriers] in &rows {
        assert!(terms.insert(term.to_lowercase()), "'{term}' is listed twice");
        assert!(!meaning.is_empty(), "'{term}' is not explained");
        let carriers: Vec<&str> = carriers.split('`').skip(1).step_by(2).collect();
        assert!(!carriers.is_empty(), "nothing carries '{term}'");
        for carrier in carriers {
            if carrier.contains('/') {
                assert!(root().join(carrier).exists(), "{term}: there is no {carrier}");
                continue;
            }
            let mut path = carrier.split("::");
            let (Some(krate), Some(item)) = (path.next(), path.next()) else {
                panic!("{term}: {carrier} is neither a path nor a type");
            };
            let files = crates
                .entry(krate.to_owned())
                .or_insert_with(|| sources(&format!("crates/{}/src/", krate.replace('_', "-"))));
            let mut owners =
                files.iter().filter(|(_, text)| text.lines().any(|line| defines(line, item)));
            let is_there = match path.next() {
                None => owners.next().is_some(),
                Some(part) => owners.any(|(_, text)| {
                    let is_variant = |line: &str| {
                        let word = line.trim().trim_end_matches(',');
                        word.split([' ', '(', '{']).next() == Some(part)
                    };
                    variants(text, item).is_some_and(|body| body.lines().any(is_variant))
                        || text.lines().any(|line| defines(line, part))
                        // A row of a table that a macro turns into variants.
                        || text.lines().any(|line| line.trim().starts_with(&format!("{part} = ")))
                }),
            };
            assert!(is_there, "{term}: {carrier} is not defined");
        }
    }
}

#[test]
fn the_glossary_can_be_found() {
    let entrances = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"];
    for (name, text) in texts(|name| entrances.contains(&name)) {
        assert!(text.contains("docs/glossary.md"), "{name} does not link to the glossary");
    }
}

#[test]
fn definitions_are_recognised() {
    assert!(defines("pub(crate) struct Cell {", "Cell"));
    assert!(defines("    pub trait Game: Clone {", "Game"));
    assert!(!defines("pub struct CellSet {", "Cell"));
    assert!(!defines("let x = mystruct Cell", "Cell"));
    let body = variants("enum A {\n    B,\n    C { d: u8 },\n}\n", "A").expect("an enum");
    assert!(body.contains('C'));
}
