//! Encrypted connections, configured by `sslmode` and `sslrootcert` with the semantics of libpq.
//!
//! This is a custom connector based on rustls, because the published one cannot connect through a
//! Unix socket. Channel binding is not offered; `verify-full` protects against the same attacks.

use std::fmt;
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use percent_encoding::percent_decode_str;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{self, CryptoProvider};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::{TlsConnector, client};

use crate::store::OpenError;

/// Encryption mode of a connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SslMode {
    /// Never encrypted.
    Disable,
    /// Encrypted if the server supports it; the certificate is not verified.
    Prefer,
    /// Encrypted; the certificate is not verified.
    Require,
    /// Encrypted, with a certificate signed by a trusted authority.
    VerifyCa,
    /// As `VerifyCa`, and the certificate must match the host name.
    VerifyFull,
}

impl SslMode {
    const ALL: [SslMode; 5] = [
        SslMode::Disable,
        SslMode::Prefer,
        SslMode::Require,
        SslMode::VerifyCa,
        SslMode::VerifyFull,
    ];

    /// Returns the name used in URLs.
    pub const fn name(self) -> &'static str {
        match self {
            SslMode::Disable => "disable",
            SslMode::Prefer => "prefer",
            SslMode::Require => "require",
            SslMode::VerifyCa => "verify-ca",
            SslMode::VerifyFull => "verify-full",
        }
    }
}

impl fmt::Display for SslMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Trusted certificate authorities.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Roots {
    /// The authorities of the operating system: `sslrootcert=system`.
    System,
    /// The certificates of a PEM file.
    File(PathBuf),
}

/// TLS parameters of a URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) mode: SslMode,
    roots: Option<Roots>,
}

impl Settings {
    /// Splits the TLS parameters off a URL.
    ///
    /// # Errors
    /// Returns [`OpenError::BadUrl`] if they are unknown or contradict each other.
    pub(super) fn split(url: &str) -> Result<(String, Settings), OpenError> {
        let default = std::env::home_dir().map(|home| home.join(".postgresql/root.crt"));
        Settings::split_by(url, default.filter(|path| path.exists()))
    }

    fn split_by(url: &str, default: Option<PathBuf>) -> Result<(String, Settings), OpenError> {
        let bad = |reason: String| OpenError::BadUrl { reason };
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut roots, mut rest) = (None, None, Vec::new());
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match key {
                "sslmode" => {
                    let known = SslMode::ALL.into_iter().find(|mode| mode.name() == value);
                    mode = Some(known.ok_or_else(|| {
                        let names = SslMode::ALL.map(SslMode::name).join(", ");
                        bad(format!("sslmode={value} is not supported; write one of {names}"))
                    })?);
                }
                "sslrootcert" if value == "system" => roots = Some(Roots::System),
                "sslrootcert" if value.is_empty() => roots = None,
                "sslrootcert" => roots = Some(Roots::File(PathBuf::from(value))),
                _ => rest.push(part),
            }
        }
        let rest = rest.join("&");
        let url = if rest.is_empty() { base.to_owned() } else { format!("{base}?{rest}") };
        let mode = match (mode, &roots) {
            // As in libpq: with public authorities, which sign certificates for any host, only the
            // strictest mode is useful.
            (None | Some(SslMode::VerifyFull), Some(Roots::System)) => SslMode::VerifyFull,
            (Some(mode), Some(Roots::System)) => {
                let reason = format!("sslrootcert=system needs sslmode=verify-full, not {mode}");
                return Err(bad(reason));
            }
            (None, _) => SslMode::Prefer,
            (Some(mode), _) => mode,
        };
        let roots = roots.or(default.map(Roots::File));
        // As in libpq: if authorities are configured, the certificate is verified.
        let mode = match (mode, &roots) {
            (SslMode::Require, Some(_)) => SslMode::VerifyCa,
            (mode, _) => mode,
        };
        if mode >= SslMode::VerifyCa && roots.is_none() {
            let reason = format!("sslmode={mode} needs sslrootcert=FILE, or sslrootcert=system");
            return Err(bad(reason));
        }
        Ok((url, Settings { mode, roots }))
    }

    /// Creates the connector.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if the certificates of the authorities cannot be loaded.
    pub(super) fn connector(&self) -> Result<Tls, OpenError> {
        let certificates = match &self.roots {
            Some(roots) if self.mode >= SslMode::VerifyCa => roots.load()?,
            Some(_) | None => Vec::new(),
        };
        let mut roots = RootCertStore::empty();
        let (usable, _) = roots.add_parsable_certificates(certificates.iter().cloned());
        if self.mode >= SslMode::VerifyCa && usable == 0 {
            let reason = "sslrootcert contains no usable certificate".to_owned();
            return Err(OpenError::BadUrl { reason });
        }
        let provider = Arc::new(crypto::ring::default_provider());
        let verifier = Verifier { mode: self.mode, roots, certificates, provider };
        let failed = |error: rustls::Error| OpenError::BadUrl { reason: error.to_string() };
        let mut config = ClientConfig::builder_with_provider(Arc::clone(&verifier.provider))
            .with_safe_default_protocol_versions()
            .map_err(failed)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Tls(Arc::new(config)))
    }
}

