//! Tests of The Castle: boards, whole games with piped input, records and statistics.

use bastide_protocol::GameView;
use serde_json::{Value, json};

use crate::boards::check;
use crate::{Scratch, bastide, bastide_with, golden, read, stronghold};

/// Checks that lines end with these sentences, in this order.
#[track_caller]
fn assert_said(out: &str, wanted: &[&str]) {
    let mut lines = out.lines().map(str::trim);
    for sentence in wanted {
        assert!(lines.any(|line| line.ends_with(sentence)), "'{sentence}' is missing:\n{out}");
    }
}

// --- Boards -------------------------------------------------------------------

#[test]
fn a_half_finished_castle() {
    check("stronghold-30.txt", &["show", &stronghold(), "--at", "30"]);
}

#[test]
fn a_half_finished_castle_in_small() {
    check("stronghold-small.txt", &["show", &stronghold(), "--at", "30", "--size", "small"]);
}

#[test]
fn a_complete_castle_small_and_in_ascii() {
    check("stronghold-ascii.txt", &["show", &stronghold(), "--size", "small", "--ascii"]);
}

#[test]
fn a_castle_in_colour() {
    check("stronghold-30.ansi", &["show", &stronghold(), "--at", "30", "--color", "always"]);
}

#[test]
fn replays_of_the_castle_match_their_golden_files() {
    check("stronghold-replay.txt", &["replay", &stronghold()]);
}

#[test]
fn ascii_output_of_the_castle_is_pure_ascii() {
    for args in [["show", &stronghold()], ["replay", &stronghold()], ["tiles", "stronghold"]] {
        let out = bastide(&[&args[..], &["--ascii"]].concat()).fine();
        assert_eq!(out.chars().find(|c| !c.is_ascii()), None, "{args:?}");
    }
}

/// S-SETUP-2, S-SETUP-4: the whole wall is visible, whichever tiles are placed.
#[test]
fn every_corner_tower_and_space_is_on_the_board() {
    for (size, thick) in [("large", 2), ("small", 1)] {
        let out = bastide(&["show", &stronghold(), "--at", "0", "--size", size]).fine();
        assert_eq!(out.matches('●').count(), 13 + 1, "towers with a token, and the legend");
        let blank = out.lines().position(str::is_empty).expect("a blank line");
        let board: Vec<&str> = out.lines().take(blank).collect();
        assert_eq!(board.len(), if size == "large" { 56 } else { 36 });
        assert_eq!(board.iter().map(|line| line.matches("RB").count()).sum::<usize>(), 1);
        // In the west, where there is room for all digits.
        for space in 88..=99 {
            let text = format!("{space}{}", "█".repeat(thick));
            let tower = format!("{space}▓");
            let is_there = |line: &&&str| line.contains(&text) || line.contains(&tower);
            assert_eq!(board.iter().filter(is_there).count(), 1, "{space} in {size}");
        }
    }
}

/// A custom wall may run in the opposite direction.
#[test]
fn a_custom_wall_is_drawn_with_its_track() {
    let scratch = Scratch::new("own-wall");
    let wall = bastide::sets::stronghold_wall().mirrored();
    let tiles = bastide::sets::stronghold().mirrored();
    let mirrored = scratch.write("mirrored.wall", &wall.to_string());
    let patch = tiles.patch.clone().expect("start areas");
    let moved = patch.cells.iter().map(|&(cell, id, rotation)| {
        let x = wall.width() as i8 - 1 - cell.x;
        (bastide::Cell::new(x, cell.y), id, bastide::Rotation::new(4 - rotation.quarter_turns()))
    });
    let set = bastide::TileSet {
        patch: Some(bastide::Patch { cells: moved.collect(), ..patch.clone() }),
        ..tiles
    };
    let tiles = scratch.write("mirrored.tiles", &set.to_string());
    let args = ["tiles", "stronghold", "--tiles", &mirrored, "--tiles", &tiles];
    let out = bastide(&args).fine();
    // 0/1 is in the east now, and the track runs counterclockwise.
    let row = out.lines().find(|line| line.contains("RB")).expect("the markers");
    assert!(row.contains("4 3 2  RB"), "{row}");
    let told = bastide(&["play", "--game", "stronghold", "--tiles", &mirrored]);
    assert_eq!(told.code, 2, "the start areas lie elsewhere");
    assert!(told.err.contains("start area"), "{}", told.err);
}

