//! Tests of `bastide hint`.

use bastide_protocol::AdviceView;

use crate::{Scratch, all, bastide, bastide_with, river, stronghold, wheel};

const FIRST_TURN: &str = "bastide 1\ngame land rules=base,fields seats=2 first=0\nDE";

/// Returns the lines of the table, below its header.
fn table(out: &str) -> Vec<&str> {
    out.lines().skip_while(|line| !line.trim_start().starts_with('#')).skip(1).collect()
}

#[test]
fn the_best_turns_come_with_values_and_reasons() {
    let out = bastide_with(&["hint", "-"], FIRST_TURN).fine();
    assert!(out.starts_with("turn 1: red with E (city); 70 tiles left\n"), "{out}");
    let rows = table(&out);
    assert_eq!(rows.len(), 5, "{out}");
    assert!(rows[0].starts_with("  1 ") && rows[4].starts_with("  5 "), "{out}");
    // EX-9
    let all = bastide_with(&["hint", "-", "--top", "99"], FIRST_TURN).fine();
    let closing = table(&all).into_iter().find(|row| row.contains("P0,-1r2 M0"));
    assert!(closing.expect("it is listed").ends_with("closes red's city for 4"), "{all}");
    assert_eq!(bastide_with(&["hint", "-"], FIRST_TURN).fine(), out, "the same each time");
}

#[test]
fn reasons_are_written_in_terms_of_the_game() {
    let said = |file: &str, at: &str, turn: &str| {
        let out = bastide(&["hint", file, "--after", at, "--top", "999"]).fine();
        let row =
            table(&out).into_iter().find(|row| row.split("  ").any(|part| part.trim() == turn));
        let row = row.unwrap_or_else(|| panic!("{turn} is not in:\n{out}"));
        let why = row.rsplit_once("  ").map_or(row, |(_, why)| why);
        why.trim_start_matches("[played] ").to_owned()
    };
    assert_eq!(
        said(&river(), "61", "P-1,3r1 M1"),
        "closes green's city for 6, starts a road worth 1 now, adds 3 to green's field (9), \
         frees 1 meeple"
    );
    assert_eq!(
        said(&river(), "211", "P4,7r0 A3"),
        "starts a garden worth 5 now, leaves no tile to finish blue's city"
    );
    assert_eq!(
        said(&river(), "141", "P2,1r2 M1"),
        "starts a road worth 1 now, but joins red's and blue's cities: 8 for red and blue"
    );
    assert_eq!(said(&river(), "176", "P8,4r2 ."), "joins red's field: shares 6");
    assert_eq!(
        said(&river(), "40", "P2,5r0 M1"),
        "starts a field worth 6 now, but closes green's city: 4 for green and green gets 1 \
         meeple back"
    );
    assert_eq!(said(&all(), "36", "P2,8r0 Bne:3,7.2 ."), "builds a barn for 5");
    assert_eq!(said(&wheel(), "176", "P6,0r1 ."), "takes over Ann's field: 15");
    assert_eq!(said(&wheel(), "29", "R0,5.0"), "gives up a knight at 0,5, worth 1 now");
    assert_eq!(
        said(&stronghold(), "70", "U3@8,5.0"),
        "uses token 3: a house counts double, takes a wall token, closes Ada's house for 2"
    );
}

#[test]
fn hint_and_show_number_turns_alike() {
    for file in [river(), all(), wheel(), stronghold()] {
        for at in 0..40 {
            let at = at.to_string();
            let shown = bastide(&["show", &file, "--at", &at, "--json"]).json();
            let hinted = bastide(&["hint", &file, "--at", &at, "--top", "1", "--json"]).json();
            assert_eq!(
                hinted["turn"].as_u64(),
                shown["game"]["turns"].as_u64().map(|turns| turns + 1)
            );
        }
    }
}

