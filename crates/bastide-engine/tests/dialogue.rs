//! Replays the example session of `docs/engine-protocol.md` with the server.
//!
//! `BLESS=1` rewrites the lines of the engine.

use std::collections::BTreeSet;
use std::fs;

use bastide::{Terrain, TileKind};
use bastide_engine::{Answer, Server};
use bastide_testing::golden;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine-protocol.md");
const OPEN: &str = "```engine\n";
const CLOSE: &str = "```\n";

/// Splits the document into the text before the session, the session, and the text after it.
fn parts(text: &str) -> [&str; 3] {
    let (before, rest) = text.split_once(OPEN).expect("a dialogue in the document");
    let (dialogue, after) = rest.split_once(CLOSE).expect("an end of the dialogue");
    [before, dialogue, after]
}

#[test]
fn the_example_session_in_the_document_is_current() {
    let text = fs::read_to_string(DOCUMENT).expect("the document is there");
    let [before, dialogue, after] = parts(&text);
    let mut server = Server::default();
    let mut held = Vec::new();
    for command in dialogue.lines().filter_map(|line| line.strip_prefix("> ")) {
        let mut answers = Vec::new();
        server.hear(command, &mut answers);
        held.push(format!("> {command}"));
        held.extend(answers.iter().map(|answer| format!("< {answer}")));
        let lasts = answers.iter().filter(|answer| answer.is_last()).count();
        assert_eq!(lasts, 1, "{command} has one line that ends its answer");
        assert!(answers.last().is_some_and(Answer::is_last), "{command}");
    }
    if golden::is_blessed() {
        let dialogue: String = held.iter().map(|line| format!("{line}\n")).collect();
        let text = [before, OPEN, &dialogue, CLOSE, after].concat();
        golden::write(DOCUMENT, &text);
        return;
    }
    // Evaluations change with every improvement of the evaluator; only the number of values is
    // compared.
    let plain = |line: &str| match line.strip_prefix("< ").map(Answer::parse) {
        Some(Ok(Answer::Eval(values))) => format!("< eval of {}", values.len()),
        Some(Ok(Answer::Info(_))) => "< info".to_owned(),
        _ => line.to_owned(),
    };
    let written: Vec<String> = dialogue.lines().map(plain).collect();
    let held: Vec<String> = held.iter().map(|line| plain(line)).collect();
    assert_eq!(written, held, "if this is intended, run the test again with BLESS=1");
    assert!(written.iter().any(|line| line.starts_with("< move ")));
}

#[test]
fn the_document_names_every_tile_with_a_garden() {
    let text = fs::read_to_string(DOCUMENT).expect("the document is there");
    let (_, rest) = text.split_once("- **Gardens.**").expect("a paragraph about gardens");
    let (paragraph, _) = rest.split_once("\n- **").expect("another paragraph");
    let names: BTreeSet<&str> = paragraph.split('`').skip(1).step_by(2).collect();
    // The letter, the kind without a garden, and the type of the slot are not names of such tiles.
    let others = BTreeSet::from(["g", "V", "garden"]);
    let has_garden =
        |kind: &&TileKind| kind.slots().any(|(_, slot)| slot.terrain == Terrain::Garden);
    let kinds = bastide::sets::all().into_iter().flat_map(|set| &set.kinds).filter(has_garden);
    let wanted: BTreeSet<&str> = kinds.map(|kind| &*kind.name).collect();
    assert_eq!(names.difference(&others).copied().collect::<BTreeSet<_>>(), wanted);
}

#[test]
fn the_document_names_every_command() {
    let text = fs::read_to_string(DOCUMENT).expect("the document is there");
    for (form, _) in bastide_engine::Command::HELP {
        let name = form.split(' ').next().expect("a word");
        assert!(text.contains(&format!("| `{name}")), "{name} is not described");
    }
}
