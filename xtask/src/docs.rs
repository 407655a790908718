//! `cargo xtask docs`: builds the documentation site into `target/book`, with search that works
//! without a network, the reference of the crates beside it, and a check of all links.

mod book;
mod html;
mod links;
mod serve;
mod theme;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;
use book::Book;

/// Pinned, because the theme relies on names in its pages.
const MDBOOK: &str = "0.5.4";

const USAGE: &str = "cargo xtask docs [--serve | --open] [--no-api]

  --serve   serve the site on http://127.0.0.1:3000 and rebuild it when a document changes
  --open    open the site in a browser
  --no-api  leave out the reference of the crates, which takes minutes the first time
";

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<Outcome> {
    let (mut is_served, mut is_opened, mut has_api) = (false, false, true);
    for arg in args {
        match arg.as_str() {
            "--serve" => is_served = true,
            "--open" => is_opened = true,
            "--no-api" => has_api = false,
            other => bail!("unknown argument '{other}'\n\n{USAGE}"),
        }
    }
    if !shell::install_crate("mdbook", MDBOOK) {
        let fix = format!("cargo install --locked mdbook --version {MDBOOK}");
        return Ok(Outcome::skipped("mdbook is not installed", fix));
    }
    let site = build(has_api)?;
    let home = site.join("index.html");
    println!("The documentation is in {}", home.display());
    if is_opened {
        open(&home)?;
    }
    if is_served {
        serve::run(&site, || build(false).map(|_| ()))?;
    }
    Ok(Outcome::Ran(None))
}

/// Builds the site and checks it. Without `has_api`, an existing reference of the crates is kept.
fn build(has_api: bool) -> Result<PathBuf> {
    let (root, target) = (shell::root(), shell::target());
    let (source, site, kept) =
        (target.join("book-source"), target.join("book"), target.join("book-api"));
    let documents = links::documents(&root)?;
    let problems = links::problems(&root, &documents);
    if !problems.is_empty() {
        bail!("broken links:\n{}", problems.join("\n"));
    }
    let book = Book::new(&documents)?;
    if has_api {
        api(&target, &kept)?;
    }
    if source.exists() {
        fs::remove_dir_all(&source)?;
    }
    let crates = crates(&root)?;
    book.write(&root, &source.join("src"), &reference(&crates, kept.is_dir()))?;
    theme::write(&root, &source)?;
    let mut command = std::process::Command::new("mdbook");
    shell::run(command.args(["build", "--dest-dir"]).arg(&site).arg(&source))?;
    if kept.is_dir() {
        copy(&kept, &site.join("api"))?;
    }
    let problems = html::problems(&site)?;
    if !problems.is_empty() {
        bail!("broken links in {}:\n{}", site.display(), problems.join("\n"));
    }
    Ok(site)
}

/// Makes the reference of all crates and copies it to `kept`.
fn api(target: &Path, kept: &Path) -> Result<()> {
    let made = target.join("doc");
    // Pages of crates that no longer exist would remain.
    if made.exists() {
        fs::remove_dir_all(&made)?;
    }
    shell::run(&mut shell::cargo(
        "doc --quiet --workspace --exclude bastide-python --no-deps".split(' '),
    ))?;
    if kept.exists() {
        fs::remove_dir_all(kept)?;
    }
    copy(&made, kept)
}

/// Returns the names and descriptions of all crates.
fn crates(root: &Path) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let text = fs::read_to_string(entry?.path().join("Cargo.toml"))?;
        let value = |key: &str| {
            let start = format!("{key} = \"");
            let line = text.lines().find_map(|line| line.strip_prefix(start.as_str()));
            line.and_then(|line| line.strip_suffix('"')).map(str::to_owned)
        };
        let name = value("name").context("a crate has a name")?;
        found.push((name, value("description").unwrap_or_default()));
    }
    found.sort();
    Ok(found)
}

/// Writes the page that leads to the reference of the crates.
fn reference(crates: &[(String, String)], has_api: bool) -> String {
    let mut page = String::from(
        "# Reference of the crates\n\nThe reference is made from the source by rustdoc. \
         [The libraries](library.md) introduces the published crates, and [the \
         architecture](ARCHITECTURE.md) all of them.\n\n| crate | contents |\n|---|---|\n",
    );
    for (name, description) in crates {
        let module = name.replace('-', "_");
        let link = if has_api {
            format!("[`{name}`](api/{module}/index.html)")
        } else {
            format!("`{name}`")
        };
        page.push_str(&format!("| {link} | {description} |\n"));
    }
    if !has_api {
        page.push_str(
            "\nThis copy of the site was built without it: `cargo doc --no-deps --open`.\n",
        );
    }
    page
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, &to).with_context(|| from.display().to_string())?;
        }
    }
    Ok(())
}

/// Opens a file in the browser of the desktop.
fn open(file: &Path) -> Result<()> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let opened = std::process::Command::new(program).arg(file).status();
    opened.with_context(|| format!("cannot start {program}; open {} yourself", file.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_names_all_crates() {
        let crates = crates(&shell::root()).expect("readable manifests");
        assert!(crates.len() > 15, "{crates:?}");
        let page = reference(&crates, true);
        assert!(page.contains("[`bastide-host`](api/bastide_host/index.html) | Around a game"));
        assert!(!reference(&crates, false).contains("api/"));
    }

    #[test]
    fn unknown_arguments_are_refused() {
        let error = run(&["--sevre".to_owned()]).expect_err("refused").to_string();
        assert!(error.contains("--sevre") && error.contains("--serve"), "{error}");
    }
}
