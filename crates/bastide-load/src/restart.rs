//! Recovery from a crash with all clients connected.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Result;
use bastide_protocol::Seated;
use bastide_testing::Random;
use serde::Serialize;
use tokio::task::JoinSet;

use crate::crowd::{self, Client};
use crate::times::{Times, millis};
use crate::{Line, Plan, moves};

/// Number of clients per table.
const AT_A_TABLE: usize = 4;

/// Time limit until all clients have reconnected.
const WITHIN: Duration = Duration::from_secs(10);

/// Number of moves at each table before the crash, so that the logs are not empty.
const MOVES: usize = 6;

/// Result of the measurement.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RestartReport {
    /// Number of clients.
    pub clients: usize,
    /// Number of tables.
    pub tables: usize,
    /// Time from the crash until the server was ready, in milliseconds.
    pub up_ms: f64,
    /// Time from the crash until a client was connected to its table.
    pub back: Times,
    /// Mean number of failed connection attempts per client.
    pub tries: f64,
}

impl RestartReport {
    pub(crate) fn line(&self) -> Line {
        Line {
            found: format!(
                "{} clients at {} tables back after a crash: half in {:.1} s, all in {:.1} s; the \
                 server was up after {:.2} s",
                self.clients,
                self.tables,
                self.back.p50_ms / 1000.0,
                self.back.max_ms / 1000.0,
                self.up_ms / 1000.0
            ),
            promised: "all in 10 s".to_owned(),
            is_kept: self.back.max_ms <= millis(WITHIN),
        }
    }
}

pub(crate) async fn run(plan: &Plan) -> Result<RestartReport> {
    let (mut server, _data) = plan.server().await?;
    let at = server.address();
    let count = plan.clients.div_ceil(AT_A_TABLE);
    let tables = crowd::make(at, &crowd::hot_seat(), count).await?;
    let players = crowd::seat(at, &tables, count).await?;
    let rate = count.min(1000);
    let during = Duration::from_secs_f64((MOVES * count) as f64 / rate as f64);
    drop(moves::play(players, rate, during).await?);
    let clients = crowd::seat(at, &tables, plan.clients).await?;
    let mut tasks = JoinSet::new();
    for (number, client) in clients.into_iter().enumerate() {
        let seated = tables[number % tables.len()].clone();
        tasks.spawn(stay(client, at, seated, number));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.kill();
    let crashed = Instant::now();
    server.start().await?;
    let up_ms = millis(crashed.elapsed());
    let (mut back, mut tries, mut here) = (Vec::new(), 0, Vec::new());
    while let Some(came) = tasks.join_next().await {
        let (client, at, vain) = came??;
        back.push(at.saturating_duration_since(crashed));
        tries += vain;
        here.push(client);
    }
    let clients = here.len();
    Ok(RestartReport {
        clients,
        tables: tables.len(),
        up_ms,
        back: Times::of(back),
        tries: tries as f64 / clients.max(1) as f64,
    })
}

/// Waits until the connection breaks, then reconnects as browsers do: after a short random delay
/// that grows with every failed attempt.
async fn stay(
    mut client: Client,
    server: SocketAddr,
    seated: Seated,
    number: usize,
) -> Result<(Client, Instant, u32)> {
    while client.hear().await.is_ok() {}
    drop(client);
    let mut random = Random::new(number as u64);
    let mut wait = 1000;
    for vain in 0.. {
        tokio::time::sleep(Duration::from_millis(100 + random.below(wait) as u64)).await;
        if let Ok(client) = Client::come(server, &seated, number).await {
            return Ok((client, Instant::now(), vain));
        }
        wait = (wait * 2).min(4000);
    }
    unreachable!("the loop only ends by returning")
}
