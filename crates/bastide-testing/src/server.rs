//! A server as a separate process, which can be killed and restarted.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::http::Request;
use crate::scratch::Scratch;
use crate::timing::PATIENCE;

/// Timeout of the start of a server.
const START: Duration = Duration::from_secs(30);

/// A server process. It is killed on drop.
#[derive(Debug)]
pub struct Server {
    program: PathBuf,
    arguments: Vec<OsString>,
    address: SocketAddr,
    log: PathBuf,
    child: Option<Child>,
    _scratch: Option<Scratch>,
}

impl Server {
    /// Creates a server on a free port with these arguments after `serve`, without starting it. Its
    /// log is written to a temporary directory.
    ///
    /// # Errors
    /// Returns an error if there is no free port or the directory cannot be created.
    pub fn new(program: &Path, arguments: &[&str]) -> io::Result<Server> {
        let scratch = Scratch::new("server")?;
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        Ok(Server {
            program: program.to_owned(),
            arguments: arguments.iter().map(OsString::from).collect(),
            address,
            log: scratch.join("log"),
            child: None,
            _scratch: Some(scratch),
        })
    }

    /// Creates a server with an SQLite database in `directory`, without rate limits.
    ///
    /// # Errors
    /// Returns an error if there is no free port or the directory cannot be created.
    pub fn on_file(program: &Path, directory: &Path) -> io::Result<Server> {
        let directory = directory.to_string_lossy();
        let limits = ["--rate-limits", "off", "--max-per-address", "100000"];
        Server::new(program, &[&["--data-dir", &directory][..], &limits].concat())
    }

    /// Creates a server with a PostgreSQL database, without rate limits.
    ///
    /// # Errors
    /// Returns an error if there is no free port or the directory cannot be created.
    pub fn on_postgres(program: &Path, database: &str) -> io::Result<Server> {
        let limits = ["--rate-limits", "off", "--max-per-address", "100000"];
        Server::new(program, &[&["--database", database][..], &limits].concat())
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the process id, if the server is running.
    pub fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Starts the server without waiting until it is ready.
    ///
    /// # Errors
    /// Returns an error if the program cannot be run.
    pub fn launch(&mut self) -> io::Result<()> {
        let log = File::options().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        command.arg("serve").arg("--listen").arg(self.address.to_string());
        command.args(&self.arguments).current_dir("/");
        // Settings of the tests do not apply to the server.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BASTIDE_")) {
            command.env_remove(name);
        }
        // Nor do those of a server installed on this machine.
        command.env("BASTIDE_CONFIG", "none");
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        self.child = Some(command.spawn()?);
        Ok(())
    }

    /// Starts the server and waits until it is ready. Returns the time taken.
    ///
    /// # Errors
    /// Returns an error with the log if the server ends, or takes too long.
    pub async fn start(&mut self) -> io::Result<Duration> {
        let begun = Instant::now();
        self.launch()?;
        self.ready().await?;
        Ok(begun.elapsed())
    }

    /// Waits until the server is ready.
    ///
    /// # Errors
    /// Returns an error with the log if the server ends, or takes too long.
    pub async fn ready(&mut self) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            if let Ok(reply) = Request::get("/readyz").send(self.address).await
                && reply.status == 200
            {
                return Ok(());
            }
            let ended = match &mut self.child {
                Some(child) => child.try_wait()?,
                None => return Err(io::Error::other("the server was not started")),
            };
            if ended.is_some() || begun.elapsed() > START {
                return Err(io::Error::other(format!("the server does not run: {}", self.log())));
            }
            tokio::time::sleep(Duration::from_millis(4)).await;
        }
    }

    /// Returns the log written so far.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Kills the server immediately (SIGKILL).
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // An error means that it has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Suspends the server (SIGSTOP).
    ///
    /// # Errors
    /// Returns an error if the server is not running.
    pub fn halt(&self) -> io::Result<()> {
        let child = self.child.as_ref().ok_or_else(|| io::Error::other("it does not run"))?;
        signal(child, Signal::STOP)
    }

    /// Resumes the server after [`Server::halt`].
    ///
    /// # Errors
    /// Returns an error if the server is not running.
    pub fn go_on(&self) -> io::Result<()> {
        let child = self.child.as_ref().ok_or_else(|| io::Error::other("it does not run"))?;
        signal(child, Signal::CONT)
    }

    /// Requests the server to end (SIGTERM) without waiting.
    ///
    /// # Errors
    /// Returns an error if the server is not running.
    pub fn terminate(&self) -> io::Result<()> {
        let child = self.child.as_ref().ok_or_else(|| io::Error::other("it does not run"))?;
        signal(child, Signal::TERM)
    }

    /// Requests the server to read its certificate again (SIGHUP).
    ///
    /// # Errors
    /// Returns an error if the server is not running.
    pub fn hang_up(&self) -> io::Result<()> {
        let child = self.child.as_ref().ok_or_else(|| io::Error::other("it does not run"))?;
        signal(child, Signal::HUP)
    }

    /// Waits until the server has ended by itself. Returns the exit status.
    ///
    /// # Errors
    /// Returns an error if the server is not running, or does not end within [`PATIENCE`].
    pub async fn ended(&mut self) -> io::Result<ExitStatus> {
        let begun = Instant::now();
        let child = self.child.as_mut().ok_or_else(|| io::Error::other("it does not run"))?;
        while begun.elapsed() < PATIENCE {
            if let Some(status) = child.try_wait()? {
                self.child = None;
                return Ok(status);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Err(io::Error::other("the server does not end"))
    }

    /// Requests the server to end (SIGTERM) and waits. Returns the exit status and the time taken.
    ///
    /// # Errors
    /// Returns an error if the server is not running, or does not end within [`PATIENCE`].
    pub async fn stop(&mut self) -> io::Result<(ExitStatus, Duration)> {
        let mut child =
            self.child.take().ok_or_else(|| io::Error::other("the server was not started"))?;
        let begun = Instant::now();
        signal(&child, Signal::TERM)?;
        while begun.elapsed() < PATIENCE {
            if let Some(status) = child.try_wait()? {
                return Ok((status, begun.elapsed()));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.child = Some(child);
        Err(io::Error::other("the server does not end"))
    }
}

fn signal(child: &Child, signal: Signal) -> io::Result<()> {
    let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let process = process.ok_or_else(|| io::Error::other("no such process"))?;
    Ok(kill_process(process, signal)?)
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("the server said:\n{}", self.log());
        }
    }
}
