//! Life cycle of a complete server: start, requests, shutdown.

use std::time::{Duration, Instant};

use bastide_server::config::ServeArgs;
use bastide_server::doctor::{self, State};
use bastide_server::serve::{ServeError, start};
use bastide_testing::{PATIENCE, Scratch, check_time};
use clap::Parser;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: ServeArgs,
}

fn args(folder: &Scratch, more: &[&str]) -> ServeArgs {
    let folder = folder.join("data").display().to_string();
    let mut words = vec!["serve"];
    for usual in [["--listen", "127.0.0.1:0"], ["--data-dir", &folder]] {
        if !more.contains(&usual[0]) {
            words.extend(usual);
        }
    }
    words.extend(more);
    Cli::parse_from(words).args
}

/// Sends a request and reads the response until the server closes the connection.
async fn ask(address: std::net::SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

#[tokio::test]
async fn a_server_starts_and_stops() {
    let scratch = Scratch::new("serving").expect("a folder");
    let running = start(args(&scratch, &[])).await.expect("it runs");
    let address = running.addresses()[0];
    assert_eq!(running.url(), format!("http://localhost:{}", address.port()));
    let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(ask(address, request).await.starts_with("HTTP/1.1 200 OK"));

    // An open connection does not delay the shutdown.
    let mut idle = TcpStream::connect(address).await.expect("the server listens");
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.expect("sent");
    idle.read_exact(&mut [0; 12]).await.expect("an answer");
    let mut slow = TcpStream::connect(address).await.expect("the server listens");
    slow.write_all(b"GET /healthz HT").await.expect("sent");
    let began = Instant::now();
    tokio::time::timeout(PATIENCE, running.close()).await.expect("it closes");
    check_time("closing with open connections", began.elapsed(), Duration::from_secs(5));
    assert!(TcpStream::connect(address).await.is_err(), "the server does not listen any more");

    // The same tables can be reopened immediately.
    start(args(&scratch, &[])).await.expect("it runs again").close().await;
}

#[tokio::test]
async fn the_process_that_uses_the_port_is_named() {
    let scratch = Scratch::new("serving").expect("a folder");
    let running = start(args(&scratch, &[])).await.expect("it runs");
    let taken = running.addresses()[0].to_string();
    let other = Scratch::new("serving").expect("a folder");
    let error = start(args(&other, &["--listen", &taken])).await.err().expect("it is taken");
    let ServeError::InUse { holder, .. } = &error else { panic!("{error}") };
    if cfg!(target_os = "linux") {
        assert_eq!(holder.as_ref().map(|holder| holder.process), Some(std::process::id()));
    }
    assert!(error.to_string().contains("--listen"), "{error}");
    assert!(!other.join("data").exists(), "nothing was touched");

    let error = start(args(&scratch, &[])).await.err().expect("the tables are taken");
    assert!(matches!(error, ServeError::Store(_)), "{error}");
    running.close().await;

    let file = other.join("file");
    std::fs::write(&file, "").expect("written");
    let below = file.join("data").display().to_string();
    let error = start(args(&other, &["--data-dir", &below])).await.err().expect("no directory");
    assert!(matches!(error, ServeError::DataDir { .. }), "{error}");
}

#[tokio::test]
#[cfg(unix)]
async fn the_data_directory_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("serving").expect("a folder");
    start(args(&scratch, &[])).await.expect("it runs").close().await;
    let mode = scratch.join("data").metadata().expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[tokio::test]
async fn metrics_can_have_their_own_address() {
    let scratch = Scratch::new("serving").expect("a folder");
    let running =
        start(args(&scratch, &["--metrics-listen", "127.0.0.1:0"])).await.expect("it runs");
    let request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let main = ask(running.addresses()[0], request).await;
    assert!(main.starts_with("HTTP/1.1 404"), "{main}");
    let own = ask(running.metrics().expect("an address"), request).await;
    assert!(own.starts_with("HTTP/1.1 200") && own.contains("bastide_connections "), "{own}");
    running.close().await;
}

#[tokio::test]
async fn the_doctor_finds_problems_and_changes_nothing() {
    let scratch = Scratch::new("serving").expect("a folder");
    let state = |findings: &[doctor::Finding], subject: &str| {
        let found = findings.iter().find(|finding| finding.subject == subject);
        found.unwrap_or_else(|| panic!("{subject} was not looked at")).state
    };
    let sound = doctor::examine(&args(&scratch, &[])).await;
    for subject in ["data dir", "tables", "port", "public URL", "proxies", "push", "clock"] {
        assert_eq!(state(&sound, subject), State::Fine, "{subject}");
    }
    assert!(!scratch.join("data").exists(), "nothing was made");

    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().map(|address| (taken, address.to_string())).expect("its name");
    let file = scratch.join("file");
    std::fs::write(&file, "").expect("written");
    let flags = [
        "--listen",
        &taken.1,
        "--data-dir",
        &file.display().to_string(),
        "--trusted-proxy",
        "0.0.0.0/0",
        "--public-url",
        "https://localhost",
        "--push-key",
        &file.display().to_string(),
    ];
    let ill = doctor::examine(&args(&scratch, &flags)).await;
    for subject in ["data dir", "port", "proxies", "push"] {
        assert_eq!(state(&ill, subject), State::Wrong, "{subject}");
    }
    assert_eq!(state(&ill, "public URL"), State::Doubtful);
    assert!(ill.iter().all(|f| f.advice.is_some() == (f.state != State::Fine)), "{ill:?}");
}

#[tokio::test]
async fn a_full_server_still_reports_its_health() {
    let scratch = Scratch::new("serving").expect("a folder");
    let flags = ["--max-connections", "2", "--metrics-listen", "127.0.0.1:0"];
    let running = start(args(&scratch, &flags)).await.expect("it runs");
    let address = running.addresses()[0];
    // Two clients occupy all regular connections.
    let mut kept = Vec::new();
    for _ in 0..2 {
        let mut idle = TcpStream::connect(address).await.expect("the server listens");
        idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.expect("sent");
        idle.read_exact(&mut [0; 12]).await.expect("an answer");
        kept.push(idle);
    }
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    // The server closes these connections itself, so they do not occupy permits.
    for path in ["/healthz", "/readyz"] {
        let health = ask(address, &get(path)).await;
        assert!(health.starts_with("HTTP/1.1 200 OK"), "{health}");
    }
    let page = ask(address, &get("/api/bots")).await;
    assert!(page.starts_with("HTTP/1.1 503") && page.contains("retry-after: "), "{page}");
    assert!(page.contains("server/busy"), "{page}");

    // The connections beyond the limit can be exhausted too; the metrics listener has its own.
    for _ in 0..40 {
        kept.push(TcpStream::connect(address).await.expect("the server listens"));
    }
    let metrics = running.metrics().expect("an address");
    let close =
        |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    for path in ["/healthz", "/readyz", "/metrics"] {
        let answer = ask(metrics, &close(path)).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{path}: {answer}");
    }
    // Released connections become available again.
    kept.clear();
    loop {
        let page = ask(address, &close("/api/bots")).await;
        if page.starts_with("HTTP/1.1 200 OK") {
            break;
        }
        assert!(page.starts_with("HTTP/1.1 503"), "{page}");
    }
    running.close().await;
}
