//! Tries the proxy configurations in `deploy` with two server processes on one PostgreSQL database:
//! all sockets of a table reach the same process, and move to the other one while it is down.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bastide_protocol::{Command as TableCommand, Seated, ServerMsg};
use bastide_testing::http::Request;
use bastide_testing::{Cluster, Dial, Scratch, Server, Socket, hello};
use serde::Serialize;

use crate::crowd;

/// Number of sockets of each table.
const SOCKETS: usize = 3;

/// Limit of each wait.
const PATIENCE: Duration = Duration::from_secs(30);

/// Parameters of the test.
#[derive(Clone, Debug)]
pub struct AffinityPlan {
    /// Path of the server program.
    pub program: PathBuf,
    /// The directory with `haproxy.cfg` and `nginx.conf`.
    pub configurations: PathBuf,
    /// Number of tables.
    pub tables: usize,
}

/// Result for one proxy.
#[derive(Clone, Debug, Serialize)]
pub struct AffinityReport {
    /// Name of the proxy.
    pub proxy: &'static str,
    /// Numbers of tables whose sockets and requests all reached the first and the second process.
    pub by_process: [usize; 2],
    /// Number of tables that moved when the first process was killed.
    pub moved: usize,
    /// Time from the kill until a socket of each of them was welcomed by the other process.
    pub moved_ms: u64,
    /// Time from the restart until a new socket of one of them reached the first process again.
    pub returned_ms: u64,
}

