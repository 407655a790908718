//! Letting connections in: so many in all, so many from one address, none that
//! never says what it wants.

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

use super::patient::Patient;
use crate::config::ServeArgs;
use crate::http::{App, Client, Counts, Peer, is_trusted};

/// How long a client may take to say what it wants, and between two requests.
const HEADERS: Duration = Duration::from_secs(15);

/// How long a client may take none of its answer.
const READING: Duration = Duration::from_secs(30);

/// The longest head of a request.
const HEAD: usize = 16 << 10;

/// What all listeners share.
pub(super) struct Door {
    app: Arc<App>,
    proxies: Vec<IpNet>,
    /// Room for so many connections.
    room: Arc<Semaphore>,
    counts: Arc<Counts>,
}

impl Door {
    pub(super) fn new(args: &ServeArgs, app: Arc<App>) -> Door {
        Door {
            app,
            proxies: args.trusted_proxy.clone(),
            room: Arc::new(Semaphore::new(args.max_connections as usize)),
            counts: Arc::new(Counts::new(args.max_per_address)),
        }
    }

    /// Lets connections in until the server goes down, then waits for those
    /// that are in.
    pub(super) async fn open(
        self: Arc<Self>,
        listener: TcpListener,
        router: Router,
        mut closing: watch::Receiver<bool>,
    ) {
        // Closed once nobody has a copy of the other end.
        let (inside, mut all_out) = mpsc::channel::<()>(1);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(HEAD);
        loop {
            let (stream, peer, place) = tokio::select! {
                came = self.next(&listener) => came,
                () = told(&mut closing) => break,
            };
            let router = router.clone();
            let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(Peer(peer));
                router.clone().oneshot(request.map(Body::new))
            });
            let connection = http
                .serve_connection(TokioIo::new(Patient::new(stream, READING)), service)
                .with_upgrades();
            let (inside, mut closing) = (inside.clone(), closing.clone());
            tokio::spawn(async move {
                let mut connection = pin!(connection);
                // Clients that break off are nobody's fault.
                tokio::select! {
                    _ = connection.as_mut() => {}
                    () = told(&mut closing) => {
                        connection.as_mut().graceful_shutdown();
                        let _ = connection.await;
                    }
                }
                drop((place, inside));
            });
        }
        drop((listener, inside));
        let _ = all_out.recv().await;
    }

    /// The next connection there is room for.
    async fn next(&self, listener: &TcpListener) -> (TcpStream, SocketAddr, Place) {
        loop {
            let room = self.room.clone().acquire_owned().await;
            let room = room.expect("nobody closes the room");
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let _ = stream.set_nodelay(true); // a little slower without
                    if let Some(place) = self.place(peer, room) {
                        return (stream, peer, place);
                    }
                    self.app.metrics().count_refused_connection();
                }
                Err(error) => pause(&error).await,
            }
        }
    }

    /// A place for a connection from there.
    fn place(&self, peer: SocketAddr, room: OwnedSemaphorePermit) -> Option<Place> {
        // Everybody comes through a proxy, and whoever is on this machine can
        // do worse.
        let is_many = is_trusted(peer.ip(), &self.proxies) || peer.ip().is_loopback();
        let client = (!is_many).then(|| Client::of(peer.ip()));
        if client.is_some_and(|client| !self.counts.enter(client)) {
            return None;
        }
        self.app.metrics().count_connection(1);
        Some(Place { app: self.app.clone(), counts: self.counts.clone(), client, _room: room })
    }
}

/// The place of a connection, given back when it is closed. Sockets are counted
/// elsewhere.
struct Place {
    app: Arc<App>,
    counts: Arc<Counts>,
    client: Option<Client>,
    _room: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.metrics().count_connection(-1);
        if let Some(client) = self.client {
            self.counts.leave(client);
        }
    }
}

/// Waits until the server goes down.
async fn told(closing: &mut watch::Receiver<bool>) {
    // Whoever could tell has gone: then it is down already.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Too many open files, say: waiting helps, trying at once does not.
async fn pause(error: &io::Error) {
    let is_usual =
        matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset);
    if !is_usual {
        tracing::error!(%error, "cannot let anybody in");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
