//! A small server for the site on this machine, which rebuilds it when a document has changed.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use crate::shell;

const ADDRESS: &str = "127.0.0.1:3000";

/// Longest time to read a request.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves the files below `site` until the process is stopped. Calls `rebuild` before answering a
/// request for a page if a document is newer than the site.
pub(crate) fn run(site: &Path, rebuild: impl Fn() -> Result<()>) -> Result<()> {
    let listener =
        TcpListener::bind(ADDRESS).with_context(|| format!("cannot listen on {ADDRESS}"))?;
    println!("Serving it on http://{ADDRESS} (Ctrl-C stops it)");
    let mut built = SystemTime::now();
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { continue };
        let Some(path) = requested(&stream) else { continue };
        let file = site.join(&path);
        if path.ends_with(".html") && newest().is_some_and(|changed| changed > built) {
            built = SystemTime::now();
            if let Err(error) = rebuild() {
                eprintln!("{error:#}");
            }
        }
        // A browser that has gone away is not a reason to stop.
        let _ = match fs::read(&file) {
            Ok(bytes) => answer(&mut stream, "200 OK", kind(&path), &bytes),
            Err(_) => {
                answer(&mut stream, "404 Not Found", "text/plain", b"There is no such page.\n")
            }
        };
    }
    Ok(())
}

/// Reads a request and returns the path of the file, without any `..`.
fn requested(stream: &TcpStream) -> Option<String> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next()?.ok()?;
    // The rest of the head is read so that the browser is not interrupted.
    let _ = lines.map_while(Result::ok).find(String::is_empty);
    path(&first)
}

/// Returns the path of the file that a request line asks for.
fn path(request: &str) -> Option<String> {
    let target = request.strip_prefix("GET /")?.split([' ', '?', '#']).next()?;
    let is_plain = target.split('/').all(|part| part != "..") && !target.contains(['%', '\\']);
    let index = if target.is_empty() || target.ends_with('/') { "index.html" } else { "" };
    is_plain.then(|| format!("{target}{index}"))
}

fn answer(stream: &mut TcpStream, status: &str, kind: &str, body: &[u8]) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nconnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(body)
}

/// Returns the type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Returns the time of the last change of a document or its style.
fn newest() -> Option<SystemTime> {
    fn walk(folder: PathBuf, newest: &mut Option<SystemTime>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                walk(entry.path(), newest);
            } else {
                let changed = entry.metadata().and_then(|data| data.modified()).ok();
                *newest = changed.max(*newest);
            }
        }
    }
    let root = shell::root();
    let mut newest = None;
    walk(root.join("docs"), &mut newest);
    for file in ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "web/src/tokens.css"] {
        newest = fs::metadata(root.join(file)).and_then(|data| data.modified()).ok().max(newest);
    }
    newest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_stay_within_the_site() {
        for (request, expected) in [
            ("GET / HTTP/1.1", Some("index.html")),
            ("GET /adr/ HTTP/1.1", Some("adr/index.html")),
            ("GET /rules.html?highlight=x HTTP/1.1", Some("rules.html")),
            ("GET /../secret HTTP/1.1", None),
            ("GET /%2e%2e/secret HTTP/1.1", None),
            ("POST / HTTP/1.1", None),
        ] {
            assert_eq!(path(request).as_deref(), expected, "{request}");
        }
    }
}
