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

/// Of the rate, so much has to be reached.
const SHARE: f64 = 0.98;

/// Longest wait for the answer to one move.
const ANSWER: Duration = Duration::from_secs(30);

/// What was found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MovesReport {
    /// Tables, each with a client.
    pub tables: usize,
    /// Moves a second that were due.
    pub rate: usize,
    /// Moves a second that were durable and answered.
    pub reached: f64,
    /// From when a move was due to when it was answered.
    pub answered: Times,
    /// What the disk needed for one `fdatasync` just before.
    pub disk: Times,
    /// `answered.p50_ms` divided by `disk.p50_ms`.
    pub p50_ratio: f64,
    /// `answered.p99_ms` divided by `disk.p99_ms`.
    pub p99_ratio: f64,
    /// How many cores the server kept busy.
    pub server_cores: f64,
    /// How many the loader did.
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

/// Makes tables, with a client at each.
pub(crate) async fn sit_down(server: SocketAddr, tables: usize) -> Result<Vec<Client>> {
    let made = crowd::make(server, &crowd::hot_seat(), tables).await?;
    crowd::seat(server, &made, tables).await
}

/// Result of playing at a rate.
pub(crate) struct Played {
    /// From the time a move was due to its answer. Moves that were due and had
    /// none when time was up count with the time they had waited by then, so
    /// that a server that falls behind cannot hide it.
    pub(crate) times: Vec<Duration>,
    /// Number of moves that were answered.
    pub(crate) made: usize,
    /// From the first move that was due to the last answer.
    pub(crate) took: Duration,
    /// The clients, to go on.
    pub(crate) clients: Vec<Client>,
}

/// Makes moves at all tables in turn, `rate` a second in all, due `during`
/// this time. Ends after twice that at the latest.
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
            // A client that is late makes the moves that are due at once.
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
