//! Links in Markdown: finding, resolving and checking them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// A link or an image of a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Target as written.
    pub(crate) target: String,
    /// Position of the target in the document.
    pub(crate) range: Range<usize>,
}

/// Returns the links and images of a document that are written as `[text](target)`. Addresses on
/// other sites are included.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let (Event::Start(Tag::Link { link_type, dest_url, .. })
        | Event::Start(Tag::Image { link_type, dest_url, .. })) = event
        else {
            continue;
        };
        if link_type != LinkType::Inline {
            continue;
        }
        // The text of a link may contain an image, so the target is the last part.
        let whole = &text[range.clone()];
        let Some(at) = whole.rfind(&format!("]({dest_url}")) else { continue };
        let start = range.start + at + 2;
        found.push(Link { range: start..start + dest_url.len(), target: dest_url.into_string() });
    }
    found
}

/// Returns the anchors of the headings of a document, as mdBook and GitHub name them.
pub(crate) fn anchors(text: &str) -> BTreeSet<String> {
    let (mut found, mut heading) = (BTreeSet::new(), None::<String>);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(part) | Event::Code(part), Some(title)) => title.push_str(&part),
            (Event::End(TagEnd::Heading(_)), Some(title)) => {
                let id = anchor(title);
                let numbered = (1..).map(|n| format!("{id}-{n}"));
                let mut ids = std::iter::once(id.clone()).chain(numbered);
                found.extend(ids.find(|id| !found.contains(id)));
                heading = None;
            }
            _ => {}
        }
    }
    found
}

/// Returns the anchor of a heading.
fn anchor(title: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    title.trim().chars().filter_map(kept).collect()
}

/// Returns true for a link that leaves the project.
pub(crate) fn is_external(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// Splits a target into its path and its anchor.
pub(crate) fn parts(target: &str) -> (&str, Option<&str>) {
    target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)))
}

/// Returns the path of a link's target, relative to the root like `file`, or `None` if it leads out of
/// the project. An empty path is `file` itself.
pub(crate) fn resolve(file: &str, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(file.to_owned());
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns all Markdown documents of the project with their texts, by path.
pub(crate) fn documents(root: &Path) -> Result<BTreeMap<String, String>> {
    fn walk(root: &Path, folder: &str, found: &mut BTreeMap<String, String>) -> Result<()> {
        let path = root.join(folder);
        for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let file = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            let is_made = ["target", "node_modules", "dist", "corpus", "artifacts"];
            let is_hidden = name.starts_with('.') && name != ".github";
            if entry.file_type()?.is_dir() && !is_hidden && !is_made.contains(&name.as_str()) {
                walk(root, &file, found)?;
            } else if name.ends_with(".md") && entry.file_type()?.is_file() {
                found.insert(file, fs::read_to_string(entry.path())?);
            }
        }
        Ok(())
    }
    let mut found = BTreeMap::new();
    walk(root, "", &mut found)?;
    Ok(found)
}

/// Checks all links between the documents: files and anchors exist. Returns one line per problem.
pub(crate) fn problems(root: &Path, documents: &BTreeMap<String, String>) -> Vec<String> {
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        documents.iter().map(|(file, text)| (file.as_str(), anchors(text))).collect();
    let mut problems = Vec::new();
    for (file, text) in documents {
        for Link { target, range } in links(text) {
            if is_external(&target) {
                continue;
            }
            let line = text[..range.start].lines().count().max(1);
            let (path, wanted) = parts(&target);
            let Some(found) = resolve(file, path).filter(|found| root.join(found).exists()) else {
                problems.push(format!("{file}:{line}: there is no {path}"));
                continue;
            };
            let Some(wanted) = wanted else { continue };
            if !anchors.get(found.as_str()).is_some_and(|known| known.contains(wanted)) {
                problems.push(format!("{file}:{line}: {found} has no heading #{wanted}"));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell;

    #[test]
    fn links_are_found_outside_of_code() {
        let text =
            "[a](b.md#c), `[x](y)`, [![i](p.svg)](q.md)\n\n```\n[x](y)\n```\n<https://e.org>\n";
        let found = links(text);
        let targets: Vec<&str> = found.iter().map(|link| link.target.as_str()).collect();
        assert_eq!(targets, ["b.md#c", "q.md", "p.svg"]);
        for Link { target, range } in found {
            assert_eq!(text[range], target);
        }
    }

    #[test]
    fn anchors_are_those_of_the_site() {
        let text = "# The `bastide admin` command\n## Set-up, turn\n## End\ntext\n# End\n";
        let found: Vec<String> = anchors(text).into_iter().collect();
        assert_eq!(found, ["end", "end-1", "set-up-turn", "the-bastide-admin-command"]);
    }

    #[test]
    fn targets_are_resolved() {
        assert_eq!(resolve("docs/a.md", "../B.md").as_deref(), Some("B.md"));
        assert_eq!(resolve("docs/a/b.md", "./c/d.md").as_deref(), Some("docs/a/c/d.md"));
        assert_eq!(resolve("docs/a.md", "").as_deref(), Some("docs/a.md"));
        assert_eq!(resolve("a.md", "../b.md"), None);
    }

    #[test]
    fn broken_links_are_reported() {
        let documents = BTreeMap::from([
            ("a.md".to_owned(), "# One\n[x](b.md#two) [y](none.md) [z](#one)\n".to_owned()),
            ("b.md".to_owned(), "# Two words\n".to_owned()),
        ]);
        let root = shell::target().join("links-test");
        fs::create_dir_all(&root).expect("room");
        for (file, text) in &documents {
            fs::write(root.join(file), text).expect("room");
        }
        let problems = problems(&root, &documents);
        let _ = fs::remove_dir_all(&root);
        assert_eq!(problems, ["a.md:2: b.md has no heading #two", "a.md:2: there is no none.md"]);
    }

    #[test]
    fn links_of_all_documents_lead_somewhere() {
        let documents = documents(&shell::root()).expect("readable documents");
        assert!(documents.len() > 60, "only {} documents were found", documents.len());
        let problems = problems(&shell::root(), &documents);
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}
