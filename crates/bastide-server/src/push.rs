//! Web Push: messages delivered by the push service of a browser while the page is closed.
//! `hub/push.rs` decides when a message is sent.
//!
//! *Invariant:* an endpoint is a URL supplied by an untrusted client. Requests go only to known
//! hosts or hosts configured by the operator, and to private addresses only if the operator named
//! that very host. Tests: `hostile_endpoints_are_refused`,
//! `a_known_name_with_a_private_address_is_not_connected_to`.

mod client;
mod endpoint;
mod message;
mod vapid;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use bastide_protocol::{NewPush, Problem, ProblemCode, PushLanguage, TurnPush};
use bastide_table::{hex, problem};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::store::{Store, StoreError};
use client::Client;
pub(crate) use client::Outcome;
use endpoint::Endpoint;
pub use endpoint::{KNOWN_HOSTS, PushHost};
use message::Recipient;
pub use vapid::PushSecret;
use vapid::Vapid;

/// Name of the store setting that holds the private key.
const KEY: &str = "push_key";

/// Timeout of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Settings of push messages.
#[derive(Clone, Debug)]
pub struct PushOptions {
    /// Private key. If `None`, one is generated on first use and stored.
    pub key: Option<PushSecret>,
    /// Contact of the operator for push services: a `mailto:` or `https:` URL.
    pub contact: Option<String>,
    /// Hosts to which messages may be sent.
    pub hosts: Vec<PushHost>,
    /// Time that a turn has to last before its message is sent: reloading a page or undoing a turn
    /// should not cause one.
    pub settle: Duration,
    /// Minimum time between two messages of a table to the same browser.
    pub quiet: Duration,
    /// Delay before the second attempt to send a message; ten times as long before the last one.
    pub retry: Duration,
    /// Maximum number of turns that wait for their messages to be sent. Further ones are dropped.
    pub waiting: usize,
    /// Maximum number of concurrent requests to push services.
    pub sending: usize,
}

impl Default for PushOptions {
    fn default() -> PushOptions {
        PushOptions {
            key: None,
            contact: None,
            hosts: PushHost::known(),
            settle: Duration::from_secs(10),
            quiet: Duration::from_secs(60),
            retry: Duration::from_secs(30),
            waiting: 4096,
            sending: 16,
        }
    }
}

impl PushSecret {
    /// Parses a private key from a PEM file, as written by `openssl genpkey`.
    ///
    /// # Errors
    /// Returns a description of the error if the key is invalid.
    pub fn from_pem(pem: &[u8]) -> Result<PushSecret, String> {
        use rustls::pki_types::PrivatePkcs8KeyDer;
        use rustls::pki_types::pem::PemObject as _;
        let key = PrivatePkcs8KeyDer::from_pem_slice(pem).map_err(|error| error.to_string())?;
        let secret = PushSecret(key.secret_pkcs8_der().to_vec());
        Vapid::new(&secret, None).map_err(|error| error.to_string())?;
        Ok(secret)
    }
}

/// Counters of messages since the start of the process.
#[derive(Debug, Default)]
pub(crate) struct PushCounters {
    pub(crate) sent: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) dropped: AtomicU64,
    pub(crate) forgotten: AtomicU64,
}

impl PushCounters {
    pub(crate) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

/// Sender of push messages.
pub(crate) struct Push {
    vapid: Vapid,
    client: Client,
    pub(crate) options: PushOptions,
    /// Limits concurrent requests.
    sending: Semaphore,
}

/// A subscription as it is stored, in JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Subscription {
    endpoint: String,
    p256dh: String,
    auth: String,
    pub(crate) language: PushLanguage,
}

impl Subscription {
    /// Returns the id of an endpoint within a table.
    pub(crate) fn id(endpoint: &str) -> String {
        hex(&Sha256::digest(format!("bastide push {endpoint}"))[..16])
    }

