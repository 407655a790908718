//! CPU-bound work is shared fairly between addresses, and requests over capacity are rejected
//! immediately.

use std::sync::Mutex;

use axum::http::{Method, StatusCode};
use bastide_protocol::{ClientMsg, ProblemCode, Question, Seated, ServerMsg, Xy};
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_server::{Credentials, Hub};
use futures_util::StreamExt as _;
use futures_util::future::{join, join_all};
use futures_util::stream::FuturesUnordered;
use serde_json::json;
use tokio::task::JoinHandle;

use crate::sockets::{Open, Socket, hello};
use crate::support::{Answer, Site};

const ATTACKER: &str = "203.0.113.7:9";
const OTHER: &str = "198.51.100.1:9";

/// A server that renders one postcard at a time, without rate limits, to test only the queues.
async fn site() -> Site {
    let limits = RateLimits::Off;
    Site::with(HttpConfig { rate_limits: limits, picture_workers: 1, ..HttpConfig::default() })
        .await
}

/// Returns the paths of all postcards of some tables: four themes and two formats each.
fn postcards(tables: &[Seated]) -> Vec<String> {
    let mut paths = Vec::new();
    for table in tables {
        for theme in ["light", "dark", "contrast", "print"] {
            for form in ["png", "svg"] {
                let path = format!("/api/tables/{}/postcard.{form}?theme={theme}", table.table);
                paths.push(path);
            }
        }
    }
    paths
}

async fn tables(site: &Site, count: usize) -> Vec<Seated> {
    let mut tables = Vec::new();
    for _ in 0..count {
        tables.push(site.table().await);
    }
    tables
}

async fn get(site: &Site, path: &str, from: &str) -> Answer {
    site.ask(Method::GET, path).from(from).send().await
}

/// Returns the value of a metric.
async fn metric(site: &Site, line: &str) -> u64 {
    let text = get(site, "/metrics", "127.0.0.1:9").await.ok().text();
    let value = text.lines().find_map(|each| each.strip_prefix(line));
    value.unwrap_or_else(|| panic!("{line} in {text}")).trim().parse().expect("a number")
}

async fn pictures_waiting(site: &Site) -> u64 {
    metric(site, "bastide_jobs_waiting{queue=\"pictures\"}").await
}

#[tokio::test]
async fn a_flood_of_postcards_does_not_delay_other_clients() {
    let site = site().await;
    let paths = postcards(&tables(&site, 25).await);
    assert_eq!(paths.len(), 200);
    let done = Mutex::new(0_usize);
    let attack = join_all(paths[..199].iter().map(|path| async {
        let answer = get(&site, path, ATTACKER).await;
        if answer.status == StatusCode::OK {
            *done.lock().expect("no panic") += 1;
        }
        answer
    }));
    let other = async {
        while pictures_waiting(&site).await < 8 {
            tokio::task::yield_now().await;
        }
        let count = || *done.lock().expect("no panic");
        let before = count();
        let sprite = get(&site, "/art/base.svg", OTHER).await;
        let (sprite_after, waiting) = (count() - before, pictures_waiting(&site).await);
        let before = count();
        let postcard = get(&site, &paths[199], OTHER).await;
        (sprite, sprite_after, waiting, postcard, count() - before)
    };
    let (attacks, (sprite, sprite_after, waiting, postcard, postcard_after)) =
        join(attack, other).await;
    // The sprite was rendered while most postcards of the flood were still waiting.
    assert_eq!(sprite.status, StatusCode::OK);
    assert!(sprite_after <= 2 && waiting >= 4, "{sprite_after} before it, {waiting} waiting");
    // The postcard was rendered after the current one and one of the attacker's.
    assert_eq!(postcard.status, StatusCode::OK);
    assert!(postcard_after <= 3, "{postcard_after} postcards came before the other's");
    // Requests over capacity were rejected with a reason.
    let own = |answer: &&Answer| answer.status == StatusCode::TOO_MANY_REQUESTS;
    assert!(attacks.iter().filter(own).count() > 100, "most were refused");
    for answer in attacks.iter().filter(|answer| answer.status != StatusCode::OK) {
        match own(&answer) {
            true => answer.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooMany),
            // On a slow machine some requests exceed the maximum wait.
            false => answer.problem(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::Busy),
        };
        assert!(answer.header("retry-after").parse::<u64>().expect("seconds") >= 1);
    }
}

#[tokio::test]
async fn full_queues_are_reported() {
    let site = site().await;
    let paths = postcards(&tables(&site, 12).await);
    // Eight may wait for each of these addresses, and 64 in total.
    let mut asked: FuturesUnordered<_> = paths
        .iter()
        .enumerate()
        .map(|(n, path)| {
            let site = &site;
            async move { get(site, path, &format!("10.0.{}.1:9", n % 12)).await }
        })
        .collect();
    let refused = loop {
        let answer = asked.next().await.expect("a refusal before all is drawn");
        if answer.status != StatusCode::OK {
            break answer;
        }
    };
    refused.problem(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::Busy);
    assert!(refused.header("retry-after").parse::<u64>().expect("seconds") >= 1);
}

