//! Latency of players' moves with and without many concurrent games among bots.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use bastide_protocol::{NewTable, SeatPlan, TableList, Visibility};
use bastide_testing::http;
use serde::Serialize;

use crate::machine::{Sync, sync};
use crate::moves::{play, sit_down};
use crate::times::{Times, ratio};
use crate::{Line, Plan, crowd};

/// Number of tables with human players, and moves per second over all of them.
const PEOPLE: usize = 200;
const RATE: usize = 200;

/// Number of rounds; each measures once without bots and once with them.
const ROUNDS: usize = 6;

const BOT_MOVES: &str = "bastide_bot_moves_total";
const BOT_PAUSES: &str = "bastide_bot_pauses_total";

/// Maximum slowdown of players' moves caused by bots.
const MOST: f64 = 2.0;

/// Result of the measurement.
#[derive(Clone, Debug, Serialize)]
pub struct BotsReport {
    /// Number of concurrent games among bots.
    pub games: usize,
    /// Moves per second made by bots.
    pub bot_moves: f64,
    /// Moves per second made by players.
    pub rate: usize,
    /// Time from the scheduled time of a move to its answer, without bots.
    pub alone: Times,
    /// The same with bots.
    pub beside: Times,
    /// `beside.p50_ms` divided by `alone.p50_ms`.
    pub p50_ratio: f64,
    /// `beside.p99_ms` divided by `alone.p99_ms`.
    pub ratio: f64,
    /// Results of each round, which show whether a round was disturbed.
    pub rounds: [Round; ROUNDS],
    /// Median of the ratios of the rounds.
    pub median_ratio: f64,
    /// Duration of `fdatasync`, measured just before.
    pub disk: Times,
    /// Number of times a bot paused to let a player's command go first.
    pub pauses: u64,
    /// True if another process kept a core busy during the measurement.
    pub is_core_busy: bool,
}

/// One measurement without bots and one with them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Round {
    /// 99th percentile without bots.
    pub alone_p99_ms: f64,
    /// 99th percentile with bots.
    pub beside_p99_ms: f64,
    /// `beside_p99_ms` divided by `alone_p99_ms`.
    pub ratio: f64,
}

impl BotsReport {
    pub(crate) fn line(&self) -> Line {
        Line {
            found: format!(
                "{} moves of people a second beside {} games among bots ({:.0} bot moves a \
                 second){}: p99 {:.1} ms, without them {:.1} ms, {:.2} times (median of {ROUNDS} \
                 rounds {:.2}; p50 {:.2} times)",
                self.rate,
                self.games,
                self.bot_moves,
                if self.is_core_busy { ", with a core kept busy" } else { "" },
                self.beside.p99_ms,
                self.alone.p99_ms,
                self.ratio,
                self.median_ratio,
                self.p50_ratio
            ),
            promised: "p99 within 2 times".to_owned(),
            is_kept: self.ratio <= MOST && self.bot_moves > 0.0,
        }
    }
}

pub(crate) async fn run(plan: &Plan) -> Result<BotsReport> {
    // Two servers, one of which is stopped while the other is measured, alternately: other load on
    // the machine then affects both equally.
    let (quiet, _quiet_data) = plan.server().await?;
    let (busy, data) = plan.server().await?;
    let Sync { fdatasync: disk } = sync(data.path())?;
    let tables = PEOPLE.min(plan.tables);
    let rate = RATE.min(plan.rate);
    let during = Duration::from_secs_f64(plan.seconds as f64 / ROUNDS as f64);
    let mut at_quiet = sit_down(quiet.address(), tables).await?;
    let mut at_busy = sit_down(busy.address(), tables).await?;
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    let (mut made, mut seconds) = (0, 0.0);
    let mut rounds = [Round::default(); ROUNDS];
    for round in &mut rounds {
        busy.halt()?;
        let played = play(at_quiet, rate, during).await?;
        round.alone_p99_ms = Times::of(played.times.clone()).p99_ms;
        alone.extend(played.times);
        at_quiet = played.clients;
        busy.go_on()?;
        let games = tokio::spawn(keep_games(busy.address(), plan.bot_games));
        tokio::time::sleep(Duration::from_secs(1)).await;
        let before = metric(busy.address(), BOT_MOVES).await?;
        let begun = std::time::Instant::now();
        let played = play(at_busy, rate, during).await?;
        round.beside_p99_ms = Times::of(played.times.clone()).p99_ms;
        round.ratio = ratio(round.beside_p99_ms, round.alone_p99_ms);
        beside.extend(played.times);
        at_busy = played.clients;
        made += metric(busy.address(), BOT_MOVES).await? - before;
        seconds += begun.elapsed().as_secs_f64();
        if games.is_finished() {
            games.await??;
        } else {
            games.abort();
        }
    }
    let pauses = metric(busy.address(), BOT_PAUSES).await?;
    let (alone, beside) = (Times::of(alone), Times::of(beside));
    let mut ratios = rounds.map(|round| round.ratio);
    ratios.sort_by(f64::total_cmp);
    Ok(BotsReport {
        games: plan.bot_games,
        bot_moves: made as f64 / seconds,
        rate,
        alone,
        beside,
        p50_ratio: ratio(beside.p50_ms, alone.p50_ms),
        ratio: ratio(beside.p99_ms, alone.p99_ms),
        rounds,
        median_ratio: ratios[ROUNDS / 2],
        disk,
        pauses,
        is_core_busy: false,
    })
}

/// Keeps the number of running games among bots at `games`.
async fn keep_games(server: SocketAddr, games: usize) -> Result<()> {
    let bot = |level: &str| SeatPlan::Bot { level: level.to_owned() };
    let seats = vec![bot("hard"), bot("master")];
    let new = NewTable { visibility: Visibility::Listed, ..crowd::table(seats) };
    loop {
        let on = playing(server, games).await?;
        crowd::make(server, &new, games.saturating_sub(on)).await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Counts the running games, up to `most`.
async fn playing(server: SocketAddr, most: usize) -> Result<usize> {
    let (mut count, mut before) = (0, String::new());
    while count < most {
        let path = format!("/api/tables?stage=playing&limit=100{before}");
        let list: TableList = http::get(server, &path, None).await?;
        count += list.tables.len();
        match list.tables.last() {
            Some(last) if list.tables.len() == 100 => {
                before = format!("&before={}", last.updated);
            }
            Some(_) | None => break,
        }
    }
    Ok(count)
}

/// Reads a counter from the metrics of the server.
async fn metric(server: SocketAddr, name: &str) -> Result<u64> {
    let text = http::Request::get("/metrics").send(server).await?.text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = line.and_then(|number| number.parse().ok());
    value.with_context(|| format!("/metrics of the server has no {name}"))
}
