//! Tests of health checks, and of the shutdown with running requests.

use std::net::SocketAddr;
use std::os::unix::process::ExitStatusExt as _;
use std::time::Duration;

use bastide_testing::http::Reply;
use bastide_testing::{PATIENCE, Scratch, Server, until};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::{hot_seat, program};

/// Starts a server that waits for running requests for up to ten minutes.
async fn patient() -> (Server, Scratch) {
    let scratch = Scratch::new("data").expect("room");
    let directory = scratch.path().to_string_lossy();
    let arguments = ["--data-dir", &directory, "--drain-timeout", "10m", "--log", "info"];
    let mut server = Server::new(program(), &arguments).expect("a port");
    server.start().await.expect("it starts");
    (server, scratch)
}

/// Runs `bastide health` and returns its exit code and output.
pub(crate) fn health(flags: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(program());
    let output =
        command.args(["health", "--config", "none"]).args(flags).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_checks_the_health_of_a_server() {
    let (mut server, _data) = patient().await;
    let at = server.address().to_string();
    assert_eq!(health(&["--listen", &at]), (Some(0), "ok\n".to_owned()));
    assert_eq!(health(&["--listen", &at, "--ready"]).0, Some(0));
    let everywhere = at.replace("127.0.0.1", "0.0.0.0");
    assert_eq!(health(&["--listen", &everywhere]).0, Some(0), "asked at the loopback address");
    let (status, _) = server.stop().await.expect("it ends");
    assert!(status.success());
    assert_eq!(health(&["--listen", &at]).0, Some(1));
}

/// Sends a request without the end of its body, and waits until the server reads the body. Returns
/// the connection and the rest of the body.
async fn begin(at: SocketAddr) -> (TcpStream, Vec<u8>) {
    let body = serde_json::to_vec(&hot_seat()).expect("JSON");
    let (length, (first, rest)) = (body.len(), body.split_at(body.len() / 2));
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {at}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nexpect: 100-continue\r\n\r\n"
    );
    let mut stream = TcpStream::connect(at).await.expect("the server listens");
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = [0; 25];
    let read = timeout(PATIENCE, stream.read_exact(&mut answer)).await.expect("in time");
    read.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(first).await.expect("sent");
    (stream, rest.to_vec())
}

/// Waits until the server does not accept connections any more.
async fn until_closed(at: SocketAddr) {
    until("the server stops accepting", async || TcpStream::connect(at).await.is_err()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_requests_finish_before_the_end() {
    let (mut server, _data) = patient().await;
    let at = server.address();
    let (mut stream, rest) = begin(at).await;
    server.terminate().expect("it runs");
    until_closed(at).await;
    stream.write_all(&rest).await.expect("the connection is still open");
    let reply = timeout(PATIENCE, Reply::read(&mut stream)).await.expect("in time");
    let reply = reply.expect("an answer");
    assert_eq!(reply.status, 201, "{}", reply.text());
    let status = server.ended().await.expect("it ends");
    assert!(status.success(), "{status}: {}", server.log());
    assert!(!server.log().contains("did not finish"), "{}", server.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_signal_does_not_wait_for_requests() {
    let (mut server, _data) = patient().await;
    let at = server.address();
    let (_stream, _rest) = begin(at).await;
    server.terminate().expect("it runs");
    until_closed(at).await;
    server.terminate().expect("it still runs");
    let status = server.ended().await.expect("it ends long before ten minutes");
    assert!(status.success(), "{status}: {}", server.log());
    assert!(server.log().contains("a second signal"), "{}", server.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_a_shutdown_is_bounded() {
    let scratch = Scratch::new("data").expect("room");
    let directory = scratch.path().to_string_lossy();
    let arguments = ["--data-dir", &directory, "--drain-timeout", "1s"];
    let mut server = Server::new(program(), &arguments).expect("a port");
    server.start().await.expect("it starts");
    let (_stream, _rest) = begin(server.address()).await;
    let (status, took) = server.stop().await.expect("it ends without the request");
    assert!(status.success(), "{status}: {}", server.log());
    assert!(server.log().contains("did not finish in time"), "{}", server.log());
    bastide_testing::check_time("a bounded shutdown", took, Duration::from_secs(2));
}

#[tokio::test]
async fn a_reload_during_a_slow_start_does_not_end_the_server() {
    // A database that accepts a connection and does not answer.
    let database = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = database.local_addr().expect("an address");
    let url = format!("postgres://bastide@{at}/bastide?sslmode=disable");
    let mut server = Server::on_postgres(program(), &url).expect("a port");
    server.launch().expect("it starts");
    let opening = timeout(PATIENCE, database.accept()).await.expect("it opens the store");
    server.hang_up().expect("it runs");
    drop((opening.expect("a connection"), database));
    let status = server.ended().await.expect("it ends without a database");
    assert_eq!((status.signal(), status.success()), (None, false), "{}", server.log());
}
