//! Checks that every query, however malformed, gets an answer or a problem.

use bastide::{Game, Setup};
use bastide_host::Recorder;
use bastide_protocol::{Aid, Answer, ProblemCode, Question, Standpoint, ViewBuilder, read_action};

use crate::{MIXES, rules, seen, walk};

/// Returns a game that has just begun, with a tile drawn.
fn begun(name: &str, seats: u8) -> Recorder {
    let mut recorder = Recorder::new(Setup::new(rules(name), seats)).expect("a set-up");
    let mut actions = Vec::new();
    recorder.game().legal_actions(&mut actions);
    recorder.play(actions[0]).expect("a draw");
    recorder
}

fn ask(from: &Standpoint<'_>, question: &Question) -> Result<Answer, ProblemCode> {
    ViewBuilder::of(from.game).answer(from, question).map_err(|problem| problem.code)
}

fn preview(from: &Standpoint<'_>, actions: &[&str]) -> Result<Answer, ProblemCode> {
    let actions = actions.iter().map(|&action| action.to_owned()).collect();
    ask(from, &Question::Preview { actions })
}

#[test]
fn points_off_the_board_have_no_feature() {
    let far = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e9, -12_900.0];
    for (name, seats) in MIXES {
        let recorder = begun(name, seats);
        let from = seen(&recorder, Aid::Standard);
        for (x, y) in far.iter().flat_map(|&x| far.iter().map(move |&y| (x, y))) {
            assert_eq!(ask(&from, &Question::At { x, y }), Ok(Answer::Feature { feature: None }));
            let beside = Question::At { x: 50.0, y };
            assert_eq!(ask(&from, &beside), Ok(Answer::Feature { feature: None }));
        }
    }
}

#[test]
fn invalid_sites_are_refused() {
    let recorder = begun("base,fields", 2);
    let from = seen(&recorder, Aid::Standard);
    let of = |site: &str| ask(&from, &Question::Feature { site: site.to_owned() });
    for site in ["127,127.255", "-128,-128.0", "0,0.200", "5,5.0"] {
        assert_eq!(of(site), Ok(Answer::Feature { feature: None }), "{site}");
    }
    let long = "9".repeat(100_000);
    let nested = format!("0,0.{long}");
    for site in ["", "0", "0,0", "128,0.0", "0,0.256", "a,b.c", "0,0.0 ", "é", "\0", &nested, "c1"]
    {
        assert_eq!(of(site), Err(ProblemCode::Unreadable), "{site}");
    }
}

#[test]
fn invalid_actions_are_refused() {
    for (name, seats) in MIXES {
        let recorder = begun(name, seats);
        let from = seen(&recorder, Aid::None);
        let long = "P".repeat(1_000_000);
        for text in
            ["", " ", "P", "P1,1", "P999,0r0", "DX-", "é", "M-1", &long, "p1,0r0", "..", "?"]
        {
            assert_eq!(preview(&from, &[text]), Err(ProblemCode::Unreadable), "{text}");
        }
        let illegal = [
            "P100,100r0",
            "P-128,127r0",
            ".",
            "M0",
            "Mk200",
            "Mc",
            "Ab",
            "R0,0.0",
            "Rk9",
            "C7",
            "T1",
        ];
        for text in illegal.into_iter().chain(["S0,0.0", "U9", "U1@127,127.255", "Bne:0,0.0"]) {
            assert_eq!(preview(&from, &[text]), Err(ProblemCode::Illegal), "{name} {text}");
        }
    }
}

#[test]
fn draws_cannot_be_previewed() {
    for (name, seats) in MIXES {
        // Before the first draw a chance event is pending, which no client may choose.
        let recorder = Recorder::new(Setup::new(rules(name), seats)).expect("a set-up");
        let mut actions = Vec::new();
        recorder.game().legal_actions(&mut actions);
        let from = seen(&recorder, Aid::Coach);
        let draw = recorder.game().notation().show(actions[0]).to_string();
        assert_eq!(preview(&from, &[&draw]), Err(ProblemCode::Illegal));
        let problem = read_action(recorder.game(), &draw).expect_err("a draw is not a move");
        assert_eq!(problem.code, ProblemCode::Illegal);
        assert_eq!(preview(&from, &["."]), Err(ProblemCode::Illegal), "chance acts first");
        assert_eq!(ask(&from, &Question::Hint), Err(ProblemCode::NotYourTurn));
        // A turn cannot continue past a chance event either.
        let recorder = begun(name, seats);
        let from = seen(&recorder, Aid::Coach);
        let mut plan: Vec<String> = Vec::new();
        while let Ok(Answer::Preview { offers: Some(offers), .. }) =
            ask(&from, &Question::Preview { actions: plan.clone() })
        {
            plan.push(offers.offers.last().expect("there is always something").action.clone());
        }
        plan.push(draw);
        let question = Question::Preview { actions: plan };
        assert_eq!(ask(&from, &question), Err(ProblemCode::Illegal), "{name}");
    }
}

#[test]
fn a_flood_of_actions_is_refused_at_once() {
    let recorder = begun("base,fields", 2);
    let from = seen(&recorder, Aid::Standard);
    assert_eq!(preview(&from, &["."; 10_000]), Err(ProblemCode::TooLarge));
}

#[test]
fn questions_are_answered_after_the_end() {
    for (name, seats) in MIXES {
        let recorder = walk(Setup::new(rules(name), seats), 1, |_| ());
        let from = seen(&recorder, Aid::Coach);
        assert_eq!(ViewBuilder::of(from.game).offers(from.game, from.aid), None);
        assert_eq!(preview(&from, &["."]), Err(ProblemCode::Illegal));
        assert_eq!(ask(&from, &Question::Hint), Err(ProblemCode::NotYourTurn));
        assert_eq!(ask(&from, &Question::DeadCells), Ok(Answer::DeadCells { cells: Vec::new() }));
        assert!(ask(&from, &Question::Fields).is_ok());
        let site = from.game.board().laid()[0].cell;
        let feature = ask(&from, &Question::Feature { site: format!("{site}.0") });
        assert!(matches!(feature, Ok(Answer::Feature { .. })), "{name}");
    }
}
