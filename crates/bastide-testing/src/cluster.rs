//! A temporary PostgreSQL server in a scratch directory on a free loopback port, which is stopped
//! even if the test process crashes.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::{Pid, Signal, kill_process};
use tokio_postgres::NoTls;

/// Number of attempts, because a free port may be taken before it is used.
const ATTEMPTS: usize = 5;

/// Name of the superuser.
const USER: &str = "bastide";

/// Shell script that waits for the end of its standard input, which the test process holds open,
/// and then stops the database and removes its directory.
const WATCH: &str =
    r#"cat >/dev/null; "$1" -D "$2/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$2""#;

/// A running PostgreSQL server. It stops on drop, or when the process ends.
#[derive(Debug)]
pub struct Cluster {
    port: u16,
    directory: PathBuf,
    watch: Option<(Child, ChildStdin)>,
}

/// Additional options of a cluster.
#[derive(Clone, Debug, Default)]
pub struct ClusterOptions {
    /// Settings as `name=value`. They override the defaults.
    pub settings: Vec<String>,
    /// Files in the data directory and their contents.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// Error returned if PostgreSQL cannot be started or used.
#[derive(Debug)]
pub enum ClusterError {
    /// The programs were not found.
    NotInstalled,
    /// A program or query failed.
    Failed(String),
}

impl std::fmt::Display for ClusterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ClusterError::NotInstalled => f.write_str(
                "initdb and pg_ctl are neither in PATH nor in /usr/lib/postgresql: \
                 apt-get install postgresql",
            ),
            ClusterError::Failed(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ClusterError {}

impl From<io::Error> for ClusterError {
    fn from(error: io::Error) -> ClusterError {
        ClusterError::Failed(error.to_string())
    }
}

impl Cluster {
    /// Returns the cluster shared by all tests of a process, each of which has its own database.
    ///
    /// # Panics
    /// Panics if PostgreSQL is not installed or does not start.
    pub fn shared() -> &'static Cluster {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(|| match Cluster::start() {
            Ok(cluster) => cluster,
            Err(error) => panic!("no PostgreSQL for the tests: {error}"),
        })
    }

    /// Starts a cluster.
    ///
    /// # Errors
    /// Returns a [`ClusterError`] if PostgreSQL is not installed or does not start.
    pub fn start() -> Result<Cluster, ClusterError> {
        Cluster::start_with(&ClusterOptions::default())
    }

    /// Starts a cluster with `options`.
    ///
    /// # Errors
    /// Returns a [`ClusterError`] if PostgreSQL is not installed or does not start.
    pub fn start_with(options: &ClusterOptions) -> Result<Cluster, ClusterError> {
        let initdb = program("initdb").ok_or(ClusterError::NotInstalled)?;
        let pg_ctl = program("pg_ctl").ok_or(ClusterError::NotInstalled)?;
        let directory = new_directory()?;
        let account = Account::for_directory(&directory)?;
        let watch = watch(&pg_ctl, &directory, account)?;
        let mut cluster = Cluster { port: 0, directory, watch: Some(watch) };
        let data = cluster.directory.join("data");
        // Only the initial files are not synced, because losing them is harmless.
        let arguments = ["-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-U", USER, "-D"];
        run(account, Command::new(initdb).args(arguments).arg(&data))?;
        for (name, contents) in &options.files {
            write_private(&data.join(name), contents, account)?;
        }
        let settings: String =
            options.settings.iter().map(|setting| format!(" -c {setting}")).collect();
        cluster.launch(&pg_ctl, account, &settings)?;
        Ok(cluster)
    }

    /// Starts a standby of this cluster: a copy made by `pg_basebackup`, which replays all changes.
    ///
    /// # Errors
    /// Returns a [`ClusterError`] if the copy cannot be made or does not start.
    pub fn standby(&self) -> Result<Cluster, ClusterError> {
        let copy = program("pg_basebackup").ok_or(ClusterError::NotInstalled)?;
        let pg_ctl = program("pg_ctl").ok_or(ClusterError::NotInstalled)?;
        let directory = new_directory()?;
        let account = Account::for_directory(&directory)?;
        let watch = watch(&pg_ctl, &directory, account)?;
        let mut cluster = Cluster { port: 0, directory, watch: Some(watch) };
        // -R writes the connection to the primary into the settings of the copy.
        let arguments = ["--checkpoint=fast", "-X", "stream", "--no-sync", "-R", "-D"];
        let mut command = Command::new(copy);
        command.args(["-h", "127.0.0.1", "-U", USER, "-p", &self.port.to_string()]);
        run(account, command.args(arguments).arg(cluster.directory.join("data")))?;
        cluster.launch(&pg_ctl, account, "")?;
        Ok(cluster)
    }

    /// Starts the server on the data directory, at a free port.
    fn launch(
        &mut self,
        pg_ctl: &Path,
        account: Account,
        settings: &str,
    ) -> Result<(), ClusterError> {
        let mut outcome = Ok(());
        for _ in 0..ATTEMPTS {
            self.port = free_port()?;
            let options = format!(
                "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
                 -c max_connections=300 -c shared_buffers=64MB -c fsync=on{settings}",
                self.port
            );
            let log = self.directory.join("log");
            let mut start = Command::new(pg_ctl);
            start.arg("-D").arg(self.data()).arg("-l").arg(log);
            outcome = run(account, start.args(["-w", "-o", &options, "start"]));
            if outcome.is_ok() {
                return Ok(());
            }
        }
        let log = fs::read_to_string(self.directory.join("log")).unwrap_or_default();
        outcome.map_err(|error| ClusterError::Failed(format!("{error}\n{log}")))
    }

    /// Returns the URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the data directory.
    pub fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    /// Creates a database and returns its URL.
    ///
    /// # Errors
    /// Returns [`ClusterError::Failed`] if the database cannot be created.
    pub async fn database(&self) -> Result<String, ClusterError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!("create database {name}")).await?;
        Ok(self.url(&name))
    }

    /// Runs SQL as the superuser.
    ///
    /// # Errors
    /// Returns [`ClusterError::Failed`] if the connection or the SQL fails.
    pub async fn execute(&self, database: &str, sql: &str) -> Result<(), ClusterError> {
        let failed = |error: tokio_postgres::Error| ClusterError::Failed(error.to_string());
        let (client, connection) =
            tokio_postgres::connect(&self.url(database), NoTls).await.map_err(failed)?;
        let connected = tokio::spawn(connection);
        let outcome = client.batch_execute(sql).await.map_err(failed);
        drop(client);
        let _ = connected.await;
        outcome
    }
}

