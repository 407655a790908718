//! Repeatedly kills the primary of a PostgreSQL pair under load while two servers follow the new
//! primary.
//!
//! Every command is sent with the same id until it is answered. At the end the log must contain
//! every acknowledged command exactly once, at the acknowledged position.

mod patroni;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bastide_protocol::{Command, Done, Seated};
use bastide_testing::Server;
use bastide_testing::http::Request;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::crowd::{self, Client};
use crate::times::Times;
use patroni::{Kill, Nodes};

/// Name of the database.
const DATABASE: &str = "tables";

/// Time until Patroni is restarted after it was killed: longer than its lease.
const AWAY: Duration = Duration::from_secs(14);

/// Time within which Patroni notices that PostgreSQL has ended: two of its loops.
const NOTICED: Duration = Duration::from_secs(5);

/// Duration of the load between recovery and the next kill.
const BETWEEN: Duration = Duration::from_secs(3);

/// Parameters of a failover test.
#[derive(Clone, Debug)]
pub struct FailoverPlan {
    /// Path of the server program.
    pub program: PathBuf,
    /// Data directory of the nodes; emptied first.
    pub directory: PathBuf,
    /// Number of times the primary is killed.
    pub kills: usize,
    /// Number of tables to which commands are sent.
    pub tables: usize,
}

/// Result of a failover test.
#[derive(Clone, Debug, Serialize)]
pub struct FailoverReport {
    /// Number of times the primary was killed.
    pub kills: usize,
    /// Number of times another node was the primary afterwards.
    pub takeovers: usize,
    /// Number of acknowledged commands.
    pub acknowledged: usize,
    /// Number of refused commands, which are not in the log.
    pub refused: usize,
    /// Number of commands that were never answered.
    pub unanswered: usize,
    /// Number of answers that had to be requested again.
    pub repeated: usize,
    /// For each kill, the longest time without an acknowledged command.
    pub silence: Times,
    /// Violations of the guarantees.
    pub violations: Vec<String>,
}

/// Answers received by the workers.
#[derive(Default)]
struct Told {
    acks: Vec<(String, String, Done)>,
    times: Vec<Instant>,
    refused: Vec<(String, String)>,
    unanswered: usize,
    repeated: usize,
    violations: Vec<String>,
}

/// Kills the primary `plan.kills` times under load and checks the log.
///
/// # Errors
/// Returns an error if the nodes or servers do not start or do not recover.
pub async fn failover(plan: &FailoverPlan) -> Result<FailoverReport> {
    let mut nodes = Nodes::start(&plan.directory).await?;
    nodes.create(DATABASE)?;
    let url = nodes.url(DATABASE);
    let mut servers = Vec::new();
    for _ in 0..2 {
        let mut server = Server::on_postgres(&plan.program, &url)?;
        server.start().await.context("the server does not start")?;
        servers.push(server);
    }
    let addresses: Vec<SocketAddr> = servers.iter().map(Server::address).collect();
    let (told, is_over) = (Arc::new(Mutex::new(Told::default())), Arc::new(AtomicBool::new(false)));
    let mut workers = JoinSet::new();
    for number in 0..plan.tables {
        let (told, is_over) = (Arc::clone(&told), Arc::clone(&is_over));
        workers.spawn(work(number, addresses.clone(), told, is_over));
    }
    let mut kills = Vec::new();
    let mut takeovers = 0;
    for number in 0..plan.kills {
        let leader = nodes.settled().await?;
        tokio::time::sleep(BETWEEN).await;
        let what = [Kill::Postgres, Kill::Patroni, Kill::Node][number % 3];
        let killed = Instant::now();
        kills.push(killed);
        nodes.kill(leader, what)?;
        // Patroni reports a healthy cluster until it notices the failure.
        tokio::time::sleep(if what == Kill::Postgres { NOTICED } else { AWAY }).await;
        nodes.revive()?;
        let next = nodes.settled().await?;
        takeovers += usize::from(next != leader);
        answered_after(&told, killed).await?;
        let count = lock(&told).acks.len();
        eprintln!("{}/{}: {what:?} killed, {count} acknowledged", number + 1, plan.kills);
    }
    tokio::time::sleep(BETWEEN).await;
    is_over.store(true, Ordering::Relaxed);
    while let Some(ended) = workers.join_next().await {
        ended?;
    }
    let mut told = std::mem::take(&mut *lock(&told));
    check(&nodes, &mut told)?;
    Ok(FailoverReport {
        kills: plan.kills,
        takeovers,
        acknowledged: told.acks.len(),
        refused: told.refused.len(),
        unanswered: told.unanswered,
        repeated: told.repeated,
        silence: Times::of(silences(&kills, &told.times)),
        violations: told.violations,
    })
}

