//! Minimal HTTP client that sends one request to a push service.
//!
//! The request is written directly as HTTP/1.1: a single POST whose response body is ignored. A
//! general HTTP client could follow redirects, reuse connections or read an unbounded response.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore, crypto};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::endpoint::{Endpoint, Scheme};

/// Maximum number of bytes read of a response.
const ANSWER: usize = 8 << 10;

/// Upper limit of the `Retry-After` delay of a push service.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// Result of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The push service has accepted the message.
    Sent,
    /// The subscription no longer exists.
    Gone,
    /// Temporary failure, with the delay requested by the push service, if any.
    Later(Option<Duration>),
    /// Permanent failure, with the HTTP status, or 0 if no request was sent.
    Refused(u16),
}

/// A request to a push service.
pub(crate) struct Request<'a> {
    pub(crate) authorization: &'a str,
    /// Seconds for which the push service stores the message.
    pub(crate) ttl: u64,
    /// A later message with the same topic replaces one that is not yet delivered.
    pub(crate) topic: &'a str,
    pub(crate) body: &'a [u8],
}

/// Client for push services.
#[derive(Clone)]
pub(crate) struct Client {
    tls: Arc<ClientConfig>,
    patience: Duration,
}

impl Client {
    /// Creates a client that trusts the certificate authorities of the operating system. Reads
    /// files, so it blocks.
    ///
    /// # Errors
    /// Returns a [`rustls::Error`] if no TLS version is usable.
    pub(crate) fn new(patience: Duration) -> Result<Client, rustls::Error> {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        let (usable, _) = roots.add_parsable_certificates(found.certs);
        if usable == 0 {
            tracing::warn!(
                "push messages cannot be sent: this machine has no CA certificates \
                 (install ca-certificates, or set SSL_CERT_FILE)"
            );
        }
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Client { tls: Arc::new(config), patience })
    }

    /// Sends a request and waits for the response, up to the timeout.
    pub(crate) async fn send(&self, endpoint: &Endpoint, request: &Request<'_>) -> Outcome {
        match timeout(self.patience, self.exchange(endpoint, request)).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) if error.kind() == io::ErrorKind::PermissionDenied => {
                tracing::warn!(host = endpoint.host, %error, "a push message was not sent");
                Outcome::Refused(0)
            }
            Ok(Err(error)) => {
                tracing::debug!(host = endpoint.host, %error, "a push service cannot be reached");
                Outcome::Later(None)
            }
            Err(_) => Outcome::Later(None),
        }
    }

    async fn exchange(&self, endpoint: &Endpoint, request: &Request<'_>) -> io::Result<Outcome> {
        let stream = connect(endpoint).await?;
        match endpoint.scheme {
            Scheme::Http => talk(stream, endpoint, request).await,
            Scheme::Https => {
                let name = ServerName::try_from(endpoint.host.clone())
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
                let connector = TlsConnector::from(Arc::clone(&self.tls));
                talk(connector.connect(name, stream).await?, endpoint, request).await
            }
        }
    }
}

/// Connects to an address that has been checked; the name is not resolved again.
async fn connect(endpoint: &Endpoint) -> io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> =
        lookup_host((endpoint.host.as_str(), endpoint.port)).await?.collect();
    // A push service does not have private addresses next to public ones: reject all of them.
    if let Some(private) = addresses.iter().find(|address| !endpoint.admits(address.ip())) {
        let text = format!(
            "{} resolves to {}, which is not a public address",
            endpoint.host,
            private.ip()
        );
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
    }
    TcpStream::connect(&addresses[..]).await
}

