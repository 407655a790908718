//! Verdicts on mutants: kept in a file during a run, and compared with the document
//! that explains the survivors.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Result of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// A scenario failed or did not end.
    Caught,
    /// All scenarios passed.
    Survived,
    /// It cannot be compiled.
    Unbuildable,
}

impl Verdict {
    pub(super) const ALL: [Verdict; 3] = [Verdict::Caught, Verdict::Survived, Verdict::Unbuildable];

    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::Caught => "caught",
            Verdict::Survived => "survived",
            Verdict::Unbuildable => "unbuildable",
        }
    }
}

/// Verdicts that are written down as they are found, so that an interrupted run
/// goes on where it stopped.
pub(super) struct Results {
    file: PathBuf,
    verdicts: BTreeMap<String, Verdict>,
}

impl Results {
    /// Reads `file`, or begins it anew if it belongs to sources with another hash.
    pub(super) fn open(file: PathBuf, hash: u64) -> Result<Results> {
        let first = format!("sources {hash:016x}");
        let text = fs::read_to_string(&file).unwrap_or_default();
        if text.lines().next() == Some(&first) {
            return Ok(Results { file, verdicts: read(&text) });
        }
        fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
        fs::write(&file, format!("{first}\n"))?;
        Ok(Results { file, verdicts: BTreeMap::new() })
    }

    /// Verdict on the mutant of this name, if there is one yet.
    pub(super) fn get(&self, name: &str) -> Option<Verdict> {
        self.verdicts.get(name).copied()
    }

    /// Adds a verdict, in the file too.
    pub(super) fn add(&mut self, name: &str, verdict: Verdict) -> Result<()> {
        let line = format!("{} {name}\n", verdict.name());
        let mut file = fs::OpenOptions::new().append(true).open(&self.file)?;
        file.write_all(line.as_bytes())
            .with_context(|| format!("could not write {}", self.file.display()))?;
        self.verdicts.insert(name.to_owned(), verdict);
        Ok(())
    }
}

fn read(text: &str) -> BTreeMap<String, Verdict> {
    let result = |line: &str| {
        let (word, name) = line.split_once(' ')?;
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.name() == word)?;
        Some((name.to_owned(), verdict))
    };
    text.lines().filter_map(result).collect()
}

/// Differences between the survivors and the document.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    /// Survivors that the document does not explain.
    pub(super) unexplained: Vec<String>,
    /// Entries of the document that no survivor needs.
    pub(super) outdated: Vec<String>,
}

/// Compares names of survivors with the list items of `document`. A change that
/// survives in several places of one function needs as many items.
pub(super) fn compare<'a>(
    survivors: impl IntoIterator<Item = &'a str>,
    document: &str,
) -> Comparison {
    let mut open = BTreeMap::<String, isize>::new();
    for name in survivors {
        *open.entry(without_position(name)).or_default() += 1;
    }
    for name in explained(document) {
        *open.entry(name).or_default() -= 1;
    }
    let names = |sign: isize| {
        let open = open.iter().filter(|(_, count)| count.signum() == sign);
        open.flat_map(|(name, count)| vec![name.clone(); count.unsigned_abs()]).collect()
    };
    Comparison { unexplained: names(1), outdated: names(-1) }
}

/// `FILE:LINE:COLUMN: TEXT` without its line and column, which move.
fn without_position(line: &str) -> String {
    let mut parts = line.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(text)) => format!("{file}:{text}"),
        _ => line.to_owned(),
    }
}

/// The survivors that the document explains, as code in list items.
fn explained(document: &str) -> impl Iterator<Item = String> {
    document
        .lines()
        .filter_map(|line| Some(line.strip_prefix("- `")?.split_once('`')?.0.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_are_compared_without_their_positions() {
        let line = "crates/bastide/src/land/turn.rs:118:9: replace < with <= in Land::place";
        let name = "crates/bastide/src/land/turn.rs: replace < with <= in Land::place";
        assert_eq!(without_position(line), name);
        let document = format!("# Title\n\n- `{name}`: reason\n");
        let same = Comparison { unexplained: vec![], outdated: vec![] };
        assert_eq!(compare([line], &document), same);
        let twice = Comparison { unexplained: vec![name.to_owned()], outdated: vec![] };
        assert_eq!(compare([line, line], &document), twice);
        let never = Comparison { unexplained: vec![], outdated: vec![name.to_owned()] };
        assert_eq!(compare([], &document), never);
    }

    #[test]
    fn results_belong_to_their_sources() {
        let folder = std::env::temp_dir().join(format!("bastide-mutants-{}", std::process::id()));
        let file = folder.join("results.txt");
        let mut results = Results::open(file.clone(), 1).expect("the file is new");
        results.add("a.rs:1:2: delete !", Verdict::Survived).expect("it is written");
        let verdict = |hash| {
            let results = Results::open(file.clone(), hash).expect("the file is there");
            results.get("a.rs:1:2: delete !")
        };
        assert_eq!(verdict(1), Some(Verdict::Survived));
        assert_eq!(verdict(2), None);
        assert_eq!(verdict(1), None, "the results of other sources are gone");
        fs::remove_dir_all(folder).expect("it was there");
    }
}
