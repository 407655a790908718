//! Tests of `benchmark`.

use serde_json::Value;

use crate::{Scratch, bastide, read};

#[test]
fn a_bot_is_measured_in_positions_and_games() {
    let args = ["benchmark", "run", "greedy", "--sample", "3", "--decks", "1"];
    let value = bastide(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(value["bot"], "greedy");
    let suites = value["suites"].as_array().expect("suites");
    assert_eq!(suites.len(), 2);
    for suite in suites {
        assert_eq!((&suite["skipped"], &suite["failed"]), (&Value::from(0), &Value::from(0)));
        let all = &suite["rows"][0];
        assert_eq!((&all["group"], &all["positions"]), (&Value::from("all"), &suite["positions"]));
        assert!(all["points"]["mean"].is_number() && all["nodes"].is_null(), "{all}");
    }
    let games = value["games"].as_array().expect("games");
    let against: Vec<_> = games.iter().map(|game| game["against"].as_str()).collect();
    let opponents = ["greedy#2", "rival", "oneply", "strong@30000n"];
    assert_eq!(against, opponents.map(Some));
    let text = bastide(&args).fine();
    for wanted in ["endgames: ", "middles: ", "points lost"].iter().chain(&opponents) {
        assert!(text.contains(wanted), "{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_suite_is_made_and_used() {
    let scratch = Scratch::new("benchmark");
    let file = scratch.path("endgames.txt");
    let make = ["benchmark", "make", "endgames", "-o", &file, "--games", "2", "--seed", "7"];
    let made = bastide(&[&make[..], &["--json"]].concat()).json();
    let text = read(&file);
    assert_eq!(made["bytes"].as_u64(), Some(text.len() as u64));
    bastide(&make).fine();
    assert_eq!(read(&file), text, "the same seed gives the same file");
    let run = ["benchmark", "run", "random", "--suite", &file, "--decks", "0", "--json"];
    let value = bastide(&run).json();
    assert_eq!(value["suites"][0]["positions"], made["positions"]);
    assert_eq!(value["games"].as_array().map(Vec::len), Some(0));
}

#[test]
fn scaling_is_measured_and_continued() {
    let scratch = Scratch::new("scaling");
    let logs = scratch.path("logs");
    let scaling = |more: &[&str]| {
        let args = ["benchmark", "scaling", "--budgets", "20n,60n,200n", "--log", &logs];
        let mut value = bastide(&[&args[..], &["--json"], more].concat()).json();
        for step in value["steps"].as_array_mut().expect("steps") {
            assert!(step["micros"].as_f64() > Some(0.0), "{step}");
            step.as_object_mut().expect("an object").remove("micros");
        }
        value
    };
    let two = scaling(&["--decks", "2"]);
    let names = |step: &Value| [step["bot"].clone(), step["against"].clone()];
    let steps = two["steps"].as_array().expect("steps");
    let found: Vec<_> = steps.iter().map(names).collect();
    assert_eq!(found, [["strong@60n", "strong@20n"], ["strong@200n", "strong@60n"]]);
    assert!(steps.iter().all(|step| step["games"] == 4 && step["gain"] == step["margin"]));
    let log = scratch.path("logs/strong@200n-strong@60n.log");
    let before = read(&log);
    assert_eq!(scaling(&["--decks", "2"]), two);
    assert_eq!(read(&log), before, "nothing is played again");
    let report = bastide(&["arena", "--log", &log, "--report", "--json"]).json();
    assert_eq!(report["pairs"][0]["margin"], steps[1]["margin"]);

    let more = ["--against", "greedy", "--players", "3", "--decks", "1"];
    let three = scaling(&more);
    let steps = three["steps"].as_array().expect("steps");
    assert_eq!((steps.len(), &steps[0]["gain"], &steps[2]["games"]), (3, &Value::Null, &3.into()));
    let mean = |step: &Value, field: &str| step[field]["mean"].as_f64().expect("a number");
    let difference = mean(&steps[1], "margin") - mean(&steps[0], "margin");
    assert!((mean(&steps[1], "gain") - difference).abs() < 1e-9, "{three}");

    let args = ["benchmark", "scaling", "--budgets", "20n,60n", "--decks", "1"];
    let text = bastide(&args).fine();
    for wanted in ["strong@60n", "gain (95 %)", "seed 1: 1 deck a step"] {
        assert!(text.contains(wanted), "{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn invalid_arguments_and_files_are_refused() {
    let scratch = Scratch::new("benchmark-faults");
    let cut = scratch.write("cut.txt", "bastide-benchmark 1 endgames\ngame 1abc\nat 5 0 1\n");
    let wrong = scratch.write("wrong.txt", "bastide-benchmark 1 endgames\ngame 1abc\nat 5 0 x\n");
    let garbled = scratch
        .write("garbled.txt", "bastide-benchmark 1 endgames\ngame 1abc\nat 5 0 1\nend 1 1\n");
    for (args, why) in [
        (&["run", "greedy", "--suite", &cut][..], "the file is truncated"),
        (&["run", "greedy", "--suite", &wrong], "line 3: 'x' is not a value"),
        (&["run", "greedy", "--suite", &garbled], "line 2: damaged"),
        (&["run", "greedy", "--suite", "/no/such/file"], "cannot read /no/such/file"),
        (&["run", "greedy", "--threads", "0"], "--threads and --sample at least 1"),
        (&["run", "--engine", "/no/such/program"], "cannot start '/no/such/program'"),
        (&["run", "deep"], "there is no bot `deep`"),
        (&["run"], "BOT"),
        (&["scaling", "strong@5n"], "strong@5n has a budget"),
        (&["scaling", "--budgets", "20n"], "two or more budgets are needed"),
        (&["scaling", "--budgets", "20"], "is not a budget"),
        (&["scaling", "--decks", "0"], "--decks must be 1 to"),
        (&["scaling", "--budgets", "2n,3n", "--decks", "1", "--log", "/dev/null/x"], "/dev/null/x"),
        (&["make", "endgames", "-o", "/no/such/dir/x", "--games", "0"], "must be 1 to"),
    ] {
        let run = bastide(&[&["benchmark"], args].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(why), "{args:?}: {}", run.err);
    }
}
