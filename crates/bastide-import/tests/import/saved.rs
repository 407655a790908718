//! Saved games of JCloisterZone, written by hand.

use bastide_import::{Format, Note};
use serde_json::{Value, json};

use crate::{check_refusal, codes, import, lines};

const BASE: &str = include_str!("../fixtures/base.jcz");

fn base() -> Value {
    serde_json::from_str(BASE).expect("JSON")
}

/// Returns the file with another value in place of that at a path.
fn with(path: &str, value: Value) -> String {
    let mut file = base();
    *file.pointer_mut(path).expect(path) = value;
    file.to_string()
}

fn place(player: u8, tile: &str, rotation: &str, x: i32, y: i32) -> Value {
    let payload = json!({ "tileId": tile, "rotation": rotation, "position": [x, y] });
    json!({ "type": "PLACE_TILE", "payload": payload, "player": player })
}

fn deploy(figure: &str, location: &str, x: i32, y: i32) -> Value {
    let pointer = json!({ "position": [x, y], "location": location });
    json!({ "type": "DEPLOY_MEEPLE", "payload": { "pointer": pointer, "meepleId": figure } })
}

fn recall(x: i32, y: i32) -> Value {
    let place = json!({ "position": [x, y], "location": "I" });
    let pointer = json!({ "featurePointer": place, "meepleId": "0.abbot.1" });
    let payload = json!({ "pointer": pointer, "source": "ABBOT_RETURN" });
    json!({ "type": "RETURN_MEEPLE", "payload": payload })
}

fn commit() -> Value {
    json!({ "type": "COMMIT", "payload": {} })
}

/// Returns a game with other sets, elements and messages.
fn game(sets: Value, elements: Value, start: Value, replay: Vec<Value>) -> String {
    let mut file = base();
    file["setup"]["sets"] = sets;
    file["setup"]["elements"] = elements;
    file["setup"]["start"] = start;
    file["replay"] = Value::Array(replay);
    file.to_string()
}

#[test]
fn a_saved_game_is_read_turn_by_turn() {
    let imported = import(BASE);
    assert_eq!(imported.format, Format::JCloisterZone);
    assert_eq!(
        lines(&imported),
        [
            "game land rules=base,fields seats=2 first=0 player1=Iris player2=Milo source=jcloisterzone",
            "DE P0,-1r2 M1",
            "DO P-1,0r0 .",
        ]
    );
    assert_eq!(imported.notes, [Note::Unfinished { left: 69 }]);
}

/// With the river east of the spring, the board is turned so that it lies in the south.
#[test]
fn the_board_is_turned_so_that_the_start_lies_unrotated() {
    let sets = json!({ "basic:2": 1, "river/1:2": 1 });
    let elements = json!({ "small-follower": 7, "farmers": true, "abbot": 1, "garden": 1 });
    let start = json!([{ "tile": "RI/s", "x": 5, "y": 5, "rotation": 0 }]);
    let replay = vec![
        place(0, "RI.1/IIG", "R0", 6, 5),
        deploy("0.abbot.1", "I", 6, 5),
        commit(),
        place(1, "RI.1/CcII", "R180", 6, 6),
        deploy("1.small.1", "SE", 6, 6),
        commit(),
        place(0, "RI.1/IFI", "R0", 5, 6),
        recall(6, 5),
        commit(),
    ];
    let text = game(sets, elements, start, replay);
    // RIVER-4: the river turns to the same side twice.
    check_refusal(
        &text,
        "turn 2, replay[3]: 'P-1,1r2' is not legal: the river may not turn to the same side twice in a row",
        "river-turns-back",
    );
    let text = text.replace("\"R180\"", "\"R270\"").replace("\"SE\"", "\"SW\"");
    let imported = import(&text.replace("[5,6]", "[7,6]"));
    assert_eq!(lines(&imported)[1..], ["DRJ P0,1r2 A3", "DRE P-1,1r3 M0", "DRD P-1,2r0 R0,1.3"]);
}

