//! Creating and listing tables, taking seats, commands and questions.

use axum::http::{Method, StatusCode};
use bastide_protocol::{
    Answer as About, Chain, Done, Handover, Offer, OfferKind, ProblemCode, PublicKey, Seated,
    TableList, TableView,
};
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_server::receipts::{check_chain, check_signature};
use bastide_server::{HubOptions, TableLimits};
use serde_json::{Value, json};

use crate::support::Site;

#[tokio::test]
async fn the_link_of_a_table_uses_the_public_url() {
    let site = Site::new().await;
    let seated = site.table().await;
    assert_eq!(seated.url, format!("http://localhost:8080/t/{}", seated.table));
    assert_eq!(seated.seats, [0, 1]);

    let public = Some("https://games.example".parse().expect("an origin"));
    let config = HttpConfig { public_url: public, ..HttpConfig::default() };
    let seated = Site::with(config).await.table().await;
    assert_eq!(seated.url, format!("https://games.example/t/{}", seated.table));
}

#[tokio::test]
async fn only_the_token_gives_access_to_seats() {
    let site = Site::new().await;
    let seated = site.table().await;
    let path = format!("/api/tables/{}", seated.table);
    let watcher: TableView = site.get(&path).await.ok().read();
    assert!(watcher.yours.is_empty());
    let player: TableView =
        site.ask(Method::GET, &path).token(&seated.token).send().await.ok().read();
    assert_eq!(player.yours, [0, 1]);

    let wrong = site.ask(Method::GET, &path).token("wrong").send().await;
    wrong.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    assert_eq!(wrong.header("www-authenticate"), "Bearer");
    let basic = site.ask(Method::GET, &path).header("authorization", "Basic xyz").send().await;
    basic.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    let other = site.table().await;
    let others = site.ask(Method::GET, &path).token(&other.token).send().await;
    others.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
}

#[tokio::test]
async fn a_free_seat_can_be_taken_once() {
    let site = Site::new().await;
    let table = site.open_table().await;
    let path = format!("/api/tables/{}/seats", table.table);
    let hostile = site.post(&path, &json!({ "name": "\u{202e}\u{0}" })).await;
    hostile.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadName);
    let seated: Seated =
        site.post(&path, &json!({ "name": "Ben" })).await.is(StatusCode::CREATED).read();
    assert_eq!(seated.seats, [1]);
    assert_ne!(seated.token, table.token);
    let late = site.post(&path, &json!({ "name": "Cid" })).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.text());
    let nowhere = site.post("/api/tables/nowhere/seats", &json!({ "name": "Cid" })).await;
    nowhere.problem(StatusCode::NOT_FOUND, ProblemCode::NoSuchTable);
}

#[tokio::test]
async fn a_handover_code_works_once() {
    let site = Site::new().await;
    let table = site.table().await;
    let path = format!("/api/tables/{}/handover", table.table);
    let anonymous = site.ask(Method::POST, &path).send().await;
    anonymous.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    let handover = site.ask(Method::POST, &path).token(&table.token).send().await;
    let handover: Handover = handover.is(StatusCode::CREATED).read();
    assert_eq!(handover.url, format!("{}#handover={}", table.url, handover.code));

    let redeem = format!("{path}/redeem");
    let wrong = site.post(&redeem, &json!({ "code": "wrong" })).await;
    wrong.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    let moved: Seated = site.post(&redeem, &json!({ "code": handover.code })).await.ok().read();
    assert_eq!(moved.seats, [0, 1]);
    let again = site.post(&redeem, &json!({ "code": handover.code })).await;
    again.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    let old = site.ask(Method::POST, &path).token(&table.token).send().await;
    old.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
}

/// Returns the offers of the seat to act, from a preview without actions.
async fn offers(site: &Site, table: &Seated) -> Vec<Offer> {
    let path = format!("/api/tables/{}/ask", table.table);
    let question = json!({ "kind": "preview", "actions": [] });
    let answer = site.ask(Method::POST, &path).token(&table.token).json(&question).send().await;
    let About::Preview { offers, .. } = answer.ok().read() else { panic!("another answer") };
    offers.expect("a seat is to act").offers
}