// --- Records --------------------------------------------------------------------

#[test]
fn records_of_the_castle_are_checked_verified_and_shown() {
    let file = stronghold();
    assert!(bastide(&["check", &file]).fine().starts_with("legal: "));
    assert!(bastide(&["verify", &file]).fine().starts_with("verified: "));
    for at in ["0", "30", "60"] {
        let name = bastide(&["position", &file, "--at", at]).fine();
        let board = |args: &[&str]| {
            let out = bastide(args).fine();
            let lines = out.lines().take_while(|line| !line.is_empty());
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let shown = board(&["show", "--position", name.trim()]);
        assert_eq!(shown, board(&["show", &file, "--at", at]));
    }
    // S-TILE-1: tiles cannot be placed outside the wall.
    let text = read(&file);
    let first = text.lines().nth(2).expect("a turn").split(' ').nth(1).expect("a placement");
    let broken = text.replacen(first, "P0,0r0", 1);
    let told = bastide_with(&["check", "-", "--json"], &broken);
    assert_eq!(told.code, 1);
    let told: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!((&told["line"], &told["code"]), (&json!(3), &json!("outside-wall")));
}

#[test]
fn the_castle_is_printed_as_json() {
    let state = bastide(&["show", &stronghold(), "--json"]).json();
    let game: GameView = serde_json::from_value(state["game"].clone()).expect("a view");
    let wall = game.stronghold.expect("a game inside a wall");
    assert_eq!(wall.corners.len(), 14, "S-SETUP-4");
    // S-END-1: no token is left on the wall.
    assert!(wall.corners.iter().all(|corner| !corner.has_token));
    for seat in [0, 1] {
        let space = i32::try_from(wall.markers[seat].space).expect("a space");
        assert_eq!(space, game.scores[seat] % 100, "S-SETUP-2");
        assert!(wall.keeps[seat].as_ref().is_some_and(|keep| keep.size > 0));
    }
    let out = bastide(&["replay", &stronghold(), "--json"]).fine();
    for event in ["token_taken", "token_revealed", "token_used", "keep_moved"] {
        assert!(out.contains(&format!("\"kind\":\"{event}\"")), "{event} is never told");
    }
}

// --- Playing ----------------------------------------------------------------------

const SHORT: [&str; 8] =
    ["play", "--game", "stronghold", "--people", "2", "--names", "Ann,Ben", "--deck"];

fn short(deck: &str, typed: &str, more: &[&str]) -> String {
    bastide_with(&[&SHORT[..], &[deck], more].concat(), typed).fine()
}

/// S-TOKEN-1, S-TOKEN-K1, S-KEEP-2, S-END-2, computed by hand.
#[test]
fn a_scripted_castle_to_its_final_score() {
    let scratch = Scratch::new("castle");
    let file = scratch.path("game");
    let typed = "P0,4r2\nM0\nP7,2r1\n.\nP9,5r1\nM0\nP7,3r1\n.\nP1,7r0\nM1\n1\nP3,0r0\nM0\n";
    let out = short("C10,E3,A9,E3,B1,E1", typed, &["--save", &file]);
    assert_said(
        &out,
        &[
            "Ann completes a tower: 2 tiles × 2 = 4 (Ann 1 knight)",
            "Ann completes a house: 1 tile = 1 (Ann 1 squire)",
            "Ann's keep stands on a house of 1 tile at 9,5",
            "Ann's marker rests on corner tower 5/6 and takes its token",
            "Ann's token is kind 1: another turn",
            "tokens: 1 another turn (from the next turn)",
            "12 tokens on the wall; the largest gap has 73 empty cells",
            "tokens: 1 another turn (ready)",
            "Ann completes a path: 2 tiles = 2 (Ann 1 herald)",
            "Ann (red), another turn? (0-1, u takes the tile back) 1",
            "Ann uses token 1: another turn",
            "Ann draws E1 (house, 3 paths)",
            "Ann's keep stands on a house of 2 tiles at 3,0",
            "The last tile is laid. Final scoring:",
            "Ann has the larger keep: 70 empty cells = 70",
            "Ann wins with 79 points",
        ],
    );
    let record = read(&file);
    assert!(record.ends_with("DB1 P1,7r0 M1 U1\nDE1 P3,0r0 M0\nend 79 0\n"), "{record}");
}

/// S-ORDER-2: if the tower is scored first, the marker rests on 6; if the path is scored first, it
/// does not.
#[test]
fn the_player_chooses_the_order_of_scoring() {
    let typed = "P3,0r0\nM0\nP3,1r0\n.\nP2,1r0\nM0\nP2,2r3\n.\nP2,0r2\nM1\n";
    let choose = |number: &str| short("E1,D4,A6,D5,E1", &format!("{typed}{number}\n"), &[]);
    let tower = choose("2");
    assert_said(
        &tower,
        &[
            "1  the path at 2,0   1 tile = 1 for Ann, to space 3",
            "2  the tower at 2,1  2 tiles × 2 = 4 for Ann, to space 6, where a token lies",
            "Ann (red), what is scored next? (1-2, u takes the tile back) 2",
            "Ann completes a tower: 2 tiles × 2 = 4 (Ann 1 knight)",
            "Ann's marker rests on corner tower 5/6 and takes its token",
            "Ann completes a path: 1 tile = 1 (Ann 1 herald)",
        ],
    );
    assert!(!choose("1").contains("takes its token"));
}

/// S-TOKEN-K2: from 9, a tower worth 2 moves the marker to 11; doubled, to 13.
#[test]
fn the_player_chooses_what_to_double() {
    let scratch = Scratch::new("doubling");
    let file = scratch.write(
        "game",
        "bastide 1\ngame stronghold seats=2 first=0 deck=C10,E3,A9,E3,B1,E1,E1,E2,C9m\n\
         DC10 P0,4r2 M0\nDE3 P7,2r1 .\nDA9 P9,5r1 M0 T2\nDE3 P7,3r1 .\nDB1 P1,7r0 M1\n\
         DE1 P7,4r1 .\nDE1 P3,0r0 M0\nDE2 P7,5r1 .\nDC9m P8,8r1 M0\n",
    );
    let out = bastide_with(&["play", "--resume", &file], "9\n2\n").fine();
    assert_said(
        &out,
        &[
            "1  the tower at 8,8               1 tile × 2 = 2 for red, to space 11, where a token lies",
            "2  the tower at 8,8 with token 2  1 tile × 4 = 4 for red, to space 13",
            "enter the number of a scoring, 1 to 2; ? for help",
            "red uses token 2 on the tower at 8,8: a tower counts double",
            "a tower is complete: 1 tile × 4 = 4 for red (red 1 knight)",
        ],
    );
    assert!(read(&file).contains("DC9m P8,8r1 M0 U2@8,8.0\nend "), "{}", read(&file));
}

#[test]
fn a_tie_scores_nothing() {
    // S-MAJ-2, S-END-5
    let out = short("A1", "P3,0r0\n.\n", &[]);
    assert!(out.contains("Ann and Ben draw with 0 points"), "{out}");
}

#[test]
fn invalid_input_in_the_castle_is_answered() {
    let out = short("C10,A9", "P0,0r0\nU1\nP0,4r2\nT1\nM9\n7\nM0\nP9,5r1\nM0\n", &[]);
    for wanted in [
        "that cell lies outside the wall",
        "enter the number of a figure, 0 to",
        "the tile has no such slot",
        "Ben has the larger keep: 74 empty cells = 74",
        "Ben wins with 75 points",
    ] {
        assert!(out.contains(wanted), "'{wanted}' is missing:\n{out}");
    }
}

/// Whole games by option numbers only, which ask every kind of question.
#[test]
fn every_question_of_the_castle_can_be_answered_by_number() {
    let mut asked = String::new();
    for seed in ["1", "2", "3", "4"] {
        let scratch = Scratch::new(&format!("castle-numbers-{seed}"));
        let file = scratch.path("game");
        let args = ["play", "--game", "stronghold", "--seed", seed, "--save", &file];
        let out = bastide_with(&args, &"2\n1\n".repeat(400)).fine();
        assert!(out.contains("wins with") || out.contains("draw with"), "{seed}");
        assert!(bastide(&["verify", &file]).fine().starts_with("verified"));
        asked += &out;
    }
    for question in ["where?", "which rotation?", "a figure?", "what is scored next?"] {
        assert!(asked.contains(question), "the question is missing: {question}");
    }
}

#[test]
fn an_interrupted_castle_resumes_unchanged() {
    let scratch = Scratch::new("castle-resume");
    let (whole, broken) = (scratch.path("whole"), scratch.path("broken"));
    let args = ["play", "--game", "stronghold", "--seed", "9", "--save"];
    bastide_with(&[&args[..], &[&whole]].concat(), &"1\n".repeat(400)).fine();
    let out = bastide_with(&[&args[..], &[&broken]].concat(), &"1\n".repeat(51)).fine();
    assert!(out.contains(&format!("bastide play --resume {broken}")), "{out}");
    assert!(!read(&broken).contains("\nend "));
    bastide_with(&["play", "--resume", &broken], &"1\n".repeat(400)).fine();
    assert_eq!(read(&broken), read(&whole));
}

#[test]
fn the_castle_can_be_played_through_json() {
    let args = [&SHORT[..], &["C10,A9", "--json"]].concat();
    let out = bastide_with(&args, "P0,4r2\nM0\nP9,5r1\nM0\n").fine();
    let last: Value = serde_json::from_str(out.lines().last().expect("an end")).expect("JSON");
    assert_eq!(last["scores"], json!([4, 75]));
}

#[test]
fn rules_of_other_families_are_refused_with_a_hint() {
    for (args, why, hint) in [
        (&["--rules", "base"][..], "has no expansions for --rules", "omit --rules"),
        (&["--players", "3"], "3 players", "--game stronghold"),
    ] {
        for command in ["play", "simulate", "perft"] {
            let run = bastide(&[&[command, "--game", "stronghold"], args].concat());
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} {args:?}");
            assert!(run.err.contains(why) && run.err.contains(hint), "{}", run.err);
        }
    }
}

