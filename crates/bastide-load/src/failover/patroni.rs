//! Two PostgreSQL nodes under Patroni with etcd, on the loopback interface and in separate
//! directories. Their configuration is `deploy/patroni.yml`, so that this file is tested, too.

use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bastide_testing::http::Request;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Debian's directory of PostgreSQL programs.
const PROGRAMS: &str = "/usr/lib/postgresql";

/// The configuration of a node.
const SETTINGS: &str = include_str!("../../../../deploy/patroni.yml");

/// The passwords in that file.
const PASSWORD: &str = "replace-this-password";

/// Timeout until one node is leader and the other is a synchronous standby.
const PATIENCE: Duration = Duration::from_secs(120);

/// The process to kill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kill {
    /// The postmaster of the primary; Patroni survives and fails over.
    Postgres,
    /// Patroni on the primary; PostgreSQL keeps running as an unmanaged primary until Patroni is
    /// restarted.
    Patroni,
    /// Both: the whole node fails.
    Node,
}

struct Node {
    name: &'static str,
    port: u16,
    rest: u16,
    data: PathBuf,
    patroni: Option<Child>,
}

/// The nodes. Their processes are killed on drop.
pub(super) struct Nodes {
    directory: PathBuf,
    bin: PathBuf,
    account: Option<(u32, u32)>,
    etcd: Option<Child>,
    nodes: Vec<Node>,
}

impl Nodes {
    /// Starts etcd and both nodes in an empty directory and waits until one is a synchronous
    /// standby of the other.
    pub(super) async fn start(directory: &Path) -> Result<Nodes> {
        let bin = newest(Path::new(PROGRAMS))?.join("bin");
        let account = account()?;
        if directory.exists() {
            fs::remove_dir_all(directory)?;
        }
        fs::create_dir_all(directory)?;
        if let Some((user, group)) = account {
            chown(directory, Some(user), Some(group))?;
        }
        let etcd_port = free_port()?;
        let mut nodes =
            Nodes { directory: directory.to_owned(), bin, account, etcd: None, nodes: Vec::new() };
        nodes.make_certificate()?;
        nodes.start_etcd(etcd_port)?;
        for name in ["a", "b"] {
            let (port, rest) = (free_port()?, free_port()?);
            let data = directory.join(name);
            let node = Node { name, port, rest, data, patroni: None };
            let text = nodes.settings(&node, etcd_port)?;
            fs::write(directory.join(format!("{name}.yml")), text)?;
            nodes.nodes.push(node);
        }
        nodes.start_patroni(0)?;
        nodes.wait(|state| state.leader.is_some()).await?;
        nodes.start_patroni(1)?;
        nodes.settled().await?;
        let role = format!("create role bastide login password '{PASSWORD}'");
        nodes.query("postgres", &role)?;
        Ok(nodes)
    }

    /// Creates a database for the servers.
    pub(super) fn create(&self, database: &str) -> Result<()> {
        self.query("postgres", &format!("create database {database} owner bastide")).map(drop)
    }

    /// Returns the URL of a database for the servers, which always connects to the current primary.
    pub(super) fn url(&self, database: &str) -> String {
        self.url_of("bastide", database)
    }

    fn url_of(&self, user: &str, database: &str) -> String {
        let hosts: Vec<String> =
            self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        let hosts = hosts.join(",");
        let parameters = "target_session_attrs=read-write&sslmode=require";
        format!("postgres://{user}:{PASSWORD}@{hosts}/{database}?{parameters}")
    }

