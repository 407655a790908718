//! Access to the files of the project.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// Returns every file of the project with its path relative to the root.
pub(crate) fn files() -> Vec<(String, PathBuf)> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_made = ["target", "node_modules", "corpus", "artifacts", "dist"];
            if path.is_dir() && !name.starts_with('.') && !is_made.contains(&name.as_str()) {
                walk(&path, out);
            } else if path.is_file() {
                out.push(path);
            }
        }
    }
    let (root, mut paths) = (root(), Vec::new());
    walk(&root, &mut paths);
    paths.sort();
    let short = |p: &PathBuf| p.strip_prefix(&root).unwrap_or(p).to_string_lossy().into_owned();
    paths.iter().map(|p| (short(p), p.clone())).collect()
}

/// Returns the Rust sources whose path starts with `below`, with their text.
pub(crate) fn sources(below: &str) -> Vec<(String, String)> {
    texts(|name| name.starts_with(below) && name.ends_with(".rs"))
}

/// Returns the selected text files with their contents.
pub(crate) fn texts(is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    files()
        .into_iter()
        .filter(|(name, _)| is_wanted(name))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("sources are text")))
        .collect()
}