#[tokio::test]
async fn a_repeated_move_is_played_once() {
    let site = Site::new().await;
    let table = site.table().await;
    let path = format!("/api/tables/{}/do", table.table);
    let view: TableView = site.get(&format!("/api/tables/{}", table.table)).await.ok().read();
    let offers = offers(&site, &table).await;
    assert!(offers.iter().all(|offer| matches!(offer.what, OfferKind::Place { .. })));
    let deed = |id: &str, revision: u32, action: &str| {
        json!({ "id": id, "command": {
            "kind": "play", "seat": 0, "revision": revision, "actions": [action] } })
    };
    let send = |deed: Value| site.ask(Method::POST, &path).token(&table.token).json(&deed).send();

    let unreadable = send(deed("a", view.revision, "xyzzy")).await;
    unreadable.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::Unreadable);
    let illegal = send(deed("b", view.revision, "P100,100r0")).await;
    illegal.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::Illegal);
    let action = &offers[0].action;
    let done: Done = send(deed("c", view.revision, action)).await.ok().read();
    let again: Done = send(deed("c", view.revision, action)).await.ok().read();
    assert_eq!(done, again);
    let stale = send(deed("d", view.revision, action)).await;
    stale.problem(StatusCode::CONFLICT, ProblemCode::StaleRevision);
    let long = send(deed(&"x".repeat(41), done.revision, action)).await;
    long.problem(StatusCode::BAD_REQUEST, ProblemCode::Malformed);
    let anonymous = site.post(&path, &deed("e", done.revision, ".")).await;
    anonymous.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    let after: TableView = site.get(&format!("/api/tables/{}", table.table)).await.ok().read();
    assert_eq!((after.seq, after.revision), (done.seq, done.revision));

    // The response has a receipt, which any client can verify.
    let receipt = done.receipt.expect("a receipt");
    let key: PublicKey = site.get("/api/key").await.ok().read();
    check_signature(&receipt, &key).expect("signed by this server");
    let chain: Chain = site.get(&format!("/api/tables/{}/chain", table.table)).await.ok().read();
    check_chain(&receipt, &chain).expect("on the chain");
    assert_eq!((chain.digests.len() as u64, chain.facts), (done.seq, None));
    let nowhere = site.get("/api/tables/abcdefghijkm/chain").await;
    nowhere.problem(StatusCode::NOT_FOUND, ProblemCode::NoSuchTable);
}

#[tokio::test]
async fn lists_show_listed_tables_by_stage() {
    let site = Site::new().await;
    let open = site.open_table().await;
    let _private = site.table().await;
    let list = |stage: &str| {
        let path = format!("/api/tables?stage={stage}");
        let site = &site;
        async move { site.get(&path).await.ok().read::<TableList>().tables }
    };
    let tables = list("open").await;
    assert_eq!(tables.iter().map(|line| &line.id).collect::<Vec<_>>(), [&open.table]);
    let line = &tables[0];
    let page = format!("open&before={}&before_table", line.updated);
    assert_eq!(list(&format!("{page}=zzzzzzzzzzzz")).await, tables, "behind another of that time");
    assert!(list(&format!("{page}={}", line.id)).await.is_empty(), "behind itself");
    assert!(list(&format!("open&before={}", line.updated)).await.is_empty(), "before that time");
    assert!(list("playing").await.is_empty() && list("over").await.is_empty());
    for query in [
        "",
        "?stage=none",
        "?stage=open&limit=0",
        "?stage=open&limit=x",
        "?stage=open&a=b",
        "?stage=open&before=5&before_table=a%00b",
    ] {
        let answer = site.get(&format!("/api/tables{query}")).await;
        answer.problem(StatusCode::BAD_REQUEST, ProblemCode::Malformed);
    }
}

#[tokio::test]
async fn questions_are_answered_as_the_table_agreed() {
    let site = Site::new().await;
    let table = site.table().await;
    let path = format!("/api/tables/{}/ask", table.table);
    let standing: About = site.post(&path, &json!({ "kind": "standing" })).await.ok().read();
    assert!(matches!(standing, About::Standing { seats } if seats.len() == 2));
    let hint = site.post(&path, &json!({ "kind": "hint" })).await;
    hint.problem(StatusCode::FORBIDDEN, ProblemCode::AidNotAllowed);
    let unknown = site.post(&path, &json!({ "kind": "deck" })).await;
    unknown.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::Malformed);
}

