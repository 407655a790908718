//! The HTTP interface of the server: pages, API requests and WebSockets.
//!
//! [`app`] builds the whole interface as one router, independent of connections; tests call it
//! directly. Each resource has a module with its own `router()`, whose routes are by construction
//! part of the OpenAPI description at `/api/openapi.json`.

mod address;
mod art;
mod asset;
mod bots;
mod cors;
mod docs;
mod embed;
mod encoding;
mod engines;
mod error;
mod extract;
mod gallery;
mod guard;
mod headers;
mod limits;
mod ops;
mod pages;
mod positions;
mod push;
mod records;
mod reports;
mod socket;
mod tables;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::{Extension, Router};
use bastide_protocol::Problem;
use ipnet::IpNet;
use tracing::{Instrument as _, Span};
use utoipa_axum::router::OpenApiRouter;

use crate::config::Origin;
use crate::fair::{FairQueue, Size};
use crate::hub::Hub;
use crate::metrics::Metrics;

pub use crate::fair::Full;
pub use address::{Client, Network, Peer, is_trusted};
pub use error::{Error, Result};
pub(crate) use extract::host;
pub use limits::{Counts, RateLimits};
pub use pages::Pages;

/// Maximum size of a request body, in bytes.
const BODY: usize = 64 << 10;

/// Capacities of the queue for parsing, verifying and rendering records.
const WORKERS: Size = Size { running: 2, own: 16, all: 128 };

/// Maximum time for which a record waits in the queue.
const WAIT: Duration = Duration::from_secs(8);

/// `Retry-After` for clients that meet a full queue.
const LATER: Duration = Duration::from_secs(2);

/// Clients that may read metrics on the public listeners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MetricsAccess {
    /// All clients.
    Public,
    /// Clients on the same machine.
    #[default]
    Loopback,
    /// None: metrics have a separate listener.
    Disabled,
}

/// Configuration of the HTTP interface.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// True if the server itself terminates TLS.
    pub is_tls: bool,
    /// Public URL of the server.
    pub public_url: Option<Origin>,
    /// Further origins whose pages may use the server.
    pub origins: Vec<Origin>,
    /// Proxies whose forwarding headers are trusted.
    pub proxies: Vec<IpNet>,
    /// On or off: rate limits per address.
    pub rate_limits: RateLimits,
    /// Maximum number of tables created per minute by all addresses together.
    pub tables_per_minute: u32,
    /// Maximum number of open WebSockets.
    pub max_sockets: u32,
    /// Maximum number of open WebSockets per address.
    pub sockets_per_address: u32,
    /// Number of postcards rendered in parallel.
    pub picture_workers: usize,
    /// Timeout of a request.
    pub patience: Duration,
    /// Interval of heartbeats on WebSockets.
    pub heartbeat: Duration,
    /// Timeout for the first message of a new WebSocket.
    pub hello: Duration,
    /// Clients that may read metrics.
    pub metrics: MetricsAccess,
    /// Source of the web client.
    pub pages: Pages,
}

impl HttpConfig {
    /// Returns the scheme of the URLs at which clients reach the listeners.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.is_tls { "https" } else { "http" }
    }
}

