//! Traces of requests, received by a small collector.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;

use bastide_server::config::ServeArgs;
use bastide_server::serve;
use bastide_testing::http::Request;
use bastide_testing::{PATIENCE, Scratch};
use clap::Parser;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    serve: ServeArgs,
}

/// Answers one request, and returns its first line and its body.
fn answer(stream: &TcpStream) -> (String, Vec<u8>) {
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).unwrap();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let mut writer = stream;
    writer.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
    (first, body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_becomes_a_span_with_its_id() {
    let collector = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", collector.local_addr().unwrap());
    let (received, spans) = mpsc::channel();
    thread::spawn(move || {
        for stream in collector.incoming() {
            if received.send(answer(&stream.unwrap())).is_err() {
                return;
            }
        }
    });
    let scratch = Scratch::new("otel").unwrap();
    let data = scratch.path().to_str().unwrap();
    let flags = ["serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--otlp", &url];
    let args = Cli::try_parse_from(flags).unwrap().serve;
    let logs = serve::start_logs(args.log, args.log_format, args.scale.otlp.as_ref());
    let server = serve::start(args).await.unwrap();
    let reply = Request::get("/api/bots").send(server.addresses()[0]).await.unwrap();
    assert_eq!(reply.status, 200);
    let id = reply.header("x-request-id").unwrap().to_owned();
    server.close().await;
    // Sends the spans that wait.
    let (first, body) = tokio::task::spawn_blocking(move || {
        drop(logs);
        spans.recv_timeout(PATIENCE).expect("the collector received spans")
    })
    .await
    .unwrap();
    assert_eq!(first.trim(), "POST /v1/traces HTTP/1.1");
    let has = |part: &str| body.windows(part.len()).any(|found| found == part.as_bytes());
    for part in ["bastide", "request", "peer", "127.0.0.1", &id, "/api/bots"] {
        assert!(has(part), "{part} is missing in {}", String::from_utf8_lossy(&body));
    }
}
