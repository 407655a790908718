//! `cargo xtask release --dry-run`: the checklist of a release, as a command.
//!
//! A release is made by pushing the tag `vVERSION`; the workflow `release` builds and publishes it.
//! This command checks everything that must be true before, and changes nothing.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, bail, ensure};

use crate::{library, shell, version};

const HELP: &str = "\
The checklist of a release:

  cargo xtask release --dry-run   check what must be true before a release; changes nothing

Between releases, Cargo.toml has the next version with '-dev'. For a release, remove '-dev', move the
entries under 'Unreleased' of CHANGELOG.md to a section of the version with its date, and run
'cargo xtask package all'; after it, set the next version with '-dev'.
";

const AFTER: &str = "
Before the tag is pushed, these must have passed for the same commit:

  cargo xtask test                all tests, as in CI
  cargo xtask package all         all packages
  cargo xtask package test        the packages work on this machine (as root)
  cargo xtask package twice       a second build has the same bytes
";

/// Headings of the parts of a version, those of Keep a Changelog.
const PARTS: [&str; 6] = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/// Beginning of an entry about a breaking change.
const BREAKING: &str = "\n- **Breaking:** ";

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<()> {
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--dry-run"] => {}
        ["--help" | "-h"] => {
            print!("{HELP}");
            return Ok(());
        }
        [] => bail!("a release is made by pushing its tag; use --dry-run\n\n{HELP}"),
        other => bail!("unknown arguments '{}'\n\n{HELP}", other.join(" ")),
    }
    let version = version::workspace()?;
    println!("checking version {version}\n");
    let changelog = fs::read_to_string("CHANGELOG.md")?;
    // The version that is in development.
    let release = version.strip_suffix("-dev").unwrap_or(&version);
    let checks: [(&str, Result<String>); 9] = [
        ("version", check_version(&version)),
        ("steps of versions", check_step(&changelog, &version)),
        ("clean tree", clean_tree()),
        ("changelog", check_changelog(&changelog, release)),
        ("unreleased changes", check_unreleased(&changelog, release)),
        ("tag", check_tag(release)),
        ("versions of crates", check_crates(&version)),
        ("database fixtures", check_fixtures()),
        ("packages", check_packages(&version)),
    ];
    let mut failed = 0;
    for (name, found) in &checks {
        match found {
            Ok(found) => println!("✓ {name:<20} {found}"),
            Err(error) => {
                failed += 1;
                println!("✗ {name:<20} {error:#}");
            }
        }
    }
    print!("{AFTER}");
    if failed > 0 {
        bail!(
            "{failed} of {} checks failed: version {version} cannot be released yet",
            checks.len()
        );
    }
    println!("\nthen: git tag -a v{version} -m 'Bastide {version}' && git push origin v{version}");
    Ok(())
}

/// A version has three numbers, and possibly a pre-release.
fn check_version(version: &str) -> Result<String> {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = core.split('.').collect();
    let is_number =
        |part: &&str| part.parse::<u32>().is_ok_and(|number| number.to_string() == **part);
    ensure!(
        parts.len() == 3 && parts.iter().all(is_number),
        "'{version}' is not MAJOR.MINOR.PATCH"
    );
    ensure!(
        !version.ends_with("-dev"),
        "{version} is in development: set version = \"{core}\" in Cargo.toml, at all places"
    );
    Ok(format!("{version} follows semantic versioning"))
}

/// The version is later than the last release by the step that the changes since then need.
fn check_step(text: &str, version: &str) -> Result<String> {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let released = |head: &str| head.split(']').next().unwrap_or_default().to_owned();
    let mut sections = text.split("\n## [").skip(1).map(|body| (released(body), body));
    // Changes that are not released, or the section of the version if there are none.
    let mut changes = String::new();
    let last = sections.by_ref().find(|(name, body)| {
        let has_changes = changes.contains("\n- ");
        let is_new = name == "Unreleased" || (!has_changes && (name == version || name == core));
        changes += if is_new { body } else { "" };
        !is_new
    });
    let Some((last, _)) = last else { return Ok("the first release".to_owned()) };
    let (old, new) = (numbers(&last)?, numbers(core)?);
    let has = |part: &str| changes.lines().any(|line| line.starts_with(&format!("### {part}")));
    let has_entries = changes.contains("\n- ");
    ensure!(new > old || !has_entries, "{version} is not later than {last}: raise it");
    // Before 1.0, the second number counts breaking changes.
    let is_wide = new[0] > old[0] || (old[0] == 0 && new[1] > old[1]);
    ensure!(
        is_wide || !changes.contains(BREAKING),
        "breaking changes since {last} need another version than {version}"
    );
    let is_minor = is_wide || new[1] > old[1] || old[0] == 0;
    ensure!(is_minor || !has("Added"), "additions since {last} need a new minor version");
    Ok(format!("{version} follows {last}"))
}

