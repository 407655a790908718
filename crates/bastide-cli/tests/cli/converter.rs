//! Tests for authors of converters from other programs: many files, streams, lenient reading, and
//! precise error messages.

use serde_json::{Value, json};

use crate::{Scratch, bastide, bastide_with, read, river, stronghold};

/// A legal game of two turns, and the same game with an illegal second turn.
const GOOD: &str =
    "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\nDV P1,0r0 M0\nDE P0,-1r2 M0\n";
const BAD: &str =
    "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\nDV P1,0r0 M0\nDE P9,9r0\n";

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

#[test]
fn many_records_are_checked_at_once() {
    let scratch = Scratch::new("many-records");
    let folder = scratch.path("games");
    std::fs::create_dir_all(format!("{folder}/more")).expect("a folder");
    for (name, text) in [
        ("games/a.bastide", GOOD),
        ("games/more/b.bastide", BAD),
        ("games/notes.txt", "not looked at"),
    ] {
        scratch.write(name, text);
    }
    let run = bastide(&["check", &river(), &folder]);
    assert_eq!(run.code, 1, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert!(
        lines[0].ends_with("river.bastide: legal: 82 turns, finished, red 110, blue 74, green 99")
    );
    assert!(
        lines[1].ends_with("a.bastide: legal: 2 turns, finished, red 2, blue 4"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].contains("b.bastide: not legal: line 4: 'P9,9r0' is not legal"),
        "{}",
        lines[2]
    );
    assert!(run.err.contains("3 records: 2 legal, 1 illegal, 0 unreadable"));

    let run = bastide(&["check", &folder, "--json"]);
    let found = objects(&run.out);
    assert_eq!((run.code, found.len()), (1, 2));
    assert_eq!((&found[0]["legal"], &found[1]["code"]), (&true.into(), &"not-adjacent".into()));
    assert!(found[1]["file"].as_str().is_some_and(|file| file.ends_with("b.bastide")));

    let empty = scratch.path("empty");
    std::fs::create_dir_all(&empty).expect("a folder");
    let run = bastide(&["check", &empty]);
    assert!(run.code == 2 && run.err.contains("contains no records (*.bastide)"), "{}", run.err);
}

#[test]
fn a_stream_of_records_is_checked_and_replayed_one_by_one() {
    let json = bastide_host::Record::read(GOOD).expect("a record").to_json();
    let stream = format!("{GOOD}{}{json}\n{BAD}{}", read(river()), read(stronghold()));
    let run = bastide_with(&["check", "-", "--json"], &stream);
    let found = objects(&run.out);
    let legal: Vec<_> = found.iter().map(|one| one["legal"] == true).collect();
    assert_eq!((run.code, &*legal), (1, &[true, true, true, false, true][..]), "{}", run.out);
    let numbers: Vec<_> = found.iter().map(|one| one["record"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5].map(Some));

    let run = bastide_with(&["replay", "-", "--json"], &stream);
    assert_eq!(run.code, 1);
    let found = objects(&run.out);
    let ends: Vec<_> = found.iter().filter(|one| one.get("winners").is_some()).collect();
    assert_eq!(ends.len(), 4);
    let error = found.iter().find(|one| one.get("error").is_some()).expect("the fourth is refused");
    assert_eq!((&error["record"], &error["error"]["line"]), (&4.into(), &4.into()));
    assert_eq!(error["error"]["code"], "not-adjacent");
    let told = bastide_with(&["replay", "-"], &stream);
    assert!(told.out.contains("standard input, record 4\n  refused: line 4"), "{}", told.out);

    let run = bastide_with(&["check", "-"], &format!("{GOOD}bastide 7\nhello\n"));
    assert_eq!(run.code, 2, "the second cannot be read: {}", run.err);
}

#[test]
fn every_command_prints_a_failure_as_json() {
    for (command, code) in
        [("replay", "not-adjacent"), ("show", "not-adjacent"), ("position", "not-adjacent")]
    {
        let run = bastide_with(&[command, "-", "--json"], BAD);
        let json: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!((run.code, &json["error"]["code"]), (1, &code.into()), "{command}");
        assert_eq!(json["error"]["line"], 4, "{command}");
    }
    let run = bastide(&["show", "no-such-file", "--json"]);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(run.code, 2);
    assert!(json["error"]["hint"].is_string(), "{json}");
    let run = bastide(&["play", "--rules", "wheel", "--json"]);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &json["error"]["code"]), (2, &"wheel-without-fields".into()));
}

