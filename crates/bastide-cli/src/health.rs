//! `bastide health`: asks a running server on this machine whether it works.

use anyhow::Result;
use bastide_server::config::ServeArgs;
use bastide_server::health::{self, Question};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};

/// Ask a running server on this machine whether it works
///
/// Accepts the flags, environment and configuration file of 'bastide serve', which
/// name the address of the server. For health checks of containers and service
/// managers.
///
/// Exit code 0: it works. 1: it does not answer, or not with success.
///
/// JSON: {address, answer}.
#[derive(Args)]
pub(crate) struct Health {
    #[command(flatten)]
    server: ServeArgs,
    /// Ask whether the server is ready for new clients: not while it shuts down, nor while the
    /// database cannot be read or written
    #[arg(long)]
    ready: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Health, console: &mut Console) -> Result<()> {
    let question = if args.ready { Question::IsReady } else { Question::IsAlive };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(health::ask(&args.server, question));
    let (address, answer) = answer.map_err(|error| Fault::wrong(error).code("unhealthy"))?;
    if console.json {
        return console.value(&json!({ "address": address.to_string(), "answer": answer }));
    }
    console.line(answer)
}
