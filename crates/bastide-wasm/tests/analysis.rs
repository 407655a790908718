//! The analysis board and imports, through the requests of the page.

use bastide_wasm::answer;
use serde_json::{Value, json};

const HEAD: &str = "bastide 1\ngame land rules=base,fields seats=2 first=0\n";

fn respond(request: &Value) -> Value {
    serde_json::from_str(&answer(request.to_string().as_bytes())).expect("JSON")
}

#[track_caller]
fn ask(request: &Value) -> Value {
    let mut response = respond(request);
    assert!(response.get("problem").is_none(), "{request}: {response}");
    response["ok"].take()
}

fn position(line: &str) -> Value {
    ask(&json!({ "call": "position", "record": HEAD, "line": line }))
}

#[test]
fn a_position_has_its_draws_offers_and_openings() {
    let start = position("");
    assert_eq!((&start["is_between_turns"], &start["offers"]), (&json!(true), &Value::Null));
    let left: u64 = start["draws"]
        .as_array()
        .expect("draws")
        .iter()
        .map(|draw| draw["left"].as_u64().expect("a count"))
        .sum();
    assert_eq!(left, 71);
    assert_eq!(start["openings"].as_array().map(Vec::len), Some(4));
    assert!(start["openings"][0]["fitting"].as_u64() < Some(71));

    let drawn = position("DV");
    assert_eq!((&drawn["is_between_turns"], &drawn["game"]["drawn"]), (&json!(false), &json!("V")));
    assert!(drawn["draws"].as_array().is_some_and(Vec::is_empty));
    assert_eq!(drawn["offers"]["prompt"], "lay_tile");

    let laid = position("DV P1,0r0 M0");
    assert_eq!(laid["is_between_turns"], true);
    assert_eq!(laid["game"]["turns"], 1);
    assert!(
        laid["events"]
            .as_array()
            .is_some_and(|events| events.iter().any(|event| event["kind"] == "tile_placed"))
    );
    // The string of the position is one that can be imported.
    let read = ask(&json!({ "call": "import", "text": laid["position"] }));
    assert_eq!(read["tree"]["nodes"][1]["turn"], "DV P1,0r0 M0");
}

#[test]
fn questions_are_answered_about_any_position() {
    let question = json!({ "kind": "previews", "turns": [["P1,0r0"]] });
    let previews =
        ask(&json!({ "call": "ask", "record": HEAD, "line": "DV", "question": question }));
    assert_eq!(previews["previews"][0]["offers"]["prompt"], "after_tile");
    let fields = json!({ "kind": "fields" });
    let fields =
        ask(&json!({ "call": "ask", "record": HEAD, "line": "DV P1,0r0 M1", "question": fields }));
    assert_eq!(fields["kind"], "fields");
}

#[test]
fn turns_are_ranked_within_a_budget() {
    let rank = |line: &str, nodes: u32| {
        ask(&json!({ "call": "rank", "record": HEAD, "line": line, "nodes": nodes, "most": 5 }))
    };
    let best = rank("DE", 2_000);
    let turns = best["turns"].as_array().expect("turns");
    assert_eq!((turns.len(), &best["seat"]), (5, &json!(0)));
    assert!(best["of"].as_u64() > Some(5));
    let value = |turn: &Value| turn["value"].as_f64().expect("a number");
    assert!(turns.windows(2).all(|pair| value(&pair[0]) >= value(&pair[1])));
    assert_eq!(turns[0]["is_searched"], true);
    assert_eq!(turns[0]["points"].as_array().map(Vec::len), Some(2));
    // The turn is legal.
    let actions: Vec<&str> =
        turns[0]["actions"].as_array().expect("a turn").iter().filter_map(Value::as_str).collect();
    position(&format!("DE {}", actions.join(" ")));
    // Chance is to act.
    assert_eq!(rank("", 100)["seat"], Value::Null);
}

#[test]
fn bad_lines_are_refused() {
    let code = |line: &str| {
        respond(&json!({ "call": "position", "record": HEAD, "line": line }))["problem"]["code"]
            .clone()
    };
    assert_eq!(code("DV P9,9r0"), "action/illegal");
    assert_eq!(code("hello"), "action/unreadable");
    assert_eq!(code(&"DV ".repeat(40_000)), "message/too_large");
}

