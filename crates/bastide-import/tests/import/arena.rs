//! Logs of Board Game Arena and links of CarcassonneLab, written by hand.

use bastide_import::{Format, Note};

use crate::{check_refusal, codes, import, lines};

const LOG: &str = include_str!("../fixtures/arena.json");

/// Returns a log with these events.
fn log(events: &str) -> String {
    format!(r#"{{"data": {{"logs": [{{"data": [{events}]}}]}}}}"#)
}

fn place(player: u8, of_type: u8, x: i32, y: i32, ori: u8) -> String {
    format!(
        r#"{{"type": "playTile", "args": {{"type": {of_type}, "x": {x}, "y": {y}, "ori": {ori},
        "player_id": {player}, "player_name": "P{player}"}}}}"#
    )
}

fn figure(position: u8) -> String {
    format!(r#"{{"type": "playPartisan", "args": {{"pos": {position}}}}}"#)
}

fn draw(of_type: u8) -> String {
    format!(r#"{{"type": "pickTile", "args": {{"type": {of_type}}}}}"#)
}

fn link(tail: &str) -> String {
    format!("https://www.carcassonnelab.com/#/{tail}")
}

#[test]
fn a_log_is_read_turn_by_turn() {
    let imported = import(LOG);
    assert_eq!(imported.format, Format::BoardGameArena);
    assert_eq!(
        lines(&imported),
        [
            "game land rules=base,fields seats=2 first=0 player1=Iris player2=Milo source=board-game-arena",
            "DV P1,0r0 M0",
            "DE P0,-1r2 M0",
            "DN P0,1r1 .", // three quarter turns more, and two clockwise
            "DU",
        ]
    );
    assert_eq!(imported.notes, [Note::Unfinished { left: 67 }]);
}

#[test]
fn older_logs_have_another_key() {
    let older = LOG.replace("\"logs\"", "\"data\"");
    assert_eq!(lines(&import(&older)), lines(&import(LOG)));
}

#[test]
fn the_last_turn_of_a_log_stays_open() {
    let two = [place(1, 17, 1, 0, 1), place(2, 11, 0, -1, 3)].join(",");
    let imported = import(&log(&two));
    assert_eq!(lines(&imported)[1..], ["DV P1,0r0 .", "DE P0,-1r2"]);
}

#[test]
fn players_who_have_not_moved_are_counted() {
    let text =
        r#"{"data": {"players": {"1": {}, "2": {}, "3": {}}, "logs": [{"data": [EVENTS]}]}}"#;
    let imported = import(&text.replace("EVENTS", &place(2, 17, 1, 0, 1)));
    assert!(lines(&imported)[0].contains("seats=3 first=0 player1=P2"), "{:?}", lines(&imported));
    assert_eq!(codes(&imported.notes), ["player-order", "unfinished"]);
}

#[test]
fn the_first_four_copies_of_e_have_no_garden() {
    // A row of tiles below the start.
    let row: Vec<String> = (0..5).map(|n| place(1 + n % 2, 11, n.into(), 1, 1)).collect();
    let error = "turn 1, data.logs[0].data[0].args: 'P0,1r0' is not legal: the North side does not match the adjacent tile";
    check_refusal(&log(&row.join(",")), error, "edge-clash");
    let row: Vec<String> = (0..5).map(|n| place(1 + n % 2, 11, n.into(), 1, 3)).collect();
    let imported = import(&log(&row.join(",")));
    let draws: Vec<String> = lines(&imported)[1..].iter().map(|l| l[..3].to_owned()).collect();
    assert_eq!(draws, ["DE ", "DE ", "DE ", "DE ", "DEg"]);
}

/// A figure on one of two fields: the first choice makes the second turn illegal.
#[test]
fn ambiguous_places_are_resolved_by_the_rules() {
    let somewhere = r#"{"type": "playPartisan", "args": {"pos": 9, "target": "field"}}"#;
    let first = [place(1, 17, 1, 0, 1), somewhere.to_owned()].join(",");
    let imported = import(&log(&[&first, &*place(2, 20, 2, 0, 1), &figure(1)].join(",")));
    assert_eq!(lines(&imported)[1..], ["DV P1,0r0 M1", "DB P2,0r0 M0"]);
    let note = |chosen: &str| Note::Ambiguous { turn: 1, chosen: chosen.to_owned(), of: 2 };
    assert_eq!(imported.notes[0], note("M1"));
    let imported = import(&log(&[&first, &*place(2, 20, 2, 0, 1), &figure(2)].join(",")));
    assert_eq!(lines(&imported)[1..], ["DV P1,0r0 M2", "DB P2,0r0 M1"]);
    assert_eq!(imported.notes[0], note("M2"));
    // The error is that of the furthest turn.
    let last = [&first, &*place(2, 20, 2, 0, 1), &figure(2), &place(1, 20, 9, 9, 1)].join(",");
    assert_eq!(crate::refuse(&log(&last)).place.turn, Some(3));
}

#[test]
fn hostile_names_are_cleaned() {
    let long = "N".repeat(100_000);
    for (name, clean) in [
        ("I\\u202eris\\u0000", "Iris"),
        ("I\\u200br\\nis", "Ir%20is"),
        ("\\u001b[31mIris", "[31mIris"),
        (&long, "NNNNNNNNNNNNNNNNNNNNNNNN"),
    ] {
        let imported = import(&LOG.replace("\"Iris\"", &format!("\"{name}\"")));
        let header = &lines(&imported)[0];
        assert!(header.contains(&format!(" player1={clean} ")), "{header}");
        assert_eq!(codes(&imported.notes), ["renamed", "unfinished"]);
    }
}

#[test]
fn bad_logs_name_the_place() {
    let first = place(1, 17, 1, 0, 1);
    let at = "data.logs[0].data[0].args";
    for (events, message, code) in [
        (place(1, 0, 1, 0, 1), format!("{at}.type: unknown tile '0'"), "unknown-tile"),
        (
            place(1, 25, 1, 0, 1),
            format!(
                "{at}.type: tile '25' is not part of the base game, and only the base game can be \
                 read from this format"
            ),
            "not-base-game",
        ),
        (place(1, 17, 1, 0, 5), format!("{at}.ori: '5' is not a valid orientation"), "bad-value"),
        (
            place(1, 17, 9, 9, 1),
            format!("turn 1, {at}: 'P9,9r0' is not legal: that cell is not adjacent to any tile"),
            "not-adjacent",
        ),
        (
            place(1, 17, 1000, 0, 1),
            format!("turn 1, {at}: cell 1000,0 is too far away from the start"),
            "far-away",
        ),
        (figure(1), format!("{at}: this figure does not belong to the tile just placed"), "stray-figure"),
        (
            r#"{"type": "playTile", "args": {"type": 17, "x": [[1]], "y": 0, "ori": 1}}"#.to_owned(),
            format!("{at}.x: 'a list, an object or a fraction' is not a valid column"),
            "bad-value",
        ),
        (
            r#"{"type": "playTile", "args": {"type": 17, "y": 0, "ori": 1}}"#.to_owned(),
            format!("{at}.x: 'column' is missing"),
            "missing-value",
        ),
        (String::new(), "data.logs: no tile is placed".to_owned(), "no-turns"),
        (
            [&*first, &figure(9)].join(","),
            "turn 1, data.logs[0].data[1].args: tile 'V' has no place '9' for a figure".to_owned(),
            "no-such-place",
        ),
        (
            [&*first, &figure(1), &figure(2)].join(","),
            "turn 1, data.logs[0].data[2].args: this figure does not belong to the tile just placed"
                .to_owned(),
            "stray-figure",
        ),
        (
            [&*first, &place(1, 17, 0, 1, 1)].join(","),
            "impossible set-up: 1 players, but the game is for 2 to 5".to_owned(),
            "seats",
        ),
        (
            [&*first, &place(2, 17, 1, 1, 2), &place(2, 11, 0, -1, 3)].join(","),
            "turn 3, data.logs[0].data[2].args: player 2 places a tile, but it is the turn of player 1"
                .to_owned(),
            "not-your-turn",
        ),
        (
            [&*first, &figure(1), &place(2, 17, 1, 1, 2), &figure(1)].join(","),
            "turn 2, data.logs[0].data[3].args: 'M0' is not legal: that feature is already occupied"
                .to_owned(),
            "occupied",
        ),
        (
            [&*draw(17), &draw(11), &place(1, 11, 0, -1, 3), &first].join(","),
            "turn 1, data.logs[0].data[2].args: tile 'V' is discarded, but it can be placed"
                .to_owned(),
            "not-discarded",
        ),
    ] {
        // A second player, so that the set-up is possible where it does not matter.
        let text = match code {
            "seats" => log(&events),
            _ => log(&events).replace("{\"data\": {", "{\"data\": {\"players\": {\"1\":{},\"2\":{}},"),
        };
        check_refusal(&text, &message, code);
    }
}

#[test]
fn files_that_are_not_logs_are_refused() {
    check_refusal(
        r#"{"status": 0, "error": "Please log in"}"#,
        "no game, but a message of the site: 'Please log in'",
        "no-log",
    );
    check_refusal(r#"{"data": {}}"#, "data: 'logs' is missing", "missing-value");
    let cut = &LOG[..LOG.len() / 2];
    let error = crate::refuse(cut);
    assert_eq!((error.kind.code(), error.place.line.is_some()), ("bad-json", true));
}

#[test]
fn a_link_is_read_move_by_move() {
    // Two tiles: V at -2,3 cannot touch the start.
    let message =
        "turn 1, moves[0..]: 'P-2,3r3' is not legal: that cell is not adjacent to any tile";
    check_refusal(&link("0/0/Fg/34L5?players=A,B"), message, "not-adjacent");
    let imported = import(&link("0/0/CED/211112c1?players=Iris,Milo%2C%20Jr&colors=red,blue"));
    assert_eq!(imported.format, Format::CarcassonneLab);
    assert_eq!(
        lines(&imported),
        [
            "game land rules=base,fields seats=2 first=0 colours=red,blue player1=Iris player2=Milo,%20Jr source=carcassonnelab",
            "DV P1,0r0 M0",
            "DM P0,-1r2 M0", // three quarter turns more, and three clockwise
        ]
    );
}

#[test]
fn bad_links_name_the_part() {
    for (tail, message, code) in [
        ("1/0/Fg/2111", "version: version '1' of this format is not supported", "unknown-version"),
        ("0/x/Fg/2111", "cursor: 'x' is not a valid cursor", "bad-value"),
        ("0/0/!!/2111", "stack: '!!' is not a valid stack", "bad-value"),
        ("0/0/Bg/2111", "stack: 'Bg' is not a valid stack", "bad-value"),
        ("0/0/Fg/", "moves: no tile is placed", "no-turns"),
        ("0/0/Fg/21", "turn 1, moves[0..]: cut off within a move", "cut-off"),
        ("0/0/Fg/21I1", "turn 1, moves[0..]: '21I1' is not a valid move", "bad-value"),
        ("0/0/Fg/2161", "turn 1, moves[0..]: '2161' is not a valid move", "bad-value"),
        ("0/0/Fg/21112211", "turn 2, moves[4..]: there are more moves than tiles", "stack-empty"),
        ("0/0/Fg/211122112311", "turn 2, moves: there are more moves than tiles", "stack-empty"),
    ] {
        check_refusal(&link(tail), message, code);
    }
}

#[test]
fn colours_must_be_known_and_distinct() {
    for colours in ["red,red", "red", "mauve,red", ""] {
        let imported = import(&link(&format!("0/0/Fg/2111?players=A,B&colors={colours}")));
        assert_eq!(codes(&imported.notes), ["colours", "unfinished"], "{colours}");
    }
    assert_eq!(codes(&import(&link("0/0/Fg/2111")).notes), ["no-players", "unfinished"]);
}
