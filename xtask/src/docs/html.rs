//! The built pages: their links, images, styles and scripts exist, and so do the anchors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Result;

use super::links::{is_external, parts, resolve};

/// Folder of the reference of the crates, which rustdoc checks itself.
const API: &str = "api/";

/// Returns the values of an attribute of all elements of a page, outside of scripts.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let (start, mut found) = (format!(" {attribute}=\""), Vec::new());
    for (number, part) in page.split("<script").enumerate() {
        // A script starts with its own attributes.
        let part = match (number, part.split_once("</script>")) {
            (0, _) | (_, None) => part,
            (_, Some((_, rest))) => rest,
        };
        let tags = part.split('<').skip(1).filter_map(|tag| tag.split('>').next());
        let values = tags.filter_map(|tag| tag.split_once(start.as_str()));
        found.extend(values.filter_map(|(_, rest)| rest.split('"').next()));
    }
    found
}

/// Returns all files below `folder` with their paths relative to it.
fn files(folder: &Path, below: &str, found: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            files(folder, &format!("{name}/"), found)?;
        } else {
            found.insert(name);
        }
    }
    Ok(())
}

/// Checks the links of all pages of a site. Returns one line per problem.
pub(crate) fn problems(site: &Path) -> Result<Vec<String>> {
    let mut known = BTreeSet::new();
    files(site, "", &mut known)?;
    let mut pages = BTreeMap::new();
    // The page for printing repeats all others.
    let is_own =
        |file: &&String| file.ends_with(".html") && !file.starts_with(API) && *file != "print.html";
    for file in known.iter().filter(is_own) {
        pages.insert(file.as_str(), fs::read_to_string(site.join(file))?);
    }
    let ids: BTreeMap<&str, BTreeSet<&str>> = pages
        .iter()
        .map(|(file, text)| (*file, values(text, "id").into_iter().collect()))
        .collect();
    let mut problems = Vec::new();
    for (file, text) in &pages {
        // The page of errors has addresses relative to the root of the host.
        if *file == "404.html" {
            continue;
        }
        for target in [values(text, "href"), values(text, "src")].concat() {
            if is_external(target) || target.starts_with("data:") || target == "#" {
                continue;
            }
            let (path, anchor) = parts(target);
            let Some(found) = resolve(file, path).filter(|found| known.contains(found)) else {
                problems.push(format!("{file}: there is no {target}"));
                continue;
            };
            let anchor = anchor.filter(|_| !found.starts_with(API));
            let is_there =
                |anchor: &str| ids.get(found.as_str()).is_some_and(|ids| ids.contains(anchor));
            if anchor.is_some_and(|anchor| !is_there(anchor)) {
                problems.push(format!("{file}: {target} names no place"));
            }
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell;

    #[test]
    fn broken_pages_are_reported() {
        let site = shell::target().join("html-test");
        let page = "<h1 id=\"top\">x</h1><a class=\"a\" href=\"b/c.html#here\">\
                    <script src=\"x\">let a = \" href=\\\"no\\\"\";</script><img src=\"gone.png\">\
                    <code>&lt;a href=\"#code\"></code>\
                    <a href=\"#top\"><a href=\"https://e.org/#x\"><a href=\"b/c.html#nowhere\">";
        fs::create_dir_all(site.join("b")).expect("room");
        fs::write(site.join("a.html"), page).expect("room");
        let other = "<p id=\"here\"><a href=\"../a.html#top\">";
        fs::write(site.join("b/c.html"), other).expect("room");
        let found = problems(&site).expect("readable");
        let _ = fs::remove_dir_all(&site);
        let expected = ["a.html: b/c.html#nowhere names no place", "a.html: there is no gone.png"];
        assert_eq!(found, expected);
    }
}
