//! The licences of all libraries in the program, as one text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::inventory::Inventory;

const TITLE: &str = "\
Bastide, its page and, where this file is part of an image, the system beside it contain the following
libraries and typefaces. Their licences follow, each text with the libraries that it applies to. Where
a library offers a choice (OR), all offered texts are included.

";

/// Returns the list of libraries and the texts of their licences. Identical texts are printed once.
pub(super) fn text(inventory: &Inventory) -> Result<String> {
    let mut out = TITLE.to_owned();
    // Libraries by text, in the order of their names.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in inventory.components.iter().filter(|one| !one.is_own()) {
        let name = format!("{} {}", one.name, one.version);
        let licence = if one.licence.is_empty() { "see its text" } else { &one.licence };
        let _ = writeln!(out, "  {name}: {licence}");
        let found = one.folder.as_deref().map_or(Ok(Vec::new()), files)?;
        if found.is_empty() {
            let source = one.repository.as_deref().unwrap_or("its page in its registry");
            let note =
                format!("The package contains no text of its licence, {licence}; see {source}");
            texts.entry(note).or_default().push(name);
            continue;
        }
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut sections: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    sections.sort();
    for (names, text) in sections {
        let line = "-".repeat(98);
        let _ = write!(out, "\n{line}\n{}\n{line}\n\n{}\n", names.join(", "), text.trim());
    }
    Ok(out)
}

/// Returns the texts of licences in the folder of a package.
fn files(folder: &Path) -> Result<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("no sources in {}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && is_licence(path))
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| -> Result<String> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
    };
    paths.iter().map(read).collect()
}

fn is_licence(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.to_ascii_uppercase();
    let is_text = !name.ends_with(".RS") && !name.ends_with(".TOML") && !name.ends_with(".HTML");
    is_text
        && ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "OFL", "UNLICENSE"]
            .iter()
            .any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_licences_are_recognised_by_name() {
        for name in
            ["LICENSE", "LICENSE-MIT", "license-apache.txt", "COPYING", "NOTICE.md", "OFL.txt"]
        {
            assert!(is_licence(Path::new(name)), "{name}");
        }
        for name in ["README.md", "licence.rs", "build.rs", "license.toml"] {
            assert!(!is_licence(Path::new(name)), "{name}");
        }
    }
}
