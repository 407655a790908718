//! Golden pictures, without colour. `BASTIDE_BLESS=1 cargo test` writes them
//! anew; look at what changed before you keep it.

use crate::{bastide, golden, read, river};

#[track_caller]
fn check(name: &str, args: &[&str]) {
    let drawn = bastide(args).fine();
    let path = golden(name);
    if std::env::var_os("BASTIDE_BLESS").is_some() {
        std::fs::write(&path, &drawn).expect("the golden file can be written");
    }
    assert_eq!(drawn, read(path), "{args:?} no longer draws {name}");
}

#[test]
fn a_young_board() {
    check("river-16.txt", &["show", &river(), "--at", "16"]);
}

#[test]
fn a_whole_board() {
    check("river.txt", &["show", &river()]);
}

#[test]
fn a_whole_board_small_and_in_ascii() {
    check("river-small.txt", &["show", &river(), "--size", "small", "--ascii"]);
}

#[test]
fn every_tile_with_its_slots() {
    check("tiles.txt", &["tiles"]);
}

#[test]
fn a_story() {
    check("river-replay.txt", &["replay", &river()]);
}

/// Where nothing else says so, a board as wide as the terminal is small.
#[test]
fn a_narrow_terminal_gets_small_tiles() {
    let narrow = std::process::Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["show", &river()])
        .env("COLUMNS", "80")
        .output()
        .expect("the binary runs");
    let narrow = String::from_utf8(narrow.stdout).expect("text");
    assert_eq!(narrow, bastide(&["show", &river(), "--size", "small"]).fine());
    let widest = narrow.lines().take_while(|l| !l.is_empty()).map(|l| l.chars().count()).max();
    assert!(widest <= Some(80), "{widest:?}");
}

#[test]
fn a_state_for_machines() {
    let state = bastide(&["show", &river(), "--at", "3", "--json"]).json();
    assert_eq!(state["turns"], 3);
    assert_eq!(state["to_act"], "chance");
    assert_eq!(state["laid"].as_array().map(Vec::len), Some(4), "the spring and three more");
    assert_eq!(state["laid"][0]["tile"], "RA");
    assert_eq!(state["laid"][0]["cell"], "0,0");
    // The third tile holds green's knight; the first a monk of red.
    assert_eq!(state["figures"][0]["role"], "monk");
    assert_eq!(state["figures"][0]["spot"], "0,1.0");
    assert_eq!(state["supplies"]["red"]["meeple"], 6, "SETUP-2: of seven");
}

#[test]
fn tiles_for_machines() {
    let sets = bastide(&["tiles", "base", "--json"]).json();
    assert_eq!(sets.as_array().map(Vec::len), Some(1));
    assert_eq!(sets[0]["total"], 72, "SETUP-3");
    let kinds = sets[0]["kinds"].as_array().expect("kinds");
    let start = kinds.iter().find(|kind| kind["start"] == true).expect("a start tile");
    assert_eq!(start["name"], "D");
    assert_eq!(start["slots"][0]["terrain"], "city");
    assert_eq!(start["slots"][2]["borders"], serde_json::json!([0]));
}
