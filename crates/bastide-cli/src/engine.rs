//! `bastide engine`: exposes the bots to other programs by the engine protocol.

use std::io;

use anyhow::Result;
use bastide_bots::Spec;
use bastide_engine::{Server, serve};
use clap::Args;

use crate::console::{Console, Fault};
use crate::input::TileArgs;

/// Run the engine protocol on standard input and output, for use by other programs
///
/// Waits for commands. Type 'hello 1' or 'help' to try it by hand;
/// docs/engine-protocol.md describes the protocol, and how to write your own
/// engine. Invalid commands are answered with 'error' and do not end the session;
/// 'quit' or the end of input does.
///
/// JSON: not supported, because the protocol itself is machine-readable.
#[derive(Args)]
pub(crate) struct Engine {
    /// The bot that plays, until 'set bot' changes it
    #[arg(long, value_name = "BOT", default_value = "quick", long_help = format!("The bot that plays, until 'set bot' changes it. {}", crate::play::bots()))]
    bot: Spec,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Engine, console: &Console) -> Result<()> {
    if console.json {
        return Err(Fault::input("the engine protocol does not support --json")
            .hint("omit --json; docs/engine-protocol.md describes the output")
            .into());
    }
    let mut server = Server::new(args.bot).with_tiles(args.tiles.read()?);
    Ok(serve(&mut server, io::stdin().lock(), io::stdout().lock())?)
}
