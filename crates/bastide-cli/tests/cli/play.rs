//! Whole games by piped answers.

use crate::{Scratch, bastide, bastide_with, read};
use serde_json::Value;

/// Two people, two tiles: everything that is said can be checked by hand.
const SHORT: [&str; 6] = ["play", "--people", "2", "--deck", "E,B", "--names"];

fn short(typed: &str, more: &[&str]) -> String {
    let args = [&SHORT[..], &["Ann,Ben"], more].concat();
    bastide_with(&args, typed).fine()
}

#[test]
fn a_scripted_game_to_its_final_score() {
    let scratch = Scratch::new("scripted");
    let file = scratch.path("game");
    let out = short("P0,-1r2\nM0\nP0,1r0\nM0\n", &["--save", &file]);
    for wanted in [
        "Ann draws E (city)",
        "Ann lays E at 0,-1, turned 180°",
        "Ann places a knight",
        // CITY-4: two tiles are a city like any other.
        "Ann completes a city: 2 tiles × 2 = 4 (Ann 1 knight)",
        "Ann's knight returns from 0,-1",
        "Ben places a monk",
        "The last tile is laid. Final scoring:",
        // END-3: its own tile and the start's.
        "unfinished monastery: 2 tiles = 2 for Ben (Ben 1)",
        "Ann wins with 4 points",
    ] {
        assert!(out.lines().any(|line| line.trim() == wanted), "'{wanted}' is missing:\n{out}");
    }
    let record = read(&file);
    let tail = "DE P0,-1r2 M0\nDB P0,1r0 M0\nend 4 2\n";
    assert!(record.ends_with(tail), "{record}");
    assert!(record.contains("players=Ann,Ben"), "{record}");
}

#[test]
fn numbers_do_the_same_as_tokens() {
    let scratch = Scratch::new("numbers");
    let (by_token, by_number) = (scratch.path("a"), scratch.path("b"));
    short("P0,-1r2\nM0\nP0,1r0\nM0\n", &["--save", &by_token]);
    // Spots are numbered by rows from the north: 1 is 0,-1, then 4 is 0,1.
    let out = short("1\n1\n4\n1\n", &["--save", &by_number]);
    assert!(out.contains("a knight in the city   scores 4 now"), "{out}");
    assert!(out.contains("a monk in the monastery  the game ends and gives you 2 more"), "{out}");
    assert_eq!(read(by_token), read(by_number));
}

#[test]
fn a_tile_can_be_taken_back_until_the_turn_is_over() {
    let scratch = Scratch::new("undo");
    let (straight, crooked) = (scratch.path("a"), scratch.path("b"));
    short("P0,-1r2\nM0\nP0,1r0\nM0\n", &["--save", &straight]);
    let typed = "u\nP0,1r0\nu\nP0,-1r2\n?\ns\nt\nb\nu\nP0,-1r2\nM0\nP0,1r0\nM0\n";
    let out = short(typed, &["--save", &crooked]);
    assert!(out.contains("there is nothing to take back: a drawn tile stays drawn"), "{out}");
    assert!(out.contains("1 left: 1 × B"), "{out}");
    assert_eq!(read(straight), read(crooked));
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let out = short("99\nfoo\nP5,5r0\nP0,-1r2\nM7\n9\nM0\nP0,1r0\n.\n", &[]);
    for wanted in [
        "give the number of a spot, 1 to",
        "'foo' is no action",
        "no tile lies along any side of that cell",
        "the tile has no such slot",
        "give the number of a figure, 0 to",
        "Ann wins with 4 points",
    ] {
        assert!(out.contains(wanted), "'{wanted}' is missing:\n{out}");
    }
}

#[test]
fn a_game_against_bots_is_fair_and_its_scores_are_right() {
    let scratch = Scratch::new("bots");
    let file = scratch.path("game");
    let rules = "base,fields,river=2021,abbot";
    let args =
        ["play", "--rules", rules, "--players", "3", "--seed", "11", "--bot", "random,greedy"];
    let typed = "1\n".repeat(400);
    let out = bastide_with(&[&args[..], &["--save", &file]].concat(), &typed).fine();
    assert!(bastide(&["verify", &file]).fine().contains("verified"));
    let record = read(&file);
    let end = record.lines().find_map(|line| line.strip_prefix("end ")).expect("final scores");
    let shown: Vec<&str> = out
        .lines()
        .rev()
        .filter(|line| ["  R  ", "  B  ", "  G  "].iter().any(|badge| line.starts_with(badge)))
        .take(3)
        .collect();
    for (line, points) in shown.iter().rev().zip(end.split(' ')) {
        assert!(line.split_whitespace().any(|word| word == points), "{points} in {line}");
    }
    let seed = record.lines().find_map(|line| line.strip_prefix("seed ")).expect("the seed");
    assert!(out.contains(&format!("seed       {seed}")), "the seed is revealed at the end");
}

#[test]
fn an_interrupted_game_goes_on_as_if_nothing_had_happened() {
    let scratch = Scratch::new("resume");
    let (whole, broken) = (scratch.path("whole"), scratch.path("broken"));
    let args = ["play", "--seed", "9", "--save"];
    let whole_out = bastide_with(&[&args[..], &[&whole]].concat(), &"1\n".repeat(400)).fine();
    assert!(whole_out.contains("wins with"));

    // The answers end in the middle; everything up to there is kept.
    let out = bastide_with(&[&args[..], &[&broken]].concat(), &"1\n".repeat(20)).fine();
    assert!(out.contains(&format!("bastide play --resume {broken}")), "{out}");
    let saved = read(&broken);
    assert!(!saved.contains("\nend "), "{saved}");
    bastide(&["check", &broken]).fine();
    // A seed that is not revealed does not count as revealed.
    assert_eq!(bastide(&["verify", &broken]).code, 2);

    bastide_with(&["play", "--resume", &broken], &"1\n".repeat(400)).fine();
    assert_eq!(read(&broken), read(&whole));
    let again = bastide(&["play", "--resume", &broken]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("is over"), "{}", again.err);
}

#[test]
fn machines_can_play_too() {
    let args = [&SHORT[..], &["Ann,Ben", "--json"]].concat();
    let out = bastide_with(&args, "P0,-1r2\nundo\nP0,-1r2\nM9\nM0\nP0,1r0\nM0\n").fine();
    let lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    assert_eq!(lines[1]["events"][0]["tile"], "E", "the first draw is told too");
    let asks: Vec<&Value> = lines.iter().filter(|line| line["ask"].is_string()).collect();
    assert_eq!(asks[0]["ask"], "red");
    let options = asks[0]["options"].as_array().expect("options");
    assert!(options.contains(&"P0,-1r2".into()));
    assert_eq!(lines.iter().filter(|line| line["error"].is_string()).count(), 1, "{out}");
    let last = lines.last().expect("an end");
    assert_eq!(last["over"], true);
    assert_eq!(last["scores"], serde_json::json!({ "red": 4, "blue": 2 }));
    assert_eq!(last["winners"], serde_json::json!(["red"]));
}
