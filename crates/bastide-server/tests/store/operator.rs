//! Tests of folding and of the operator's interface for all stores.

use bastide_server::store::{
    Append, Fold, Mark, Peers, ProcessTime, Row, Stage, Store, StoreError, StoredBan, StoredReport,
    TableId,
};

use crate::backends::{Backend, append, bodies, fact, row, table};

/// Appends two facts to a table that is over.
async fn finish(store: &dyn Store, id: &TableId) {
    let whole = append(id, 0, &["a", "b"]);
    let row = Row { stage: Stage::Over, ..whole.row.clone() };
    store.append(Append { row, ..whole }).await.unwrap();
}

pub(crate) async fn finished_tables_are_folded_once(place: &Backend) {
    let store = place.open().await;
    let (id, other, open) = (table("over"), table("later"), table("open"));
    finish(&*store, &id).await;
    finish(&*store, &other).await;
    store.append(append(&open, 0, &["a"])).await.unwrap();
    let leases = store.renew("me", ProcessTime::default()).await.unwrap();
    let shards: Vec<u16> = leases.iter().map(|lease| lease.shard).collect();
    let start = Mark { updated: i64::MIN, id: TableId::default() };
    let foldable = async || {
        let found = store.foldable(&shards, &start, i64::MAX, 10).await.unwrap();
        found.into_iter().map(|mark| mark.id).collect::<Vec<TableId>>()
    };
    assert_eq!(foldable().await, [other.clone(), id.clone()], "by time, then by name");
    let fence = leases.iter().find(|lease| lease.shard == id.shard()).copied();
    let fold = |id: &TableId, last, fence| {
        let (body, summary) = (b"packed".to_vec(), "short".to_owned());
        Fold { id: id.clone(), last, body, summary, fence }
    };
    let admin = store.admin().unwrap();
    assert_eq!(store.fold(fold(&id, 1, fence)).await, Err(StoreError::Conflict), "it has grown");
    assert_eq!(store.fold(fold(&open, 1, None)).await, Err(StoreError::Conflict), "not over");
    let stale = fence.map(|lease| bastide_server::store::Lease { epoch: lease.epoch - 1, ..lease });
    let fenced = store.fold(fold(&id, 2, stale)).await;
    assert!(matches!(fenced, Err(StoreError::Conflict | StoreError::Fenced)), "{fenced:?}");
    assert_eq!(admin.size(&id).await.unwrap(), 2, "two facts of one byte");
    store.fold(fold(&id, 2, fence)).await.unwrap();
    assert_eq!(admin.size(&id).await.unwrap(), 6, "the folded value only");
    assert_eq!(store.fold(fold(&id, 2, fence)).await, Err(StoreError::Conflict), "once");
    assert_eq!(bodies(&*store, &other).await, ["a", "b"], "other tables keep their facts");
    assert_eq!(foldable().await, [other]);
}

pub(crate) async fn logs_are_replaced_and_deleted_by_the_operator(place: &Backend) {
    let store = place.open().await;
    let admin = store.admin().unwrap();
    let (id, other) = (table("mine"), table("other"));
    for id in [&id, &other] {
        store.append(append(id, 0, &["a", "b", "c"])).await.unwrap();
    }
    let log = vec![fact(1, "x"), fact(2, "y")];
    assert!(!admin.rewrite(2, log.clone(), row(&id, 2)).await.unwrap(), "it has grown");
    assert!(admin.rewrite(3, log, row(&id, 2)).await.unwrap());
    assert_eq!(bodies(&*store, &id).await, ["x", "y"]);
    assert!(!admin.delete_table(&id, Some(3)).await.unwrap(), "another length");
    assert!(admin.delete_table(&id, Some(2)).await.unwrap());
    assert_eq!(bodies(&*store, &id).await, [""; 0]);
    assert_eq!(bodies(&*store, &other).await, ["a", "b", "c"]);
    let rows = store.rows(&TableId::default(), 10).await.unwrap();
    assert_eq!(rows.into_iter().map(|row| row.id).collect::<Vec<_>>(), [other]);
}

pub(crate) async fn reports_bans_and_settings_are_kept(place: &Backend) {
    let store = place.open().await;
    let admin = store.admin().unwrap();
    let report = |name: &str, at| StoredReport {
        id: 0,
        table: table(name),
        at,
        body: format!("about {name}"),
    };
    let first = admin.add_report(report("a", 1), 2).await.unwrap().unwrap();
    let second = admin.add_report(report("a", 2), 2).await.unwrap().unwrap();
    assert_eq!(admin.add_report(report("a", 3), 2).await.unwrap(), None, "two are enough");
    admin.add_report(report("b", 9), 2).await.unwrap().unwrap();
    admin.rewrite_report(first, "less".to_owned()).await.unwrap();
    let of_table = admin.reports(Some(&table("a")), 9).await.unwrap();
    let shown: Vec<(i64, &str)> = of_table.iter().map(|one| (one.id, one.body.as_str())).collect();
    assert_eq!(shown, [(second, "about a"), (first, "less")]);
    assert!(admin.delete_report(second).await.unwrap());
    assert!(!admin.delete_report(second).await.unwrap());
    assert_eq!(admin.reports(None, 9).await.unwrap().len(), 2);

    let ban = |net: &str, until| StoredBan {
        net: net.to_owned(),
        reason: "spam".to_owned(),
        created: 1,
        until,
    };
    admin.ban(ban("192.0.2.0/24", Some(5))).await.unwrap();
    admin.ban(ban("192.0.2.0/24", Some(6))).await.unwrap();
    admin.ban(ban("198.51.100.7/32", None)).await.unwrap();
    let bans = admin.bans().await.unwrap();
    assert_eq!(bans, [ban("192.0.2.0/24", Some(6)), ban("198.51.100.7/32", None)]);
    assert_eq!(admin.forget_before(8).await.unwrap(), 2, "the old report and the old ban");
    assert!(admin.unban("198.51.100.7/32").await.unwrap());
    assert!(!admin.unban("198.51.100.7/32").await.unwrap());

    assert_eq!(store.setting("colour", b"red").await.unwrap(), b"red");
    assert_eq!(store.setting("colour", b"blue").await.unwrap(), b"red");
    store.replace_setting("colour", b"blue").await.unwrap();
    assert_eq!(store.setting("colour", b"red").await.unwrap(), b"blue");
    assert_eq!(store.peers("me").await.unwrap(), Peers::None);
}
