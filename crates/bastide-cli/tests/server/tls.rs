//! Tests of HTTPS with real certificates and a real client.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;

use bastide_testing::http::{Reply, Request};
use bastide_testing::{PATIENCE, Scratch, Server, until};
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::program;

/// A self-signed certificate for `localhost` and its key, as PEM.
struct Made {
    cert: String,
    key: String,
}

impl Made {
    fn new() -> Made {
        Made::with(|_| {})
    }

    fn expired() -> Made {
        Made::with(|params| {
            params.not_before = date_time_ymd(2019, 1, 1);
            params.not_after = date_time_ymd(2020, 1, 1);
        })
    }

    fn with(change: impl FnOnce(&mut CertificateParams)) -> Made {
        let mut params = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        params.not_before = date_time_ymd(2020, 1, 1);
        change(&mut params);
        let key = KeyPair::generate().expect("a key");
        let cert = params.self_signed(&key).expect("a certificate");
        Made { cert: cert.pem(), key: key.serialize_pem() }
    }

    /// Returns a client that trusts this certificate only.
    fn client(&self) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        let der = CertificateDer::from_pem_slice(self.cert.as_bytes()).expect("PEM");
        roots.add(der).expect("a certificate");
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        TlsConnector::from(Arc::new(config))
    }

    /// Connects to a server that has this certificate.
    async fn connect(&self, at: SocketAddr) -> std::io::Result<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(at).await?;
        let name = ServerName::try_from("localhost").expect("a name");
        timeout(PATIENCE, self.client().connect(name, stream)).await.expect("in time")
    }
}

/// A server with its certificate files.
struct Site {
    server: Server,
    scratch: Scratch,
}

impl Site {
    /// Writes a pair, starts a server with it and waits until it answers.
    async fn start(made: &Made) -> Site {
        let mut site = Site::new();
        site.write(made);
        site.server.launch().expect("it starts");
        let at = site.server.address();
        until("it answers", async || made.connect(at).await.is_ok()).await;
        site
    }

    fn new() -> Site {
        let scratch = Scratch::new("tls").expect("room");
        let paths = ["data", "cert.pem", "key.pem"].map(|name| scratch.join(name));
        let [data, cert, key] = paths.map(|path| path.display().to_string());
        let flags = ["--data-dir", &data, "--tls-cert", &cert, "--tls-key", &key, "--log", "info"];
        let server = Server::new(program(), &flags).expect("a port");
        Site { server, scratch }
    }

    fn write(&self, made: &Made) {
        std::fs::write(self.scratch.join("key.pem"), &made.key).expect("written");
        std::fs::write(self.scratch.join("cert.pem"), &made.cert).expect("written");
    }

    /// Runs `bastide doctor` and returns its finding about TLS.
    fn doctor(&self, more: &[&str]) -> serde_json::Value {
        let paths = ["data", "cert.pem", "key.pem"].map(|name| self.scratch.join(name));
        let mut command = Command::new(program());
        command.args(["doctor", "--json", "--config", "none", "--listen", "0"]);
        for (flag, path) in ["--data-dir", "--tls-cert", "--tls-key"].iter().zip(&paths) {
            command.arg(flag).arg(path);
        }
        let output = command.args(more).output().expect("it runs");
        let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let findings = printed["findings"].as_array().expect("a list");
        findings.iter().find(|finding| finding["subject"] == "TLS").expect("TLS").clone()
    }
}

