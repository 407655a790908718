//! Tests of properties common to all stores.

pub(crate) use crate::engines::{
    engine_accounts_are_added_replaced_and_revoked,
    games_of_the_ladder_are_saved_with_their_ratings,
};
pub(crate) use crate::operator::{
    finished_tables_are_folded_once, logs_are_replaced_and_deleted_by_the_operator,
    reports_bans_and_settings_are_kept,
};
pub(crate) use crate::push::{
    exactly_one_process_sends_the_message_of_a_turn,
    push_subscriptions_are_deleted_with_their_table, push_subscriptions_are_stored_and_bounded,
};

use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use bastide_server::store::{
    Append, Due, Hint, LEASE, Lease, Mark, ProcessTime, Query, Row, SHARDS, Stage, StoreError,
    TableId, Unfinished,
};
use bastide_testing::{PATIENCE, check_time, until};
use tokio::task::JoinSet;

use crate::backends::{Backend, append, bodies, fact, fenced, row, table, table_in};

pub(crate) async fn appended_facts_are_read(place: &Backend) {
    let store = place.open().await;
    let id = table("first");
    let long = "é\"\\'\n\u{1F3F0}".repeat(10_000);
    store.append(append(&id, 0, &["a"])).await.unwrap();
    store.append(append(&id, 1, &["b", &long, "{}"])).await.unwrap();
    let all = [fact(1, "a"), fact(2, "b"), fact(3, &long), fact(4, "{}")];
    assert_eq!(store.read(&id, 0).await.unwrap(), all);
    assert_eq!(store.load(&id).await.unwrap(), all);
    assert_eq!(store.read(&id, 2).await.unwrap(), all[2..]);
    assert_eq!(store.read(&id, 4).await.unwrap(), []);
    assert_eq!(store.read(&id, u64::MAX - 1).await.unwrap(), []);
    assert_eq!(store.read(&table("other"), 0).await.unwrap(), []);
    store.append(append(&table("other"), 0, &["x"])).await.unwrap();
    let mut lasts = store.lasts(&[id.clone(), table("none"), table("other")]).await.unwrap();
    lasts.sort_by(|a, b| a.table.cmp(&b.table));
    let hint = |name, last| Hint { table: table(name), last };
    assert_eq!(lasts, [hint("first", 4), hint("other", 1)]);
    assert_eq!(store.lasts(&[]).await.unwrap(), []);
}

pub(crate) async fn unfinished_tables_are_counted(place: &Backend) {
    let store = place.open().await;
    assert_eq!(store.unfinished().await.unwrap(), Unfinished::default());
    let stages =
        [Stage::Open, Stage::Open, Stage::Open, Stage::Playing, Stage::Playing, Stage::Over];
    for (n, stage) in stages.into_iter().enumerate() {
        let id = table(&format!("stage{n}"));
        let first = append(&id, 0, &["a"]);
        let row = Row { stage, ..first.row.clone() };
        store.append(Append { row, ..first }).await.unwrap();
    }
    assert_eq!(store.unfinished().await.unwrap(), Unfinished { open: 3, playing: 2 });
    let begun = append(&table("stage0"), 1, &["b"]);
    let row = Row { stage: Stage::Over, ..begun.row.clone() };
    store.append(Append { row, ..begun }).await.unwrap();
    assert_eq!(store.unfinished().await.unwrap(), Unfinished { open: 2, playing: 2 });
}

pub(crate) async fn gaps_are_refused(place: &Backend) {
    let store = place.open().await;
    let id = table("gaps");
    let refused = async |wrong: Append| {
        assert_eq!(store.append(wrong.clone()).await, Err(StoreError::Conflict), "{wrong:?}");
    };
    refused(append(&id, 1, &["b"])).await;
    assert_eq!(store.lasts(std::slice::from_ref(&id)).await.unwrap(), []);
    store.append(append(&id, 0, &["a"])).await.unwrap();
    refused(append(&id, 0, &["a"])).await;
    refused(append(&id, 2, &["c"])).await;
    refused(append(&id, 0, &["a", "b"])).await;
    // Facts that are not consecutive, or do not agree with the row.
    refused(Append { facts: vec![fact(2, "b"), fact(4, "d")], ..append(&id, 2, &["c"]) }).await;
    refused(Append { row: row(&id, 3), ..append(&id, 1, &["b"]) }).await;
    refused(Append { row: row(&id, 1), ..append(&id, 1, &["b"]) }).await;
    refused(Append { row: row(&id, u64::MAX), ..append(&id, 1, &["b"]) }).await;
    refused(append(&table("nothing"), 0, &[])).await;
    assert_eq!(bodies(&*store, &id).await, ["a"]);
    store.append(append(&id, 1, &["b"])).await.unwrap();
    assert_eq!(bodies(&*store, &id).await, ["a", "b"]);
}

