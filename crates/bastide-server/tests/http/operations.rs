//! Operational behaviour: metrics for local clients only, cross-origin pages, request ids in
//! responses and logs, and cache headers.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{Method, StatusCode};
use bastide_protocol::ProblemCode;
use bastide_server::http::{HttpConfig, RateLimits};
use serde_json::json;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::sockets::{Open, hello};
use crate::support::{Answer, Site};

const LOCAL: &str = "127.0.0.1:9";

fn config() -> HttpConfig {
    HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() }
}

#[tokio::test]
async fn metrics_have_durations_by_route_command_and_commit() {
    let site = Site::with(config()).await;
    let seated = site.table().await;
    let path = format!("/api/tables/{}", seated.table);
    for _ in 0..3 {
        site.get(&path).await.ok();
    }
    let say = json!({ "id": "1", "command": { "kind": "say", "text": "hello" } });
    let post = site.ask(Method::POST, &format!("{path}/do")).token(&seated.token);
    post.json(&say).send().await.ok();
    let text = site.ask(Method::GET, "/metrics").from(LOCAL).send().await.ok().text();
    for line in [
        "bastide_http_route_duration_seconds_count{route=\"/api/tables/{table}\"} 3",
        "bastide_http_route_duration_seconds_bucket{route=\"/api/tables/{table}\",le=\"+Inf\"} 3",
        "bastide_command_duration_seconds_count{command=\"say\"} 1",
        "bastide_commit_duration_seconds_count 2",
        "# TYPE bastide_due_age_seconds histogram",
        "bastide_tables_damaged 0",
        "bastide_disk_space_low 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
    assert!(text.lines().any(|line| line.starts_with("bastide_disk_free_bytes ")), "{text}");
    assert!(!text.contains(&seated.table), "labels are templates: {text}");
}

#[tokio::test]
async fn metrics_are_refused_through_an_untrusted_proxy() {
    for name in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
        let site = Site::with(config()).await;
        site.ask(Method::GET, "/metrics").from(LOCAL).send().await.ok();
        // A remote client, as forwarded by a local proxy.
        let forwarded =
            || site.ask(Method::GET, "/metrics").from(LOCAL).header(name, "203.0.113.7");
        forwarded().send().await.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
        // From now on, local connections may come from remote clients.
        let bare = site.ask(Method::GET, "/metrics").from(LOCAL).send().await;
        bare.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
        site.ask(Method::GET, "/healthz").from(LOCAL).send().await.ok();
    }
    // With a trusted proxy, local clients are still recognized.
    let proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let site = Site::with(HttpConfig { proxies, ..config() }).await;
    let stranger = site.ask(Method::GET, "/metrics").from(LOCAL);
    let stranger = stranger.header("x-forwarded-for", "203.0.113.7").send().await;
    stranger.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
    site.ask(Method::GET, "/metrics").from(LOCAL).send().await.ok();
    // A client on the network that claims to be a proxy changes nothing.
    let claim = site.ask(Method::GET, "/api/bots").from("192.168.1.5:9");
    claim.header("x-forwarded-for", "1.1.1.1").send().await.ok();
    site.ask(Method::GET, "/metrics").from(LOCAL).send().await.ok();
}

/// A server that allows pages of one other origin.
async fn open_to_others() -> Site {
    let origins = vec!["https://play.example".parse().expect("an origin")];
    Site::with(HttpConfig { origins, ..config() }).await
}

