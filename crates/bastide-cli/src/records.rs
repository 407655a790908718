//! Input of several records: files, folders, and streams of records.

use std::fs;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use anyhow::Result;

use crate::console::Fault;
use crate::input;

/// Maximum length of a record in bytes; a longer one is truncated, and then refused by the parser.
const MOST: usize = (1 << 20) + 1;

/// One of the records given to a command.
pub(crate) struct Piece {
    /// Name of its file.
    pub(crate) file: String,
    /// Its number in the file, from 1, if the file contains several.
    pub(crate) number: Option<usize>,
    /// The record, in text or JSON.
    pub(crate) bytes: Vec<u8>,
    /// True if the command has several records.
    pub(crate) is_one_of_many: bool,
}

impl Piece {
    /// Returns the name for messages: `games.txt` or `games.txt, record 3`.
    pub(crate) fn name(&self) -> String {
        match self.number {
            Some(number) => format!("{}, record {number}", input::name(&self.file)),
            None => input::name(&self.file).to_owned(),
        }
    }
}

/// Calls `run` with each record of the files, of all `*.bastide` files below folders, and of
/// standard input for `-`.
///
/// # Errors
/// Returns the errors of `run`, and an error if a file cannot be read or a folder contains no
/// records.
pub(crate) fn each(args: &[String], mut run: impl FnMut(Piece) -> Result<()>) -> Result<()> {
    let mut files = Vec::new();
    for arg in args {
        if arg != "-" && Path::new(arg).is_dir() {
            let before = files.len();
            walk(Path::new(arg), &mut files)?;
            if files.len() == before {
                return Err(Fault::input(format!("{arg} contains no records (*.bastide)")).into());
            }
        } else {
            files.push(arg.clone());
        }
    }
    let is_one_of_many = files.len() > 1;
    for file in files {
        let reader: Box<dyn BufRead> = if file == "-" {
            Box::new(BufReader::new(io::stdin().lock()))
        } else {
            Box::new(BufReader::new(fs::File::open(&file).map_err(|e| unreadable(&file, &e))?))
        };
        let mut pieces = Pieces { reader, line: Vec::new(), is_json: false };
        let mut next = pieces.next().map_err(|e| unreadable(&file, &e))?;
        let mut number = 1;
        // An empty file counts as one invalid record.
        let mut current = next.take().unwrap_or_default();
        loop {
            next = pieces.next().map_err(|e| unreadable(&file, &e))?;
            let is_alone = number == 1 && next.is_none();
            run(Piece {
                file: file.clone(),
                number: (!is_alone).then_some(number),
                bytes: current,
                is_one_of_many: is_one_of_many || !is_alone,
            })?;
            let Some(piece) = next else { break };
            current = piece;
            number += 1;
        }
    }
    Ok(())
}

fn unreadable(file: &str, error: &io::Error) -> Fault {
    Fault::input(format!("cannot read {}: {error}", input::name(file)))
        .hint("give records, folders with records, or - for standard input")
        .code("unreadable")
}

/// Finds the records below a folder, sorted by name.
fn walk(folder: &Path, found: &mut Vec<String>) -> Result<()> {
    let name = folder.display().to_string();
    let entries = fs::read_dir(folder).map_err(|error| unreadable(&name, &error))?;
    let mut paths: Vec<_> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()
        .map_err(|error| unreadable(&name, &error))?;
    paths.sort_unstable();
    for path in paths {
        if path.is_dir() {
            walk(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "bastide") {
            found.push(path.display().to_string());
        }
    }
    Ok(())
}

/// Splits a stream into records: a text record begins with `bastide`, and a JSON object with `{` at
/// the start of a line.
struct Pieces<R> {
    reader: R,
    /// The first line of the next record, already read.
    line: Vec<u8>,
    is_json: bool,
}

impl<R: BufRead> Pieces<R> {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut piece = std::mem::take(&mut self.line);
        loop {
            if self.is_json && is_whole_json(&piece) {
                self.is_json = false;
                return Ok(Some(piece));
            }
            let mut line = Vec::new();
            let read = (&mut self.reader).take(MOST as u64).read_until(b'\n', &mut line)?;
            if read == 0 {
                self.is_json = false;
                return Ok((!is_blank(&piece)).then_some(piece));
            }
            let starts = Start::of(&line);
            if is_blank(&piece) {
                self.is_json = starts == Some(Start::Json);
            } else if !self.is_json && starts.is_some() {
                self.is_json = starts == Some(Start::Json);
                self.line = line;
                return Ok(Some(piece));
            }
            // The rest of a record that is too long is dropped.
            if piece.len() <= MOST {
                piece.extend_from_slice(&line);
            }
        }
    }
}

/// Format of a record, determined from its first line.
#[derive(PartialEq, Eq)]
enum Start {
    Text,
    Json,
}

impl Start {
    fn of(line: &[u8]) -> Option<Start> {
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        match word {
            b"bastide" => Some(Start::Text),
            [b'{', ..] => Some(Start::Json),
            _ => None,
        }
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

/// Returns true if the bytes are a complete JSON object.
fn is_whole_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_end().ends_with(b"}")
        && serde_json::from_slice::<serde::de::IgnoredAny>(bytes.trim_ascii()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let mut pieces = Pieces { reader: text.as_bytes(), line: Vec::new(), is_json: false };
        let mut all = Vec::new();
        while let Some(piece) = pieces.next().expect("a string can be read") {
            all.push(String::from_utf8(piece).expect("text"));
        }
        all
    }

    #[test]
    fn streams_are_split_at_the_start_of_each_record() {
        let text = "bastide 1\ngame a\n";
        let json = "{\"bastide\":1}\n";
        let pretty = "{\n  \"bastide\": 1,\n  \"x\": {}\n}\n";
        assert_eq!(pieces(""), Vec::<String>::new());
        assert_eq!(pieces("\n\n"), Vec::<String>::new());
        assert_eq!(pieces("hello"), ["hello"]);
        assert_eq!(pieces(&format!("{text}{text}\n{text}")).len(), 3);
        assert_eq!(pieces(&format!("{text}{json}{json}{text}")), [text, json, json, text]);
        assert_eq!(pieces(&format!("{pretty}{pretty}{text}")), [pretty, pretty, text]);
        assert_eq!(pieces("{ broken\nbastide 1\n"), ["{ broken\nbastide 1\n"]);
    }
}