pub(crate) async fn a_row_can_be_updated_without_facts(place: &Backend) {
    let store = place.open().await;
    let id = table("row");
    store.append(append(&id, 0, &["a", "b"])).await.unwrap();
    let changed = Row { due: Some(5), summary: "new".to_owned(), ..row(&id, 2) };
    let alone = Append { facts: Vec::new(), row: changed.clone(), fence: None };
    store.append(alone.clone()).await.unwrap();
    let query = Query { stage: Stage::Open, behind: None, limit: 9 };
    assert_eq!(store.list(&query).await.unwrap(), [changed]);
    store.append(append(&id, 2, &["c"])).await.unwrap();
    assert_eq!(store.append(alone).await, Err(StoreError::Conflict), "it is of an older state");
    assert_eq!(bodies(&*store, &id).await, ["a", "b", "c"]);
}

pub(crate) async fn of_concurrent_appends_one_wins_each_number(place: &Backend) {
    const NUMBERS: u64 = 12;
    let stores = place.open_two().await;
    let id = table("race");
    let mut racers = JoinSet::new();
    for racer in 0..50 {
        let (store, id) = (Arc::clone(&stores[racer % 2]), id.clone());
        racers.spawn(async move {
            let mut won = Vec::new();
            for after in 0..NUMBERS {
                let body = racer.to_string();
                match store.append(append(&id, after, &[&body])).await {
                    Ok(()) => won.push((after, body)),
                    Err(StoreError::Conflict) => {
                        // A loser waits until the append of the winner is visible.
                        while store.read(&id, after).await.unwrap().is_empty() {}
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            won
        });
    }
    let mut won: Vec<(u64, String)> = racers.join_all().await.into_iter().flatten().collect();
    won.sort();
    let numbers: Vec<u64> = won.iter().map(|(after, _)| *after).collect();
    assert_eq!(numbers, (0..NUMBERS).collect::<Vec<u64>>(), "each number is won once");
    let winners: Vec<String> = won.into_iter().map(|(_, body)| body).collect();
    assert_eq!(bodies(&*stores[0], &id).await, winners);
}

pub(crate) async fn appends_are_atomic(place: &Backend) {
    let store = place.open().await;
    let id = table("whole");
    store.append(append(&id, 0, &["a", "b"])).await.unwrap();
    // The second of these numbers is free, the first is not.
    let late = append(&id, 1, &["x", "y", "z"]);
    assert_eq!(store.append(late).await, Err(StoreError::Conflict));
    assert_eq!(bodies(&*store, &id).await, ["a", "b"]);
    let query = Query { stage: Stage::Open, behind: None, limit: 9 };
    assert_eq!(store.list(&query).await.unwrap(), [row(&id, 2)]);
}

pub(crate) async fn a_conflict_does_not_affect_other_appends(place: &Backend) {
    let store = place.open().await;
    store.append(append(&table("t0"), 0, &["old"])).await.unwrap();
    let mut tasks = JoinSet::new();
    for number in 0..120 {
        let store = Arc::clone(&store);
        // Every third append conflicts at the same table.
        let name = if number % 3 == 0 { "t0".to_owned() } else { format!("t{number}") };
        tasks.spawn(async move {
            let outcome = store.append(append(&table(&name), 0, &["new", "newer"])).await;
            (name, outcome)
        });
    }
    for (name, outcome) in tasks.join_all().await {
        if name == "t0" {
            assert_eq!(outcome, Err(StoreError::Conflict));
        } else {
            assert_eq!(outcome, Ok(()), "{name}");
            assert_eq!(bodies(&*store, &table(&name)).await, ["new", "newer"]);
        }
    }
    assert_eq!(bodies(&*store, &table("t0")).await, ["old"]);
}

pub(crate) async fn lists_are_paginated(place: &Backend) {
    let store = place.open().await;
    for number in 0..10_u16 {
        let id = table(&format!("t{number}"));
        let stage = if number < 7 { Stage::Open } else { Stage::Playing };
        let row = Row {
            stage,
            is_listed: number != 3,
            updated: 500 - i64::from(number),
            due: (number == 1).then_some(77),
            ..row(&id, 1)
        };
        store.append(Append { row, ..append(&id, 0, &["a"]) }).await.unwrap();
    }
    let page = async |stage, behind, limit| {
        let rows = store.list(&Query { stage, behind, limit }).await.unwrap();
        let names: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
        (names, rows.last().map(mark))
    };
    let (first, next) = page(Stage::Open, None, 4).await;
    assert_eq!(first, ["t0", "t1", "t2", "t4"]);
    let (second, next) = page(Stage::Open, next, 4).await;
    assert_eq!(second, ["t5", "t6"]);
    assert_eq!(page(Stage::Open, next, 4).await.0, [""; 0]);
    assert_eq!(page(Stage::Playing, None, 100).await.0, ["t7", "t8", "t9"]);
    assert_eq!(page(Stage::Over, None, 100).await.0, [""; 0]);
    // A row round-trips unchanged.
    let behind = Some(Mark { updated: 500, id: TableId::default() });
    let rows = store.list(&Query { stage: Stage::Open, behind, limit: 1 }).await;
    let expected = Row { updated: 499, due: Some(77), ..row(&table("t1"), 1) };
    assert_eq!(rows.unwrap(), [expected]);
    // A table moves to another list when its stage changes.
    let over = Row { stage: Stage::Over, updated: 900, ..row(&table("t1"), 2) };
    store.append(Append { row: over, ..append(&table("t1"), 1, &["b"]) }).await.unwrap();
    assert_eq!(page(Stage::Over, None, 100).await.0, ["t1"]);
    assert_eq!(page(Stage::Open, None, 2).await.0, ["t0", "t2"]);
}

pub(crate) async fn lists_skip_nothing_within_a_millisecond(place: &Backend) {
    let store = place.open().await;
    for (number, updated) in [500, 400, 400, 400, 400, 400, 300].into_iter().enumerate() {
        let id = table(&format!("t{number}"));
        let row = Row { updated, ..row(&id, 1) };
        store.append(Append { row, ..append(&id, 0, &["a"]) }).await.unwrap();
    }
    let stage = Stage::Open;
    for limit in 1..8 {
        let (mut behind, mut names) = (None, Vec::new());
        loop {
            let rows = store.list(&Query { stage, behind, limit }).await.unwrap();
            let Some(last) = rows.last() else { break };
            behind = Some(mark(last));
            names.extend(rows.iter().map(|row| row.id.to_string()));
        }
        assert_eq!(names, ["t0", "t5", "t4", "t3", "t2", "t1", "t6"], "{limit} at a time");
    }
    // With a time only, tables of exactly that time are excluded.
    let behind = Some(Mark { updated: 400, id: TableId::default() });
    let rows = store.list(&Query { stage, behind, limit: 9 }).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.updated).collect::<Vec<_>>(), [300]);
}

fn mark(row: &Row) -> Mark {
    Mark { updated: row.updated, id: row.id.clone() }
}

pub(crate) async fn due_tables_are_ordered_by_due_time(place: &Backend) {
    let store = place.open().await;
    let now = store.now().await.unwrap();
    let hour = 3_600_000;
    for (shard, due) in [
        (1, Some(now - 20)),
        (2, Some(now - 30)),
        (3, Some(now + hour)),
        (4, None),
        (5, Some(now - 10)),
        (6, Some(now - 40)),
    ] {
        let id = table_in(shard);
        let row = Row { due, ..row(&id, 1) };
        store.append(Append { row, ..append(&id, 0, &["a"]) }).await.unwrap();
    }
    let shards: Vec<u16> = (0..6).collect();
    let due = store.due(&shards, now, None, 9).await.unwrap();
    let expected = [(2, now - 30), (1, now - 20), (5, now - 10)];
    let expected = expected.map(|(shard, at)| Due { at, table: table_in(shard) });
    assert_eq!(due, expected);
    assert_eq!(store.due(&shards, now, None, 2).await.unwrap(), expected[..2]);
    assert_eq!(store.due(&shards, now, Some(&expected[1]), 2).await.unwrap(), expected[2..]);
    assert_eq!(store.due(&shards, now, Some(&expected[2]), 2).await.unwrap(), []);
    assert_eq!(store.due(&[], now, None, 9).await.unwrap(), []);
    // After it was processed, it is no longer due.
    let done = Append { row: row(&table_in(2), 2), ..append(&table_in(2), 1, &["b"]) };
    store.append(done).await.unwrap();
    assert_eq!(store.due(&shards, now, None, 9).await.unwrap(), expected[1..]);
    // Tables due at the same time are ordered by name, so pages do not skip any.
    for number in 0..7 {
        let id = table(&format!("same{number}"));
        let row = Row { due: Some(now - 20), ..row(&id, 1) };
        store.append(Append { row, ..append(&id, 0, &["a"]) }).await.unwrap();
    }
    let all: Vec<u16> = (0..SHARDS).collect();
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = store.due(&all, now, after.as_ref(), 3).await.unwrap();
        let Some(last) = page.last().cloned() else { break };
        paged.extend(page);
        after = Some(last);
    }
    assert_eq!(paged.len(), 10);
    assert!(paged.is_sorted(), "{paged:?}");
    assert_eq!(paged, store.due(&all, now, None, 99).await.unwrap());
}

