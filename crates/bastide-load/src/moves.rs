//! Moves at a fixed rate.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::crowd::{self, Client};
use crate::machine::busy;
use crate::times::Times;
use crate::{Line, Plan};

/// Of the rate, so much has to be reached.
const SHARE: f64 = 0.98;

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
    /// How many cores the server kept busy.
    pub server_cores: f64,
    /// How many the loader did.
    pub loader_cores: f64,
}

impl MovesReport {
    pub(crate) fn line(&self) -> Line {
        Line {
            found: format!(
                "{:.0} durable moves a second over {} tables: p50 {:.1} ms, p99 {:.1} ms; server \
                 {:.2} cores, loader {:.2}",
                self.reached,
                self.tables,
                self.answered.p50_ms,
                self.answered.p99_ms,
                self.server_cores,
                self.loader_cores
            ),
            promised: format!("{} a second", self.rate),
            is_kept: self.reached >= SHARE * self.rate as f64,
        }
    }
}

pub(crate) async fn run(plan: &Plan) -> Result<MovesReport> {
    let (server, _data) = plan.server().await?;
    let process = server.process().context("the server runs")?;
    let clients = sit_down(server.address(), plan.tables).await?;
    let (server_before, own_before) = (busy(process)?, busy(std::process::id())?);
    let for_seconds = Duration::from_secs(plan.seconds);
    let Played { times, took, .. } = play(clients, plan.rate, for_seconds).await?;
    let cores = |before: Duration, after: Duration| {
        (after.saturating_sub(before).as_secs_f64() / took.as_secs_f64() * 100.0).round() / 100.0
    };
    Ok(MovesReport {
        tables: plan.tables,
        rate: plan.rate,
        reached: times.len() as f64 / took.as_secs_f64(),
        server_cores: cores(server_before, busy(process)?),
        loader_cores: cores(own_before, busy(std::process::id())?),
        answered: Times::of(times),
    })
}

/// Makes tables, with a client at each.
pub(crate) async fn sit_down(server: SocketAddr, tables: usize) -> Result<Vec<Client>> {
    let made = crowd::make(server, &crowd::hot_seat(), tables).await?;
    crowd::seat(server, &made, tables).await
}

/// What came of it.
pub(crate) struct Played {
    /// From when a move was due to when it was answered.
    pub(crate) times: Vec<Duration>,
    /// From the first that was due to the last answer.
    pub(crate) took: Duration,
    /// Those who played, to go on.
    pub(crate) clients: Vec<Client>,
}

/// Makes moves at all tables in turn, so many a second in all.
pub(crate) async fn play(clients: Vec<Client>, rate: usize, during: Duration) -> Result<Played> {
    let every = Duration::from_secs_f64(clients.len() as f64 / rate as f64);
    let start = Instant::now() + Duration::from_millis(200);
    let mut tasks = JoinSet::new();
    for (number, mut client) in clients.into_iter().enumerate() {
        let first = start + Duration::from_secs_f64(number as f64 / rate as f64);
        tasks.spawn(async move {
            let mut times = Vec::new();
            let mut due = first;
            // Whoever was late does not wait for what is due already.
            while due < start + during && client.can_play() {
                sleep_until(due).await;
                client.play().await?;
                times.push(due.elapsed());
                due += every;
            }
            anyhow::Ok((times, client))
        });
    }
    let (mut times, mut clients) = (Vec::new(), Vec::new());
    while let Some(done) = tasks.join_next().await {
        let (some, client) = done??;
        times.extend(some);
        clients.push(client);
    }
    let took = start.elapsed().max(during);
    Ok(Played { times, took, clients })
}
