//! Checks the teaching material of the client with the engine: the records of its lessons, and
//! those behind the pictures of its guides.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::Game;
use bastide_host::Record;

fn words() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/words")
}

/// Returns the files of a folder with the given extension, with their contents.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(words().join(folder)).expect("the client's words are there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("the file can be read");
        (path.display().to_string(), text)
    };
    wanted.map(read).collect()
}

#[test]
fn lessons_are_whole_games() {
    let lessons = files("tutorial", "bastide");
    assert_eq!(lessons.len(), 4, "base game, bridges, wheel, The Castle");
    for (name, text) in lessons {
        let record = Record::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(record.game().is_over(), "{name} is played to its end");
        assert_eq!(record.to_text(), text, "{name} is written as Bastide writes records");
        let end =
            text.lines().find(|line| line.starts_with("end ")).expect("its points are written");
        let wrong = text.replace(end, "end 1 1");
        assert!(Record::read(&wrong).is_err(), "{name} does not end with other points");
    }
}

#[test]
fn pictures_are_of_legal_games() {
    let mut count = 0;
    for (name, text) in files("guide/pictures", "ts") {
        for record in records(&text) {
            count += 1;
            if let Err(error) = Record::read(&record) {
                panic!("{name}: {error}\n{record}");
            }
        }
    }
    assert!(count >= 15, "only {count} pictures were found");
}

/// Returns the records in a file of pictures: consecutive quoted lines.
fn records(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        let quoted = line.trim().strip_prefix('\'').and_then(|rest| rest.strip_suffix("',"));
        is_inside = quoted.is_some_and(|line| is_inside || line.starts_with("bastide "));
        if let (true, Some(line)) = (is_inside, quoted) {
            if line.starts_with("bastide ") {
                found.push(String::new());
            }
            let record = found.last_mut().expect("a record has begun");
            record.push_str(line);
            record.push('\n');
        }
    }
    found
}
