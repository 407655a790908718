//! A NATS server on a free loopback port, which can be killed and restarted.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::timing::PATIENCE;

/// A NATS server. It is killed on drop.
#[derive(Debug)]
pub struct NatsServer {
    program: PathBuf,
    arguments: Vec<String>,
    port: u16,
    child: Option<Child>,
}

impl NatsServer {
    /// Returns the path of the program, if it is installed.
    pub fn program() -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let directories = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
        directories.map(|directory| directory.join("nats-server")).find(|path| path.is_file())
    }

    /// Starts `program` with these additional arguments.
    ///
    /// # Errors
    /// Returns an error if it does not start.
    pub async fn start(program: &Path, arguments: &[&str]) -> io::Result<NatsServer> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let mut server = NatsServer { program: program.to_owned(), arguments, port, child: None };
        server.restart().await?;
        Ok(server)
    }

    /// Starts it again on the same port, after [`NatsServer::kill`].
    ///
    /// # Errors
    /// Returns an error if it does not start.
    pub async fn restart(&mut self) -> io::Result<()> {
        let mut command = Command::new(&self.program);
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string()]);
        command.args(&self.arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn()?);
        let begun = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if begun.elapsed() > PATIENCE {
                return Err(io::Error::other("nats-server does not start"));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// Returns the URL with these credentials, such as `user:password@`, or none.
    pub fn url(&self, login: &str) -> String {
        format!("nats://{login}127.0.0.1:{}", self.port)
    }

    /// Kills it immediately (SIGKILL).
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // An error means that it has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
