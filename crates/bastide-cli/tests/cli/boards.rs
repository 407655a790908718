//! Golden pictures without colour. `BASTIDE_BLESS=1 cargo test` rewrites them; review the changes
//! before committing them.

use crate::{all, bastide, golden, read, river, wheel};

#[track_caller]
pub(crate) fn check(name: &str, args: &[&str]) {
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

/// BRIDGE-3, CASTLE-2, BARN-4: bridges in both directions, castles with and without a lady, and a
/// barn with its farmer.
#[test]
fn a_board_with_buildings() {
    check("all-46.txt", &["show", &all(), "--at", "46"]);
    check("all-small.txt", &["show", &all(), "--size", "small", "--ascii"]);
}

/// WHEEL-3: the block, its six sectors, nine crown spaces and the pig.
#[test]
fn a_board_with_the_wheel() {
    check("wheel.txt", &["show", &wheel()]);
    check("wheel-small.txt", &["show", &wheel(), "--size", "small", "--ascii"]);
}

#[test]
fn a_board_in_colour() {
    let look = ["--size", "small", "--color", "always"];
    check("wheel-12.ansi", &[&["show", &wheel(), "--at", "12"][..], &look].concat());
    check("all-46.ansi", &[&["show", &all(), "--at", "46"][..], &look].concat());
}

#[test]
fn every_tile_with_its_slots() {
    check("tiles.txt", &["tiles"]);
}

#[test]
fn a_story() {
    check("river-replay.txt", &["replay", &river()]);
    check("all-replay.txt", &["replay", &all()]);
    check("wheel-replay.txt", &["replay", &wheel()]);
}

/// Without an explicit size, tiles are small if the board would be wider than the terminal.
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
    // The third tile has green's knight, the first a monk of red.
    assert_eq!(state["figures"][0]["role"], "monk");
    assert_eq!(state["figures"][0]["spot"], "0,1.0");
    assert_eq!(state["supplies"]["red"]["meeple"], 6, "SETUP-2: of seven");
}

#[test]
fn buildings_and_the_pig_for_machines() {
    let state = bastide(&["show", &all(), "--at", "46", "--json"]).json();
    let laid = state["laid"].as_array().expect("tiles");
    let bridges: Vec<_> = laid.iter().filter(|tile| !tile["bridge"].is_null()).collect();
    // buildings that are not in supply were built.
    assert_eq!(state["bridges"]["left"], 12 - bridges.len());
    assert!(bridges.iter().all(|tile| tile["bridge"] == "|" || tile["bridge"] == "-"));
    for building in ["castles", "barns"] {
        let built = state[building]["built"].as_array().expect("a list").len();
        assert!(built > 0, "no {building}");
        assert_eq!(state[building]["left"], 6 - built);
    }
    let figures = state["figures"].as_array().expect("figures");
    let on = |spot: &str| figures.iter().find(|f| f["spot"] == spot).map(|f| f["role"].clone());
    assert_eq!(on("b0"), Some("farmer".into()), "BARN-6");
    assert_eq!(state.get("pig"), None, "there is no wheel");
    let state = bastide(&["show", &wheel(), "--json"]).json();
    assert_eq!(state["pig"], "fortune");
    let figures = state["figures"].as_array().expect("figures");
    let ladies = figures.iter().filter(|f| f["role"] == "lady");
    assert!(ladies.count() == 1 && figures.iter().any(|f| f["spot"] == "k3"));
}

#[test]
fn tiles_say_how_certain_they_are() {
    let out = bastide(&["tiles", "bridges"]).fine();
    // 15 land tiles and the river tile.
    assert!(out.contains("bridges: 16 tiles, 14 kinds\n  1 tile certain: "), "{out}");
    for wanted in [
        "  4 tiles rule-hint: ",
        "  9 tiles inherited: ",
        "  2 tiles reconstructed: invented",
        "  --tiles FILE replaces them",
        "XT2  × 1  (reconstructed)",
    ] {
        assert!(out.contains(wanted), "'{wanted}' is missing:\n{out}");
    }
    assert!(!bastide(&["tiles", "base"]).fine().contains("certain"), "of these we are");
    let sets = bastide(&["tiles", "bridges", "--json"]).json();
    let kinds = sets[0]["kinds"].as_array().expect("kinds");
    assert_eq!(kinds.iter().filter(|kind| kind["certainty"] == "certain").count(), 1);
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
