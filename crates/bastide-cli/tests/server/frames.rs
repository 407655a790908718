//! Tests of frames that are too long, truncated, not text, not JSON, or nearly valid.

use std::io;
use std::net::SocketAddr;

use bastide_protocol::{ClientMsg, Command, Problem, ProblemCode, Proposal, Question, ServerMsg};
use bastide_testing::http::{Request, connect};
use bastide_testing::{Dial, Message, PATIENCE, Random, Server, Socket, hello};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::TestClient;
use crate::{hot_seat, make, on_file};

/// Returns the reason for closing a socket, which is the last message on it.
async fn farewell(socket: &mut Socket) -> Problem {
    let problem = socket.await_msg(reason).await.expect("it says why");
    assert_closed(socket.hear_within(PATIENCE).await);
    problem
}

fn reason(message: ServerMsg) -> Option<Problem> {
    match message {
        ServerMsg::Closing { problem, .. } => Some(problem),
        _ => None,
    }
}

/// Checks that no message follows because the socket is closed.
#[track_caller]
fn assert_closed(heard: io::Result<ServerMsg>) {
    let error = heard.expect_err("nothing follows");
    assert_ne!(error.kind(), io::ErrorKind::TimedOut, "the socket stays open");
}

/// Checks that the server is healthy and that a move at a table succeeds.
async fn is_well(server: &Server, client: &mut TestClient) {
    let health = Request::get("/healthz").send(server.address()).await.expect("an answer");
    assert_eq!(health.status, 200);
    let command = client.nth_move(3).expect("always our turn");
    client.act(command).await.expect("moves are made");
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

/// Performs only the handshake of a socket, so that the test controls the bytes that follow.
async fn by_hand(server: SocketAddr) -> tokio::net::TcpStream {
    let mut stream = connect(server, None).await.expect("a connection");
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {server}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        assert_ne!(stream.read_buf(&mut answer).await.expect("an answer"), 0);
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    stream
}

/// Creates a client frame with a mask of zeros.
fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len();
    let mut frame = vec![first];
    match length {
        0..126 => frame.push(0x80 | length as u8),
        126..65_536 => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
        _ => {
            frame.push(0x80 | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_frames_close_only_their_socket() {
    let (server, _data) = on_file().await;
    let seated = make(server.address(), &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(server.address(), &seated).await;
    let greeting = || hello(&seated.table, None, None);

    // Too long, in one frame and in fragments.
    for length in [4097, 70_000, 1_000_000] {
        let mut socket = Socket::open(server.address(), Dial::default()).await.expect("a socket");
        socket.say(&greeting()).await.expect("sent");
        // The server may close the connection before everything is sent; the reason is then lost.
        let _ = socket.send(Message::text("x".repeat(length))).await;
        match socket.await_msg(reason).await {
            Ok(problem) => assert_eq!(problem.code, ProblemCode::TooLarge),
            Err(error) => assert_ne!(error.kind(), io::ErrorKind::TimedOut, "{length} bytes"),
        }
    }
    let mut stream = by_hand(server.address()).await;
    for piece in 0..40 {
        let first = if piece == 0 { 0x01 } else { 0x00 };
        if stream.write_all(&masked(first, &[b' '; 2000])).await.is_err() {
            break;
        }
    }
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the end of 80 kB in pieces is not waited for");
    is_well(&server, &mut client).await;

    // Truncated: half a header or half a payload, then silence or the end of the connection.
    let whole = masked(0x81, &serde_json::to_vec(&greeting()).expect("JSON"));
    let mut open = Vec::new();
    for cut in [1, 2, 5, 20, whole.len() - 1] {
        let mut stream = by_hand(server.address()).await;
        stream.write_all(&whole[..cut]).await.expect("sent");
        if cut % 2 == 0 {
            open.push(stream);
        }
    }
    // Wrong lengths, reserved bits, and frames without a mask.
    for bytes in [
        &[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0][..],
        &[0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        &[0xf1, 0x82, 0, 0, 0, 0, b'{', b'}'],
        &[0x8f, 0x82, 0, 0, 0, 0, b'{', b'}'],
        &[0x81, 0x02, b'{', b'}'],
        &[0x80, 0x82, 0, 0, 0, 0, b'{', b'}'],
        &[0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0],
        &[0x81, 0x84, 0, 0, 0, 0, 0xff, 0xfe, 0xc0, 0x80],
    ] {
        let mut stream = by_hand(server.address()).await;
        stream.write_all(bytes).await.expect("sent");
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{bytes:?} was not the end");
    }
    is_well(&server, &mut client).await;

    // Binary messages, and commands before `hello`.
    let mut socket = Socket::open(server.address(), Dial::default()).await.expect("a socket");
    socket.send(Message::binary(b"\x00\x01".to_vec())).await.expect("sent");
    assert_eq!(farewell(&mut socket).await.code, ProblemCode::Malformed);
    let mut socket = Socket::open(server.address(), Dial::default()).await.expect("a socket");
    let early = Command::Say { text: "hello".to_owned() };
    socket.command("1", early).await.expect("sent");
    assert_eq!(farewell(&mut socket).await.code, ProblemCode::Malformed);
    is_well(&server, &mut client).await;
}

/// Returns sample messages of every kind.
fn samples(table: &str, token: &str) -> Vec<String> {
    let actions = vec!["P0,-1r2".to_owned(), "M1".to_owned(), ".".to_owned()];
    let commands = [
        Command::Play { seat: 0, revision: 1, actions: actions.clone() },
        Command::Say { text: "good luck".to_owned() },
        Command::Propose { seat: 0, what: Proposal::Undo },
        Command::Propose { seat: 1, what: Proposal::Bot { seat: 0, level: "easy".to_owned() } },
        Command::Reply { seat: 1, agree: false },
        Command::Leave { seat: 0 },
        Command::SetBot { seat: 1, level: Some("hard".to_owned()) },
        Command::ComeBack { seat: 0 },
    ];
    let questions = [
        Question::Preview { actions },
        Question::Feature { site: "0,0:1".to_owned() },
        Question::At { x: 50.0, y: -50.5 },
        Question::DeadCells,
        Question::Standing,
    ];
    let commands = commands.into_iter().enumerate();
    let commands = commands.map(|(n, command)| ClientMsg::Do { id: format!("s{n}"), command });
    let questions = questions.into_iter().zip(1..);
    let questions = questions.map(|(question, id)| ClientMsg::Ask { id, question });
    let all = commands.chain(questions).chain([hello(table, Some(token), Some(3))]);
    all.map(|message| serde_json::to_string(&message).expect("JSON")).collect()
}

/// Returns the message with a few random mutations that resemble programming mistakes.
pub(crate) fn mutated(text: &str, random: &mut Random) -> String {
    const WORDS: [&str; 16] = [
        "null",
        "-1",
        "1e999",
        "99999999999999999999",
        "\"\"",
        "[]",
        "{}",
        "true",
        "\\u0000",
        "\\ud800",
        "\u{202e}",
        "[[[[[[[[[[[[[[[[",
        "\"kind\":\"play\",",
        "0.5",
        "\"type\":",
        "🏰",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(chars.len().max(1)).min(chars.len());
        let end = (at + 1 + random.below(8)).min(chars.len());
        match random.below(6) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, random.one_of(&WORDS).chars())),
            2 => drop(chars.splice(at..end, random.one_of(&WORDS).chars())),
            3 => chars.truncate(at),
            4 => {
                let piece = chars[at..end].to_vec();
                chars.splice(at..at, piece);
            }
            _ => {
                if let Some(c) = chars.get_mut(at) {
                    *c = char::from(32 + random.below(95) as u8);
                }
            }
        }
    }
    chars.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mutated_messages_are_refused_or_answered() {
    let (server, _data) = on_file().await;
    let seated = make(server.address(), &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(server.address(), &seated).await;
    let victim = make(server.address(), &hot_seat()).await.expect("a table");
    let samples = samples(&victim.table, &victim.token);
    let mut random = Random::new(5);
    let mut socket = None;
    let (mut refused, mut sockets) = (0, 0);
    for round in 0..400 {
        let mut open = match socket.take() {
            Some(open) => open,
            None => {
                sockets += 1;
                let server = server.address();
                Socket::hello(server, &victim.table, Some(&victim.token), None).await.expect("one")
            }
        };
        let sample: &String = random.one_of(&samples);
        let message = mutated(sample, &mut random);
        if open.send(Message::text(message.clone())).await.is_err() {
            continue;
        }
        // Every message is answered, or closes the socket.
        let answer = open.await_msg(|message| match message {
            ServerMsg::Refused { problem, .. } | ServerMsg::NoAnswer { problem, .. } => {
                assert_ne!(problem.code, ProblemCode::Internal, "{}", problem.message);
                Some(Some(problem))
            }
            ServerMsg::Done { .. } | ServerMsg::Answer { .. } => Some(None),
            ServerMsg::Closing { problem, .. } => {
                assert_ne!(problem.code, ProblemCode::Internal, "{}", problem.message);
                None
            }
            _ => None,
        });
        match answer.await {
            Ok(problem) => {
                refused += usize::from(problem.is_some());
                socket = Some(open);
            }
            Err(error) => {
                assert_ne!(error.kind(), std::io::ErrorKind::TimedOut, "no answer to {message}");
            }
        }
        if round % 100 == 99 {
            is_well(&server, &mut client).await;
        }
    }
    println!("{refused} of 400 refused, {sockets} sockets");
    assert!(refused > 150, "hardly anything was wrong: {refused}");
}