async fn talk(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    endpoint: &Endpoint,
    request: &Request<'_>,
) -> io::Result<Outcome> {
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: bastide/{}\r\nAuthorization: {}\r\n\
         Content-Type: application/octet-stream\r\nContent-Encoding: aes128gcm\r\n\
         Content-Length: {}\r\nTTL: {}\r\nUrgency: normal\r\nTopic: {}\r\n\
         Connection: close\r\n\r\n",
        endpoint.path,
        endpoint.authority(),
        env!("CARGO_PKG_VERSION"),
        request.authorization,
        request.body.len(),
        request.ttl,
        request.topic,
    );
    stream.write_all(&[head.as_bytes(), request.body].concat()).await?;
    stream.flush().await?;
    let mut answer = Vec::with_capacity(1024);
    while answer.len() < ANSWER && !has_head(&answer) {
        let mut part = [0; 1024];
        let count = stream.read(&mut part).await?;
        if count == 0 {
            break;
        }
        answer.extend_from_slice(&part[..count]);
    }
    outcome(&answer).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn has_head(answer: &[u8]) -> bool {
    answer.windows(4).any(|window| window == b"\r\n\r\n")
}

/// Parses the head of a response; returns `None` if it is invalid.
fn outcome(answer: &[u8]) -> Option<Outcome> {
    let text = String::from_utf8_lossy(answer);
    let mut lines = text.split("\r\n");
    let (version, rest) = lines.next()?.split_once(' ')?;
    if !version.starts_with("HTTP/1.") {
        return None;
    }
    let status: u16 = rest.get(..3)?.parse().ok()?;
    let wait = lines.take_while(|line| !line.is_empty()).find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_wait = name.eq_ignore_ascii_case("retry-after");
        // A date instead of seconds is ignored: the default delay applies.
        is_wait.then(|| value.trim().parse().ok().map(Duration::from_secs)).flatten()
    });
    Some(match status {
        200..=299 => Outcome::Sent,
        404 | 410 => Outcome::Gone,
        429 | 500..=599 => Outcome::Later(wait.map(|wait| wait.min(LONGEST_WAIT))),
        // Includes redirects, which are not followed.
        status => Outcome::Refused(status),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_push_services_are_understood() {
        let seconds = |seconds| Outcome::Later(Some(Duration::from_secs(seconds)));
        for (answer, expected) in [
            ("HTTP/1.1 201 Created\r\n\r\n", Some(Outcome::Sent)),
            ("HTTP/1.1 200 OK\r\nRetry-After: 5\r\n\r\nbody", Some(Outcome::Sent)),
            ("HTTP/1.1 410 Gone\r\n\r\n", Some(Outcome::Gone)),
            ("HTTP/1.1 404 Not Found\r\n\r\n", Some(Outcome::Gone)),
            ("HTTP/1.1 429 Too Many\r\nretry-after: 7\r\n\r\n", Some(seconds(7))),
            ("HTTP/1.1 503 X\r\nRetry-After: 999999\r\n\r\n", Some(seconds(3600))),
            ("HTTP/1.1 503 X\r\nRetry-After: Mon, 1 Jan\r\n\r\n", Some(Outcome::Later(None))),
            ("HTTP/1.1 503 X\r\n\r\nRetry-After: 7\r\n", Some(Outcome::Later(None))),
            ("HTTP/1.1 301 M\r\nLocation: http://10.0.0.1/\r\n\r\n", Some(Outcome::Refused(301))),
            ("HTTP/1.1 403 Forbidden\r\n\r\n", Some(Outcome::Refused(403))),
            ("HTTP/1.1 20", None),
            ("SSH-2.0-OpenSSH 200\r\n", None),
            ("", None),
        ] {
            assert_eq!(outcome(answer.as_bytes()), expected, "{answer:?}");
        }
    }

    #[tokio::test]
    async fn a_known_name_with_a_private_address_is_not_connected_to() {
        let endpoint = Endpoint {
            scheme: Scheme::Https,
            host: "localhost".to_owned(),
            port: 9,
            path: "/x".to_owned(),
            may_be_private: false,
        };
        let error = connect(&endpoint).await.expect_err("it is this machine");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{error}");
        let client = Client::new(Duration::from_secs(5)).expect("a client");
        let request = Request { authorization: "", ttl: 1, topic: "t", body: b"" };
        assert_eq!(client.send(&endpoint, &request).await, Outcome::Refused(0));
    }
}
