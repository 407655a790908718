//! Compression of the texts of facts: secrets as bytes instead of hexadecimal, common phrases as
//! one byte, and deflate where it helps.

use std::io::{Read, Write};

/// Code for the end of a text. JSON escapes bytes below 32, so they are available as codes.
const END: u8 = 0;

/// Code for a quoted hexadecimal string: half its length follows, and its bytes are in a separate
/// buffer.
const HEX: u8 = 1;

/// Code of the first phrase.
const FIRST: u8 = 2;

/// Lengths of hexadecimal strings, in digits, that are worth encoding as bytes.
const DIGITS: std::ops::RangeInclusive<usize> = 16..=248;

/// Upper limit of the text of any log in bytes, which protects against damaged values.
const MOST: u64 = 16 << 20;

/// Common parts of facts. Must not be changed, because folded logs refer to them by index. A new
/// list needs a new version of the encoding.
const PHRASES: [&str; 30] = [
    r#"{"kind":"made","game":"land","rules":""#,
    r#"{"kind":"made","game":"stronghold","rules":""#,
    r#"","seats":[{"kind":"person","name":""#,
    r#",{"kind":"person","name":""#,
    r#"","holder":"#,
    r#"{"kind":"nobody"}"#,
    r#"{"kind":"bot","level":""#,
    r#"],"holders":["#,
    r#"],"visibility":"listed","clock":"#,
    r#"],"visibility":"private","clock":"#,
    r#"null,"aid":""#,
    r#"{"kind":"live","seconds":"#,
    r#","increment":"#,
    r#"},"aid":""#,
    r#"{"kind":"days","days":"#,
    r#"","undo":""#,
    r#"past_draws"#,
    r#"within_turn"#,
    r#"","first":{"kind":""#,
    r#"random"},"deal":{"kind":"seed","seed":"#,
    r#","is_known":false}"#,
    r#"{"kind":"sat","seat":"#,
    r#","name":""#,
    r#"","token":"#,
    r#","salt":""#,
    r#"{"kind":"began","first":"#,
    r#"{"kind":"over","ending":"played","scores":["#,
    r#"],"winners":["#,
    r#"{"kind":"said","seat":"#,
    r#"","text":""#,
];

/// Texts being packed.
#[derive(Debug, Default)]
pub(super) struct Packed {
    codes: Vec<u8>,
    apart: Vec<u8>,
}

impl Packed {
    /// Adds a text.
    ///
    /// # Errors
    /// Returns a description of the error if the text contains control characters, which the JSON
    /// of facts never does.
    pub(super) fn push(&mut self, text: &str) -> Result<(), String> {
        if let Some(control) = text.bytes().find(|&byte| byte < 32) {
            return Err(format!("byte {control} is not allowed in a fact"));
        }
        let mut rest = text;
        while !rest.is_empty() {
            rest = self.step(rest);
        }
        self.codes.push(END);
        Ok(())
    }

    /// Packs the beginning of a text and returns the rest.
    fn step<'a>(&mut self, text: &'a str) -> &'a str {
        let found = (FIRST..).zip(PHRASES).filter(|(_, phrase)| text.starts_with(phrase));
        if let Some((code, phrase)) = found.max_by_key(|(_, phrase)| phrase.len()) {
            self.codes.push(code);
            return &text[phrase.len()..];
        }
        if let Some((digits, rest)) = quoted_hex(text)
            && let Ok(half) = u8::try_from(digits.len() / 2)
        {
            // The length is never 0, so it cannot be mistaken for the end of a text.
            self.codes.extend([HEX, half]);
            let pairs = digits.as_bytes().chunks_exact(2);
            self.apart.extend(pairs.map(|pair| nibble(pair[0]) << 4 | nibble(pair[1])));
            return rest;
        }
        let mut characters = text.chars();
        let Some(character) = characters.next() else { return "" };
        self.codes.extend(character.to_string().as_bytes());
        characters.as_str()
    }

    /// Returns a byte that is 1 if the codes are deflated, their length, the codes, and the
    /// separate bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut deflater =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        let deflated = deflater.write_all(&self.codes).and_then(|()| deflater.finish());
        let deflated = deflated.ok().filter(|deflated| deflated.len() < self.codes.len());
        let mut bytes = vec![u8::from(deflated.is_some())];
        let codes = deflated.unwrap_or(self.codes);
        super::write_number(&mut bytes, codes.len() as u64);
        bytes.extend(codes);
        bytes.extend(self.apart);
        bytes
    }
}