impl Default for HttpConfig {
    fn default() -> HttpConfig {
        HttpConfig {
            is_tls: false,
            public_url: None,
            origins: Vec::new(),
            proxies: Vec::new(),
            rate_limits: RateLimits::On,
            tables_per_minute: 600,
            max_sockets: 20_000,
            sockets_per_address: 100,
            picture_workers: cores().div_ceil(2),
            patience: Duration::from_secs(30),
            heartbeat: Duration::from_secs(25),
            hello: Duration::from_secs(10),
            metrics: MetricsAccess::default(),
            pages: Pages::default(),
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// State shared by all requests.
pub struct App {
    hub: Hub,
    config: HttpConfig,
    limits: limits::Limits,
    sockets: Counts,
    metrics: Metrics,
    headers: headers::Headers,
    docs: docs::Docs,
    gallery: gallery::Gallery,
    /// Queue for parsing, verifying and rendering records.
    workers: FairQueue,
    is_closing: AtomicBool,
    has_noticed_proxy: AtomicBool,
    /// True once an untrusted proxy on this machine was detected.
    has_local_proxy: AtomicBool,
}

type Shared = Arc<App>;

impl App {
    /// Returns the hub.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Returns the metrics.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Returns true if the server is shutting down.
    pub fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// Marks the server as shutting down.
    pub fn begin_closing(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    /// Counts a request against the rate limits of a client, and of a seat if there is one.
    fn count(
        &self,
        what: limits::Act,
        client: Client,
        seat: Option<limits::SeatKey>,
    ) -> Result<()> {
        self.limits.count(what, client, seat).map_err(|over| match over {
            limits::Over::Own(wait) => self.too_many(wait),
            limits::Over::All(wait) => {
                self.metrics.count_too_many();
                Error::Overloaded(wait)
            }
        })
    }

    fn too_many(&self, wait: Duration) -> Error {
        self.metrics.count_too_many();
        Error::TooMany(wait)
    }

    /// Returns the lengths of the queues in the Prometheus text format.
    fn queues(&self) -> String {
        let [hints, lookups] = self.hub.questions();
        let queues = [
            ("hints", hints),
            ("questions", lookups),
            ("pictures", self.gallery.load()),
            ("records", self.workers.load()),
        ];
        let mut text = String::new();
        for (name, help, of) in [
            ("jobs_running", "Running jobs by queue.", 0),
            ("jobs_waiting", "Waiting jobs by queue.", 1),
        ] {
            text += &format!("# HELP bastide_{name} {help}\n# TYPE bastide_{name} gauge\n");
            for (queue, (running, waiting)) in queues {
                let count = [running, waiting][of];
                text += &format!("bastide_{name}{{queue=\"{queue}\"}} {count}\n");
            }
        }
        let name = "bastide_pictures_drawn_total";
        let drawn = self.gallery.drawn();
        text + &format!("# HELP {name} Pictures drawn.\n# TYPE {name} counter\n{name} {drawn}\n")
    }

    /// Checks that an address may use the server. All requests and WebSockets pass this check.
    ///
    /// # Errors
    /// Returns an error if the address is banned.
    pub fn admit(&self, address: IpAddr) -> Result<()> {
        Ok(self.hub.check_address(address)?)
    }

    /// Detects requests through an untrusted proxy, whose clients all count as a single one and may
    /// be remote although the proxy is local. Warns once.
    fn notice_proxy(&self, peer: IpAddr, headers: &HeaderMap) {
        if !is_forwarded(headers) || is_trusted(peer, &self.config.proxies) {
            return;
        }
        let peer = peer.to_canonical();
        if peer.is_loopback() {
            self.has_local_proxy.store(true, Ordering::Relaxed);
        }
        let is_near = match peer {
            IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
            IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
        };
        if is_near && !self.has_noticed_proxy.swap(true, Ordering::Relaxed) {
            tracing::warn!(%peer, "requests come through an untrusted proxy, so all of its \
                clients count as one: set --trusted-proxy");
        }
    }

    /// Runs a CPU-bound job outside the async runtime, after waiting in the fair queue of its
    /// client.
    async fn work<T: Send + 'static>(
        &self,
        client_addr: extract::ClientAddr,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let turn = self.workers.enter(client_addr.client().queue_key());
        let turn = match tokio::time::timeout(WAIT, turn).await {
            Ok(Ok(turn)) => turn,
            Ok(Err(Full::Own)) => return Err(self.too_many(LATER)),
            Ok(Err(Full::All)) | Err(_) => return Err(Error::Overloaded(LATER)),
        };
        let span = Span::current();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            span.in_scope(job)
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a job failed");
            Error::Internal
        })
    }
}

/// Returns true if the headers show that a proxy forwarded the request.
fn is_forwarded(headers: &HeaderMap) -> bool {
    ["x-forwarded-for", "forwarded", "via", "x-real-ip"]
        .iter()
        .any(|&name| headers.contains_key(name))
}

/// Runs `change` to completion even if the client disconnects: a saved change must also be
/// published to the other clients.
async fn to_the_end<T: Send + 'static>(
    change: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    // Log messages of the task stay in the span of the request.
    tokio::spawn(change.in_current_span()).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a change failed");
        Err(Error::Internal.problem())
    })
}

/// Builds the router of the whole server, and the state shared by its requests.
pub fn app(hub: Hub, config: HttpConfig) -> (Router, Arc<App>) {
    let (router, api) = described().split_for_parts();
    let app = Arc::new(App {
        hub,
        limits: limits::Limits::new(config.rate_limits, config.tables_per_minute),
        sockets: Counts::new(config.sockets_per_address),
        metrics: Metrics::default(),
        headers: headers::Headers::new(&config),
        docs: docs::Docs::new(&api),
        gallery: gallery::Gallery::new(config.picture_workers),
        workers: FairQueue::new(WORKERS),
        is_closing: AtomicBool::new(false),
        has_noticed_proxy: AtomicBool::new(false),
        has_local_proxy: AtomicBool::new(false),
        config,
    });
    let router = pages::fallback(router)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app.clone());
    (router, app)
}

/// Builds the router of the metrics listener: health and metrics only.
pub fn metrics_router(app: &Arc<App>) -> Router {
    let (router, _) = ops::router().split_for_parts();
    // Access is controlled by the listen address.
    router.layer(Extension(MetricsAccess::Public)).with_state(app.clone())
}

/// Builds the router for connections beyond the limit: health only, since a full server is still
/// alive, and load balancers must be able to detect that.
pub fn spare(app: &Arc<App>) -> Router {
    let (router, _) = ops::health().split_for_parts();
    router
        .fallback(async || Error::Overloaded(LATER))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app.clone())
}

/// Returns all routes of the OpenAPI description.
fn described() -> OpenApiRouter<Shared> {
    docs::router()
        .merge(tables::router())
        .merge(reports::router())
        .merge(push::router())
        .merge(records::router())
        .merge(positions::router())
        .merge(embed::router())
        .merge(bots::router())
        .merge(engines::router())
        .merge(art::router())
        .merge(socket::router())
        .merge(ops::router())
}
