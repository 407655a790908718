//! `bastide doctor`: checks the configuration of a server and suggests fixes.

use anyhow::Result;
use bastide_server::config::ServeArgs;
use bastide_server::doctor::{self, Finding, State};
use clap::Args;
use serde_json::{Value, json};

use crate::config::Configuration;
use crate::console::{Console, Fault};

/// Check the configuration of a server and report problems
///
/// Accepts the flags, environment and configuration file of 'bastide serve',
/// changes nothing, and reports for each item whether it is valid and how to fix
/// it if not. If the file is invalid, the other items are checked without it.
///
/// Exit code 0: a server can run with this configuration. 1: it cannot.
///
/// JSON: {sound, findings: [{subject, state, found, advice}]}; a state is fine,
/// doubtful or wrong.
#[derive(Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    server: ServeArgs,
}

/// Runs the command.
pub(crate) fn run(
    args: &Doctor,
    configuration: &Configuration,
    console: &mut Console,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut findings = vec![doctor::config_file(&configuration.file, &args.server)];
    findings.extend(runtime.block_on(doctor::examine(&args.server)));
    runtime.shutdown_background();
    let is_sound = findings.iter().all(|finding| finding.state != State::Wrong);
    if console.json {
        let list: Vec<Value> = findings.iter().map(value).collect();
        console.value(&json!({ "sound": is_sound, "findings": list }))?;
    } else {
        for finding in &findings {
            tell(finding, console)?;
        }
    }
    if is_sound {
        return Ok(());
    }
    console.finish()?;
    let fault = Fault::wrong("a server cannot run with this configuration");
    Err(fault.told_in_json(console.json).into())
}

fn value(finding: &Finding) -> Value {
    json!({
        "subject": finding.subject,
        "state": finding.state.name(),
        "found": finding.found,
        "advice": finding.advice,
    })
}

fn tell(finding: &Finding, console: &mut Console) -> Result<()> {
    let (mark, arrow) = match (finding.state, console.style.ascii) {
        (State::Fine, false) => ("✓", "→"),
        (State::Doubtful, false) => ("?", "→"),
        (State::Wrong, false) => ("✗", "→"),
        (State::Fine, true) => ("+", "->"),
        (State::Doubtful, true) => ("?", "->"),
        (State::Wrong, true) => ("!", "->"),
    };
    console.line(format_args!("{mark} {:<13} {}", finding.subject, finding.found))?;
    match &finding.advice {
        Some(advice) => console.line(format_args!("  {:<13} {arrow} {advice}", "")),
        None => Ok(()),
    }
}
