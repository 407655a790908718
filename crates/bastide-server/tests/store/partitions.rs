//! Databases that are divided into hash partitions by table id.

use bastide_server::store::Store;
use bastide_server::store::postgres::{PostgresOptions, PostgresStore};
use bastide_testing::Cluster;
use tokio_postgres::NoTls;

use crate::backends::{append, bodies, table};

async fn connect(url: &str, partitions: Option<u16>) -> PostgresStore {
    let options = PostgresOptions { partitions, ..PostgresOptions::default() };
    PostgresStore::connect(url, options).await.expect("it connects")
}

/// Returns the first column of all rows.
async fn query(url: &str, sql: &str) -> Vec<String> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    let rows = client.query(sql, &[]).await.unwrap();
    drop(client);
    let _ = driver.await;
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_existing_database_is_divided_once() {
    let url = Cluster::shared().database().await.unwrap();
    let store = connect(&url, None).await;
    assert_eq!(store.server().partitions, 0);
    for number in 0..40 {
        let id = table(&format!("t{number}"));
        store.append(append(&id, 0, &["a", "b"])).await.unwrap();
    }
    store.close().await;
    let indexes = "select regexp_replace(indexdef, ' ON (ONLY )?', ' ON ') from pg_indexes
        where tablename in ('game_table', 'fact', 'folded', 'push_subscription') order by 1";
    let before = query(&url, indexes).await;

    // A number of processes may start with the flag at once.
    let stores = tokio::join!(connect(&url, Some(4)), connect(&url, Some(4)));
    assert_eq!((stores.0.server().partitions, stores.1.server().partitions), (4, 4));
    assert!(stores.0.describe().contains("4 partitions"), "{}", stores.0.describe());
    assert_eq!(query(&url, indexes).await, before, "keys and indexes are the same");
    for number in 0..40 {
        let id = table(&format!("t{number}"));
        assert_eq!(bodies(&stores.0, &id).await, ["a", "b"]);
        stores.1.append(append(&id, 2, &["c"])).await.unwrap();
    }
    let filled = "select distinct tableoid::regclass::text from fact order by 1";
    let names = ["fact_p0", "fact_p1", "fact_p2", "fact_p3"];
    assert_eq!(query(&url, filled).await, names, "all partitions are used");

    // With another number, or without the flag, the partitions stay.
    for partitions in [Some(8), None] {
        let store = connect(&url, partitions).await;
        assert_eq!(store.server().partitions, 4);
        assert_eq!(bodies(&store, &table("t7")).await, ["a", "b", "c"]);
        store.close().await;
    }
    let plan = "explain select seq from fact where table_id = 't7' and seq > 1 order by seq";
    let plan = query(&url, plan).await.join("\n");
    let scanned = names.iter().filter(|name| plan.contains(*name)).count();
    assert_eq!(scanned, 1, "a log is read from one partition: {plan}");
}
