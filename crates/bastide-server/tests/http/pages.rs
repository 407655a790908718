//! The web client and its cache headers.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use axum::http::{Method, StatusCode};
use bastide_protocol::ProblemCode;
use bastide_server::http::{HttpConfig, Pages, RateLimits};
use flate2::read::GzDecoder;

use crate::support::Site;

async fn site() -> Site {
    let file = |(name, content): (&str, &'static str)| (name.to_owned(), content.into());
    let pages = Pages::kept(
        [
            ("index.html", "<title>the client</title>"),
            ("icon.svg", "<svg/>"),
            ("assets/main-1a2b.js", "plain"),
            ("assets/main-1a2b.js.br", "brotli"),
            ("assets/main-1a2b.js.gz", "gzip"),
        ]
        .map(file),
    );
    Site::with(HttpConfig { pages, ..HttpConfig::default() }).await
}

#[tokio::test]
async fn paths_of_the_client_serve_its_page() {
    let site = site().await;
    for path in
        ["/", "/new", "/t/abc", "/t/abc/replay", "/guide", "/guide/river", "/learn/x", "/about"]
    {
        let answer = site.get(path).await.ok();
        assert_eq!(answer.text(), "<title>the client</title>", "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
    }
    let lost = site.ask(Method::GET, "/lost").header("accept", "text/html,*/*").send().await;
    assert_eq!(lost.is(StatusCode::NOT_FOUND).text(), "<title>the client</title>");
    let program = site.get("/lost").await;
    program.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
    let api = site.ask(Method::GET, "/api/lost").header("accept", "text/html").send().await;
    api.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
    let head = site.ask(Method::HEAD, "/new").send().await.ok();
    assert_eq!(head.header("content-type"), "text/html; charset=utf-8");
}

#[tokio::test]
async fn hashed_files_are_cached_permanently() {
    let site = site().await;
    let path = "/assets/main-1a2b.js";
    for (wanted, got) in [
        ("br, gzip", "brotli"),
        ("gzip", "gzip"),
        ("br;q=0.1, gzip;q=0.2", "gzip"),
        ("br;q=0", "plain"),
        ("", "plain"),
    ] {
        let answer = site.ask(Method::GET, path).header("accept-encoding", wanted).send().await;
        assert_eq!(answer.text(), got, "{wanted}");
        assert!(answer.header("cache-control").contains("immutable"));
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
    assert_eq!(site.get("/icon.svg").await.ok().header("cache-control"), "no-cache");
    let variant = site.get("/assets/main-1a2b.js.br").await;
    variant.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
    let out = site.get("/assets/../../Cargo.toml").await;
    out.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
}

#[tokio::test]
async fn an_unknown_page_is_never_answered_with_not_modified() {
    let site = site().await;
    let tag = site.get("/").await.ok().header("etag").to_owned();
    let known = site.ask(Method::GET, "/").header("if-none-match", &tag).send().await;
    assert_eq!(known.is(StatusCode::NOT_MODIFIED).text(), "");
    let lost = site.ask(Method::GET, "/lost").header("accept", "text/html");
    let lost = lost.header("if-none-match", &tag).send().await;
    assert_eq!(lost.is(StatusCode::NOT_FOUND).text(), "<title>the client</title>");
}

#[tokio::test]
async fn an_unaccepted_encoding_is_not_sent() {
    let site = site().await;
    let ask = async |path: &str| {
        let ask = site.ask(Method::GET, path).header("accept-encoding", "br, identity;q=0");
        ask.send().await
    };
    assert_eq!(ask("/assets/main-1a2b.js").await.ok().text(), "brotli");
    assert_eq!(ask("/icon.svg").await.is(StatusCode::NOT_ACCEPTABLE).text(), "");
}

/// Uses the last client build, if there is one.
#[tokio::test]
async fn the_built_client_is_served_compressed() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    if !dist.join("index.html").is_file() {
        return;
    }
    let site = Site::with(HttpConfig { pages: Pages::Live(dist.clone()), ..quiet() }).await;
    let mut compressed = 0;
    for entry in fs::read_dir(dist.join("assets")).expect("the client has assets") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        let content = fs::read(dist.join("assets").join(&name)).expect("a readable file");
        let is_text = [".js", ".css", ".svg", ".json"].iter().any(|end| name.ends_with(end));
        if !is_text || content.len() < 1_024 {
            continue;
        }
        let path = format!("/assets/{name}");
        let ask = async |wanted: &str| {
            let answer = site.ask(Method::GET, &path).header("accept-encoding", wanted);
            answer.send().await.ok()
        };
        let (plain, gzip, brotli) =
            (ask("identity").await, ask("gzip").await, ask("gzip, br").await);
        let hint = "cargo xtask web builds the client anew";
        assert_eq!(gzip.header("content-encoding"), "gzip", "{name}: {hint}");
        assert_eq!(brotli.header("content-encoding"), "br", "{name}: {hint}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&gzip.body[..]).read_to_end(&mut unpacked).expect("gzip");
        assert!(unpacked == content && plain.body == content, "{name}");
        assert!(brotli.body.len() < gzip.body.len() && gzip.body.len() < content.len(), "{name}");
        compressed += 1;
    }
    assert!(compressed > 10, "{compressed} files");
}

#[tokio::test]
async fn without_a_client_a_page_explains_how_to_build_it() {
    let page = Site::new().await.get("/").await.ok().text();
    assert!(page.contains("Bastide"), "{page}");
}

/// Configuration without rate limits.
fn quiet() -> HttpConfig {
    HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() }
}
