//! Receipts: a server cannot revoke what it has signed.
#![allow(clippy::unwrap_used)]

use bastide_protocol::{
    Aid, Command, Done, NewTable, ProblemCode, Receipt, SeatPlan, Seated, ServerMsg, UndoPolicy,
    Visibility,
};
use bastide_server::receipts::{ReceiptError, check_chain, check_signature};
use bastide_server::store::{Location, TableId, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_table::chain;
use bastide_testing::{Cluster, Scratch};
use rusqlite::Connection;

async fn hub(location: &Location) -> Hub {
    Hub::start(open(location).await.unwrap(), HubOptions::default()).await.unwrap()
}

fn plan() -> NewTable {
    let me = |name: &str| SeatPlan::Me { name: name.to_owned() };
    NewTable {
        visibility: Visibility::Listed,
        aid: Aid::Coach,
        undo: UndoPolicy::PastDraws,
        ..NewTable::new("base,fields", vec![me("Anna"), me("Boris")])
    }
}

fn credentials(seated: &Seated) -> Credentials<'_> {
    Credentials { token: Some(&seated.token), ..Credentials::default() }
}

/// Plays the offer with this number, modulo their count.
async fn play(hub: &Hub, seated: &Seated, id: &str, number: usize) -> Done {
    let watch = hub.watch(&seated.table, credentials(seated), None).await.unwrap();
    let ServerMsg::Welcome { offers: Some(offers), table, .. } = watch.welcome else {
        panic!("her turn")
    };
    let actions = vec![offers.offers[number % offers.offers.len()].action.clone()];
    let command = Command::Play { seat: offers.seat, revision: table.revision, actions };
    hub.act(&seated.table, credentials(seated), id, command).await.unwrap()
}

async fn say(hub: &Hub, seated: &Seated, id: &str, text: &str) -> Done {
    let command = Command::Say { text: text.to_owned() };
    hub.act(&seated.table, credentials(seated), id, command).await.unwrap()
}

/// Checks a receipt with the key and the chain that the server publishes.
async fn check(hub: &Hub, receipt: &Receipt) -> Result<(), ReceiptError> {
    check_signature(receipt, &hub.key())?;
    check_chain(receipt, &hub.chain(&receipt.table).await.unwrap())
}