/// Texts being unpacked.
#[derive(Debug)]
pub(super) struct Unpacked {
    codes: std::vec::IntoIter<u8>,
    apart: std::vec::IntoIter<u8>,
}

impl Unpacked {
    pub(super) fn new(bytes: &[u8]) -> Result<Unpacked, String> {
        let short = || "the texts of the folded log are too short".to_owned();
        let (&is_deflated, mut rest) = bytes.split_first().ok_or_else(short)?;
        let length = super::read_number(&mut rest).ok_or_else(short)?;
        let length = usize::try_from(length).map_err(|_| short())?;
        let (codes, apart) = rest.split_at_checked(length).ok_or_else(short)?;
        let apart = apart.to_vec();
        let codes = if is_deflated == 1 {
            let mut plain = Vec::new();
            let inflater = flate2::read::DeflateDecoder::new(codes);
            let read = inflater.take(MOST).read_to_end(&mut plain);
            read.map_err(|error| format!("the texts of the folded log: {error}"))?;
            plain
        } else {
            codes.to_vec()
        };
        Ok(Unpacked { codes: codes.into_iter(), apart: apart.into_iter() })
    }

    /// Returns the next text.
    pub(super) fn next_text(&mut self) -> Result<String, String> {
        let short = || "the texts of the folded log end too early".to_owned();
        let mut text = Vec::new();
        loop {
            match self.codes.next().ok_or_else(short)? {
                END => break,
                HEX => {
                    let half = self.codes.next().ok_or_else(short)?;
                    text.push(b'"');
                    for _ in 0..half {
                        let byte = self.apart.next().ok_or_else(short)?;
                        text.extend(format!("{byte:02x}").bytes());
                    }
                    text.push(b'"');
                }
                code if code < 32 => {
                    let phrase = PHRASES.get(usize::from(code - FIRST)).ok_or_else(short)?;
                    text.extend(phrase.bytes());
                }
                byte => text.push(byte),
            }
        }
        String::from_utf8(text)
            .map_err(|_| "the folded log has a text that is not UTF-8".to_owned())
    }
}

/// Splits a quoted string of hexadecimal digits off the beginning of a text.
fn quoted_hex(text: &str) -> Option<(&str, &str)> {
    let (inside, rest) = text.strip_prefix('"')?.split_once('"')?;
    let is_hex = inside.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let is_worth_it = is_hex && inside.len() % 2 == 0 && DIGITS.contains(&inside.len());
    is_worth_it.then_some((inside, rest))
}

fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => digit.saturating_sub(b'a') + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str]) -> usize {
        let mut packed = Packed::default();
        for text in texts {
            packed.push(text).unwrap();
        }
        let bytes = packed.into_bytes();
        let mut unpacked = Unpacked::new(&bytes).unwrap();
        for text in texts {
            assert_eq!(unpacked.next_text().as_deref(), Ok(*text));
        }
        assert!(unpacked.next_text().is_err(), "nothing is left");
        bytes.len()
    }

    #[test]
    fn texts_round_trip() {
        let token = "00ff".repeat(16);
        let sat =
            format!(r#"{{"kind":"sat","seat":1,"name":"Борис","token":"{token}","salt":""}}"#);
        assert!(check(&[&sat]) < 70);
        check(&["", r#"{"kind":"left","seat":0}"#, &sat, r#""abcdef0123456789""#, r#""00FF""#]);
        let chat = r#"{"kind":"said","seat":0,"name":"Anna","text":"the same again"}"#;
        assert!(check(&[chat; 50]) < 200, "deflated");
        assert!(Packed::default().push("a\nb").is_err());
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let mut packed = Packed::default();
        packed.push(&format!(r#"{{"token":"{}"}}"#, "ab".repeat(32))).unwrap();
        let bytes = packed.into_bytes();
        for length in 0..bytes.len() {
            let texts = Unpacked::new(&bytes[..length]);
            assert!(texts.and_then(|mut texts| texts.next_text()).is_err(), "{length}");
        }
        assert!(Unpacked::new(&[1, 3, 255, 255, 255]).is_err());
    }
}
