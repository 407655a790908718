//! Health check of a running server by its own program, for service managers and containers without
//! other tools.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{self, CryptoProvider};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::config::ServeArgs;

/// Timeout of the whole check.
const PATIENCE: Duration = Duration::from_secs(5);

/// Maximum size of an answer, in bytes.
const ANSWER: u64 = 64 << 10;

/// What is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Does the process respond?
    IsAlive,
    /// Is the server ready for new clients?
    IsReady,
}

/// Reasons why a server is not healthy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HealthError {
    /// The server cannot be reached.
    #[error("no answer from {address}: {error}")]
    NoAnswer {
        /// The address of the server.
        address: SocketAddr,
        /// Error of the operating system, or of the handshake.
        error: io::Error,
    },
    /// The server does not answer in time.
    #[error("no answer from {address} within {} seconds", PATIENCE.as_secs())]
    TooSlow {
        /// The address of the server.
        address: SocketAddr,
    },
    /// The server answers that it is not healthy, or another program answers.
    #[error("{address} answers {status}: {text}")]
    Refused {
        /// The address of the server.
        address: SocketAddr,
        /// The status code; 0 if it is not an answer of HTTP.
        status: u16,
        /// The text of the answer.
        text: String,
    },
}

/// Asks the server with this configuration, on this machine. Returns its address and its answer.
///
/// # Errors
/// Returns a [`HealthError`] if the server does not answer that it is healthy.
pub async fn ask(
    args: &ServeArgs,
    question: Question,
) -> Result<(SocketAddr, String), HealthError> {
    // The listener for metrics is never encrypted, and works while the server is full.
    let first = args.listen.first().copied().unwrap_or((Ipv4Addr::LOCALHOST, 8080).into());
    let address = reachable(args.metrics_listen.unwrap_or(first));
    let is_tls = args.tls_cert.is_some() && args.metrics_listen.is_none();
    let path = match question {
        Question::IsAlive => "/healthz",
        Question::IsReady => "/readyz",
    };
    let answer = timeout(PATIENCE, fetch(address, path, is_tls)).await;
    let answer = answer.map_err(|_| HealthError::TooSlow { address })?;
    let text = answer.map_err(|error| HealthError::NoAnswer { address, error })?;
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = body.trim().to_owned();
    match status {
        200 => Ok((address, body)),
        _ => Err(HealthError::Refused { address, status, text: body }),
    }
}

/// Returns the address at which this machine reaches a listener on all interfaces.
fn reachable(mut bound: SocketAddr) -> SocketAddr {
    if bound.ip().is_unspecified() {
        bound.set_ip(match bound {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    bound
}

async fn fetch(address: SocketAddr, path: &str, is_tls: bool) -> io::Result<String> {
    let stream = TcpStream::connect(address).await?;
    if !is_tls {
        return talk(stream, path).await;
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        .with_no_client_auth();
    let name = ServerName::from(address.ip());
    talk(TlsConnector::from(Arc::new(config)).connect(name, stream).await?, path).await
}

async fn talk(mut stream: impl AsyncRead + AsyncWrite + Unpin, path: &str) -> io::Result<String> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(ANSWER).read_to_end(&mut bytes).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Accepts every certificate: the certificate of a server is for its public name, not for the
/// address of this machine, and the check neither sends nor receives secrets.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, cert, dss, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, cert, dss, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
