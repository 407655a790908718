//! Failing stores: damaged tables are quarantined, logged once, and never stop the clocks and bots
//! of healthy tables; a store that hangs or is low on disk space is detected.
#![allow(clippy::unwrap_used)]

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bastide_protocol::{
    Aid, Command, FirstSeat, NewSeat, NewTable, ProblemCode, SeatPlan, Seated, ServerMsg,
    UndoPolicy, Visibility,
};
use bastide_server::store::{
    Append, Location, Row, Stage, Store, StoreError, Stored, TableId, open,
};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::{Cluster, PATIENCE, Scratch, until};

/// More than one page of due tables.
const DAMAGED: usize = 300;

fn table_with_bot() -> NewTable {
    let me = SeatPlan::Me { name: "Ann".to_owned() };
    let bot = SeatPlan::Bot { level: "beginner".to_owned() };
    NewTable {
        visibility: Visibility::Listed,
        aid: Aid::Coach,
        undo: UndoPolicy::PastDraws,
        first: FirstSeat::Seat { seat: 1 },
        ..NewTable::new("base", vec![me, bot])
    }
}

fn damaged_id(number: usize) -> TableId {
    TableId(format!("damaged{number:05}").into())
}

/// Returns a table with an unreadable log, due since 1970.
fn damaged(number: usize) -> Append {
    let fact = Stored { seq: 1, schema: 1, rules: 1, at: 1, body: "not JSON".to_owned() };
    let row = Row {
        id: damaged_id(number),
        last: 1,
        created: 1,
        updated: 1,
        stage: Stage::Playing,
        is_listed: false,
        due: Some(1),
        summary: "{}".to_owned(),
        head: None,
    };
    Append { facts: vec![fact], row, fence: None }
}

/// Starts a process that serves players and leaves bots and clocks to other processes.
async fn without_bots(store: &Arc<dyn Store>) -> Hub {
    let options = HubOptions { runs_background: false, ..HubOptions::default() };
    Hub::start(Arc::clone(store), options).await.unwrap()
}

/// Waits until the bot of a table has moved and the person is to act.
async fn bot_moves(hub: &Hub, seated: &Seated) {
    let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
    let moved = async {
        loop {
            // Until then only the bot is to act.
            if let Ok(view) = hub.view(&seated.table, credentials).await
                && view.game.to_act == Some(0)
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    if tokio::time::timeout(PATIENCE, moved).await.is_err() {
        let view = hub.view(&seated.table, credentials).await.map(|view| view.game.to_act);
        panic!("the bot does not move: {view:?}, {:?}, {:?}", hub.readiness(), hub.stats());
    }
}

async fn damaged_tables_do_not_stop_healthy_ones(store: Arc<dyn Store>) {
    for number in 0..DAMAGED {
        store.append(damaged(number)).await.unwrap();
    }
    let seated = without_bots(&store).await.create(table_with_bot()).await.unwrap();
    let hub = Hub::start(store, HubOptions::default()).await.unwrap();
    bot_moves(&hub, &seated).await;
    let stats = hub.stats();
    assert_eq!(stats.damaged, DAMAGED as u64);
    assert!(stats.oldest_due_ms < 3_600_000, "damaged tables do not count: {stats:?}");
    let readiness = hub.readiness();
    assert_eq!(readiness.refusal, None, "the rest works");
    assert_eq!(readiness.degraded, ["300 tables are damaged; see the log"]);
    let name = damaged_id(7).to_string();
    let problem = hub.view(&name, Credentials::default()).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::Quarantined, "{problem:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_tables_do_not_stop_healthy_ones_in_a_file() {
    let scratch = Scratch::new("damage").unwrap();
    let store = open(&Location::Sqlite(scratch.join("bastide.db"))).await.unwrap();
    damaged_tables_do_not_stop_healthy_ones(store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_tables_do_not_stop_healthy_ones_in_postgres() {
    let url = Cluster::shared().database().await.unwrap();
    let store = open(&Location::Postgres(url)).await.unwrap();
    damaged_tables_do_not_stop_healthy_ones(store).await;
}

/// Captured log output.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn lines_with(&self, text: &str) -> usize {
        let log = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        log.lines().filter(|line| line.contains(text)).count()
    }
}

/// Runs on a single thread, so that all tasks of the hub write to the same log.
#[tokio::test]
async fn a_damaged_table_is_logged_once_and_served_again_when_repaired() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let scratch = Scratch::new("repair").unwrap();
    let path = scratch.join("bastide.db");
    let store = open(&Location::Sqlite(path.clone())).await.unwrap();
    let seated = without_bots(&store).await.create(table_with_bot()).await.unwrap();
    store.append(damaged(1)).await.unwrap();
    let change = |sql: &str| {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.busy_timeout(Duration::from_secs(5)).unwrap();
        assert_eq!(connection.execute(sql, [&seated.table]).unwrap(), 1);
    };
    change("update fact set body = 'x' || body where table_id = ?1 and seq = 1");
    let hub = Hub::start(store, HubOptions::default()).await.unwrap();
    let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
    until("both are found", async || hub.stats().damaged == 2).await;
    for _ in 0..40 {
        let problem = hub.view(&seated.table, credentials).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::Quarantined, "{problem:?}");
    }
    assert_eq!(hub.stats().damaged, 2);
    assert_eq!(log.lines_with("a table is damaged"), 2, "once for each");
    assert_eq!(log.lines_with(&seated.table), 1, "and it is named");
    change("update fact set body = substr(body, 2) where table_id = ?1 and seq = 1");
    bot_moves(&hub, &seated).await;
    assert_eq!(hub.stats().damaged, 1);
    assert_eq!(log.lines_with("can be read again"), 1);
}

