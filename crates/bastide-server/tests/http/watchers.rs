//! Chatting watchers, distinguished by their clients and by their names.

use std::net::SocketAddr;

use axum::http::StatusCode;
use bastide_protocol::{
    ClientMsg, Command, PROTOCOL, ProblemCode, Seated, ServerMsg, TableEventKind, TableView,
};
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_testing::{Dial, Socket};
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::Site;

async fn listen() -> (Site, SocketAddr) {
    let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
    let site = Site::with(config).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = site.router.clone();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (site, address)
}

/// Connects a watcher under a name, with or without a client secret.
async fn watcher(to: SocketAddr, table: &Seated, name: &str, client: Option<&str>) -> Socket {
    let mut socket = Socket::open(to, Dial::default()).await.expect("a socket");
    let hello = ClientMsg::Hello {
        protocol: PROTOCOL,
        table: table.table.clone(),
        token: None,
        name: Some(name.to_owned()),
        client: client.map(str::to_owned),
        seen: None,
    };
    socket.say(&hello).await.expect("sent");
    let welcome = |message| matches!(message, ServerMsg::Welcome { .. }).then_some(());
    socket.await_msg(welcome).await.expect("a welcome");
    socket
}

/// Sends a chat message; returns the problem if it is rejected.
async fn say(socket: &mut Socket, id: &str, text: &str) -> Option<ProblemCode> {
    socket.command(id, Command::Say { text: text.to_owned() }).await.expect("sent");
    let answer = socket.await_msg(|message| match message {
        ServerMsg::Done { .. } => Some(None),
        ServerMsg::Refused { problem, .. } => Some(Some(problem.code)),
        _ => None,
    });
    answer.await.expect("an answer")
}

async fn said(site: &Site, table: &Seated) -> Vec<String> {
    let path = format!("/api/tables/{}", table.table);
    let view: TableView = site.get(&path).await.ok().read();
    let text = |what: TableEventKind| match what {
        TableEventKind::Said { text, .. } => Some(text),
        _ => None,
    };
    view.events.into_iter().filter_map(|event| text(event.what)).collect()
}

#[tokio::test]
async fn command_ids_are_separate_for_each_watcher() {
    let (site, address) = listen().await;
    let table = site.table().await;
    let mut one = watcher(address, &table, "Una", None).await;
    let mut other = watcher(address, &table, "Duo", None).await;
    assert_eq!(say(&mut one, "x-1", "from one").await, None);
    assert_eq!(say(&mut other, "x-1", "from the other").await, None);
    assert_eq!(said(&site, &table).await, ["from one", "from the other"]);
    // Over the same connection, the same id is the same command.
    assert_eq!(say(&mut one, "x-1", "from one").await, None);
    // Over another connection too, if the client identifies itself.
    let mut named = watcher(address, &table, "Tria", Some("7c1e")).await;
    assert_eq!(say(&mut named, "x-1", "named").await, None);
    drop(named);
    let mut again = watcher(address, &table, "Tria", Some("7c1e")).await;
    assert_eq!(say(&mut again, "x-1", "named").await, None);
    assert_eq!(said(&site, &table).await, ["from one", "from the other", "named"]);
}

#[tokio::test]
async fn names_that_look_like_a_players_are_refused_in_chat_and_at_seats() {
    let (site, address) = listen().await;
    let table = site.open_table().await;
    for name in ["Ann", "ANN", "\u{410}nn"] {
        let mut fake = watcher(address, &table, name, None).await;
        let refused = say(&mut fake, "1", "I resign").await;
        assert_eq!(refused, Some(ProblemCode::NameTaken), "{name}");
    }
    let mut other = watcher(address, &table, "Bea", None).await;
    assert_eq!(say(&mut other, "1", "good luck").await, None);
    let path = format!("/api/tables/{}/seats", table.table);
    let fake = site.post(&path, &json!({ "name": "\u{410}nn" })).await;
    fake.problem(StatusCode::CONFLICT, ProblemCode::NameTaken);
    for name in ["Ann\u{fe0f}", "\u{301}Ann"] {
        let odd = site.post(&path, &json!({ "name": name })).await;
        odd.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadName);
    }
    let open: TableView = site.get(&format!("/api/tables/{}", table.table)).await.ok().read();
    assert_eq!(open.seq, 2, "only what the watcher with a name of her own said is stored");
    site.post(&path, &json!({ "name": "Анна Smith" })).await.is(StatusCode::CREATED);
}
