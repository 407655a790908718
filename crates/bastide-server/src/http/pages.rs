//! The web client: its files, and its first page wherever the client itself
//! knows what to show.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use super::Shared;
use super::asset::{self, Asset, Keep};
use super::error::Error;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

const INDEX: &str = "index.html";

/// Paths the client shows a page of its own for, and everything below them.
const ROUTES: [&str; 5] = ["/new", "/t", "/guide", "/learn", "/about"];

/// Where the files of the web client are.
#[derive(Clone, Debug)]
pub enum Pages {
    /// In memory.
    Kept(Arc<BTreeMap<String, Asset>>),
    /// In a folder, read whenever they are asked for.
    Live(PathBuf),
}

impl Default for Pages {
    fn default() -> Pages {
        match LIVE.map(PathBuf::from) {
            Some(folder) if folder.join(INDEX).is_file() => Pages::Live(folder),
            Some(_) | None => Pages::kept(
                FILES
                    .iter()
                    .map(|(name, content)| ((*name).to_owned(), Bytes::from_static(content))),
            ),
        }
    }
}

impl Pages {
    /// These files. Compressed variants go by the name of the file and `.br`
    /// or `.gz`.
    pub fn kept(files: impl IntoIterator<Item = (String, Bytes)>) -> Pages {
        let files: BTreeMap<String, Bytes> = files.into_iter().collect();
        let variant = |name: &str, ending: &str| files.get(&format!("{name}.{ending}")).cloned();
        let is_variant = |name: &str| {
            let whole = name.strip_suffix(".br").or(name.strip_suffix(".gz"));
            whole.is_some_and(|whole| files.contains_key(whole))
        };
        let assets = files.iter().filter(|(name, _)| !is_variant(name)).map(|(name, content)| {
            let asset = Asset::new(asset::kind(name), keep(name), content.clone());
            let asset = asset.with(variant(name, "gz"), variant(name, "br")).packed();
            (name.clone(), asset)
        });
        Pages::Kept(Arc::new(assets.collect()))
    }

    /// What there is, for people.
    ///
    /// # Errors
    /// If it is no client.
    pub fn about(&self) -> Result<String, String> {
        match self {
            Pages::Kept(files) if files.len() <= 1 => Err("not built".to_owned()),
            Pages::Kept(files) => Ok(format!("inside, {} files", files.len())),
            Pages::Live(folder) if folder.join(INDEX).is_file() => {
                Ok(format!("in {}", folder.display()))
            }
            Pages::Live(folder) => Err(format!("not in {}", folder.display())),
        }
    }

    /// The file of this name.
    fn find(&self, name: &str) -> Option<Asset> {
        match self {
            Pages::Kept(files) => files.get(name).cloned(),
            Pages::Live(folder) => {
                // Nothing but plain names: no way out of the folder.
                let path = Path::new(name);
                let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
                let content = fs::read(folder.join(path).to_str().filter(|_| is_plain)?).ok()?;
                Some(Asset::new(asset::kind(name), keep(name), content))
            }
        }
    }
}

/// Names below `assets` change with what is in the file.
fn keep(name: &str) -> Keep {
    if name.starts_with("assets/") { Keep::Forever } else { Keep::Never }
}

/// Answers everything that nothing else does.
pub(super) fn fallback(router: Router<Shared>) -> Router<Shared> {
    router.fallback(page)
}

async fn page(State(app): State<Shared>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path == "/api" || path.starts_with("/api/") || path.starts_with("/art/") {
        return Error::NotFound.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return Error::WrongMethod.into_response();
    }
    let name = path.trim_start_matches('/');
    if let Some(file) = app.config.pages.find(name).filter(|_| !name.is_empty()) {
        return file.respond(&headers);
    }
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match app.config.pages.find(INDEX) {
        Some(index) if is_route(path) => index.respond(&headers),
        // The client says so more kindly.
        Some(index) if accepted.contains("text/html") => {
            let mut answer = index.respond(&HeaderMap::new());
            *answer.status_mut() = StatusCode::NOT_FOUND;
            answer
        }
        Some(_) | None => Error::NotFound.into_response(),
    }
}

/// Whether the client has a page for this path.
fn is_route(path: &str) -> bool {
    let below = |route: &str| {
        path.strip_prefix(route).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    path == "/" || ROUTES.into_iter().any(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_the_client_are_its() {
        for path in ["/", "/new", "/t/abc", "/t/abc/replay", "/guide", "/guide/river", "/about"] {
            assert!(is_route(path), "{path}");
        }
        for path in ["/news", "/table", "/x", "/favicon.ico", "//"] {
            assert!(!is_route(path), "{path}");
        }
    }

    #[test]
    fn there_is_no_way_out_of_the_folder() {
        let pages = Pages::Live(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert!(pages.find("lib.rs").is_some());
        for name in ["../Cargo.toml", "http/../../Cargo.toml", "/etc/hostname", "./lib.rs/.."] {
            assert!(pages.find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn variants_are_not_files_of_their_own() {
        let file = |name: &str| (name.to_owned(), Bytes::from_static(b"content"));
        let pages = Pages::kept(["a.js", "a.js.br", "a.js.gz", "b.gz"].map(file));
        assert!(pages.find("a.js").is_some() && pages.find("b.gz").is_some());
        assert!(pages.find("a.js.br").is_none() && pages.find("a.js.gz").is_none());
    }
}
