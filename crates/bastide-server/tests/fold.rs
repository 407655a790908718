//! Folding of finished tables into one row: they become smaller, and nothing else changes.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bastide_host::verify;
use bastide_protocol::{
    Aid, Chain, ClockPlan, Command, NewSeat, NewTable, Phase, Receipt, SeatPlan, Seated, ServerMsg,
    TableView, UndoPolicy, Visibility,
};
use bastide_server::receipts::{check_chain, check_signature};
use bastide_server::store::{Location, Stage, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::{Cluster, Random, Scratch};
use rusqlite::Connection;

/// Starts a hub that folds finished tables after `fold_after`, or never.
async fn hub(location: &Location, fold_after: Option<Duration>) -> Hub {
    let options = HubOptions { fold_after, ..HubOptions::default() };
    Hub::start(open(location).await.unwrap(), options).await.unwrap()
}

async fn folding(location: &Location, count: u64) -> Hub {
    let hub = hub(location, Some(Duration::ZERO)).await;
    for tries in 0.. {
        let stats = hub.stats();
        assert_eq!(stats.not_folded, 0);
        if stats.folded >= count {
            return hub;
        }
        assert!(tries < 3_000, "{} of {count} are folded", stats.folded);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    unreachable!()
}

fn plan(rules: &str, seats: Vec<SeatPlan>) -> NewTable {
    NewTable {
        visibility: Visibility::Listed,
        clock: Some(ClockPlan::Live { seconds: 3600, increment: 10 }),
        aid: Aid::Coach,
        undo: UndoPolicy::PastDraws,
        ..NewTable::new(rules, seats)
    }
}

fn credentials(seated: &Seated) -> Credentials<'_> {
    Credentials { token: Some(&seated.token), ..Credentials::default() }
}

fn bot(level: &str) -> SeatPlan {
    SeatPlan::Bot { level: level.to_owned() }
}

/// Creates a table with two people.
async fn pair(hub: &Hub, rules: &str) -> [Seated; 2] {
    let me = SeatPlan::Me { name: "Anna".to_owned() };
    let anna = hub.create(plan(rules, vec![me, SeatPlan::Open])).await.unwrap();
    let seat = NewSeat {
        seat: None,
        name: "Борис".to_owned(),
        salt: Some("salt".to_owned()),
        salt_commitment: None,
    };
    let boris = hub.sit(&anna.table, seat).await.unwrap();
    [anna, boris]
}

/// Plays a game of people to its end, in whole turns, and returns the last receipt.
async fn play_out(hub: &Hub, players: &[Seated]) -> Receipt {
    let mut last = None;
    let mut number = 0;
    loop {
        let mut has_acted = false;
        for seated in players {
            let watch = hub.watch(&seated.table, credentials(seated), None).await.unwrap();
            let ServerMsg::Welcome { offers, table, .. } = watch.welcome else { panic!("welcome") };
            if matches!(table.phase, Phase::Over { .. }) {
                return last.unwrap();
            }
            let Some(offers) = offers else { continue };
            number += 1;
            let at = (number * 7) % offers.offers.len();
            let actions = vec![offers.offers[at].action.clone()];
            let play = Command::Play { seat: offers.seat, revision: table.revision, actions };
            let id = format!("command-{number:08}");
            let done = hub.act(&seated.table, credentials(seated), &id, play).await.unwrap();
            last = done.receipt;
            has_acted = true;
        }
        if !has_acted {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Properties of a table that must not change by folding.
#[derive(PartialEq, Debug)]
struct Seen {
    chain: Chain,
    record: String,
    view: TableView,
    lines: String,
}

async fn seen(hub: &Hub, seated: &Seated) -> Seen {
    let mut view = hub.view(&seated.table, credentials(seated)).await.unwrap();
    view.watchers = 0;
    if let Some(clock) = &mut view.clock {
        clock.at = 0;
    }
    let lines = hub.list(Stage::Over, None, 50).await.unwrap();
    Seen {
        chain: hub.chain(&seated.table).await.unwrap(),
        record: hub.record(&seated.table).await.unwrap().to_text(),
        view,
        lines: serde_json::to_string(&lines).unwrap(),
    }
}

async fn folded_tables_are_as_they_were(location: Location) {
    let first = hub(&location, None).await;
    let [anna, boris] = pair(&first, "base,fields").await;
    let undo = Command::Propose { seat: 0, what: bastide_protocol::Proposal::Undo };
    let refused = first.act(&anna.table, credentials(&anna), "none", undo).await;
    assert!(refused.is_err(), "nothing to take back yet");
    let receipt = play_out(&first, &[anna.clone(), boris.clone()]).await;
    let say = Command::Say { text: "дякую \"за\" гру".to_owned() };
    first.act(&anna.table, credentials(&anna), "chat", say).await.unwrap();
    first.shutdown().await;
    let unfolded = hub(&location, None).await;
    let before = seen(&unfolded, &anna).await;
    assert_eq!(unfolded.stats().folded, 0);
    unfolded.shutdown().await;

    // Folded, and reread by another process.
    folding(&location, 1).await.shutdown().await;
    let after = hub(&location, None).await;
    assert_eq!(seen(&after, &anna).await, before);
    check_signature(&receipt, &after.key()).unwrap();
    check_chain(&receipt, &after.chain(&anna.table).await.unwrap()).unwrap();
    let record = after.record(&anna.table).await.unwrap();
    assert!(verify(&record).unwrap().is_finished);

    // Later facts are appended, and folded again.
    let say = Command::Say { text: "again?".to_owned() };
    let done = after.act(&boris.table, credentials(&boris), "late", say).await.unwrap();
    let grown = seen(&after, &anna).await;
    assert_eq!(grown.chain.digests.len(), before.chain.digests.len() + 1);
    assert_eq!(grown.chain.digests[..before.chain.digests.len()], before.chain.digests);
    after.shutdown().await;
    folding(&location, 1).await.shutdown().await;
    let last = hub(&location, None).await;
    assert_eq!(seen(&last, &anna).await, grown);
    check_chain(&done.receipt.unwrap(), &grown.chain).unwrap();
    last.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_tables_are_unchanged_in_sqlite() {
    let scratch = Scratch::new("fold").unwrap();
    folded_tables_are_as_they_were(Location::Sqlite(scratch.join("bastide.db"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_tables_are_unchanged_in_postgresql() {
    let url = Cluster::shared().database().await.unwrap();
    folded_tables_are_as_they_were(Location::Postgres(url)).await;
}

/// Changes the times so that every fact of a person comes 2 to 60 seconds after the previous fact,
/// as if the person had thought.
fn let_them_think(path: &std::path::Path) {
    let mut database = Connection::open(path).unwrap();
    let transaction = database.transaction().unwrap();
    let mut random = Random::new(15);
    let facts: Vec<(String, i64)> = transaction
        .prepare("select table_id, seq from fact order by table_id, seq")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let mut at = 0;
    for (table, seq) in facts {
        if seq == 1 {
            at = 1_700_000_000_123;
        }
        at += 2_000 + i64::try_from(random.below(58_000)).unwrap();
        let update = "update fact set at = ?3 where table_id = ?1 and seq = ?2";
        transaction.execute(update, (&table, seq, at)).unwrap();
        let update = "update game_table set updated = ?2 where id = ?1";
        transaction.execute(update, (&table, at)).unwrap();
    }
    transaction.commit().unwrap();
}

/// Returns the size of the values of all rows of a table: the length of texts and blobs, and the
/// stored size of integers in SQLite.
fn bytes(database: &Connection, sql: &str, id: &str) -> usize {
    use rusqlite::types::ValueRef;
    let mut select = database.prepare(sql).unwrap();
    let columns = select.column_count();
    let mut rows = select.query([id]).unwrap();
    let mut bytes = 0;
    while let Some(row) = rows.next().unwrap() {
        for column in 0..columns {
            bytes += match row.get_ref(column).unwrap() {
                ValueRef::Null | ValueRef::Integer(0 | 1) => 0,
                ValueRef::Integer(number) => {
                    let bits = 65 - number.unsigned_abs().leading_zeros();
                    [1, 2, 3, 4, 6, 8].into_iter().find(|&size| bits <= size * 8).unwrap() as usize
                }
                ValueRef::Real(_) => 8,
                ValueRef::Text(value) | ValueRef::Blob(value) => value.len(),
            };
        }
    }
    bytes
}

const PRESETS: [&str; 5] = [
    "base,fields",
    "base,fields,river,abbot",
    "base,fields,bridges,castles,barns",
    "wheel,fields,abbot",
    "",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_72_turns_takes_at_most_1024_bytes() {
    let scratch = Scratch::new("fold").unwrap();
    let path = scratch.join("bastide.db");
    let location = Location::Sqlite(path.clone());
    let first = hub(&location, None).await;
    let mut games = Vec::new();
    let people = pair(&first, "base,fields").await;
    play_out(&first, &people).await;
    games.push(("two people, base", people[0].table.clone()));
    for rules in PRESETS {
        let made = plan(rules, vec![bot("easy"), bot("beginner")]);
        let seated = first.create(made).await.unwrap();
        for tries in 0.. {
            let view = first.view(&seated.table, credentials(&seated)).await.unwrap();
            if matches!(view.phase, Phase::Over { .. }) {
                break;
            }
            assert!(tries < 6_000, "bots come to an end");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        games.push((rules, seated.table));
    }
    first.shutdown().await;
    let_them_think(&path);
    let (row_sql, fact_sql) =
        ("select * from game_table where id = ?1", "select * from fact where table_id = ?1");
    let before: Vec<(usize, usize)> = {
        let database = Connection::open(&path).unwrap();
        let of = |id: &str| (bytes(&database, row_sql, id), bytes(&database, fact_sql, id));
        games.iter().map(|(_, id)| of(id)).collect()
    };
    folding(&location, games.len() as u64).await.shutdown().await;
    let database = Connection::open(&path).unwrap();
    let left: i64 = database.query_row("select count(*) from fact", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0, "no fact is left beside the folded ones");
    for ((what, id), (row_before, facts)) in games.iter().zip(before) {
        let row = bytes(&database, row_sql, id);
        let folded = bytes(&database, "select * from folded where table_id = ?1", id);
        println!("{what}: row {row_before} -> {row}, facts {facts} -> {folded}");
        if *what == "two people, base" || *what == "base,fields" {
            assert!(facts > 7_000, "{what}: {facts}");
            assert!(row + folded <= 1_024, "{what}: {row} + {folded}");
        } else {
            assert!(row + folded <= 1_600, "{what}: {row} + {folded}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_cannot_be_restored_is_not_folded_and_delays_no_other() {
    let scratch = Scratch::new("fold").unwrap();
    let path = scratch.join("bastide.db");
    let location = Location::Sqlite(path.clone());
    let first = hub(&location, None).await;
    let resigned = |people: [Seated; 2]| {
        let hub = first.clone();
        async move {
            let resign = Command::Resign { seat: 0 };
            hub.act(&people[0].table, credentials(&people[0]), "r", resign).await.unwrap();
            people[0].table.clone()
        }
    };
    let broken = resigned(pair(&first, "base,fields").await).await;
    let sound = resigned(pair(&first, "").await).await;
    first.shutdown().await;
    let count = |sql: &str, id: &str| -> i64 {
        Connection::open(&path).unwrap().query_row(sql, [id], |row| row.get(0)).unwrap()
    };
    let facts = "select count(*) from fact where table_id = ?1";
    let before = count(facts, &broken);
    Connection::open(&path)
        .unwrap()
        .execute("update fact set body = '{}' where table_id = ?1 and seq = 2", [&broken])
        .unwrap();
    let hub = hub(&location, Some(Duration::ZERO)).await;
    for _ in 0..12_000 {
        if hub.stats().folded + hub.stats().not_folded == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!((hub.stats().folded, hub.stats().not_folded), (1, 1));
    assert_eq!(count(facts, &broken), before, "nothing is removed");
    assert_eq!(count(facts, &sound), 0);
    hub.shutdown().await;
}

/// The value was written by the first version of the format. A new format gets a file of its own,
/// which `BLESS=1` creates; existing files are never changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_values_of_form_1_stay_readable() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let read = |name: &str| std::fs::read_to_string(fixtures.join(name)).unwrap();
    let scratch = Scratch::new("fold").unwrap();
    let path = scratch.join("bastide.db");
    std::fs::copy(fixtures.join("schema-1.db"), &path).unwrap();
    let location = Location::Sqlite(path.clone());
    folding(&location, 4).await.shutdown().await;
    let expected: serde_json::Value = serde_json::from_str(&read("schema-1.json")).unwrap();
    let tables = expected["tables"].as_array().unwrap();
    let played = tables.iter().find(|table| table["what"] == "played").unwrap();
    let id = played["id"].as_str().unwrap();
    let fixture = fixtures.join("folded-form-1.hex");
    if bastide_testing::golden::is_blessed() && !fixture.exists() {
        let sql = "select lower(hex(body)) from folded where table_id = ?1";
        let body: String =
            Connection::open(&path).unwrap().query_row(sql, [id], |row| row.get(0)).unwrap();
        bastide_testing::golden::write(&fixture, &(body + "\n"));
    }
    let before = hub(&location, None).await;
    let head = before.chain(id).await.unwrap().head;
    before.shutdown().await;
    let sql = "update folded set body = unhex(?2) where table_id = ?1";
    let body = read("folded-form-1.hex");
    let changed = Connection::open(&path).unwrap().execute(sql, [id, body.trim()]);
    assert_eq!(changed, Ok(1));
    let after = hub(&location, None).await;
    assert_eq!(after.chain(id).await.unwrap().head, head);
    assert_eq!(after.record(id).await.unwrap().to_text(), played["record"].as_str().unwrap());
    after.shutdown().await;
}
