//! Reviews, forecasts and puzzles, through the requests of the page.

use bastide_wasm::answer;
use serde_json::{Value, json};

const GAME: &str = "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\n\
    DV P1,0r0 M0\nDE P0,-1r2 .\n";

fn respond(request: &Value) -> Value {
    serde_json::from_str(&answer(request.to_string().as_bytes())).expect("JSON")
}

#[track_caller]
fn ask(request: &Value) -> Value {
    let mut response = respond(request);
    assert!(response.get("problem").is_none(), "{request}: {response}");
    response["ok"].take()
}

#[test]
fn a_page_reviews_a_game_in_steps() {
    let begun = ask(&json!({ "call": "review_start", "record": GAME, "nodes": 2000 }));
    assert_eq!(begun["steps"], 2);
    let step = |step: u32| {
        ask(&json!({ "call": "review_step", "record": GAME, "nodes": 2000, "step": step }))
    };
    let steps = [step(0), step(1)];
    // The last tile completes a city of two tiles for 4 points, but no knight was placed.
    assert_eq!((&steps[1]["is_exact"], &steps[1]["lost"]), (&json!(true), &json!(4000)));
    assert_eq!(steps[1]["verdict"], "mistake");
    assert_eq!(steps[1]["turns"][0]["actions"], json!(["P0,-1r2", "M0"]));
    let whole =
        json!({ "call": "review", "record": GAME, "start": begun["start"], "steps": steps });
    let review = ask(&whole);
    for player in review["players"].as_array().expect("players") {
        let number = |key: &str| player[key].as_i64().expect("a number");
        assert_eq!(number("start") + number("luck") + number("skill"), number("margin"));
    }
    assert_eq!(review["end"]["margin"], json!([2000, -2000]));
    let first = json!({ "call": "review", "record": GAME, "start": begun["start"], "steps": [] });
    assert_eq!(respond(&first)["problem"]["code"], "message/malformed");
    let beyond = json!({ "call": "review_step", "record": GAME, "nodes": 2000, "step": 2 });
    assert_eq!(respond(&beyond)["problem"]["code"], "message/malformed");
}

#[test]
fn a_page_forecasts_a_game() {
    let open = GAME.replace("DE P0,-1r2 .\n", "");
    let forecast = ask(&json!({ "call": "forecast", "record": open, "rollouts": 4 }));
    assert_eq!(forecast["rollouts"], 4);
    let win: i64 =
        forecast["win"].as_array().expect("a list").iter().filter_map(Value::as_i64).sum();
    assert_eq!(win, 1000);
}

#[test]
fn a_page_solves_a_puzzle() {
    let all = bastide_study::puzzles::BUILT_IN;
    let list = ask(&json!({ "call": "puzzles", "text": all }));
    let first = &list[0];
    let puzzle = ask(&json!({ "call": "puzzle", "text": first["text"] }));
    let turns = puzzle["turns"].as_array().expect("turns");
    let judge = |turn: &Value| {
        ask(&json!({ "call": "puzzle_answer", "text": first["text"], "actions": turn }))
    };
    let solution = judge(&turns[0])["solution"].clone();
    assert!(turns.contains(&solution), "the solution is a legal turn");
    assert_eq!(judge(&solution)["is_right"], true);
    let wrong = turns.iter().find(|turn| **turn != solution).expect("another turn");
    assert_eq!(judge(wrong)["is_right"], false);
    let none = json!({ "call": "puzzle_answer", "text": first["text"], "actions": ["P99,99r0"] });
    assert_eq!(respond(&none)["problem"]["code"], "message/malformed");
    let daily = ask(&json!({ "call": "puzzle_daily", "text": all, "day": 20_000 }));
    assert!(list.as_array().expect("a list").iter().any(|puzzle| puzzle["id"] == daily));
    let solver = json!({ "rating": 1500.0, "deviation": 350.0, "volatility": 0.06 });
    let rated = json!({ "call": "puzzle_rate", "solver": solver, "puzzle": solver, "score": 1 });
    let rated = ask(&rated);
    assert!(rated["solver"]["rating"].as_f64() > rated["puzzle"]["rating"].as_f64());
}

/// A day of the golden file of daily decks.
const DAY: u64 = 20_775;

#[test]
fn a_page_gets_the_decks_of_the_golden_file() {
    let golden = include_str!("../../bastide-study/tests/golden/daily.txt");
    let decks = ask(&json!({ "call": "daily", "day": DAY }));
    let decks = decks.as_array().expect("a list");
    assert_eq!(decks.len(), 4);
    for deck in decks {
        let [game, table] = ["game", "table"].map(|key| deck[key].as_str().expect("a text"));
        let line = format!("deck {game} {DAY} {table} first={} ", deck["first"]);
        let line = golden.lines().find(|known| known.starts_with(&line)).expect("a golden deck");
        // The table of a page deals the same tiles.
        let made = ask(&json!({
            "call": "make", "id": format!("local-{table}"), "now": 1, "entropy": "07".repeat(32),
            "new": {
                "game": deck["family"], "rules": deck["rules"],
                "seats": [{ "kind": "me", "name": "" }, { "kind": "bot", "level": deck["opponent"] }],
                "deal": { "kind": "seed", "seed": deck["seed"] },
                "first": { "kind": "seat", "seat": deck["first"] },
            },
        }));
        let table = &made["seated"]["table"];
        let record = ask(&json!({ "call": "record", "id": table }));
        let first = line.split(' ').nth(5).expect("a tile");
        let record = record.as_str().expect("a record");
        assert!(record.lines().nth(2).is_some_and(|turn| turn == first), "{first}: {record}");
    }
    let margins: Vec<i64> = (0..2)
        .map(|step| {
            let game = json!({
                "call": "daily_game", "name": "fields", "day": DAY, "bot": "normal", "step": step,
            });
            ask(&game).as_i64().expect("a margin")
        })
        .collect();
    let line = format!("margins fields {DAY} normal {margins:?}");
    assert!(golden.lines().any(|known| known == line), "{line}");
}

#[test]
fn daily_decks_that_do_not_exist_are_refused() {
    for request in [
        json!({ "call": "daily", "day": 1_000_000 }),
        json!({ "call": "daily", "day": -1 }),
        json!({ "call": "daily" }),
        json!({ "call": "daily_game", "name": "chess", "day": 1, "bot": "easy", "step": 0 }),
        json!({ "call": "daily_game", "name": "fields", "day": 1, "bot": "chess", "step": 0 }),
        json!({ "call": "daily_game", "name": "fields", "day": 1, "bot": "easy" }),
    ] {
        assert!(respond(&request).get("problem").is_some(), "{request}");
    }
}