fn vary(answer: &Answer) -> String {
    let lines = answer.headers.get_all("vary").iter();
    lines.map(|line| line.to_str().expect("text").to_owned()).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn configured_origins_may_use_the_api() {
    let site = open_to_others().await;
    let preflight = |origin: &str, method: &str| {
        let asking = site.ask(Method::OPTIONS, "/api/tables").header("origin", origin);
        let asking = asking.header("access-control-request-method", method);
        asking.header("access-control-request-headers", "authorization,content-type").send()
    };
    let allowed = preflight("https://play.example", "POST").await.is(StatusCode::NO_CONTENT);
    assert_eq!(allowed.header("access-control-allow-origin"), "https://play.example");
    assert!(allowed.header("access-control-allow-methods").contains("POST"));
    let names = allowed.header("access-control-allow-headers").to_owned();
    assert!(names.contains("authorization") && names.contains("content-type"), "{names}");
    assert!(allowed.headers.get("access-control-allow-credentials").is_none());
    assert!(vary(&allowed).contains("origin"));
    assert!(allowed.body.is_empty());

    let seats = json!([{ "kind": "me", "name": "A" }, { "kind": "open" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let make = |origin: &str| {
        site.ask(Method::POST, "/api/tables").json(&new).header("origin", origin).send()
    };
    let made = make("https://play.example").await.is(StatusCode::CREATED);
    assert_eq!(made.header("access-control-allow-origin"), "https://play.example");
    assert_eq!(made.header("cross-origin-resource-policy"), "cross-origin");
    assert!(made.header("access-control-expose-headers").contains("retry-after"));
    // Error responses can be read too.
    let missing =
        site.ask(Method::GET, "/api/tables/nowhere").header("origin", "https://play.example");
    let missing = missing.send().await.is(StatusCode::NOT_FOUND);
    assert_eq!(missing.header("access-control-allow-origin"), "https://play.example");

    // Pages of other origins are rejected.
    for origin in ["https://evil.example", "http://play.example", "null"] {
        let refused = preflight(origin, "POST").await;
        refused.problem(StatusCode::FORBIDDEN, ProblemCode::NotYours);
        let post = make(origin).await;
        post.problem(StatusCode::FORBIDDEN, ProblemCode::NotYours);
        let read = site.ask(Method::GET, "/api/bots").header("origin", origin).send().await.ok();
        for answer in [&refused, &post, &read] {
            assert!(answer.headers.get("access-control-allow-origin").is_none(), "{origin}");
            assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "{origin}");
            assert!(vary(answer).contains("origin"), "{origin}");
        }
    }
}

#[tokio::test]
async fn configured_origins_may_embed_pictures() {
    // An image element does not send `Origin`.
    let sprite = open_to_others().await.get("/art/pieces.svg").await.ok();
    assert_eq!(sprite.header("cross-origin-resource-policy"), "cross-origin");
    assert!(vary(&sprite).contains("accept-encoding") && vary(&sprite).contains("origin"));
    let alone = Site::with(config()).await.get("/art/pieces.svg").await.ok();
    assert_eq!(alone.header("cross-origin-resource-policy"), "same-origin");
    assert!(!vary(&alone).contains("origin"));
}

#[tokio::test]
async fn json_is_not_cached_unless_it_says_so() {
    let site = Site::with(config()).await;
    let table = site.table().await;
    let own = format!("/api/tables/{}", table.table);
    for path in ["/api/bots", "/api/tables?stage=open", &own, "/api/nothing", "/art/nothing.svg"] {
        assert_eq!(site.get(path).await.header("cache-control"), "no-store", "{path}");
    }
    let verdict = site.post(&format!("{own}/verify"), &json!({})).await.ok();
    assert_eq!(verdict.header("cache-control"), "no-store");
    // Responses with an entity tag are revalidated every time.
    for path in [format!("{own}/record?format=json"), "/api/openapi.json".to_owned()] {
        let answer = site.get(&path).await.ok();
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
        assert!(!answer.header("etag").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn every_answer_has_the_id_of_its_request() {
    let proxies = vec!["10.0.0.1/32".parse().expect("a network")];
    let site = Site::with(HttpConfig { proxies, ..config() }).await;
    let ask = |peer: &str, id: &str| {
        site.ask(Method::GET, "/api/bots").from(peer).header("x-request-id", id).send()
    };
    let given = ask("10.0.0.1:9", "abc-123").await;
    assert_eq!(given.header("x-request-id"), "abc-123", "of a trusted proxy");
    let mut ids = Vec::new();
    for (peer, id) in [("203.0.113.7:9", "abc-123"), ("10.0.0.1:9", "a b"), ("10.0.0.1:9", "")] {
        let made = ask(peer, id).await.header("x-request-id").to_owned();
        assert_eq!(made.len(), 16, "{peer} {id}");
        assert!(made.bytes().all(|b| b.is_ascii_hexdigit()), "{made}");
        ids.push(made);
    }
    let long = ask("10.0.0.1:9", &"x".repeat(65)).await.header("x-request-id").len();
    assert_eq!(long, 16);
    ids.dedup();
    assert_eq!(ids.len(), 3, "each has its own");
    assert_eq!(site.get("/api/nothing").await.header("x-request-id").len(), 16);
}

/// Captured log output.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn log_lines_name_the_request_its_table_and_its_client() {
    let lines = Lines::default();
    let writer = lines.clone();
    let layer = tracing_subscriber::fmt::layer().with_ansi(false);
    let layer = layer.with_writer(move || writer.clone());
    let _logging = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    let site = Site::with(config()).await;
    let table = site.table().await;
    let path = format!("/api/tables/{}", table.table);
    let answer = site.ask(Method::GET, &path).from("203.0.113.7:9").send().await.ok();
    // Arbitrary text in a path is not logged as a table.
    site.get("/api/tables/%0aforged").await;
    let text = lines.0.lock().expect("no panic").clone();
    let text = String::from_utf8(text).expect("text");
    let id = answer.header("x-request-id");
    let line = text.lines().find(|line| line.contains(id)).unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("peer=203.0.113.7"), "{line}");
    assert!(line.contains(&format!("table={}", table.table)), "{line}");
    assert!(!text.contains("forged"), "{text}");
    assert!(!text.contains(&table.token), "tokens are never logged");
}

#[tokio::test]
async fn log_lines_of_a_socket_name_its_table_and_its_client() {
    let lines = Lines::default();
    let writer = lines.clone();
    let layer = tracing_subscriber::fmt::layer().with_ansi(false);
    let layer = layer.with_writer(move || writer.clone());
    let _logging = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    let proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let open = Open::limited(HttpConfig { proxies, ..config() }).await;
    let table = open.site.table().await;
    let headers = [("x-forwarded-for", "203.0.113.7"), ("x-request-id", "abc-123")];
    drop(open.socket_with(&headers, &hello(&table.table, Some(&table.token))).await);
    while open.site.app.metrics().sockets() > 0 {
        tokio::task::yield_now().await;
    }
    let text = String::from_utf8(lines.0.lock().expect("no panic").clone()).expect("text");
    let line = text.lines().find(|line| line.contains("socket closed"));
    let line = line.unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("id=\"abc-123\""), "{line}");
    assert!(line.contains("peer=203.0.113.7"), "{line}");
    assert!(line.contains(&format!("table={}", table.table)), "{line}");
    assert!(!text.contains(&table.token), "tokens are never logged");
}
