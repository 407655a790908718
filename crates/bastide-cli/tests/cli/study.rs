//! Tests of `bastide review`, `bastide puzzles` and `bastide calibrate`.

use crate::{Scratch, bastide, bastide_with, river};
use serde_json::{Value, json};

fn whole(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is not a whole number"))
}

#[test]
fn start_luck_and_skill_of_a_review_add_up_to_the_margin() {
    let review = bastide(&["review", &river(), "--nodes", "2000", "--json"]).json();
    assert_eq!(review["is_over"], json!(true));
    let players = review["players"].as_array().expect("players");
    assert_eq!(players.len(), 3);
    for player in players {
        let sum = ["start", "luck", "skill"].iter().map(|key| whole(&player[*key])).sum::<i64>();
        assert_eq!(sum, whole(&player["margin"]), "{player}");
    }
    assert_eq!(review["turning_points"].as_array().map(Vec::len), Some(3));
    assert_eq!(review["steps"].as_array().map(Vec::len), Some(82));
}

#[test]
fn a_review_lists_every_turn_on_request_and_reads_standard_input() {
    let text = crate::read(river());
    let brief = bastide_with(&["review", "-", "--nodes", "500"], &text).fine();
    let long = bastide_with(&["review", "-", "--nodes", "500", "--all"], &text).fine();
    assert!(brief.lines().count() < long.lines().count());
    let again = bastide(&["review", &river(), "--nodes", "500", "--all"]).fine();
    assert_eq!(long, again, "the same record and budget give the same review");
}

#[test]
fn a_record_that_cannot_be_reviewed_is_refused() {
    let scratch = Scratch::new("review-refused");
    for (text, problem) in
        [("", "empty"), ("bastide 1\ngame land\nDV P9,9r0 M0\n", "an illegal placement")]
    {
        let file = scratch.write("game.bastide", text);
        let run = bastide(&["review", &file, "--json"]);
        assert_ne!(run.code, 0, "{problem}: {}", run.out);
        let error: Value = serde_json::from_str(&run.out).expect("JSON");
        assert!(error["error"]["message"].as_str().is_some_and(|text| text.contains(&file)));
    }
    assert_ne!(bastide(&["review", "no-such-file"]).code, 0);
}

#[test]
fn puzzles_are_listed_by_theme_and_game() {
    let all = bastide(&["puzzles", "list", "--json"]).json();
    let all = all.as_array().expect("a list");
    let some =
        bastide(&["puzzles", "list", "--theme", "steal", "--game", "fields", "--json"]).json();
    let some = some.as_array().expect("a list");
    assert!(!some.is_empty() && some.len() < all.len());
    for puzzle in some {
        assert_eq!(puzzle["game"], json!("fields"));
        assert!(puzzle["themes"].as_array().is_some_and(|themes| themes.contains(&json!("steal"))));
    }
    assert_ne!(bastide(&["puzzles", "list", "--theme", "luck"]).code, 0);
}

#[test]
fn the_solution_is_right_and_a_wrong_turn_is_refuted() {
    let all = bastide(&["puzzles", "list", "--game", "fields", "--json"]).json();
    let puzzle = &all[0];
    let id = puzzle["id"].as_str().expect("an id");
    let words = puzzle["turn"].as_array().expect("a turn");
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let turn = words.join(" ");
    let answer = |turn: &str| bastide(&["puzzles", "solve", id, "--answer", turn, "--json"]).json();
    let right = answer(&turn);
    assert_eq!((&right["id"], &right["is_right"]), (&json!(id), &json!(true)));
    // The same placement without a figure.
    let wrong = answer(&format!("{} .", words[0]));
    assert_eq!(wrong["solution"], puzzle["turn"]);
    assert_eq!(wrong["is_right"], json!(false));
    assert!(whole(&wrong["lost"]) > 0, "{wrong}");
    // An illegal turn is an error that names it.
    let run = bastide(&["puzzles", "solve", id, "--answer", "P90,90r0 ."]);
    assert_ne!(run.code, 0);
    assert!(run.err.contains("P90,90r0"), "{}", run.err);
    // The answer can be typed.
    let typed = bastide_with(&["puzzles", "solve", id], &format!("{turn}\n"));
    assert_eq!(typed.code, 0, "{}", typed.err);
}

#[test]
fn unknown_puzzles_and_broken_files_are_refused() {
    let run = bastide(&["puzzles", "show", "no-such-puzzle"]);
    assert_ne!(run.code, 0);
    assert!(run.err.contains("no-such-puzzle"), "{}", run.err);
    let scratch = Scratch::new("puzzles-refused");
    for text in ["", "bastide-puzzles 9\nend 0\n", "bastide-puzzles 1\npuzzle a\n"] {
        let file = scratch.write("puzzles.txt", text);
        let run = bastide(&["puzzles", "list", "--file", &file]);
        assert_ne!(run.code, 0, "{text}");
        assert!(run.err.contains(&file), "{}", run.err);
    }
}

#[test]
fn mined_puzzles_can_be_read_again() {
    let scratch = Scratch::new("puzzles-mine");
    let file = scratch.path("mined.txt");
    let args = ["puzzles", "mine", "-o", &file, "--games", "5", "--nodes", "3000", "--json"];
    let mined = bastide(&args).json();
    let listed = bastide(&["puzzles", "list", "--file", &file, "--json"]).json();
    assert_eq!(whole(&mined["puzzles"]), listed.as_array().expect("a list").len() as i64);
    assert_eq!(mined["games"], json!(5));
}

#[test]
fn calibration_is_reported_by_group() {
    let args = ["calibrate", "--games", "6", "--group", "castle", "--group", "base", "--json"];
    let report = bastide(&args).json();
    let groups: Vec<&Value> = report["groups"].as_array().expect("groups").iter().collect();
    assert_eq!(groups.len(), 2);
    for group in groups {
        let count: i64 =
            group["bins"].as_array().expect("bins").iter().map(|bin| whole(&bin["count"])).sum();
        assert_eq!((whole(&group["positions"]), count), (6, 6), "{group}");
    }
    let run = bastide(&["calibrate", "--group", "chess"]);
    assert_ne!(run.code, 0);
    assert!(run.err.contains("chess"), "{}", run.err);
}
