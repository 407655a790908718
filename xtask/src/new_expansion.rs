//! `cargo xtask new-expansion NAME`: writes the files of a new expansion of the Land family,
//! registers them, and lists what is missing. If the expansion exists, it only lists.

mod missing;
mod templates;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::shell;
use templates::{Names, REGISTRATIONS, Registration, TEMPLATES};

/// Bits of position keys that do not stand for an expansion: the printing of the river's ends, and
/// custom tiles.
const RESERVED_BITS: [u32; 3] = [3, 8, 15];

/// Number of bits in a position key.
const KEY_BITS: u32 = 16;

/// Runs the command with the name of the expansion.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let [name] = args else {
        bail!(
            "usage: cargo xtask new-expansion NAME, for example 'cargo xtask new-expansion inns'"
        );
    };
    let is_word = name.len() > 1 && name.chars().all(|c| c.is_ascii_lowercase());
    ensure!(is_word, "the name of an expansion is one word of lower-case letters, not '{name}'");
    let root = Path::new(".");
    if root.join(missing::slice(name)).exists() {
        println!("The expansion '{name}' exists.");
    } else {
        create(root, name)?;
    }
    report(name, &missing::of(root, name)?);
    Ok(())
}

/// Writes the skeleton and registers it.
fn create(root: &Path, name: &str) -> Result<()> {
    write_files(root, &Names::new(name, next_key_bit(root)?))?;
    // Sorts the lines that register the modules.
    shell::run(&mut shell::cargo(["fmt", "--all"]))
}

fn write_files(root: &Path, names: &Names) -> Result<()> {
    for (path, text) in TEMPLATES {
        let path = names.fill(path);
        write_new(&root.join(&path), &names.fill(text))?;
        println!("created  {path}");
    }
    let mut changed = BTreeSet::new();
    for registration in REGISTRATIONS {
        register(root, registration, names)?;
        changed.insert(registration.file);
    }
    changed.iter().for_each(|file| println!("changed  {file}"));
    Ok(())
}

fn write_new(path: &Path, text: &str) -> Result<()> {
    ensure!(!path.exists(), "{} exists already; remove or rename it", path.display());
    let folder = path.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Inserts a line before the first line that starts with the anchor.
fn register(root: &Path, registration: &Registration, names: &Names) -> Result<()> {
    let path = root.join(registration.file);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", registration.file))?;
    let from = text.find(registration.after).with_context(|| {
        format!(
            "{} has no '{}'; the skeleton must be adapted",
            registration.file, registration.after
        )
    })?;
    let at = text[from..]
        .find(registration.before)
        .with_context(|| format!("{} has no '{}'", registration.file, registration.before))?
        + from;
    let line = names.fill(registration.line);
    fs::write(&path, format!("{}{line}{}", &text[..at], &text[at..]))?;
    Ok(())
}

/// Returns the lowest free bit of position keys above those of all expansions.
fn next_key_bit(root: &Path) -> Result<u32> {
    let folder = root.join(missing::SLICES);
    let mut highest = 0;
    for entry in
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let text = fs::read_to_string(entry?.path())?;
        let Some((_, after)) = text.split_once("ExpansionSpec::named(") else { continue };
        let bit = after.split_once(", ").and_then(|(_, rest)| rest.split_once(')'));
        let bit: u32 = bit.context("a key bit")?.0.trim().parse().context("a key bit")?;
        highest = highest.max(bit);
    }
    let free = (highest + 1..KEY_BITS).find(|bit| !RESERVED_BITS.contains(bit));
    free.context("all bits of position keys are in use; the format needs a new version")
}

fn report(name: &str, missing: &[String]) {
    if missing.is_empty() {
        println!("\nNothing is missing. Run 'cargo xtask test'.");
        return;
    }
    println!("\nMissing ('cargo xtask new-expansion {name}' lists it again):");
    for line in missing {
        println!("  - {line}");
    }
    println!("\ndocs/new-expansion.md describes the steps.");
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::process::Command;

    use super::*;

    /// Writes the skeleton beside copies of the files that it changes, and returns the folder.
    fn skeleton(folder: &str) -> PathBuf {
        let (project, root) = (shell::root(), std::env::temp_dir().join(folder));
        let _ = fs::remove_dir_all(&root);
        let slices = fs::read_dir(project.join(missing::SLICES)).expect("the rules");
        let slices = slices.map(|slice| {
            let name = slice.expect("a file").file_name();
            format!("{}/{}", missing::SLICES, name.display())
        });
        let registered = REGISTRATIONS.iter().map(|registration| registration.file.to_owned());
        for file in slices.chain(registered) {
            let copy = root.join(&file);
            fs::create_dir_all(copy.parent().expect("a folder")).expect("a temporary folder");
            fs::copy(project.join(&file), copy).expect("a copy");
        }
        let names = Names::new("mills", next_key_bit(&root).expect("a free bit"));
        write_files(&root, &names).expect("a skeleton");
        root
    }

    #[test]
    fn the_skeleton_can_be_parsed_and_is_formatted() {
        let root = skeleton(&format!("bastide-skeleton-{}", std::process::id()));
        let names = Names::new("mills", 0);
        let created: Vec<String> = TEMPLATES.iter().map(|(path, _)| names.fill(path)).collect();
        let registered = REGISTRATIONS.iter().map(|registration| registration.file);
        let files = created.iter().map(String::as_str).chain(registered);
        for file in files.filter(|file| file.ends_with(".rs")) {
            let text = fs::read_to_string(root.join(file)).expect("a file of the skeleton");
            assert!(text.to_lowercase().contains("mills"), "{file}:\n{text}");
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}\n{text}"));
        }
        // Files that are changed are formatted by the command.
        for file in created.iter().filter(|file| file.ends_with(".rs")) {
            let mut rustfmt = Command::new("rustfmt");
            rustfmt.args(["--check", "--edition", "2024", "--config-path"]).arg(shell::root());
            shell::output(rustfmt.arg(root.join(file))).expect("formatted");
        }
        fs::remove_dir_all(root).expect("a temporary folder");
    }

    /// The client finds texts by key, so the templates must use the keys of existing expansions.
    #[test]
    fn texts_have_the_keys_of_existing_expansions() {
        let names = Names::new("abbot", 0);
        let existing = fs::read_to_string(shell::root().join("web/src/expansions/abbot/en.ts"));
        let existing = existing.expect("English texts of the abbot");
        for language in ["en", "uk", "ru"] {
            let file = format!("web/src/expansions/NAME/{language}.ts");
            let (_, text) = TEMPLATES.iter().find(|(path, _)| **path == file).expect("a template");
            let text = names.fill(text);
            // Lines such as `  'rules.abbot': 'abbot',`.
            let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix('\''));
            let keys: Vec<&str> =
                lines.filter_map(|line| line.split_once("':")).map(|(key, _)| key).collect();
            assert!(keys.len() > 3, "{file}: {keys:?}");
            for key in keys {
                assert!(existing.contains(&format!("'{key}':")), "{file}: unknown key {key}");
            }
        }
    }

    #[test]
    fn reserved_bits_are_skipped() {
        let bit = next_key_bit(&shell::root()).expect("a free bit");
        assert!(!RESERVED_BITS.contains(&bit), "{bit}");
    }
}
