//! Reads from a standby, which streams from the primary.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_server::store::postgres::{PostgresOptions, ReplicaOptions, ReplicaStats};
use bastide_server::store::{
    Append, Fold, Location, Query, Row, Stage, Store, StoreError, TableId, open_with,
};
use bastide_testing::{Cluster, check_time, until};

use crate::backends::{append, bodies, fact, row, table};

/// Maximum time of a read from the primary while the standby does not answer: the timeout of the
/// standby, with a margin for a busy machine.
const SLOW: Duration = Duration::from_secs(8);

async fn open(url: &str, replica: &str) -> Arc<dyn Store> {
    let replica = ReplicaOptions { url: replica.parse().unwrap(), readers: 2 };
    let options = PostgresOptions { replica: Some(replica), ..PostgresOptions::default() };
    open_with(&Location::Postgres(url.to_owned()), options).await.unwrap()
}

/// Reads a list and a finished log over the replica of a store, for the check of all statements. The
/// database is its own replica, so that one log has the statements of both.
pub(crate) async fn read_over_a_replica(url: &str, options: PostgresOptions) {
    let replica = ReplicaOptions { url: url.parse().unwrap(), readers: 1 };
    let options = PostgresOptions { replica: Some(replica), ..options };
    let store = open_with(&Location::Postgres(url.to_owned()), options).await.unwrap();
    until("the replica is used", async || stats(&*store).is_used).await;
    let id = finish(&*store, "over").await;
    assert_eq!(list(&*store, Stage::Over).await, [("over".to_owned(), 2)]);
    assert_eq!(loaded(&*store, &id).await, ["a", "b"]);
    let stats = stats(&*store);
    assert_eq!((stats.lists.replica, stats.logs.replica), (1, 1), "{stats:?}");
    store.close().await;
}

/// A primary with a database, and its standby.
struct Pair {
    primary: Cluster,
    standby: Cluster,
    name: String,
}

impl Pair {
    async fn start() -> Pair {
        let primary = Cluster::start().unwrap();
        let url = primary.database().await.unwrap();
        let name = url.rsplit_once('/').unwrap().1.to_owned();
        let standby = primary.standby().unwrap();
        Pair { primary, standby, name }
    }

    /// Opens the store; returns once the replica is used.
    async fn open(&self) -> Arc<dyn Store> {
        let (url, replica) = (self.primary.url(&self.name), self.standby.url(&self.name));
        let store = open(&url, &replica).await;
        until("the replica is used", async || stats(&*store).is_used).await;
        store
    }

    /// Stops or continues the replay of changes by the standby.
    async fn replay(&self, does_replay: bool) {
        let word = if does_replay { "resume" } else { "pause" };
        self.standby.execute("postgres", &format!("select pg_wal_replay_{word}()")).await.unwrap();
        if !does_replay {
            let paused = "do $$ begin while pg_get_wal_replay_pause_state() <> 'paused' loop
                 perform pg_sleep(0.01); end loop; end $$";
            self.standby.execute("postgres", paused).await.unwrap();
        }
    }
}

fn stats(store: &dyn Store) -> ReplicaStats {
    store.replica().expect("there is a replica")
}

fn finished(append: Append) -> Append {
    let row = Row { stage: Stage::Over, ..append.row };
    Append { row, ..append }
}

async fn finish(store: &dyn Store, name: &str) -> TableId {
    let id = table(name);
    store.append(finished(append(&id, 0, &["a", "b"]))).await.unwrap();
    id
}

async fn list(store: &dyn Store, stage: Stage) -> Vec<(String, u64)> {
    let rows = store.list(&Query { stage, behind: None, limit: 20 }).await.unwrap();
    rows.into_iter().map(|row| (row.id.to_string(), row.last)).collect()
}

async fn loaded(store: &dyn Store, id: &TableId) -> Vec<String> {
    store.load(id).await.unwrap().into_iter().map(|fact| fact.body).collect()
}

