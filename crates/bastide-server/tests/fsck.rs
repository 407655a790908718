//! `fsck` finds modifications, and reports nothing for a consistent database.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use bastide_protocol::Command;
use bastide_server::fsck::{self, Finding, FsckError, Part};
use bastide_server::store::{Location, OpenError, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::{Cluster, Scratch};
use rusqlite::Connection;

fn fixture(kind: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema-1").with_extension(kind)
}

async fn check(location: &Location) -> Vec<Finding> {
    let mut findings = Vec::new();
    let summary = fsck::check(location, |finding| findings.push(finding.clone())).await.unwrap();
    assert!(summary.tables >= 10 && summary.facts > 100, "{summary:?}");
    assert_eq!(summary.problems, findings.len() as u64);
    findings
}

/// Opens the fixture, folds its finished tables, and shuts down.
async fn upgraded(location: &Location) {
    let options =
        HubOptions { fold_after: Some(std::time::Duration::ZERO), ..HubOptions::default() };
    let hub = Hub::start(open(location).await.unwrap(), options).await.unwrap();
    for tries in 0.. {
        if hub.stats().folded >= 4 {
            break;
        }
        assert!(tries < 3_000, "{:?}", hub.stats());
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(hub.stats().not_folded, 0);
    // A fact saved by this version, so that the row has a head.
    let expected = std::fs::read_to_string(fixture("json")).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let tables = expected["tables"].as_array().unwrap();
    let busy = tables.iter().find(|table| table["what"] == "busy").unwrap();
    let credentials = Credentials { token: busy["tokens"][0].as_str(), ..Credentials::default() };
    let say = Command::Say { text: "still here".to_owned() };
    hub.act(busy["id"].as_str().unwrap(), credentials, "say", say).await.unwrap();
    // While a server is running.
    assert_eq!(check(location).await, []);
    hub.shutdown().await;
    assert_eq!(check(location).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fsck_finds_changes_in_sqlite() {
    let scratch = Scratch::new("fsck").unwrap();
    let path = scratch.join("bastide.db");
    std::fs::copy(fixture("db"), &path).unwrap();
    let location = Location::Sqlite(path.clone());
    let older = fsck::check(&location, |_| ()).await.unwrap_err();
    assert!(matches!(older, FsckError::Open(OpenError::Older { found: 1, .. })), "{older}");
    upgraded(&location).await;

    let text = |sql: &str| -> String {
        Connection::open(&path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
    };
    let change = |sql: String| {
        let changed = Connection::open(&path).unwrap().execute(&sql, []).unwrap();
        assert!(changed > 0, "{sql}");
    };
    let found = async |table: &str, part: Part| {
        let findings = check(&location).await;
        let of_table: Vec<_> = findings.iter().filter(|finding| finding.table == table).collect();
        assert!(of_table.iter().any(|finding| finding.part == part), "{part:?}: {findings:?}");
        assert_eq!(of_table.len(), findings.len(), "only this table: {findings:?}");
    };
    let chatty = text(
        "select table_id from fact join game_table on id = table_id
         where body like '%\"said\"%' and head is not null limit 1",
    );
    let body = |from: &str, to: &str, table: &str| {
        format!("update fact set body = replace(body, '{from}', '{to}') where table_id = '{table}'")
    };
    change(body("still here", "still there", &chatty));
    found(&chatty, Part::Chain).await;
    change(body("still there", "still here", &chatty));
    assert_eq!(check(&location).await, []);

    let folded = text("select table_id from folded limit 1");
    let row = |set: &str| format!("update game_table set {set} where id = '{folded}'");
    change(row("stage = 'playing'"));
    found(&folded, Part::Row).await;
    change(row("stage = 'over', last = last + 1"));
    found(&folded, Part::Log).await;
    change(row("last = last - 1"));
    change(format!("update folded set body = substr(body, 1, 80) where table_id = '{folded}'"));
    found(&folded, Part::Log).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fsck_finds_changes_in_postgresql() {
    let url = Cluster::shared().database().await.unwrap();
    let name = url.rsplit('/').next().unwrap().to_owned();
    let sql = std::fs::read_to_string(fixture("sql")).unwrap();
    let run = async |sql: &str| Cluster::shared().execute(&name, sql).await.unwrap();
    run(&sql).await;
    let location = Location::Postgres(url.clone());
    let older = fsck::check(&location, |_| ()).await.unwrap_err();
    assert!(matches!(older, FsckError::Open(OpenError::Older { found: 1, .. })), "{older}");
    upgraded(&location).await;
    run("update folded set body = substr(body, 1, 80)").await;
    let findings = check(&location).await;
    assert!(findings.len() >= 4, "{findings:?}");
    assert!(findings.iter().all(|finding| finding.part == Part::Log), "{findings:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_and_foreign_files_are_refused() {
    let scratch = Scratch::new("fsck").unwrap();
    let missing = Location::Sqlite(scratch.join("missing.db"));
    let error = fsck::check(&missing, |_| ()).await.unwrap_err();
    assert!(matches!(error, FsckError::Open(OpenError::Io { .. })), "{error}");
    assert!(!scratch.join("missing.db").exists(), "nothing is created");
    let other = scratch.join("other.db");
    Connection::open(&other).unwrap().execute_batch("create table recipe (x integer)").unwrap();
    let error = fsck::check(&Location::Sqlite(other), |_| ()).await.unwrap_err();
    assert!(matches!(error, FsckError::Open(OpenError::Foreign { .. })), "{error}");
}