fn numbers(version: &str) -> Result<[u32; 3]> {
    let parts = version.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>();
    let parts = parts.ok().and_then(|parts| <[u32; 3]>::try_from(parts).ok());
    parts.with_context(|| format!("'{version}' is not MAJOR.MINOR.PATCH"))
}

fn git(args: &[&str]) -> Result<String> {
    shell::output(Command::new("git").args(args))
}

fn clean_tree() -> Result<String> {
    let changed = git(&["status", "--porcelain"])?;
    let count = changed.lines().count();
    ensure!(
        count == 0,
        "{count} files are not committed, first {}",
        changed.lines().next().unwrap_or_default().trim()
    );
    Ok(format!("commit {}", git(&["rev-parse", "--short", "HEAD"])?.trim()))
}

/// The changelog has a section of the version, with a date.
fn check_changelog(text: &str, version: &str) -> Result<String> {
    let head = format!("## [{version}]");
    let line = text.lines().find(|line| line.starts_with(&head));
    let Some(line) = line else { bail!("CHANGELOG.md has no section '{head} - YYYY-MM-DD'") };
    let date = line[head.len()..].strip_prefix(" - ").unwrap_or_default();
    ensure!(is_date(date), "'{line}' needs a date: '{head} - YYYY-MM-DD'");
    check_parts(text)?;
    let is_empty = section(text, version).is_none_or(|body| body.trim().is_empty());
    ensure!(!is_empty, "the section of {version} is empty");
    Ok(format!("{version} of {date}"))
}

/// The changelog has no other headings than those of Keep a Changelog, each at most once in a version.
fn check_parts(text: &str) -> Result<()> {
    for body in text.split("\n## ").skip(1) {
        let version = body.lines().next().unwrap_or_default();
        let parts: Vec<&str> = body.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        for (at, part) in parts.iter().enumerate() {
            ensure!(
                PARTS.contains(part),
                "CHANGELOG.md, {version}: '### {part}' is none of {}; breaking changes are entries of \
                 Changed or Removed that begin with **Breaking:**",
                PARTS.join(", ")
            );
            ensure!(!parts[..at].contains(part), "CHANGELOG.md, {version}: '### {part}' twice");
        }
    }
    Ok(())
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let numbers: Vec<u32> = parts.iter().flat_map(|part| part.parse()).collect();
    lengths == [4, 2, 2]
        && numbers.len() == 3
        && (1..=12).contains(&numbers[1])
        && (1..=31).contains(&numbers[2])
}

/// Returns the text of a section of the changelog.
fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let head = format!("\n## [{name}]");
    let rest = &text[text.find(&head)? + head.len()..];
    let rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    Some(rest.split("\n## ").next().unwrap_or(rest))
}

/// Changes after the version are not part of it.
fn check_unreleased(text: &str, version: &str) -> Result<String> {
    let Some(body) = section(text, "Unreleased") else {
        bail!("CHANGELOG.md has no section '## [Unreleased]'; add an empty one");
    };
    let entries = body.lines().filter(|line| line.starts_with("- ")).count();
    ensure!(
        entries == 0,
        "{entries} entries are not part of {version}: raise the version in Cargo.toml and move \
         them to its section"
    );
    Ok("none".to_owned())
}

fn check_tag(version: &str) -> Result<String> {
    let tag = format!("v{version}");
    let found = git(&["tag", "--list", &tag])?;
    ensure!(found.trim().is_empty(), "{tag} exists: raise the version in Cargo.toml");
    Ok(format!("{tag} is free"))
}

/// The libraries name each other by the version of the workspace, and Cargo.lock has it too.
fn check_crates(version: &str) -> Result<String> {
    let manifest = fs::read_to_string("Cargo.toml")?;
    for line in manifest.lines().filter(|line| line.starts_with("bastide")) {
        let named = line.split("version = \"").nth(1).and_then(|rest| rest.split('"').next());
        if let Some(named) = named {
            ensure!(named == version, "Cargo.toml: {line}");
        }
    }
    let lock = fs::read_to_string("Cargo.lock")?;
    for name in library::LIBRARIES {
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        ensure!(lock.contains(&entry), "Cargo.lock has another version of {name}: run cargo check");
    }
    Ok(format!("all are {version}"))
}

/// The databases of the current schema are stored, so that later versions are tested with them.
fn check_fixtures() -> Result<String> {
    let folder = Path::new("crates/bastide-server");
    let files = fs::read_dir(folder.join("migrations/postgres"))?.flatten();
    let names: Vec<String> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    let newest = newest_schema(names.iter().map(String::as_str));
    for kind in ["db", "sql", "json"] {
        let path = folder.join(format!("fixtures/schema-{newest}.{kind}"));
        let listed = git(&["ls-files", &path.display().to_string()])?;
        ensure!(
            !listed.trim().is_empty(),
            "{} is not committed: cargo run -p bastide-server --example fixture",
            path.display()
        );
    }
    Ok(format!("schema {newest} is stored"))
}

