//! Middleware of all requests: client address, request id, origin check and timeout.

use std::any::Any;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use axum::http::{Extensions, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use tracing::Instrument as _;

use super::address::{self, Peer, is_trusted};
use super::cors;
use super::error::Error;
use super::extract::host;
use super::{HttpConfig, Shared};
use crate::metrics::Area;
use crate::store::TableId;

/// Address of the client, added to every request.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResolvedAddr(pub(super) IpAddr);

/// Id of the request, added to every request.
#[derive(Clone, Debug)]
pub(super) struct RequestId(pub(super) HeaderValue);

/// Returns true if a page of this origin may use the server.
pub(super) fn is_allowed(origin: &str, headers: &HeaderMap, config: &HttpConfig) -> bool {
    let is_public = config.public_url.as_ref().is_some_and(|url| url.origin() == origin);
    let is_named = config.origins.iter().any(|named| named.origin() == origin);
    is_public || is_named || is_own(origin, host(headers), config.scheme())
}

/// Returns true if a page was loaded from the same address that it calls, and that address is an IP
/// address or `localhost`. Other names are not accepted, since an attacker can make them resolve to
/// this server (DNS rebinding).
fn is_own(origin: &str, host: Option<&str>, scheme: &str) -> bool {
    let named = origin.split_once("://").filter(|(of_page, _)| *of_page == scheme);
    let Some(host) = host.filter(|host| named.is_some_and(|(_, named)| named == *host)) else {
        return false;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let inside = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || inside.parse::<IpAddr>().is_ok()
}

/// Checks the `Origin` header of a request.
pub(super) fn check_origin(headers: &HeaderMap, config: &HttpConfig) -> Result<(), Error> {
    // Browsers always send the header with such requests; other programs need not.
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    match origin.to_str() {
        Ok(origin) if is_allowed(origin, headers, config) => Ok(()),
        Ok(_) | Err(_) => Err(Error::WrongOrigin),
    }
}

/// Header that identifies a request in logs, here and at proxies.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware that processes every request.
pub(super) async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let peer = peer(request.extensions());
    let address = address::client(peer, request.headers(), &app.config.proxies);
    app.notice_proxy(peer, request.headers());
    let id = request_id(peer, request.headers(), &app.config);
    request.extensions_mut().insert(ResolvedAddr(address));
    request.extensions_mut().insert(RequestId(id.clone()));
    // At error level, so that every log message contains the span.
    let span = tracing::error_span!(
        "request",
        id = id.to_str().unwrap_or_default(),
        peer = %address,
        table = tracing::field::Empty,
    );
    if let Some(table) = table(request.uri().path()) {
        span.record("table", tracing::field::display(table));
    }
    guarded(&app, address, id, request, next).instrument(span).await
}

async fn guarded(
    app: &Shared,
    address: IpAddr,
    id: HeaderValue,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let area = area(request.uri().path());
    let is_embedded = super::embed::is_page(request.uri().path());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let origin = cors::named(request.headers(), &app.config);

    let is_reading = method == Method::GET || method == Method::HEAD;
    let mut answer = match check_origin(request.headers(), &app.config) {
        Err(error) if !is_reading => {
            app.metrics.count_wrong_origin();
            error.into_response()
        }
        Ok(()) | Err(_) => match app.admit(address) {
            Err(error) => error.into_response(),
            Ok(()) => match cors::preflight(&method, request.headers(), origin.as_ref()) {
                Some(answer) => answer,
                None => run(app, request, next).await,
            },
        },
    };
    if area == Area::Api && is_bare(&answer) {
        answer = told(&answer);
    }
    let headers = answer.headers_mut();
    app.headers.put(headers);
    if is_embedded {
        app.headers.allow_frames(headers);
    }
    cors::put(headers, origin, area, &app.config);
    headers.insert(REQUEST_ID, id);
    if is_json(headers) && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }

    let (status, took) = (answer.status(), began.elapsed());
    let route = route.as_ref().map(MatchedPath::as_str);
    app.metrics.count_request(area, route, status, took);
    let route = route.unwrap_or("-");
    let (status, ms) = (status.as_u16(), took.as_millis());
    tracing::debug!(%method, route, status, ms, "request");
    answer
}

