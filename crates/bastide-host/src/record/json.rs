//! The JSON form: the same tokens as the text form, without re-encoding.

use core::fmt;

use bastide::OwnSets;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use super::header::{self, Fields, HeaderProblem};
use super::text::{self, Reader, VERSION};
use super::{Partial, Record, RecordError, RecordErrorKind, clip};

/// Line number of the header in the text form.
const HEADER: usize = 2;

pub(super) fn parse(text: &str, own: Option<&OwnSets>) -> Result<Partial, RecordError> {
    text::check_size(text.len())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Object(mut object) = serde_json::from_str(text)
        .map_err(|error| RecordErrorKind::Json(error.to_string()).at(error.line().max(1)))?;

    let version = object.remove("bastide").ok_or_else(|| RecordErrorKind::NotARecord.at(1))?;
    if version != VERSION {
        return Err(RecordErrorKind::UnknownVersion(clip(&version.to_string())).at(1));
    }
    let Some(Value::String(family)) = object.remove("game") else {
        return Err(RecordErrorKind::NoHeader.at(HEADER));
    };
    let turns = strings(object.remove("turns").as_ref(), "turns", HEADER)?;
    let end = object.remove("end");
    let seed = object.remove("seed");

    let mut reader = read_header(&family, object, own).map_err(|kind| kind.at(HEADER))?;
    let body = read_body(&mut reader, &turns, end.as_ref(), seed.as_ref());
    Ok((reader.finish(), body.err()))
}

/// Parses everything after the header, up to the first error.
fn read_body(
    reader: &mut Reader,
    turns: &[String],
    end: Option<&Value>,
    seed: Option<&Value>,
) -> Result<(), RecordError> {
    for (index, turn) in turns.iter().enumerate() {
        reader.turn(HEADER + 1 + index, turn.split_ascii_whitespace())?;
    }
    let mut line = HEADER + 1 + turns.len();
    if let Some(end) = end {
        let scores = strings(Some(end), "end", line)?;
        reader.end(line, scores.iter().map(String::as_str))?;
        line += 1;
    }
    if let Some(seed) = seed {
        let seed = seed.as_str().unwrap_or_default();
        reader.seed(line, seed.split_ascii_whitespace())?;
    }
    Ok(())
}

/// An object without duplicate keys, which parsers could resolve differently.
struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Object, A::Error> {
                let mut object = Map::new();
                while let Some((key, value)) = access.next_entry::<String, Value>()? {
                    if object.contains_key(&key) {
                        return Err(A::Error::custom(format!("'{}' is given twice", clip(&key))));
                    }
                    object.insert(key, value);
                }
                Ok(Object(object))
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

fn read_header(
    family: &str,
    object: Map<String, Value>,
    own: Option<&OwnSets>,
) -> Result<Reader, RecordErrorKind> {
    let mut fields = Fields::new(family);
    for (key, value) in object {
        let Some(value) = word(&value) else {
            let value = clip(&value.to_string());
            return Err(HeaderProblem::BadValue { key: clip(&key), value }.into());
        };
        fields.insert(&key, value)?;
    }
    Reader::new(fields, own)
}

/// Returns a string or a number as it would appear in the text form.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn strings(
    value: Option<&Value>,
    name: &'static str,
    line: usize,
) -> Result<Vec<String>, RecordError> {
    let words = match value {
        None => Some(Vec::new()),
        Some(Value::Array(values)) => values.iter().map(word).collect(),
        Some(_) => None,
    };
    words
        .ok_or_else(|| RecordErrorKind::Json(format!("'{name}' is not a list of strings")).at(line))
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("bastide", &VERSION)?;
        map.serialize_entry("game", header::family(&self.setup.rules))?;
        for (key, value) in header::fields(self) {
            match key {
                "seats" => map.serialize_entry(key, &self.setup.seats)?,
                "first" => map.serialize_entry(key, &self.setup.first)?,
                _ => map.serialize_entry(key, &value)?,
            }
        }
        map.serialize_entry("turns", &text::turn_lines(self))?;
        if let Some(scores) = &self.result {
            map.serialize_entry("end", scores)?;
        }
        if self.seed.is_some() {
            map.serialize_entry("seed", &text::seeds(self))?;
        }
        map.end()
    }
}