/// Waits until commands are acknowledged again.
async fn answered_after(told: &Mutex<Told>, killed: Instant) -> Result<()> {
    // Commands in flight when the primary died may be acknowledged shortly afterwards.
    let from = killed + Duration::from_secs(2);
    for _ in 0..600 {
        if lock(told).times.iter().rev().take(9).any(|&time| time > from) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("no command was acknowledged for a minute after a takeover")
}

/// Returns the longest time without an acknowledgement after each kill.
fn silences(kills: &[Instant], times: &[Instant]) -> Vec<Duration> {
    let mut times = times.to_vec();
    times.sort();
    let ends = kills.iter().skip(1).copied().chain(times.last().copied());
    let gap = |(from, to): (Instant, Instant)| {
        let within: Vec<Instant> =
            times.iter().copied().filter(|&time| time >= from && time <= to).collect();
        let gaps = within.windows(2).map(|pair| pair[1] - pair[0]);
        gaps.max().unwrap_or_default()
    };
    kills.iter().copied().zip(ends).map(gap).collect()
}

/// Plays at one table after another until the test is over.
async fn work(
    number: usize,
    servers: Vec<SocketAddr>,
    told: Arc<Mutex<Told>>,
    is_over: Arc<AtomicBool>,
) {
    let (mut sent, mut turn) = (0, number);
    let mut seated: Option<Seated> = None;
    while !is_over.load(Ordering::Relaxed) {
        turn += 1;
        let server = servers[turn % servers.len()];
        let Some(table) = &seated else {
            seated =
                crowd::make(server, &crowd::hot_seat(), 1).await.ok().and_then(|mut t| t.pop());
            pause(if seated.is_some() { 0 } else { 300 }).await;
            continue;
        };
        let Ok(client) = Client::come(server, table, number).await else {
            pause(300).await;
            continue;
        };
        let Some(command) = client.planned(sent % 5 == 4) else {
            seated = None;
            continue;
        };
        drop(client);
        sent += 1;
        let id = format!("w{number}-{sent}");
        send(&servers, turn, table, &id, &command, &told, &is_over).await;
        pause(30).await;
    }
}

/// Sends a command until it is answered or the test is over.
async fn send(
    servers: &[SocketAddr],
    turn: usize,
    table: &Seated,
    id: &str,
    command: &Command,
    told: &Mutex<Told>,
    is_over: &AtomicBool,
) {
    let body = json!({ "id": id, "command": command }).to_string();
    let path = format!("/api/tables/{}/do", table.table);
    for attempt in 0.. {
        let server = servers[(turn + attempt) % servers.len()];
        let request = Request::post(&path, body.as_bytes()).with_token(&table.token);
        if let Ok(reply) = request.send(server).await {
            match (reply.status, reply.json::<Done>()) {
                (200, Ok(done)) => {
                    let mut told = lock(told);
                    told.acks.push((table.table.clone(), id.to_owned(), done));
                    told.times.push(Instant::now());
                    told.repeated += attempt.min(1);
                    return;
                }
                (400..=499, _) => {
                    // The worker read a stale position from the other server.
                    lock(told).refused.push((table.table.clone(), id.to_owned()));
                    return;
                }
                _ => {}
            }
        }
        if is_over.load(Ordering::Relaxed) && attempt > 20 {
            lock(told).unanswered += 1;
            return;
        }
        pause(200).await;
    }
}

async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

/// Compares the acknowledged commands with the log of the last primary.
fn check(nodes: &Nodes, told: &mut Told) -> Result<()> {
    let sql = "select json_build_object('table', table_id, 'seq', seq, 'body', body) from fact";
    let rows = nodes.query(DATABASE, sql)?;
    let mut found: BTreeMap<(String, String), Vec<u64>> = BTreeMap::new();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row)?;
        let entry: Value = serde_json::from_str(row["body"].as_str().unwrap_or_default())?;
        let id = entry["id"].as_str().and_then(|id| id.split_once('.')).map(|(_, id)| id);
        if let (Some(table), Some(id), Some(seq)) = (row["table"].as_str(), id, row["seq"].as_u64())
        {
            found.entry((table.to_owned(), id.to_owned())).or_default().push(seq);
        }
    }
    for (table, id, done) in &told.acks {
        match found.get(&(table.clone(), id.clone())).map(Vec::as_slice) {
            Some([seq]) if *seq == done.seq => {}
            Some([seq]) => {
                told.violations
                    .push(format!("table {table}: {id} is fact {seq}, not {}", done.seq));
            }
            Some(_) => told.violations.push(format!("table {table}: {id} was carried out twice")),
            None => told.violations.push(format!("table {table}: {id} is lost")),
        }
    }
    for (table, id) in &told.refused {
        if found.contains_key(&(table.clone(), id.clone())) {
            told.violations.push(format!("table {table}: {id} was refused and carried out"));
        }
    }
    for ((table, id), seqs) in &found {
        if seqs.len() > 1 {
            told.violations.push(format!("table {table}: {id} is in the log as {seqs:?}"));
        }
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
