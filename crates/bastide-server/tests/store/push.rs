//! Tests of push subscriptions for all stores.

use std::sync::Arc;

use bastide_server::store::{Append, Row, Stage, StoredPush, TableId};
use tokio::task::JoinSet;

use crate::backends::{Backend, append, table};

fn push(table: &TableId, holder: u16, id: &str, created: i64) -> StoredPush {
    let body = format!("body of {id}");
    StoredPush {
        table: table.clone(),
        holder,
        id: id.to_owned(),
        created,
        body,
        told: 3,
        seen: 3,
        sent: 0,
    }
}

pub(crate) async fn push_subscriptions_are_stored_and_bounded(place: &Backend) {
    let store = place.open().await;
    let pushes = store.push().unwrap();
    let (id, other) = (table("push"), table("other"));
    let names = async |table: &TableId, holder: u16| -> Vec<String> {
        pushes.pushes(table, holder).await.unwrap().into_iter().map(|push| push.id).collect()
    };
    for (name, created) in [("a", 5), ("b", 4), ("c", 6)] {
        pushes.add_push(push(&id, 1, name, created), 3).await.unwrap();
    }
    pushes.add_push(push(&id, 2, "a", 1), 3).await.unwrap();
    pushes.add_push(push(&other, 1, "a", 1), 3).await.unwrap();
    assert_eq!(pushes.pushes(&id, 2).await.unwrap(), [push(&id, 2, "a", 1)]);
    assert_eq!(names(&id, 1).await, ["b", "a", "c"], "the oldest first");
    let newer = StoredPush { body: "new".to_owned(), told: 9, ..push(&id, 1, "a", 9) };
    pushes.add_push(newer, 3).await.unwrap();
    let same = pushes.pushes(&id, 1).await.unwrap();
    assert_eq!((same[1].body.as_str(), same[1].told, same[1].created), ("new", 3, 5));
    pushes.add_push(push(&id, 1, "d", 7), 3).await.unwrap();
    assert_eq!(names(&id, 1).await, ["a", "c", "d"], "the oldest is replaced");
    assert_eq!(pushes.remove_pushes(&id, 1, Some("x")).await.unwrap(), 0);
    assert_eq!(pushes.remove_pushes(&id, 1, Some("c")).await.unwrap(), 1);
    assert_eq!(pushes.remove_pushes(&id, 1, None).await.unwrap(), 2);
    assert_eq!((names(&id, 2).await.len(), names(&other, 1).await.len()), (1, 1));
}

pub(crate) async fn exactly_one_process_sends_the_message_of_a_turn(place: &Backend) {
    let store = place.open().await;
    let id = table("claim");
    let subscription = push(&id, 1, "a", 1);
    store.push().unwrap().add_push(subscription.clone(), 3).await.unwrap();
    let mut tasks = JoinSet::new();
    for now in 0..20 {
        let (store, subscription) = (Arc::clone(&store), subscription.clone());
        tasks.spawn(async move {
            store.push().unwrap().claim_push(&subscription, 4, 100 + now).await.unwrap()
        });
    }
    let claimed = tasks.join_all().await.into_iter().filter(|&is_claimed| is_claimed).count();
    assert_eq!(claimed, 1);
    let pushes = store.push().unwrap();
    assert!(!pushes.claim_push(&subscription, 3, 200).await.unwrap(), "an earlier turn");
    assert!(pushes.claim_push(&subscription, 5, 200).await.unwrap(), "a later turn");
    pushes.see_turn(&id, 1, 7).await.unwrap();
    pushes.see_turn(&id, 1, 6).await.unwrap();
    let stored = pushes.pushes(&id, 1).await.unwrap().remove(0);
    assert_eq!((stored.told, stored.seen, stored.sent), (5, 7, 200));
    let gone = push(&id, 1, "gone", 1);
    assert!(!pushes.claim_push(&gone, 9, 200).await.unwrap());
}

pub(crate) async fn push_subscriptions_are_deleted_with_their_table(place: &Backend) {
    let store = place.open().await;
    let pushes = store.push().unwrap();
    for (name, stage) in [("open", Stage::Open), ("on", Stage::Playing), ("over", Stage::Over)] {
        let first = append(&table(name), 0, &["a"]);
        let row = Row { stage, ..first.row.clone() };
        store.append(Append { row, ..first }).await.unwrap();
        pushes.add_push(push(&table(name), 1, "a", 1), 3).await.unwrap();
    }
    pushes.add_push(push(&table("none"), 1, "a", 1), 3).await.unwrap();
    assert_eq!(pushes.remove_stray_pushes().await.unwrap(), 2);
    let count = async |name: &str| pushes.pushes(&table(name), 1).await.unwrap().len();
    assert_eq!([count("open").await, count("on").await, count("over").await], [1, 1, 0]);
    assert!(store.admin().unwrap().delete_table(&table("on"), None).await.unwrap());
    assert_eq!(count("on").await, 0);
}
