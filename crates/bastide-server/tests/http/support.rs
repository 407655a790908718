//! A separate server for each test, and helpers for sending requests.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use bastide_protocol::{Problem, ProblemCode, Seated};
use bastide_server::http::{App, HttpConfig, Peer, RateLimits, app};
use bastide_server::store::{Location, Store, open};
use bastide_server::{Hub, HubOptions};
use bastide_testing::Scratch;
use http_body_util::BodyExt as _;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// A server without connections.
pub(crate) struct Site {
    pub(crate) router: Router,
    pub(crate) app: Arc<App>,
    pub(crate) store: Arc<dyn Store>,
    _scratch: Option<Scratch>,
}

/// A complete response.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// Builder of a request.
pub(crate) struct Asking<'a> {
    site: &'a Site,
    method: Method,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    peer: Option<SocketAddr>,
}

impl Site {
    /// Starts a server without rate limits.
    pub(crate) async fn new() -> Site {
        Site::with(HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() }).await
    }

    pub(crate) async fn with(config: HttpConfig) -> Site {
        Site::with_hub(config, HubOptions::default()).await
    }

    pub(crate) async fn with_hub(config: HttpConfig, options: HubOptions) -> Site {
        let scratch = Scratch::new("http").expect("a folder for the test");
        let location = Location::Sqlite(scratch.join("bastide.db"));
        let site = Site::over(&location, config, options).await;
        Site { _scratch: Some(scratch), ..site }
    }

    /// Starts a process over a store that other processes may share.
    pub(crate) async fn over(location: &Location, config: HttpConfig, options: HubOptions) -> Site {
        let store = open(location).await.expect("a store");
        let hub = Hub::start(Arc::clone(&store), options).await.expect("a hub");
        let (router, app) = app(hub, config);
        Site { router, app, store, _scratch: None }
    }

    pub(crate) fn ask(&self, method: Method, path: &str) -> Asking<'_> {
        let headers = vec![(HOST.as_str(), "localhost:8080".to_owned())];
        Asking { site: self, method, path: path.to_owned(), headers, body: Vec::new(), peer: None }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path).send().await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask(Method::POST, path).json(body).send().await
    }

    /// Creates a table for two people on one screen, which starts immediately.
    pub(crate) async fn table(&self) -> Seated {
        let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "me", "name": "Ben" }]);
        let new = json!({ "game": "land", "rules": "base,fields", "seats": seats,
            "first": { "kind": "seat", "seat": 0 } });
        self.post("/api/tables", &new).await.is(StatusCode::CREATED).read()
    }

    /// Creates a table with a free seat.
    pub(crate) async fn open_table(&self) -> Seated {
        let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
        let new =
            json!({ "game": "land", "rules": "base", "seats": seats, "visibility": "listed" });
        self.post("/api/tables", &new).await.is(StatusCode::CREATED).read()
    }
}

impl Asking<'_> {
    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn token(self, token: &str) -> Self {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    pub(crate) fn json(mut self, body: &Value) -> Self {
        self.body = body.to_string().into_bytes();
        self.header(CONTENT_TYPE.as_str(), "application/json")
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn from(mut self, peer: &str) -> Self {
        self.peer = Some(peer.parse().expect("an address with a port"));
        self
    }

    pub(crate) async fn send(self) -> Answer {
        let mut request = Request::builder().method(self.method).uri(&self.path);
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let mut request = request.body(Body::from(self.body)).expect("a request");
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(Peer(peer));
        }
        let answer = self.site.router.clone().oneshot(request).await.expect("never fails");
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.expect("a body").to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn is(self, status: StatusCode) -> Answer {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Answer {
        self.is(StatusCode::OK)
    }

    #[track_caller]
    pub(crate) fn read<T: DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error} in {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("plain headers"))
    }

    /// Checks that the response is a problem with this status and code.
    #[track_caller]
    pub(crate) fn problem(&self, status: StatusCode, code: ProblemCode) -> Problem {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/json");
        let problem: Problem = self.read();
        assert_eq!(problem.code, code, "{}", problem.message);
        assert!(!problem.message.is_empty());
        problem
    }
}