pub(crate) async fn tables_with_future_timestamps_are_found(place: &Backend) {
    let store = place.open().await;
    let now = 1_000_000;
    for (shard, updated, due) in [
        (1, now + 1, Some(now + 50)),
        (2, now + 1, None),
        (3, now, Some(now - 5)),
        (4, now + 9, Some(now + 20)),
        (9, now + 9, Some(now + 20)),
    ] {
        let id = table_in(shard);
        let row = Row { due, updated, ..row(&id, 1) };
        store.append(Append { row, ..append(&id, 0, &["a"]) }).await.unwrap();
    }
    let later = store.later(&[1, 2, 3, 4], now, 9).await.unwrap();
    assert_eq!(later, [table_in(4), table_in(1)], "active, of these shards, later than now");
    assert_eq!(store.later(&[1, 4], now, 1).await.unwrap(), [table_in(4)]);
    assert_eq!(store.later(&[], now, 9).await.unwrap(), []);
}

pub(crate) async fn leases_are_renewed_released_and_fenced(place: &Backend) {
    let store = place.open().await;
    let mine = store.renew("me", ProcessTime::default()).await.unwrap();
    let mut shards: Vec<u16> = mine.iter().map(|lease| lease.shard).collect();
    shards.sort_unstable();
    assert_eq!(shards, (0..SHARDS).collect::<Vec<u16>>(), "alone, it holds them all");
    let mut again = store.renew("me", ProcessTime::default()).await.unwrap();
    again.sort();
    let mut sorted = mine.clone();
    sorted.sort();
    assert_eq!(again, sorted, "renewed, a lease stays the same");

    let id = table_in(9);
    let lease = lease_of(&mine, 9);
    store.append(fenced(append(&id, 0, &["a"]), lease)).await.unwrap();
    let older = Lease { epoch: lease.epoch - 1, ..lease };
    let elsewhere = lease_of(&mine, 10);
    for wrong in [older, elsewhere] {
        let refused = store.append(fenced(append(&id, 1, &["b"]), wrong)).await;
        assert_eq!(refused, Err(StoreError::Fenced), "{wrong:?}");
    }

    store.release("another process").await.unwrap();
    store.append(fenced(append(&id, 1, &["b"]), lease)).await.unwrap();
    store.release("me").await.unwrap();
    let late = store.append(fenced(append(&id, 2, &["c"]), lease)).await;
    assert_eq!(late, Err(StoreError::Fenced));
    // Without a fence, the lease is not checked.
    store.append(append(&id, 2, &["c"])).await.unwrap();

    let theirs = store.renew("you", ProcessTime::default()).await.unwrap();
    assert_eq!(theirs.len(), usize::from(SHARDS), "what is given back is free at once");
    assert!(lease_of(&theirs, 9).epoch > lease.epoch, "the epoch grows with the holder");
}

