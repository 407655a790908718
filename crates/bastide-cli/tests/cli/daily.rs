//! Tests of `daily`, and of duplicate matches in `arena`.

use serde_json::{Value, json};

use crate::{Scratch, bastide, refused};

const DATE: [&str; 2] = ["--date", "2026-11-18"];

fn daily(args: &[&str]) -> Value {
    bastide(&[&["daily", "--json"], &DATE[..], args].concat()).json()
}

#[test]
fn the_decks_of_a_date_are_listed() {
    let decks = daily(&[]);
    assert_eq!(decks.as_array().map(Vec::len), Some(4));
    let fields = &decks[0];
    assert_eq!((&fields["game"], &fields["day"]), (&json!("fields"), &json!(20_775)));
    assert_eq!((&fields["first"], &fields["table"]), (&json!(0), &json!("deck11020775")));
    let text = bastide(&[&["daily"], &DATE[..]].concat()).fine();
    assert!(text.contains("2026-11-18") && text.contains("you first"), "{text}");
}

#[test]
fn results_are_compared_with_games_of_bots() {
    let run = |more: &[&str]| {
        let args = ["--game", "fields", "--level", "beginner", "--level", "normal", "--games", "6"];
        daily(&[&args, more].concat())
    };
    let compared = run(&["--margin", "1000"]);
    assert_eq!(compared, run(&["--margin", "1000"]), "the same games every time");
    for (level, name) in
        compared["levels"].as_array().expect("levels").iter().zip(["beginner", "normal"])
    {
        assert_eq!((&level["level"], &level["below"]), (&json!(name), &json!(1000)));
        let margins = level["margins"].as_array().expect("margins");
        assert_eq!(margins.len(), 6);
        assert!(margins.is_sorted_by_key(Value::as_i64));
    }
    let worst = run(&["--margin", "-1000"]);
    assert_eq!(worst["levels"][0]["below"], json!(0));
    assert_eq!(run(&[])["levels"][0]["below"], Value::Null);
    let args = ["daily", "--game", "fields", "--level", "easy", "--games", "4", "--margin", "3"];
    let text = bastide(&[&args[..], &DATE, &["--ascii"]].concat()).fine();
    assert!(text.is_ascii() && text.contains("better than"), "{text}");
}

#[test]
fn a_record_is_compared_if_it_is_a_game_on_the_deck() {
    let scratch = Scratch::new("daily");
    let deck = &daily(&[])[0];
    let seed = deck["seed"].as_str().expect("a seed");
    assert_eq!(seed, "bastide daily 1 fields 20775");
    let other =
        scratch.write("other", "bastide 1\ngame land rules=base,fields seats=2 first=0\nDV\n");
    let args = ["daily", "--date", "2026-11-18", "--game", "fields", "--record"];
    refused(&[&args[..], &[&other]].concat(), "not a game on this deck");
    let short =
        scratch.write("short", "bastide 1\ngame land rules=base,fields seats=2 first=0\nDF\n");
    refused(&[&args[..], &[&short]].concat(), "the game is not over");
    let empty = scratch.write("empty", "");
    refused(&[&args[..], &[&empty]].concat(), "empty");
}

#[test]
fn impossible_requests_are_refused() {
    refused(&["daily", "--game", "chess"], "no daily game 'chess'");
    refused(&["daily", "--date", "18.11.2026"], "not a date");
    refused(&["daily", "--game", "fields", "--level", "genius"], "no level 'genius'");
    refused(&["daily", "--game", "fields", "--games", "0"], "--games must be");
    refused(&["daily", "--date", "9999-12-31"], "no decks for this date");
    refused(&["arena", "greedy", "random", "normal", "--duplicate"], "needs two bots");
    refused(
        &["arena", "greedy", "random", "--players", "3", "--decks", "1", "--duplicate"],
        "two players",
    );
}

#[test]
fn duplicate_matches_are_scored_by_difference() {
    let args = ["arena", "greedy", "random", "--decks", "5", "--duplicate"];
    let value = bastide(&[&args[..], &["--json"]].concat()).json();
    let (matches, pair) = (&value["duplicate"], &value["pairs"][0]);
    assert_eq!((&matches["matches"], &matches["won"]), (&json!(5), &json!(5)));
    // A match has two games.
    let twice = 2.0 * pair["margin"]["mean"].as_f64().expect("a mean");
    let difference = matches["difference"]["mean"].as_f64().expect("a mean");
    assert!((difference - twice).abs() < 1e-9, "{difference} {twice}");
    let text = bastide(&args).fine();
    assert!(text.contains("Duplicate matches: greedy against random"), "{text}");
    assert!(text.contains("luck removed"), "{text}");
    assert!(!bastide(&args[..5]).fine().contains("Duplicate"), "only on request");
}
