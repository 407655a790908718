//! The web client: its files, and its index page for all paths that the client routes itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{ACCEPT, IF_NONE_MATCH, LINK};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rust_embed::RustEmbed;

use super::Shared;
use super::asset::{self, Asset, CachePolicy};
use super::embed;
use super::encoding::Encoding;
use super::error::Error;
use super::extract::Base;

/// Files of the last client build. Release builds embed them; see `build.rs` for when they are
/// updated.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// Output directory of the client build.
const DIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");

/// Index page of a server without a client.
const PLACEHOLDER: &str = include_str!("placeholder.html");

const INDEX: &str = "index.html";

/// File name suffixes of precompressed variants.
const VARIANTS: [(Encoding, &str); 2] = [(Encoding::Brotli, ".br"), (Encoding::Gzip, ".gz")];

/// Paths that the client routes itself, including everything below them.
const ROUTES: [&str; 12] = [
    "/new",
    "/open",
    "/analysis",
    "/puzzles",
    "/daily",
    "/duplicate",
    "/engines",
    "/embed",
    "/t",
    "/guide",
    "/learn",
    "/about",
];

/// Source of the web client's files.
#[derive(Clone, Debug)]
pub enum Pages {
    /// In memory.
    Kept(Arc<BTreeMap<String, Asset>>),
    /// In a directory, read for each request.
    Live(PathBuf),
}

impl Default for Pages {
    fn default() -> Pages {
        // During development of the client, a new build does not require a new server.
        let live = PathBuf::from(DIST);
        if cfg!(debug_assertions) && live.join(INDEX).is_file() {
            return Pages::Live(live);
        }
        let files = Client::iter().filter_map(|name| {
            let content = match Client::get(&name)?.data {
                Cow::Borrowed(content) => Bytes::from_static(content),
                Cow::Owned(content) => Bytes::from(content),
            };
            Some((name.into_owned(), content))
        });
        Pages::or_placeholder(files.collect())
    }
}

impl Pages {
    /// Loads the given files. Precompressed variants have the file name with the suffix `.br` or
    /// `.gz`.
    pub fn kept(files: impl IntoIterator<Item = (String, Bytes)>) -> Pages {
        let files: BTreeMap<String, Bytes> = files.into_iter().collect();
        let read = |name: &str| files.get(name).cloned();
        let assets = files.keys().filter_map(|name| Some((name.clone(), asset(name, &read)?)));
        Pages::Kept(Arc::new(assets.collect()))
    }

    /// Loads the given files if they contain a client, otherwise a page that explains how to build
    /// one.
    fn or_placeholder(files: BTreeMap<String, Bytes>) -> Pages {
        let placeholder = || [(INDEX.to_owned(), Bytes::from_static(PLACEHOLDER.as_bytes()))];
        if files.contains_key(INDEX) { Pages::kept(files) } else { Pages::kept(placeholder()) }
    }

    /// Describes the source of the client for operators.
    ///
    /// # Errors
    /// Returns a description of the problem if there is no client.
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

    /// Returns the file `name`.
    fn find(&self, name: &str) -> Option<Asset> {
        match self {
            Pages::Kept(files) => files.get(name).cloned(),
            Pages::Live(folder) => {
                // Only normal path components, which cannot leave the directory.
                let mut parts = Path::new(name).components();
                let is_plain = parts.all(|part| matches!(part, Component::Normal(_)));
                let read = |name: &str| fs::read(folder.join(name)).ok().map(Bytes::from);
                is_plain.then(|| asset(name, &read)).flatten()
            }
        }
    }
}

/// Loads a file with its variants. Returns `None` for a variant itself.
fn asset(name: &str, read: &impl Fn(&str) -> Option<Bytes>) -> Option<Asset> {
    let mut wholes = VARIANTS.iter().filter_map(|(_, ending)| name.strip_suffix(ending));
    if wholes.any(|whole| read(whole).is_some()) {
        return None;
    }
    let plain = Asset::new(asset::kind(name), cache_policy(name), read(name)?);
    let with =
        |file: Asset, (encoding, ending)| file.with(encoding, read(&format!("{name}{ending}")));
    Some(VARIANTS.into_iter().fold(plain, with))
}

/// Returns the cache lifetime: names below `assets` contain a hash of the content.
fn cache_policy(name: &str) -> CachePolicy {
    if name.starts_with("assets/") { CachePolicy::Forever } else { CachePolicy::Never }
}

/// Handles all paths that no other route matches.
pub(super) fn fallback(router: Router<Shared>) -> Router<Shared> {
    router.fallback(page)
}

async fn page(
    State(app): State<Shared>,
    Base(base): Base,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
) -> Response {
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
        Some(index) if is_route(path) => {
            let mut answer = index.respond(&headers);
            if let Some(link) = embed::discovery(&base, path) {
                answer.headers_mut().insert(LINK, link);
            }
            answer
        }
        // The client shows a friendlier error page.
        Some(index) if accepted.contains("text/html") => {
            // The client may have this page cached, but not with the status 404.
            headers.remove(IF_NONE_MATCH);
            let mut answer = index.respond(&headers);
            *answer.status_mut() = StatusCode::NOT_FOUND;
            answer
        }
        Some(_) | None => Error::NotFound.into_response(),
    }
}

/// Returns true if the client routes this path.
fn is_route(path: &str) -> bool {
    let below = |route: &str| {
        path.strip_prefix(route).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    path == "/" || ROUTES.into_iter().any(below)
}

#[cfg(test)]
mod tests {
    use bastide_testing::Scratch;

    use super::*;

    #[test]
    fn only_known_paths_are_pages_of_the_client() {
        for path in [
            "/",
            "/new",
            "/analysis",
            "/puzzles/daily",
            "/embed/1abc",
            "/t/abc",
            "/t/abc/replay",
            "/guide",
            "/guide/river",
            "/about",
        ] {
            assert!(is_route(path), "{path}");
        }
        for path in ["/news", "/table", "/x", "/favicon.ico", "//"] {
            assert!(!is_route(path), "{path}");
        }
    }

    #[test]
    fn paths_cannot_leave_the_folder() {
        let pages = Pages::Live(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert!(pages.find("lib.rs").is_some());
        for name in ["../Cargo.toml", "http/../../Cargo.toml", "/etc/hostname", "./lib.rs/.."] {
            assert!(pages.find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn compressed_variants_are_not_served_as_files() {
        let folder = Scratch::new("pages").expect("a folder for the test");
        let names = ["a.js", "a.js.br", "a.js.gz", "b.gz"];
        for name in names {
            fs::write(folder.join(name), name).expect("a file");
        }
        let file = |name: &str| (name.to_owned(), Bytes::from(name.to_owned()));
        for pages in [Pages::kept(names.map(file)), Pages::Live(folder.path().to_owned())] {
            assert!(pages.find("a.js").is_some() && pages.find("b.gz").is_some());
            assert!(pages.find("a.js.br").is_none() && pages.find("a.js.gz").is_none());
        }
    }

    #[test]
    fn a_missing_client_is_replaced_by_instructions() {
        let pages = Pages::or_placeholder(BTreeMap::from([("icon.svg".to_owned(), Bytes::new())]));
        assert_eq!(pages.about(), Err("not built".to_owned()));
        assert!(pages.find(INDEX).is_some() && pages.find("icon.svg").is_none());
        assert!(PLACEHOLDER.contains("cargo xtask play"));
    }

    #[test]
    fn a_built_client_is_embedded() {
        let is_built = Path::new(DIST).join(INDEX).is_file();
        assert_eq!(Client::iter().any(|name| name == INDEX), is_built);
    }
}
