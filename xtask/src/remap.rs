//! Replacement of the paths of this machine in compiled programs, so that builds in other places have
//! the same bytes, and so that programs do not contain the names of users.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::shell;

/// Directories and the names that replace them. The last one that matches is used.
pub(crate) struct Remap([(PathBuf, &'static str); 3]);

impl Remap {
    /// Replaces the directories of Cargo, of the project, and of its build in `target`.
    pub(crate) fn new(target: &Path) -> Result<Remap> {
        let home = cargo_home().context("neither CARGO_HOME nor HOME is set")?;
        Ok(Remap([(home, "/cargo"), (shell::root(), "/bastide"), (target.to_owned(), "/target")]))
    }

    /// Returns the flags of a compiler whose option `option` replaces a directory.
    pub(crate) fn flags(&self, option: &str) -> String {
        let flag = |(from, to): &(PathBuf, &str)| format!("{option}={}={to}", from.display());
        self.0.each_ref().map(flag).join(" ")
    }
}

/// Returns the folder of Cargo's downloads.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The target folder usually lies in the project, whose rule must not apply to it.
    #[test]
    fn inner_directories_come_last() {
        let remap = Remap::new(&shell::root().join("target")).expect("a home");
        let flags = remap.flags("--remap-path-prefix");
        let at = |name: &str| flags.find(name).unwrap_or_else(|| panic!("no {name} in {flags}"));
        assert!(at("=/cargo") < at("=/bastide") && at("=/bastide") < at("=/target"), "{flags}");
        assert_eq!(flags.matches("--remap-path-prefix=").count(), 3);
    }
}
