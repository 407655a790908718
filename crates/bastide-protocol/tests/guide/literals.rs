//! Literals of TypeScript.

use serde_json::{Map, Value};

/// Parses literals of TypeScript: plain values, lists and objects.
pub(crate) struct Parser<'a>(pub(crate) &'a str);

impl Parser<'_> {
    /// Skips white space, and `c` if it follows.
    pub(crate) fn skip(&mut self, c: char) -> bool {
        self.0 = self.0.trim_start();
        let rest = self.0.strip_prefix(c);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn word(&mut self) -> &str {
        let is_part = |c: char| c.is_alphanumeric() || ['_', '-', '.', '+'].contains(&c);
        let end = self.0.find(|c| !is_part(c)).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        word
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        let quote = if self.skip('\'') {
            '\''
        } else if self.skip('"') {
            '"'
        } else {
            return None;
        };
        let (text, rest) = self.0.split_once(quote).expect("an end of the text");
        assert!(!text.contains('\\'), "escapes are not expected");
        self.0 = rest;
        Some(text.to_owned())
    }

    pub(crate) fn value(&mut self) -> Value {
        if self.skip('[') {
            let mut list = Vec::new();
            while !self.skip(']') {
                list.push(self.value());
                self.skip(',');
            }
            return Value::Array(list);
        }
        if self.skip('{') {
            let mut map = Map::new();
            while !self.skip('}') {
                let key = self.text().unwrap_or_else(|| self.word().to_owned());
                assert!(self.skip(':'), "no value of {key}");
                map.insert(key, self.value());
                self.skip(',');
            }
            return Value::Object(map);
        }
        if let Some(text) = self.text() {
            return Value::String(text);
        }
        let word = self.word();
        serde_json::from_str(word).unwrap_or_else(|_| panic!("'{word}' is not a plain value"))
    }
}