/// A proxy, killed on drop.
struct Proxy {
    address: SocketAddr,
    child: Child,
    _scratch: Scratch,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tries each proxy.
///
/// # Errors
/// Returns an error if a program does not start, or the sockets of a table are not together.
pub async fn affinity(plan: &AffinityPlan) -> Result<Vec<AffinityReport>> {
    let cluster = Cluster::start()?;
    let mut reports = Vec::new();
    for name in ["haproxy", "nginx"] {
        let url = cluster.database().await?;
        let report = try_proxy(plan, name, &url).await;
        reports.push(report.with_context(|| name.to_owned())?);
    }
    Ok(reports)
}

async fn try_proxy(plan: &AffinityPlan, name: &'static str, url: &str) -> Result<AffinityReport> {
    let limits = ["--rate-limits", "off", "--max-per-address", "100000"];
    let flags = [&["--database", url, "--trusted-proxy", "127.0.0.1"][..], &limits].concat();
    let mut servers = [Server::new(&plan.program, &flags)?, Server::new(&plan.program, &flags)?];
    for server in &mut servers {
        server.start().await.context("the server does not start")?;
    }
    let [one, two] = [servers[0].address(), servers[1].address()];
    let proxy = start(name, &plan.configurations, [one, two])?;
    wait(async || Ok(ready(proxy.address).await)).await.context("the proxy is not ready")?;
    // Both processes must count as healthy before the sockets are distributed.
    tokio::time::sleep(Duration::from_secs(3)).await;

    let tables = crowd::make(proxy.address, &crowd::hot_seat(), plan.tables).await?;
    let mut places: Vec<(Seated, usize, Vec<Socket>)> = Vec::new();
    for table in tables {
        let before = [load(one).await?, load(two).await?];
        let mut sockets = Vec::new();
        for _ in 0..SOCKETS {
            sockets.push(join(proxy.address, &table).await?);
            Request::get(&format!("/api/tables/{}", table.table)).send(proxy.address).await?;
        }
        let after = [load(one).await?, load(two).await?];
        let grown = [0, 1].map(|n| (after[n].0 - before[n].0, after[n].1 - before[n].1));
        let all = (SOCKETS as u64, SOCKETS as u64);
        let process = match grown {
            [grown, (0, 0)] if grown == all => 0,
            [(0, 0), grown] if grown == all => 1,
            _ => bail!("sockets and requests of table {} are not together: {grown:?}", table.table),
        };
        places.push((table, process, sockets));
    }
    let by_process = [0, 1].map(|n| places.iter().filter(|(_, process, _)| *process == n).count());
    ensure!(by_process.iter().all(|&count| count > 0), "one process has no table: {by_process:?}");

    servers[0].kill();
    let killed = Instant::now();
    for (table, process, sockets) in &mut places {
        if *process == 0 {
            let again = wait(async || Ok(join(proxy.address, table).await.ok()));
            *sockets = vec![again.await.context("a table did not move")?];
        }
    }
    let moved_ms = millis(killed);
    for (table, process, sockets) in &mut places {
        if *process == 1 {
            ensure!(sockets.len() == SOCKETS, "sockets of the other process stay");
            for socket in sockets.iter_mut() {
                say(socket).await.with_context(|| format!("table {}", table.table))?;
            }
        }
    }
    let (watchers, _) = load(two).await?;
    let expected = by_process[0] + SOCKETS * by_process[1];
    ensure!(watchers == expected as u64, "{watchers} of {expected} clients are connected");

    servers[0].start().await.context("the server does not start again")?;
    let started = Instant::now();
    let table = places.iter().find(|(_, process, _)| *process == 0).context("a moved table")?;
    let returned = wait(async || {
        let socket = join(proxy.address, &table.0).await.ok();
        let is_back = load(one).await?.0 > 0;
        Ok(socket.filter(|_| is_back))
    });
    returned.await.context("the table did not return")?;
    let returned_ms = millis(started);
    drop(proxy);
    Ok(AffinityReport { proxy: name, by_process, moved: by_process[0], moved_ms, returned_ms })
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Starts a proxy with the configuration in `deploy`, whose addresses are replaced.
fn start(name: &str, configurations: &Path, servers: [SocketAddr; 2]) -> Result<Proxy> {
    let scratch = Scratch::new("proxy")?;
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let file = if name == "nginx" { "nginx.conf" } else { "haproxy.cfg" };
    let mut text = std::fs::read_to_string(configurations.join(file))
        .with_context(|| format!("cannot read {file}"))?;
    let mut replaced =
        vec![("10.0.0.5:8080", servers[0].to_string()), ("10.0.0.6:8080", servers[1].to_string())];
    let directory = scratch.path().display();
    match name {
        "nginx" => {
            let files = "access_log off;".to_owned()
                + &["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                    .map(|kind| format!(" {kind}_temp_path {directory}/{kind};"))
                    .concat();
            replaced.push(("listen 8080;", format!("listen {address};")));
            replaced.push(("http {", format!("http {{ {files}")));
        }
        _ => replaced.push(("bind :8080", format!("bind {address}"))),
    }
    for (old, new) in replaced {
        ensure!(text.contains(old), "{file} does not contain {old}");
        text = text.replace(old, &new);
    }
    let path = scratch.join(file);
    std::fs::write(&path, text)?;
    let mut command = Command::new(format!("/usr/sbin/{name}"));
    match name {
        "nginx" => {
            let globals =
                format!("daemon off; master_process off; pid {directory}/pid; error_log stderr;");
            command.arg("-p").arg(scratch.path()).arg("-c").arg(&path).args(["-g", &globals]);
        }
        _ => {
            command.args(["-db", "-f"]).arg(&path);
        }
    }
    let child = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn()?;
    Ok(Proxy { address, child, _scratch: scratch })
}

async fn ready(address: SocketAddr) -> Option<()> {
    let reply = Request::get("/readyz").send(address).await.ok()?;
    (reply.status == 200).then_some(())
}

/// Repeats `attempt` until it returns a value.
async fn wait<T>(attempt: impl AsyncFn() -> Result<Option<T>>) -> Result<T> {
    let begun = Instant::now();
    loop {
        if let Some(done) = attempt().await? {
            return Ok(done);
        }
        ensure!(begun.elapsed() < PATIENCE, "nothing within {} s", PATIENCE.as_secs());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Opens a socket as a player, and waits for the welcome.
async fn join(proxy: SocketAddr, seated: &Seated) -> Result<Socket> {
    let dial = Dial { table: Some(&seated.table), ..Dial::default() };
    let mut socket = Socket::open(proxy, dial).await?;
    socket.say(&hello(&seated.table, None, None)).await?;
    match socket.hear_within(PATIENCE).await? {
        ServerMsg::Welcome { .. } => Ok(socket),
        other => bail!("no welcome: {other:?}"),
    }
}

/// Sends a command that is refused to watchers, and waits for the answer.
async fn say(socket: &mut Socket) -> Result<()> {
    socket.command("ask", TableCommand::Say { text: String::new() }).await?;
    let answer = socket.await_msg(|message| match message {
        ServerMsg::Refused { .. } | ServerMsg::Done { .. } => Some(()),
        _ => None,
    });
    Ok(answer.await?)
}

/// Returns the number of connected clients of a process, and of requests for tables.
async fn load(server: SocketAddr) -> Result<(u64, u64)> {
    let page = Request::get("/metrics").send(server).await?;
    let text = page.text();
    let value = |name: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    };
    ensure!(page.status == 200, "no metrics: {}", page.status);
    let requests = r#"bastide_http_route_duration_seconds_count{route="/api/tables/{table}"}"#;
    Ok((value("bastide_watchers "), value(requests)))
}