/// Overwrites one leaf page of a b-tree that contains some of these texts. Returns the indices of
/// those texts.
fn corrupt(path: &Path, texts: &[String]) -> Vec<usize> {
    let mut bytes = std::fs::read(path).unwrap();
    let (mut hit, mut found) = (None, Vec::new());
    for (number, page) in bytes.chunks(4096).enumerate().skip(1) {
        let is_leaf = page[0] == 0x0a;
        let holds = |text: &String| page.windows(text.len()).any(|part| part == text.as_bytes());
        found = (0..texts.len()).filter(|&text| is_leaf && holds(&texts[text])).collect();
        if !found.is_empty() {
            hit = Some(number);
            break;
        }
    }
    let start = hit.expect("there is such a page") * 4096;
    bytes[start..start + 4096].fill(0xa5);
    std::fs::write(path, bytes).unwrap();
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrupt_page_is_reported_as_damage() {
    let scratch = Scratch::new("page").unwrap();
    let path = scratch.join("bastide.db");
    let location = Location::Sqlite(path.clone());
    let store = open(&location).await.unwrap();
    // A few texts per page, so that those in the middle do not share their page with another table.
    let texts: Vec<String> =
        (0..60).map(|number| format!("text {number} ").repeat(120)[..700].to_owned()).collect();
    for (number, text) in texts.iter().enumerate() {
        let Append { facts, row, fence } = damaged(number);
        let fact = Stored { body: text.clone(), ..facts[0].clone() };
        let row = Row { due: None, ..row };
        store.append(Append { facts: vec![fact], row, fence }).await.unwrap();
    }
    let healthy = without_bots(&store).await.create(table_with_bot()).await.unwrap();
    store.close().await;
    let hit = corrupt(&path, &texts[20..40]);
    let store = open(&location).await.unwrap();
    let hub = Hub::start(Arc::clone(&store), HubOptions::default()).await.unwrap();
    for number in &hit {
        let id = damaged_id(number + 20);
        let read = store.read(&id, 0).await;
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
        let problem = hub.view(&id.0, Credentials::default()).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::Quarantined, "not busy: {problem:?}");
        assert!(problem.message.contains("is damaged"), "{problem:?}");
    }
    assert_eq!(hub.stats().damaged, hit.len() as u64);
    bot_moves(&hub, &healthy).await;
    assert_eq!(hub.readiness().refusal, None);
}

/// Waits until the readiness of the hub is `is_ready`.
async fn readiness_is(hub: &Hub, is_ready: bool) {
    let changed = async {
        while hub.readiness().refusal.is_none() != is_ready {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, changed).await;
    assert!(waited.is_ok(), "{:?}", hub.readiness());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_hangs_is_noticed_without_any_player() {
    let cluster = Cluster::start().unwrap();
    let store = open(&Location::Postgres(cluster.database().await.unwrap())).await.unwrap();
    let hub = Hub::start(store, HubOptions::default()).await.unwrap();
    readiness_is(&hub, true).await;
    let stopped = cluster.pause().unwrap();
    readiness_is(&hub, false).await;
    let refusal = hub.readiness().refusal.unwrap();
    assert!(refusal.contains("no response"), "{refusal}");
    drop(stopped);
    readiness_is(&hub, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_due_table_without_a_log_is_damaged() {
    let scratch = Scratch::new("gone").unwrap();
    let path = scratch.join("bastide.db");
    let store = open(&Location::Sqlite(path.clone())).await.unwrap();
    store.append(damaged(1)).await.unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    assert_eq!(connection.execute("delete from fact", []).unwrap(), 1);
    let hub = Hub::start(store, HubOptions::default()).await.unwrap();
    let is_known = async {
        while hub.stats().damaged == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, is_known).await.expect("it is noticed");
}

/// The reserve is larger than any disk, so space is low from the start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_low_space_moves_are_saved_and_new_tables_and_chat_are_not() {
    let scratch = Scratch::new("space").unwrap();
    let store = open(&Location::Sqlite(scratch.join("bastide.db"))).await.unwrap();
    let seats = vec![SeatPlan::Me { name: "Ann".to_owned() }, SeatPlan::Open];
    let plan = NewTable { seats, first: FirstSeat::Seat { seat: 0 }, ..table_with_bot() };
    let seated = without_bots(&store).await.create(plan.clone()).await.unwrap();
    let options = HubOptions { min_free_space: u64::MAX / 2, ..HubOptions::default() };
    let hub = Hub::start(store, options).await.unwrap();
    let is_low = async {
        while !hub.stats().is_low_space {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, is_low).await.expect("it is measured");
    assert!(hub.stats().free_bytes.is_some());
    let refused = hub.create(plan).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::LowSpace);
    let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
    let before = hub.view(&seated.table, credentials).await.unwrap().seq;
    let say = Command::Say { text: "hello".to_owned() };
    let refused = hub.act(&seated.table, credentials, "1", say).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::LowSpace);
    assert_eq!(
        hub.view(&seated.table, credentials).await.unwrap().seq,
        before,
        "nothing is stored"
    );
    let seat = NewSeat { seat: None, name: "Ben".to_owned(), salt: None, salt_commitment: None };
    hub.sit(&seated.table, seat).await.expect("a game that was made can begin");
    let watch = hub.watch(&seated.table, credentials, None).await.unwrap();
    let ServerMsg::Welcome { offers: Some(offers), table, .. } = watch.welcome else {
        panic!("it is our turn")
    };
    let actions = vec![offers.offers[0].action.clone()];
    let play = Command::Play { seat: offers.seat, revision: table.revision, actions };
    hub.act(&seated.table, credentials, "2", play).await.expect("moves are saved");
    let readiness = hub.readiness();
    assert_eq!(readiness.refusal, None);
    assert!(readiness.degraded[0].contains("disk space is low"), "{readiness:?}");
}
