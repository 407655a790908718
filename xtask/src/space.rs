//! Free disk space. A full disk makes tests fail in ways that do not name it: databases refuse to
//! start, and servers accept no games.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// Megabytes that a first build and all tests need.
const FIRST_RUN: u64 = 8_000;

/// Megabytes that tests need after a build, and that a server needs to accept games.
const LATER_RUN: u64 = 2_000;

/// Checks that builds and tests have room in the target directory and in that for temporary files.
///
/// # Errors
/// Returns an error that names the directory without room.
pub(crate) fn check() -> Result<Outcome> {
    let target = shell::target();
    let built = target.join("debug").join("deps").is_dir();
    let temporary = std::env::temp_dir();
    let needs =
        [(target.as_path(), if built { LATER_RUN } else { FIRST_RUN }), (&*temporary, LATER_RUN)];
    for (directory, needed) in needs {
        // Without `df`, the tests show what is missing.
        let Some(free) = free(directory) else { continue };
        if free < needed {
            bail!(
                "{} has {free} MB of free disk space, and {needed} MB are needed: remove other \
                 files, or set CARGO_TARGET_DIR and TMPDIR to directories on a larger disk",
                directory.display()
            );
        }
    }
    Ok(Outcome::Ran(None))
}

/// Returns the megabytes that are free on the disk of a directory.
fn free(directory: &Path) -> Option<u64> {
    megabytes(&shell::output(Command::new("df").arg("-Pk").arg(directory)).ok()?)
}

/// Reads the free space from the output of `df -Pk`.
fn megabytes(table: &str) -> Option<u64> {
    let kilobytes: u64 = table.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::megabytes;

    #[test]
    fn free_space_is_read_from_the_table() {
        let table = "Filesystem     1024-blocks     Used Available Capacity Mounted on\n\
                     /dev/vda         263174212 24000000  71680000      26% /\n";
        assert_eq!(megabytes(table), Some(70_000));
        assert_eq!(megabytes("df: /nowhere: No such file or directory\n"), None);
        assert_eq!(megabytes(""), None);
    }
}