/// Returns the remote address of the connection. Without a connection, as in tests, it is the
/// loopback address.
pub(super) fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<Peer>();
    peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |Peer(peer)| peer.ip())
}

/// Returns the id of a request: the one sent by a trusted proxy, or a new one.
fn request_id(peer: IpAddr, headers: &HeaderMap, config: &HttpConfig) -> HeaderValue {
    let is_plain = |value: &&HeaderValue| {
        let is_usual = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b':');
        (1..=64).contains(&value.len()) && value.as_bytes().iter().all(is_usual)
    };
    let given = headers.get(REQUEST_ID).filter(|_| is_trusted(peer, &config.proxies));
    given.filter(is_plain).cloned().unwrap_or_else(|| {
        let mut bytes = [0; 8];
        // Ids only serve to correlate log messages, so missing entropy is acceptable.
        let _ = getrandom::fill(&mut bytes);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        HeaderValue::try_from(hex).unwrap_or_else(|_| HeaderValue::from_static("-"))
    })
}

/// Returns the table that a path refers to, if any.
fn table(path: &str) -> Option<TableId> {
    let mut parts = path.strip_prefix("/api/tables/")?.split('/');
    TableId::from_name(parts.next()?)
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// Runs the handler, and returns an error response if it times out or panics.
async fn run(app: &Shared, request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(app.config.patience, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panic)) => {
            tracing::error!(message = message(&*panic), "a request panicked");
            Error::Internal.into_response()
        }
        Err(_) => Error::TooLate.into_response(),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Returns true if a response was generated by the router itself, without a body.
fn is_bare(answer: &Response) -> bool {
    let is_its = matches!(answer.status(), StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED);
    is_its && !answer.headers().contains_key("content-type")
}

/// Converts such a response to a JSON problem.
fn told(bare: &Response) -> Response {
    let error = match bare.status() {
        StatusCode::METHOD_NOT_ALLOWED => Error::WrongMethod,
        _ => Error::NotFound,
    };
    let mut answer = error.into_response();
    if let Some(allowed) = bare.headers().get("allow") {
        answer.headers_mut().insert("allow", allowed.clone());
    }
    answer
}

/// Returns the part of the server that a path belongs to.
fn area(path: &str) -> Area {
    match path.split('/').nth(1).unwrap_or_default() {
        "api" => Area::Api,
        "art" => Area::Art,
        "ws" => Area::Socket,
        "healthz" | "readyz" | "metrics" => Area::Ops,
        _ => Area::Pages,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(origin: &str, host: &str, config: &HttpConfig, expected: bool) {
        let headers = HeaderMap::from_iter([(
            "host".parse().expect("a name"),
            host.parse().expect("a value"),
        )]);
        assert_eq!(is_allowed(origin, &headers, config), expected, "{origin} at {host}");
    }

    #[test]
    fn a_page_may_use_the_address_it_came_from() {
        let config = HttpConfig::default();
        check("http://localhost:8080", "localhost:8080", &config, true);
        check("http://127.0.0.1:8080", "127.0.0.1:8080", &config, true);
        check("http://[::1]:8080", "[::1]:8080", &config, true);
        check("http://192.168.1.7:8080", "192.168.1.7:8080", &config, true);
        check("http://192.168.1.7", "192.168.1.7", &config, true);
    }

    #[test]
    fn other_origins_are_refused() {
        let config = HttpConfig::default();
        check("http://evil.example", "localhost:8080", &config, false);
        check("http://localhost:9090", "localhost:8080", &config, false);
        check("https://localhost:8080", "localhost:8080", &config, false);
        check("null", "localhost:8080", &config, false);
        // A foreign name that resolves to this server.
        check("http://evil.example:8080", "evil.example:8080", &config, false);
        check("http://localhost.evil.example", "localhost.evil.example", &config, false);
    }

    #[test]
    fn origins_must_be_configured() {
        let config = HttpConfig {
            public_url: Some("https://games.example".parse().expect("a URL")),
            origins: vec!["https://other.example:444".parse().expect("a URL")],
            ..HttpConfig::default()
        };
        check("https://games.example", "games.example", &config, true);
        check("https://other.example:444", "games.example", &config, true);
        check("http://games.example", "games.example", &config, false);
        check("https://games.example.evil.example", "games.example", &config, false);
        check("https://other.example", "games.example", &config, false);
    }
}
