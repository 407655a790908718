//! Checks that the games in the guides of the web client are those of their records, and that the
//! guides in `docs/guides` are those of the client.
//!
//! `BLESS=1` rewrites them; afterwards `npm run format` in `web/` formats the files of the client.

mod literals;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};

use bastide_host::Record;
use bastide_protocol::{Aid, ViewBuilder};
use bastide_testing::golden;
use serde_json::Value;

use literals::Parser;

fn client() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src")
}

/// Returns all TypeScript files of the client that contain `wanted`.
fn files(wanted: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the client is there") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "ts") {
                found.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(&client(), &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("sources are text");
        text.contains(wanted).then_some((path, text))
    };
    paths.into_iter().filter_map(read).collect()
}

/// Compares the parts of a view that the client has with the computed ones; `at` names the part.
/// Numbers may be rounded to two decimal places.
fn difference(told: &Value, computed: &Value, at: &str) -> Option<String> {
    match (told, computed) {
        (Value::Object(told), Value::Object(computed)) => told.iter().find_map(|(key, value)| {
            let at = format!("{at}.{key}");
            match computed.get(key) {
                Some(other) => difference(value, other, &at),
                None => Some(format!("{at} does not exist")),
            }
        }),
        (Value::Array(told), Value::Array(computed)) if told.len() == computed.len() => (0..)
            .zip(told.iter().zip(computed))
            .find_map(|(n, (a, b))| difference(a, b, &format!("{at}[{n}]"))),
        (Value::Number(a), Value::Number(b)) => {
            let apart = a.as_f64().unwrap_or(f64::NAN) - b.as_f64().unwrap_or(f64::NAN);
            let is_same = apart.abs() < 0.0051;
            (!is_same).then(|| format!("{at} is {a}, not {b}"))
        }
        _ => (told != computed).then(|| format!("{at} is {told}, not {computed}")),
    }
}

#[test]
fn pictures_of_the_guides_are_those_of_their_records() {
    let mut count = 0;
    for (path, text) in files("picture(\n    [") {
        let mut blessed = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find("picture(\n") {
            let (before, call) = rest.split_at(at + "picture(".len());
            blessed.push_str(before);
            let mut parser = Parser(call);
            let record = parser.value();
            parser.skip(',');
            let start = call.len() - parser.0.len();
            let told = parser.value();
            let end = call.len() - parser.0.len();
            blessed.push_str(&call[..start]);
            let lines: Vec<&str> =
                record.as_array().expect("lines").iter().flat_map(Value::as_str).collect();
            let record = Record::read(lines.join("\n")).expect("a legal record");
            let game = record.game();
            let view = ViewBuilder::of(&game).game(&game, record.actions().len(), 0, Aid::None);
            let mut view = serde_json::to_value(view).expect("plain data");
            // Pictures show only the board (`Visible` in `words/guide/picture.ts`).
            let parts = view.as_object_mut().expect("a view");
            parts.remove("asked");
            parts.remove("hands");
            if let Some(land) = parts.get_mut("land").and_then(Value::as_object_mut) {
                land.remove("supplies");
            }
            let same = difference(&told, &view, "game").or_else(|| missing(&told, &view));
            if let Some(difference) = same {
                assert!(golden::is_blessed(), "{}, {lines:?}: {difference}", path.display());
                blessed.push_str(&format!("\n    {}", rounded(view)));
            } else {
                blessed.push_str(&call[start..end]);
            }
            rest = &call[end..];
            count += 1;
        }
        blessed.push_str(rest);
        if blessed != text {
            golden::write(path, &blessed);
        }
    }
    assert!(count >= 15, "only {count} pictures were found");
}

/// Names a part of the computed view that the client does not have. Parts that are null may be
/// absent; the types of the client decide which.
fn missing(told: &Value, computed: &Value) -> Option<String> {
    match (told, computed) {
        (Value::Object(told), Value::Object(computed)) => {
            computed.iter().find_map(|(key, value)| match told.get(key) {
                Some(own) => missing(own, value),
                None => (!value.is_null()).then(|| format!("{key} is missing")),
            })
        }
        (Value::Array(told), Value::Array(computed)) => {
            told.iter().zip(computed).find_map(|(a, b)| missing(a, b))
        }
        _ => None,
    }
}

/// Rounds all numbers to two decimal places.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let number = (number.as_f64().unwrap_or_default() * 100.0).round() / 100.0;
            if number.fract() == 0.0 { Value::from(number as i64) } else { Value::from(number) }
        }
        Value::Array(list) => Value::Array(list.into_iter().map(rounded).collect()),
        Value::Object(map) => {
            Value::Object(map.into_iter().map(|(key, value)| (key, rounded(value))).collect())
        }
        other => other,
    }
}

#[test]
fn literals_are_parsed() {
    let mut parser = Parser("\n { a: 'x', \"b-c\": [1, -2.5, true, null,], } , rest");
    let expected = serde_json::json!({ "a": "x", "b-c": [1, -2.5, true, null] });
    assert_eq!(parser.value(), expected);
    assert_eq!(parser.0, " , rest");
    let other = serde_json::json!({ "a": "x", "b-c": [1, -2.5, true, 3], "d": 1 });
    assert_eq!(difference(&expected, &other, "v").as_deref(), Some("v.b-c[3] is null, not 3"));
    assert_eq!(missing(&expected, &other).as_deref(), Some("d is missing"));
    assert_eq!(rounded(serde_json::json!([1.234, 2.0])).to_string(), "[1.23,2]");
}
