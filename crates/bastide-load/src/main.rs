//! `bastide-load`: starts a server, puts load on it, and reports whether it meets the requirements.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use bastide_load::{Plan, Report};
use clap::{Parser, ValueEnum};
use indicatif::ProgressBar;

/// Put load on a server that runs on this machine
///
/// Starts servers with empty databases, puts load on them, and compares the
/// results with the requirements. Takes a minute or two. JSON: results by part,
/// see docs/performance.md.
#[derive(Parser)]
struct Args {
    /// The part to run
    #[arg(value_enum, default_value = "all")]
    what: What,
    /// Path of the server program
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// Directory of the server's files [default: the directory for temporary files]
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Multiply the load by this factor, to test the load generator
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    scale: f64,
    /// Path of a NATS server, for the notifications of several processes
    #[arg(long, value_name = "FILE")]
    nats_server: Option<PathBuf>,
    /// Number of repetitions of the measurements with several processes
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeats: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Time limit of one part. On an idle machine all parts together take two minutes.
const MOST: Duration = Duration::from_secs(240);

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// 10,000 idle sockets: memory
    Idle,
    /// 2,000 moves a second at 2,500 tables: time
    Moves,
    /// Moves at increasing rates until the server falls behind: saturation
    Curve,
    /// Moves of players during 200 games among bots: time
    Bots,
    /// The same while another process keeps a core busy
    Busy,
    /// A crash with 5,000 clients: time until all have reconnected
    Restart,
    /// One, two and three processes on one PostgreSQL database: ratios; not among "all"
    Processes,
    /// All parts except processes
    All,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(report) => {
            tell(&args, &report);
            ExitCode::from(u8::from(!report.is_kept()))
        }
        Err(error) => {
            eprintln!("bastide-load: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<Report> {
    let files = bastide_load::raise_open_files();
    let mut plan = Plan::new(&args.program).scaled(args.scale.clamp(0.001, 1.0));
    plan.directory.clone_from(&args.directory);
    plan.nats_server.clone_from(&args.nats_server);
    plan.repeats = usize::from(args.repeats);
    anyhow::ensure!(
        files > plan.idle_sockets as u64 + 500,
        "the limit of open files is {files}: raise it with 'ulimit -n 65536'"
    );
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut report = Report::default();
    let does = |part: What| args.what == part || args.what == What::All;
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.set_message("cost of a durable write");
    report.sync = Some(bastide_load::sync(&plan)?);
    if does(What::Idle) {
        bar.set_message("idle sockets");
        let idle = runtime.block_on(within(bastide_load::idle(&plan)));
        report.idle = Some(idle.context("idle sockets")?);
    }
    if does(What::Moves) {
        bar.set_message("moves");
        let moves = runtime.block_on(within(bastide_load::moves(&plan)));
        report.moves = Some(moves.context("moves")?);
    }
    if does(What::Curve) {
        bar.set_message("moves at increasing rates");
        let curve = runtime.block_on(within(bastide_load::curve(&plan)));
        report.curve = Some(curve.context("moves at increasing rates")?);
    }
    if does(What::Bots) {
        bar.set_message("moves beside bots");
        let bots = runtime.block_on(within(bastide_load::bots(&plan)));
        report.bots = Some(bots.context("moves beside bots")?);
    }
    if does(What::Busy) {
        bar.set_message("moves beside bots, with a core kept busy");
        let busy = runtime.block_on(within(bastide_load::busy(&plan)));
        report.busy = Some(busy.context("moves beside bots, with a core kept busy")?);
    }
    if does(What::Restart) {
        bar.set_message("a crash with all clients connected");
        let restart = runtime.block_on(within(bastide_load::restart(&plan)));
        report.restart = Some(restart.context("a crash")?);
    }
    if args.what == What::Processes {
        bar.set_message("several processes");
        let limit = MOST * u32::from(args.repeats.max(1));
        let processes = runtime.block_on(within_limit(limit, bastide_load::processes(&plan)));
        report.processes = Some(processes.context("several processes")?);
    }
    bar.finish_and_clear();
    Ok(report)
}

/// Returns an error if a part exceeds its time limit.
async fn within<T>(part: impl Future<Output = Result<T>>) -> Result<T> {
    within_limit(MOST, part).await
}

async fn within_limit<T>(limit: Duration, part: impl Future<Output = Result<T>>) -> Result<T> {
    let done = tokio::time::timeout(limit, part).await;
    done.with_context(|| format!("not finished after {} seconds", limit.as_secs()))?
}

fn tell(args: &Args, report: &Report) {
    if args.json {
        let text = serde_json::to_string_pretty(report).expect("figures are plain");
        println!("{text}");
        return;
    }
    if let Some(sync) = report.sync {
        let times = sync.fdatasync;
        println!("fdatasync here: p50 {:.1} ms, p99 {:.1} ms", times.p50_ms, times.p99_ms);
    }
    if let Some(curve) = &report.curve {
        println!("moves a second at {} tables:", curve.tables);
        curve.table().iter().for_each(|row| println!("{row}"));
    }
    if let Some(processes) = &report.processes {
        let (tables, rate) = (processes.tables, processes.rate);
        println!(
            "{tables} tables with a player and a watcher; latencies at {rate} moves a second:"
        );
        processes.table().iter().for_each(|row| println!("{row}"));
    }
    for line in report.lines() {
        let mark = if line.is_kept { "✓" } else { "✗" };
        println!("{mark} {} (promised: {})", line.found, line.promised);
    }
}
