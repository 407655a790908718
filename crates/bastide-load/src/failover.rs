//! The primary of a PostgreSQL pair is killed again and again under load, and
//! two servers follow the one that takes over.
//!
//! Every command is sent until it is answered, always with the same id. In the
//! end the log holds every acknowledged command once, where it was said to be.

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

/// The database.
const DATABASE: &str = "tables";

/// How long Patroni stays away after it was killed: longer than its lease.
const AWAY: Duration = Duration::from_secs(14);

/// By when Patroni has noticed that PostgreSQL is gone: two of its rounds.
const NOTICED: Duration = Duration::from_secs(5);

/// How long the load goes on between recovery and the next kill.
const BETWEEN: Duration = Duration::from_secs(3);

/// What to do.
#[derive(Clone, Debug)]
pub struct FailoverPlan {
    /// The server's program.
    pub program: PathBuf,
    /// Where the nodes keep their data; emptied first.
    pub directory: PathBuf,
    /// How often the primary is killed.
    pub kills: usize,
    /// Tables at which commands are sent.
    pub tables: usize,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct FailoverReport {
    /// How often the primary was killed.
    pub kills: usize,
    /// How often another node was the primary afterwards.
    pub takeovers: usize,
    /// Commands that were acknowledged.
    pub acknowledged: usize,
    /// Commands that were refused, and are not in the log.
    pub refused: usize,
    /// Commands that were never answered.
    pub unanswered: usize,
    /// Answers that had to be asked for again.
    pub repeated: usize,
    /// For each kill, how long no command was acknowledged.
    pub silence: Times,
    /// What is wrong.
    pub violations: Vec<String>,
}

/// What workers were told.
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
/// If the nodes or servers do not start, or do not come back.
pub async fn failover(plan: &FailoverPlan) -> Result<FailoverReport> {
    let mut nodes = Nodes::start(&plan.directory).await?;
    nodes.query("postgres", &format!("create database {DATABASE}"))?;
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
        // Patroni says for a moment that all is well.
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
    // Some were under way when the primary died.
    let from = killed + Duration::from_secs(2);
    for _ in 0..600 {
        if lock(told).times.iter().rev().take(9).any(|&time| time > from) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("the servers do not follow: nothing was acknowledged for a minute after a takeover")
}

/// The longest time without an acknowledgement after each kill.
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

/// Plays at one table after another until it is over.
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

/// Sends a command until it is answered, or the run is over.
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
                    // The other server was a move behind when the worker looked.
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

/// Compares what was acknowledged with the log of the last primary.
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