/// Returns the newest schema version: the largest number of a migration, `NNNN_name.sql`. Other
/// files are not steps of the schema.
fn newest_schema<'a>(files: impl Iterator<Item = &'a str>) -> u32 {
    let number = |name: &str| {
        let (number, _) = name.strip_suffix(".sql")?.split_once('_')?;
        number.parse().ok().filter(|_| number.len() == 4)
    };
    files.filter_map(number).max().unwrap_or(0)
}

/// The packages were built, of this version, and are complete.
fn check_packages(version: &str) -> Result<String> {
    let folder = shell::target().join("package");
    let Ok(sums) = fs::read_to_string(folder.join("SHA256SUMS")) else {
        bail!("they are not built: cargo xtask package all");
    };
    shell::output(
        Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(&folder),
    )?;
    check_names(&sums, version)?;
    // The packaged files have the time of their commit.
    let built = fs::metadata(folder.join("stage/bastide")).and_then(|file| file.modified());
    let committed: u64 = git(&["log", "-1", "--format=%ct"])?.trim().parse()?;
    let built = built.context("the packaged program is gone: cargo xtask package all")?;
    let built = built.duration_since(UNIX_EPOCH)?.as_secs();
    ensure!(
        built == committed,
        "they are of another commit, of the time {built} instead of {committed}: cargo xtask \
         package all"
    );
    Ok(format!("{} files with checksums", sums.lines().count()))
}

/// The list of checksums has all packages of a version, and no package of another one.
fn check_names(sums: &str, version: &str) -> Result<()> {
    let wanted = names(version);
    let mut missing: Vec<&(String, &str)> = wanted.iter().collect();
    for line in sums.lines() {
        let name = line.split_whitespace().nth(1).unwrap_or_default();
        let is_it = |(start, end): &(String, &str)| {
            let middle = name.strip_prefix(start.as_str()).and_then(|rest| rest.strip_suffix(*end));
            middle.is_some_and(|machine| match *end {
                ".crate" => machine.is_empty(),
                ".whl" => !machine.is_empty(),
                // `dev-x86_64` would be of a version in development.
                _ => !machine.is_empty() && !machine.contains('-'),
            })
        };
        ensure!(wanted.iter().any(is_it), "{name} is of another version: cargo xtask package all");
        missing.retain(|part| !is_it(part));
    }
    if let Some((start, end)) = missing.first() {
        bail!("there is no {start}…{end}: cargo xtask package all");
    }
    Ok(())
}