#[tokio::test]
async fn table_creation_is_limited_per_address() {
    let proxies = vec!["10.0.0.1/32".parse().expect("a network")];
    let config = HttpConfig { rate_limits: RateLimits::On, proxies, ..HttpConfig::default() };
    let site = Site::with(config).await;
    let seats = json!([{ "kind": "me", "name": "A" }, { "kind": "open" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let make = |peer: &str, forwarded: &str| {
        let asking = site.ask(Method::POST, "/api/tables").json(&new).from(peer);
        asking.header("x-forwarded-for", forwarded).send()
    };
    let mut made = 0;
    let refused = loop {
        // The header of an untrusted client is ignored, and its own address is counted.
        let answer = make("203.0.113.7:9", &format!("198.51.100.{made}")).await;
        if answer.status != StatusCode::CREATED {
            break answer;
        }
        made += 1;
        assert!(made < 100, "no limit");
    };
    refused.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooMany);
    assert!(refused.header("retry-after").parse::<u64>().expect("seconds") >= 1);
    let neighbour = make("203.0.113.8:9", "").await;
    assert_eq!(neighbour.status, StatusCode::CREATED);
    // Behind a trusted proxy, the client of the proxy is counted.
    let known = make("10.0.0.1:9", "203.0.113.7").await;
    assert_eq!(known.status, StatusCode::TOO_MANY_REQUESTS);
    let other = make("10.0.0.1:9", "203.0.113.9").await;
    assert_eq!(other.status, StatusCode::CREATED);
}

#[tokio::test]
async fn an_unknown_game_is_refused_with_the_known_ones() {
    let site = Site::new().await;
    let seats = json!([{ "kind": "me", "name": "A" }, { "kind": "open" }]);
    let answer = site.post("/api/tables", &json!({ "game": "chess", "seats": seats })).await;
    let problem = answer.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::Malformed);
    for word in ["chess", "land", "stronghold"] {
        assert!(problem.message.contains(word), "{word} in {}", problem.message);
    }
}

#[tokio::test]
async fn unfinished_tables_are_bounded_for_each_address_and_in_all() {
    let limits = TableLimits { open_per_address: 3, running_per_address: 2, open: 8, running: 100 };
    let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
    let options = HubOptions { tables: limits, ..HubOptions::default() };
    let site = Site::with_hub(config, options).await;
    let second = |kind: &str| json!({ "kind": kind, "name": "B" });
    let make = |peer: &str, kind: &str| {
        let mut seats = vec![json!({ "kind": "me", "name": "A" })];
        seats.push(if kind == "open" { json!({ "kind": "open" }) } else { second(kind) });
        let new = json!({ "game": "land", "rules": "base", "seats": seats });
        site.ask(Method::POST, "/api/tables").json(&new).from(peer).send()
    };
    let (one, other) = ("203.0.113.7:9", "198.51.100.1:9");
    let mut made: Vec<Seated> = Vec::new();
    for _ in 0..3 {
        made.push(make(one, "open").await.is(StatusCode::CREATED).read());
    }
    let refused = make(one, "open").await;
    refused.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooManyTables);
    assert!(refused.header("retry-after").parse::<u64>().expect("seconds") >= 1);
    // A rejected table does not count against the limit.
    for _ in 0..5 {
        let bad = json!({ "game": "land", "rules": "nonsense", "seats": [] });
        let answer = site.ask(Method::POST, "/api/tables").json(&bad).from(other).send().await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // A started game makes room for another open table, and for a second game.
    let path = format!("/api/tables/{}/seats", made[0].table);
    site.post(&path, &json!({ "name": "Ben" })).await.is(StatusCode::CREATED);
    make(one, "me").await.is(StatusCode::CREATED);
    let refused = make(one, "open").await;
    refused.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooManyTables);
    // Resigning ends one of them.
    let path = format!("/api/tables/{}/do", made[0].table);
    let resign = json!({ "id": "r", "command": { "kind": "resign", "seat": 0 } });
    site.ask(Method::POST, &path).token(&made[0].token).json(&resign).send().await.ok();
    make(one, "open").await.is(StatusCode::CREATED);

    // Eight in total, from any number of addresses.
    let mut refused = None;
    for n in 0..12 {
        let answer = make(&format!("10.0.{n}.1:9"), "open").await;
        if answer.status != StatusCode::CREATED {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("no limit in all");
    refused.problem(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::TooManyTables);
    assert!(refused.header("retry-after").parse::<u64>().expect("seconds") >= 1);
}
