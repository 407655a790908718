//! Trials of the packages on this machine: each is installed, started, asked and stopped.

mod chroot;
mod container;
mod guide;
mod schema;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::build::Build;
use super::{folder, fresh, tarball};
use crate::shell;

/// Time limit for a server to start, and to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// Builds and tries packages by name.
pub(super) fn run(program: Option<PathBuf>, names: &[&str]) -> Result<()> {
    if let Some(name) = names.iter().find(|name| !["tarball", "deb", "oci"].contains(name)) {
        bail!("there is no trial of '{name}'; there are tarball, deb and oci");
    }
    let build = Build::make(program)?;
    for name in names {
        println!("── trying {name}");
        let began = Instant::now();
        match *name {
            "tarball" => archive(&build)?,
            "deb" => chroot::run(&build)?,
            _ => container::run(&build)?,
        }
        println!("── {name} works, {:.0} s", began.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Unpacks the archive, checks its contents and runs the program.
fn archive(build: &Build) -> Result<()> {
    let archive = tarball::build(build)?;
    super::sums(std::slice::from_ref(&archive))?;
    let place = folder().join("trial");
    fresh(&place)?;
    for file in [archive.clone(), folder().join("SHA256SUMS")] {
        fs::copy(&file, place.join(file.file_name().unwrap_or_default()))?;
    }
    let mut lines = guide::Lines::of("Tarball", build)?;
    let last = lines.all.pop_back().context("docs/install.md has no commands for the tarball")?;
    ensure!(last == "./bastide serve", "docs/install.md: the last command is '{last}'");
    let script = Vec::from(lines.all).join("\n") + "\npwd\n";
    let said = shell::output(Command::new("sh").args(["-e", "-c", &script]).current_dir(&place))?;
    let inside = PathBuf::from(said.lines().last().unwrap_or_default());
    ensure!(inside == place.join(tarball::name(&build.version)), "it unpacks to {said}");
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "bastide.service"] {
        ensure!(inside.join(name).is_file(), "{name} is missing");
    }
    check_documents(&inside)?;
    let program = inside.join("bastide");
    let data = place.join("data").display().to_string();
    let port = free_port()?;
    let mut command = Command::new(&program);
    command.args(["serve", "--config", "none", "--listen", &port.to_string(), "--data-dir", &data]);
    let mut server = Running::start(command, port)?;
    server.make_table()?;
    let page = server.get("/")?;
    ensure!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "no page: {page}");
    check_engine(&server)?;
    let doctor = Command::new(&program)
        .args(["doctor", "--json", "--config", "none", "--listen", "127.0.0.1:0"])
        .args(["--data-dir", &data])
        .output()?;
    let findings: Value = serde_json::from_slice(&doctor.stdout).context("bastide doctor")?;
    let client = findings["findings"].as_array().into_iter().flatten();
    let client = client.clone().find(|finding| finding["subject"] == "web client");
    ensure!(
        client.is_some_and(|client| client["state"] == "fine"),
        "the page is not inside: {client:?}"
    );
    let status = server.stop()?;
    ensure!(status.success(), "the server ended with {status}");
    Ok(fs::remove_dir_all(place)?)
}

/// Checks that the page contains its engine: all files that its service worker lists, among them the
/// modules for WebAssembly, are there.
fn check_engine(server: &Running) -> Result<()> {
    let worker = server.get("/sw.js")?;
    let files: Vec<&str> = worker.split('"').filter(|part| part.ends_with(".wasm")).collect();
    for module in ["/assets/bastide-art-", "/assets/bastide-"] {
        ensure!(
            files.iter().any(|file| file.starts_with(module)),
            "the page has no engine: its service worker lists {files:?}"
        );
    }
    ensure!(files.len() >= 2, "the page has one module only: {files:?}");
    for file in files {
        let answer = server.get(file)?;
        let is_module = answer.starts_with("HTTP/1.1 200") && answer.contains("\0asm");
        ensure!(is_module, "{file} is not a WebAssembly module");
    }
    Ok(())
}

/// Checks manual pages, completions, licences and the bill of materials.
fn check_documents(inside: &Path) -> Result<()> {
    let page = fs::read_to_string(inside.join("man1/bastide-serve.1"))?;
    ensure!(page.contains("BASTIDE_PUBLIC_URL"), "the manual page has no options");
    shell::run(Command::new("bash").arg("-n").arg(inside.join("completions/bastide.bash")))?;
    schema::check(&inside.join("bastide.cdx.json"))?;
    let bom = fs::read(inside.join("bastide.cdx.json"))?;
    let bom: Value = serde_json::from_slice(&bom).context("the bill of materials is not JSON")?;
    let components = bom["components"].as_array().map_or(0, Vec::len);
    ensure!(bom["bomFormat"] == "CycloneDX" && components > 100, "{components} components");
    let licences = fs::read_to_string(inside.join("THIRD-PARTY-LICENSES"))?;
    let text = bom.to_string();
    // Of the program, the engine in the page, the page, and its typefaces.
    for name in
        ["tokio", "rustls", "libsqlite3-sys", "bastide-wasm", "svelte", "lean-qr", "Alegreya"]
    {
        let is_listed = text.contains(&format!("\"name\":\"{name}\""));
        ensure!(is_listed, "the bill of materials lacks {name}");
        let has_licence = name.starts_with("bastide") || licences.contains(&format!("{name} "));
        ensure!(has_licence, "no licence of {name}");
    }
    println!("{components} libraries with licences in {} kB", licences.len() / 1000);
    Ok(())
}

/// A server that was started for a trial. It is killed on drop.
struct Running {
    child: Child,
    port: u16,
}

impl Running {
    /// Starts a server and waits until it is ready.
    fn start(command: Command, port: u16) -> Result<Running> {
        let is_ready = |server: &Running| {
            server.get("/readyz").is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
        };
        Running::start_until(command, port, is_ready)
    }

    /// Starts a server and waits until `is_ready` says so.
    fn start_until(
        mut command: Command,
        port: u16,
        is_ready: impl Fn(&Running) -> bool,
    ) -> Result<Running> {
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BASTIDE_")) {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
        let mut server = Running { child, port };
        let began = Instant::now();
        while !is_ready(&server) {
            if let Some(status) = server.child.try_wait()? {
                bail!("the server ended with {status}");
            }
            ensure!(began.elapsed() < PATIENCE, "the server is not ready");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// Sends a request and returns the whole answer.
    fn ask(&self, request: &str) -> Result<String> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn get(&self, path: &str) -> Result<String> {
        let end = "host: localhost\r\naccept: text/html, */*\r\nconnection: close";
        self.ask(&format!("GET {path} HTTP/1.1\r\n{end}\r\n\r\n"))
    }

    /// Makes a table and returns its id.
    fn make_table(&self) -> Result<String> {
        let body = r#"{"game":"land","rules":"base","seats":[{"kind":"me","name":"Ann"},{"kind":"open"}]}"#;
        let answer = self.ask(&format!(
            "POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ))?;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        ensure!(head.starts_with("HTTP/1.1 201"), "no table was made: {answer}");
        let table: Value = serde_json::from_str(body).context("the answer is not JSON")?;
        Ok(table["table"].as_str().context("the table has no id")?.to_owned())
    }

    /// Requests the server to end and waits for it.
    fn stop(&mut self) -> Result<ExitStatus> {
        shell::run(Command::new("kill").arg(self.child.id().to_string()))?;
        self.ended()
    }

    /// Waits until the server has ended.
    fn ended(&mut self) -> Result<ExitStatus> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            ensure!(began.elapsed() < PATIENCE, "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a free port of this machine.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Fails unless this process is root, which chroot and runc need.
fn need_root() -> Result<()> {
    let id = shell::output(Command::new("id").arg("-u"))?;
    ensure!(id.trim() == "0", "this trial needs root: run it with sudo, or in a container");
    Ok(())
}
