//! The pages of the site: their order from `docs/SUMMARY.md`, and their texts with links between
//! them. The documents stay where they are; the book is assembled below `target`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::links::{Link, is_external, links, parts, resolve};

/// The table of contents.
pub(crate) const SUMMARY: &str = "docs/SUMMARY.md";

/// Folders whose pages follow a page of the table of contents without being listed: decisions, the
/// rules of expansions, and guides.
const FOLLOWING: [(&str, &str); 3] = [
    ("docs/adr/README.md", "docs/adr/"),
    ("docs/rules.md", "docs/rules/"),
    ("docs/games.md", "docs/guides/"),
];

/// Part of the site with the sources that pages link to.
const SOURCES: &str = "source";

/// A line of the table of contents.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// A page with its title and depth; a page outside of all lists has no depth.
    Page { title: String, file: String, depth: Option<usize> },
    /// Anything else: titles of parts.
    Text(String),
}

/// The documents of the site.
pub(crate) struct Book {
    lines: Vec<Line>,
    /// Texts of the pages by path in the project.
    pages: BTreeMap<String, String>,
}

impl Book {
    /// Reads the table of contents and its pages.
    ///
    /// # Errors
    /// Returns an error if a document is missing, listed twice, or not listed.
    pub(crate) fn new(documents: &BTreeMap<String, String>) -> Result<Book> {
        let summary = documents.get(SUMMARY).with_context(|| format!("there is no {SUMMARY}"))?;
        let mut lines = contents(summary)?;
        let listed = files(&lines);
        for (parent, folder) in FOLLOWING {
            let is_new = |file: &&String| {
                file.starts_with(folder) && *file != parent && !listed.contains(*file)
            };
            let at = lines.iter().position(|line| line.file() == Some(parent));
            let Some(at) = at else { bail!("{SUMMARY} does not list {parent}") };
            let Line::Page { depth, .. } = &lines[at] else { continue };
            let depth = depth.map(|depth| depth + 1);
            let new: Vec<Line> = documents
                .keys()
                .filter(is_new)
                .map(|file| {
                    let title = title(&documents[file]).unwrap_or(file).to_owned();
                    Line::Page { title, file: file.clone(), depth }
                })
                .collect();
            // Behind those that are listed.
            let is_below =
                |line: &Line| matches!(line, Line::Page { depth: of, .. } if *of >= depth);
            let skipped = lines[at + 1..].iter().take_while(|line| is_below(line)).count();
            let at = at + 1 + skipped;
            lines.splice(at..at, new);
        }
        let mut pages = BTreeMap::new();
        for file in lines.iter().filter_map(Line::file) {
            let text = documents.get(file).with_context(|| format!("there is no {file}"))?;
            if pages.insert(file.to_owned(), text.clone()).is_some() {
                bail!("{SUMMARY} lists {file} twice");
            }
        }
        let is_missing = |file: &&String| {
            file.starts_with("docs/") && *file != SUMMARY && !pages.contains_key(*file)
        };
        let missing: Vec<&String> = documents.keys().filter(is_missing).collect();
        if !missing.is_empty() {
            bail!("{SUMMARY} does not list {missing:?}: add a line for each");
        }
        Ok(Book { lines, pages })
    }