#[test]
fn annotated_records_are_read_as_trees() {
    let text = format!(
        "{HEAD}DV P1,0r0 M0\n#! value 3.0 1.5\n#! text Good.\n#! (\n#! DV P1,0r0 M1\n#! DE\n#! )\n"
    );
    let read = ask(&json!({ "call": "import", "text": text }));
    let tree = &read["tree"];
    assert_eq!(
        (&read["kind"], &read["format"], &tree["text"]),
        (&json!("imported"), &json!("record"), &json!(text))
    );
    assert_eq!(tree["head"], HEAD);
    let nodes = tree["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len(), 4);
    assert_eq!((&nodes[1]["values"], &nodes[1]["comment"]), (&json!([3.0, 1.5]), &json!("Good.")));
    assert_eq!((&nodes[3]["parent"], &nodes[3]["is_unfinished"]), (&json!(2), &json!(true)));
}

#[test]
fn trees_name_the_seat_of_each_turn() {
    // BUILDER-3: red's fourth tile extends the road with the builder, so red has a second turn.
    let text = "bastide 1\ngame land rules=base,fields,traders seats=2 first=0\n\
        DU P1,0r1 M0\nDB P0,1r0 .\nDU P2,0r1 W0\nDB P1,1r0 .\nDU P3,0r1 .\nDU P4,0r1 .\n\
        #! (\n#! DU P-1,0r1 .\n#! DB P2,1r0 .\n#! )\nDB P2,1r0 .\n";
    let read = ask(&json!({ "call": "import", "text": text }));
    let nodes = read["tree"]["nodes"].as_array().expect("nodes");
    let seat = |node: &serde_json::Value| node["seat"].as_u64().expect("a seat");
    let of = |turn: &str| -> Vec<u64> {
        nodes.iter().filter(|node| node["turn"] == turn).map(seat).collect()
    };
    assert_eq!(of("DU P3,0r1 ."), [0]);
    assert_eq!([of("DU P4,0r1 ."), of("DU P-1,0r1 .")], [[0], [0]], "the second turn");
    assert_eq!(of("DB P2,1r0 ."), [1, 1], "on the main line and in the variation");
    assert_eq!(of("DB P1,1r0 ."), [1]);
}

#[test]
fn refused_imports_say_where_and_why() {
    let read = |text: &str| ask(&json!({ "call": "import", "text": text }));
    let illegal = read(&format!("{HEAD}DV P1,0r0 M0\nDV P9,9r0\n"));
    assert_eq!(illegal["kind"], "refused");
    assert_eq!(
        (&illegal["code"], &illegal["turn"], &illegal["line"]),
        (&json!("not-adjacent"), &json!(2), &json!(4))
    );
    assert_eq!(illegal["is_illegal"], true);
    assert_eq!(read(illegal["legal"].as_str().expect("a turn is legal"))["kind"], "imported");

    let variation = read(&format!("\n\n{HEAD}DV P1,0r0 M0\n#! (\n#! DV P9,9r0\n#! )\n"));
    assert_eq!((&variation["code"], &variation["line"]), (&json!("not-adjacent"), &json!(7)));

    assert_eq!(read("hello")["code"], "unknown-format");
    assert_eq!(read("{\"data\": <script>")["code"], "bad-json");
    let large = format!("{{\"data\": \"{}\"}}", "x".repeat(9 << 20));
    assert_eq!(read(&large)["code"], "too-long");
}

#[test]
fn games_of_other_programs_have_notes() {
    let link = "https://www.carcassonnelab.com/#/0/0/CED/2112?players=Ann,Bob&colors=red,blue";
    let read = ask(&json!({ "call": "import", "text": link }));
    assert_eq!((&read["kind"], &read["format"]), (&json!("imported"), &json!("carcassonnelab")));
    let notes = read["notes"].as_array().expect("notes");
    assert!(
        notes.iter().any(|note| note["code"] == "unfinished" && note["values"]["n"].is_u64()),
        "{notes:?}"
    );
}
