//! Tests that a client that does not read is disconnected, loses nothing, and does not delay
//! others.

use std::time::Duration;

use bastide_protocol::{ClientMsg, Command, ProblemCode, ServerMsg};
use bastide_testing::http::Request;
use bastide_testing::{Dial, PATIENCE, Socket, check_time, until};

use crate::client::TestClient;
use crate::{hot_seat, make, on_file};

/// Number of chat messages, each of which causes an update of several kilobytes. A table accepts
/// 1,000.
const LINES: usize = 990;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_is_cut_off_and_resumes() {
    let (server, _data) = on_file().await;
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(at, &seated).await;
    // It reads the welcome message and then nothing.
    let dial = Dial { waiting: Some(4096), ..Dial::default() };
    let mut lazy =
        TestClient::connect_with(at, dial, &seated.table, None, None).await.expect("a welcome");
    // A table with figures and long messages: more data than the kernel buffers.
    for number in 0..60 {
        let command = client.nth_move(number).expect("both seats are ours");
        client.act(command).await.expect("a slow reader delays no other client");
    }
    let text = "🏰".repeat(300);
    for _ in 0..LINES {
        client
            .act(Command::Say { text: text.clone() })
            .await
            .expect("a slow client delays no other");
    }
    until("a slow client is disconnected", async || cut_off(at).await > 0).await;
    // Everything sent before is still received without gaps, followed by the end.
    let mut last = lazy.seq;
    let ended = loop {
        match lazy.receive().await {
            Ok(ServerMsg::Update { events, .. }) => {
                for event in events.into_inner() {
                    assert_eq!(event.seq, last + 1, "no gap before the end");
                    last = event.seq;
                }
            }
            Ok(ServerMsg::Closing { problem, retry_after }) => {
                assert!(retry_after.is_some(), "it may come again");
                break problem;
            }
            Ok(_) => {}
            Err(error) => panic!("it went without a word: {error}"),
        }
    };
    println!("it had {last} of {} events: {}", client.seq, ended.message);
    assert_eq!(ended.code, ProblemCode::TooSlow);
    assert!(last < client.seq, "it was cut off before it had all");
    // It reconnects with its last sequence number and receives the rest.
    let again = TestClient::connect(at, &seated.table, None, Some(last)).await.expect("a welcome");
    assert_eq!(again.seq, client.seq);
    let newest = again.events.iter().map(|event| event.seq).max();
    assert_eq!(newest, Some(client.seq));
    assert_eq!(client.events.len() as u64, client.seq, "who reads misses nothing");
}

/// Returns the number of slow clients that the server has disconnected.
async fn cut_off(at: std::net::SocketAddr) -> u64 {
    let text = Request::get("/metrics").send(at).await.expect("metrics").text();
    let name = "bastide_watchers_cut_off_total ";
    let number = text.lines().find_map(|line| line.strip_prefix(name)?.parse().ok());
    number.expect("the metric is exported")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown_is_quick_and_announced() {
    let (mut server, _data) = on_file().await;
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(at, &seated).await;
    let command = client.nth_move(1).expect("our turn");
    client.act(command).await.expect("done");
    let mut silent = Socket::hello(at, &seated.table, None, None).await.expect("a socket");
    silent.hear().await.expect("a welcome");
    let listening = tokio::spawn(async move {
        loop {
            match client.socket.hear_within(PATIENCE).await {
                Ok(ServerMsg::Closing { problem, retry_after }) => return (problem, retry_after),
                Ok(_) => {}
                Err(error) => panic!("it went without a word: {error}"),
            }
        }
    });
    let (status, took) = server.stop().await.expect("it ends");
    assert!(status.success(), "{status}: {}", server.log());
    check_time("shutting down", took, Duration::from_secs(5));
    let (problem, retry_after) = listening.await.expect("it is told");
    assert_eq!(problem.code, ProblemCode::Restarting);
    assert!(retry_after.is_some_and(|wait| wait > 0));
    server.start().await.expect("it starts again");
    let back = TestClient::connect_seated(at, &seated).await;
    assert_eq!(back.revision, 2, "the move is there");
    let again = ClientMsg::Ask { id: 1, question: bastide_protocol::Question::Standing };
    let mut back = back;
    back.socket.say(&again).await.expect("sent");
    let answered = |message| matches!(message, ServerMsg::Answer { id: 1, .. }).then_some(());
    back.socket.await_msg(answered).await.expect("an answer");
}
