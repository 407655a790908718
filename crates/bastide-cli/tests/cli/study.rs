//! Tests of `forecast`, `review`, `puzzles` and `calibrate`.

use serde_json::{Value, json};

use crate::{Scratch, bastide, refused};

/// A game of two tiles: the second player completes a city without claiming it.
const GAME: &str = "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\n\
    DV P1,0r0 M0\nDE P0,-1r2 .\n";

#[test]
fn a_review_names_the_error_and_adds_up() {
    let scratch = Scratch::new("review");
    let game = scratch.write("game", GAME);
    let value = bastide(&["review", &game, "--nodes", "2000", "--json"]).json();
    assert_eq!((&value["is_over"], &value["steps"][1]["lost"]), (&json!(true), &json!(4000)));
    assert_eq!(value["steps"][1]["verdict"], "mistake");
    for player in value["players"].as_array().expect("players") {
        let number = |key: &str| player[key].as_i64().expect("a number");
        assert_eq!(number("start") + number("luck") + number("skill"), number("margin"));
    }
    let text = bastide(&["review", &game, "--nodes", "2000"]).fine();
    assert!(text.contains("mistake, exact"), "{text}");
    // Values for the player: without the city, red's road wins the game.
    assert!(text.contains("played: P0,-1r2 . (-2.0, 0.0 %): "), "{text}");
    assert!(text.contains("better: P0,-1r2 M0 (+2.0, 100.0 %): "), "{text}");
    assert!(!text.contains("nearest group"), "{text}");
    bastide(&["review", &game, "--nodes", "2000", "--all"]).fine();
    let plain = scratch.write("plain", &GAME.replace("base,fields", "base"));
    let text = bastide(&["review", &plain, "--nodes", "2000"]).fine();
    assert!(text.contains("rough estimates") && text.contains("nearest group,\n'base'"), "{text}");
}

#[test]
fn a_review_refuses_other_files() {
    let scratch = Scratch::new("review-bad");
    refused(&["review", &scratch.path("nothing")], "nothing");
    refused(&["review", &scratch.write("text", "not a record")], "record");
    let game = scratch.write("game", GAME);
    refused(&["review", &game, "--nodes", "0"], "--nodes");
}

#[test]
fn a_forecast_gives_margins_and_chances_with_errors() {
    let scratch = Scratch::new("forecast");
    let game = scratch.write("game", GAME);
    let last = bastide(&["forecast", &game, "--json"]).json();
    assert_eq!((&last["turns"], &last["win"]), (&json!(2), &json!([1000, 0])));
    assert_eq!((&last["margin_error"], &last["is_calibrated"]), (&json!([0, 0]), &json!(true)));
    assert!(bastide(&["forecast", &game]).fine().contains("the game is over"));

    let begun = bastide(&["forecast", &crate::stronghold(), "--at", "1", "--json"]).json();
    assert_eq!((&begun["rollouts"], &begun["is_calibrated"]), (&json!(4), &json!(true)));
    let numbers = |key: &str| -> Vec<i64> {
        let list = begun[key].as_array().expect("a list");
        list.iter().map(|value| value.as_i64().expect("a number")).collect()
    };
    assert_eq!(numbers("margin").iter().sum::<i64>(), 0);
    assert_eq!(numbers("win").iter().sum::<i64>(), 1000);
    assert!(["margin_error", "win_error"].iter().all(|key| numbers(key)[0] > 0), "{begun}");
    let position = bastide(&["position", &crate::stronghold(), "--at", "1"]).fine();
    let same = bastide(&["forecast", "--position", position.trim(), "--json"]).json();
    assert_eq!(same, begun);
}

#[test]
fn a_forecast_says_that_it_is_not_calibrated() {
    let scratch = Scratch::new("forecast-rough");
    let text = bastide(&["forecast", &crate::river(), "--at", "60"]).fine();
    assert!(text.contains("Not calibrated") && text.contains("nearest group, 'base'"), "{text}");
    let game = scratch.write("game", &GAME.replace("DE P0,-1r2 .\n", ""));
    let usual = bastide(&["forecast", &game]).fine();
    assert!(usual.contains("12 rollouts") && !usual.contains("Not calibrated"), "{usual}");
    assert!(usual.contains("After 1 turn: blue to move"), "{usual}");
    let few = bastide(&["forecast", &game, "--rollouts", "2"]).fine();
    assert!(few.contains("Not calibrated") && few.contains("for 12 rollouts only"), "{few}");
    let plain = bastide(&["forecast", &game, "--ascii"]).fine();
    assert!(plain.is_ascii(), "{plain}");
}

#[test]
fn a_forecast_refuses_other_input() {
    let scratch = Scratch::new("forecast-bad");
    let game = scratch.write("game", GAME);
    refused(&["forecast"], "FILE");
    refused(&["forecast", &scratch.path("nothing")], "nothing");
    refused(&["forecast", &scratch.write("text", "not a record")], "record");
    refused(&["forecast", "--position", "!"], "invalid position");
    refused(&["forecast", &game, "--at", "3"], "fewer than 3 turns");
    for count in ["0", "1", "1000001"] {
        refused(&["forecast", &game, "--rollouts", count], "--rollouts must be 2 to 1000000");
    }
}

