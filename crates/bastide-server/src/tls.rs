//! The certificate pair of a server that terminates TLS itself, and its replacement while the server
//! runs.

mod validity;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustls::client::verify_server_name;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{InconsistentKeys, ServerConfig};

pub use validity::Validity;

/// Interval at which the files are checked for changes.
const INTERVAL: Duration = Duration::from_secs(10);

/// Reasons why a certificate pair cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{}: {reason}; the user of the server must be able to read it", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        reason: String,
    },
    /// The certificate file contains no usable certificate.
    #[error("--tls-cert {}: {reason}; it must be a PEM file with the certificate first, and those of its issuers after it", .path.display())]
    BadCertificate {
        /// The file.
        path: PathBuf,
        /// The cause.
        reason: String,
    },
    /// The key file contains no usable private key.
    #[error("--tls-key {}: {reason}; it must be a PEM file with an RSA, ECDSA or Ed25519 key without a password", .path.display())]
    BadKey {
        /// The file.
        path: PathBuf,
        /// The cause.
        reason: String,
    },
    /// The key does not belong to the certificate.
    #[error("the key {} does not belong to the certificate {}; set --tls-cert and --tls-key to files of one pair", .key.display(), .cert.display())]
    Mismatch {
        /// The certificate file.
        cert: PathBuf,
        /// The key file.
        key: PathBuf,
    },
    /// The certificate has expired.
    #[error("the certificate {} has expired, {} ago; renew it", .path.display(), age(*.seconds))]
    Expired {
        /// The certificate file.
        path: PathBuf,
        /// Time since the end of its validity.
        seconds: u64,
    },
    /// The certificate is not valid yet.
    #[error("the certificate {} is valid only in {}; check the clock of this machine", .path.display(), age(*.seconds))]
    Early {
        /// The certificate file.
        path: PathBuf,
        /// Time until the begin of its validity.
        seconds: u64,
    },
}

/// Formats a time in its largest unit.
fn age(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..120 => (seconds, "second"),
        120..7200 => (seconds / 60, "minute"),
        7200..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// A certificate with its key and its issuers.
pub struct Pair {
    certified: Arc<CertifiedKey>,
    validity: Validity,
}

impl Pair {
    /// Reads and checks a pair of PEM files.
    ///
    /// # Errors
    /// Returns a [`TlsError`] if a file cannot be read or used, the key does not belong to the
    /// certificate, or the certificate is not valid at this time.
    pub fn load(cert: &Path, key: &Path) -> Result<Pair, TlsError> {
        let pair = Pair::read(cert, key)?;
        pair.check_time(cert, now())?;
        Ok(pair)
    }

    fn read(cert: &Path, key: &Path) -> Result<Pair, TlsError> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| TlsError::Unreadable {
                path: path.to_owned(),
                reason: error.to_string(),
            })
        };
        let bad = |reason: String| TlsError::BadCertificate { path: cert.to_owned(), reason };
        let bad_key = |reason: String| TlsError::BadKey { path: key.to_owned(), reason };
        let (cert_bytes, key_bytes) = (read(cert)?, read(key)?);
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&cert_bytes)
            .collect::<Result<_, _>>()
            .map_err(|error| bad(error.to_string()))?;
        let first = chain.first().ok_or_else(|| bad("it contains no certificate".to_owned()))?;
        ParsedCertificate::try_from(first).map_err(|error| bad(error.to_string()))?;
        let validity = Validity::of(first)
            .ok_or_else(|| bad("the time of its validity cannot be read".to_owned()))?;
        let private = PrivateKeyDer::from_pem_slice(&key_bytes).map_err(|error| match error {
            rustls::pki_types::pem::Error::NoItemsFound => {
                bad_key("it contains no private key".to_owned())
            }
            error => bad_key(error.to_string()),
        })?;
        let certified = CertifiedKey::from_der(chain, private, &provider());
        let certified = certified.map_err(|error| match error {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                TlsError::Mismatch { cert: cert.to_owned(), key: key.to_owned() }
            }
            error => bad_key(error.to_string()),
        })?;
        Ok(Pair { certified: Arc::new(certified), validity })
    }

    fn check_time(&self, cert: &Path, now: u64) -> Result<(), TlsError> {
        let path = || cert.to_owned();
        if now > self.validity.until {
            return Err(TlsError::Expired { path: path(), seconds: now - self.validity.until });
        }
        if now < self.validity.since {
            return Err(TlsError::Early { path: path(), seconds: self.validity.since - now });
        }
        Ok(())
    }

    /// Returns the time of validity of the certificate.
    pub fn validity(&self) -> Validity {
        self.validity
    }

    /// Returns true if browsers accept the certificate for this host name or address.
    pub fn is_for(&self, host: &str) -> bool {
        let parsed = self.certified.end_entity_cert().and_then(ParsedCertificate::try_from);
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let name = ServerName::try_from(host);
        matches!((parsed, name), (Ok(parsed), Ok(name)) if verify_server_name(&parsed, &name).is_ok())
    }
}

