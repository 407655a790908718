//! The web client and what is kept of it.

use axum::http::{Method, StatusCode};
use bastide_protocol::ProblemCode;
use bastide_server::http::{HttpConfig, Pages};

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
async fn the_client_has_its_own_addresses() {
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
async fn files_are_kept_for_as_long_as_they_are_right() {
    let site = site().await;
    let path = "/assets/main-1a2b.js";
    for (wanted, got) in [("br, gzip", "brotli"), ("gzip", "gzip"), ("", "plain")] {
        let answer = site.ask(Method::GET, path).header("accept-encoding", wanted).send().await;
        assert_eq!(answer.text(), got);
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
async fn without_a_client_a_page_says_so() {
    let page = Site::new().await.get("/").await.ok().text();
    assert!(page.contains("Bastide"), "{page}");
}
