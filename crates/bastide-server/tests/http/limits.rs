//! A single address cannot exhaust the server, no matter how many seats, WebSockets and tables it
//! uses, and other addresses are not affected.

use std::time::Instant;

use axum::http::{Method, StatusCode};
use bastide_protocol::{ClientMsg, Command, ProblemCode, Seated, ServerMsg};
use bastide_server::http::{HttpConfig, RateLimits};
use serde_json::json;

use crate::sockets::{Open, Socket, hello};

/// Addresses of an attacker and of another client, as reported by a trusted proxy.
const ATTACKER: &str = "203.0.113.7";
const OTHER: &str = "198.51.100.1";

/// A server behind a trusted proxy on this machine.
async fn behind_proxy() -> Open {
    let proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    Open::limited(HttpConfig { rate_limits: RateLimits::On, proxies, ..HttpConfig::default() })
        .await
}

/// Creates a table for two people on one screen from an address.
async fn table_of(open: &Open, address: &str) -> Seated {
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "me", "name": "Ben" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let asking = open.site.ask(Method::POST, "/api/tables").json(&new);
    asking.header("x-forwarded-for", address).send().await.is(StatusCode::CREATED).read()
}

/// Sends a chat message over a WebSocket; returns the problem if it is rejected.
async fn say(socket: &mut Socket, id: String) -> Option<ProblemCode> {
    let command = Command::Say { text: id.clone() };
    socket.say(&ClientMsg::Do { id, command }).await;
    loop {
        match socket.hear().await {
            ServerMsg::Done { .. } => return None,
            ServerMsg::Refused { problem, .. } => return Some(problem.code),
            ServerMsg::Update { .. } | ServerMsg::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn many_sockets_and_tables_of_one_address_share_one_allowance() {
    let open = behind_proxy().await;
    let began = Instant::now();
    let (mut tables, mut sockets) = (Vec::new(), Vec::new());
    for _ in 0..6 {
        let table = table_of(&open, ATTACKER).await;
        for _ in 0..3 {
            let hello = hello(&table.table, Some(&table.token));
            sockets.push(open.socket_from(ATTACKER, &hello).await);
        }
        tables.push(table);
    }
    // Each seat alone may send ten messages at once, so six seats sixty.
    let mut said = 0;
    for round in 0..10 {
        for (number, socket) in sockets.iter_mut().enumerate() {
            match say(socket, format!("{round} {number}")).await {
                None => said += 1,
                Some(code) => assert_eq!(code, ProblemCode::TooMany),
            }
        }
    }
    let seconds = u32::try_from(began.elapsed().as_secs()).expect("a short test");
    assert!((30..=30 + 2 * (seconds + 1)).contains(&said), "{said} lines in {seconds} s");

    // HTTP requests count against the same limits.
    let over_http = |table: &Seated, address: &str, id: &str| {
        let path = format!("/api/tables/{}/do", table.table);
        let body = json!({ "id": id, "command": { "kind": "say", "text": "hello" } });
        let asking = open.site.ask(Method::POST, &path).token(&table.token).json(&body);
        asking.header("x-forwarded-for", address).send()
    };
    let mut refused = 0;
    for n in 0..20 {
        let answer = over_http(&tables[n % tables.len()], ATTACKER, &format!("h{n}")).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            answer.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooMany);
            assert!(answer.header("retry-after").parse::<u64>().expect("seconds") >= 1);
            refused += 1;
        }
    }
    assert!(refused >= 10, "only {refused} of 20 were refused");

    // Another address has its own allowance, over WebSockets and over HTTP.
    let table = table_of(&open, OTHER).await;
    let hello = hello(&table.table, Some(&table.token));
    let mut socket = open.socket_from(OTHER, &hello).await;
    for n in 0..5 {
        assert_eq!(say(&mut socket, format!("{n}")).await, None);
    }
    over_http(&table, OTHER, "other").await.ok();
}

#[tokio::test]
async fn chat_and_moves_have_separate_limits() {
    let open = behind_proxy().await;
    let table = table_of(&open, ATTACKER).await;
    let hello = hello(&table.table, Some(&table.token));
    let mut socket = open.socket_from(ATTACKER, &hello).await;
    let mut n = 0;
    while say(&mut socket, format!("{n}")).await.is_none() {
        n += 1;
        assert!(n < 30, "chat has no limit");
    }
    // A command that the rules reject is not rejected by the rate limit.
    let command = Command::Play { seat: 0, revision: 9_999, actions: vec!["P1,0r1".to_owned()] };
    socket.say(&ClientMsg::Do { id: "play".to_owned(), command }).await;
    loop {
        match socket.hear().await {
            ServerMsg::Refused { problem, .. } => {
                break assert_ne!(problem.code, ProblemCode::TooMany);
            }
            ServerMsg::Update { .. } | ServerMsg::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn table_creation_of_all_addresses_is_limited() {
    let proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let config = HttpConfig { tables_per_minute: 40, proxies, ..HttpConfig::default() };
    let open = Open::limited(config).await;
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let mut refusals = Vec::new();
    for n in 0..40 {
        let asking = open.site.ask(Method::POST, "/api/tables").json(&new);
        let answer = asking.header("x-forwarded-for", &format!("10.{n}.0.1")).send().await;
        if answer.status != StatusCode::CREATED {
            refusals.push(answer);
        }
    }
    assert!(!refusals.is_empty(), "no limit");
    for refused in refusals {
        refused.problem(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::Busy);
        assert!(refused.header("retry-after").parse::<u64>().expect("seconds") >= 1);
    }
}
