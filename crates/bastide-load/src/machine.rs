//! Limits and performance of the machine, and resource use of processes.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bastide_testing::Scratch;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::Serialize;

use crate::times::Times;

/// Number of measurements.
const SYNCS: usize = 200;

/// Cost of making 4 KiB durable.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sync {
    /// Duration of one `write` of 4 KiB and one `fdatasync`.
    pub fdatasync: Times,
}

/// Measures durable writes in `directory`.
pub(crate) fn sync(directory: &Path) -> Result<Sync> {
    let scratch = Scratch::within(directory, "sync").context("the directory is not writable")?;
    let mut file = File::create(scratch.join("file"))?;
    let page = [7; 4096];
    let mut times = Vec::new();
    for _ in 0..SYNCS {
        let begun = Instant::now();
        file.write_all(&page)?;
        file.sync_data()?;
        times.push(begun.elapsed());
    }
    Ok(Sync { fdatasync: Times::of(times) })
}

/// Returns the load average of the last minute, 0 if it is unknown.
pub(crate) fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|value| value.parse().ok()).unwrap_or_default()
}

/// Raises the limit of open files of this process and its children as far as permitted. Returns the
/// new limit.
pub fn raise_open_files() -> u64 {
    let now = getrlimit(Resource::Nofile);
    let wanted = now.maximum.unwrap_or(65_536).max(65_536);
    for most in [Some(wanted), now.maximum] {
        let limit = Rlimit { current: most, maximum: most };
        if setrlimit(Resource::Nofile, limit).is_ok() {
            break;
        }
    }
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// A process that keeps one core busy until it is dropped.
pub(crate) struct BusyCore(Child);

impl BusyCore {
    pub(crate) fn start() -> Result<BusyCore> {
        // Ends after some minutes even if it is not killed.
        let spin = "i=0; while [ $i -lt 1000000000 ]; do i=$((i + 1)); done";
        let child = Command::new("sh").args(["-c", spin]).stdin(Stdio::null()).spawn();
        Ok(BusyCore(child.context("cannot start 'sh' to keep a core busy")?))
    }
}

impl Drop for BusyCore {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the resident memory of a process, in bytes.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))
        .context("the memory of a process is read from /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    Ok(kib.context("VmRSS is missing in /proc")? * 1024)
}

/// Returns the CPU time used by a process.
pub(crate) fn busy(process: u32) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))
        .context("the time of a process is read from /proc")?;
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    // Linux reports ticks of 10 ms to user space.
    Ok(Duration::from_millis(ticks * 10))
}