    /// Writes the source of the book into `folder`, with all files that its pages link to.
    pub(crate) fn write(&self, root: &Path, folder: &Path, reference: &str) -> Result<()> {
        let mut linked = BTreeSet::new();
        for (file, text) in &self.pages {
            let text = self.rewritten(root, file, text, &mut linked)?;
            write(&folder.join(path(file)), &text)?;
        }
        let mut summary = String::from("# Summary\n");
        for line in &self.lines {
            let _ = match line {
                Line::Text(text) => writeln!(summary, "\n{text}\n"),
                Line::Page { title, file, depth: None } => {
                    writeln!(summary, "\n[{title}]({})\n", path(file))
                }
                Line::Page { title, file, depth: Some(depth) } => {
                    writeln!(summary, "{}- [{title}]({})", "  ".repeat(*depth), path(file))
                }
            };
        }
        write(&folder.join("reference.md"), reference)?;
        summary.push_str("\n# Reference\n\n- [Reference of the crates](reference.md)\n");
        for file in linked {
            match language(&file) {
                Some(language) => {
                    let code = fs::read_to_string(root.join(&file))?;
                    let text = format!("# `{file}`\n\n```{language}\n{}\n```\n", code.trim_end());
                    write(&folder.join(format!("{SOURCES}/{file}.md")), &text)?;
                    let _ = writeln!(summary, "- [{file}]({SOURCES}/{file}.md)");
                }
                None => {
                    let to = folder.join(path(&file));
                    fs::create_dir_all(to.parent().context("below the folder")?)?;
                    fs::copy(root.join(&file), to).with_context(|| file.clone())?;
                }
            }
        }
        write(&folder.join("SUMMARY.md"), &summary)
    }

    /// Replaces the targets of links by paths in the book, and adds linked files that are not pages to
    /// `linked`.
    fn rewritten(
        &self,
        root: &Path,
        file: &str,
        text: &str,
        linked: &mut BTreeSet<String>,
    ) -> Result<String> {
        let mut out = text.to_owned();
        let mut all = links(text);
        all.sort_by_key(|link| std::cmp::Reverse(link.range.start));
        for Link { target, range } in all {
            if is_external(&target) || target.starts_with('#') {
                continue;
            }
            let (to, anchor) = parts(&target);
            let found = resolve(file, to).with_context(|| format!("{file}: {target}"))?;
            let place = if self.pages.contains_key(&found) {
                path(&found)
            } else if root.join(&found).is_dir() || found.ends_with(".md") {
                bail!("{file} links to {found}, which is not a page of the site");
            } else {
                linked.insert(found.clone());
                match language(&found) {
                    Some(_) => format!("{SOURCES}/{found}.md"),
                    None => path(&found),
                }
            };
            let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
            let up = "../".repeat(path(file).matches('/').count());
            out.replace_range(range, &format!("{up}{place}{anchor}"));
        }
        Ok(out)
    }
}

impl Line {
    fn file(&self) -> Option<&str> {
        match self {
            Line::Page { file, .. } => Some(file),
            Line::Text(_) => None,
        }
    }
}

fn files(lines: &[Line]) -> BTreeSet<String> {
    lines.iter().filter_map(Line::file).map(str::to_owned).collect()
}

/// Parses the table of contents.
fn contents(summary: &str) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for line in summary.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let trimmed = line.trim_start();
        let found = links(trimmed.trim_start_matches("- "));
        let [Link { target, .. }] = found.as_slice() else {
            if !found.is_empty() || !trimmed.starts_with("# ") {
                bail!("{SUMMARY}: '{line}' is neither a title nor one link");
            }
            lines.push(Line::Text(trimmed.to_owned()));
            continue;
        };
        let title = trimmed.split_once('[').and_then(|(_, rest)| rest.split_once("]("));
        let title =
            title.with_context(|| format!("{SUMMARY}: '{line}' has no title"))?.0.to_owned();
        let file = resolve(SUMMARY, target).with_context(|| format!("{SUMMARY}: {target}"))?;
        let depth = trimmed.starts_with("- ").then_some((line.len() - trimmed.len()) / 2);
        lines.push(Line::Page { title, file, depth });
    }
    Ok(lines)
}

/// Returns the first heading of a document.
fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("# "))
}

/// Returns the path of a file in the book: files of `docs` are at its root, and the README of a
/// folder is its index.
fn path(file: &str) -> String {
    let file = file.strip_prefix("docs/").unwrap_or(file);
    match file.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.md"),
        None => file.to_owned(),
    }
}

