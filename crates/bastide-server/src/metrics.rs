//! Metrics of the server, in the Prometheus text format.

mod histogram;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::http::StatusCode;

use crate::hub::{HubStats, Times};
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
        page.head("bastide_requests_total", "counter", "Requests answered, by area and status.");
        for area in Area::ALL {
            for class in 1..=5 {
                let count = self.requests[area as usize][class].load(Relaxed);
                if count > 0 {
                    let labels = format!("area=\"{}\",status=\"{class}xx\"", area.name());
                    page.line("bastide_requests_total", &labels, count);
                }
            }
        }
        self.write_times(&mut page, times);
        let gauge = |value: &AtomicI64| value.load(Relaxed).max(0) as u64;
        page.gauge("connections", "Connections open.", gauge(&self.connections));
        page.gauge("sockets", "Sockets open.", gauge(&self.sockets));
        page.gauge("rate_limit_buckets", "Buckets kept for rate limits.", buckets as u64);
        let counters = [
            ("connections_refused", "Connections refused: too many.", &self.connections_refused),
            ("frames_in", "Messages that came over sockets.", &self.frames_in),
            ("frames_out", "Messages that went over sockets.", &self.frames_out),
            ("frames_bad", "Messages that could not be read.", &self.frames_bad),
            ("clients_too_slow", "Clients cut off: they did not read.", &self.too_slow),
            ("rate_limited", "Requests refused: too many.", &self.too_many),
            ("wrong_origin", "Requests of other people's pages.", &self.wrong_origin),
        ];
        for (name, help, value) in counters {
            page.counter(name, help, value.load(Relaxed));
        }
        write_hub(&mut page, hub);
        page.text
    }

    fn write_times(&self, page: &mut Page, hub: &Times) {
        let text = &mut page.text;
        self.took.write_alone(text, "bastide_request_seconds", "How long requests took.");
        let routes = "How long requests took, by the template of their route.";
        self.routes.write(text, "bastide_route_seconds", "route", routes);
        let commit = "How long it took to make an append durable.";
        hub.commit.write_alone(text, "bastide_commit_seconds", commit);
        let commands = "How long commands of clients took, by kind.";
        hub.commands.write(text, "bastide_command_seconds", "command", commands);
        let due = "How long tables had been due when they were served.";
        hub.due.write_alone(text, "bastide_due_age_seconds", due);
    }
}

/// Writes the metrics of the hub.
fn write_hub(page: &mut Page, hub: &HubStats) {
    page.gauge("tables", "Tables in memory.", hub.tables);
    page.gauge("watching", "Clients that look on.", hub.watching);
    page.gauge("bots_waiting", "Moves that wait for a bot to think.", hub.bots_waiting);
    page.gauge("shards", "Shards whose bots and clocks are looked after here.", hub.shards);
    page.gauge("tables_quarantined", "Tables left alone: they panicked.", hub.quarantined);
    page.gauge("tables_damaged", "Tables whose stored log cannot be read.", hub.damaged);
    page.seconds(
        "oldest_due_seconds",
        "Age of the oldest due table that is not damaged: its bot or clock waits.",
        hub.oldest_due_ms,
    );
    if let Some(free) = hub.free_bytes {
        page.gauge("free_bytes", "Bytes free on the disk of the database.", free);
    }
    let low = "1 while new tables and chat are refused for lack of disk space.";
    page.gauge("low_space", low, u64::from(hub.is_low_space));
    page.counter("tables_made", "Tables made.", hub.tables_made);
    page.counter("changes", "Changes saved.", hub.changes);
    page.counter("tables_folded", "Finished tables folded into one row.", hub.folded);
    page.counter(
        "tables_not_folded",
        "Finished tables that could not be folded and stay as they are.",
        hub.not_folded,
    );
    page.counter("bot_moves", "Changes saved that bots made.", hub.bot_moves);
    let help = "Moves of bots chosen by a weaker one than the level: busy.";
    page.counter("bots_weakened", help, hub.bots_weakened);
    let help = "Times that a bot stopped to let a command of a person go first.";
    page.counter("bot_pauses", help, hub.bot_pauses);
    page.counter("refused", "Commands refused.", hub.refused);
    page.counter("conflicts", "Changes that others were quicker than.", hub.conflicts);
    page.counter("questions", "Questions answered.", hub.questions);
    page.counter("watchers_cut_off", "Watchers cut off: too slow.", hub.cut_off);
    page.counter("push_sent", "Push messages accepted by push services.", hub.push_sent);
    page.counter("push_failed", "Push messages refused or tried too often.", hub.push_failed);
    let help = "Turns without push messages: too many waited.";
    page.counter("push_dropped", help, hub.push_dropped);
    page.counter("push_forgotten", "Push subscriptions forgotten.", hub.push_forgotten);
    page.counter("store_errors", "Changes that could not be saved.", hub.store_errors);
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
