//! Tests of `check`, `verify`, `replay` and `position`.

use bastide_protocol::{EventView, Verdict};

use crate::{all, bastide, bastide_with, read, river, stronghold, wheel};

#[test]
fn a_legal_record_passes_the_check() {
    let out = bastide(&["check", &river()]).fine();
    assert_eq!(out, "legal: 82 turns, finished, red 110, blue 74, green 99\n");
    let json = bastide(&["check", &river(), "--json"]).json();
    assert_eq!((&json["legal"], &json["scores"][0]), (&true.into(), &110.into()));
}

#[test]
fn records_are_read_from_standard_input() {
    let text = read(river());
    for command in ["check", "verify", "show", "replay", "position"] {
        let by_name = bastide(&[command, &river()]).fine();
        assert_eq!(bastide_with(&[command, "-"], &text).fine(), by_name, "{command}");
    }
}

#[test]
fn an_illegal_action_is_found_with_its_line_and_reason() {
    // TILE-1: the cell of the first turn is occupied.
    let text = "bastide 1\ngame land rules=base seats=2\n# two turns\nDB P0,1r0 .\nDB P0,1r0 .\n";
    let run = bastide_with(&["check", "-"], text);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let wanted =
        "error: standard input, line 5: 'P0,1r0' is not legal: that cell already has a tile\n";
    assert_eq!(run.err, wanted);
    let run = bastide_with(&["check", "-", "--json"], text);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(run.code, 1);
    assert_eq!((&json["legal"], &json["line"]), (&false.into(), &5.into()));
    assert_eq!(json["code"], "cell-taken");
}

#[test]
fn a_wrong_final_score_is_found() {
    let text = read(river()).replace("end 110 74 99", "end 111 74 99");
    let run = bastide_with(&["check", "-"], &text);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("the final score is not [111, 74, 99] but [110, 74, 99]"),
        "{}",
        run.err
    );
}

#[test]
fn fair_draws_are_confirmed() {
    let out = bastide(&["verify", &river()]).fine();
    assert!(out.starts_with("verified: all 82 draws come from the committed seed\n"), "{out}");
    let json = bastide(&["verify", &river(), "--json"]).json();
    let verdict: Verdict = serde_json::from_value(json).expect("the verdict of a server");
    assert!(verdict.is_verified && verdict.is_finished && verdict.reason.is_none());
    assert_eq!(verdict.draws, 82);
}

#[test]
fn unfair_draws_are_detected() {
    let text = read(river());
    let seed = text.lines().find_map(|line| line.strip_prefix("seed ")).expect("a seed");
    let other = format!("{}{}", if seed.starts_with('0') { '1' } else { '0' }, &seed[1..]);
    let header = text.lines().nth(1).expect("a header");
    let cases = [
        (text.replace(seed, &other), 1, "the seed does not match the commitment"),
        // The salt is not part of the commitment, but of every draw.
        (text.replace(header, &format!("{header} salt=pepper")), 1, "in turn 1 the record has"),
        (text.replace(&format!("seed {seed}\n"), ""), 2, "does not reveal its seed"),
        ("bastide 1\ngame land rules=base seats=2\n".to_owned(), 2, "has no commitment"),
    ];
    for (text, code, why) in cases {
        let run = bastide_with(&["verify", "-"], &text);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{}", run.err);
        assert!(run.err.contains(why), "{} does not say: {why}", run.err);
    }
}

#[test]
fn a_replay_ends_with_the_scores_of_the_record() {
    let out = bastide(&["replay", &river(), "--json"]).fine();
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    let last = lines.last().expect("lines");
    assert_eq!(last["scores"], serde_json::json!([110, 74, 99]));
    assert_eq!(last["winners"], serde_json::json!([0]));
    // Every point is accounted for by an event.
    let mut red = 0;
    for event in lines.iter().filter_map(|line| line["events"].as_array()).flatten() {
        if event["winners"].as_array().is_some_and(|w| w.contains(&0.into())) {
            red += event["points"].as_i64().unwrap_or(0);
        }
    }
    assert_eq!(red, 110);
}

/// Points come from majorities and awards only.
#[test]
fn a_replay_explains_every_point_of_every_option() {
    for file in [all(), wheel(), stronghold()] {
        let out = bastide(&["replay", &file, "--json"]).fine();
        let lines: Vec<serde_json::Value> =
            out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let last = lines.last().expect("lines");
        let mut scores = vec![0; last["scores"].as_array().expect("a list").len()];
        for event in lines.iter().filter_map(|line| line["events"].as_array()).flatten() {
            let event: EventView = serde_json::from_value(event.clone()).expect("an event");
            let (points, tally, seats) = match event {
                EventView::Scored { points, tally, winners, .. } => (points, tally, winners),
                EventView::Awarded { points, tally, seat, .. } => (points, tally, vec![seat]),
                _ => continue,
            };
            let sum: i32 =
                tally.iter().map(|term| i32::from(term.count) * i32::from(term.each)).sum();
            assert_eq!(points, sum, "{file}: {tally:?}");
            seats.iter().for_each(|&seat| scores[usize::from(seat)] += points);
        }
        assert_eq!(serde_json::json!(scores), last["scores"], "{file}");
    }
}

#[test]
fn a_position_restores_the_same_board() {
    for at in ["0", "16", "82"] {
        let name = bastide(&["position", &river(), "--at", at]).fine();
        let shown = bastide(&["show", "--position", name.trim()]).fine();
        assert_eq!(shown, bastide(&["show", &river(), "--at", at]).fine(), "after {at} turns");
    }
    // With bridges, castles, barns, crowns and the pig; the position does not contain the players.
    for (file, at) in [(all(), "46"), (all(), "60"), (wheel(), "30"), (wheel(), "87")] {
        let name = bastide(&["position", &file, "--at", at]).fine();
        let shown = bastide(&["show", "--position", name.trim(), "--json"]).json();
        assert_eq!(shown, bastide(&["show", &file, "--at", at, "--json"]).json(), "{at} turns");
    }
}
