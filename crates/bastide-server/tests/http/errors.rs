//! Error responses: every invalid request gets a descriptive problem, and the OpenAPI description
//! matches the routes.

use axum::http::{Method, StatusCode};
use bastide_protocol::ProblemCode;
use bastide_server::http::{HttpConfig, RateLimits};
use serde_json::{Value, json};

use crate::support::Site;

#[tokio::test]
async fn every_error_is_a_problem_document() {
    let site = Site::new().await;
    let json_body = "application/json";
    for (method, path, kind, body, status, code) in [
        ("GET", "/api/nothing", "", "", 404, ProblemCode::NotFound),
        ("GET", "/art/nothing.svg", "", "", 404, ProblemCode::NotFound),
        ("GET", "/art/base.png", "", "", 404, ProblemCode::NotFound),
        ("GET", "/art/base.svg?theme=pink", "", "", 400, ProblemCode::Malformed),
        ("DELETE", "/api/tables", "", "", 405, ProblemCode::Malformed),
        ("GET", "/api/verify", "", "", 405, ProblemCode::Malformed),
        ("POST", "/new", "", "", 405, ProblemCode::Malformed),
        ("POST", "/api/tables", json_body, "{", 400, ProblemCode::Malformed),
        ("POST", "/api/tables", json_body, "{}", 422, ProblemCode::Malformed),
        ("POST", "/api/tables", "text/plain", "{}", 415, ProblemCode::Malformed),
        ("POST", "/api/tables", "", "{}", 415, ProblemCode::Malformed),
        ("POST", "/api/tables/x/do", json_body, "{}", 401, ProblemCode::BadToken),
        ("GET", "/api/tables/nowhere", "", "", 404, ProblemCode::NoSuchTable),
        ("GET", "/api/tables/nowhere/record", "", "", 404, ProblemCode::NoSuchTable),
        ("GET", "/api/tables/%ff", "", "", 400, ProblemCode::Malformed),
        ("GET", "/api/tables/a/scenes/-1", "", "", 400, ProblemCode::Malformed),
        ("GET", "/api/tables/a/scenes?to=10001", "", "", 400, ProblemCode::Malformed),
        ("POST", "/api/verify", "text/plain", "rubbish", 422, ProblemCode::BadRecord),
        ("POST", "/api/verify", "text/plain", "", 422, ProblemCode::BadRecord),
        ("GET", "/api/positions/rubbish", "", "", 422, ProblemCode::BadRecord),
        ("GET", "/ws", "", "", 426, ProblemCode::Malformed),
    ] {
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let mut asking = site.ask(method.clone(), path).body(body);
        if !kind.is_empty() {
            asking = asking.header("content-type", kind);
        }
        let answer = asking.send().await;
        let status = StatusCode::from_u16(status).expect("a status");
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        answer.problem(status, code);
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        if status == StatusCode::METHOD_NOT_ALLOWED && path.starts_with("/api") {
            assert!(!answer.header("allow").is_empty(), "{path}");
        }
    }
}

