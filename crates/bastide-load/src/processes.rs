//! Several server processes on one PostgreSQL database: moves a second and the time until watchers
//! see a move, with and without table affinity, and by the way in which processes notify each other.
//!
//! Every table has a player and a watcher. With affinity both are connected to the same process,
//! without it to different ones. All processes, the database and the load generator share the
//! machine, so results are compared as ratios. All arrangements are measured in turn, several times:
//! a ratio compares two arrangements of the same repetition, and its median is reported.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use bastide_protocol::Seated;
use bastide_testing::{Cluster, NatsServer, Server};
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use crate::crowd::{self, Client};
use crate::machine::{busy, load_average};
use crate::times::{Times, ratio};
use crate::{Line, Plan};

/// Timeout of the answer to a move.
const ANSWER: Duration = Duration::from_secs(30);

/// Time for the last updates to arrive at watchers.
const ARRIVE: Duration = Duration::from_secs(3);

/// How processes notify each other of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hints {
    /// `NOTIFY` of PostgreSQL.
    Notify,
    /// A NATS server.
    Nats,
}

/// Measurements of one arrangement: medians over all repetitions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProcessesRound {
    /// Number of server processes.
    pub processes: usize,
    /// True if the clients of a table are connected to the same process.
    pub has_affinity: bool,
    /// How processes notify each other.
    pub hints: Hints,
    /// Durable and answered moves per second, as many as possible.
    pub most: f64,
    /// `most` divided by that of one process with the same hints in the same repetition.
    pub most_ratio: f64,
    /// Least and greatest of these ratios.
    pub most_ratio_range: [f64; 2],
    /// At a fixed rate: median time from the scheduled time of a move to its answer.
    pub answered_ms: f64,
    /// At a fixed rate: median time from the scheduled time of a move until the watcher received it.
    pub seen_ms: f64,
    /// `seen_ms` divided by `answered_ms` of the same moves.
    pub seen_ratio: f64,
    /// Least and greatest of these ratios.
    pub seen_ratio_range: [f64; 2],
    /// Fraction of the moves at the fixed rate that watchers received; the least of all repetitions.
    pub received: f64,
    /// CPU cores used by all server processes at the most moves.
    pub server_cores: f64,
}

/// Result of all arrangements.
#[derive(Clone, Debug, Serialize)]
pub struct ProcessesReport {
    /// Number of tables, each with a player and a watcher.
    pub tables: usize,
    /// Moves per second of the fixed rate.
    pub rate: usize,
    /// Seconds of each of the two measurements of an arrangement.
    pub seconds: u64,
    /// Number of repetitions.
    pub repeats: usize,
    /// Load average of the last minute, before and after.
    pub load_average: [f64; 2],
    /// The arrangements.
    pub rounds: Vec<ProcessesRound>,
    /// Reason why NATS was not measured, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_nats: Option<String>,
}

impl ProcessesReport {
    pub(crate) fn line(&self) -> Line {
        let best = self.rounds.iter().map(|round| round.most_ratio).fold(0.0, f64::max);
        Line {
            found: format!("several processes: up to {best:.2} times the moves of one process"),
            promised: "watchers receive every move".to_owned(),
            is_kept: self.rounds.iter().all(|round| round.received > 0.999),
        }
    }

    /// Formats the rounds as a table of text lines.
    pub fn table(&self) -> Vec<String> {
        let head = format!(
            "{:>9} {:>8} {:>7} {:>8} {:>17} {:>11} {:>7} {:>17} {:>6}",
            "processes",
            "affinity",
            "hints",
            "moves/s",
            "ratio",
            "answered ms",
            "seen ms",
            "seen/answered",
            "cores"
        );
        let spread = |ratio: f64, [low, high]: [f64; 2]| format!("{ratio:.2} ({low:.2}–{high:.2})");
        let row = |round: &ProcessesRound| {
            format!(
                "{:>9} {:>8} {:>7} {:>8.0} {:>17} {:>11.1} {:>7.1} {:>17} {:>6.2}",
                round.processes,
                if round.has_affinity { "yes" } else { "no" },
                if round.hints == Hints::Nats { "nats" } else { "notify" },
                round.most,
                spread(round.most_ratio, round.most_ratio_range),
                round.answered_ms,
                round.seen_ms,
                spread(round.seen_ratio, round.seen_ratio_range),
                round.server_cores,
            )
        };
        let [before, after] = self.load_average;
        let load = format!(
            "medians of {} repetitions; load average {before:.1} before, {after:.1} after",
            self.repeats
        );
        let skipped = self.without_nats.iter().map(|reason| format!("without NATS: {reason}"));
        let rows = self.rounds.iter().map(row);
        std::iter::once(head).chain(rows).chain([load]).chain(skipped).collect()
    }
}