    fn recipient(&self) -> Option<Recipient> {
        let point = BASE64.decode(&self.p256dh).ok()?.try_into().ok()?;
        let auth = BASE64.decode(&self.auth).ok()?.try_into().ok()?;
        Some(Recipient { point, auth })
    }
}

/// A message to one browser.
pub(crate) struct Message<'a> {
    pub(crate) content: &'a TurnPush,
    /// Lifetime of the message in seconds.
    pub(crate) ttl: u64,
    /// Distinguishes the tables of a browser without revealing them to the push service.
    pub(crate) topic: &'a str,
}

impl Push {
    /// Creates a sender with the configured key or, without one, the key of the store.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the store cannot be read or contains an invalid key.
    pub(crate) async fn start(store: &dyn Store, options: PushOptions) -> Result<Push, StoreError> {
        let unavailable = |what: &str| StoreError::Unavailable(what.to_owned());
        let secret = match &options.key {
            Some(secret) => secret.clone(),
            None => {
                let new = PushSecret::generate();
                let new = new.map_err(|_| unavailable("the source of random numbers failed"))?;
                PushSecret(store.setting(KEY, &new.0).await?)
            }
        };
        let damaged = |_| StoreError::Damaged("the key of push messages is invalid".to_owned());
        let vapid = Vapid::new(&secret, options.contact.clone()).map_err(damaged)?;
        let client = tokio::task::spawn_blocking(|| Client::new(PATIENCE)).await;
        let client = client.map_err(|_| unavailable("reading certificates failed"))?;
        let client = client.map_err(|error| unavailable(&error.to_string()))?;
        Ok(Push { vapid, client, sending: Semaphore::new(options.sending), options })
    }

    /// Returns the public key in the format that browsers expect.
    pub(crate) fn public(&self) -> &str {
        self.vapid.public()
    }

    /// Validates a subscription.
    ///
    /// # Errors
    /// Returns a [`Problem`] if messages could never be sent to it.
    pub(crate) fn check(&self, new: NewPush) -> Result<Subscription, Problem> {
        let bad = |why: &str| problem(ProblemCode::BadPush, why);
        let NewPush { endpoint, p256dh, auth, language } = new;
        Endpoint::read(&endpoint, &self.options.hosts).map_err(bad)?;
        let subscription = Subscription { endpoint, p256dh, auth, language };
        let recipient = subscription.recipient();
        let recipient = recipient.ok_or_else(|| bad("p256dh or auth is not valid base64url"))?;
        // The only complete check of a key is to use it.
        message::encrypt(&recipient, b"").map_err(|_| bad("p256dh is not a key of P-256"))?;
        Ok(subscription)
    }

    /// Sends a message to a browser.
    pub(crate) async fn send(&self, to: &Subscription, message: &Message<'_>) -> Outcome {
        let Some(recipient) = to.recipient() else { return Outcome::Refused(0) };
        // Checked again: the operator may have changed the hosts.
        let Ok(endpoint) = Endpoint::read(&to.endpoint, &self.options.hosts) else {
            return Outcome::Refused(0);
        };
        let content = serde_json::to_vec(message.content).unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let body = message::encrypt(&recipient, &content);
        let authorization = self.vapid.authorization(&endpoint.origin(), now);
        let (Ok(body), Ok(authorization)) = (body, authorization) else {
            return Outcome::Refused(0);
        };
        let Ok(_place) = self.sending.acquire().await else { return Outcome::Refused(0) };
        let request = client::Request {
            authorization: &authorization,
            ttl: message.ttl,
            topic: message.topic,
            body: &body,
        };
        self.client.send(&endpoint, &request).await
    }
}

/// Returns the topic of a table, derived from a secret of the server: the name of a table is its
/// link, which must not be disclosed to push services.
pub(crate) fn topic(key: &[u8], table: &str) -> String {
    let text = format!("bastide push topic {table}");
    // Truncated, which rules out length extension of the hash.
    BASE64.encode(&Sha256::digest([key, text.as_bytes()].concat())[..24])
}
