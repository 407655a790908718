//! Tests of `simulate` and `perft`.

use crate::{Scratch, bastide};
use serde_json::Value;

fn simulate(args: &[&str]) -> Value {
    let mut all = vec!["simulate", "--json"];
    all.extend(args);
    let mut value = bastide(&all).json();
    let fields = value.as_object_mut().expect("an object");
    assert!(fields.remove("seconds").is_some_and(|s| s.as_f64() > Some(0.0)));
    assert!(fields.remove("games_per_second").is_some_and(|s| s.as_f64() > Some(0.0)));
    value
}

#[test]
fn results_depend_on_seed_and_number_but_not_on_threads() {
    let args = ["--games", "123", "--players", "3", "--rules", "base,fields,river,abbot"];
    let run = |more: &[&str]| simulate(&[&args[..], more].concat());
    let one = run(&["--seed", "4", "--threads", "1"]);
    assert_eq!(one, run(&["--seed", "4", "--threads", "3"]));
    assert_ne!(one["seats"], run(&["--seed", "5", "--threads", "1"])["seats"]);
}

#[test]
fn shares_of_wins_add_up() {
    let run = simulate(&["--games", "40", "--players", "5"]);
    let seats = run["seats"].as_array().expect("seats");
    assert_eq!(seats.len(), 5);
    let wins: f64 = seats.iter().filter_map(|seat| seat["wins"].as_f64()).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{wins}");
    // 71 tiles are drawn; tiles that were not placed were discarded (TURN-3).
    let (turns, discarded) = (run["turns"].as_f64(), run["discarded"].as_f64());
    let drawn = turns.zip(discarded).map(|(a, b)| a + b).expect("two means");
    assert!((drawn - 71.0).abs() < 1e-9, "{drawn}");
}

#[test]
fn buildings_are_counted_where_there_are_any() {
    let built = |rules: &str| {
        let run = simulate(&["--games", "30", "--rules", rules]);
        ["bridges", "castles", "barns"].map(|name| run.get(name).and_then(Value::as_f64))
    };
    assert_eq!(built("base,fields"), [None; 3]);
    let [bridges, castles, barns] = built("base,fields,bridges,barns");
    // at most twelve bridges and six barns.
    assert!(bridges.is_some_and(|n| n > 1.0 && n <= 12.0), "{bridges:?}");
    assert!(barns.is_some_and(|n| n > 0.0 && n <= 6.0), "{barns:?}");
    assert_eq!(castles, None);
    let [_, castles, _] = built("wheel,fields,castles");
    assert!(castles.is_some_and(|n| n > 0.0 && n <= 6.0), "{castles:?}");
    let text =
        bastide(&["simulate", "--games", "5", "--rules", "wheel,fields,bridges,castles"]).fine();
    let line = text.lines().find(|line| line.ends_with("built per game")).expect("a line");
    assert!(line.contains(" bridges and ") && line.contains(" castles"), "{line}");
}

#[test]
fn seats_may_have_different_bots() {
    let run = simulate(&["--games", "10", "--bot", "greedy,random"]);
    let mean = |seat: usize| run["seats"][seat]["mean"].as_f64().expect("a mean");
    assert!(mean(0) > 2.0 * mean(1), "{run}");
}

fn leaves(rules: &str, draws: &str, depth: &str) -> Vec<u64> {
    let scratch = Scratch::new(&format!("perft-{rules}-{}", draws.len()));
    let file = scratch.write("draws", draws);
    let args = ["perft", "--json", "--rules", rules, "--draws", &file, "--depth", depth];
    let value = bastide(&args).json();
    let depths = value["depths"].as_array().expect("depths");
    depths.iter().filter_map(|depth| depth["leaves"].as_u64()).collect()
}

#[test]
fn counts_that_can_be_checked_by_hand() {
    // The start tile has a city, a road, a field and a road; a monastery in a field fits only to
    // the south and in one rotation (TILE-2). Then: no figure, a monk, or a farmer if there are
    // fields (MEEPLE-3, FIELD-2).
    assert_eq!(leaves("base", "B", "1"), [2]);
    assert_eq!(leaves("base,fields", "B", "1"), [3]);
    // A tile that is all city fits only to the north: no figure or a knight. The monastery then
    // goes to the south as before.
    assert_eq!(leaves("base", "C B", "2"), [2, 4]);
    // The second monastery fits only around the first: to the south, west or east of it.
    assert_eq!(leaves("base", "B, B", "2"), [2, 12]);
}

#[test]
fn counts_repeat_for_a_seed() {
    let run = |seed: &str| bastide(&["perft", "--depth", "2", "--seed", seed, "--json"]).json();
    let draws = |value: &Value| value["draws"].clone();
    assert_eq!(draws(&run("3")), draws(&run("3")));
    assert_ne!(draws(&run("3")), draws(&run("4")));
}