#[test]
fn copies_with_a_garden_have_names_in_the_second_edition() {
    let sets = json!({ "basic:2": 1 });
    let elements = json!({ "small-follower": 7, "farmers": true, "abbot": 1, "garden": 1 });
    let start = json!([{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }]);
    let replay = vec![
        place(0, "BA/RFrG", "R0", 1, 0),
        deploy("0.abbot.1", "I", 1, 0),
        commit(),
        place(1, "BA/RFr", "R180", 2, 0),
        deploy("1.small.1", "WE", 2, 0),
        commit(),
        place(0, "BA/L", "R90", 1, 1),
        recall(1, 0),
        commit(),
    ];
    let imported = import(&game(sets, elements, start, replay));
    assert_eq!(lines(&imported)[1..], ["DUg P1,0r1 A3", "DU P2,0r1 M0", "DB P1,1r0 R1,0.3"]);
    assert_eq!(codes(&imported.notes), ["unfinished"]);
}

#[test]
fn copies_without_a_garden_are_used_first_in_the_first_edition() {
    let elements = json!({ "small-follower": 7, "abbot": 1 });
    let start = json!([]);
    let row = |n: u8| place(n % 2, "BA/C", "R180", n.into(), 1);
    let imported =
        import(&game(json!({ "basic:1": 1 }), elements, start, (0..5).map(row).collect()));
    let draws: Vec<String> = lines(&imported)[1..].iter().map(|l| l[..3].to_owned()).collect();
    assert_eq!(draws, ["DE ", "DE ", "DE ", "DE ", "DEg"]);
    assert_eq!(codes(&imported.notes), ["gardens", "unfinished"]);
}

#[test]
fn other_expansions_are_refused_by_name() {
    for (path, value, message) in [
        ("/setup/sets", json!({ "basic:1": 1, "river/2:1": 1 }), "setup.sets: 'river/2:1'"),
        ("/setup/sets", json!({ "basic:1": 2 }), "setup.sets: 'basic:1'"),
        ("/setup/elements", json!({ "big-follower": 1 }), "setup.elements: 'big-follower'"),
        ("/setup/start", json!([{}, {}]), "setup.start: '2 start tiles'"),
        ("/replay/4/type", json!("PLACE_TOKEN"), "turn 2, replay[4].type: 'PLACE_TOKEN'"),
        (
            "/replay/1/payload/meepleId",
            json!("0.big.1"),
            "turn 1, replay[1].payload.meepleId: '0.big.1'",
        ),
    ] {
        let message = format!(
            "{message} cannot be imported: it is not part of Bastide, has other rules there, or is \
             not read from this format"
        );
        check_refusal(&with(path, value), &message, "other-expansion");
    }
    let old = json!({ "appVersion": "4.6.0", "setup": { "expansions": ["BASIC"] }, "replay": [] });
    check_refusal(
        &old.to_string(),
        "appVersion: version '4.6.0' of this format is not supported",
        "unknown-version",
    );
}

/// Bastide has these expansions, but the importer does not read them.
#[test]
fn expansions_that_are_not_read_yet_are_refused_by_name() {
    for (set, expansion) in [
        ("inns-and-cathedrals", "inns"),
        ("inns-and-cathedrals/1:2", "inns"),
        ("traders-and-builders:1", "traders"),
    ] {
        let message = format!(
            "setup.sets: '{set}' cannot be imported: games with '{expansion}' cannot be read from \
             this format yet"
        );
        check_refusal(
            &with("/setup/sets", json!({ "basic:1": 1, set: 1 })),
            &message,
            "unread-expansion",
        );
    }
}

#[test]
fn other_scoring_is_noted() {
    let imported = import(&with("/setup/rules", json!({ "tiny-city-scoring": "2" })));
    assert_eq!(codes(&imported.notes), ["other-scoring", "unfinished"]);
    let imported = import(&with("/setup/elements/small-follower", json!(6)));
    assert_eq!(codes(&imported.notes), ["other-scoring", "unfinished"]);
}

