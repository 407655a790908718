//! The server as browsers and programs see it: pages, requests, sockets.
//!
//! [`app`] is all of it as one router, without any connection; tests call it
//! directly. A module for each resource has its own `router()`, and what a
//! router has is in the description at `/api/openapi.json` by construction.

mod address;
mod art;
mod asset;
mod bots;
mod coding;
mod cors;
mod docs;
mod error;
mod extract;
mod gallery;
mod guard;
mod limits;
mod ops;
mod pages;
mod positions;
mod push;
mod records;
mod reports;
mod scene;
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
pub use limits::{Counts, RateLimits};
pub use pages::Pages;

/// The longest body that is read.
const BODY: usize = 64 << 10;

/// The queue of records to be read, checked and shown.
const WORKERS: Size = Size { running: 2, own: 16, all: 128 };

/// How long a record waits for its turn.
const WAIT: Duration = Duration::from_secs(8);

/// When a client with a full queue should ask again.
const LATER: Duration = Duration::from_secs(2);

/// Who may read the server's figures where everybody else comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FigureReaders {
    /// Whoever asks.
    Everybody,
    /// Somebody on the same machine.
    #[default]
    ThisMachine,
    /// Nobody: they are told elsewhere.
    Nobody,
}

/// What can be set about pages, requests and sockets.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Where the server is reached from outside.
    pub public_url: Option<Origin>,
    /// Whose pages may use the server too.
    pub origins: Vec<Origin>,
    /// The proxies that are believed what they say about their clients.
    pub proxies: Vec<IpNet>,
    /// Whether there are limits to what an address may ask for.
    pub rate_limits: RateLimits,
    /// How many tables all addresses together may make in a minute.
    pub tables_per_minute: u32,
    /// How many sockets may be open in all.
    pub max_sockets: u32,
    /// How many sockets an address may have open.
    pub sockets_per_address: u32,
    /// How many postcards are drawn at once.
    pub picture_workers: usize,
    /// How long a request may take.
    pub patience: Duration,
    /// How often a socket is asked whether it is alive.
    pub heartbeat: Duration,
    /// How long a new socket may take to say hello.
    pub hello: Duration,
    /// Who may read the figures.
    pub figures: FigureReaders,
    /// The web client.
    pub pages: Pages,
}

impl Default for HttpConfig {
    fn default() -> HttpConfig {
        HttpConfig {
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
            figures: FigureReaders::default(),
            pages: Pages::default(),
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What all requests share.
pub struct App {
    hub: Hub,
    config: HttpConfig,
    limits: limits::Limits,
    sockets: Counts,
    metrics: Metrics,
    headers: guard::Headers,
    docs: docs::Docs,
    gallery: gallery::Gallery,
    /// Records read, checked and shown.
    workers: FairQueue,
    is_closing: AtomicBool,
    has_noticed_proxy: AtomicBool,
    /// True once a proxy on this machine that is not trusted was noticed.
    has_local_proxy: AtomicBool,
}

type Shared = Arc<App>;

impl App {
    /// The tables.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Whether the server goes down.
    pub fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// From now on it does.
    pub fn begin_closing(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    /// Counts a request of a client, for a seat if it has one.
    fn count(
        &self,
        what: limits::Act,
        client: Client,
        seat: Option<limits::SeatKey>,
    ) -> Result<()> {
        self.limits.count(what, client, seat).map_err(|over| match over {
            limits::Over::Own(wait) => self.too_many(wait),
            limits::Over::Everyone(wait) => {
                self.metrics.count_too_many();
                Error::Overloaded(wait)
            }
        })
    }

    fn too_many(&self, wait: Duration) -> Error {
        self.metrics.count_too_many();
        Error::TooMany(wait)
    }

    /// The queues, in the text form of Prometheus.
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
            ("jobs_running", "Jobs under way, by queue.", 0),
            ("jobs_waiting", "Jobs that wait for their turn, by queue.", 1),
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

    /// Decides whether an address may use the server at all: the one place
    /// where every request and every socket passes.
    ///
    /// # Errors
    /// If it may not.
    pub fn admit(&self, address: IpAddr) -> Result<()> {
        Ok(self.hub.check_address(address)?)
    }

    /// Notes if requests come through a proxy that is not trusted: all its
    /// clients count as one, and some of them may be strangers. Warns once.
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
            tracing::warn!(%peer, "requests come through a proxy that is not trusted, so all of \
                its clients count as one: is --trusted-proxy missing?");
        }
    }

    /// Runs a job that keeps a processor busy away from the runtime, once it is
    /// the turn of its client.
    async fn work<T: Send + 'static>(
        &self,
        asker: extract::Asker,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let turn = self.workers.enter(asker.client().queue_key());
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

/// True if a proxy says that it passes a request on.
fn is_forwarded(headers: &HeaderMap) -> bool {
    ["x-forwarded-for", "forwarded", "via", "x-real-ip"]
        .iter()
        .any(|&name| headers.contains_key(name))
}

/// Does something to its end, even if whoever asked for it has gone: a change
/// that is saved is also to be told.
async fn to_the_end<T: Send + 'static>(
    change: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    // What is logged on the way belongs to the request.
    tokio::spawn(change.in_current_span()).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a change failed");
        Err(Error::Internal.problem())
    })
}

/// The server without its connections, and what its requests share.
pub fn app(hub: Hub, config: HttpConfig) -> (Router, Arc<App>) {
    let (router, api) = described().split_for_parts();
    let app = Arc::new(App {
        hub,
        limits: limits::Limits::new(config.rate_limits, config.tables_per_minute),
        sockets: Counts::new(config.sockets_per_address),
        metrics: Metrics::default(),
        headers: guard::Headers::new(&config),
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

/// Health and figures alone, for an address of their own.
pub fn figures(app: &Arc<App>) -> Router {
    let (router, _) = ops::router().split_for_parts();
    // Whoever reaches that address may read them.
    router.layer(Extension(FigureReaders::Everybody)).with_state(app.clone())
}

/// Health alone, for connections beyond the limit: a server that is full is
/// still alive, and a load balancer has to be able to see that.
pub fn spare(app: &Arc<App>) -> Router {
    let (router, _) = ops::health().split_for_parts();
    router
        .fallback(async || Error::Overloaded(LATER))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app.clone())
}

/// All routes that are described.
fn described() -> OpenApiRouter<Shared> {
    docs::router()
        .merge(tables::router())
        .merge(reports::router())
        .merge(push::router())
        .merge(records::router())
        .merge(positions::router())
        .merge(bots::router())
        .merge(art::router())
        .merge(socket::router())
        .merge(ops::router())
}
