//! Checks the lessons of the client with the engine: each is the record of a whole game.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::Game;
use bastide_host::Record;

/// Returns the paths in a folder of the client's sources.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the client's sources are there");
    entries.map(|entry| entry.expect("the folder can be read").path()).collect()
}

/// Returns the files of a folder with the given extension, and the files called `name` of all
/// expansions and boxes, with their contents.
fn files(folder: &str, ending: &str, name: &str) -> Vec<(String, String)> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
    let mut found = paths(&sources.join("lib/words").join(folder));
    found.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    for parts in ["boxes", "expansions"] {
        let named = paths(&sources.join(parts)).into_iter().map(|path| path.join(name));
        found.extend(named.filter(|path| path.exists()));
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("the file can be read");
        (path.display().to_string(), text)
    };
    found.into_iter().map(read).collect()
}

#[test]
fn lessons_are_complete_games() {
    let lessons = files("tutorial", "bastide", "lesson.bastide");
    assert_eq!(lessons.len(), 5, "base game, buildings, big box, wheel, The Castle");
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
