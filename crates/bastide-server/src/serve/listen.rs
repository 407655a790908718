//! Accepting connections, with limits in total and per address. A few connections beyond the limit
//! are accepted for health checks. Connections that do not send a request in time are closed. A
//! listener with TLS performs the handshake within these limits.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tower::ServiceExt as _;

use super::secure::{Accepted, Secure, refer};
use super::write_timeout::WriteTimeout;
use crate::config::ServeArgs;
use crate::http::{App, Client, Counts, Peer, is_trusted};

/// Timeout for receiving the header of a request, and for idle connections.
const HEADERS: Duration = Duration::from_secs(15);

/// Timeout for a client that does not read its response.
const READING: Duration = Duration::from_secs(30);

/// Number of connections accepted beyond the limit, each for one request.
const SPARE: usize = 16;

/// Maximum lifetime of such a connection.
const SPARE_TIME: Duration = Duration::from_secs(5);

/// Connection limits of the metrics listener, in total and per address.
const METRICS: usize = 64;
const METRICS_PER_ADDRESS: u32 = 16;

/// Maximum size of a request header, in bytes.
const HEAD: usize = 16 << 10;

/// Connection limits shared by several listeners.
pub(super) struct Door {
    app: Arc<App>,
    proxies: Vec<IpNet>,
    /// Encrypts connections; `None` without TLS.
    secure: Option<Secure>,
    /// Permits for regular connections.
    room: Arc<Semaphore>,
    /// Permits for connections beyond the limit.
    spare: Arc<Semaphore>,
    counts: Arc<Counts>,
}

/// Permit for one connection.
struct SocketPermit {
    /// True if the connection is beyond the limit.
    is_spare: bool,
    _permit: OwnedSemaphorePermit,
}

impl Door {
    /// Creates the limits of the public listeners.
    pub(super) fn new(args: &ServeArgs, app: Arc<App>, secure: Option<Secure>) -> Door {
        let counts = Arc::new(Counts::new(args.max_per_address));
        Door { secure, ..Door::with(args, app, args.max_connections as usize, counts) }
    }

    /// Creates separate limits for the metrics listener, so that monitoring works while the server
    /// is full.
    pub(super) fn for_metrics(args: &ServeArgs, app: Arc<App>) -> Door {
        Door::with(args, app, METRICS, Arc::new(Counts::new(METRICS_PER_ADDRESS)))
    }

    fn with(args: &ServeArgs, app: Arc<App>, connections: usize, counts: Arc<Counts>) -> Door {
        Door {
            app,
            proxies: args.trusted_proxy.clone(),
            secure: None,
            room: Arc::new(Semaphore::new(connections)),
            spare: Arc::new(Semaphore::new(SPARE)),
            counts,
        }
    }