/// Returns the language of a source that is shown as a page.
fn language(file: &str) -> Option<&'static str> {
    match file.rsplit_once('.')?.1 {
        "rs" => Some("rust,ignore"),
        "py" | "pyi" => Some("python"),
        "toml" => Some("toml"),
        "ts" => Some("typescript"),
        "yml" | "yaml" => Some("yaml"),
        "conf" | "cfg" | "service" | "rules" | "sh" => Some("text"),
        _ => None,
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docs::links;
    use crate::shell;

    fn small(summary: &str) -> BTreeMap<String, String> {
        let page = |file: &str, text: &str| (file.to_owned(), text.to_owned());
        BTreeMap::from([
            page(SUMMARY, summary),
            page("docs/README.md", "# Start\n[one](one.md#x) [up](../UP.md)\n"),
            page("docs/one.md", "# One\n"),
            page("docs/rules.md", "# Rules\n"),
            page("docs/games.md", "# Games\n"),
            page("docs/guides/g.md", "# Guide\n![p](p.svg)\n"),
            page("docs/adr/README.md", "# Decisions\n"),
            page("docs/adr/0001-a.md", "# 1. A\n[one](../one.md)\n"),
            page("UP.md", "# Up\n[one](docs/one.md)\n"),
        ])
    }

    const LISTED: &str = "# Summary\n[Start](README.md)\n# Part\n- [One](one.md)\n- [Rules](rules.md)\n\
                          - [Games](games.md)\n- [Why](adr/README.md)\n- [Up](../UP.md)\n";

    #[test]
    fn pages_keep_their_links_in_the_book() {
        let documents = small(LISTED);
        let book = Book::new(&documents).expect("complete");
        let mut linked = BTreeSet::new();
        let mut rewritten = |file: &str| {
            book.rewritten(&shell::root(), file, &documents[file], &mut linked).expect("known")
        };
        assert_eq!(rewritten("docs/README.md"), "# Start\n[one](one.md#x) [up](UP.md)\n");
        assert_eq!(rewritten("UP.md"), "# Up\n[one](one.md)\n");
        assert_eq!(rewritten("docs/adr/0001-a.md"), "# 1. A\n[one](../one.md)\n");
        assert_eq!(rewritten("docs/guides/g.md"), "# Guide\n![p](../guides/p.svg)\n");
        assert_eq!(linked.into_iter().collect::<Vec<_>>(), ["docs/guides/p.svg"]);
        let titles: Vec<&str> = book
            .lines
            .iter()
            .map(|line| match line {
                Line::Page { title, .. } | Line::Text(title) => title.as_str(),
            })
            .collect();
        let expected = ["Start", "# Part", "One", "Rules", "Games", "Guide", "Why", "1. A", "Up"];
        assert_eq!(titles, expected);
    }

    #[test]
    fn a_page_that_is_not_listed_is_an_error() {
        for (from, to, wanted) in [
            ("- [One](one.md)\n", "", "does not list [\"docs/one.md\"]"),
            (
                "- [One](one.md)\n",
                "- [One](one.md)\n- [Again](one.md)\n",
                "lists docs/one.md twice",
            ),
            ("- [One](one.md)\n", "- [One](other.md)\n", "there is no docs/other.md"),
            ("# Part\n", "Part\n", "neither a title nor one link"),
        ] {
            let summary = LISTED.replace(from, to);
            let error = Book::new(&small(&summary)).err().expect("refused").to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn every_document_is_a_page_of_the_site() {
        let documents = links::documents(&shell::root()).expect("readable");
        let book = Book::new(&documents).unwrap_or_else(|error| panic!("{error:#}"));
        assert!(book.pages.len() > 60, "only {} pages", book.pages.len());
        let mut linked = BTreeSet::new();
        for (file, text) in &book.pages {
            book.rewritten(&shell::root(), file, text, &mut linked)
                .unwrap_or_else(|error| panic!("{error:#}"));
        }
        assert!(linked.len() > 20, "{linked:?}");
    }
}
