//! Metrics of the server, in the Prometheus text format.

mod histogram;
mod process;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::http::StatusCode;

use crate::hub::{HubStats, Times};
use crate::store::ReplicaStats;
pub use histogram::{Family, Histogram};

/// Parts of the server by which requests are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// HTTP API.
    Api,
    /// Images.
    Art,
    /// The web client.
    Pages,
    /// WebSocket upgrades.
    Socket,
    /// Health and metrics.
    Ops,
}

impl Area {
    const ALL: [Area; 5] = [Area::Api, Area::Art, Area::Pages, Area::Socket, Area::Ops];

    const fn name(self) -> &'static str {
        match self {
            Area::Api => "api",
            Area::Art => "art",
            Area::Pages => "pages",
            Area::Socket => "socket",
            Area::Ops => "ops",
        }
    }
}

/// Counters and gauges since the start of the process.
#[derive(Debug, Default)]
pub struct Metrics {
    /// By area and by the first digit of the status code.
    requests: [[AtomicU64; 6]; 5],
    took: Histogram,
    routes: Family,
    connections: AtomicI64,
    connections_refused: AtomicU64,
    sockets: AtomicI64,
    frames_in: AtomicU64,
    frames_out: AtomicU64,
    frames_bad: AtomicU64,
    too_slow: AtomicU64,
    too_many: AtomicU64,
    wrong_origin: AtomicU64,
    started: process::Started,
}

impl Metrics {
    /// Counts an answered request; `route` is the matched route template, if any.
    pub fn count_request(
        &self,
        area: Area,
        route: Option<&str>,
        status: StatusCode,
        took: Duration,
    ) {
        let class = usize::from(status.as_u16() / 100).min(5);
        self.requests[area as usize][class].fetch_add(1, Relaxed);
        self.took.observe(took);
        self.routes.observe(route.unwrap_or("none"), took);
    }

    /// Counts an opened (+1) or closed (-1) connection.
    pub fn count_connection(&self, change: i64) {
        self.connections.fetch_add(change, Relaxed);
    }

    /// Counts a connection that was rejected by the limit per address.
    pub fn count_refused_connection(&self) {
        self.connections_refused.fetch_add(1, Relaxed);
    }

    /// Counts an opened (+1) or closed (-1) WebSocket.
    pub fn count_socket(&self, change: i64) {
        self.sockets.fetch_add(change, Relaxed);
    }

    /// Returns the number of open WebSockets.
    pub fn sockets(&self) -> i64 {
        self.sockets.load(Relaxed)
    }

    /// Counts a message received over a WebSocket.
    pub fn count_frame_in(&self) {
        self.frames_in.fetch_add(1, Relaxed);
    }

    /// Counts a message sent over a WebSocket.
    pub fn count_frame_out(&self) {
        self.frames_out.fetch_add(1, Relaxed);
    }

    /// Counts a message that could not be parsed.
    pub fn count_bad_frame(&self) {
        self.frames_bad.fetch_add(1, Relaxed);
    }

    /// Counts a client that was disconnected for reading too slowly.
    pub fn count_too_slow(&self) {
        self.too_slow.fetch_add(1, Relaxed);
    }

    /// Counts a request that was rejected by a rate limit.
    pub fn count_too_many(&self) {
        self.too_many.fetch_add(1, Relaxed);
    }

    /// Counts a request rejected because of its origin.
    pub fn count_wrong_origin(&self) {
        self.wrong_origin.fetch_add(1, Relaxed);
    }

    /// Returns all metrics in the Prometheus text format.
    pub fn to_text(&self, hub: &HubStats, times: &Times, buckets: usize) -> String {
        let mut page = Page::default();
        page.head(
            "bastide_http_requests_total",
            "counter",
            "Answered requests by area and status.",
        );
        for area in Area::ALL {
            for class in 1..=5 {
                let count = self.requests[area as usize][class].load(Relaxed);
                if count > 0 {
                    let labels = format!("area=\"{}\",status=\"{class}xx\"", area.name());
                    page.line("bastide_http_requests_total", &labels, count);
                }
            }
        }
        self.write_times(&mut page, times);
        let gauge = |value: &AtomicI64| value.load(Relaxed).max(0) as u64;
        page.gauge("connections", "Open connections.", gauge(&self.connections));
        page.gauge("sockets", "Open WebSockets.", gauge(&self.sockets));
        page.gauge("rate_limit_buckets", "Rate-limit buckets in memory.", buckets as u64);
        let counters = [
            (
                "connections_refused",
                "Connections refused because of the connection limit.",
                &self.connections_refused,
            ),
            ("socket_messages_received", "Messages received over WebSockets.", &self.frames_in),
            ("socket_messages_sent", "Messages sent over WebSockets.", &self.frames_out),
            ("socket_messages_invalid", "Invalid messages.", &self.frames_bad),
            (
                "clients_too_slow",
                "Clients disconnected because they read too slowly.",
                &self.too_slow,
            ),
            ("requests_rate_limited", "Requests refused by a rate limit.", &self.too_many),
            (
                "requests_wrong_origin",
                "Requests refused because of their origin.",
                &self.wrong_origin,
            ),
        ];
        for (name, help, value) in counters {
            page.counter(name, help, value.load(Relaxed));
        }
        write_hub(&mut page, hub);
        process::write(&mut page.text, &self.started);
        page.text
    }