    /// Accepts connections until the server shuts down, then waits for the open ones.
    pub(super) async fn open(
        self: Arc<Self>,
        listener: TcpListener,
        router: Router,
        mut closing: watch::Receiver<bool>,
    ) {
        // `recv` returns once all connections have dropped their sender.
        let (inside, mut all_out) = mpsc::channel::<()>(1);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(HEAD);
        let mut http_spare = http.clone();
        http_spare.keep_alive(false).header_read_timeout(SPARE_TIME);
        let spare = crate::http::spare(&self.app);
        loop {
            let (stream, peer, place) = tokio::select! {
                came = self.next(&listener) => came,
                () = told(&mut closing) => break,
            };
            let is_spare = place.room.is_spare;
            let router = if is_spare { spare.clone() } else { router.clone() };
            let http = if is_spare { http_spare.clone() } else { http.clone() };
            let (secure, http_plain) = (self.secure.clone(), http_spare.clone());
            let (inside, mut closing) = (inside.clone(), closing.clone());
            tokio::spawn(async move {
                let begin = async {
                    match &secure {
                        Some(secure) => secure.accept(stream).await,
                        None => Some(Accepted::Usual(Box::new(stream))),
                    }
                };
                let accepted = tokio::select! {
                    accepted = begin => accepted,
                    () = told(&mut closing) => None,
                };
                match accepted {
                    Some(Accepted::Usual(stream)) => {
                        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                            request.extensions_mut().insert(Peer(peer));
                            router.clone().oneshot(request.map(Body::new))
                        });
                        let stream = TokioIo::new(WriteTimeout::new(stream, READING));
                        let connection = http.serve_connection(stream, service).with_upgrades();
                        let mut connection = pin!(connection);
                        // A connection aborted by the client is not an error.
                        tokio::select! {
                            _ = connection.as_mut() => {}
                            () = tokio::time::sleep(SPARE_TIME), if is_spare => {}
                            () = told(&mut closing) => {
                                connection.as_mut().graceful_shutdown();
                                let _ = connection.await;
                            }
                        }
                    }
                    Some(Accepted::Plain(stream)) => {
                        let public_url = secure.and_then(|secure| secure.public_url);
                        let service = service_fn(move |request| refer(request, public_url.clone()));
                        let stream = TokioIo::new(WriteTimeout::new(stream, SPARE_TIME));
                        let connection = http_plain.serve_connection(stream, service);
                        let _ = tokio::time::timeout(SPARE_TIME, connection).await;
                    }
                    None => {}
                }
                drop((place, inside));
            });
        }
        drop((listener, inside));
        let _ = all_out.recv().await;
    }

    /// Waits for the next connection within the limits.
    async fn next(&self, listener: &TcpListener) -> (TcpStream, SocketAddr, ConnectionGuard) {
        loop {
            let room = self.room().await;
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let _ = stream.set_nodelay(true); // best effort: only affects latency
                    // A regular permit may have been released while waiting.
                    let usual = self.room.clone().try_acquire_owned().ok();
                    let room = match usual.filter(|_| room.is_spare) {
                        Some(permit) => SocketPermit { is_spare: false, _permit: permit },
                        None => room,
                    };
                    if let Some(place) = self.place(peer, room) {
                        return (stream, peer, place);
                    }
                    self.app.metrics().count_refused_connection();
                }
                Err(error) => pause(&error).await,
            }
        }
    }

    /// Waits for a permit, preferring a regular one.
    async fn room(&self) -> SocketPermit {
        let (usual, spare) = (self.room.clone(), self.spare.clone());
        let (permit, is_spare) = tokio::select! {
            biased;
            permit = usual.acquire_owned() => (permit, false),
            permit = spare.acquire_owned() => (permit, true),
        };
        SocketPermit { is_spare, _permit: permit.expect("never closed") }
    }

    /// Registers a connection from `peer`. Returns `None` if its address has too many.
    fn place(&self, peer: SocketAddr, room: SocketPermit) -> Option<ConnectionGuard> {
        // Connections of a trusted proxy come from many clients, and local processes do not need to
        // be limited.
        let is_many = is_trusted(peer.ip(), &self.proxies) || peer.ip().is_loopback();
        let client = (!is_many).then(|| Client::of(peer.ip()));
        if client.is_some_and(|client| !self.counts.enter(client)) {
            return None;
        }
        self.app.metrics().count_connection(1);
        Some(ConnectionGuard { app: self.app.clone(), counts: self.counts.clone(), client, room })
    }
}

/// A registered connection, released when dropped. WebSockets are counted separately.
struct ConnectionGuard {
    app: Arc<App>,
    counts: Arc<Counts>,
    client: Option<Client>,
    room: SocketPermit,
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.app.metrics().count_connection(-1);
        if let Some(client) = self.client {
            self.counts.leave(client);
        }
    }
}

/// Waits until the server shuts down.
async fn told(closing: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped, so the server is already down.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Waits before the next attempt after an error such as too many open files, which an immediate
/// retry would not resolve.
async fn pause(error: &io::Error) {
    let is_usual =
        matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset);
    if !is_usual {
        tracing::error!(%error, "accepting connections failed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
