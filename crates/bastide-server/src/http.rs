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
mod docs;
mod error;
mod extract;
mod guard;
mod limits;
mod ops;
mod pages;
mod positions;
mod records;
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
use bastide_protocol::{Problem, ProblemCode};
use ipnet::IpNet;
use tokio::sync::{Mutex, Semaphore};
use utoipa_axum::router::OpenApiRouter;

use crate::config::Origin;
use crate::hub::Hub;
use crate::metrics::Metrics;

pub use address::{Client, Peer, is_trusted};
pub use error::{Error, Result};
pub use limits::{Counts, RateLimits};
pub use pages::Pages;

/// The longest body that is read.
const BODY: usize = 64 << 10;

/// How many jobs that keep a processor busy run at once.
const WORKERS: usize = 2;

/// How long such a job waits for its turn.
const WAIT: Duration = Duration::from_secs(8);

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
    /// How many sockets may be open in all.
    pub max_sockets: u32,
    /// How many sockets an address may have open.
    pub sockets_per_address: u32,
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
            max_sockets: 20_000,
            sockets_per_address: 100,
            patience: Duration::from_secs(30),
            heartbeat: Duration::from_secs(25),
            hello: Duration::from_secs(10),
            figures: FigureReaders::default(),
            pages: Pages::default(),
        }
    }
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
    gallery: art::Gallery,
    /// Pictures are drawn one after the other.
    pencil: Mutex<()>,
    workers: Arc<Semaphore>,
    is_closing: AtomicBool,
    has_noticed_proxy: AtomicBool,
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

    fn too_many(&self, wait: Duration) -> Error {
        self.metrics.count_too_many();
        Error::TooMany(wait)
    }

    /// Says once if requests come through a proxy that nobody named: all its
    /// clients would count as one.
    fn notice_proxy(&self, peer: IpAddr, headers: &HeaderMap) {
        let is_near = match peer.to_canonical() {
            IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
            IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
        };
        if is_near
            && headers.contains_key("x-forwarded-for")
            && !is_trusted(peer, &self.config.proxies)
            && !self.has_noticed_proxy.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(%peer, "requests come through a proxy that is not trusted, so all of \
                its clients count as one: is --trusted-proxy missing?");
        }
    }

    /// Runs something that keeps a processor busy, where it keeps nobody else
    /// waiting.
    async fn work<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let turn = tokio::time::timeout(WAIT, self.workers.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Error::refused(ProblemCode::Busy, "too busy at the moment; try again"));
        };
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            job()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a job failed");
            Error::Internal
        })
    }
}

/// Does something to its end, even if whoever asked for it has gone: a change
/// that is saved is also to be told.
async fn to_the_end<T: Send + 'static>(
    change: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(change).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a change failed");
        Err(Error::Internal.problem())
    })
}

/// The server without its connections, and what its requests share.
pub fn app(hub: Hub, config: HttpConfig) -> (Router, Arc<App>) {
    let (router, api) = described().split_for_parts();
    let app = Arc::new(App {
        hub,
        limits: limits::Limits::new(config.rate_limits),
        sockets: Counts::new(config.sockets_per_address),
        metrics: Metrics::default(),
        headers: guard::Headers::new(&config),
        docs: docs::Docs::new(&api),
        gallery: art::Gallery::default(),
        pencil: Mutex::new(()),
        workers: Arc::new(Semaphore::new(WORKERS)),
        is_closing: AtomicBool::new(false),
        has_noticed_proxy: AtomicBool::new(false),
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

/// All routes that are described.
fn described() -> OpenApiRouter<Shared> {
    docs::router()
        .merge(tables::router())
        .merge(records::router())
        .merge(positions::router())
        .merge(bots::router())
        .merge(art::router())
        .merge(socket::router())
        .merge(ops::router())
}
