//! Tests of `arena`.

use serde_json::Value;

use crate::{Run, Scratch, bastide, read};

/// Returns a run as JSON, without the values that differ from run to run.
fn arena(args: &[&str]) -> Value {
    let mut value = bastide(&[&["arena", "--json"], args].concat()).json();
    for bot in value["bots"].as_array_mut().expect("bots") {
        assert!(bot["cost"]["moves"].as_u64() > Some(0), "{bot}");
        bot.as_object_mut().expect("an object").remove("cost");
    }
    value
}

#[track_caller]
fn refused(args: &[&str], why: &str, hint: &str) {
    let run = bastide(&[&["arena"], args].concat());
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
    assert!(run.err.contains(why) && run.err.contains(hint), "{args:?}: {}", run.err);
}

#[test]
fn results_depend_on_the_seed_but_not_on_threads() {
    let run = |more: &[&str]| arena(&[&["greedy", "random", "--decks", "4"], more].concat());
    let one = run(&["--threads", "1"]);
    assert_eq!(one, run(&["--threads", "3"]));
    assert_ne!(one["pairs"], run(&["--seed", "2"])["pairs"]);
    assert_ne!(one["pairs"], run(&["--decks-from", "4"])["pairs"]);
    assert_eq!(one["pairs"][0]["won"], 8);
}

#[test]
fn a_log_is_continued_and_reported() {
    let scratch = Scratch::new("arena");
    let log = scratch.path("log");
    let run = |decks: &str| arena(&["greedy", "random", "--log", &log, "--decks", decks]);
    let three = run("3");
    assert_eq!(arena(&["--log", &log, "--report"]), three);
    let text = read(&log);
    assert_eq!(text.lines().count(), 7, "a header and six games");
    run("2");
    assert_eq!(read(&log), text, "nothing is played again");
    // Truncated in the middle of the last game.
    std::fs::write(&log, &text[..text.len() - 100]).expect("the file can be written");
    assert_eq!(arena(&["--log", &log, "--report"])["left_out"], 1);
    let five = run("5");
    assert_eq!(five, arena(&["greedy", "random", "--decks", "5"]));
    // Every line contains the record of its game.
    let game: Value = serde_json::from_str(text.lines().nth(1).expect("a game")).expect("JSON");
    let record = scratch.write("record", game["record"].as_str().expect("a record"));
    bastide(&["check", &record]).fine();
    let told = bastide(&["verify", &record]).fine();
    assert!(!told.is_empty());
}

#[test]
fn a_killed_run_is_resumed() {
    let scratch = Scratch::new("arena-killed");
    let log = scratch.path("log");
    let args = ["arena", "greedy", "random", "--decks", "60", "--log", &log];
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(args)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the binary runs");
    while std::fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 3 {
        std::thread::yield_now();
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    let part = arena(&["--log", &log, "--report"]);
    let logged = |name: &str| part[name].as_u64().expect("a number");
    assert!(logged("games") + logged("left_out") >= 2, "what was logged counts: {part}");
    let whole = arena(&args[1..]);
    assert_eq!((&whole["games"], &whole["left_out"]), (&120.into(), &0.into()));
    assert_eq!(whole, arena(&args[1..5]));
}

#[test]
fn reports_fit_a_terminal() {
    for args in [
        &["greedy", "random"][..],
        &["greedy", "random", "oneply@123456789n", "--anchor", "random"],
        &["greedy", "random", "--players", "5"],
        &["greedy", "random", "greedy", "--players", "3", "--rules", "wheel,fields"],
        &["greedy", "random", "--game", "stronghold"],
        &["greedy", "random", "--sprt", "-5", "900", "--sprt-margin", "0", "1.5"],
    ] {
        let args = [&["arena", "--decks", "2"], args].concat();
        let out = bastide(&args).fine();
        for line in out.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert_eq!(line, line.trim_end());
        }
        for wanted in ["on 2 decks", "95 %", "wins % by seat", "CPU per decision"] {
            assert!(out.contains(wanted), "{wanted} is missing from:\n{out}");
        }
        // Greedy beats random in all of these.
        assert!(out.contains("> +800") || out.contains("lost all games"), "{out}");
        assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
        let plain = bastide(&[&args[..], &["--ascii"]].concat()).fine();
        assert!(plain.is_ascii(), "{plain}");
    }
}