impl Cluster {
    /// Stops all processes of the cluster (SIGSTOP) until the result is dropped: connections stay
    /// open, but nothing is answered.
    ///
    /// # Errors
    /// Returns a [`ClusterError`] if the processes cannot be found or signalled.
    pub fn pause(&self) -> Result<Paused, ClusterError> {
        let pid_file = self.directory.join("data").join("postmaster.pid");
        let text = fs::read_to_string(pid_file)?;
        let postmaster = text.lines().next().and_then(|line| line.parse().ok());
        let postmaster = postmaster.ok_or(ClusterError::Failed("no postmaster.pid".to_owned()))?;
        // The postmaster first, so that it starts no process while its children are listed.
        let mut paused = Paused(Vec::new());
        paused.stop(postmaster)?;
        for child in children(postmaster)? {
            paused.stop(child)?;
        }
        Ok(paused)
    }
}

/// A cluster that does not answer. It resumes on drop.
#[derive(Debug)]
pub struct Paused(Vec<i32>);

impl Paused {
    fn stop(&mut self, process: i32) -> Result<(), ClusterError> {
        signal(process, Signal::STOP)?;
        self.0.push(process);
        Ok(())
    }
}

impl Drop for Paused {
    fn drop(&mut self) {
        for &process in &self.0 {
            // The process may have ended.
            let _ = signal(process, Signal::CONT);
        }
    }
}

fn signal(process: i32, signal: Signal) -> io::Result<()> {
    let process = Pid::from_raw(process).ok_or_else(|| io::Error::other("no process"))?;
    kill_process(process, signal).map_err(io::Error::from)
}

