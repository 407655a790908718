//! Golden pictures without colour.

use bastide_host::Record;
use bastide_protocol::{Aid, EventView, GameView, ViewBuilder};

use crate::{all, bastide, bigbox, golden, read, river, stronghold, wheel};

#[track_caller]
pub(crate) fn check(name: &str, args: &[&str]) {
    bastide_testing::golden::check(golden(name), &bastide(args).fine());
}

#[test]
fn an_early_board() {
    check("river-16.txt", &["show", &river(), "--at", "16"]);
}

#[test]
fn a_complete_board() {
    check("river.txt", &["show", &river()]);
}

#[test]
fn a_complete_board_small_and_in_ascii() {
    check("river-small.txt", &["show", &river(), "--size", "small", "--ascii"]);
}

/// BRIDGE-3, CASTLE-2, BARN-4: bridges in both directions, castles with and without a lady, and a
/// barn with its farmer.
#[test]
fn a_board_with_buildings() {
    check("all-46.txt", &["show", &all(), "--at", "46"]);
    check("all-small.txt", &["show", &all(), "--size", "small", "--ascii"]);
}

/// INN-3, BUILDER-1, HOG-1, TRADE-2: figures of all kinds, inns, cathedrals, and goods with their
/// leaders.
#[test]
fn a_board_with_inns_and_traders() {
    check("bigbox-80.txt", &["show", &bigbox(), "--at", "80"]);
    check("bigbox-small.txt", &["show", &bigbox(), "--size", "small", "--ascii"]);
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
fn replays_match_their_golden_files() {
    check("river-replay.txt", &["replay", &river()]);
    check("all-replay.txt", &["replay", &all()]);
    check("wheel-replay.txt", &["replay", &wheel()]);
    check("bigbox-replay.txt", &["replay", &bigbox()]);
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

/// `show --json` prints the view that a server sends.
#[test]
fn the_json_of_a_board_is_the_view_of_the_protocol() {
    let files = [(river(), 3), (all(), 46), (all(), 87), (wheel(), 12), (stronghold(), 30)];
    for (file, at) in files {
        let record = Record::read(read(&file)).expect("a record");
        let (game, actions) = (record.state_at(at), record.turn_ends()[at - 1]);
        let view = ViewBuilder::of(&game).game(&game, actions, at, Aid::Standard);
        let shown = bastide(&["show", &file, "--at", &at.to_string(), "--json"]).json();
        let told: GameView = serde_json::from_value(shown["game"].clone()).expect("a view");
        assert_eq!(told, view, "{file} after {at} turns");
        let mut sums = vec![0; record.setup().seats.into()];
        for event in shown["prospects"].as_array().expect("a list") {
            let event: EventView = serde_json::from_value(event.clone()).expect("an event");
            let EventView::Scored { points, winners, .. } = event else { panic!("{event:?}") };
            winners.iter().for_each(|&seat| sums[usize::from(seat)] += points);
        }
        let mut expected = vec![0; record.setup().seats.into()];
        game.prospects(|scoring| {
            for seat in scoring.winners.iter() {
                expected[seat.index()] += scoring.tally.total();
            }
        });
        assert_eq!(sums, expected, "{file} after {at} turns");
        assert!(at == 3 || expected.iter().sum::<i32>() > 0);
    }
    let whole = bastide(&["show", &river(), "--json"]).json();
    assert_eq!(whole["game"]["to_act"], serde_json::Value::Null, "the game is over");
    assert_eq!(whole["game"]["scores"], serde_json::json!([110, 74, 99]));
}

#[test]
fn tiles_state_how_certain_their_data_is() {
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
fn tile_sets_are_printed_as_json() {
    let sets = bastide(&["tiles", "base", "--json"]).json();
    assert_eq!(sets.as_array().map(Vec::len), Some(1));
    assert_eq!(sets[0]["total"], 72, "SETUP-3");
    let kinds = sets[0]["kinds"].as_array().expect("kinds");
    let start = kinds.iter().find(|kind| kind["start"] == true).expect("a start tile");
    assert_eq!(start["name"], "D");
    assert_eq!(start["slots"][0]["terrain"], "city");
    assert_eq!(start["slots"][2]["borders"], serde_json::json!([0]));
}
