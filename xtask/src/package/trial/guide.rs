//! The commands of `docs/install.md`, which the trials run. A command that a trial does not expect
//! fails it, so that none is added without a trial.

use std::collections::VecDeque;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::package::build::Build;
use crate::shell;

/// Commands of a section, in order.
pub(super) struct Lines {
    pub(super) all: VecDeque<String>,
    section: &'static str,
}

impl Lines {
    /// Reads a section of the document, for the version and the machine of a build.
    pub(super) fn of(section: &'static str, build: &Build) -> Result<Lines> {
        let text = fs::read_to_string(shell::root().join("docs/install.md"))?;
        let debian = build.version.replace('-', "~");
        let all = commands(&text, section);
        let named = |line: &String| {
            let line = line.replace("bastide_VERSION", &format!("bastide_{debian}"));
            let line = line.replace("VERSION", &build.version);
            line.replace("x86_64", std::env::consts::ARCH)
        };
        ensure!(!all.is_empty(), "docs/install.md has no commands in '{section}'");
        Ok(Lines { all: all.iter().map(named).collect(), section })
    }

    /// Returns the next command, which begins as expected.
    pub(super) fn next(&mut self, start: &str) -> Result<String> {
        let line = self.all.pop_front().unwrap_or_default();
        let section = self.section;
        ensure!(
            line.starts_with(start),
            "docs/install.md, {section}: '{line}' instead of '{start}'"
        );
        Ok(line)
    }

    /// Fails if commands are left.
    pub(super) fn end(&self) -> Result<()> {
        let left = self.all.front();
        ensure!(left.is_none(), "docs/install.md, {}: no trial of {left:?}", self.section);
        Ok(())
    }
}

/// Returns the lines after a prompt in a section of a document.
fn commands(text: &str, section: &str) -> Vec<String> {
    let head = format!("\n## {section}\n");
    let rest = text.find(&head).map_or("", |at| &text[at + head.len()..]);
    let body = rest.split("\n## ").next().unwrap_or_default();
    body.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect()
}

/// Returns the words of a command without `sudo`, for a system in which every command runs as root;
/// `sudo -u USER` becomes `runuser`.
pub(super) fn as_root(line: &str) -> Result<Vec<&str>> {
    let mut words: Vec<&str> = line.split(' ').collect();
    if words.first() == Some(&"sudo") {
        words.remove(0);
    }
    if words.first() == Some(&"-u") {
        let user = *words.get(1).context("sudo -u needs a user")?;
        words.splice(..2, ["runuser", "-u", user, "--"]);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_section() {
        let text = "# T\n\n## One\n\n```\n$ a b\n[x]\n$ c\n```\n\n## Two\n\n```\n$ d\n```\n";
        assert_eq!(commands(text, "One"), ["a b", "c"]);
        assert_eq!(commands(text, "Two"), ["d"]);
        assert!(commands(text, "Three").is_empty());
    }

    #[test]
    fn users_of_commands_are_kept() {
        let words = |line| as_root(line).expect("sound").join(" ");
        assert_eq!(words("sudo apt remove bastide"), "apt remove bastide");
        assert_eq!(words("sudo -u bastide bastide doctor"), "runuser -u bastide -- bastide doctor");
        assert_eq!(words("ls -u"), "ls -u");
    }
}
