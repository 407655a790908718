//! Tests of requests that are too large, truncated, nearly valid, or never completed.

use std::time::{Duration, Instant};

use bastide_protocol::{
    Deed, Moment, NewSeat, Problem, ProblemCode, Question, Redeem, ReviewRecord, SeatPlan, Stretch,
};
use bastide_testing::http::{Reply, Request, connect};
use bastide_testing::{PATIENCE, Random, Scratch, Server, check_time};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::frames::mutated;
use crate::{hot_seat, make, me, on_file, program, table};

/// Time between two characters of a slow client.
const PAUSE: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_bodies_are_refused() {
    let (server, _data) = on_file().await;
    let at = server.address();
    // Too large, with and without a content length.
    let large = format!("\"{}\"", "x".repeat(64 << 10));
    let reply = Request::post("/api/tables", large.as_bytes()).send(at).await.expect("an answer");
    assert_eq!(reply.status, 413);
    assert_eq!(reply.json::<Problem>().expect("a problem").code, ProblemCode::TooLarge);
    let mut stream = connect(at, None).await.expect("a connection");
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    for _ in 0..40 {
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break; // the server has stopped reading
        }
    }
    if let Ok(reply) = Reply::read(&mut stream).await {
        assert_eq!(reply.status, 413);
    }
    // Truncated: shorter than the content length, then the end of the connection.
    for _ in 0..20 {
        let mut stream = connect(at, None).await.expect("a connection");
        let request = Request::post("/api/tables", b"{\"game\":\"land\"}").bytes(at);
        stream.write_all(&request[..request.len() - 5]).await.expect("sent");
        stream.shutdown().await.expect("closed");
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.expect("an end");
        assert!(!rest.starts_with(b"HTTP/1.1 2"), "half a request is none");
    }
    // Not HTTP, and headers without an end.
    for bytes in [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"[..], b"GET\r\n\r\n", b"\0\0\0\0\r\n\r\n"]
    {
        let mut stream = connect(at, None).await.expect("a connection");
        stream.write_all(bytes).await.expect("sent");
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest));
        assert!(ended.await.is_ok(), "{bytes:?} is answered");
        assert!(!rest.starts_with(b"HTTP/1.1 2"), "{bytes:?}");
    }
    let long = "x".repeat(100_000);
    let headers = [("x-long", long.as_str())];
    if let Ok(reply) = Request::get("/api/bots").with_headers(&headers).send(at).await {
        assert!((400..500).contains(&reply.status), "{}", reply.status);
    }
    make(at, &hot_seat()).await.expect("it works as before");
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mutated_requests_are_refused_or_answered() {
    let (server, _data) = on_file().await;
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    let base = format!("/api/tables/{}", seated.table);
    let record = Request::get(&format!("{base}/record")).send(at).await.expect("one").text();
    let json = |value: &dyn erased::Json| value.json();
    let command = bastide_protocol::Command::Say { text: "hello".to_owned() };
    let posts = [
        ("/api/tables".to_owned(), json(&hot_seat())),
        ("/api/tables".to_owned(), json(&table(vec![me("Ann"), SeatPlan::Open]))),
        (
            format!("{base}/seats"),
            json(&NewSeat { seat: None, name: "B".into(), salt: None, salt_commitment: None }),
        ),
        (format!("{base}/handover/redeem"), json(&Redeem { code: "0".repeat(64) })),
        (format!("{base}/do"), json(&Deed { id: "1".to_owned(), command })),
        (format!("{base}/ask"), json(&Question::Standing)),
        (format!("{base}/ask"), json(&Question::Preview { actions: vec!["P0,1r0".to_owned()] })),
        ("/api/verify".to_owned(), record.clone()),
        ("/api/records/scene".to_owned(), json(&Moment { record: record.clone(), actions: None })),
        (
            "/api/records/scenes".to_owned(),
            json(&Stretch { record: record.clone(), from: 0, to: 5 }),
        ),
        ("/api/records/review".to_owned(), json(&ReviewRecord { record: record.clone() })),
        ("/api/positions".to_owned(), json(&Moment { record, actions: Some(1) })),
    ];
    let gets = [
        base.clone(),
        format!("{base}/record?format=json"),
        format!("{base}/scenes/0"),
        format!("{base}/scenes?from=0&to=1"),
        "/api/tables?stage=open&limit=3".to_owned(),
        "/api/positions/abc".to_owned(),
        "/art/base.svg?theme=dark".to_owned(),
    ];
    let mut random = Random::new(11);
    let mut classes = [0_u32; 6];
    for round in 0..300 {
        let reply = if round % 3 == 0 {
            // Only characters that are allowed in a URL: other requests are not valid HTTP and
            // never reach the server's own code.
            let path: &String = random.one_of(&gets);
            let path = mutated(path, &mut random);
            let may = |c: &char| c.is_ascii_alphanumeric() || "/?&=%.-_~:,+!$'()*;@[]".contains(*c);
            let path: String = path.chars().filter(may).collect();
            let path = format!("/{}", path.trim_start_matches('/'));
            (path.clone(), Request::get(&path).send(at).await.expect("an answer"))
        } else {
            let (path, body) = random.one_of(&posts);
            let body = mutated(body, &mut random);
            let request = Request::post(path, body.as_bytes()).with_token(&seated.token);
            (format!("{path} {body}"), request.send(at).await.expect("an answer"))
        };
        let (what, reply) = reply;
        classes[usize::from(reply.status / 100)] += 1;
        assert!(reply.status < 500, "{what}: {} {}", reply.status, reply.text());
        if reply.status >= 400 {
            let problem: Problem = reply.json().unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(!problem.message.is_empty());
        }
    }
    println!("answers by class: {classes:?}");
    assert!(classes[4] > 100, "hardly anything was wrong: {classes:?}");
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

/// Type-erased JSON serialisation.
mod erased {
    pub(super) trait Json {
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).expect("JSON")
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_without_a_request_are_closed() {
    let (server, _data) = on_file().await;
    let at = server.address();
    let begun = Instant::now();
    // Half a header and one character per second; nothing at all; a socket without `hello`.
    let dawdlers: Vec<_> = (0..120)
        .map(|number| {
            tokio::spawn(async move {
                let mut stream = connect(at, None).await.expect("a connection");
                let start = match number % 3 {
                    0 => "GET /api/bots HTTP/1.1\r\nx-slow: ".to_owned(),
                    1 => String::new(),
                    _ => format!(
                        "GET /ws HTTP/1.1\r\nhost: {at}\r\nconnection: upgrade\r\n\
                         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                    ),
                };
                let _ = stream.write_all(start.as_bytes()).await;
                let mut bytes = [0; 1024];
                loop {
                    let heard = tokio::time::timeout(PAUSE, stream.read(&mut bytes));
                    match heard.await {
                        Ok(Ok(0) | Err(_)) => return (number % 3, begun.elapsed()),
                        Ok(Ok(_)) => {}
                        Err(_) if number % 3 == 0 => drop(stream.write_all(b"x").await),
                        Err(_) => {}
                    }
                    assert!(begun.elapsed() < PATIENCE, "kind {}", number % 3);
                }
            })
        })
        .collect();
    // Other clients are served at the same time.
    for _ in 0..20 {
        let asked = Instant::now();
        make(at, &hot_seat()).await.expect("a table");
        check_time("a new table beside slow clients", asked.elapsed(), Duration::from_secs(2));
    }
    let mut slowest = [Duration::ZERO; 3];
    for dawdler in dawdlers {
        let (kind, took) = dawdler.await.expect("shown out");
        slowest[kind] = slowest[kind].max(took);
    }
    for took in slowest {
        check_time("disconnecting slow clients", took, Duration::from_secs(25));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_line_of_the_log_is_json_and_names_the_request() {
    let scratch = Scratch::new("data").expect("room");
    let directory = scratch.path().to_string_lossy();
    let flags = ["--log", "debug", "--log-format", "json", "--trusted-proxy", "127.0.0.1"];
    let flags = [&["--data-dir", &directory][..], &flags].concat();
    let mut server = Server::new(program(), &flags).expect("a port");
    server.start().await.expect("it starts");
    let headers = [("x-request-id", "abc-123"), ("x-forwarded-for", "203.0.113.7")];
    let request = Request::get("/api/bots").with_headers(&headers);
    let reply = request.send(server.address()).await.expect("an answer");
    assert_eq!(reply.header("x-request-id"), Some("abc-123"));
    server.stop().await.expect("an end");
    let log = server.log();
    // The greeting is on standard output, not in the log on standard error.
    let lines = log.lines().filter(|line| !line.starts_with("Bastide is running at "));
    let parse =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let lines: Vec<Value> = lines.map(parse).collect();
    let of_request = |line: &&Value| line["span"]["id"] == "abc-123";
    let found: Vec<&Value> = lines.iter().filter(of_request).collect();
    assert!(!found.is_empty(), "no line names the request: {log}");
    for line in found {
        assert_eq!(line["span"]["peer"], "203.0.113.7", "{line}");
    }
}
