//! The beginning of a connection to a listener with TLS: the handshake, or the answer to a client
//! that does not encrypt.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, LOCATION, UPGRADE};
use axum::http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use crate::config::Origin;
use crate::http::host;

/// Timeout of the handshake, which begins with the connection.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// First byte of a TLS handshake.
const TLS_HANDSHAKE: u8 = 0x16;

/// A connection, encrypted or not.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A connection that can be served.
pub(super) enum Accepted {
    /// As configured: encrypted if the listener has TLS.
    Usual(Box<dyn Stream>),
    /// Not encrypted, at a listener with TLS.
    Plain(TcpStream),
}

/// Performs handshakes.
#[derive(Clone)]
pub(super) struct Secure {
    acceptor: TlsAcceptor,
    pub(super) public_url: Option<Origin>,
}

impl Secure {
    pub(super) fn new(config: ServerConfig, public_url: Option<Origin>) -> Secure {
        Secure { acceptor: TlsAcceptor::from(Arc::new(config)), public_url }
    }

    /// Performs the handshake. Returns `None` if it fails or takes too long.
    pub(super) async fn accept(&self, stream: TcpStream) -> Option<Accepted> {
        let begin = async {
            let mut first = [0];
            if stream.peek(&mut first).await? == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
            }
            if first[0] != TLS_HANDSHAKE {
                return Ok(Accepted::Plain(stream));
            }
            Ok(Accepted::Usual(Box::new(self.acceptor.accept(stream).await?)))
        };
        match timeout(HANDSHAKE, begin).await {
            Ok(Ok(accepted)) => Some(accepted),
            Ok(Err(error)) => {
                tracing::debug!(%error, "a TLS handshake failed");
                None
            }
            Err(_) => {
                tracing::debug!("a TLS handshake took too long");
                None
            }
        }
    }
}

/// Answers a request that was not encrypted: pages are redirected, everything else is refused.
/// Nothing of the server is available this way.
pub(super) async fn refer(
    request: Request<Incoming>,
    public_url: Option<Origin>,
) -> Result<Response<Body>, Infallible> {
    let is_page = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_upgrade = request.headers().contains_key(UPGRADE);
    let base = match public_url.filter(Origin::is_secure) {
        Some(url) => Some(url.to_string()),
        None => host(request.headers()).map(|host| format!("https://{host}")),
    };
    let mut response = Response::builder().header(CONTENT_TYPE, "text/plain; charset=utf-8");
    response = match base.filter(|_| is_page && !is_upgrade) {
        Some(base) => {
            let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
            response.status(StatusCode::PERMANENT_REDIRECT).header(LOCATION, base + path)
        }
        None => response.status(StatusCode::BAD_REQUEST),
    };
    let text = "this port speaks HTTPS: use an https:// or wss:// URL\n";
    Ok(response.body(Body::from(text)).unwrap_or_else(|_| {
        let mut plain = Response::new(Body::from(text));
        *plain.status_mut() = StatusCode::BAD_REQUEST;
        plain
    }))
}