#[tokio::test]
async fn concurrent_requests_for_a_picture_draw_it_once() {
    let site = site().await;
    let table = site.table().await;
    let path = format!("/api/tables/{}/postcard.png", table.table);
    let asked = (0..40).map(|n| {
        let (site, path) = (&site, &path);
        async move { get(site, path, &format!("10.0.{n}.1:9")).await.ok() }
    });
    let pictures = join_all(asked).await;
    assert!(pictures.iter().all(|picture| picture.body == pictures[0].body));
    assert_eq!(metric(&site, "bastide_pictures_drawn_total").await, 1);
}

/// Creates a table with a coach where one person plays both seats.
async fn coached(site: &Site) -> Seated {
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "me", "name": "Ben" }]);
    let new = json!({ "game": "land", "rules": "base,fields", "seats": seats, "aid": "coach" });
    site.post("/api/tables", &new).await.is(StatusCode::CREATED).read()
}

async fn ask(hub: &Hub, table: &Seated, question: &Question, client: u64) -> Option<ProblemCode> {
    let credentials = Credentials { token: Some(&table.token), ..Credentials::default() };
    let answer = hub.ask_for(&table.table, credentials, question, client).await;
    answer.err().map(|problem| problem.code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_hints_does_not_delay_other_clients() {
    let site = site().await;
    let table = coached(&site).await;
    let hub = site.app.hub();
    let done = Mutex::new(0_usize);
    let attack = join_all((0..100).map(|_| async {
        let refused = ask(hub, &table, &Question::Hint, 1).await;
        if refused.is_none() {
            *done.lock().expect("no panic") += 1;
        }
        refused
    }));
    let other = async {
        while hub.questions()[0].1 < 16 {
            tokio::task::yield_now().await;
        }
        let count = || *done.lock().expect("no panic");
        // Cheap questions do not wait for hints, not even for those of the same client.
        let before = count();
        for client in [1, 2] {
            let tile = Question::Tile { cell: Xy { x: 0, y: 0 } };
            assert_eq!(ask(hub, &table, &tile, client).await, None);
            assert_eq!(ask(hub, &table, &Question::Fields, client).await, None);
        }
        let (running, waiting) = hub.questions()[0];
        assert!(waiting >= 8, "{} hints were given before four questions", count() - before);
        let before = count();
        assert_eq!(ask(hub, &table, &Question::Hint, 2).await, None);
        (count() - before, running)
    };
    let (attacks, (before, running)) = join(attack, other).await;
    assert!(before <= 2 * running + 1, "{before} hints came before the other's");
    let refused: Vec<_> = attacks.into_iter().flatten().collect();
    assert!(refused.len() > 50, "{} of 100 were refused", refused.len());
    assert!(refused.iter().all(|&code| code == ProblemCode::TooMany));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_waits_for_a_hint_answers_other_questions() {
    let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
    let open = Open::limited(config).await;
    let table = coached(&open.site).await;
    let mut socket = open.socket_from("127.0.0.1", &hello(&table.table, Some(&table.token))).await;
    // On a busy machine the hint may be given before the other question is read. A socket that waits
    // for its hint never answers in the other order, so one such answer is enough.
    for round in 0..20 {
        if answers_other_questions_first(&open, &table, &mut socket, round).await {
            return;
        }
    }
    panic!("the socket answered no question before its hint");
}

/// Queues hints of many other clients, then asks for a hint and for the standing over `socket`.
/// Returns true if the standing is answered first.
async fn answers_other_questions_first(
    open: &Open,
    table: &Seated,
    socket: &mut Socket,
    round: u32,
) -> bool {
    let others: Vec<_> = (1..=60)
        .map(|client| {
            let (hub, table) = (open.site.app.hub().clone(), table.clone());
            tokio::spawn(async move { ask(&hub, &table, &Question::Hint, client << 20).await })
        })
        .collect();
    while open.site.app.hub().questions()[0].1 < 30 && !others.iter().all(JoinHandle::is_finished) {
        tokio::task::yield_now().await;
    }
    let (hint, standing) = (2 * round + 1, 2 * round + 2);
    socket.say(&ClientMsg::Ask { id: hint, question: Question::Hint }).await;
    socket.say(&ClientMsg::Ask { id: standing, question: Question::Standing }).await;
    let mut answered = Vec::new();
    while answered.len() < 2 {
        match socket.hear().await {
            ServerMsg::Answer { id, .. } | ServerMsg::NoAnswer { id, .. } => {
                answered.push(id);
                others.iter().for_each(JoinHandle::abort);
            }
            ServerMsg::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    answered == [standing, hint]
}