fn puzzles() -> Vec<Value> {
    let list = bastide(&["puzzles", "list", "--json"]).json();
    list.as_array().expect("a list").clone()
}

#[test]
fn puzzles_are_listed_by_game_and_theme() {
    let all = puzzles();
    assert!(all.len() >= 300, "{} puzzles", all.len());
    let has = |one: &Value, theme: &str| {
        one["themes"].as_array().is_some_and(|all| all.contains(&json!(theme)))
    };
    for theme in ["block", "steal", "share", "close", "save", "farm", "last-tiles"] {
        let listed = bastide(&["puzzles", "list", "--theme", theme, "--json"]).json();
        let listed = listed.as_array().expect("a list").clone();
        let expected: Vec<Value> = all.iter().filter(|one| has(one, theme)).cloned().collect();
        assert!(!listed.is_empty() && listed == expected, "{theme}");
    }
    for game in ["base", "fields", "wheel", "buildings", "castle"] {
        let listed = bastide(&["puzzles", "list", "--game", game, "--json"]).json();
        let listed = listed.as_array().expect("a list").clone();
        let expected: Vec<Value> = all.iter().filter(|one| one["game"] == game).cloned().collect();
        assert!(!listed.is_empty() && listed == expected, "{game}");
    }
    refused(&["puzzles", "list", "--theme", "luck"], "no theme 'luck'");
    refused(&["puzzles", "list", "--game", "chess"], "no game 'chess'");
}

#[test]
fn a_puzzle_is_solved_by_its_turn() {
    let all = puzzles();
    let (id, turn) = (&all[0]["id"], &all[0]["turn"]);
    let id = id.as_str().expect("an id");
    let turn: Vec<&str> =
        turn.as_array().expect("a turn").iter().filter_map(Value::as_str).collect();
    let turn = turn.join(" ");
    let right = bastide(&["puzzles", "solve", id, "--answer", &turn, "--json"]).json();
    assert_eq!((&right["is_right"], &right["lost"]), (&json!(true), &json!(0)));
    refused(&["puzzles", "solve", id, "--answer", "P99,99r0"], "P99,99r0");
    let unanswered = bastide(&["puzzles", "solve", id, "--json"]);
    assert!(unanswered.code == 2 && unanswered.err.contains("--answer"), "{}", unanswered.err);
    refused(&["puzzles", "show", "nothing"], "no puzzle 'nothing'");
}

#[test]
fn the_puzzle_of_a_date_is_always_the_same() {
    let of =
        |date: &str| bastide(&["puzzles", "daily", "--date", date, "--json"]).json()["id"].clone();
    assert_eq!(of("2026-11-18"), of("2026-11-18"));
    assert_ne!(of("2026-11-18"), of("2026-11-19"));
    refused(&["puzzles", "daily", "--date", "2026-02-30"], "not a date");
}

#[test]
fn files_of_puzzles_are_checked() {
    let scratch = Scratch::new("puzzles");
    let list = |text: &str| {
        let file = scratch.write("puzzles", text);
        bastide(&["puzzles", "list", "--file", &file])
    };
    for (text, why) in [
        ("", "not a file of puzzles"),
        ("bastide-puzzles 2\nend 0\n", "version 2"),
        ("bastide-puzzles 1\n", "truncated"),
        ("bastide-puzzles 1\nend 1\n", "truncated"),
        ("bastide-puzzles 1\nend 0\n", "has no puzzles"),
        ("bastide-puzzles 1\nnonsense\nend 0\n", "line 2"),
    ] {
        let run = list(text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text:?}");
        assert!(run.err.contains(why), "{text:?}: {}", run.err);
    }
}

#[test]
fn forecasts_are_compared_with_games() {
    let args = ["calibrate", "--games", "20", "--group", "base"];
    let value = bastide(&[&args[..], &["--json"]].concat()).json();
    let group = &value["groups"][0];
    assert_eq!((&group["group"], &group["positions"]), (&json!("base"), &json!(20)));
    let bins = group["bins"].as_array().expect("bins");
    let counted: u64 = bins.iter().filter_map(|bin| bin["count"].as_u64()).sum();
    assert_eq!(counted, 20);
    let text = bastide(&args).fine();
    assert!(text.contains("base: 20 positions"), "{text}");
    refused(&["calibrate", "--group", "chess"], "no group 'chess'");
    refused(&["calibrate", "--games", "0"], "--games");
}

#[test]
fn mined_puzzles_can_be_read_again() {
    let scratch = Scratch::new("puzzles-mine");
    let file = scratch.path("mined.txt");
    let args = ["puzzles", "mine", "-o", &file, "--games", "5", "--nodes", "3000", "--json"];
    let mined = bastide(&args).json();
    let listed = bastide(&["puzzles", "list", "--file", &file, "--json"]).json();
    assert_eq!(mined["puzzles"].as_u64(), listed.as_array().map(|all| all.len() as u64));
    assert_eq!(mined["games"], json!(5));
}