async fn every_answer_has_a_receipt(location: Location) {
    let first = hub(&location).await;
    let seated = first.create(plan()).await.unwrap();
    let mut receipts = Vec::new();
    for number in 0..6 {
        let done = play(&first, &seated, &format!("m{number}"), number).await;
        let receipt = done.receipt.clone().unwrap();
        assert_eq!((receipt.seq, &receipt.table), (done.seq, &seated.table));
        receipts.push(receipt);
    }
    let said = say(&first, &seated, "c", "hello").await;
    assert_eq!(say(&first, &seated, "c", "hello").await, said, "the same answer again");
    receipts.extend(said.receipt);
    let chain = first.chain(&seated.table).await.unwrap();
    assert_eq!(chain.facts, None, "the seed is a secret while the game is on");
    let resign = Command::Resign { seat: 0 };
    let over = first.act(&seated.table, credentials(&seated), "r", resign).await.unwrap();
    receipts.extend(over.receipt);
    let key = first.key();
    first.shutdown().await;
    let again = hub(&location).await;
    assert_eq!(again.key(), key, "the key is kept in the database");
    for receipt in &receipts {
        assert_eq!(check(&again, receipt).await, Ok(()));
    }
    let chain = again.chain(&seated.table).await.unwrap();
    assert_eq!(chain.facts.as_ref().unwrap().len(), chain.digests.len());
    assert_eq!(chain.head, receipts.last().unwrap().head);
    let nothing = again.chain("abcdefghijkm").await.unwrap_err();
    assert_eq!(nothing.code, ProblemCode::NoSuchTable);
    // A fact that does not match its digest is detected.
    let mut forged = chain;
    forged.facts.as_mut().unwrap()[2].at += 1;
    let error = check_chain(&receipts[0], &forged).unwrap_err();
    assert_eq!(error, ReceiptError::WrongFact(3));
    again.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn receipts_stay_valid_after_a_restart_in_sqlite() {
    let scratch = Scratch::new("receipts").unwrap();
    every_answer_has_a_receipt(Location::Sqlite(scratch.join("bastide.db"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn receipts_stay_valid_after_a_restart_in_postgresql() {
    let url = Cluster::shared().database().await.unwrap();
    every_answer_has_a_receipt(Location::Postgres(url)).await;
}

/// Modifies the database with SQL while the server is down, and restarts the server.
async fn tamper(hub_now: Hub, location: &Location, sql: &str) -> Hub {
    hub_now.shutdown().await;
    let Location::Sqlite(path) = location else { panic!("a file") };
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
    hub(location).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_and_replaced_moves_are_proved() {
    let scratch = Scratch::new("receipts").unwrap();
    let location = Location::Sqlite(scratch.join("bastide.db"));
    let first = hub(&location).await;
    let seated = first.create(plan()).await.unwrap();
    play(&first, &seated, "a", 0).await;
    let before = play(&first, &seated, "b", 1).await.receipt.unwrap();
    let receipt = play(&first, &seated, "c", 0).await.receipt.unwrap();
    assert_eq!(check(&first, &receipt).await, Ok(()));
    let table = &seated.table;
    let sql = format!(
        "delete from fact where table_id = '{table}' and seq = {0};
         update game_table set last = {0} - 1, head = null where id = '{table}'",
        receipt.seq
    );
    let cut = tamper(first, &location, &sql).await;
    assert_eq!(check(&cut, &before).await, Ok(()), "what is still there is still proved");
    let (signed, published) = (receipt.seq, receipt.seq - 1);
    assert_eq!(check(&cut, &receipt).await, Err(ReceiptError::Cut { signed, published }));
    // The table continues as if the move had never been made.
    let other = play(&cut, &seated, "d", 1).await.receipt.unwrap();
    assert_eq!(other.seq, receipt.seq);
    assert_eq!(check(&cut, &other).await, Ok(()));
    assert_eq!(check(&cut, &receipt).await, Err(ReceiptError::Changed(receipt.seq)));
    cut.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_texts_are_proved_and_erased_ones_are_accepted() {
    let scratch = Scratch::new("receipts").unwrap();
    let location = Location::Sqlite(scratch.join("bastide.db"));
    let first = hub(&location).await;
    let seated = first.create(plan()).await.unwrap();
    let receipt = say(&first, &seated, "c", "my address is 1 Main Street").await.receipt.unwrap();
    let changed = tamper(first, &location, "update fact set body = replace(body, '1 M', '2 M')");
    let changed = changed.await;
    assert_eq!(check(&changed, &receipt).await, Err(ReceiptError::Changed(receipt.seq)));
    let back = tamper(changed, &location, "update fact set body = replace(body, '2 M', '1 M')");
    let back = back.await;
    assert_eq!(check(&back, &receipt).await, Ok(()));
    back.shutdown().await;

    let store = open(&location).await.unwrap();
    let id = TableId::from_name(&seated.table).unwrap();
    let log = store.read(&id, 0).await.unwrap();
    store.close().await;
    let said = log.last().unwrap();
    let now = r#"{"kind":"said","seat":0,"name":"Anna","text":""}"#;
    let erased = chain::erased(&id, said, now);
    assert!(!erased.body.contains("Main Street"));
    let Location::Sqlite(path) = &location else { panic!("a file") };
    Connection::open(path)
        .unwrap()
        .execute("update fact set body = ?1 where seq = ?2", (&erased.body, said.seq as i64))
        .unwrap();
    let after = hub(&location).await;
    assert_eq!(check(&after, &receipt).await, Ok(()));
    let view = after.view(&seated.table, credentials(&seated)).await.unwrap();
    let shown = serde_json::to_string(&view.events).unwrap();
    assert!(!shown.contains("Main Street"), "{shown}");
    after.shutdown().await;
}