/// Returns beginning and end of the names of all packages; the machine is between them.
fn names(version: &str) -> Vec<(String, &'static str)> {
    // Debian and Python have their own forms of versions.
    let debian = version.replace('-', "~");
    let python = version.replace("-dev", ".dev0");
    let mut all = vec![
        (format!("bastide-{version}-"), "-linux.tar.gz"),
        (format!("bastide-{version}-oci-"), ".tar.gz"),
        (format!("bastide_{debian}-1_"), ".deb"),
        (format!("bastide-{python}-"), ".whl"),
    ];
    all.extend(library::LIBRARIES.map(|name| (format!("{name}-{version}"), ".crate")));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [0.2.0] - 2026-12-24\n\n\
                        - a thing\n\n## [0.1.0]\n\n- old\n";

    #[test]
    fn a_release_needs_a_section_with_a_date() {
        assert!(check_changelog(TEXT, "0.2.0").is_ok());
        for (version, reason) in [("0.1.0", "needs a date"), ("0.3.0", "has no section")] {
            let error = check_changelog(TEXT, version).expect_err("refused").to_string();
            assert!(error.contains(reason), "{error}");
        }
        let empty = TEXT.replace("- a thing\n", "");
        assert!(check_changelog(&empty, "0.2.0").is_err());
        for bad in ["", "2026-13-01", "2026-1-1", "24.12.2026", "2026-12-32", "soon"] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn changes_that_are_not_released_are_counted() {
        assert!(check_unreleased(TEXT, "0.2.0").is_ok());
        let more = TEXT.replace("### Added\n", "### Added\n\n- one\n- two\n  lines\n");
        let error = check_unreleased(&more, "0.2.0").expect_err("refused").to_string();
        assert!(error.starts_with("2 entries"), "{error}");
        assert!(check_unreleased("# Changelog\n", "0.2.0").is_err());
    }

    #[test]
    fn versions_have_three_numbers() {
        let error = check_version("0.2.0-dev").expect_err("in development").to_string();
        assert!(error.contains("0.2.0\""), "{error}");
        for good in ["0.1.0", "1.20.3", "1.0.0-rc.1"] {
            assert!(check_version(good).is_ok(), "{good}");
        }
        for bad in ["", "1", "1.0", "1.0.0.0", "01.0.0", "v1.0.0", "1.x.0"] {
            assert!(check_version(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn packages_of_other_versions_are_refused() {
        let sums = |version: &str| {
            let line = |(start, end): &(String, &str)| {
                let machine = if end.starts_with(".crate") { "" } else { "x86_64" };
                format!("0123  {start}{machine}{end}\n")
            };
            names(version).iter().map(line).collect::<String>()
        };
        for version in ["0.2.0", "0.2.0-dev"] {
            let all = sums(version);
            assert_eq!(all.lines().count(), 9);
            assert!(check_names(&all, version).is_ok(), "{version}: {all}");
            let less = all.lines().skip(1).collect::<Vec<_>>().join("\n");
            let error = check_names(&less, version).expect_err("incomplete").to_string();
            assert!(error.contains("there is no"), "{error}");
        }
        let debian = "0123  bastide_0.2.0~dev-1_amd64.deb\n";
        assert!(sums("0.2.0-dev").contains("bastide_0.2.0~dev-1_"));
        assert!(check_names(&(sums("0.2.0") + debian), "0.2.0").is_err());
        for (found, wanted) in [("0.2.0-dev", "0.2.0"), ("0.2.0", "0.2.0-dev"), ("0.2.1", "0.2.0")]
        {
            // Each package by itself.
            for line in sums(found).lines() {
                let error = check_names(line, wanted).expect_err(line).to_string();
                assert!(error.contains("another version"), "{error}");
            }
        }
    }

    #[test]
    fn only_migrations_are_steps_of_the_schema() {
        let files =
            ["0002_more.sql", "0001_tables.sql", "partition.sql", "0003_old.sql~", "9_x.sql"];
        assert_eq!(newest_schema(files.into_iter()), 2);
    }

    #[test]
    fn changes_decide_on_the_step_to_the_next_version() {
        let log = |part: &str, last: &str| {
            let (part, entry) = match part {
                "Breaking" => ("Changed", "- **Breaking:** x"),
                part => (part, "- x"),
            };
            format!(
                "# Changelog\n\n## [Unreleased]\n\n### {part}\n\n{entry}\n\n## [{last}] - 2026-01-01\n\n- y\n"
            )
        };
        for (part, last, version, is_fine) in [
            ("Breaking", "0.1.0", "0.1.0", false),
            ("Breaking", "0.1.0", "0.1.1-dev", false),
            ("Breaking", "0.1.0", "0.2.0-dev", true),
            ("Added", "0.1.0", "0.1.1-dev", true),
            ("Added", "0.1.0", "0.1.0", false),
            ("Added", "1.2.3", "1.2.4-dev", false),
            ("Added", "1.2.3", "1.3.0-dev", true),
            ("Breaking", "1.2.3", "1.3.0-dev", false),
            ("Fixed", "1.2.3", "1.2.4-dev", true),
            ("Changed", "0.1.0", "0.1.1-dev", true),
        ] {
            let found = check_step(&log(part, last), version);
            assert_eq!(found.is_ok(), is_fine, "{part} {last} {version}: {found:?}");
        }
        // The section of the version counts as a change since the one before.
        let moved = log("Breaking", "0.1.0").replace("[Unreleased]", "[0.1.1] - 2026-02-01");
        assert!(check_step(&moved, "0.1.1").is_err());
        assert!(check_step("# Changelog\n\n## [Unreleased]\n\n- x\n", "0.1.0").is_ok());
    }

    #[test]
    fn the_version_of_this_repository_follows_its_changes() {
        let text = fs::read_to_string(shell::root().join("CHANGELOG.md")).expect("a changelog");
        let version = version::workspace().expect("a version");
        let found = check_step(&text, &version);
        assert!(found.is_ok(), "{found:?}");
    }

    /// The changelog of this repository has the form that the checks expect.
    #[test]
    fn the_changelog_has_the_expected_form() {
        let text = fs::read_to_string(shell::root().join("CHANGELOG.md")).expect("a changelog");
        assert!(section(&text, "Unreleased").is_some(), "no section for new changes");
        let heads = text.lines().filter(|line| line.starts_with("## ["));
        for head in heads.filter(|head| *head != "## [Unreleased]") {
            let (_, date) = head.split_once("] - ").unwrap_or_default();
            assert!(is_date(date), "{head}");
        }
        let found = check_changelog(&text, "0.1.0");
        assert!(found.is_ok(), "{found:?}");
        for (head, reason) in [("Breaking", "is none of"), ("Added", "twice")] {
            let error = check_parts(&format!("{text}\n### {head}\n"));
            let error = error.expect_err(head).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