pub(crate) async fn leases_expire_when_their_owner_is_silent(place: &Backend) {
    let [one, other] = place.open_two().await;
    let old = one.renew("one", ProcessTime::default()).await.unwrap();
    assert_eq!(old.len(), usize::from(SHARDS));
    let silent = Instant::now();
    let lease = lease_of(&old, 7);
    let id = table_in(7);
    one.append(fenced(append(&id, 0, &["a"]), lease)).await.unwrap();
    let early = other.renew("other", ProcessTime::default()).await.unwrap();
    assert_eq!(early, [], "nothing is taken from an owner who is alive");
    let mut new = Vec::new();
    until("the leases are taken over", async || {
        new = other.renew("other", ProcessTime::default()).await.unwrap();
        new.len() == usize::from(SHARDS)
    })
    .await;
    check_time("taking over leases", silent.elapsed(), LEASE + Duration::from_secs(2));
    assert!(silent.elapsed() > LEASE - Duration::from_millis(200), "a lease lasts");
    for lease in &new {
        assert!(lease.epoch > lease_of(&old, lease.shard).epoch, "{lease:?}");
    }
    let late = one.append(fenced(append(&id, 1, &["b"]), lease)).await;
    assert_eq!(late, Err(StoreError::Fenced));
    other.append(fenced(append(&id, 1, &["b"]), lease_of(&new, 7))).await.unwrap();
}

