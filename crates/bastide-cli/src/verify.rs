//! `bastide verify`: checks that the draws of a record are those to which its host committed.

mod receipt;

use std::path::PathBuf;

use anyhow::Result;
use bastide_host::{VerifyError, verify};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};

/// Check that the draws are those to which the host committed
///
/// A host publishes a commitment before the first draw and the seed after the
/// game; the record contains both. This repeats all draws from the seed.
///
/// Exit code 0: verified. 1: not verified. 2: cannot be verified, because the
/// record is illegal, or has no commitment or no seed.
///
/// With --receipt it checks instead that a server signed a receipt, and with
/// --chain that the log it publishes now is the one that it signed.
///
/// JSON: {verified: true, commitment, seed, draws, first_drawn, finished} or
/// {verified: false, reason}; for a receipt {verified, table, facts, key,
/// on_chain}.
#[derive(Args)]
pub(crate) struct Verify {
    /// A record; - reads standard input
    #[arg(required_unless_present = "receipt", conflicts_with = "receipt")]
    file: Option<String>,
    /// Check this receipt, as saved by the web client
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// The server's public key, from /api/key, if it is not in the receipt
    #[arg(long, value_name = "FILE", requires = "receipt")]
    key: Option<PathBuf>,
    /// The published log, from /api/tables/TABLE/chain
    #[arg(long, value_name = "FILE", requires = "receipt")]
    chain: Option<PathBuf>,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Verify, console: &mut Console) -> Result<()> {
    if let Some(receipt) = &args.receipt {
        let files =
            receipt::Files { receipt, key: args.key.as_deref(), chain: args.chain.as_deref() };
        return receipt::run(&files, console);
    }
    let file = args.file.as_deref().unwrap_or("-");
    let record = input::record(file, &args.tiles)?;
    let verified = match verify(&record) {
        Ok(verified) => verified,
        Err(error) => return refuse(file, &error, console),
    };
    let commitment = record.commitment().map(|c| c.to_string());
    let seed = record.seed().map(ToString::to_string);
    if console.json {
        return console.value(&json!({
            "verified": true,
            "commitment": commitment,
            "seed": seed,
            "draws": verified.draws,
            "first_drawn": verified.is_first_drawn,
            "finished": verified.is_finished,
        }));
    }
    console.line(format_args!(
        "verified: all {} draws come from the committed seed",
        verified.draws
    ))?;
    if !verified.is_first_drawn {
        console.line("  the first player was not drawn from the seed")?;
    }
    if !verified.is_finished {
        console.line("  the game was not finished")?;
    }
    console.line(format_args!("  commitment {}", commitment.unwrap_or_default()))?;
    console.line(format_args!("  seed       {}", seed.unwrap_or_default()))
}

fn refuse(file: &str, error: &VerifyError, console: &mut Console) -> Result<()> {
    if console.json {
        console.value(&json!({ "verified": false, "reason": error.to_string() }))?;
        console.finish()?;
    }
    let message = format!("{}: {error}", input::name(file));
    let fault = match error {
        VerifyError::NoCommitment => {
            Fault::input(message).hint("only games dealt from a seed have one")
        }
        VerifyError::NoSeed => {
            Fault::input(message).hint("the seed is revealed when the game is over")
        }
        _ => Fault::wrong(message),
    };
    Err(fault.into())
}
