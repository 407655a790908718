//! Metrics of the process itself, under the names that all Prometheus clients use.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

/// Time of the start in seconds since 1970.
#[derive(Debug)]
pub(super) struct Started(f64);

impl Default for Started {
    fn default() -> Started {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Started((now.as_secs_f64() * 1000.0).round() / 1000.0)
    }
}

/// Appends the version of the program and the resources that its process uses. Resources are read
/// from `/proc`; without it they are left out.
pub(super) fn write(text: &mut String, started: &Started) {
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        text,
        "# HELP bastide_build_info Version of the program.\n# TYPE bastide_build_info gauge\n\
         bastide_build_info{{version=\"{version}\"}} 1"
    );
    let mut put = |name: &str, kind: &str, help: &str, value: Option<f64>| {
        if let Some(value) = value {
            let name = format!("process_{name}");
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
    };
    put("start_time_seconds", "gauge", "Start time since 1970.", Some(started.0));
    put("cpu_seconds_total", "counter", "CPU time used.", cpu_seconds());
    put("resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
    put("open_fds", "gauge", "Open files and sockets.", open_files());
    let most = crate::system::current_file_limit().map(|most| most as f64);
    put("max_fds", "gauge", "Limit of open files and sockets.", most);
}

fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything.
    let fields = stat.rsplit_once(')')?.1;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>().ok()?;
    // Linux reports ticks of 10 ms to programs.
    Some(ticks as f64 / 100.0)
}

fn resident_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some((kib * 1024) as f64)
}

fn open_files() -> Option<f64> {
    // The listing itself has one file open.
    let count = std::fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1);
    Some(count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_uses_memory_and_files() {
        let mut text = String::new();
        write(&mut text, &Started::default());
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
            line.expect(name).parse().expect("a number")
        };
        assert!(value("process_resident_memory_bytes") > 1e6);
        assert!(value("process_open_fds") >= 3.0);
        assert!(value("process_max_fds") > value("process_open_fds"));
        assert!(value("process_cpu_seconds_total") >= 0.0);
        assert!(value("process_start_time_seconds") > 1.7e9);
    }
}