#[test]
fn every_decision_of_every_family_has_a_hint() {
    for file in [river(), all(), wheel(), stronghold()] {
        let mut told = 0;
        // In pairs, because there is a decision after most draws.
        for at in [1, 2, 53, 54, 111, 112, 184, 185] {
            let at = at.to_string();
            let run = bastide(&["hint", &file, "--after", &at, "--json"]);
            if run.err.contains("is to be drawn") || run.err.contains("to be revealed") {
                continue;
            }
            let value = run.json();
            let turns = value["turns"].as_array().expect("turns");
            let played = turns.iter().filter(|turn| turn["played"] == true).count();
            assert_eq!(played, 1, "{file} at {at}: what was played is always listed");
            for turn in turns {
                let advice: AdviceView =
                    serde_json::from_value(turn.clone()).expect("the advice of a server");
                let texts = turn["texts"].as_array().expect("texts");
                assert!(!texts.is_empty(), "{file} at {at}");
                assert_eq!(texts.len(), advice.reasons.len(), "{file} at {at}");
                assert!(turn["loss"].as_f64().expect("a number") >= 0.0, "{file} at {at}");
            }
            told += 1;
        }
        assert!(told >= 4, "{file}: only {told}");
    }
}

#[test]
fn choices_of_bots_are_shown_on_request() {
    let out =
        bastide_with(&["hint", "-", "--bot", "greedy,random", "--top", "1"], FIRST_TURN).fine();
    for bot in ["greedy", "random"] {
        assert_eq!(out.matches(bot).count(), 1, "{out}");
    }
    let value =
        bastide_with(&["hint", "-", "--bot", "greedy", "--top", "1", "--json"], FIRST_TURN).json();
    let turns = value["turns"].as_array().expect("turns");
    assert!(turns.iter().any(|turn| turn["bots"] == serde_json::json!(["greedy"])), "{value}");
}

#[test]
fn without_a_choice_the_next_command_is_suggested() {
    let file = river();
    for (args, typed, why, hint) in [
        (&["hint", &file][..], "", "the game is over", "--at takes an earlier turn"),
        (&["hint", &file, "--after", "60"], "", "a tile is to be drawn", "--after 61 is after DD"),
        (&["hint", &file, "--after", "999"], "", "fewer than 999 actions", "--after takes 0 to"),
        (&["hint", "-"], "bastide 1\ngame land rules=base seats=2", "to be drawn", "--draw TILE"),
        (&["hint", "-", "--draw", "V"], FIRST_TURN, "no draw is due", "omit --draw"),
        (
            &["hint", &file, "--after", "60", "--draw", "Q9"],
            "",
            "'Q9' is not a tile",
            "bastide tiles",
        ),
        (&["hint", &file, "--after", "60", "--draw", "RA"], "", "RA cannot be drawn here", ""),
        (&["hint", &file, "--bot", "deep"], "", "there is no bot `deep`; the bots are random", ""),
    ] {
        let run = bastide_with(args, typed);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(why) && run.err.contains(hint), "{args:?}: {}", run.err);
    }
    let token = "bastide 1\ngame stronghold seats=2 deck=C10,E3,A9,E3\nDC10 P0,4r2 M0\n\
                 DE3 P3,0r0 .\nDA9 P9,5r1 M0";
    assert!(bastide_with(&["hint", "-"], token).err.contains("a wall token is to be revealed"));
}

#[test]
fn hints_can_assume_a_draw() {
    let empty = "bastide 1\ngame land rules=base,fields seats=2 first=0";
    let supposed = bastide_with(&["hint", "-", "--draw", "E"], empty).fine();
    assert_eq!(supposed, bastide_with(&["hint", "-"], FIRST_TURN).fine());
    // With the recorded draw, the played turn is found.
    let made = bastide(&["hint", &river(), "--after", "60", "--draw", "D"]).fine();
    assert!(made.contains("[played]"), "{made}");
    let other = bastide(&["hint", &river(), "--after", "60", "--draw", "V"]).fine();
    assert!(!other.contains("[played]"), "{other}");
}

#[test]
fn positions_and_files_give_the_same_hints() {
    let scratch = Scratch::new("hint");
    let file = scratch.write("game.bastide", FIRST_TURN);
    let name = bastide(&["position", &file]).fine();
    let by_name = bastide(&["hint", "--position", name.trim()]).fine();
    assert_eq!(by_name, bastide(&["hint", &file]).fine());
}
