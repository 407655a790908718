//! `cargo xtask api`: tests the server's API against its OpenAPI description. Schemathesis
//! generates valid and invalid requests from `/api/openapi.json` and checks that the responses
//! match the description.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// Pinned, because newer versions may report new findings at any time.
const VERSION: &str = "4.32.5";

/// Checks applied to every response.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance,response_headers_conformance";

/// Maximum number of requests per operation.
const EXAMPLES: &str = "25";

/// Runs schemathesis against a temporary server.
pub(crate) fn run() -> Result<Outcome> {
    let Some(schemathesis) = program()? else {
        let reason = "python3 with venv is not installed, so the API was not tested";
        return Ok(Outcome::skipped(reason, "apt-get install python3-venv"));
    };
    shell::run(&mut shell::cargo("build --quiet -p bastide-cli".split(' ')))?;
    let files = shell::target().join("api");
    // May be left over from an aborted run.
    let _ = fs::remove_dir_all(&files);
    fs::create_dir_all(&files)?;
    let server = Server::start(&files)?;
    let try_api = |more: &[&str]| {
        let mut command = Command::new(&schemathesis);
        command.arg("run").arg(format!("http://{}/api/openapi.json", server.address));
        command.args(["--checks", CHECKS, "--max-examples", EXAMPLES, "--seed", "1"]);
        command.args(["--phases", "examples,coverage,fuzzing", "--request-timeout", "20"]);
        command.args(["--max-failures", "20", "--warnings", "off", "--no-color"]);
        command.args(["--generation-database", "none"]).args(more).current_dir(&files);
        shell::run(&mut command)
    };
    // WebSockets cannot be tested this way; they have their own tests.
    let anywhere = try_api(&["--exclude-path", "/ws"]);
    // Generated ids do not match any table, so a second run uses an existing one.
    let outcome = anywhere.and_then(|()| {
        let (table, token) = server.table()?;
        let settings = format!("[parameters]\n\"path.table\" = \"{table}\"\n");
        fs::write(files.join("schemathesis.toml"), settings)?;
        let token = format!("authorization: Bearer {token}");
        try_api(&["--header", &token, "--include-path-regex", r"\{table\}"])
    });
    drop(server);
    let log = fs::read_to_string(files.join("log")).unwrap_or_default();
    if outcome.is_err() || log.contains("panicked") {
        println!("the server said:\n{log}");
    }
    outcome?;
    if log.contains("panicked") {
        bail!("the server panicked");
    }
    fs::remove_dir_all(&files).context("the state of the server")?;
    Ok(Outcome::Ran(None))
}

/// Installs schemathesis if necessary and returns its path, or `None` without Python.
fn program() -> Result<Option<PathBuf>> {
    let home = shell::target().join(format!("schemathesis-{VERSION}"));
    let program = home.join("bin/schemathesis");
    if program.is_file() {
        return Ok(Some(program));
    }
    if !shell::create_venv(&home) {
        return Ok(None);
    }
    let mut install = Command::new(home.join("bin/pip"));
    install.args(["install", "--quiet", "--disable-pip-version-check"]);
    shell::run(install.arg(format!("schemathesis=={VERSION}")))?;
    Ok(Some(program))
}

/// A server process that is killed on drop.
struct Server {
    address: std::net::SocketAddr,
    child: Child,
}

impl Server {
    fn start(files: &Path) -> Result<Server> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let log = fs::File::create(files.join("log"))?;
        let mut command = Command::new(shell::target().join("debug/bastide"));
        command.args(["serve", "--listen", &address.to_string(), "--rate-limits", "off"]);
        command.arg("--data-dir").arg(files.join("data"));
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let child = command.spawn().context("the server does not start")?;
        let server = Server { address, child };
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            if begun.elapsed() > Duration::from_secs(30) {
                bail!("the server does not listen: see {}", files.join("log").display());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// Creates a table and returns its id and the token of its seats.
    fn table(&self) -> Result<(String, String)> {
        let body = r#"{"game":"land","rules":"base,fields","aid":"coach",
            "seats":[{"kind":"me","name":"Ann"},{"kind":"me","name":"Ben"}]}"#;
        let mut stream = TcpStream::connect(self.address)?;
        write!(
            stream,
            "POST /api/tables HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (_, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        let seated: serde_json::Value = serde_json::from_str(body)?;
        let text = |key: &str| seated[key].as_str().map(str::to_owned).context("no table");
        Ok((text("table")?, text("token")?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
