//! `bastide verify`: checks that the draws of a record are those to which its host committed.

mod receipt;

use std::path::PathBuf;

use anyhow::Result;
use bastide_host::{VerifyError, verify};
use bastide_protocol::Verdict;
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
/// JSON: the verdict of a server (Verdict in docs/protocol.md): {is_verified,
/// reason, commitment, seed, draws, is_first_drawn, is_finished, contributors,
/// bag}; for a receipt {is_verified, reason, table, facts, key, is_on_chain}.
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
    let checked = verify(&record);
    let verdict = Verdict::new(&record, checked.as_ref());
    if console.json {
        console.value(&json!(verdict))?;
        console.finish()?;
    }
    if let Err(error) = checked {
        return Err(fault(file, &error).into());
    }
    if console.json {
        return Ok(());
    }
    console
        .line(format_args!("verified: all {} draws come from the committed seed", verdict.draws))?;
    if !verdict.is_first_drawn {
        console.line("  the first player was not drawn from the seed")?;
    }
    if !verdict.is_finished {
        console.line("  the game was not finished")?;
    }
    console.line(format_args!("  commitment {}", verdict.commitment.unwrap_or_default()))?;
    console.line(format_args!("  seed       {}", verdict.seed.unwrap_or_default()))
}

/// Returns the error for a record that is not verified.
fn fault(file: &str, error: &VerifyError) -> Fault {
    let message = format!("{}: {error}", input::name(file));
    match error {
        VerifyError::NoCommitment => {
            Fault::input(message).hint("only games dealt from a seed have one")
        }
        VerifyError::NoSeed => {
            Fault::input(message).hint("the seed is revealed when the game is over")
        }
        _ => Fault::wrong(message),
    }
}