#[tokio::test]
async fn bodies_have_at_most_64_kib() {
    let site = Site::new().await;
    for (path, kind) in [("/api/tables", "application/json"), ("/api/verify", "text/plain")] {
        let send = |length: usize| {
            let asking = site.ask(Method::POST, path).header("content-type", kind);
            asking.body(vec![b' '; length]).send()
        };
        send(65_537).await.problem(StatusCode::PAYLOAD_TOO_LARGE, ProblemCode::TooLarge);
        assert_ne!(send(65_536).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    }
    let binary = site.ask(Method::POST, "/api/verify").body([0xff, 0xfe]).send().await;
    binary.problem(StatusCode::BAD_REQUEST, ProblemCode::Malformed);
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let secure = "https://games.example".parse().expect("an origin");
    let config = HttpConfig { public_url: Some(secure), ..HttpConfig::default() };
    let site = Site::with(config).await;
    for path in ["/", "/api", "/api/bots", "/art/pieces.svg", "/nowhere.txt", "/healthz"] {
        let answer = site.get(path).await;
        let policy = answer.header("content-security-policy");
        for part in ["default-src 'none'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains(" 'unsafe-eval'"), "{path}");
        // Data cannot run anything, so it has the short policy.
        let is_data = answer.header("content-type").starts_with("application/json");
        let script = "script-src 'self' 'wasm-unsafe-eval';";
        assert_eq!(policy.contains(script), !is_data, "{path}: {policy}");
        let opener = answer.headers.get("cross-origin-opener-policy");
        assert_eq!(opener.is_some_and(|value| value == "same-origin"), !is_data, "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.header("strict-transport-security").starts_with("max-age="), "{path}");
        assert!(answer.headers.get("set-cookie").is_none(), "{path}");
        assert!(answer.headers.get("access-control-allow-origin").is_none(), "{path}");
    }
    let plain = Site::new().await.get("/").await;
    assert!(plain.headers.get("strict-transport-security").is_none());
}

#[tokio::test]
async fn only_embedded_pages_can_be_framed() {
    let site = Site::new().await;
    for path in ["/embed", "/embed/176IqNABOy9AwIAAQ"] {
        let answer = site.get(path).await;
        assert!(answer.header("content-security-policy").ends_with("frame-ancestors *"), "{path}");
        assert!(answer.headers.get("x-frame-options").is_none(), "{path}");
    }
    for path in ["/embedded", "/analysis", "/t/abc", "/"] {
        assert_eq!(site.get(path).await.header("x-frame-options"), "DENY", "{path}");
    }
}

#[tokio::test]
async fn requests_from_other_origins_are_refused() {
    let site = Site::new().await;
    let seats = json!([{ "kind": "me", "name": "A" }, { "kind": "open" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let make = |origin: &str| {
        site.ask(Method::POST, "/api/tables").json(&new).header("origin", origin).send()
    };
    for origin in ["http://evil.example", "null", "http://localhost:9999", "https://localhost:8080"]
    {
        make(origin).await.problem(StatusCode::FORBIDDEN, ProblemCode::NotYours);
    }
    assert_eq!(make("http://localhost:8080").await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn metrics_are_served_to_this_machine_only() {
    let site = Site::new().await;
    let ask = |peer: &str| site.ask(Method::GET, "/metrics").from(peer).send();
    ask("203.0.113.7:9").await.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
    let text = ask("127.0.0.1:9").await.ok().text();
    for name in
        ["bastide_http_requests_total{", "bastide_sockets 0", "bastide_tables_created_total 0"]
    {
        assert!(text.contains(name), "{name} in {text}");
    }
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (_, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(value.parse::<f64>().is_ok(), "{line}");
    }
    assert_eq!(site.get("/healthz").await.ok().text(), "ok\n");
    assert_eq!(site.get("/readyz").await.ok().text(), "ok\n");
    site.app.begin_closing();
    let closing = site.get("/readyz").await;
    closing.problem(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::Restarting);
}

/// Collects all references in a value.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("$ref").and_then(Value::as_str));
            map.values().for_each(|value| references(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test]
async fn the_openapi_description_matches_the_routes() {
    let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
    let site = Site::with(config).await;
    let answer = site.get("/api/openapi.json").await.ok();
    assert_eq!(answer.header("content-type"), "application/json");
    let api: Value = answer.read();
    assert!(api["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));

    let mut found = Vec::new();
    references(&api, &mut found);
    assert!(found.len() > 100);
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("references stay inside");
        assert!(api.pointer(pointer).is_some(), "{reference}");
    }

    let paths = api["paths"].as_object().expect("paths");
    for path in [
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/seats",
        "/api/tables/{table}/handover",
        "/api/tables/{table}/handover/redeem",
        "/api/tables/{table}/do",
        "/api/tables/{table}/ask",
        "/api/tables/{table}/record",
        "/api/tables/{table}/scenes",
        "/api/tables/{table}/scenes/{actions}",
        "/api/tables/{table}/verify",
        "/api/tables/{table}/postcard.svg",
        "/api/tables/{table}/postcard.png",
        "/api/verify",
        "/api/records/scene",
        "/api/records/scenes",
        "/api/records/review",
        "/api/positions",
        "/api/positions/{position}",
        "/api/oembed",
        "/api/bots",
        "/art/{file}",
        "/art/backdrop/{file}",
        "/api/openapi.json",
        "/api",
        "/ws",
        "/healthz",
        "/readyz",
        "/metrics",
    ] {
        assert!(paths.contains_key(path), "{path} is not described");
    }
    for (path, item) in paths {
        // The path exists if another method is rejected with 405.
        let real = path.replace("{actions}", "1").replace(['{', '}'], "");
        let answer = site.ask(Method::PATCH, &real).send().await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        for (method, operation) in item.as_object().expect("operations") {
            let allowed = answer.header("allow").to_lowercase();
            assert!(allowed.split(',').any(|known| known == method), "{method} {path}");
            assert!(!operation["summary"].as_str().unwrap_or_default().is_empty(), "{path}");
            let answers = operation["responses"].as_object().expect("answers");
            for status in ["429", "500", "503"] {
                let schema = &answers[status]["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{method} {path} {status}");
            }
        }
    }
    let page = site.get("/api").await.ok();
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    for path in paths.keys() {
        assert!(page.text().contains(&format!(">{path}<")), "{path} is not on the page");
    }
    assert!(!page.text().contains("<script") && !page.text().contains("http"), "self-contained");
}
