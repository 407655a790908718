//! Tests of invalid input: reported on standard error with a hint and exit code 2, or 1 for a
//! record that breaks a rule.

use crate::{Scratch, bastide, bastide_with, read, river};

/// Runs the program and returns its error message.
#[track_caller]
fn complaint(args: &[&str], typed: &str) -> String {
    complaint_with_code(2, args, typed)
}

#[track_caller]
fn complaint_with_code(code: i32, args: &[&str], typed: &str) -> String {
    let run = bastide_with(args, typed);
    assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
    assert_eq!(run.out, "", "{args:?} prints before it fails");
    assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    run.err
}

#[test]
fn invalid_records_are_refused_with_line_and_reason() {
    let whole = read(river());
    let header = whole.lines().take(2).collect::<Vec<_>>().join("\n");
    let cases: [(&str, String, &str); 9] = [
        ("nothing", String::new(), "line 1"),
        ("garbage", "\u{1}\u{2}garbage".into(), "line 1"),
        ("prose", "dear diary\n".into(), "not a record: expected 'bastide 1'"),
        ("another version", whole.replace("bastide 1\n", "bastide 9\n"), "unknown version '9'"),
        ("cut in the header", "bastide 1\ngame land rules=ba".into(), "line 2"),
        ("cut in a token", format!("{header}\nDRH P0,1r"), "'P0,1r' is not an action"),
        ("an illegal action", format!("{header}\nDRH P9,9r0"), "line 3: 'P9,9r0' is not legal"),
        ("cut JSON", "{\"bastide\":1,".into(), "JSON"),
        ("impossible", "bastide 1\ngame land rules=base,xx seats=7\n".into(), "seats"),
    ];
    for (what, text, why) in cases {
        for command in ["show", "replay", "verify", "position"] {
            let code = if what == "an illegal action" { 1 } else { 2 };
            let told = complaint_with_code(code, &[command, "-"], &text);
            if what != "impossible" {
                assert!(told.contains(why), "{what}: {told} does not say: {why}");
            }
        }
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused_with_a_hint() {
    let file = river();
    for (args, why, hint) in [
        (&["show", "no-such-file"][..], "cannot read no-such-file", "- for standard input"),
        (
            &["show", &file, "--at", "83"],
            "the record has fewer than 83 turns",
            "--at takes 0 to 82",
        ),
        (&["show", "--position", "1!"], "invalid position", "bastide position FILE"),
        (
            &["tiles", "castle"],
            "there is no tile set 'castle'",
            "base, river, wheel, bridges, inns, traders and stronghold",
        ),
        (&["play", "--seed", "xyz"], "'xyz' is not a seed", "64 digits"),
        (&["play", "--you", "3", "--players", "2"], "there is no seat 3", "--you takes 1 to 2"),
        (&["play", "--people", "4", "--players", "3"], "4 people for 3 seats", "raise --players"),
        (&["play", "--bot", "random,random,greedy"], "3 bots for 1 free", "one --bot for all"),
        (&["play", "--resume", &file], "is over", "bastide show"),
        (&["play", "--save", &file], "already exists", "--resume"),
        (&["play", "--save", "/no/such/dir/a.bastide"], "cannot save to", "writable directory"),
        (&["play", "--you", "5"], "there is no seat 5 among 2", "--players N adds seats"),
        (&["show", &file, "--tiles", "nofile"], "cannot read nofile", "--tiles takes tile or wall"),
        (
            &["perft", "--draws", "nofile"],
            "cannot read nofile",
            "--draws takes a file with the tiles",
        ),
        (&["tiles", "base", "--sheet", "x.gif"], "cannot be written as .gif", ".svg or .png"),
        (
            &["hint", &file, "--at", "83"],
            "the record has fewer than 83 turns",
            "--at takes 0 to 82; --after 83 is after 83 actions",
        ),
        (
            &["hint", &file, "--at", "9999"],
            "the record has fewer than 9999 turns",
            "--at takes 0 to 82",
        ),
        (
            &["hint", &file, "--after", "999"],
            "the record has fewer than 999 actions",
            "--after takes 0 to",
        ),
        (&["simulate", "--bot", "greedy,random", "--players", "3"], "2 bots for 3", "one for each"),
        (&["perft", "--draws", &file], "'bastide' is not a tile", "bastide tiles"),
    ] {
        let told = complaint(args, "");
        assert!(told.contains(why), "{args:?}: {told}");
        let hints = told.lines().any(|line| line.starts_with("hint: ") && line.contains(hint));
        assert!(hints, "{args:?}: no hint with '{hint}' in {told}");
    }
}

#[test]
fn an_impossible_set_up_lists_all_its_problems() {
    for command in ["simulate", "perft", "play"] {
        let told =
            complaint(&[command, "--rules", "base,foo,river,river,bar", "--players", "9"], "");
        for problem in ["'foo'", "'bar'", "'river' is named twice", "9 players"] {
            assert!(told.contains(problem), "{command}: {told} does not mention {problem}");
        }
    }
    // WHEEL-1, RIVER-1, BARN-3: all problems are listed, including incompatible rules.
    for command in ["simulate", "perft", "play"] {
        let told = complaint(&[command, "--rules", "base,wheel,river,barns,foo"], "");
        for problem in [
            "unknown rule 'foo'",
            "base and wheel are both sets",
            "river and wheel both replace the start tile",
            "barns need farmers",
            "hint: for example --rules",
        ] {
            assert!(told.contains(problem), "{command}: {told} does not mention {problem}");
        }
    }
    let told = complaint(&["play", "--deck", "V,Q,Q,Zz"], "");
    for problem in ["more copies of tile 'Q'", "'Zz'"] {
        assert!(told.contains(problem), "{told} does not mention {problem}");
    }
}

#[test]
fn unknown_words_are_refused_by_the_parser() {
    for args in
        [&["plya"][..], &["show"], &["simulate", "--games", "many"], &["play", "--bot", "x"]]
    {
        complaint(args, "");
    }
    assert_eq!(bastide(&[]).code, 2, "a command is required");
}

#[test]
fn a_saved_game_with_another_seed_is_not_resumed() {
    let scratch = Scratch::new("wrong-seed");
    let file = scratch.path("game");
    bastide_with(&["play", "--seed", "9", "--save", &file], "1\n1\n1\n").fine();
    let text = read(&file);
    let mark = "# resume with seed ";
    let seed = text.lines().find_map(|line| line.strip_prefix(mark)).expect("the secret seed");
    let other = scratch.write("other", &text.replace(seed, &"0".repeat(64)));
    assert!(complaint(&["play", "--resume", &other], "").contains("does not match the commitment"));
    let lost = scratch.write("lost", &text.replace(mark, "# "));
    assert!(complaint(&["play", "--resume", &lost], "").contains("the state of the draws"));
    let broken = scratch.write("broken", &text.replace(seed, "12zz"));
    assert!(complaint(&["play", "--resume", &broken], "").contains("is not a seed"));
}