fn provider() -> CryptoProvider {
    ring::default_provider()
}

/// Returns the current time in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Size and time of the last change of both files.
type Stamp = [Option<(SystemTime, u64)>; 2];

/// The current pair of a running server, which is read again when its files change. Connections that
/// are open keep the pair with which they began.
pub struct Keeper {
    cert: PathBuf,
    key: PathBuf,
    pair: RwLock<Arc<Pair>>,
    stamp: Mutex<Stamp>,
}

impl Keeper {
    /// Reads the pair.
    ///
    /// # Errors
    /// Returns a [`TlsError`] if the pair cannot be used.
    pub fn new(cert: &Path, key: &Path) -> Result<Keeper, TlsError> {
        // Before reading, so that a change in between is noticed later.
        let stamp = stamp(cert, key);
        let pair = Arc::new(Pair::load(cert, key)?);
        let (cert, key) = (cert.to_owned(), key.to_owned());
        Ok(Keeper { cert, key, pair: RwLock::new(pair), stamp: Mutex::new(stamp) })
    }

    /// Returns the configuration of a TLS server that uses the current pair.
    ///
    /// # Errors
    /// Returns a [`rustls::Error`] if no protocol version is available.
    pub fn server_config(self: &Arc<Keeper>) -> Result<ServerConfig, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(Resolver(self.clone())));
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }

    /// Returns the current pair.
    pub fn pair(&self) -> Arc<Pair> {
        self.pair.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the files again. The current pair remains in use if the new one cannot be used.
    ///
    /// # Errors
    /// Returns a [`TlsError`] if the new pair cannot be used.
    pub fn reload(&self) -> Result<(), TlsError> {
        let seen = stamp(&self.cert, &self.key);
        let pair = Arc::new(Pair::load(&self.cert, &self.key)?);
        *self.pair.write().unwrap_or_else(PoisonError::into_inner) = pair;
        *self.stamp.lock().unwrap_or_else(PoisonError::into_inner) = seen;
        Ok(())
    }

    /// Returns true if the files have changed since they were read.
    fn is_outdated(&self) -> bool {
        let seen = *self.stamp.lock().unwrap_or_else(PoisonError::into_inner);
        stamp(&self.cert, &self.key) != seen
    }

    /// Waits for some seconds, and returns true if the files have changed by then.
    pub(crate) async fn changed(&self) -> bool {
        tokio::time::sleep(INTERVAL).await;
        self.is_outdated()
    }

    /// Reads the files again and logs the result, unless it is the failure in `known`.
    pub(crate) fn refresh(&self, known: Option<&TlsError>) -> Result<(), TlsError> {
        let done = self.reload();
        match &done {
            Ok(()) => {
                let days = self.pair().validity.days_left(now());
                tracing::info!(days, "the certificate was read again");
            }
            // A pair is often replaced file by file, so that the next attempt may succeed.
            Err(error) if known == Some(error) => {}
            Err(error) => tracing::error!(
                %error, "the certificate cannot be replaced; the previous one is still used"
            ),
        }
        done
    }
}

fn stamp(cert: &Path, key: &Path) -> Stamp {
    let of = |path: &Path| -> io::Result<(SystemTime, u64)> {
        let meta = fs::metadata(path)?;
        Ok((meta.modified()?, meta.len()))
    };
    [of(cert).ok(), of(key).ok()]
}

/// Gives each new connection the current pair.
struct Resolver(Arc<Keeper>);

impl std::fmt::Debug for Resolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Resolver").field(&self.0.cert).finish()
    }
}

impl ResolvesServerCert for Resolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.pair().certified.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_shown_in_their_largest_unit() {
        for (seconds, shown) in [
            (1, "1 second"),
            (119, "119 seconds"),
            (120, "2 minutes"),
            (90_000, "25 hours"),
            (172_800, "2 days"),
        ] {
            assert_eq!(age(seconds), shown);
        }
    }
}