fn lease_of(leases: &[Lease], shard: u16) -> Lease {
    *leases.iter().find(|lease| lease.shard == shard).expect("it is held")
}

pub(crate) async fn hints_are_sent_after_durable_appends(place: &Backend) {
    let store = place.open().await;
    let mut hints = store.hints();
    let id = table("hint");
    store.append(append(&id, 0, &["a", "b"])).await.unwrap();
    assert!(store.append(append(&id, 0, &["a"])).await.is_err());
    store.append(append(&id, 2, &["c"])).await.unwrap();
    let mut seen = Vec::new();
    while seen.last() != Some(&3) {
        let hint = tokio::time::timeout(PATIENCE, hints.recv());
        let hint = hint.await.expect("a hint comes").unwrap();
        assert_eq!(hint.table, id);
        assert!(store.read(&id, 0).await.unwrap().len() as u64 >= hint.last);
        seen.push(hint.last);
    }
    // Hints may be repeated, but must not be wrong.
    seen.dedup();
    assert_eq!(seen, [2, 3]);
}

pub(crate) async fn reopening_keeps_everything(place: &Backend) {
    let store = place.open().await;
    let id = table("kept");
    store.append(append(&id, 0, &["a", "b"])).await.unwrap();
    let epoch = lease_of(&store.renew("me", ProcessTime::default()).await.unwrap(), 0).epoch;
    store.release("me").await.unwrap();
    let before = store.list(&Query { stage: Stage::Open, behind: None, limit: 9 }).await.unwrap();
    store.close().await;
    drop(store);

    let store = place.open().await;
    assert_eq!(bodies(&*store, &id).await, ["a", "b"]);
    let after = store.list(&Query { stage: Stage::Open, behind: None, limit: 9 }).await.unwrap();
    assert_eq!(before, after);
    assert!(lease_of(&store.renew("me", ProcessTime::default()).await.unwrap(), 0).epoch > epoch);
    store.append(append(&id, 2, &["c"])).await.unwrap();
    assert_eq!(bodies(&*store, &id).await, ["a", "b", "c"]);
}

pub(crate) async fn many_appends_share_a_commit(place: &Backend) {
    const TABLES: u64 = 400;
    let store = place.open().await;
    let before = store.commits();
    let mut tasks = JoinSet::new();
    for number in 0..TABLES {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let id = table(&format!("t{number}"));
            for after in 0..5 {
                store.append(append(&id, after, &["a"])).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    let commits = store.commits() - before;
    assert!(commits > 0 && commits * 8 < TABLES * 5, "{commits} commits");
}

pub(crate) async fn a_store_can_be_checked_and_closed(place: &Backend) {
    let store = place.open().await;
    store.check().await.unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let apart = store.now().await.unwrap() - now.as_millis() as i64;
    assert!(apart.abs() < 60_000, "the clocks are {apart} ms apart");
    assert!(store.describe().contains("SQL"), "{}", store.describe());
    let mut fatal = store.fatal();
    let polled = fatal.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(polled.is_pending(), "nothing is wrong");
    drop(fatal);
    store.close().await;
    let closed = |outcome| matches!(outcome, Err(StoreError::Unavailable(_)));
    assert!(closed(store.append(append(&table("late"), 0, &["a"])).await));
    assert!(closed(store.check().await));
    assert!(closed(store.read(&table("late"), 0).await.map(drop)));
    store.close().await;
}
