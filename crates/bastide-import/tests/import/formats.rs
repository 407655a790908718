//! Recognition of formats.

use bastide_import::Format;

use crate::{check_refusal, import, refuse};

#[test]
fn formats_are_recognised_by_their_content() {
    let record = "bastide 1\ngame land rules=base seats=2\nDV P1,0r0 M0\n";
    let json = import(record).record.to_json();
    let position = bastide_host::position::encode(&import(record).record);
    let link = "carcassonnelab.com/#/0/0/Fg/2111?players=A,B";
    for (text, format) in [
        (record, Format::Record),
        (&json, Format::Record),
        (&position, Format::Position),
        (link, Format::CarcassonneLab),
        ("#/0/0/Fg/2111", Format::CarcassonneLab),
        (include_str!("../fixtures/arena.json"), Format::BoardGameArena),
        (include_str!("../fixtures/base.jcz"), Format::JCloisterZone),
    ] {
        assert_eq!(import(text).format, format);
        assert_eq!(import(&format!("\u{feff}\n {text}\n")).format, format);
    }
}

#[test]
fn unknown_formats_are_refused() {
    for text in ["", " ", "hello", "1", "[]", "null", "{}", r#"{"a": 1}"#, "<html>", "0\0"] {
        check_refusal(text, "no known format", "unknown-format");
    }
    check_refusal(
        "https://boardgamearena.com/table?table=1",
        "the link 'https://boardgamearena.com/table?table=1' does not contain a game",
        "empty-link",
    );
    let error = bastide_import::import(b"abc\n\xff", None).expect_err("not UTF-8");
    assert_eq!((error.kind.code(), error.place.line), ("not-text", Some(2)));
}

#[test]
fn errors_of_records_keep_their_codes_and_lines() {
    let error = refuse("bastide 1\ngame land rules=base seats=2\nDV P9,0r0\n");
    assert_eq!((error.kind.code(), error.place.line), ("not-adjacent", Some(3)));
    assert!(error.kind.breaks_a_rule());
    let error = refuse("bastide 2\n");
    assert_eq!((error.kind.code(), error.kind.breaks_a_rule()), ("unknown-version", false));
    assert_eq!(refuse("1AAAAAAAAAAAAAAA").kind.code(), "damaged");
}
