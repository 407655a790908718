//! Saturation curve: offered against achieved moves per second, with latencies, at increasing rates
//! until the server falls behind.

use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::machine::{Sync, busy, sync};
use crate::moves::{Played, play, sit_down};
use crate::times::{Times, ratio};
use crate::{Line, Plan};

/// Offered rates as multiples of the required rate.
const RATES: [f64; 8] = [0.125, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0];

/// Fraction of the offered moves below which a server has fallen behind.
const BEHIND: f64 = 0.95;

/// Measurement at one rate.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Step {
    /// Scheduled moves per second.
    pub offered: usize,
    /// Durable and answered moves per second.
    pub achieved: f64,
    /// Time from the scheduled time of a move to its answer. Moves without an answer at the end of
    /// the step count with the time they had waited by then.
    pub answered: Times,
    /// Duration of `fdatasync`, measured just before.
    pub disk: Times,
    /// `answered.p50_ms` divided by `disk.p50_ms`.
    pub p50_ratio: f64,
    /// `answered.p99_ms` divided by `disk.p99_ms`.
    pub p99_ratio: f64,
    /// CPU cores used by the server.
    pub server_cores: f64,
    /// True if the server kept up with the rate.
    pub is_kept_up: bool,
}

/// The saturation curve.
#[derive(Clone, Debug, Serialize)]
pub struct CurveReport {
    /// Number of tables, each with one client.
    pub tables: usize,
    /// Seconds at each rate.
    pub seconds: f64,
    /// Steps in order of increasing rate; the server may have fallen behind in the last one.
    pub steps: Vec<Step>,
    /// Maximum achieved moves per second at any rate.
    pub most: f64,
    /// The required rate.
    pub promised: usize,
}

impl CurveReport {
    pub(crate) fn line(&self) -> Line {
        let best = self.steps.iter().rfind(|step| step.is_kept_up);
        let at = best.map_or_else(String::new, |step| {
            format!(
                "; at {} offered: p99 {:.1} ms, {:.1} times that of fdatasync",
                step.offered, step.answered.p99_ms, step.p99_ratio
            )
        });
        Line {
            found: format!("saturation: at most {:.0} moves a second{at}", self.most),
            promised: format!("keeps up with {} a second", self.promised),
            is_kept: best.is_some_and(|step| step.offered >= self.promised),
        }
    }

    /// Formats the curve as a table of text lines.
    pub fn table(&self) -> Vec<String> {
        let head = format!(
            "{:>9} {:>9} {:>8} {:>8} {:>8} {:>11} {:>9} {:>9} {:>6}",
            "offered",
            "achieved",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "fdatasync",
            "p50 ratio",
            "p99 ratio",
            "cores"
        );
        let row = |step: &Step| {
            let Step { offered, achieved, answered, disk, .. } = step;
            format!(
                "{offered:>9} {achieved:>9.0} {:>8.2} {:>8.2} {:>8.2} {:>11} {:>9.2} {:>9.2} {:>6.2}",
                answered.p50_ms,
                answered.p99_ms,
                answered.p999_ms,
                format!("{:.2}/{:.2}", disk.p50_ms, disk.p99_ms),
                step.p50_ratio,
                step.p99_ratio,
                step.server_cores
            )
        };
        std::iter::once(head).chain(self.steps.iter().map(row)).collect()
    }
}

pub(crate) async fn run(plan: &Plan) -> Result<CurveReport> {
    let (server, data) = plan.server().await?;
    let process = server.process().context("the server runs")?;
    let mut clients = sit_down(server.address(), plan.tables).await?;
    let during = Duration::from_secs_f64(plan.seconds as f64 / 3.0);
    let mut steps: Vec<Step> = Vec::new();
    for share in RATES {
        let offered = ((plan.rate as f64 * share) as usize).max(1);
        let Sync { fdatasync: disk } = sync(data.path())?;
        let before = busy(process)?;
        let Played { times, made, took, clients: next } = play(clients, offered, during).await?;
        clients = next;
        let achieved = made as f64 / took.as_secs_f64();
        let answered = Times::of(times);
        let cores = busy(process)?.saturating_sub(before).as_secs_f64() / took.as_secs_f64();
        let is_kept_up = achieved >= BEHIND * offered as f64;
        steps.push(Step {
            offered,
            achieved,
            answered,
            disk,
            p50_ratio: ratio(answered.p50_ms, disk.p50_ms),
            p99_ratio: ratio(answered.p99_ms, disk.p99_ms),
            server_cores: (cores * 100.0).round() / 100.0,
            is_kept_up,
        });
        if !is_kept_up {
            break;
        }
    }
    let most = steps.iter().map(|step| step.achieved).fold(0.0, f64::max);
    let seconds = during.as_secs_f64();
    Ok(CurveReport { tables: plan.tables, seconds, steps, most, promised: plan.rate })
}