/// Processes, affinity, and how processes notify each other.
type Arrangement = (usize, bool, Hints);

/// Measurement of an arrangement in one repetition.
#[derive(Clone, Copy)]
struct Sample {
    most: f64,
    answered_ms: f64,
    seen_ms: f64,
    received: f64,
    server_cores: f64,
}

pub(crate) async fn run(plan: &Plan) -> Result<ProcessesReport> {
    let cluster = Cluster::start()?;
    let tables = (plan.tables / 8).max(4);
    let rate = (plan.rate / 8).max(4);
    let seconds = (plan.seconds / 3).max(1);
    let repeats = plan.repeats.max(1);
    let mut kinds = vec![Hints::Notify];
    let (nats, without_nats) = match &plan.nats_server {
        Some(program) => {
            kinds.push(Hints::Nats);
            (Some(NatsServer::start(program, &[]).await?), None)
        }
        None => (None, Some("no nats-server was given (--nats-server FILE)".to_owned())),
    };
    let arrangements = arrangements(&kinds);
    let before = load_average();
    let mut samples = vec![Vec::new(); arrangements.len()];
    for _ in 0..repeats {
        for (&(processes, has_affinity, hints), samples) in arrangements.iter().zip(&mut samples) {
            let mut flags = vec!["--database".to_owned(), cluster.database().await?];
            if let (Hints::Nats, Some(nats)) = (hints, &nats) {
                flags.extend(["--hints".to_owned(), nats.url("")]);
            }
            let servers = servers(&plan.program, processes, &flags).await?;
            samples.push(measure(&servers, has_affinity, tables, rate, seconds).await?);
        }
    }
    let rounds = arrangements.iter().zip(&samples);
    let rounds = rounds.map(|(&arrangement, own)| {
        let alone = alone(arrangement, &arrangements);
        round(arrangement, own, &samples[alone])
    });
    let rounds = rounds.collect();
    let load_average = [before, load_average()];
    Ok(ProcessesReport { tables, rate, seconds, repeats, load_average, rounds, without_nats })
}

/// Returns one process, and two and three with and without affinity, for each kind of hints.
fn arrangements(kinds: &[Hints]) -> Vec<Arrangement> {
    let mut all: Vec<Arrangement> = kinds.iter().map(|&hints| (1, true, hints)).collect();
    for processes in [2, 3] {
        for has_affinity in [true, false] {
            all.extend(kinds.iter().map(|&hints| (processes, has_affinity, hints)));
        }
    }
    all
}

/// Returns the index of the arrangement of one process with the same hints, so that a ratio compares
/// numbers of processes and not also the way in which they notify each other.
fn alone((_, _, hints): Arrangement, all: &[Arrangement]) -> usize {
    all.iter().position(|&(processes, _, own)| processes == 1 && own == hints).unwrap_or(0)
}

/// Summarizes the samples of an arrangement; `alone` are those of one process, by repetition.
fn round(
    (processes, has_affinity, hints): Arrangement,
    samples: &[Sample],
    alone: &[Sample],
) -> ProcessesRound {
    let all = |of: &dyn Fn(&Sample) -> f64| sorted(samples.iter().map(of));
    let most = sorted(samples.iter().zip(alone).map(|(own, one)| ratio(own.most, one.most)));
    let seen = all(&|sample| ratio(sample.seen_ms, sample.answered_ms));
    ProcessesRound {
        processes,
        has_affinity,
        hints,
        most: median(&all(&|sample| sample.most)),
        most_ratio: median(&most),
        most_ratio_range: range(&most),
        answered_ms: median(&all(&|sample| sample.answered_ms)),
        seen_ms: median(&all(&|sample| sample.seen_ms)),
        seen_ratio: median(&seen),
        seen_ratio_range: range(&seen),
        received: range(&all(&|sample| sample.received))[0],
        server_cores: median(&all(&|sample| sample.server_cores)),
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// Returns the median of sorted values: the mean of the middle two for an even number.
fn median(sorted: &[f64]) -> f64 {
    match sorted {
        [] => 0.0,
        _ => f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]),
    }
}