// --- Statistics ---------------------------------------------------------------------

#[test]
fn perft_counts_that_can_be_checked_by_hand() {
    let scratch = Scratch::new("castle-perft");
    let count = |draws: &str, depth: &str| -> Vec<u64> {
        let file = scratch.write("draws", draws);
        let args = ["perft", "--json", "--game", "stronghold", "--draws", &file, "--depth", depth];
        let depths = bastide(&args).json()["depths"].clone();
        let depths = depths.as_array().expect("depths").clone();
        depths.iter().filter_map(|depth| depth["leaves"].as_u64()).collect()
    };
    // S-TILE-1, S-TILE-3: A1 has no path, so it fits in all four rotations at the five start areas
    // without a path; no figure, a squire or a knight (S-MEEPLE-1).
    assert_eq!(count("A1", "1"), [5 * 4 * 3]);
    // A9 has a house on one side and courtyards on three: the same number of placements.
    assert_eq!(count("A9", "1"), [5 * 4 * 3]);
}

#[test]
fn a_simulation_of_castles_counts_tokens_and_keeps() {
    let args = ["simulate", "--json", "--game", "stronghold", "--games", "40", "--seed", "2"];
    let run = |threads: &str| {
        let mut value = bastide(&[&args[..], &["--threads", threads]].concat()).json();
        for timed in ["seconds", "games_per_second"] {
            value.as_object_mut().expect("an object").remove(timed);
        }
        value
    };
    let value = run("1");
    assert_eq!(value, run("3"), "threads make no difference");
    let mean = |name: &str| value[name]["mean"].as_f64().expect(name);
    // S-SETUP-3, S-TURN-2: tiles that were not placed were discarded.
    let drawn = value["turns"].as_f64().zip(value["discarded"].as_f64());
    assert!(drawn.is_some_and(|(laid, gone)| (laid + gone - 60.0).abs() < 1e-9), "{value}");
    // S-SETUP-4: thirteen tokens on the wall.
    assert!((mean("token_share") - mean("tokens_taken") / 13.0).abs() < 1e-9);
    assert!(mean("tokens_used") <= mean("tokens_taken"));
    let points = |seat: usize| value["seats"][seat]["mean"].as_f64().expect("a mean");
    assert!((mean("lead") - (points(0) - points(1))).abs() < 1e-9);
    assert_eq!(value["seats"][0]["wins"].as_f64(), Some(mean("first_wins")));
    assert!(mean("keep_award") <= mean("empty_cells"), "S-END-2");
}

