//! Benchmark of a store: durable appends per second and their latency, compared with the disk
//! itself.
//!
//! `cargo run --release -p bastide-server --example store_speed -- sqlite`

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_server::store::{Append, Location, Row, Stage, Store, Stored, TableId, open};
use bastide_testing::{Cluster, Scratch};
use clap::{Parser, ValueEnum};
use tokio::task::JoinSet;

/// Measures the durable appends per second of a store and their latency.
#[derive(Parser)]
struct Options {
    /// The store to measure.
    store: Kind,
    /// Numbers of tables appended to in parallel, each waiting for its previous append.
    #[arg(long, value_delimiter = ',', default_value = "1,64,500,2500")]
    tables: Vec<u64>,
    /// Appends per second over 2,500 tables, without waiting for previous appends.
    #[arg(long, default_value_t = 2_000)]
    rate: u32,
    /// Duration of each measurement, in seconds.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Use this database instead of a temporary one; the tables are not deleted.
    #[arg(long)]
    database: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A file in the directory for temporary files.
    Sqlite,
    /// A temporary PostgreSQL server, with its data in the directory for temporary files.
    Postgres,
}

/// Latencies of a measurement.
struct Times {
    name: String,
    took: Vec<Duration>,
    elapsed: Duration,
    commits: u64,
}

impl Times {
    fn per_second(&self) -> f64 {
        self.took.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// Returns a quantile in milliseconds; `took` must be sorted.
    fn quantile(&self, share: f64) -> f64 {
        let last = self.took.len().saturating_sub(1);
        let at = (last as f64 * share).round() as usize;
        self.took.get(at).map_or(f64::NAN, |took| took.as_secs_f64() * 1e3)
    }

    fn print(&self, options: &Options) {
        let (rate, p50, p99) = (self.per_second(), self.quantile(0.5), self.quantile(0.99));
        let longest = self.quantile(1.0);
        if options.json {
            let line = serde_json::json!({
                "name": self.name, "per_second": rate, "p50_ms": p50, "p99_ms": p99,
                "max_ms": longest, "commits": self.commits,
            });
            println!("{line}");
        } else {
            println!(
                "{:<28} {rate:>9.0}/s   p50 {p50:>7.2} ms   p99 {p99:>7.2} ms   max {longest:>7.2} ms   {:>6} commits",
                self.name, self.commits
            );
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(&options))
}

async fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let scratch = Scratch::new("speed")?;
    // Dropped last, since the database must outlive the store.
    let cluster;
    let location = match (&options.database, options.store) {
        (Some(place), _) => place.parse()?,
        (None, Kind::Sqlite) => Location::Sqlite(scratch.join("tables.db")),
        (None, Kind::Postgres) => {
            cluster = Cluster::start()?;
            Location::Postgres(cluster.database().await?)
        }
    };
    let file = scratch.join("sync");
    tokio::task::spawn_blocking(move || fdatasync(&file)).await??.print(options);
    let store = open(&location).await?;
    for (round, &tables) in options.tables.iter().enumerate() {
        closed_loop(&store, options, round, tables).await?.print(options);
    }
    open_loop(&store, options).await?.print(options);
    store.close().await;
    Ok(())
}

/// Measures the disk itself: appends a page and calls `fdatasync`.
fn fdatasync(path: &Path) -> std::io::Result<Times> {
    let mut file = File::create(path)?;
    let begun = Instant::now();
    let mut took = Vec::new();
    while begun.elapsed() < Duration::from_secs(1) {
        let one = Instant::now();
        file.write_all(&[0x5a; 4_096])?;
        file.sync_data()?;
        took.push(one.elapsed());
    }
    took.sort();
    Ok(Times { name: "fdatasync".to_owned(), elapsed: begun.elapsed(), commits: 0, took })
}

/// Closed loop: every table appends as soon as its previous append is finished.
async fn closed_loop(
    store: &Arc<dyn Store>,
    options: &Options,
    round: usize,
    tables: u64,
) -> Result<Times, Box<dyn Error>> {
    let length = Duration::from_secs(options.seconds);
    let before = store.commits();
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    for number in 0..tables {
        let store = Arc::clone(store);
        tasks.spawn(async move {
            let id = TableId(format!("closed-{round}-{number}").into());
            let mut took = Vec::new();
            for last in 1.. {
                let one = Instant::now();
                store.append(move_of(&id, last)).await?;
                took.push(one.elapsed());
                if begun.elapsed() > length {
                    break;
                }
            }
            Ok(took)
        });
    }
    collect(tasks, store, format!("{tables} tables, each in turn"), begun, before).await
}

/// Open loop: appends start at a fixed rate, spread over 2,500 tables.
async fn open_loop(store: &Arc<dyn Store>, options: &Options) -> Result<Times, Box<dyn Error>> {
    const TABLES: u64 = 2_500;
    let apart = Duration::from_secs(TABLES) / options.rate.max(1);
    let rounds = (options.seconds * u64::from(options.rate)).div_ceil(TABLES);
    let before = store.commits();
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    for number in 0..TABLES {
        let store = Arc::clone(store);
        let first = begun + apart.mul_f64(number as f64 / TABLES as f64);
        tasks.spawn(async move {
            let id = TableId(format!("open-{number}").into());
            let mut took = Vec::new();
            for last in 1..=rounds {
                // Measured from the scheduled start, so that queueing delays count.
                let due = first + apart * (last as u32 - 1);
                tokio::time::sleep_until(due.into()).await;
                store.append(move_of(&id, last)).await?;
                took.push(due.elapsed());
            }
            Ok(took)
        });
    }
    let name = format!("2500 tables, {} a second", options.rate);
    collect(tasks, store, name, begun, before).await
}

async fn collect(
    mut tasks: JoinSet<Result<Vec<Duration>, bastide_server::store::StoreError>>,
    store: &Arc<dyn Store>,
    name: String,
    begun: Instant,
    before: u64,
) -> Result<Times, Box<dyn Error>> {
    let mut took = Vec::new();
    while let Some(task) = tasks.join_next().await {
        took.extend(task??);
    }
    let elapsed = begun.elapsed();
    took.sort();
    Ok(Times { name, took, elapsed, commits: store.commits() - before })
}

/// Returns an append similar to a move: a fact, and the row of a listed table with a clock.
fn move_of(id: &TableId, last: u64) -> Append {
    let body = format!(
        r#"{{"move":{{"seat":{},"id":"0123456789abcdef","actions":"DV P{last},-2r3 M2","clock":[600000,598211]}},"padding":"{}"}}"#,
        last % 2,
        "x".repeat(100)
    );
    let at = 1_700_000_000_000 + last as i64;
    let facts = vec![Stored { seq: last, schema: 1, rules: 1, at, body }];
    let row = Row {
        id: id.clone(),
        last,
        created: 1_700_000_000_000,
        updated: at,
        stage: Stage::Playing,
        is_listed: true,
        due: Some(at + 600_000),
        summary: format!(r#"{{"game":"land","seats":["Ada","Bot"],"turn":{last}}}"#),
        head: None,
    };
    Append { facts, row, fence: None }
}
