//! Golden files: expected output that is stored in the repository.
//!
//! With the environment variable `BLESS=1`, all tests write their golden files instead of comparing
//! them. Review the difference before committing it.

use std::fs;
use std::path::Path;

/// Returns true if golden files are to be written: the variable `BLESS` is `1`.
pub fn is_blessed() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}

/// Compares `actual` with the golden file at `path`, or writes it if [`is_blessed`].
///
/// # Panics
/// Panics with the first line that differs, or if the file cannot be written.
#[track_caller]
pub fn check(path: impl AsRef<Path>, actual: &str) {
    if let Some(difference) = difference(path, actual) {
        panic!("{difference}");
    }
}

/// Like [`check`], but describes the difference instead of panicking, for tests with many files.
///
/// # Panics
/// Panics if the file cannot be written.
#[track_caller]
pub fn difference(path: impl AsRef<Path>, actual: &str) -> Option<String> {
    let path = path.as_ref();
    let expected = fs::read_to_string(path).ok();
    if expected.as_deref() == Some(actual) {
        return None;
    }
    if is_blessed() {
        write(path, actual);
        return None;
    }
    let name = path.display();
    let hint = "if this is intended, run the test again with BLESS=1 and review the change";
    let Some(expected) = expected else { return Some(format!("{name} does not exist; {hint}")) };
    let same = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(end of file)").to_owned();
    let (number, old, new) = (same + 1, line(&expected), line(actual));
    Some(format!("{name}, line {number}:\n  expected: {old}\n  actual:   {new}\n{hint}"))
}

/// Writes a golden file, and its directory if necessary. The file is replaced atomically, because
/// another test may be reading it.
///
/// # Panics
/// Panics if the file cannot be written.
#[track_caller]
pub fn write(path: impl AsRef<Path>, actual: &str) {
    let path = path.as_ref();
    let folder = path.parent().expect("a file is in a directory");
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&draft, actual))
        .and_then(|()| fs::rename(&draft, path))
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scratch;

    #[test]
    fn a_difference_names_its_line() {
        if is_blessed() {
            return;
        }
        let scratch = Scratch::new("golden").expect("a directory");
        let path = scratch.join("folder/file.txt");
        let missing = difference(&path, "a\n").expect("there is no file");
        assert!(missing.contains("does not exist"), "{missing}");
        write(&path, "a\nb\nc\n");
        assert_eq!(difference(&path, "a\nb\nc\n"), None);
        let other = difference(&path, "a\nx\nc\n").expect("another line");
        assert!(other.contains("line 2:\n  expected: b\n  actual:   x\n"), "{other}");
        let short = difference(&path, "a\nb\n").expect("a line less");
        assert!(short.contains("line 3:\n  expected: c\n  actual:   (end of file)\n"), "{short}");
        let end = difference(&path, "a\nb\nc").expect("no line feed at the end");
        assert!(end.contains("line 4:"), "{end}");
        let entries = fs::read_dir(scratch.join("folder")).expect("readable").count();
        assert_eq!(entries, 1, "no draft is left");
    }
}
