//! `bastide verify --receipt`: checks that the server signed a receipt and still publishes the same
//! log.

use std::fs;
use std::path::Path;

use anyhow::Result;
use bastide_protocol::{Chain, PublicKey, Receipt};
use bastide_server::receipts::{ReceiptError, check_chain, check_signature};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::console::{Console, Fault};

/// The files of a check.
pub(super) struct Files<'a> {
    pub(super) receipt: &'a Path,
    pub(super) key: Option<&'a Path>,
    pub(super) chain: Option<&'a Path>,
}

/// A receipt as saved by the web client, with its key, or alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Saved {
    WithKey { receipt: Receipt, key: Option<PublicKey> },
    Alone(Receipt),
}

/// Checks the signature and, if a chain is given, that the receipt matches it.
pub(super) fn run(files: &Files<'_>, console: &mut Console) -> Result<()> {
    let (receipt, saved_key) = match read(files.receipt, "a receipt")? {
        Saved::WithKey { receipt, key } => (receipt, key),
        Saved::Alone(receipt) => (receipt, None),
    };
    let key = match files.key {
        Some(path) => Some(read::<PublicKey>(path, "a public key")?),
        None => saved_key,
    };
    let key = key.ok_or_else(|| {
        Fault::input("no public key to check the receipt")
            .hint("save the key with curl SERVER/api/key > key.json and add --key key.json")
    })?;
    let chain = files.chain.map(|path| read::<Chain>(path, "a chain")).transpose()?;
    let checked = check_signature(&receipt, &key).and_then(|()| match &chain {
        Some(chain) => check_chain(&receipt, chain),
        None => Ok(()),
    });
    if let Err(error) = checked {
        return refuse(&error, console);
    }
    let is_on_chain = chain.as_ref().map(|_| true);
    if console.json {
        return console.value(&json!({
            "is_verified": true,
            "reason": null,
            "table": receipt.table,
            "facts": receipt.seq,
            "key": receipt.key,
            "is_on_chain": is_on_chain,
        }));
    }
    console.line(format_args!(
        "verified: key {} signed the first {} facts of table {}",
        receipt.key, receipt.seq, receipt.table
    ))?;
    match is_on_chain {
        Some(_) => console.line("  the published log begins with exactly these facts"),
        None => console.line(
            "  the current log of the server was not checked: set --chain to the response of \
             /api/tables/TABLE/chain",
        ),
    }
}

fn read<T: DeserializeOwned>(path: &Path, what: &str) -> Result<T> {
    let name = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| Fault::input(format!("{name}: {error}")))?;
    let read = serde_json::from_str(&text);
    Ok(read.map_err(|error| Fault::input(format!("{name} is not {what}: {error}")))?)
}

fn refuse(error: &ReceiptError, console: &mut Console) -> Result<()> {
    if console.json {
        console.value(&json!({ "is_verified": false, "reason": error.to_string() }))?;
        console.finish()?;
    }
    let fault = match error {
        ReceiptError::NoFact
        | ReceiptError::Unreadable(_)
        | ReceiptError::BadPublicKey
        | ReceiptError::OtherKey { .. }
        | ReceiptError::OtherTable { .. } => Fault::input(error),
        ReceiptError::Cut { .. } | ReceiptError::Changed(_) => {
            Fault::wrong(error).hint("keep receipt, key and chain: together they are the proof")
        }
        _ => Fault::wrong(error),
    };
    Err(fault.into())
}