    /// Runs SQL on the primary as its administrator and returns the output.
    pub(super) fn query(&self, database: &str, sql: &str) -> Result<String> {
        let url = self.url_of("postgres", database);
        let output = Command::new(self.bin.join("psql"))
            .args(["--no-psqlrc", "--tuples-only", "--no-align", "--command", sql, &url])
            .output()
            .context("psql does not start")?;
        if !output.status.success() {
            bail!("{sql}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Waits until there are a leader and a synchronous standby. Returns the index of the leader.
    pub(super) async fn settled(&mut self) -> Result<usize> {
        let state = self.wait(|state| state.leader.is_some() && state.has_standby).await?;
        state.leader.context("there is a leader")
    }

    /// Kills the PostgreSQL server of a node, its Patroni, or both.
    pub(super) fn kill(&mut self, node: usize, what: Kill) -> Result<()> {
        if what != Kill::Postgres
            && let Some(mut patroni) = self.nodes[node].patroni.take()
        {
            patroni.kill()?;
            patroni.wait()?;
        }
        if what != Kill::Patroni {
            kill_postmaster(&self.nodes[node].data)?;
        }
        Ok(())
    }

    /// Restarts Patroni on the nodes where it is not running.
    pub(super) fn revive(&mut self) -> Result<()> {
        for number in 0..self.nodes.len() {
            if self.nodes[number].patroni.is_none() {
                self.start_patroni(number)?;
            }
        }
        Ok(())
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>, log: &str) -> Result<Command> {
        let path = self.directory.join(log);
        let log = File::options().create(true).append(true).open(path)?;
        let mut command = Command::new(program);
        command.current_dir(&self.directory).stdin(Stdio::null());
        command.stdout(log.try_clone()?).stderr(log);
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group).env("HOME", &self.directory);
        }
        Ok(command)
    }

    fn start_etcd(&mut self, port: u16) -> Result<()> {
        let client = format!("http://127.0.0.1:{port}");
        let peer = format!("http://127.0.0.1:{}", free_port()?);
        let mut command = self.command("etcd", "etcd.log")?;
        command.args(["--name", "e", "--data-dir"]).arg(self.directory.join("etcd"));
        command.args(["--listen-client-urls", &client, "--advertise-client-urls", &client]);
        command.args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer]);
        command.args(["--initial-cluster", &format!("e={peer}")]);
        self.etcd = Some(command.spawn().context("etcd does not start: install etcd-server")?);
        Ok(())
    }

    fn start_patroni(&mut self, number: usize) -> Result<()> {
        let name = self.nodes[number].name;
        let mut command = self.command("patroni", &format!("{name}.log"))?;
        command.arg(self.directory.join(format!("{name}.yml")));
        let child = command.spawn().context("Patroni does not start: install patroni")?;
        self.nodes[number].patroni = Some(child);
        Ok(())
    }

    /// Creates the certificate pair of both nodes.
    fn make_certificate(&self) -> Result<()> {
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
        let words = format!("req -x509 {key} -days 2 -subj /CN=localhost -keyout key -out crt");
        let mut openssl = self.command("openssl", "openssl.log")?;
        let made = openssl.args(words.split(' ')).status().context("install openssl")?;
        if !made.success() {
            bail!("openssl makes no certificate: see {}/openssl.log", self.directory.display());
        }
        Ok(())
    }

    /// Returns the configuration of a node: the file with the addresses and directories of the node,
    /// and with small buffers.
    fn settings(&self, node: &Node, etcd: u16) -> Result<String> {
        let Node { name, port, rest, data, .. } = node;
        let (data, bin, home) = (data.display(), self.bin.display(), self.directory.display());
        let mut text = SETTINGS.to_owned();
        for (from, to) in [
            ("name: db1", format!("name: {name}")),
            ("10.0.0.7:8008", format!("127.0.0.1:{rest}")),
            ("[10.0.0.7:2379, 10.0.0.8:2379, 10.0.0.9:2379]", format!("[127.0.0.1:{etcd}]")),
            ("10.0.0.7:5432", format!("127.0.0.1:{port}")),
            ("10.0.0.0/24", "127.0.0.1/32".to_owned()),
            ("/var/lib/postgresql/15/bastide", data.to_string()),
            ("/usr/lib/postgresql/15/bin", bin.to_string()),
            ("/var/lib/postgresql/pgpass", format!("{home}/{name}.pgpass")),
            // The nodes would share a socket of their port in it, which is not needed.
            (
                "unix_socket_directories: /var/run/postgresql",
                "unix_socket_directories: \"\"".to_owned(),
            ),
            ("/etc/postgresql/bastide.crt", format!("{home}/crt")),
            ("/etc/postgresql/bastide.key", format!("{home}/key")),
            ("wal_keep_size: 1GB", "wal_keep_size: 256MB".to_owned()),
            ("shared_buffers: 4GB", "shared_buffers: 64MB".to_owned()),
        ] {
            if !text.contains(from) {
                bail!("deploy/patroni.yml does not contain '{from}'");
            }
            text = text.replace(from, &to);
        }
        Ok(text)
    }

    async fn wait(&mut self, is_there: impl Fn(&State) -> bool) -> Result<State> {
        let begun = Instant::now();
        loop {
            for node in &self.nodes {
                let rest = SocketAddr::from((Ipv4Addr::LOCALHOST, node.rest));
                let Ok(reply) = Request::get("/cluster").send(rest).await else { continue };
                let Ok(cluster) = reply.json::<Value>() else { continue };
                let state = self.state(&cluster);
                if is_there(&state) {
                    return Ok(state);
                }
            }
            if begun.elapsed() > PATIENCE {
                bail!(
                    "the nodes do not become ready: see the logs in {}",
                    self.directory.display()
                );
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    fn state(&self, cluster: &Value) -> State {
        let empty = Vec::new();
        let members = cluster["members"].as_array().unwrap_or(&empty);
        let find = |role: &str| {
            members.iter().find(|member| member["role"] == role && member["state"] == "running")
        };
        let leader = find("leader").and_then(|member| member["name"].as_str());
        State {
            leader: self.nodes.iter().position(|node| Some(node.name) == leader),
            has_standby: find("sync_standby").is_some(),
        }
    }
}

/// State of the nodes as reported by Patroni.
struct State {
    leader: Option<usize>,
    has_standby: bool,
}

impl Drop for Nodes {
    fn drop(&mut self) {
        let patronis = self.nodes.iter_mut().filter_map(|node| node.patroni.take());
        for mut child in patronis.chain(self.etcd.take()) {
            // An error means that it has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
        for node in &self.nodes {
            let _ = kill_postmaster(&node.data);
        }
    }
}

/// Kills a postmaster; its child processes end with it.
fn kill_postmaster(data: &Path) -> Result<()> {
    let text = fs::read_to_string(data.join("postmaster.pid"))?;
    let process = text.lines().next().and_then(|line| line.trim().parse().ok());
    let process = process.and_then(Pid::from_raw).context("postmaster.pid names no process")?;
    Ok(kill_process(process, Signal::KILL)?)
}

/// Returns the account for PostgreSQL, which refuses to run as root: Debian's `postgres` account,
/// or `None` if this process does not run as root.
fn account() -> Result<Option<(u32, u32)>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let id = |flag: &str| -> Result<u32> {
        let output = Command::new("id").args([flag, "postgres"]).output()?;
        let text = String::from_utf8(output.stdout)?;
        text.trim().parse().context("there is no account postgres: install postgresql")
    };
    Ok(Some((id("-u")?, id("-g")?)))
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Returns the directory of the newest version.
fn newest(programs: &Path) -> Result<PathBuf> {
    let version = |path: &PathBuf| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let found = fs::read_dir(programs).into_iter().flatten().flatten().map(|entry| entry.path());
    let newest = found.filter(|path| version(path).is_some()).max_by_key(version);
    newest.with_context(|| format!("no PostgreSQL in {}: install postgresql", programs.display()))
}
