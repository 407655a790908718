//! `cargo xtask monitoring`: checks the alert rules and the metrics of a running server with
//! Prometheus' own tool.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// Installs `promtool` if missing, and runs it on the files in `deploy/prometheus` and on the
/// metrics of a server with an empty database.
pub(crate) fn run() -> Result<Outcome> {
    if !shell::install("promtool", "prometheus") {
        return Ok(Outcome::skipped("promtool is missing", "apt-get install prometheus"));
    }
    let files = shell::root().join("deploy").join("prometheus");
    for words in [
        ["check", "rules", "alerts.yml"],
        ["test", "rules", "alerts.test.yml"],
        ["check", "config", "prometheus.yml"],
    ] {
        shell::run(Command::new("promtool").args(words).current_dir(&files))?;
    }
    shell::run(&mut shell::cargo("build --quiet -p bastide-cli".split(' ')))?;
    let data = shell::target().join("monitoring");
    std::fs::create_dir_all(&data)?;
    let mut server = Command::new(shell::target().join("debug").join("bastide"));
    server.args(["serve", "--json", "--listen", "127.0.0.1:0", "--data-dir"]).arg(&data);
    let server = server.stdout(Stdio::piped()).spawn().context("the server does not start")?;
    let mut server = Running(server);
    let metrics = server.metrics()?;
    drop(server);
    let mut check =
        Command::new("promtool").args(["check", "metrics"]).stdin(Stdio::piped()).spawn()?;
    check.stdin.take().context("a pipe")?.write_all(metrics.as_bytes())?;
    if !check.wait()?.success() {
        bail!("promtool does not accept the metrics");
    }
    println!("{} metrics are named as Prometheus suggests", metrics.matches("# TYPE ").count());
    Ok(Outcome::Ran(None))
}

/// A server that is killed on drop.
struct Running(Child);

impl Running {
    /// Waits until the server is ready, and reads its metrics.
    fn metrics(&mut self) -> Result<String> {
        let output = self.0.stdout.take().context("a pipe")?;
        let mut lines = BufReader::new(output).lines();
        let line = lines.next().context("the server ended before it was ready")??;
        let (_, rest) = line.split_once("\"listen\":[\"").context("no address")?;
        let address = rest.split('"').next().unwrap_or_default();
        let mut stream = TcpStream::connect(address)?;
        let request =
            format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        if !head.starts_with("HTTP/1.1 200") {
            bail!("no metrics: {head}");
        }
        Ok(body.to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
