//! Hints over a real NATS server instead of `NOTIFY`.

use std::time::{Duration, Instant};

use bastide_server::store::postgres::{PostgresOptions, PostgresStore, check_hints};
use bastide_server::store::{Hint, Store};
use bastide_testing::{Cluster, NatsServer, PATIENCE, skip, until};
use tokio::sync::broadcast;

use crate::backends::{append, bodies, table};

/// Starts a NATS server, or records that the test is skipped.
async fn server(arguments: &[&str]) -> Option<NatsServer> {
    let Some(program) = NatsServer::program() else {
        skip("nats-server is missing", "apt-get install nats-server");
        return None;
    };
    Some(NatsServer::start(&program, arguments).await.expect("nats-server starts"))
}

async fn connect(database: &str, hints: &str) -> PostgresStore {
    let hints = hints.parse().expect("a NATS URL");
    let options = PostgresOptions { hints, ..PostgresOptions::default() };
    PostgresStore::connect(database, options).await.expect("it connects")
}

/// Appends to new tables until the other store receives a hint.
async fn tell_until_heard(from: &dyn Store, hints: &mut broadcast::Receiver<Hint>, name: &str) {
    let begun = Instant::now();
    for number in 0.. {
        assert!(begun.elapsed() < PATIENCE, "nothing is heard");
        from.append(append(&table(&format!("{name}-{number}")), 0, &["a"])).await.unwrap();
        let heard = async {
            while !hints.recv().await.expect("the store is open").table.0.starts_with(name) {}
        };
        if tokio::time::timeout(Duration::from_millis(200), heard).await.is_ok() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_travel_over_nats_and_survive_its_outage() {
    let Some(mut nats) = server(&[]).await else { return };
    let url = Cluster::shared().database().await.unwrap();
    let (one, other) = (connect(&url, &nats.url("")).await, connect(&url, &nats.url("")).await);
    let (mut hints, mut own) = (other.hints(), one.hints());
    tell_until_heard(&one, &mut hints, "ready").await;
    one.append(append(&table("told"), 0, &["a", "b"])).await.unwrap();
    let told =
        async { while hints.recv().await.unwrap() != (Hint { table: table("told"), last: 2 }) {} };
    tokio::time::timeout(PATIENCE, told).await.expect("the hint arrives");
    // The sender hears of its own append once.
    other.append(append(&table("end"), 0, &["a"])).await.unwrap();
    let mut heard = 0;
    loop {
        let hint = tokio::time::timeout(PATIENCE, own.recv()).await.expect("a hint").unwrap();
        if hint.table == table("end") {
            break;
        }
        heard += usize::from(hint.table == table("told"));
    }
    assert_eq!(heard, 1);

    // During an outage nothing fails: tables are written and read, and polling finds the changes.
    nats.kill();
    let id = table("outage");
    for after in 0..20 {
        one.append(append(&id, after, &["a"])).await.unwrap();
    }
    assert_eq!(bodies(&other, &id).await.len(), 20);
    let lasts = other.lasts(std::slice::from_ref(&id)).await.unwrap();
    assert_eq!(lasts, [Hint { table: id, last: 20 }]);
    nats.restart().await.unwrap();
    let mut hints = other.hints();
    tell_until_heard(&one, &mut hints, "again").await;
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_starts_before_its_nats_server() {
    let Some(mut nats) = server(&[]).await else { return };
    nats.kill();
    let url = Cluster::shared().database().await.unwrap();
    let (one, other) = (connect(&url, &nats.url("")).await, connect(&url, &nats.url("")).await);
    one.append(append(&table("early"), 0, &["a"])).await.unwrap();
    assert_eq!(bodies(&other, &table("early")).await, ["a"]);
    nats.restart().await.unwrap();
    tell_until_heard(&one, &mut other.hints(), "late").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats_servers_may_require_credentials() {
    let Some(nats) = server(&["--user", "ann", "--pass", "se:cr@t"]).await else { return };
    let url = Cluster::shared().database().await.unwrap();
    let right = nats.url("ann:se%3Acr%40t@");
    let (one, other) = (connect(&url, &right).await, connect(&url, &right).await);
    tell_until_heard(&one, &mut other.hints(), "allowed").await;
    let version = check_hints(&right.parse().unwrap()).await.expect("it answers");
    assert!(version.starts_with('2'), "{version}");
    for wrong in ["", "ann:wrong@", "token@"] {
        let error = check_hints(&nats.url(wrong).parse().unwrap()).await.unwrap_err();
        assert!(!error.contains("wrong") && !error.contains("token@"), "{error}");
        // A store with wrong credentials works, without hints of others.
        let stranger = connect(&url, &nats.url(wrong)).await;
        let id = table(&format!("wrong{}", wrong.len()));
        stranger.append(append(&id, 0, &["a"])).await.unwrap();
        until("others find it", async || bodies(&other, &id).await == ["a"]).await;
    }
}