#[test]
fn the_legal_part_of_an_illegal_record_is_drawn() {
    let scratch = Scratch::new("legal-part");
    let file = scratch.write("bad.bastide", BAD);
    let run = bastide(&["check", &file]);
    assert!(run.err.contains(&format!("hint: 'bastide show {file} --at N' draws")), "{}", run.err);
    let shown = bastide(&["show", &file, "--at", "1"]).fine();
    let good = scratch.write("good.bastide", GOOD);
    assert_eq!(shown, bastide(&["show", &good, "--at", "1"]).fine());
    let run = bastide(&["show", &file, "--at", "2"]);
    assert!(run.code == 1 && run.err.contains("the first 1 turns are legal: --at takes 0 to 1"));
    assert_eq!(bastide(&["show", &file]).code, 1);
}

#[test]
fn tiles_that_a_record_does_not_name_are_refused() {
    let scratch = Scratch::new("unused-tiles");
    let tiles = scratch.write("base.tiles", &bastide::sets::base().to_string());
    for command in ["check", "show", "replay", "position", "verify"] {
        let run = bastide(&[command, &river(), "--tiles", &tiles]);
        assert_eq!(run.code, 2, "{command}");
        assert!(run.err.contains("was played with the built-in tiles"), "{}", run.err);
        assert!(run.err.contains("hint: omit --tiles"), "{}", run.err);
    }
    let name = bastide(&["position", &river()]).fine();
    let run = bastide(&["show", "--position", name.trim(), "--tiles", &tiles]);
    assert!(run.code == 2 && run.err.contains("built-in tiles"), "{}", run.err);
}

#[test]
fn seats_are_listed_in_their_order() {
    let checked = bastide(&["check", &river(), "--json"]).json();
    assert_eq!(checked["scores"], json!([110, 74, 99]));
    let shown = bastide(&["show", &river(), "--json"]).json();
    assert_eq!(shown["game"]["scores"], checked["scores"]);
}

#[test]
fn the_players_can_choose_who_begins() {
    // SETUP-4
    for (seat, number) in [("1", 0), ("2", 1), ("3", 2)] {
        let args = ["play", "--people", "0", "--players", "3", "--bot", "random", "--seed", "4"];
        let out = bastide(&[&args[..], &["--first", seat, "--json"]].concat()).fine();
        let first = objects(&out).into_iter().find(|one| one.get("seat").is_some());
        assert_eq!(first.expect("a move")["seat"], number, "--first {seat}");
    }
    let run = bastide(&["play", "--players", "3", "--first", "4"]);
    assert!(run.code == 2 && run.err.contains("--first takes 1 to 3"), "{}", run.err);
    assert_eq!(bastide(&["play", "--first", "0"]).code, 2);
}

#[test]
fn presets_stand_for_sets_of_rules() {
    for (preset, rules) in [
        ("base", "--rules=base"),
        ("river", "--rules=base,fields,river"),
        ("fortress", "--rules=base,fields"),
        ("medieval", "--rules=base,fields"),
        ("bridges", "--rules=base,fields,bridges,castles,barns"),
        ("wheel", "--rules=wheel,fields"),
        ("stronghold", "--game=stronghold"),
    ] {
        let args = ["play", "--people", "0", "--bot", "random", "--seed", "5", "--json"];
        let by_preset = bastide(&[&args[..], &["--preset", preset]].concat()).fine();
        assert_eq!(by_preset, bastide(&[&args[..], &[rules]].concat()).fine(), "{preset}");
    }
    assert_eq!(bastide(&["play", "--preset", "wheel", "--rules", "base"]).code, 2);
    let run = bastide(&["play", "--preset", "moon"]);
    assert!(run.code == 2 && run.err.contains("medieval"), "{}", run.err);
}