/// Returns the least and the greatest of sorted values.
fn range(sorted: &[f64]) -> [f64; 2] {
    [sorted.first(), sorted.last()].map(|end| end.copied().unwrap_or(0.0))
}

async fn servers(program: &Path, count: usize, flags: &[String]) -> Result<Vec<Server>> {
    let limits = ["--rate-limits", "off", "--max-per-address", "100000"].map(str::to_owned);
    let limits = [&limits[..], &["--max-tables-per-minute", "1000000"].map(str::to_owned)].concat();
    let flags: Vec<&str> = flags.iter().chain(&limits).map(String::as_str).collect();
    let mut servers = Vec::new();
    for _ in 0..count {
        let mut server = Server::new(program, &flags)?;
        server.start().await.context("the server does not start")?;
        servers.push(server);
    }
    Ok(servers)
}

/// Scheduled times of moves that the watcher of a table has not received, by revision.
type Unseen = Arc<Mutex<BTreeMap<u32, Instant>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player and a watcher of a table.
struct Pair {
    player: Client,
    watcher: Client,
}

async fn measure(
    servers: &[Server],
    has_affinity: bool,
    tables: usize,
    rate: usize,
    seconds: u64,
) -> Result<Sample> {
    let addresses: Vec<SocketAddr> = servers.iter().map(Server::address).collect();
    let count = addresses.len();
    let made = crowd::make(addresses[0], &crowd::hot_seat(), tables).await?;
    let mut pairs = Vec::new();
    for (number, seated) in made.into_iter().enumerate() {
        let other = if has_affinity { number } else { number + 1 };
        pairs.push(
            pair(addresses[number % count], addresses[other % count], &seated, number).await?,
        );
    }
    let during = Duration::from_secs(seconds);
    let steady = play(pairs, Some(rate), during).await?;
    let busy_before = all_busy(servers)?;
    let flood = play(steady.pairs, None, during).await?;
    let cores = all_busy(servers)?.saturating_sub(busy_before).as_secs_f64();
    Ok(Sample {
        most: (flood.answered.len() as f64 / flood.took.as_secs_f64()).round(),
        received: steady.seen.len() as f64 / steady.answered.len().max(1) as f64,
        answered_ms: Times::of(steady.answered).p50_ms,
        seen_ms: Times::of(steady.seen).p50_ms,
        server_cores: (cores / flood.took.as_secs_f64() * 100.0).round() / 100.0,
    })
}

async fn pair(one: SocketAddr, other: SocketAddr, seated: &Seated, number: usize) -> Result<Pair> {
    let player = Client::come(one, seated, number).await?;
    let watcher = Client::watch(other, &seated.table, number).await?;
    Ok(Pair { player, watcher })
}

fn all_busy(servers: &[Server]) -> Result<Duration> {
    let processes = servers.iter().filter_map(Server::process);
    processes.map(busy).sum::<Result<Duration>>()
}

/// Result of playing.
struct Played {
    answered: Vec<Duration>,
    seen: Vec<Duration>,
    took: Duration,
    pairs: Vec<Pair>,
}

