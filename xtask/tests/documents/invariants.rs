//! Checks that each invariant names the tests that enforce it, and that these tests exist.

use crate::project::texts;
use crate::proof::{Functions, is_name};

/// Returns the paragraphs that begin with `*Invariant:*`, in documents and comments.
fn invariants(text: &str) -> Vec<String> {
    let plain = |line: &str| {
        let line = line.trim();
        line.trim_start_matches(['/', '!']).trim().to_owned()
    };
    let mut found: Vec<String> = Vec::new();
    let mut is_inside = false;
    for line in text.lines().map(plain) {
        if line.starts_with("*Invariant:*") {
            found.push(String::new());
            is_inside = true;
        }
        is_inside &= !line.is_empty();
        if let (true, Some(paragraph)) = (is_inside, found.last_mut()) {
            paragraph.push_str(&line);
            paragraph.push(' ');
        }
    }
    found
}

/// Returns the names of tests in a paragraph: the words in backticks after `Test:` or `Tests:`.
fn named(paragraph: &str) -> Vec<&str> {
    let Some((_, list)) = paragraph.split_once("Test: ").or(paragraph.split_once("Tests: ")) else {
        return Vec::new();
    };
    list.split('`').skip(1).step_by(2).filter(|word| is_name(word)).collect()
}

#[test]
fn invariants_name_tests_that_exist() {
    let functions = Functions::all();
    let mut count = 0;
    let is_read = |name: &str| name.ends_with(".md") || name.ends_with(".rs");
    for (file, text) in texts(|name| is_read(name) && !name.starts_with("xtask/tests/documents/")) {
        for invariant in invariants(&text) {
            count += 1;
            let tests = named(&invariant);
            assert!(!tests.is_empty(), "{file}: no test is named for: {invariant}");
            for test in tests {
                assert!(functions.is_test(test), "{file}: there is no test `{test}`");
            }
        }
    }
    assert!(count > 25, "only {count} invariants were found");
}

#[test]
fn paragraphs_and_names_are_found() {
    let text = "//! *Invariant:* a holds.\n//! Tests: `x_y`, `z`.\n//!\n//! More.\n\n\
                *Invariant:* **b** holds,\nsee `c`.\n";
    let found = invariants(text);
    assert_eq!(found.len(), 2);
    assert_eq!(named(&found[0]), ["x_y", "z"]);
    assert_eq!(named(&found[1]), [""; 0]);
}
