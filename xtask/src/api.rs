//! The server's API against its own description: schemathesis makes requests
//! from `/api/openapi.json`, sound and unsound ones, and looks whether the
//! answers are among those described.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::steps::Outcome;

/// Held fast: a newer one finds other things, when it suits nobody.
const VERSION: &str = "4.32.5";

/// What an answer has to be.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance,response_headers_conformance";

/// Requests of each kind, at most.
const EXAMPLES: &str = "25";

/// Runs it against a server of its own.
pub(crate) fn run() -> Result<Outcome> {
    let Some(schemathesis) = program()? else {
        let reason = "python3 with venv is not installed, so the API was not tried";
        return Ok(Outcome::skipped(reason, "apt-get install python3-venv"));
    };
    shell::run(&mut shell::cargo("build --quiet -p bastide-cli".split(' ')))?;
    let files = shell::target().join("api");
    // Left behind by a run that was broken off.
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
    // A socket is not asked for like this; it has tests of its own.
    let anywhere = try_api(&["--exclude-path", "/ws"]);
    // Names that are guessed find no table. So once more, at a real one.
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
    fs::remove_dir_all(&files).context("what the server kept")?;
    Ok(Outcome::Ran(None))
}

/// Where schemathesis is, once it is installed; nowhere without Python.
fn program() -> Result<Option<PathBuf>> {
    let home = shell::target().join(format!("schemathesis-{VERSION}"));
    let program = home.join("bin/schemathesis");
    if program.is_file() {
        return Ok(Some(program));
    }
    let venv = || {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&home).status();
        made.is_ok_and(|status| status.success())
    };
    if !(venv() || (shell::install_package("python3-venv") && venv())) {
        let _ = fs::remove_dir_all(&home);
        return Ok(None);
    }
    let mut install = Command::new(home.join("bin/pip"));
    install.args(["install", "--quiet", "--disable-pip-version-check"]);
    shell::run(install.arg(format!("schemathesis=={VERSION}")))?;
    Ok(Some(program))
}

/// A server that ends with us.
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

    /// A table of its own: its name, and the token of its seats.
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
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
