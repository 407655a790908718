//! Tests of `verify --receipt` and `fsck`.

use bastide_protocol::Chain;
use bastide_server::receipts::Signer;
use bastide_server::store::{Digest, Location, TableId, open};
use serde_json::json;

use crate::{Scratch, bastide};

/// Returns the chain of a table with three facts, and the head after each number of facts.
fn chain(table: &TableId) -> (Chain, Vec<Digest>) {
    let digests = [1, 2, 3].map(|byte| Digest([byte; 32]));
    let mut heads = vec![Digest::start(table)];
    for digest in digests {
        heads.push(heads[heads.len() - 1].extended(digest));
    }
    let chain = Chain {
        table: table.to_string(),
        head: heads[3].to_string(),
        digests: digests.iter().map(ToString::to_string).collect(),
        facts: None,
    };
    (chain, heads)
}

#[test]
fn a_receipt_is_checked_against_its_key_and_the_published_chain() {
    let scratch = Scratch::new("receipts");
    let table = TableId("abcdefghijkm".into());
    let (mut chain, heads) = chain(&table);
    let signer = Signer::from_secret(&[7; 32]).expect("32 bytes");
    let receipt = signer.sign(&table, 2, 1_000, heads[2]);
    let file = |name: &str, value: serde_json::Value| scratch.write(name, &value.to_string());
    let alone = file("alone.json", json!(receipt));
    let saved = file("saved.json", json!({ "receipt": receipt, "key": signer.public() }));
    let key = file("key.json", json!(signer.public()));
    let good = file("chain.json", json!(chain));

    let no_key = bastide(&["verify", "--receipt", &alone]);
    assert_eq!(no_key.code, 2);
    assert!(no_key.err.contains("no public key"), "{}", no_key.err);
    let told = bastide(&["verify", "--receipt", &alone, "--key", &key]).fine();
    assert!(told.contains("signed the first 2 facts of table abcdefghijkm"), "{told}");
    let told = bastide(&["verify", "--receipt", &saved, "--chain", &good]).fine();
    assert!(told.contains("begins with exactly these facts"), "{told}");
    let value = bastide(&["verify", "--receipt", &saved, "--chain", &good, "--json"]).json();
    assert_eq!((&value["is_verified"], &value["is_on_chain"]), (&true.into(), &true.into()));

    chain.digests[0] = Digest([9; 32]).to_string();
    let changed = file("changed.json", json!(chain));
    let run = bastide(&["verify", "--receipt", &saved, "--chain", &changed]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("the log was changed"), "{}", run.err);
    let mut forged = receipt;
    forged.seq = 1;
    let forged = file("forged.json", json!(forged));
    let run = bastide(&["verify", "--receipt", &forged, "--key", &key]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("invalid signature"), "{}", run.err);
    assert_eq!(bastide(&["verify", "--receipt", &key]).code, 2, "a key is not a receipt");
    assert_eq!(bastide(&["verify"]).code, 2);
}

#[test]
fn fsck_needs_a_database_and_reports_its_number_of_tables() {
    let scratch = Scratch::new("fsck");
    let missing = bastide(&["fsck", &scratch.path("missing.db")]);
    assert_eq!(missing.code, 2, "{}", missing.err);
    let file = scratch.path("bastide.db");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = open(&Location::Sqlite(file.clone().into())).await.expect("a new database");
        store.close().await;
    });
    assert_eq!(bastide(&["fsck", &file]).fine(), "0 tables, 0 facts, 0 problems\n");
    let value = bastide(&["fsck", &file, "--json"]).json();
    assert_eq!(value, json!({ "tables": 0, "facts": 0, "problems": 0, "findings": [] }));
}
