//! Tests of `bastide import`.

use crate::{Scratch, bastide, bastide_with, river};
use serde_json::{Value, json};

fn fixture(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bastide-import/tests/fixtures");
    format!("{folder}/{name}")
}

const LINK: &str = "https://www.carcassonnelab.com/#/0/0/CED/211112c1?players=Iris,Milo";

#[test]
fn an_imported_game_can_be_checked_and_replayed() {
    let scratch = Scratch::new("import");
    for (input, turns) in
        [(fixture("arena.json"), 3), (fixture("base.jcz"), 2), (LINK.into(), 2), (river(), 82)]
    {
        let file = scratch.path("game.bastide");
        let run = bastide(&["import", &input, "-o", &file]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.starts_with(&format!("{file}: {turns} turns from a ")), "{}", run.out);
        let checked = bastide(&["check", &file, "--json"]).json();
        assert_eq!((&checked["legal"], &checked["turns"]), (&json!(true), &json!(turns)));
        bastide(&["replay", &file]).fine();
        // The same on standard output.
        assert_eq!(bastide(&["import", &input]).out, crate::read(&file));
    }
}

#[test]
fn the_input_may_be_standard_input_or_a_position() {
    let run = bastide_with(&["import", "-"], LINK);
    assert_eq!((run.code, run.out.lines().count()), (0, 4), "{}", run.err);
    assert_eq!(run.err, "note: the game is not finished: 69 tiles were not drawn\n");
    let position = bastide(&["position", &river(), "--at", "9"]).fine();
    let imported = bastide(&["import", position.trim(), "--json"]).json();
    assert_eq!((&imported["format"], &imported["turns"]), (&json!("position"), &json!(9)));
}

#[test]
fn json_has_the_record_and_the_notes() {
    let imported = bastide(&["import", &fixture("base.jcz"), "--json"]).json();
    let note = json!({
        "code": "unfinished", "message": "the game is not finished: 69 tiles were not drawn",
    });
    assert_eq!(
        (&imported["format"], &imported["over"], &imported["notes"]),
        (&json!("jcloisterzone"), &json!(false), &json!([note]))
    );
    assert_eq!(imported["record"]["turns"], json!(["DE P0,-1r2 M1", "DO P-1,0r0 ."]));
}

#[test]
fn a_refusal_names_the_place_and_stores_nothing() {
    let scratch = Scratch::new("import-refused");
    let text = crate::read(fixture("base.jcz"));
    let bad = scratch.write("bad.jcz", &text.replace("[-1, 0]", "[9, 9]"));
    let out = scratch.path("out.bastide");
    let run = bastide(&["import", &bad, "-o", &out, "--json"]);
    assert_eq!(run.code, 1);
    let error: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(
        error["error"],
        json!({
            "code": "not-adjacent",
            "message": format!(
                "{bad}: turn 2, replay[3]: 'P9,9r0' is not legal: that cell is not adjacent to any tile"
            ),
            "turn": 2,
            "path": "replay[3]",
            "hint": "--legal-part imports the turns before this one",
        })
    );
    assert!(!std::path::Path::new(&out).exists());

    let run = bastide(&["import", &bad, "-o", &out, "--legal-part"]);
    assert_eq!((run.code, run.err.lines().count()), (0, 3), "{}", run.err);
    assert!(crate::read(&out).ends_with("\nDE P0,-1r2 M1\n"));
}

#[test]
fn unusable_input_gives_exit_code_2() {
    let scratch = Scratch::new("import-unusable");
    let cut = &crate::read(fixture("arena.json"))[..900];
    for (input, code) in [
        (scratch.write("cut.json", cut), "bad-json"),
        (scratch.write("hello.txt", "hello"), "unknown-format"),
        (scratch.path("missing.json"), "bad-input"),
        ("https://boardgamearena.com/table?table=1".into(), "empty-link"),
        ("https://www.carcassonnelab.com/#/0/0/CED/211".into(), "cut-off"),
    ] {
        let run = bastide(&["import", &input, "--json"]);
        let error: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!((run.code, &error["error"]["code"]), (2, &json!(code)), "{}", run.err);
        assert!(error["error"]["hint"].is_string(), "{error}");
    }
}