impl Roots {
    fn load(&self) -> Result<Vec<CertificateDer<'static>>, OpenError> {
        match self {
            Roots::System => Ok(rustls_native_certs::load_native_certs().certs),
            Roots::File(path) => read_pem(path),
        }
    }
}

fn read_pem(path: &Path) -> Result<Vec<CertificateDer<'static>>, OpenError> {
    let bad = |error: rustls::pki_types::pem::Error| OpenError::BadUrl {
        reason: format!("sslrootcert={}: {error}", path.display()),
    };
    let certificates = CertificateDer::pem_file_iter(path).map_err(bad)?;
    certificates.collect::<Result<_, _>>().map_err(bad)
}

/// Verifies the certificate of a server as required by `mode`.
#[derive(Debug)]
struct Verifier {
    mode: SslMode,
    roots: RootCertStore,
    certificates: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    /// Verifies the signatures and validity period of a certificate. The server's own certificate
    /// may be among the trusted ones, as is usual if it is self-signed; it may then be marked as an
    /// authority.
    fn verify_chain(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<(), rustls::Error> {
        let outcome = verify_server_cert_signed_by_trust_anchor(
            &ParsedCertificate::try_from(end_entity)?,
            &self.roots,
            intermediates,
            now,
            self.provider.signature_verification_algorithms.all,
        );
        let is_outdated = matches!(
            outcome,
            Err(rustls::Error::InvalidCertificate(
                CertificateError::Expired
                    | CertificateError::ExpiredContext { .. }
                    | CertificateError::NotValidYet
                    | CertificateError::NotValidYetContext { .. }
            ))
        );
        let is_pinned = self.certificates.iter().any(|trusted| trusted == end_entity);
        if is_pinned && !is_outdated { Ok(()) } else { outcome }
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if self.mode >= SslMode::VerifyCa {
            self.verify_chain(end_entity, intermediates, now)?;
        }
        if self.mode >= SslMode::VerifyFull {
            verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, cert, dss, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, cert, dss, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Connector for encrypted connections. Clones share their configuration.
#[derive(Clone)]
pub(super) struct Tls(Arc<ClientConfig>);

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        Ok(Handshake { config: Arc::clone(&self.0), host: host.to_owned() })
    }
}

/// A pending handshake with a host.
pub(super) struct Handshake {
    config: Arc<ClientConfig>,
    host: String,
}

impl<S> TlsConnect<S> for Handshake
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let name = ServerName::try_from(self.host).map_err(io::Error::other)?;
            TlsConnector::from(self.config).connect(name, stream).await.map(Encrypted)
        })
    }
}

/// An encrypted connection.
pub(super) struct Encrypted<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, default: Option<&str>, rest: &str, mode: SslMode) {
        let split = Settings::split_by(url, default.map(PathBuf::from));
        let (left, settings) = split.expect("it can be meant");
        assert_eq!((left.as_str(), settings.mode), (rest, mode), "{url}");
    }

    #[test]
    fn parameters_have_the_meaning_of_libpq() {
        let plain = "postgres://u@h/d";
        check(plain, None, plain, SslMode::Prefer);
        check(plain, Some("/ca"), plain, SslMode::Prefer);
        check("postgres://u@h/d?sslmode=disable", None, plain, SslMode::Disable);
        check("postgres://u@h/d?sslmode=require", None, plain, SslMode::Require);
        check("postgres://u@h/d?sslmode=require", Some("/ca"), plain, SslMode::VerifyCa);
        let named = "postgres://u@h/d?sslmode=require&sslrootcert=/ca";
        check(named, None, plain, SslMode::VerifyCa);
        let system = "postgres://u@h/d?sslrootcert=system";
        check(system, Some("/ca"), plain, SslMode::VerifyFull);
        let mixed = "postgres://u@h/d?a=1&sslrootcert=%2Fmy%20ca&b=2&sslmode=verify-full";
        check(mixed, None, "postgres://u@h/d?a=1&b=2", SslMode::VerifyFull);
    }

    #[test]
    fn contradictory_parameters_are_refused_with_advice() {
        for (query, advice) in [
            ("sslmode=allow", "write one of disable, prefer"),
            ("sslmode=verify-full", "needs sslrootcert=FILE"),
            ("sslmode=verify-ca", "needs sslrootcert=FILE"),
            ("sslmode=require&sslrootcert=system", "needs sslmode=verify-full"),
        ] {
            let error = Settings::split_by(&format!("postgres://u@h/d?{query}"), None).unwrap_err();
            assert!(error.to_string().contains(advice), "{error}");
        }
        let missing = "postgres://u@h/d?sslmode=verify-ca&sslrootcert=/no/such/file";
        let (_, settings) = Settings::split_by(missing, None).unwrap();
        let Err(error) = settings.connector() else { panic!("there is no such file") };
        assert!(error.to_string().contains("/no/such/file"), "{error}");
    }
}