/// Plays at all tables for the duration `during`: `rate` moves per second in total, or as many as
/// possible.
async fn play(pairs: Vec<Pair>, rate: Option<usize>, during: Duration) -> Result<Played> {
    let start = Instant::now() + Duration::from_millis(200);
    let every = rate.map(|rate| Duration::from_secs_f64(pairs.len() as f64 / rate as f64));
    let end = start + during;
    let mut tasks = JoinSet::new();
    let count = pairs.len();
    for (number, pair) in pairs.into_iter().enumerate() {
        let first = start + every.unwrap_or_default() * number as u32 / count as u32;
        tasks.spawn(play_one(pair, first, every, end));
    }
    let (mut answered, mut seen, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    let mut last = end;
    while let Some(done) = tasks.join_next().await {
        let (times, arrivals, ended, pair) = done??;
        last = last.max(ended);
        answered.extend(times);
        seen.extend(arrivals);
        pairs.push(pair);
    }
    Ok(Played { answered, seen, took: last - start, pairs })
}

type Outcome = (Vec<Duration>, Vec<Duration>, Instant, Pair);

async fn play_one(
    Pair { mut player, watcher }: Pair,
    first: Instant,
    every: Option<Duration>,
    end: Instant,
) -> Result<Outcome> {
    let unseen: Unseen = Unseen::default();
    let watching = tokio::spawn(watch(watcher, Arc::clone(&unseen), end + ARRIVE));
    let (mut times, mut due) = (Vec::new(), first);
    while due < end && player.can_play() {
        sleep_until(due).await;
        // With a rate, the time counts from the schedule, so that a late server does not hide it.
        let from = if every.is_some() { due } else { Instant::now() };
        lock(&unseen).insert(player.revision(), from);
        timeout(ANSWER, player.play()).await.context("no answer to a move")??;
        times.push(from.elapsed());
        due = every.map_or_else(Instant::now, |every| due + every);
    }
    let ended = Instant::now();
    // No further move: the watcher ends as soon as it has received all of them.
    lock(&unseen).insert(u32::MAX, ended);
    let (arrivals, watcher) = watching.await??;
    Ok((times, arrivals, ended, Pair { player, watcher }))
}

/// Receives updates until all moves have arrived, or until `latest`.
async fn watch(
    mut watcher: Client,
    unseen: Unseen,
    latest: Instant,
) -> Result<(Vec<Duration>, Client)> {
    let mut arrivals = Vec::new();
    loop {
        {
            let mut open = lock(&unseen);
            // A move at revision n is received with any later revision.
            let later = open.split_off(&watcher.revision());
            let received = std::mem::replace(&mut *open, later);
            arrivals.extend(received.into_values().map(|from| from.elapsed()));
            if open.keys().eq([&u32::MAX]) {
                return Ok((arrivals, watcher));
            }
        }
        // The player may make its last move without the watcher hearing anything afterwards.
        let soon = latest.min(Instant::now() + Duration::from_millis(100));
        match timeout_at(soon, watcher.hear()).await {
            Ok(heard) => drop(heard?),
            Err(_) if Instant::now() >= latest => return Ok((arrivals, watcher)),
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(most: f64, answered_ms: f64, seen_ms: f64) -> Sample {
        Sample { most, answered_ms, seen_ms, received: 1.0, server_cores: 1.0 }
    }

    #[test]
    fn ratios_compare_arrangements_of_one_repetition() {
        // The machine is half as fast in the second repetition.
        let alone = [sample(1000.0, 1.0, 1.0), sample(500.0, 2.0, 2.0), sample(1000.0, 1.0, 1.0)];
        let own = [sample(800.0, 1.0, 2.0), sample(400.0, 2.0, 4.0), sample(900.0, 2.0, 1.0)];
        let found = round((2, false, Hints::Notify), &own, &alone);
        assert_eq!((found.most_ratio, found.most_ratio_range), (0.8, [0.8, 0.9]));
        assert_eq!((found.seen_ratio, found.seen_ratio_range), (2.0, [0.5, 2.0]));
        assert_eq!((found.most, found.answered_ms, found.seen_ms), (800.0, 2.0, 2.0));
        assert_eq!((median(&[]), median(&[1.0, 2.0])), (0.0, 1.5));
    }

    #[test]
    fn both_kinds_of_hints_are_measured_with_and_without_affinity() {
        let all = arrangements(&[Hints::Notify, Hints::Nats]);
        assert_eq!(all.len(), 10);
        for processes in [2, 3] {
            assert!(all.contains(&(processes, true, Hints::Nats)));
            assert!(all.contains(&(processes, false, Hints::Nats)));
        }
        assert_eq!(arrangements(&[Hints::Notify]).len(), 5);
    }

    #[test]
    fn ratios_compare_arrangements_with_the_same_hints() {
        for kinds in [&[Hints::Notify][..], &[Hints::Notify, Hints::Nats]] {
            let all = arrangements(kinds);
            for &arrangement in &all {
                assert_eq!(all[alone(arrangement, &all)], (1, true, arrangement.2));
            }
        }
    }
}