#[test]
fn a_test_stops_the_run() {
    let run = arena(&["greedy", "random", "--decks", "500", "--sprt-margin", "0", "5"]);
    assert_eq!(run["sprt"][0]["verdict"], "passed");
    assert!(run["decks"].as_u64() < Some(50), "{}", run["decks"]);
    let out = bastide(&["arena", "greedy", "random", "--decks", "500", "--sprt-margin", "0", "5"]);
    assert!(out.fine().contains("SPRT +0 or +5 points: +5 points accepted after"));
}

/// Runs a contest against an engine written in shell; `None` if there is no shell.
fn engine(script: &str) -> Option<Run> {
    let command = format!("sh -c '{script}'");
    let args = ["arena", "random", "--decks", "1", "--engine-budget", "50ms", "--engine", &command];
    std::process::Command::new("sh").arg("-c").arg(":").status().ok()?;
    Some(bastide(&[&args[..], &["--json"]].concat()))
}

#[test]
fn an_external_program_that_fails_loses_its_games() {
    // Accepts everything, and exits when it has to choose.
    let script = "while read word rest; do case $word in \
        hello) echo plays land seats=2..5 rules=base,fields; echo ready 1;; go) exit 3;; *) echo ok;; esac; done";
    let Some(run) = engine(script) else { return };
    let report = run.json();
    assert_eq!(report["bots"][1]["forfeits"], 2, "{report}");
    assert_eq!(report["pairs"][0]["won"], 2);
    let why = report["bots"][1]["first_forfeit"].as_str().expect("a reason");
    assert!(why.contains("ended"), "{why}");
}

#[test]
fn a_program_that_does_not_start_is_reported_at_once() {
    refused(
        &["random", "--engine", "/no/such/program"],
        "cannot start '/no/such/program'",
        "docs/engine-protocol.md",
    );
}

#[test]
fn wrong_input_is_reported_with_a_hint() {
    let scratch = Scratch::new("arena-faults");
    let (diary, log) = (scratch.write("diary", "dear diary\n"), scratch.path("log"));
    bastide(&["arena", "greedy", "random", "--decks", "1", "--log", &log]).fine();
    let two = ["greedy", "random"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    refused(&["greedy"], "at least two bots", "for example");
    refused(&["greedy", "deep"], "there is no bot `deep`", "random, greedy");
    refused(&["a@1s", "greedy"], "there is no bot `a`", "");
    refused(&["greedy", "random", "oneply", "--players", "4"], "3 bots cannot share", "give two");
    refused(&with(&["--decks", "0"]), "--decks must be 1 to", "");
    refused(&with(&["--threads", "0"]), "--threads at least 1", "");
    refused(
        &with(&["--decks-from", "18446744073709551615"]),
        "exceed the range of deck numbers",
        "",
    );
    refused(&with(&["--rules", "barns"]), "invalid set-up", "for example");
    refused(&with(&["--sprt", "10", "0"]), "the first must be less", "--sprt 0 10");
    refused(
        &with(&["--sprt", "0", "10", "--players", "3"]),
        "requires two players",
        "--sprt-margin",
    );
    refused(&with(&["oneply", "--sprt", "0", "10"]), "compares two bots", "give two");
    refused(&with(&["--anchor", "quick"]), "is not one of the bots", "greedy, random");
    refused(&["--report"], "--log", "");
    refused(&["--report", "--log", &diary], "not an arena log", "--log FILE");
    refused(&["--report", "--log", "/no/such/log"], "/no/such/log", "");
    refused(&[&two[..], &["--log", &diary]].concat(), "not an arena log", "");
    assert_eq!(read(&diary), "dear diary\n", "it is left alone");
    let more = ["--log", &log, "--seed", "2"];
    refused(&[&two[..], &more].concat(), "another contest: seed 1, not 2", "another --log");
    refused(&["random", "greedy", "--log", &log], "bots greedy random", "the same bots");
}
