//! Erasure of a person: names and chat are removed, games and hash chains are preserved.

use std::sync::Arc;

use bastide_protocol::{
    Command, FirstSeat, NewReport, NewSeat, NewTable, Occupant, ProblemCode, SeatPlan, Seated,
    ServerMsg, TableEventKind, TableView, Visibility, Whom,
};
use bastide_server::admin::{Admin, AdminAnswer, AdminRequest, EraseWhom};
use bastide_server::store::{Location, Store, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::{Cluster, PATIENCE, Scratch, until};

async fn start(store: &Arc<dyn Store>) -> Hub {
    Hub::start(Arc::clone(store), HubOptions::default()).await.expect("a hub")
}

fn plan() -> NewTable {
    NewTable {
        visibility: Visibility::Listed,
        first: FirstSeat::Seat { seat: 0 },
        ..NewTable::new("base", vec![SeatPlan::Me { name: "Ann".to_owned() }, SeatPlan::Open])
    }
}

/// A game of Ann and Ben in which Ben and a watcher have chatted.
async fn game(hub: &Hub) -> Seated {
    let ann = hub.create(plan()).await.expect("a table");
    let seat = NewSeat { seat: None, name: "Ben".to_owned(), salt: None, salt_commitment: None };
    let ben = hub.sit_from(&ann.table, seat, Some("192.0.2.2")).await.expect("a free seat");
    let by = Credentials { token: Some(&ben.token), ..Credentials::default() };
    let say = |text: &str| Command::Say { text: text.to_owned() };
    hub.act(&ann.table, by, "1", say("my secret")).await.expect("he may");
    let wes = Credentials { name: Some("Wes"), from: Some("192.0.2.3"), ..Credentials::default() };
    hub.act(&ann.table, wes, "2", say("hello")).await.expect("he may");
    let whom = Whom::Seat { seat: 1 };
    let report = NewReport { whom, seq: None, reason: "rude".to_owned() };
    hub.report(&ann.table, Credentials::default(), report).await.expect("a report");
    ann
}

async fn view(hub: &Hub, table: &Seated) -> TableView {
    hub.view(&table.table, Credentials::default()).await.expect("a view")
}

async fn erase(hub: &Hub, whom: EraseWhom) -> (u64, u64, u64) {
    match Admin::new(hub.clone()).run(AdminRequest::Erase(whom)).await {
        Ok(AdminAnswer::Erased { tables, facts, reports, failed }) => {
            assert_eq!(failed, Vec::<String>::new());
            (tables, facts, reports)
        }
        other => panic!("it is erased: {other:?}"),
    }
}

/// Returns everything that a reader of the store or of a view can see of a table.
async fn everything(store: &Arc<dyn Store>, hub: &Hub, table: &Seated) -> String {
    let id = bastide_server::store::TableId::from_name(&table.table).expect("a name");
    let log = store.read(&id, 0).await.expect("a log");
    let rows = store.rows(&Default::default(), 100).await.expect("rows");
    let reports = AdminRequest::Reports { table: None, limit: 100 };
    let reports = Admin::new(hub.clone()).run(reports).await;
    let record = hub.record(&table.table).await.expect("a record");
    format!("{log:?} {rows:?} {reports:?} {record} {:?}", view(hub, table).await)
}

async fn check(location: &Location) {
    let store = open(location).await.expect("a store");
    let hub = start(&store).await;
    let table = game(&hub).await;
    let before = hub.chain(&table.table).await.expect("a chain");
    let revision = view(&hub, &table).await.revision;
    let mut watch = hub.watch(&table.table, Credentials::default(), None).await.expect("a watcher");
    let text = everything(&store, &hub, &table).await;
    assert!(text.contains("Ben") && text.contains("my secret"), "there is something to erase");

    // A second process has the table in memory.
    let other_store = match location {
        Location::Postgres(_) => open(location).await.expect("a store"),
        Location::Sqlite(_) => Arc::clone(&store),
    };
    let other = start(&other_store).await;
    view(&other, &table).await;

    let unknown = EraseWhom::Name { name: "Nobody".to_owned() };
    assert_eq!(erase(&hub, unknown).await, (0, 0, 0));
    let (tables, facts, reports) = erase(&hub, EraseWhom::Name { name: " Ben ".to_owned() }).await;
    assert_eq!((tables, facts, reports), (1, 2, 1), "sat and said");
    let text = everything(&store, &hub, &table).await;
    assert!(!text.contains("Ben") && !text.contains("my secret"), "{text}");
    assert!(text.contains("Wes") && text.contains("hello"), "others stay");
    let after = view(&hub, &table).await;
    assert_eq!(after.revision, revision, "the game is where it was");
    assert!(matches!(&after.seats[1].who, Occupant::Person { name, .. } if name == "—"));
    let chain = hub.chain(&table.table).await.expect("a chain");
    assert_eq!(chain.digests[..before.digests.len()], before.digests, "the chain still holds");

    // Clients have to reconnect, and get the table without the name.
    let mut last = None;
    let all = async {
        while let Some(frame) = watch.frames.recv().await {
            last = Some(serde_json::from_str::<ServerMsg>(&frame).expect("a message"));
        }
    };
    tokio::time::timeout(PATIENCE, all).await.expect("it is let go");
    assert!(matches!(last, Some(ServerMsg::Closing { retry_after: Some(_), .. })), "{last:?}");
    let is_gone = |view: &TableView| {
        let is_said = |what: &TableEventKind| matches!(what, TableEventKind::Said { name, .. } if name == "Ben");
        !view.events.iter().any(|event| is_said(&event.what))
    };
    until("the name is gone", async || is_gone(&view(&other, &table).await)).await;

    // By seat, and repeatedly.
    let seat = |seat| EraseWhom::Seat { table: table.table.clone(), seat };
    assert_eq!(erase(&hub, seat(0)).await, (1, 1, 0), "the creator's name");
    assert_eq!(erase(&hub, seat(0)).await, (0, 0, 0));
    assert!(!everything(&store, &hub, &table).await.contains("Ann"));
    let none = EraseWhom::Seat { table: "aaaaaaaaaaaa".to_owned(), seat: 0 };
    let refused = Admin::new(hub.clone()).run(AdminRequest::Erase(none)).await;
    assert_eq!(refused.expect_err("no table").code, ProblemCode::NoSuchTable);
    // The game can be continued.
    let by = Credentials { token: Some(&table.token), ..Credentials::default() };
    let resign = Command::Resign { seat: 0 };
    hub.act(&table.table, by, "9", resign).await.expect("her token still counts");
    hub.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_erased_from_a_file_and_games_stay() {
    let scratch = Scratch::new("erase").expect("a folder");
    check(&Location::Sqlite(scratch.join("bastide.db"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_erased_from_a_database_and_games_stay() {
    let url = Cluster::shared().database().await.expect("a database");
    check(&Location::Postgres(url)).await;
}
