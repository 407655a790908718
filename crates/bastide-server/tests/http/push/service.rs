//! A push service on this machine, and browsers that subscribe to it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use bastide_protocol::TurnPush;
use bastide_testing::PATIENCE;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac::{HMAC_SHA256, Key, sign};
use ring::rand::SystemRandom;
use ring::signature;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A message received by the push service.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// Response of the push service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    Status(u16),
    /// A redirect to another path of the service.
    Redirect,
    /// No response.
    Silence,
}

/// A push service.
pub(crate) struct Service {
    pub(crate) url: String,
    inbox: mpsc::UnboundedReceiver<Received>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

#[derive(Clone)]
struct Inner {
    outbox: mpsc::UnboundedSender<Received>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

impl Service {
    pub(crate) async fn new() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let (outbox, inbox) = mpsc::unbounded_channel();
        let replies = Arc::new(Mutex::new(VecDeque::new()));
        let inner = Inner { outbox, replies: Arc::clone(&replies) };
        let router = Router::new().fallback(take).with_state(inner);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Service { url, inbox, replies }
    }

    /// Sets the responses to the next messages; later ones get 201.
    pub(crate) fn reply(&self, replies: &[Reply]) {
        self.replies.lock().expect("a lock").extend(replies);
    }

    /// Waits for the next message.
    pub(crate) async fn next(&mut self) -> Received {
        let next = tokio::time::timeout(PATIENCE, self.inbox.recv()).await;
        next.expect("a message comes").expect("the service runs")
    }

    /// Returns the number of received messages that were not read.
    pub(crate) fn rest(&mut self) -> usize {
        std::iter::from_fn(|| self.inbox.try_recv().ok()).count()
    }
}

async fn take(
    State(inner): State<Inner>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, [(&'static str, &'static str); 1]) {
    let reply = inner.replies.lock().expect("a lock").pop_front();
    let received = Received { path: uri.to_string(), headers, body: body.to_vec() };
    let _ = inner.outbox.send(received);
    let created = (StatusCode::CREATED, [("x", "y")]);
    match reply {
        None => created,
        Some(Reply::Status(status)) => {
            (StatusCode::from_u16(status).expect("a status"), [("retry-after", "0")])
        }
        Some(Reply::Redirect) => (StatusCode::TEMPORARY_REDIRECT, [("location", "/elsewhere")]),
        Some(Reply::Silence) => std::future::pending().await,
    }
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("plain headers"))
    }

    /// Verifies the signature of the server as push services do. Returns the claims.
    #[track_caller]
    pub(crate) fn claims(&self, public: &str, origin: &str) -> Value {
        let (token, key) = self
            .header("authorization")
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .expect("a token and a key");
        assert_eq!(key, public, "the key that browsers subscribe for");
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let decode = |text: &str| BASE64.decode(text).expect("base64url");
        signature::UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, decode(key))
            .verify(signed.as_bytes(), &decode(signature))
            .expect("a signature of the server");
        let (header, claims) = signed.split_once('.').expect("two parts");
        let header: Value = serde_json::from_slice(&decode(header)).expect("JSON");
        assert_eq!(header["alg"], "ES256");
        let claims: Value = serde_json::from_slice(&decode(claims)).expect("JSON");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
        let left = claims["exp"].as_u64().expect("a time").saturating_sub(now);
        assert!((60..=24 * 60 * 60).contains(&left), "{left} s");
        assert_eq!(claims["aud"], origin);
        claims
    }
}

/// A browser that subscribes once and reads one message.
pub(crate) struct Browser {
    private: EphemeralPrivateKey,
    point: Vec<u8>,
    auth: [u8; 16],
    pub(crate) endpoint: String,
}

impl Browser {
    pub(crate) fn at(service: &Service, name: &str) -> Browser {
        let random = SystemRandom::new();
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &random).expect("a key");
        let point = private.compute_public_key().expect("a point").as_ref().to_vec();
        let endpoint = format!("{}/send/{name}", service.url);
        Browser { private, point, auth: [9; 16], endpoint }
    }

    /// Returns the subscription request to the server.
    pub(crate) fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint, "p256dh": BASE64.encode(&self.point),
            "auth": BASE64.encode(self.auth), "language": "uk",
        })
    }

    /// Decrypts a message as specified in RFC 8291 and 8188, with HKDF built from HMAC, so that no
    /// code is shared with the server.
    pub(crate) fn read(self, message: &[u8]) -> TurnPush {
        let hmac = |key: &[u8], parts: &[&[u8]]| -> Vec<u8> {
            sign(&Key::new(HMAC_SHA256, key), &parts.concat()).as_ref().to_vec()
        };
        let (salt, size, length) = (&message[..16], &message[16..20], usize::from(message[20]));
        assert_eq!((size, length), (&4096_u32.to_be_bytes()[..], 65));
        let (public, sealed) = message[21..].split_at(length);
        let peer = UnparsedPublicKey::new(&ECDH_P256, public);
        let secret = agree_ephemeral(self.private, &peer, <[u8]>::to_vec).expect("a point");
        let shared = hmac(&self.auth, &[&secret]);
        let input = hmac(&shared, &[b"WebPush: info\0", &self.point, public, &[1]]);
        let key = hmac(salt, &[&input]);
        let content = hmac(&key, &[b"Content-Encoding: aes128gcm\0", &[1]]);
        let nonce = hmac(&key, &[b"Content-Encoding: nonce\0", &[1]]);
        let key = UnboundKey::new(&AES_128_GCM, &content[..16]).expect("a key");
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).expect("a nonce");
        let mut sealed = sealed.to_vec();
        let opened = LessSafeKey::new(key).open_in_place(nonce, Aad::empty(), &mut sealed);
        let (delimiter, content) = opened.expect("authentic").split_last().expect("not empty");
        assert_eq!(*delimiter, 2);
        serde_json::from_slice(content).expect("a message")
    }
}
