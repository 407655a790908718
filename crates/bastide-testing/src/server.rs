//! A server as a process of its own, to be killed and started again.

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

/// How long a server may take to be there.
const START: Duration = Duration::from_secs(30);

/// A server. Killed when dropped.
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
    /// A server on a free port with these arguments after `serve`, not yet
    /// started. Logs go to a directory of its own.
    ///
    /// # Errors
    /// If there is no free port or no room.
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

    /// A server over an SQLite file in this directory, for tests: nobody is
    /// told to slow down.
    ///
    /// # Errors
    /// If there is no free port or no room.
    pub fn on_file(program: &Path, directory: &Path) -> io::Result<Server> {
        let directory = directory.to_string_lossy();
        let limits = ["--rate-limits", "off", "--max-per-address", "100000"];
        Server::new(program, &[&["--data-dir", &directory][..], &limits].concat())
    }

    /// A server over a PostgreSQL database, for tests.
    ///
    /// # Errors
    /// If there is no free port or no room.
    pub fn on_postgres(program: &Path, database: &str) -> io::Result<Server> {
        let limits = ["--rate-limits", "off", "--max-per-address", "100000"];
        Server::new(program, &[&["--database", database][..], &limits].concat())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process, if it runs.
    pub fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Starts it, without waiting until it is there.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn launch(&mut self) -> io::Result<()> {
        let log = File::options().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        command.arg("serve").arg("--listen").arg(self.address.to_string());
        command.args(&self.arguments).current_dir("/");
        // What is set for the tests is not meant for it.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BASTIDE_")) {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        self.child = Some(command.spawn()?);
        Ok(())
    }

    /// Starts it and waits until it does its work. How long that took.
    ///
    /// # Errors
    /// If it ends instead, with what it said, or takes too long.
    pub async fn start(&mut self) -> io::Result<Duration> {
        let begun = Instant::now();
        self.launch()?;
        self.ready().await?;
        Ok(begun.elapsed())
    }

    /// Waits until it does its work.
    ///
    /// # Errors
    /// If it ends instead, with what it said, or takes too long.
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

    /// What it has said so far.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Ends it at once (SIGKILL), wherever it is.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Halts it, wherever it is.
    ///
    /// # Errors
    /// If it does not run.
    pub fn halt(&self) -> io::Result<()> {
        let child = self.child.as_ref().ok_or_else(|| io::Error::other("it does not run"))?;
        signal(child, Signal::STOP)
    }

    /// Lets it go on after a halt.
    ///
    /// # Errors
    /// If it does not run.
    pub fn go_on(&self) -> io::Result<()> {
        let child = self.child.as_ref().ok_or_else(|| io::Error::other("it does not run"))?;
        signal(child, Signal::CONT)
    }

    /// Asks it to end (SIGTERM) and waits. How it ended and how long it took.
    ///
    /// # Errors
    /// If it does not run, or does not end within 20 seconds.
    pub async fn stop(&mut self) -> io::Result<(ExitStatus, Duration)> {
        let mut child =
            self.child.take().ok_or_else(|| io::Error::other("the server was not started"))?;
        let begun = Instant::now();
        signal(&child, Signal::TERM)?;
        while begun.elapsed() < Duration::from_secs(20) {
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
