//! Tests of a PostgreSQL database shared by several processes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_server::store::postgres::{PostgresOptions, PostgresStore};
use bastide_server::store::{
    Append, Hint, LEASE, Lease, OpenError, Peers, ProcessTime, SHARDS, Store, StoreError,
};
use bastide_testing::{Cluster, PATIENCE, check_time, until};
use tokio::sync::broadcast;
use tokio::task::JoinSet;

use crate::backends::{append, bodies, table};

async fn database() -> String {
    Cluster::shared().database().await.expect("a database")
}

/// Returns the database name of a URL.
fn name(url: &str) -> &str {
    url.rsplit('/').next().expect("a URL ends with a name")
}

async fn connect(url: &str) -> Arc<PostgresStore> {
    Arc::new(PostgresStore::connect(url, PostgresOptions::default()).await.expect("it connects"))
}

async fn connect_error(url: &str) -> OpenError {
    match PostgresStore::connect(url, PostgresOptions::default()).await {
        Ok(_) => panic!("{url} should not open"),
        Err(error) => error,
    }
}

/// Waits for a hint about a table, with a timeout.
async fn hear(hints: &mut broadcast::Receiver<Hint>, name: &str) -> Hint {
    let heard = async {
        loop {
            let hint = hints.recv().await.expect("the store is open");
            if hint.table == table(name) {
                return hint;
            }
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.expect("a hint comes")
}

/// Appends to new tables until the other store receives a hint. Some appends may fail, or their
/// hints may be lost, while connections are re-established.
async fn tell_until_heard(from: &dyn Store, hints: &mut broadcast::Receiver<Hint>, name: &str) {
    let begun = Instant::now();
    for number in 0.. {
        assert!(begun.elapsed() < PATIENCE, "nothing is heard");
        let _ = from.append(append(&table(&format!("{name}-{number}")), 0, &["a"])).await;
        let heard = async {
            while !hints.recv().await.expect("the store is open").table.0.starts_with(name) {}
        };
        if tokio::time::timeout(Duration::from_millis(200), heard).await.is_ok() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_are_announced_to_other_processes() {
    let url = database().await;
    let (one, other) = (connect(&url).await, connect(&url).await);
    let (mut hints, mut own) = (other.hints(), one.hints());
    tell_until_heard(&*one, &mut hints, "ready").await;
    // Fifty tables grow by three facts concurrently.
    let mut tasks = JoinSet::new();
    for number in 0..50 {
        let one = Arc::clone(&one);
        tasks.spawn(async move {
            let id = table(&format!("t{number}"));
            one.append(append(&id, 0, &["a"])).await.unwrap();
            one.append(append(&id, 1, &["b", "c"])).await.unwrap();
        });
    }
    tasks.join_all().await;
    let mut whole = std::collections::BTreeSet::new();
    while whole.len() < 50 {
        let hint = tokio::time::timeout(PATIENCE, hints.recv());
        let hint = hint.await.expect("all are heard of").unwrap();
        assert!(other.read(&hint.table, 0).await.unwrap().len() as u64 >= hint.last);
        if hint.last == 3 {
            whole.insert(hint.table);
        }
    }
    // The sender does not receive its own hints a second time: none of them precedes a later hint
    // of the other store.
    other.append(append(&table("last"), 0, &["a"])).await.unwrap();
    let mut heard = 0;
    loop {
        let hint = tokio::time::timeout(PATIENCE, own.recv());
        let hint = hint.await.expect("the last one is heard of").unwrap();
        if hint.table == table("last") {
            break;
        }
        heard += usize::from(hint.table.0.starts_with('t'));
    }
    assert_eq!(heard, 100);
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_resume_after_lost_connections() {
    let url = database().await;
    let (one, other) = (connect(&url).await, connect(&url).await);
    let mut hints = other.hints();
    tell_until_heard(&*one, &mut hints, "before").await;
    let cut = format!(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '{}' and pid <> pg_backend_pid()",
        name(&url)
    );
    Cluster::shared().execute("postgres", &cut).await.unwrap();
    // Writes and reads use new connections after a short time.
    let begun = Instant::now();
    let id = table("after");
    while one.lasts(std::slice::from_ref(&id)).await.unwrap_or_default().is_empty() {
        let outcome = one.append(append(&id, 0, &["a"])).await;
        assert!(matches!(outcome, Ok(()) | Err(StoreError::Unavailable(_))), "{outcome:?}");
        assert!(begun.elapsed() < PATIENCE, "it does not recover");
    }
    while other.read(&id, 0).await.is_err() {
        assert!(begun.elapsed() < PATIENCE, "it does not recover");
    }
    let mut hints = other.hints();
    tell_until_heard(&*one, &mut hints, "again").await;
    one.append(append(&id, 1, &["b"])).await.unwrap();
    assert_eq!(hear(&mut hints, "after").await.last, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_does_not_answer_is_unavailable_until_it_does() {
    let url = database().await;
    let store = connect(&url).await;
    let id = table("kept");
    store.append(append(&id, 0, &["a"])).await.unwrap();
    // Two commands: a connection that begins before the first is committed is ended by the second,
    // which waits for the end of each, since one that ends later would still answer.
    let shut = |allowed: &str| {
        let name = name(&url);
        [
            format!("alter database {name} allow_connections {allowed}"),
            format!(
                "select pg_terminate_backend(pid, 10000) from pg_stat_activity
                 where datname = '{name}'"
            ),
        ]
    };
    for command in shut("false") {
        Cluster::shared().execute("postgres", &command).await.unwrap();
    }
    let gone = |outcome| matches!(outcome, Err(StoreError::Unavailable(_)));
    assert!(gone(store.append(append(&id, 1, &["b"])).await));
    assert!(gone(store.append(append(&id, 1, &["b"])).await));
    assert!(gone(store.read(&id, 0).await.map(drop)));
    assert!(gone(store.check().await));
    assert!(gone(store.renew("me", ProcessTime::default()).await.map(drop)));
    for command in shut("true") {
        Cluster::shared().execute("postgres", &command).await.unwrap();
    }
    store.append(append(&id, 1, &["c"])).await.unwrap();
    assert_eq!(bodies(&*store, &id).await, ["a", "c"]);
    store.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn owners_share_the_shards_fairly() {
    let url = database().await;
    let stores = [connect(&url).await, connect(&url).await, connect(&url).await];
    let all = usize::from(SHARDS);
    assert_eq!(stores[0].renew("a", ProcessTime::default()).await.unwrap().len(), all);
    assert_eq!(
        stores[1].renew("b", ProcessTime::default()).await.unwrap().len(),
        0,
        "all are held"
    );
    assert_eq!(
        stores[0].renew("a", ProcessTime::default()).await.unwrap().len(),
        all / 2,
        "half is given back"
    );
    assert_eq!(
        stores[1].renew("b", ProcessTime::default()).await.unwrap().len(),
        all / 2,
        "and taken"
    );
    assert_eq!(stores[2].renew("c", ProcessTime::default()).await.unwrap().len(), 0);
    let mut held: Vec<Vec<Lease>> = Vec::new();
    for _ in 0..2 {
        held.clear();
        for (store, owner) in stores.iter().zip(["a", "b", "c"]) {
            held.push(store.renew(owner, ProcessTime::default()).await.unwrap());
        }
    }
    let mut shards: Vec<u16> = held.iter().flatten().map(|lease| lease.shard).collect();
    shards.sort_unstable();
    assert_eq!(shards, (0..SHARDS).collect::<Vec<u16>>(), "each is held by one");
    for leases in &held {
        assert!((20..=22).contains(&leases.len()), "{} are no fair share", leases.len());
    }
    // One process releases its leases, another just dies: the third takes over all of them.
    stores[0].release("a").await.unwrap();
    let begun = Instant::now();
    until("all are taken over", async || {
        stores[2].renew("c", ProcessTime::default()).await.unwrap().len() == all
    })
    .await;
    check_time("taking over leases", begun.elapsed(), LEASE + Duration::from_secs(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_set_back_or_forward_leaves_no_shard_without_an_owner() {
    for hours in [2, -2] {
        let url = database().await;
        let (gone, here) = (connect(&url).await, connect(&url).await);
        let all = usize::from(SHARDS);
        let old = gone.renew("gone", ProcessTime::default()).await.unwrap();
        assert_eq!(old.len(), all);
        // Shifts the stored times, which looks to the database like a step of its clock.
        let moved = format!(
            "update lease set expires = expires + {0}; update process set seen = seen + {0}",
            hours * 3_600_000
        );
        Cluster::shared().execute(name(&url), &moved).await.unwrap();
        let new = here.renew("here", ProcessTime::default()).await.unwrap();
        assert_eq!(new.len(), all, "taken over at once, {hours} h");
        assert!(new.iter().zip(&old).all(|(new, old)| new.epoch > old.epoch));
        let id = crate::backends::table_in(0);
        let late = Append { fence: Some(old[0]), ..append(&id, 0, &["a"]) };
        assert_eq!(gone.append(late).await, Err(StoreError::Fenced), "{hours} h");
        here.append(Append { fence: Some(new[0]), ..append(&id, 0, &["a"]) }).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_joins_others_learns_their_time() {
    let url = database().await;
    let (one, other) = (connect(&url).await, connect(&url).await);
    assert_eq!(other.peers("other").await.unwrap(), Peers::None, "it is alone");
    let hours = 5 * 3_600_000;
    let time = ProcessTime { now: one.now().await.unwrap() - hours, uptime: 40 };
    one.renew("one", time).await.unwrap();
    let peers = other.peers("other").await.unwrap();
    let Peers::Alive(peers) = peers else { panic!("one is alive: {peers:?}") };
    assert!(peers.uptime >= 40);
    assert_eq!(one.peers("one").await.unwrap(), Peers::None, "it is not a peer of itself");
    let apart = peers.now + hours - other.now().await.unwrap();
    assert!(apart.abs() < 2_000, "{apart} ms apart");
    for hours in [2, -4] {
        let moved = format!("update process set seen = seen + {}", hours * 3_600_000);
        Cluster::shared().execute(name(&url), &moved).await.unwrap();
        assert_eq!(
            other.peers("other").await.unwrap(),
            Peers::Silent,
            "gone, or the clock was set"
        );
    }
    one.release("one").await.unwrap();
    assert_eq!(other.peers("other").await.unwrap(), Peers::None, "it is alone again");
}

#[tokio::test]
async fn connection_errors_say_what_to_do() {
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = unused.local_addr().unwrap().port();
    drop(unused);
    let url = format!("postgres://me:secret@127.0.0.1:{port}/tables");
    let error = connect_error(&url).await.to_string();
    for part in
        ["127.0.0.1", &port.to_string(), "tables", "me", "check that the database is running"]
    {
        assert!(error.contains(part), "{error}");
    }
    assert!(!error.contains("secret"), "{error}");

    let missing = connect_error(&Cluster::shared().url("nowhere")).await.to_string();
    assert!(missing.contains("create the database"), "{missing}");
    let bad = connect_error("postgres://host:port/x").await;
    assert!(matches!(bad, OpenError::BadUrl { .. }), "{bad}");
    let hostless = connect_error("postgres:///x").await;
    assert!(matches!(hostless, OpenError::BadUrl { .. }), "{hostless}");
}

#[tokio::test]
async fn newer_and_foreign_databases_are_refused() {
    let url = database().await;
    connect(&url).await.close().await;
    let newer = "insert into schema_version values (999, 0)";
    Cluster::shared().execute(name(&url), newer).await.unwrap();
    let error = connect_error(&url).await;
    assert!(matches!(error, OpenError::Newer { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("update this program"), "{error}");

    for foreign in ["create table lease (flat text)", "create table schema_version (x text)"] {
        let url = database().await;
        Cluster::shared().execute(name(&url), foreign).await.unwrap();
        let error = connect_error(&url).await;
        assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    }
    // Unrelated tables that do not conflict are allowed.
    let url = database().await;
    Cluster::shared().execute(name(&url), "create table recipe (x text)").await.unwrap();
    connect(&url).await.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_prepare_a_database_once() {
    let url = database().await;
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let url = url.clone();
        tasks.spawn(async move { connect(&url).await.check().await.unwrap() });
    }
    tasks.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_append_does_not_affect_others() {
    let url = database().await;
    let options = PostgresOptions { writers: 1, ..PostgresOptions::default() };
    let store = Arc::new(PostgresStore::connect(&url, options).await.unwrap());
    // A log that is longer than its row states, as after damage.
    store.append(append(&table("damaged"), 0, &["a"])).await.unwrap();
    let ahead = "insert into fact values ('damaged', 2, 1, 1, 0, 'b')";
    Cluster::shared().execute(name(&url), ahead).await.unwrap();
    let mut tasks = JoinSet::new();
    for number in 0..60 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let (id, after) = match number {
                30 => (table("damaged"), 1),
                31 => (table("nul\0"), 0),
                _ => (table(&format!("t{number}")), 0),
            };
            (number, store.append(append(&id, after, &["c"])).await)
        });
    }
    for (number, outcome) in tasks.join_all().await {
        match number {
            30 => assert!(matches!(outcome, Err(StoreError::Damaged(_))), "{outcome:?}"),
            31 => assert!(outcome.is_err(), "PostgreSQL has no place for it"),
            _ => assert_eq!(outcome, Ok(()), "{number}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_are_durable_with_synchronous_commit_off() {
    let url = database().await;
    let careless = format!("alter database {} set synchronous_commit = off", name(&url));
    Cluster::shared().execute("postgres", &careless).await.unwrap();
    let store = connect(&url).await;
    // Recorded by a trigger, within the same statement that appends.
    let witness = "create table witness (setting text);
        create function testify() returns trigger language plpgsql as $$ begin
            insert into witness values (current_setting('synchronous_commit'));
            return null;
        end $$;
        create trigger testify after insert on fact execute function testify()";
    Cluster::shared().execute(name(&url), witness).await.unwrap();
    store.append(append(&table("safe"), 0, &["a"])).await.unwrap();
    let ask = "do $$ begin
        if (select array_agg(setting) from witness) is distinct from array['on'] then
            raise exception 'it does not wait';
        end if;
    end $$";
    Cluster::shared().execute(name(&url), ask).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_of_the_database_is_recognised() {
    let url = database().await;
    let store = connect(&url).await;
    let id = table("full");
    store.append(append(&id, 0, &["a"])).await.unwrap();
    let fill = "create function fill() returns trigger language plpgsql as $$ begin
            raise exception 'no space left on device' using errcode = 'disk_full';
        end $$;
        create trigger fill before insert on fact for each row execute function fill()";
    Cluster::shared().execute(name(&url), fill).await.unwrap();
    assert_eq!(store.append(append(&id, 1, &["b"])).await, Err(StoreError::Full));
    assert_eq!(bodies(&*store, &id).await, ["a"], "reading goes on");
    Cluster::shared().execute(name(&url), "drop trigger fill on fact").await.unwrap();
    store.append(append(&id, 1, &["b"])).await.unwrap();
    assert_eq!(bodies(&*store, &id).await, ["a", "b"]);
}