    fn write_times(&self, page: &mut Page, hub: &Times) {
        let text = &mut page.text;
        self.took.write_alone(
            text,
            "bastide_http_request_duration_seconds",
            "Duration of requests.",
        );
        let routes = "Duration of requests by route template.";
        self.routes.write(text, "bastide_http_route_duration_seconds", "route", routes);
        let commit = "Duration of durable appends.";
        hub.commit.write_alone(text, "bastide_commit_duration_seconds", commit);
        let commands = "Duration of client commands by kind.";
        hub.commands.write(text, "bastide_command_duration_seconds", "command", commands);
        let due = "Delay of due tables when they were processed.";
        hub.due.write_alone(text, "bastide_due_age_seconds", due);
    }
}

/// Writes the metrics of the hub.
fn write_hub(page: &mut Page, hub: &HubStats) {
    page.gauge("tables_loaded", "Tables in memory.", hub.tables);
    page.gauge("watchers", "Clients connected to tables.", hub.watching);
    page.gauge("bot_moves_waiting", "Bot moves waiting for a thread.", hub.bots_waiting);
    page.gauge("shards", "Shards whose bots and clocks this process runs.", hub.shards);
    page.gauge("tables_quarantined", "Tables quarantined after a panic.", hub.quarantined);
    page.gauge("tables_damaged", "Tables whose stored log cannot be read.", hub.damaged);
    page.seconds(
        "oldest_due_age_seconds",
        "Age of the oldest due, undamaged table, whose bot or clock waits.",
        hub.oldest_due_ms,
    );
    if let Some(free) = hub.free_bytes {
        page.gauge("disk_free_bytes", "Free bytes on the disk of the database.", free);
    }
    let low = "1 while new tables and chat are refused because of low disk space.";
    page.gauge("disk_space_low", low, u64::from(hub.is_low_space));
    page.gauge("push_waiting", "Turns whose push messages wait to be sent.", hub.push_waiting);
    page.counter("tables_created", "Created tables.", hub.tables_made);
    page.counter("changes_saved", "Saved changes.", hub.changes);
    page.counter("tables_folded", "Finished tables folded into one row.", hub.folded);
    page.counter("tables_not_folded", "Finished tables that could not be folded.", hub.not_folded);
    page.counter("bot_moves", "Saved changes made by bots.", hub.bot_moves);
    let help = "Bot moves chosen by a weaker level because of load.";
    page.counter("bot_moves_weakened", help, hub.bots_weakened);
    let help = "Pauses of bots in favour of commands of people.";
    page.counter("bot_pauses", help, hub.bot_pauses);
    page.counter("commands_refused", "Refused commands.", hub.refused);
    page.counter("change_conflicts", "Changes repeated because of a conflict.", hub.conflicts);
    page.counter("questions_answered", "Answered queries.", hub.questions);
    page.counter(
        "watchers_cut_off",
        "Watchers disconnected because they were too slow.",
        hub.cut_off,
    );
    page.counter("push_sent", "Push messages accepted by push services.", hub.push_sent);
    page.counter(
        "push_failed",
        "Push messages refused by a service or given up after retries.",
        hub.push_failed,
    );
    let help = "Push messages dropped because the queue was full.";
    page.counter("push_dropped", help, hub.push_dropped);
    page.counter("push_forgotten", "Deleted push subscriptions.", hub.push_forgotten);
    page.counter("store_errors", "Changes that could not be saved.", hub.store_errors);
    if let Some(replica) = &hub.replica {
        write_replica(page, replica);
    }
}

/// Writes the metrics of the read replica.
fn write_replica(page: &mut Page, replica: &ReplicaStats) {
    let name = "bastide_store_reads_total";
    page.head(name, "counter", "Reads that a replica may answer, by the server that did.");
    for (kind, reads) in [("list", replica.lists), ("log", replica.logs)] {
        for (target, count) in [("primary", reads.primary), ("replica", reads.replica)] {
            page.line(name, &format!("kind=\"{kind}\",target=\"{target}\""), count);
        }
    }
    let name = "bastide_replica_fallbacks_total";
    page.head(name, "counter", "Reads of the primary instead of the replica, by reason.");
    for (reason, count) in
        [("failed", replica.failed), ("behind", replica.behind), ("missing", replica.missing)]
    {
        page.line(name, &format!("reason=\"{reason}\""), count);
    }
    page.gauge("replica_used", "1 while the replica is used.", u64::from(replica.is_used));
    page.seconds("replica_lag_seconds", "Delay of the replica.", replica.lag_ms);
}

/// Builder of a metrics page.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: u64) {
        let _ = writeln!(self.text, "{name}{{{labels}}} {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: u64) {
        let name = format!("bastide_{name}");
        self.head(&name, "gauge", help);
        let _ = writeln!(self.text, "{name} {value}");
    }

    /// Writes a gauge in seconds, given in milliseconds.
    fn seconds(&mut self, name: &str, help: &str, ms: u64) {
        let name = format!("bastide_{name}");
        self.head(&name, "gauge", help);
        let _ = writeln!(self.text, "{name} {}", ms as f64 / 1000.0);
    }

    fn counter(&mut self, name: &str, help: &str, value: u64) {
        let name = format!("bastide_{name}_total");
        self.head(&name, "counter", help);
        let _ = writeln!(self.text, "{name} {value}");
    }
}