#[test]
fn tiles_state_which_data_is_confirmed() {
    let out = bastide(&["tiles", "stronghold"]).fine();
    assert!(out.starts_with("stronghold: 60 tiles"), "S-SETUP-3");
    for wanted in ["are sourced", "are a reconstruction", "76 cells", "14 corner towers"] {
        assert!(out.contains(wanted), "{wanted} is missing");
    }
    let set = &bastide(&["tiles", "stronghold", "--json"]).json()[0];
    assert_eq!(set["wall"]["cells"].as_array().map(Vec::len), Some(76), "S-SETUP-2");
    assert_eq!(set["wall"]["certainty"], "reconstructed");
    let kinds = set["kinds"].as_array().expect("kinds");
    assert!(kinds.iter().all(|kind| kind["certainty"] == "reconstructed"));
}

#[test]
fn an_invalid_wall_file_is_reported_with_file_and_line() {
    let scratch = Scratch::new("bad-wall");
    let file = scratch.write("my.wall", "wall mine\nrow ##\nrow #x\n");
    let run = bastide(&["play", "--game", "stronghold", "--tiles", &file]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("my.wall, line 3: '#x' is not a row"), "{}", run.err);
}

#[test]
fn the_golden_castle_has_every_kind_of_event() {
    let text = read(golden("stronghold.bastide"));
    for token in [" S", " U1", " U2@", " U3@", " T9"] {
        assert!(text.contains(token), "no{token}");
    }
}

// --- Colours ------------------------------------------------------------------

#[test]
fn chosen_colours_are_played_saved_and_drawn() {
    let scratch = Scratch::new("colours");
    let file = scratch.path("white.txt");
    let asked = ["play", "--preset", "stronghold", "--colours", "white,black", "--people", "0"];
    let told = bastide(&[&asked[..], &["--seed", "5", "--save", &file]].concat()).fine();
    assert!(told.contains("white") && told.contains("black") && !told.contains("red"), "{told}");
    assert!(read(&file).contains(" colours=white,black"), "{}", read(&file));
    let shown = bastide(&["show", &file]).fine();
    assert!(shown.contains("W white") && shown.contains("K black"), "{shown}");
    let card = scratch.path("white.svg");
    bastide(&["render", &file, "-o", &card]).fine();
    let picture = read(&card);
    assert!(picture.contains("class='u5'") && !picture.contains("class='u0'"));
    for (colours, why) in [
        ("white,white", "two seats cannot both be white"),
        ("pink", "the colours are red, blue, green, yellow, black and white"),
        ("red,blue,green", "there are more colours than seats"),
    ] {
        let refused = bastide(&["play", "--preset", "stronghold", "--colours", colours]);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
}
