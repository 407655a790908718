//! Benchmark of the cost of receipts: `cargo run --release -p bastide-server --example
//! receipt_speed`.

use std::hint::black_box;
use std::time::Instant;

use bastide_server::receipts::{BadKey, Signer};
use bastide_server::store::{Digest, Stored, TableId};

const ROUNDS: u32 = 20_000;

fn main() -> Result<(), BadKey> {
    let signer = Signer::from_secret(&[7; 32])?;
    let table = TableId("abcdefghijkm".into());
    let fact = r#"{"kind":"played","seat":0,"actions":["P1,0r1","D2"],"draws":["DB"]}"#;
    let body = format!(r#"{{"id":"0123456789abcdef.x","fact":{fact}}}"#);
    let stored = Stored { seq: 9, schema: 1, rules: 1, at: 1_700_000_000_000, body };
    let mut head = Digest::start(&table);
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        head = head.extended(Digest::of(&table, black_box(&stored)));
    }
    println!("digest and head: {:?}", begun.elapsed() / ROUNDS);
    let begun = Instant::now();
    for seq in 0..u64::from(ROUNDS) {
        black_box(signer.sign(&table, seq, 0, head));
    }
    println!("receipt: {:?}", begun.elapsed() / ROUNDS);
    Ok(())
}
