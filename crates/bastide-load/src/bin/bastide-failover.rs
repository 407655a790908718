//! Kills the primary of a PostgreSQL pair under load and checks that no acknowledged command is
//! lost or executed twice.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bastide_load::FailoverPlan;
use clap::Parser;

/// Kill the primary of two PostgreSQL nodes under Patroni repeatedly
#[derive(Parser)]
struct Args {
    /// Path of the server program
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// Data directory of the nodes; emptied first
    #[arg(long, value_name = "DIR")]
    directory: PathBuf,
    /// Number of times the primary is killed
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// Number of tables to which commands are sent
    #[arg(long, default_value_t = 16)]
    tables: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let plan = FailoverPlan {
        program: args.program,
        directory: args.directory,
        kills: args.kills,
        tables: args.tables,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(bastide_load::failover(&plan))?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        println!(
            "{} kills, {} takeovers; {} commands acknowledged, {} retried, {} never \
             answered; none acknowledged for p50 {:.1} s, at most {:.1} s after a kill",
            report.kills,
            report.takeovers,
            report.acknowledged,
            report.repeated,
            report.unanswered,
            report.silence.p50_ms / 1000.0,
            report.silence.max_ms / 1000.0,
        );
        for violation in &report.violations {
            println!("✗ {violation}");
        }
        if report.violations.is_empty() {
            println!("✓ every acknowledged command is in the log once, and no refused one");
        }
    }
    Ok(ExitCode::from(u8::from(!report.violations.is_empty())))
}
