//! Eight processes share a PostgreSQL server with the default connection limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_server::store::postgres::{PostgresOptions, PostgresStore};
use bastide_server::store::{ProcessTime, Store};
use bastide_testing::{Cluster, ClusterOptions};
use tokio::task::JoinSet;
use tokio_postgres::NoTls;

use crate::backends::{append, table};

const NODES: usize = 8;

/// Number of tasks, sufficient to keep all connections of a store busy.
const TASKS: usize = 24;

/// Returns the maximum number of connections of all stores together until `is_over` is set.
async fn most_connections(url: String, is_over: Arc<AtomicBool>) -> i64 {
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    let sql = "select count(*) from pg_stat_activity where application_name = 'bastide'";
    let mut most = 0;
    while !is_over.load(Ordering::Relaxed) {
        most = most.max(client.query_one(sql, &[]).await.unwrap().get(0));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    drop(client);
    let _ = driver.await;
    most
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_nodes_fit_into_a_hundred_connections() {
    let settings = vec!["max_connections=100".to_owned()];
    let options = ClusterOptions { settings, ..ClusterOptions::default() };
    let cluster = Cluster::start_with(&options).unwrap();
    let url = cluster.database().await.unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let most = tokio::spawn(most_connections(url.clone(), Arc::clone(&is_over)));
    let mut stores = Vec::new();
    for _ in 0..NODES {
        let store = PostgresStore::connect(&url, PostgresOptions::default()).await;
        stores.push(Arc::new(store.expect("there is a connection left")));
    }
    let mut tasks = JoinSet::new();
    for (node, store) in stores.iter().enumerate() {
        for task in 0..TASKS {
            let store = Arc::clone(store);
            tasks.spawn(async move {
                let id = table(&format!("n{node}t{task}"));
                for after in 0..10 {
                    store.append(append(&id, after, &["a"])).await.expect("it is appended");
                    let facts = store.read(&id, 0).await.expect("it is read");
                    assert_eq!(facts.len() as u64, after + 1);
                }
            });
        }
        tasks.spawn({
            let store = Arc::clone(store);
            async move {
                for _ in 0..10 {
                    store
                        .renew(&format!("n{node}"), ProcessTime::default())
                        .await
                        .expect("it is renewed");
                    store.check().await.expect("it is checked");
                }
            }
        });
    }
    tasks.join_all().await;
    is_over.store(true, Ordering::Relaxed);
    let (most, limit) = (most.await.unwrap(), PostgresOptions::default().connections());
    println!("{NODES} nodes used up to {most} connections");
    assert!(most <= (NODES * limit) as i64, "{most} are more than is documented");
    assert!(most > (NODES * (limit - 4)) as i64, "only {most}: they were not kept busy");
    for store in stores {
        store.close().await;
    }
}
