//! Web push: messages that a browser gets from its maker's push service while
//! the page is closed. `hub/push.rs` decides when one is sent.
//!
//! *Invariant:* an endpoint is a URL given by a stranger. Requests go to hosts
//! that are known or named by the operator, and to no private address of a host
//! that the operator did not name.

mod client;
mod endpoint;
mod message;
mod vapid;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use bastide_protocol::{NewPush, Problem, ProblemCode, PushLanguage, TurnPush};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::problem;
use crate::store::{Store, StoreError};
use crate::token::hex;
use client::Client;
pub(crate) use client::Outcome;
use endpoint::Endpoint;
pub use endpoint::{KNOWN_HOSTS, PushHost};
use message::Recipient;
pub use vapid::PushSecret;
use vapid::Vapid;

/// The name of the setting that holds the private key.
const KEY: &str = "push_key";

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How push messages are sent.
#[derive(Clone, Debug)]
pub struct PushOptions {
    /// The private key. Without, one is made on first use and kept in the store.
    pub key: Option<PushSecret>,
    /// Where the operators of push services reach the operator of this server: a
    /// `mailto:` or `https:` URL.
    pub contact: Option<String>,
    /// Hosts that messages are sent to.
    pub hosts: Vec<PushHost>,
    /// How long a turn has to last before its message is sent: a page that is
    /// loaded again, or a turn taken back, needs none.
    pub settle: Duration,
    /// The least time between two messages of a table to one browser.
    pub quiet: Duration,
    /// The wait before a message is tried again; ten times as long before the
    /// last try.
    pub retry: Duration,
    /// Turns that may wait for their messages to be sent. More are dropped.
    pub waiting: usize,
    /// Requests to push services under way, at most.
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
    /// Takes a private key from a file as `openssl genpkey` writes it.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn from_pem(pem: &[u8]) -> Result<PushSecret, String> {
        use rustls::pki_types::PrivatePkcs8KeyDer;
        use rustls::pki_types::pem::PemObject as _;
        let key = PrivatePkcs8KeyDer::from_pem_slice(pem).map_err(|error| error.to_string())?;
        let secret = PushSecret(key.secret_pkcs8_der().to_vec());
        Vapid::new(&secret, None).map_err(|error| error.to_string())?;
        Ok(secret)
    }
}

/// What has become of messages since the start.
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

/// Sends push messages.
pub(crate) struct Push {
    vapid: Vapid,
    client: Client,
    pub(crate) options: PushOptions,
    /// Room for requests.
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
    /// The id of an endpoint within a table.
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
    /// Seconds for which the message is of use.
    pub(crate) ttl: u64,
    /// Tells the tables of one browser apart, without giving away which they are.
    pub(crate) topic: &'a str,
}

impl Push {
    /// Makes what is needed to send: the key of the store, unless one is given.
    ///
    /// # Errors
    /// If the store does not answer, or what it holds is not a key.
    pub(crate) async fn start(store: &dyn Store, options: PushOptions) -> Result<Push, StoreError> {
        let unavailable = |what: &str| StoreError::Unavailable(what.to_owned());
        let secret = match &options.key {
            Some(secret) => secret.clone(),
            None => {
                let new = PushSecret::generate();
                let new = new.map_err(|_| unavailable("there are no random numbers"))?;
                PushSecret(store.setting(KEY, &new.0).await?)
            }
        };
        let damaged = |_| StoreError::Damaged("the key of push messages cannot be used".to_owned());
        let vapid = Vapid::new(&secret, options.contact.clone()).map_err(damaged)?;
        let client = tokio::task::spawn_blocking(|| Client::new(PATIENCE)).await;
        let client = client.map_err(|_| unavailable("certificates were not read"))?;
        let client = client.map_err(|error| unavailable(&error.to_string()))?;
        Ok(Push { vapid, client, sending: Semaphore::new(options.sending), options })
    }

    /// The public key, as browsers want it.
    pub(crate) fn public(&self) -> &str {
        self.vapid.public()
    }

    /// Checks a subscription.
    ///
    /// # Errors
    /// If no message could ever be sent to it.
    pub(crate) fn check(&self, new: NewPush) -> Result<Subscription, Problem> {
        let bad = |why: &str| problem(ProblemCode::BadPush, why);
        let NewPush { endpoint, p256dh, auth, language } = new;
        Endpoint::read(&endpoint, &self.options.hosts).map_err(bad)?;
        let subscription = Subscription { endpoint, p256dh, auth, language };
        let recipient = subscription.recipient();
        let recipient = recipient.ok_or_else(|| bad("p256dh or auth cannot be read"))?;
        // The only full check of a key is to use it.
        message::encrypt(&recipient, b"").map_err(|_| bad("p256dh is not a key of P-256"))?;
        Ok(subscription)
    }

    /// Sends a message to a browser.
    pub(crate) async fn send(&self, to: &Subscription, message: &Message<'_>) -> Outcome {
        let Some(recipient) = to.recipient() else { return Outcome::Refused(0) };
        // Again: the operator may have changed the hosts.
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

/// The topic of a table, from a secret of the server: a table's name is its link,
/// which push services are not told.
pub(crate) fn topic(key: &[u8], table: &str) -> String {
    let text = format!("bastide push topic {table}");
    // Cut short, so that nothing can be appended to what is hashed.
    BASE64.encode(&Sha256::digest([key, text.as_bytes()].concat())[..24])
}