/// Sends a request over an open connection and reads the beginning of the answer.
async fn ask(stream: &mut TlsStream<TcpStream>, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") && bytes.len() < 4096 {
        let read = timeout(PATIENCE, stream.read_u8()).await.expect("in time");
        bytes.push(read.expect("an answer"));
    }
    String::from_utf8(bytes).expect("a header")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_and_sockets_are_encrypted() {
    let made = Made::new();
    let site = Site::start(&made).await;
    let at = site.server.address();
    let host = format!("localhost:{}", at.port());
    let mut stream = made.connect(at).await.expect("a handshake");
    let answer = ask(&mut stream, &format!("HEAD /healthz HTTP/1.1\r\nhost: {host}\r\n\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let upgrade = |scheme: &str| {
        format!(
            "GET /ws HTTP/1.1\r\nhost: {host}\r\norigin: {scheme}://{host}\r\nupgrade: websocket\r\n\
             connection: upgrade\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
    };
    let answer = ask(&mut stream, &upgrade("https")).await;
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    // A page that was loaded without encryption is another origin.
    let mut stream = made.connect(at).await.expect("a handshake");
    let answer = ask(&mut stream, &upgrade("http")).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert!(site.server.log().contains(&format!("https://{host}")), "{}", site.server.log());
    assert!(Made::new().connect(at).await.is_err(), "another certificate is not accepted");
    let cert = site.scratch.join("cert.pem").display().to_string();
    let flags = ["--listen", &at.to_string(), "--tls-cert", &cert, "--ready"];
    assert_eq!(crate::drain::health(&flags), (Some(0), "ok\n".to_owned()));
    assert_eq!(crate::drain::health(&flags[..2]).0, Some(1), "it does not speak HTTP");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_without_encryption_are_redirected_or_refused() {
    let site = Site::start(&Made::new()).await;
    let at = site.server.address();
    let reply = Request::get("/t/abc?x=1").send(at).await.expect("an answer");
    assert_eq!(reply.status, 308);
    assert_eq!(reply.header("location"), Some(&*format!("https://{at}/t/abc?x=1")));
    let reply = Request::post("/api/tables", b"{}").send(at).await.expect("an answer");
    assert_eq!(reply.status, 400);
    assert!(reply.text().contains("HTTPS"), "{}", reply.text());
    // What is neither TLS nor HTTP gets an error of HTTP, not an answer of the server.
    let mut stream = TcpStream::connect(at).await.expect("it listens");
    stream.write_all(b"\0\0\0\0\r\n\r\n").await.expect("sent");
    let reply = timeout(PATIENCE, Reply::read(&mut stream)).await.expect("in time");
    assert!(reply.is_err() || reply.is_ok_and(|reply| reply.status == 400));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshakes_that_do_not_proceed_are_ended_and_delay_no_others() {
    let made = Made::new();
    let site = Site::start(&made).await;
    let at = site.server.address();
    let mut silent = TcpStream::connect(at).await.expect("it listens");
    let mut stuck = TcpStream::connect(at).await.expect("it listens");
    // The beginning of a handshake message of 512 bytes.
    stuck.write_all(&[0x16, 3, 1, 2, 0, 1]).await.expect("sent");
    made.connect(at).await.expect("others are served");
    for stream in [&mut silent, &mut stuck] {
        let end = timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await;
        // It may also be reset.
        let _ = end.expect("the server closes the connection");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewed_certificate_is_used_without_a_restart() {
    let (old, new) = (Made::new(), Made::new());
    let site = Site::start(&old).await;
    let at = site.server.address();
    let mut open = old.connect(at).await.expect("a handshake");
    site.write(&new);
    site.server.hang_up().expect("it runs");
    until("the new certificate is used", async || new.connect(at).await.is_ok()).await;
    assert!(old.connect(at).await.is_err());
    let request = "HEAD /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    assert!(ask(&mut open, request).await.starts_with("HTTP/1.1 200"), "it stayed open");

    // A pair that does not match is not used.
    std::fs::write(site.scratch.join("key.pem"), &old.key).expect("written");
    site.server.hang_up().expect("it runs");
    until("the problem is logged", async || site.server.log().contains("cannot be replaced")).await;
    new.connect(at).await.expect("the previous certificate is still used");

    // Once it matches, it is used without a signal.
    std::fs::write(site.scratch.join("cert.pem"), &old.cert).expect("written");
    until("the change is noticed", async || old.connect(at).await.is_ok()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unusable_pairs_are_refused_before_anything_is_created() {
    let (made, expired) = (Made::new(), Made::expired());
    let early = Made::with(|params| {
        params.not_before = date_time_ymd(2090, 1, 1);
        params.not_after = date_time_ymd(2091, 1, 1);
    });
    let other = Made::new();
    for (cert, key, reason) in [
        (made.cert.as_str(), other.key.as_str(), "does not belong to the certificate"),
        (&expired.cert, &expired.key, "has expired"),
        (&early.cert, &early.key, "is valid only in"),
        ("", &made.key, "contains no certificate"),
        ("nonsense", &made.key, "contains no certificate"),
        (&made.key, &made.key, "contains no certificate"),
        (&made.cert, "", "contains no private key"),
        (&made.cert, &made.cert, "contains no private key"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", &made.key, "--tls-cert"),
        (&made.cert, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "--tls-key"),
    ] {
        let mut site = Site::new();
        site.write(&Made { cert: cert.to_owned(), key: key.to_owned() });
        site.server.launch().expect("it starts");
        let status = site.server.ended().await.expect("it ends");
        let log = site.server.log();
        assert_eq!(status.code(), Some(2), "{log}");
        assert!(log.contains(reason), "{reason}: {log}");
        assert!(!site.scratch.join("data").exists(), "nothing was created");
        assert_eq!(site.doctor(&[])["state"], "wrong", "{reason}");
    }
    let mut site = Site::new();
    site.server.launch().expect("it starts");
    site.server.ended().await.expect("it ends");
    assert!(site.server.log().contains("cert.pem: No such file"), "{}", site.server.log());
}

#[test]
fn the_doctor_checks_the_certificate() {
    use std::os::unix::fs::PermissionsExt as _;
    let site = Site::new();
    site.write(&Made::new());
    let key = site.scratch.join("key.pem");
    let protect = |mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&key, mode).expect("our file");
    };
    protect(0o644);
    let open = site.doctor(&[]);
    assert!(open["found"].as_str().is_some_and(|found| found.contains("can be read by all")));
    protect(0o600);
    assert_eq!(site.doctor(&[])["state"], "fine");
    let other = site.doctor(&["--public-url", "https://games.example"]);
    assert!(other["found"].as_str().is_some_and(|found| found.contains("not for games.example")));
    assert_eq!(site.doctor(&["--public-url", "https://localhost"])["state"], "fine");
    assert_eq!(site.doctor(&["--public-url", "http://localhost"])["state"], "doubtful");
    let now = std::time::SystemTime::now();
    let soon = now + std::time::Duration::from_secs(60 * 60 * 60);
    site.write(&Made::with(|params| params.not_after = soon.into()));
    protect(0o600);
    let soon = site.doctor(&[]);
    assert!(
        soon["found"].as_str().is_some_and(|found| found.contains("expires in 2 days")),
        "{soon}"
    );
}
