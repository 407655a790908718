//! Moves at a fixed rate.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use crate::crowd::{self, Client};
use crate::machine::{Sync, busy, sync};
use crate::times::{Times, ratio};
use crate::{Line, Plan};

/// Fraction of the scheduled rate that must be achieved.
const SHARE: f64 = 0.98;

/// Timeout of the answer to a move.
const ANSWER: Duration = Duration::from_secs(30);

/// Result of the measurement.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MovesReport {
    /// Number of tables, each with one client.
    pub tables: usize,
    /// Scheduled moves per second.
    pub rate: usize,
    /// Durable and answered moves per second.
    pub reached: f64,
    /// Time from the scheduled time of a move to its answer.
    pub answered: Times,
    /// Duration of `fdatasync`, measured just before.
    pub disk: Times,
    /// `answered.p50_ms` divided by `disk.p50_ms`.
    pub p50_ratio: f64,
    /// `answered.p99_ms` divided by `disk.p99_ms`.
    pub p99_ratio: f64,
    /// CPU cores used by the server.
    pub server_cores: f64,
    /// CPU cores used by the load generator.
    pub loader_cores: f64,
}

impl MovesReport {
    pub(crate) fn line(&self) -> Line {
        Line {
            found: format!(
                "{:.0} durable moves a second over {} tables: p50 {:.1} ms, p99 {:.1} ms ({:.1} \
                 and {:.1} times that of fdatasync); server {:.2} cores, loader {:.2}",
                self.reached,
                self.tables,
                self.answered.p50_ms,
                self.answered.p99_ms,
                self.p50_ratio,
                self.p99_ratio,
                self.server_cores,
                self.loader_cores
            ),
            promised: format!("{} a second", self.rate),
            is_kept: self.reached >= SHARE * self.rate as f64,
        }
    }
}

pub(crate) async fn run(plan: &Plan) -> Result<MovesReport> {
    let (server, data) = plan.server().await?;
    let process = server.process().context("the server runs")?;
    let clients = sit_down(server.address(), plan.tables).await?;
    let Sync { fdatasync: disk } = sync(data.path())?;
    let (server_before, own_before) = (busy(process)?, busy(std::process::id())?);
    let for_seconds = Duration::from_secs(plan.seconds);
    let Played { times, made, took, .. } = play(clients, plan.rate, for_seconds).await?;
    let cores = |before: Duration, after: Duration| {
        (after.saturating_sub(before).as_secs_f64() / took.as_secs_f64() * 100.0).round() / 100.0
    };
    let answered = Times::of(times);
    Ok(MovesReport {
        tables: plan.tables,
        rate: plan.rate,
        reached: made as f64 / took.as_secs_f64(),
        disk,
        p50_ratio: ratio(answered.p50_ms, disk.p50_ms),
        p99_ratio: ratio(answered.p99_ms, disk.p99_ms),
        server_cores: cores(server_before, busy(process)?),
        loader_cores: cores(own_before, busy(std::process::id())?),
        answered,
    })
}

/// Creates tables, each with one client.
pub(crate) async fn sit_down(server: SocketAddr, tables: usize) -> Result<Vec<Client>> {
    let made = crowd::make(server, &crowd::hot_seat(), tables).await?;
    crowd::seat(server, &made, tables).await
}

/// Result of playing at a rate.
pub(crate) struct Played {
    /// Time from the scheduled time of a move to its answer. Scheduled moves without an answer at
    /// the end count with the time they had waited by then, so that they show if the server falls
    /// behind.
    pub(crate) times: Vec<Duration>,
    /// Number of answered moves.
    pub(crate) made: usize,
    /// Time from the first scheduled move to the last answer.
    pub(crate) took: Duration,
    /// The clients, which can be used again.
    pub(crate) clients: Vec<Client>,
}

/// Makes moves at all tables in turn, `rate` per second in total, scheduled over the duration
/// `during`. Ends after twice that time at the latest.
pub(crate) async fn play(clients: Vec<Client>, rate: usize, during: Duration) -> Result<Played> {
    let every = Duration::from_secs_f64(clients.len() as f64 / rate as f64);
    let start = Instant::now() + Duration::from_millis(200);
    let (last_due, end) = (start + during, start + 2 * during);
    let mut tasks = JoinSet::new();
    for (number, mut client) in clients.into_iter().enumerate() {
        let first = start + Duration::from_secs_f64(number as f64 / rate as f64);
        tasks.spawn(async move {
            let (mut times, mut made) = (Vec::new(), 0);
            let mut due = first;
            // A client that is late makes its overdue moves immediately.
            while due < last_due && client.can_play() {
                if Instant::now() < end {
                    sleep_until(due).await;
                    timeout(ANSWER, client.play()).await.context("no answer to a move")??;
                    made += 1;
                }
                times.push(due.elapsed());
                due += every;
            }
            anyhow::Ok((times, made, client))
        });
    }
    let (mut times, mut made, mut clients) = (Vec::new(), 0, Vec::new());
    while let Some(done) = tasks.join_next().await {
        let (some, answered, client) = done??;
        times.extend(some);
        made += answered;
        clients.push(client);
    }
    let took = start.elapsed().max(during);
    Ok(Played { times, made, took, clients })
}