#[test]
fn bad_files_name_the_place() {
    for (path, value, message, code) in [
        (
            "/replay/0/payload/tileId",
            json!("BA/Z"),
            "turn 1, replay[0].payload.tileId: unknown tile 'BA/Z'",
            "unknown-tile",
        ),
        (
            "/replay/0/payload/rotation",
            json!("R45"),
            "turn 1, replay[0].payload.rotation: 'R45' is not a valid rotation",
            "bad-value",
        ),
        (
            "/replay/0/payload/position",
            json!([1]),
            "turn 1, replay[0].payload.position: '' is not a valid position",
            "bad-value",
        ),
        (
            "/replay/0/payload/position",
            json!([1, {}]),
            "turn 1, replay[0].payload.position: 'a list, an object or a fraction' is not a valid row",
            "bad-value",
        ),
        (
            "/replay/0/payload/position",
            json!([1, 99_999_999_999_i64]),
            "turn 1, replay[0].payload.position: '99999999999' is not a valid row",
            "bad-value",
        ),
        (
            "/replay/3/payload/position",
            json!([5, 5]),
            "turn 2, replay[3]: 'P5,5r0' is not legal: that cell is not adjacent to any tile",
            "not-adjacent",
        ),
        (
            "/replay/0/player",
            json!(-1),
            "turn 1, replay[0].player: '-1' is not a valid player",
            "bad-value",
        ),
        (
            "/replay/0/player",
            json!(7),
            "impossible set-up: seat 7 cannot begin: no such seat (seats are numbered from 0)",
            "first-seat",
        ),
        (
            "/replay/3/player",
            json!(0),
            "turn 2, replay[3]: player 1 places a tile, but it is the turn of player 2",
            "not-your-turn",
        ),
        (
            "/replay/1/payload/pointer/location",
            json!("Q"),
            "turn 1, replay[1].payload.pointer.location: 'Q' is not a valid location",
            "bad-value",
        ),
        (
            "/replay/1/payload/pointer/location",
            json!("N"),
            "turn 1, replay[1]: tile 'E' has no place 'N' for a figure",
            "no-such-place",
        ),
        (
            "/replay/1/payload/pointer/location",
            json!("I"),
            "turn 1, replay[1]: tile 'E' has no place 'monastery' for a figure",
            "no-such-place",
        ),
        (
            "/replay/1/payload/pointer/position",
            json!([1, 1]),
            "turn 1, replay[1]: this figure does not belong to the tile just placed",
            "stray-figure",
        ),
        (
            "/setup/start",
            json!([{ "tile": "RI/s" }]),
            "setup.start[0].tile: 'RA' is not a valid start tile",
            "bad-value",
        ),
        ("/replay", json!([]), "replay: no tile is placed", "no-turns"),
        ("/setup/sets", json!({}), "setup.sets: 'basic' is missing", "missing-value"),
        (
            "/players",
            json!(vec![json!({}); 6]),
            "impossible set-up: 6 players, but the game is for 2 to 5; add inns for 6",
            "seats",
        ),
    ] {
        check_refusal(&with(path, value), message, code);
    }
    let error = crate::refuse(&with("/replay", json!("x")));
    assert_eq!((error.kind.code(), error.place.line), ("bad-json", Some(1)));
}

/// JCloisterZone draws the base start tile with the river, which leaves the game in Bastide
/// (RIVER-1). The turns before can be imported.
#[test]
fn the_spare_start_tile_is_refused_with_its_reason() {
    let is_start = |message: &Value| message["payload"]["tileId"] == "BA/RCr";
    let mut files = (0..).map(|number| {
        let record = crate::random_game(&crate::setup("base,fields,river", 2), number, 60);
        crate::export::saved(&record, &mut bastide_host::Dice::new(1, 1))
    });
    let has_three = |file: &Value| {
        file["replay"].as_array().expect("a list").iter().filter(|m| is_start(m)).count() == 3
    };
    let mut file = files.find(has_three).expect("a game in which all copies are drawn");
    let messages = file["replay"].as_array_mut().expect("a list");
    let last = messages.iter().filter(|m| m["type"] == "PLACE_TILE").count();
    let again = messages.iter().rfind(|m| m["type"] == "PLACE_TILE").cloned();
    let mut again = again.expect("a placement");
    again["payload"]["tileId"] = json!("BA/RCr");
    again["player"] = json!(last % 2);
    messages.push(again);
    let text = file.to_string();
    let error = crate::refuse(&text);
    assert_eq!((error.kind.code(), error.place.turn), ("spare-start", Some(last + 1)));
    let (imported, error) =
        bastide_import::import_legal_part(text.as_bytes(), None).expect("a legal part");
    assert!(error.is_some());
    assert_eq!(imported.record.full_turns(), last);
    assert!(codes(&imported.notes).contains(&"legal-part"), "{:?}", imported.notes);
}