/// Waits until lists come from the replica.
async fn caught_up(store: &dyn Store) {
    until("lists are read from the replica", async || {
        let before = stats(store).lists.replica;
        list(store, Stage::Over).await;
        stats(store).lists.replica > before
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_finished_logs_are_read_from_the_replica() {
    let pair = Pair::start().await;
    pair.open().await.close().await;
    // A user of the replica needs only to read.
    let role = "create role reader login; grant select on all tables in schema public to reader";
    pair.primary.execute(&pair.name, role).await.unwrap();
    let replica = pair.standby.url(&pair.name).replace("//bastide@", "//reader@");
    let store = open(&pair.primary.url(&pair.name), &replica).await;
    let id = finish(&*store, "over").await;
    let running = table("running");
    store.append(append(&running, 0, &["a"])).await.unwrap();
    caught_up(&*store).await;
    pair.replay(false).await;
    // The standby keeps what the primary loses behind the back of the store.
    let gone = "delete from fact; delete from game_table";
    pair.primary.execute(&pair.name, gone).await.unwrap();
    let before = stats(&*store);
    assert_eq!(list(&*store, Stage::Over).await, [("over".to_owned(), 2)]);
    assert_eq!(list(&*store, Stage::Open).await, [("running".to_owned(), 1)]);
    assert_eq!(loaded(&*store, &id).await, ["a", "b"]);
    assert_eq!(bodies(&*store, &id).await, [""; 0], "reads before a change use the primary");
    assert_eq!(loaded(&*store, &running).await, [""; 0], "and so do running games");
    let now = stats(&*store);
    assert_eq!(
        (now.lists.replica, now.lists.primary),
        (before.lists.replica + 2, before.lists.primary)
    );
    assert_eq!(
        (now.logs.replica, now.logs.primary),
        (before.logs.replica + 1, before.logs.primary + 1)
    );
    assert_eq!((now.failed, now.missing), (before.failed, 0));
    assert_eq!(store.load(&table("never")).await, Ok(Vec::new()));
    assert_eq!(stats(&*store).missing, 1);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_changes_are_read_while_the_replica_is_behind() {
    let pair = Pair::start().await;
    let (store, other) = (pair.open().await, pair.open().await);
    let [old, erased, deleted] = ["old", "erased", "deleted"].map(table);
    for name in ["old", "erased", "deleted"] {
        finish(&*store, name).await;
    }
    caught_up(&*store).await;
    pair.replay(false).await;
    let before = stats(&*store);
    finish(&*store, "new").await;
    let found = list(&*store, Stage::Over).await;
    assert!(found.contains(&("new".to_owned(), 2)), "a game that has just ended: {found:?}");
    store.append(finished(append(&old, 2, &["c"]))).await.unwrap();
    let admin = store.admin().unwrap();
    let log = vec![fact(1, "x"), fact(2, "y")];
    let over = Row { stage: Stage::Over, ..row(&erased, 2) };
    assert!(admin.rewrite(2, log, over).await.unwrap());
    assert!(admin.delete_table(&deleted, Some(2)).await.unwrap());
    let found = list(&*store, Stage::Over).await;
    assert_eq!(found.len(), 3, "without the deleted one: {found:?}");
    assert!(found.contains(&("new".to_owned(), 2)) && found.contains(&("old".to_owned(), 3)));
    assert_eq!(loaded(&*store, &table("new")).await, ["a", "b"]);
    assert_eq!(loaded(&*store, &old).await, ["a", "b", "c"]);
    assert_eq!(loaded(&*store, &erased).await, ["x", "y"], "not the log of before");
    assert_eq!(loaded(&*store, &deleted).await, [""; 0]);
    let now = stats(&*store);
    assert_eq!(now.behind + now.missing, before.behind + before.missing + 6, "{now:?}");
    assert_eq!((now.lists.replica, now.logs.replica), (before.lists.replica, before.logs.replica));
    assert_eq!(now.failed, before.failed);
    // Another process knows of changes by its notifications, or by looking up last facts.
    let known = [old.clone(), deleted.clone()];
    assert_eq!(other.lasts(&known).await.unwrap().len(), 1);
    assert_eq!(loaded(&*other, &old).await, ["a", "b", "c"]);
    assert_eq!(loaded(&*other, &deleted).await, [""; 0]);
    pair.replay(true).await;
    until("it has caught up", async || {
        let before = stats(&*store).logs.replica;
        assert_eq!(loaded(&*store, &old).await, ["a", "b", "c"]);
        stats(&*store).logs.replica > before
    })
    .await;
    for store in [store, other] {
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_or_stopped_replica_causes_no_errors() {
    let pair = Pair::start().await;
    let store = pair.open().await;
    let id = finish(&*store, "over").await;
    caught_up(&*store).await;
    let paused = pair.standby.pause().unwrap();
    let begun = Instant::now();
    assert_eq!(list(&*store, Stage::Over).await, [("over".to_owned(), 2)]);
    assert_eq!(loaded(&*store, &id).await, ["a", "b"]);
    check_time("reading while the replica is silent", begun.elapsed(), SLOW);
    until("it is no longer used", async || !stats(&*store).is_used).await;
    let (begun, before) = (Instant::now(), stats(&*store).failed);
    for _ in 0..50 {
        assert_eq!(loaded(&*store, &id).await, ["a", "b"]);
    }
    check_time("reading without waiting for the replica", begun.elapsed(), SLOW);
    assert!(stats(&*store).failed >= before + 50 && before > 0, "{:?}", stats(&*store));
    drop(paused);
    caught_up(&*store).await;
    let Pair { primary, standby, name } = pair;
    drop(standby);
    assert_eq!(list(&*store, Stage::Over).await, [("over".to_owned(), 2)]);
    assert_eq!(loaded(&*store, &id).await, ["a", "b"]);
    finish(&*store, "later").await;
    assert_eq!(list(&*store, Stage::Over).await.len(), 2);
    // A process starts without the standby.
    let second = open(&primary.url(&name), "postgres://bastide@127.0.0.1:1/nowhere").await;
    assert_eq!(list(&*second, Stage::Over).await.len(), 2);
    assert!(!stats(&*second).is_used);
    for store in [store, second] {
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_games_are_read_from_the_replica_or_reported_by_the_primary() {
    let pair = Pair::start().await;
    let store = pair.open().await;
    let id = finish(&*store, "over").await;
    let (body, summary) = (b"no folded log".to_vec(), "short".to_owned());
    store.fold(Fold { id: id.clone(), last: 2, body, summary, fence: None }).await.unwrap();
    caught_up(&*store).await;
    let folded =
        "do $$ begin perform 1 from folded; if not found then raise 'not folded'; end if; end $$";
    until("it is folded there", async || pair.standby.execute(&pair.name, folded).await.is_ok())
        .await;
    let before = stats(&*store).failed;
    assert!(matches!(store.load(&id).await, Err(StoreError::Damaged(_))), "as without a replica");
    assert_eq!(stats(&*store).failed, before + 1);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_database_is_not_used_as_a_replica() {
    let cluster = Cluster::shared();
    let [url, other] = [cluster.database().await.unwrap(), cluster.database().await.unwrap()];
    let store = open(&url, &other).await;
    finish(&*store, "mine").await;
    assert_eq!(list(&*store, Stage::Over).await, [("mine".to_owned(), 2)]);
    assert_eq!(loaded(&*store, &table("mine")).await, ["a", "b"]);
    let found = stats(&*store);
    assert!(!found.is_used && found.failed == 2, "{found:?}");
    assert_eq!((found.lists.replica, found.logs.replica), (0, 0));
    store.close().await;
}
