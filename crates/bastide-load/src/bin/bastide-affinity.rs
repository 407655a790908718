//! Tries the proxy configurations in `deploy` with two servers.

use std::path::PathBuf;

use anyhow::Result;
use bastide_load::AffinityPlan;
use clap::Parser;

/// Try the HAProxy and nginx configurations with two servers on one PostgreSQL database
#[derive(Parser)]
struct Args {
    /// Path of the server program
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// Directory with haproxy.cfg and nginx.conf
    #[arg(long, value_name = "DIR")]
    configurations: PathBuf,
    /// Number of tables
    #[arg(long, default_value_t = 24)]
    tables: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn main() -> Result<()> {
    let Args { program, configurations, tables, json } = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let plan = AffinityPlan { program, configurations, tables };
    let reports = runtime.block_on(bastide_load::affinity(&plan))?;
    if json {
        println!("{}", serde_json::to_string_pretty(&reports)?);
        return Ok(());
    }
    for report in reports {
        println!(
            "✓ {}: {} and {} tables, each at one process; after a kill {} tables moved within \
             {:.1} s, and returned {:.1} s after the restart",
            report.proxy,
            report.by_process[0],
            report.by_process[1],
            report.moved,
            report.moved_ms as f64 / 1000.0,
            report.returned_ms as f64 / 1000.0,
        );
    }
    Ok(())
}
