//! Thousands of watchers at one table: the number of frames is proportional to the number of
//! watchers, and the connection of a player is never cut off.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bastide_protocol::{Command, NewTable, ServerMsg};
use bastide_server::store::{Location, open};
use bastide_server::{Credentials, Hub, HubOptions, Watch};
use bastide_testing::Scratch;
use serde_json::json;
use tokio::sync::mpsc;

/// Number of watchers.
const CROWD: usize = 5_000;

/// Time that a player's connection takes for one frame.
const READING: Duration = Duration::from_millis(2);

async fn hub(scratch: &Scratch) -> Hub {
    let location = Location::Sqlite(scratch.join("bastide.db"));
    let store = open(&location).await.expect("a fresh store");
    Hub::start(store, HubOptions::default()).await.expect("a hub")
}

fn two_people() -> NewTable {
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "me", "name": "Ben" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats,
        "first": { "kind": "seat", "seat": 0 } });
    serde_json::from_value(new).expect("a table")
}

/// Reads all frames of a client until it is disconnected, and forwards every update. A wait after
/// each frame models the bandwidth of the client.
async fn read(
    mut watch: Watch,
    frames: Arc<AtomicU64>,
    wait: Option<Duration>,
    updates: mpsc::UnboundedSender<Arc<str>>,
) {
    while let Some(frame) = watch.frames.recv().await {
        frames.fetch_add(1, Ordering::Relaxed);
        if frame.starts_with("{\"type\":\"update\"") {
            let _ = updates.send(frame);
        }
        if let Some(wait) = wait {
            tokio::time::sleep(wait).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_that_comes_and_goes_cuts_no_player_off() {
    let scratch = Scratch::new("crowd").expect("a folder for the test");
    let hub = hub(&scratch).await;
    let table = hub.create(two_people()).await.expect("possible");
    let player = Credentials { token: Some(&table.token), ..Credentials::default() };
    let began = Instant::now();

    let (told, mut news) = mpsc::unbounded_channel();
    let played = Arc::new(AtomicU64::new(0));
    let watch = hub.watch(&table.table, player, None).await.expect("a player");
    let reader = tokio::spawn(read(watch, played.clone(), Some(READING), told));

    // Watchers connect, and the player plays a turn after every tenth of them.
    let (seen, mut updates) = mpsc::unbounded_channel();
    let frames = Arc::new(AtomicU64::new(0));
    let mut crowd = Vec::new();
    let mut moves = 0;
    for n in 0..CROWD {
        let watch = hub.watch(&table.table, Credentials::default(), None).await.expect("a watcher");
        crowd.push(tokio::spawn(read(watch, frames.clone(), None, seen.clone())));
        if n % (CROWD / 10) == CROWD / 10 - 1 {
            play(&hub, &table.table, player, &format!("m{moves}")).await;
            moves += 1;
            let update = news.recv().await.expect("the player is still connected");
            assert!(update.contains("\"offers\":{"), "the player is to act again");
        }
    }
    // All watchers disconnect.
    for watcher in crowd.drain(..) {
        watcher.abort();
        let _ = watcher.await;
    }
    drop(seen);
    play(&hub, &table.table, player, "last").await;
    news.recv().await.expect("the player is still connected");
    let view = loop {
        let view = hub.view(&table.table, player).await.expect("a view");
        if view.watchers == 0 {
            break view;
        }
        tokio::task::yield_now().await;
    };
    assert!(view.revision > 0);

    assert!(!reader.is_finished(), "the player was cut off");
    assert_eq!(hub.stats().cut_off, 0, "no client was too slow");
    // At most one frame per second and one per move, for each client.
    let seconds = began.elapsed().as_secs() + 2;
    let most = CROWD as u64 * (seconds + moves);
    let sent = frames.load(Ordering::Relaxed);
    println!("{sent} frames to {CROWD} watchers in {seconds} s with {moves} moves");
    assert!(sent <= most, "{sent} frames to watchers, at most {most} expected");
    let sent = played.load(Ordering::Relaxed);
    assert!(sent <= seconds + moves + 2, "{sent} frames to the player in {seconds} s");

    // All watchers of an update got the same shared text.
    let mut texts: BTreeMap<u64, Vec<Arc<str>>> = BTreeMap::new();
    let mut shared = 0;
    while let Some(frame) = updates.recv().await {
        let message: ServerMsg = match texts.values().flatten().any(|t| Arc::ptr_eq(t, &frame)) {
            true => {
                shared += 1;
                continue;
            }
            false => serde_json::from_str(&frame).expect("a message"),
        };
        let ServerMsg::Update { table, .. } = message else { panic!("an update") };
        texts.entry(table.seq).or_default().push(frame);
    }
    for (seq, texts) in &texts {
        assert_eq!(texts.len(), 1, "update {seq} was written {} times", texts.len());
    }
    assert!(shared > CROWD, "{shared} updates were shared");
    reader.abort();
}

/// Plays the first offer of the seat to act.
async fn play(hub: &Hub, table: &str, credentials: Credentials<'_>, id: &str) {
    let watch = hub.watch(table, credentials, None).await.expect("a player");
    let ServerMsg::Welcome { table: view, offers: Some(offers), .. } = watch.welcome else {
        panic!("the player is to act")
    };
    let actions = vec![offers.offers[0].action.clone()];
    let command = Command::Play { seat: offers.seat, revision: view.revision, actions };
    hub.act(table, credentials, id, command).await.expect("offered");
}

#[tokio::test]
async fn presence_is_sent_at_most_once_a_second() {
    let scratch = Scratch::new("crowd").expect("a folder for the test");
    let hub = hub(&scratch).await;
    let table = hub.create(two_people()).await.expect("possible");
    let player = Credentials { token: Some(&table.token), ..Credentials::default() };
    let mut watch = hub.watch(&table.table, player, None).await.expect("a player");
    let began = Instant::now();
    let mut counts = Vec::new();
    let mut watchers = Vec::new();
    for _ in 0..50 {
        watchers
            .push(hub.watch(&table.table, Credentials::default(), None).await.expect("a watcher"));
        tokio::task::yield_now().await;
    }
    // The last message contains the final number.
    while counts.last() != Some(&50) {
        let frame = watch.frames.recv().await.expect("not cut off");
        match serde_json::from_str(&frame).expect("a message") {
            ServerMsg::Presence { watchers, here } => {
                assert_eq!(here, [true, true]);
                counts.push(watchers);
            }
            other => panic!("{other:?}"),
        }
    }
    let seconds = began.elapsed().as_secs() as usize;
    assert!(counts.len() <= seconds + 2, "{counts:?} in {seconds} s");
    // The first change is sent immediately, and a watcher learns its own presence only from its
    // welcome message.
    assert_eq!(counts[0], 1);
    let ServerMsg::Welcome { table: view, .. } = &watchers[49].welcome else { panic!("welcome") };
    assert_eq!(view.watchers, 50);
    assert!(watchers[49].frames.try_recv().is_err());
}

/// A client that leaves while a change is being sent was not too slow.
#[tokio::test]
async fn clients_that_disconnect_are_not_counted_as_too_slow() {
    let scratch = Scratch::new("crowd").expect("a folder for the test");
    let hub = hub(&scratch).await;
    let table = hub.create(two_people()).await.expect("possible");
    let player = Credentials { token: Some(&table.token), ..Credentials::default() };
    for n in 0..10 {
        let watch = hub.watch(&table.table, Credentials::default(), None).await.expect("a watcher");
        // The task that removes the client has not run yet when the move is made.
        drop(watch);
        play(&hub, &table.table, player, &format!("m{n}")).await;
    }
    while hub.view(&table.table, player).await.expect("a view").watchers > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(hub.stats().cut_off, 0);
}