/// Returns the child processes of a process.
fn children(parent: i32) -> io::Result<Vec<i32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let Some(process) = entry?.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // The process name in parentheses may contain anything; the parent is the second field
        // after it.
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        if after.split_whitespace().nth(1).and_then(|field| field.parse().ok()) == Some(parent) {
            found.push(process);
        }
    }
    Ok(found)
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some((mut child, input)) = self.watch.take() {
            drop(input);
            let _ = child.wait();
        }
    }
}

/// User and group for the database, because PostgreSQL refuses to run as root; `None` for the
/// current user.
type Account = Option<(u32, u32)>;

trait AccountOf {
    fn for_directory(directory: &Path) -> io::Result<Account>;
}

#[cfg(unix)]
impl AccountOf for Account {
    fn for_directory(directory: &Path) -> io::Result<Account> {
        use std::os::unix::fs::{MetadataExt, chown};
        if fs::metadata(directory)?.uid() != 0 {
            return Ok(None);
        }
        let accounts = fs::read_to_string("/etc/passwd")?;
        let find = |name: &str| {
            let line = accounts.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2).map_while(|field| field.parse().ok());
            Some((fields.next()?, fields.next()?))
        };
        let (user, group) = find("postgres").or_else(|| find("nobody")).ok_or_else(|| {
            io::Error::other("there is neither a user postgres nor an unprivileged user")
        })?;
        chown(directory, Some(user), Some(group))?;
        Ok(Some((user, group)))
    }
}

#[cfg(not(unix))]
impl AccountOf for Account {
    fn for_directory(_directory: &Path) -> io::Result<Account> {
        Ok(None)
    }
}

#[cfg(unix)]
fn become_account(command: &mut Command, account: Account) {
    use std::os::unix::process::CommandExt;
    if let Some((user, group)) = account {
        command.uid(user).gid(group);
    }
}

#[cfg(not(unix))]
fn become_account(_command: &mut Command, _account: Account) {}

/// Creates a directory, which the watching script removes.
fn new_directory() -> io::Result<PathBuf> {
    let scratch = crate::Scratch::new("postgres")?;
    let path = scratch.path().to_owned();
    std::mem::forget(scratch);
    Ok(path)
}

fn watch(
    pg_ctl: &Path,
    directory: &Path,
    account: Account,
) -> Result<(Child, ChildStdin), ClusterError> {
    let mut command = Command::new("sh");
    command.args(["-c", WATCH, "sh"]).arg(pg_ctl).arg(directory);
    command.current_dir("/").stdin(Stdio::piped());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    become_account(&mut command, account);
    // A Ctrl-C in the terminal must not end the script that cleans up.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let input = child.stdin.take().ok_or_else(|| io::Error::other("no pipe"))?;
    Ok((child, input))
}

fn run(account: Account, command: &mut Command) -> Result<(), ClusterError> {
    become_account(command, account);
    // A file instead of a pipe, because the database would inherit the pipe and keep it open.
    let scratch = crate::Scratch::new("postgres-output")?;
    let path = scratch.path().join("output");
    let output = fs::File::create(&path)?;
    command.current_dir("/").stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let status = command.status()?;
    if status.success() {
        return Ok(());
    }
    let text = fs::read(&path)?;
    let text = String::from_utf8_lossy(&text);
    Err(ClusterError::Failed(format!("{command:?}: {status}\n{}", text.trim_end())))
}

/// Writes a file that only the database's account can read.
fn write_private(path: &Path, contents: &[u8], account: Account) -> io::Result<()> {
    fs::write(path, contents)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, chown};
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        if let Some((user, group)) = account {
            chown(path, Some(user), Some(group))?;
        }
    }
    Ok(())
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Finds a PostgreSQL program: in `PATH`, or the newest one in Debian's directory.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path).map(|directory| directory.join(name));
    let mut packaged: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(name)))
        .collect();
    packaged.sort();
    in_path.chain(packaged.into_iter().rev()).find(|path| path.is_file())
}
