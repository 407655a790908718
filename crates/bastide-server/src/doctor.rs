//! Diagnosis of a server's configuration and environment: one finding per check, with advice on how
//! to fix a problem.

mod files;
mod stores;

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::config::{Origin, PushMode, ServeArgs};
use crate::serve::holder;
use crate::store::postgres::{
    Examination, HintsVia, Inspection, NatsUrl, PostgresOptions, PostgresStore, ReplicaState,
    SslMode, check_hints,
};
use crate::store::sqlite::ReadOnly;
use crate::store::{Location, OpenError, Store as _};
use crate::system;
pub use files::config_file;

/// Timeout for connecting to a database.
const PATIENCE: Duration = Duration::from_secs(10);

/// Free disk space below which a warning is reported.
const ROOM: u64 = 200 << 20;

/// Instructions for building a server with the web client embedded.
pub const BUILD_CLIENT: &str = "in the source tree, with Node 20.19+ or 22.12+: \
    cd web && npm ci && npm run build, then cargo install --locked --path crates/bastide-cli";

/// Result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// No problem was found.
    Fine,
    /// Works, but possibly not as intended.
    Doubtful,
    /// Does not work.
    Wrong,
}

impl State {
    /// Returns the name of the state.
    pub const fn name(self) -> &'static str {
        match self {
            State::Fine => "fine",
            State::Doubtful => "doubtful",
            State::Wrong => "wrong",
        }
    }
}

/// Result of a check, with details.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The subject of the check.
    pub subject: &'static str,
    /// The result.
    pub state: State,
    /// Description of the result.
    pub found: String,
    /// Advice on how to fix the problem.
    pub advice: Option<String>,
}

impl Finding {
    fn fine(subject: &'static str, found: impl Into<String>) -> Finding {
        Finding { subject, state: State::Fine, found: found.into(), advice: None }
    }

    fn doubtful(
        subject: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Finding {
        let (found, advice) = (found.into(), Some(advice.into()));
        Finding { subject, state: State::Doubtful, found, advice }
    }

    fn wrong(
        subject: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Finding {
        let (found, advice) = (found.into(), Some(advice.into()));
        Finding { subject, state: State::Wrong, found, advice }
    }
}

/// Runs all checks. Changes nothing: a missing database is not created, and one of an older version
/// is not migrated.
pub async fn examine(args: &ServeArgs) -> Vec<Finding> {
    let mut findings = Vec::new();
    match args.location() {
        Ok(Location::Sqlite(path)) => {
            let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
            findings.push(directory(&folder));
            findings.push(room(&folder, args.min_free_space));
            findings.push(file(&path).await);
        }
        Ok(ref location @ Location::Postgres(ref url)) => {
            findings.extend(database(location, url, args.postgres()).await);
        }
        Err(error) => {
            findings.push(Finding::wrong(
                "tables",
                error.to_string(),
                "see 'bastide serve --help'",
            ));
        }
    }
    for &address in &args.listen {
        findings.push(port("port", address).await);
    }
    if let Some(address) = args.metrics_listen {
        findings.push(port("metrics", address).await);
    }
    if let Some(url) = &args.scale.otlp {
        findings.push(stores::traces(&url.authority()).await);
    }
    findings.push(public_url(args));
    findings.push(files::certificate(args));
    findings.push(proxies(args));
    findings.push(push(args));
    findings.push(open_files(args));
    findings.push(clock());
    findings.push(pages(args));
    findings
}

/// Returns the nearest existing directory among `path` and its ancestors.
fn existing(path: &Path) -> PathBuf {
    let found = path.ancestors().find(|path| path.is_dir() && !path.as_os_str().is_empty());
    found.unwrap_or(Path::new(".")).to_owned()
}

fn directory(folder: &Path) -> Finding {
    let subject = "data dir";
    let shown = folder.display();
    if folder.exists() && !folder.is_dir() {
        return Finding::wrong(
            subject,
            format!("{shown} is not a directory"),
            "set --data-dir to a directory",
        );
    }
    let there = existing(folder);
    // Tests by writing a file: permission bits alone do not show whether it works.
    let probe = there.join(format!(".bastide-doctor-{}", std::process::id()));
    let written = fs::write(&probe, b"x");
    let _ = fs::remove_file(&probe);
    match written {
        Err(error) => Finding::wrong(
            subject,
            match folder.is_dir() {
                true => format!("{shown} is not writable: {error}"),
                false => format!(
                    "{shown} cannot be created because {} is not writable: {error}",
                    there.display()
                ),
            },
            format!(
                "change its owner to the user of the server ({}), or set --data-dir",
                system::user()
            ),
        ),
        Ok(()) if !folder.is_dir() => Finding::fine(subject, format!("{shown} will be created")),
        Ok(()) if is_open_to_others(folder) => Finding::doubtful(
            subject,
            format!("{shown} can be read by other users of this machine"),
            format!("chmod 700 {shown}"),
        ),
        Ok(()) => Finding::fine(subject, format!("{shown} is writable")),
    }
}

#[cfg(unix)]
fn is_open_to_others(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    folder.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

fn room(folder: &Path, reserve: u64) -> Finding {
    let subject = "disk space";
    let there = existing(folder);
    match system::free_space(&there) {
        Ok(free) => {
            let found = format!("{} MB free at {}", free / 1_000_000, there.display());
            if free < reserve {
                let advice =
                    "free disk space: below --min-free-space new tables and chat are refused";
                return Finding::doubtful(subject, found, advice);
            }
            if free < ROOM {
                let advice = "free disk space: with a full disk the server is read-only";
                return Finding::doubtful(subject, found, advice);
            }
            Finding::fine(subject, found)
        }
        Err(error) => Finding::doubtful(
            subject,
            format!("unknown for {}: {error}", there.display()),
            "check with df",
        ),
    }
}

async fn file(path: &Path) -> Finding {
    let subject = "tables";
    if !path.exists() {
        return Finding::fine(subject, format!("{} will be created", path.display()));
    }
    let examined = path.to_owned();
    let found = tokio::task::spawn_blocking(move || ReadOnly::examine(&examined)).await;
    match found.expect("an examination does not panic and is not cancelled") {
        Ok(schema) => stores::schema(subject, &path.display().to_string(), schema),
        Err(error @ OpenError::Locked { .. }) => Finding::doubtful(
            subject,
            error.to_string(),
            "this is expected if it is the server to be checked",
        ),
        Err(error) => Finding::wrong(subject, error.to_string(), "see the message"),
    }
}

async fn database(location: &Location, url: &str, options: PostgresOptions) -> Vec<Finding> {
    let subject = "database";
    let found = match timeout(PATIENCE, Inspection::examine(url)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            return vec![Finding::wrong(subject, error.to_string(), "see the message")];
        }
        Err(_) => {
            return vec![Finding::wrong(
                subject,
                format!("{location} does not answer"),
                "check the host name and the firewall",
            )];
        }
    };
    let mut findings =
        vec![stores::database(location, &found), encryption(&found), connections(&found, &options)];
    findings.extend(stores::partitions(found.server().partitions, options.partitions));
    if let HintsVia::Nats(url) = &options.hints {
        findings.push(hints(url).await);
    }
    // A store of the current schema opens without a change; a check must not divide it, either.
    if options.replica.is_some() && found.schema.found == found.schema.known {
        let options = PostgresOptions { partitions: None, ..options };
        if let Ok(Ok(store)) = timeout(PATIENCE, PostgresStore::connect(url, options)).await {
            findings.extend(replica(&store));
            store.close().await;
        }
    }
    findings
}

/// Checks the replica, if there is one.
fn replica(store: &PostgresStore) -> Option<Finding> {
    let subject = "replica";
    let ReplicaState { place, delay, is_standby } = store.replica_state()?;
    Some(match delay {
        Ok(_) if !is_standby => Finding::doubtful(
            subject,
            format!("{place} is not a standby: it is the database of --database itself"),
            "use the host of a standby, or omit --db-replica",
        ),
        Ok(delay) => {
            let delay = delay.as_secs_f64();
            Finding::fine(subject, format!("the standby at {place} is {delay:.1} s behind"))
        }
        Err(reason) => Finding::doubtful(
            subject,
            format!("{place}: {reason}; lists and finished games are read from --database"),
            "start the standby, or check the URL of --db-replica",
        ),
    })
}

fn encryption(store: &Examination) -> Finding {
    let subject = "encryption";
    match (&store.server().tls, store.ssl_mode()) {
        (Some(version), mode @ SslMode::VerifyFull) => {
            Finding::fine(subject, format!("{version}, sslmode={mode}"))
        }
        (Some(version), mode) if store.is_local() => {
            Finding::fine(subject, format!("{version}, sslmode={mode}, on this machine"))
        }
        (Some(version), mode) => Finding::doubtful(
            subject,
            format!("{version}, but sslmode={mode} does not verify the identity of the server"),
            "add sslmode=verify-full and sslrootcert=FILE to the URL",
        ),
        (None, _) if store.is_local() => {
            Finding::fine(subject, "none; the connection does not leave this machine")
        }
        (None, mode) => Finding::doubtful(
            subject,
            format!("none (sslmode={mode}): games and hashed tokens are sent unencrypted"),
            "set ssl = on in postgresql.conf, and sslmode=verify-full in the URL",
        ),
    }
}

fn connections(store: &Examination, options: &PostgresOptions) -> Finding {
    let subject = "connections";
    let (used, allowed) = (options.connections(), store.server().max_connections);
    let found = format!("this process uses up to {used} of {allowed}");
    // PostgreSQL reserves three connections for superusers by default.
    let processes = allowed.saturating_sub(3) / i64::try_from(used).unwrap_or(i64::MAX);
    if processes < 1 {
        let advice = "raise max_connections, or lower --db-readers and --db-writers";
        return Finding::wrong(subject, found, advice);
    }
    Finding::fine(subject, format!("{found}; enough for {processes} such processes"))
}

async fn hints(url: &NatsUrl) -> Finding {
    let subject = "hints";
    match timeout(PATIENCE, check_hints(url)).await {
        Ok(Ok(version)) => Finding::fine(subject, format!("NATS {version} at {url} answers")),
        Ok(Err(error)) => Finding::doubtful(
            subject,
            format!("{url}: {error}; changes of other processes arrive within seconds instead"),
            "start the NATS server, or check the host and the credentials of --hints",
        ),
        Err(_) => Finding::doubtful(
            subject,
            format!(
                "{url} does not answer; changes of other processes arrive within seconds instead"
            ),
            "check the host name and the firewall",
        ),
    }
}

async fn port(subject: &'static str, address: SocketAddr) -> Finding {
    match TcpListener::bind(address).await {
        Ok(_) => Finding::fine(subject, format!("{address} is free")),
        Err(error) => match holder(address) {
            Some(who) if who.name.starts_with("bastide") => Finding::doubtful(
                subject,
                format!("{address} is in use by {who}"),
                "this is expected if it is the server to be checked",
            ),
            Some(who) => Finding::wrong(
                subject,
                format!("{address} is in use by {who}"),
                "stop that process, or use another address with --listen",
            ),
            None => Finding::wrong(
                subject,
                format!("cannot listen at {address}: {error}"),
                "use another address with --listen",
            ),
        },
    }
}

fn public_url(args: &ServeArgs) -> Finding {
    let subject = "public URL";
    let is_local = args.listen.iter().all(|address| address.ip().is_loopback());
    let Some(url) = &args.public_url else {
        if is_local {
            return Finding::fine(subject, "none: only this machine can reach the server");
        }
        return Finding::doubtful(
            subject,
            "none, but the server is reachable from other machines",
            "access by IP address works; for a host name set --public-url http://NAME:PORT",
        );
    };
    if is_this_machine(url) {
        return Finding::doubtful(
            subject,
            format!("{url} refers to the machine of each visitor"),
            "links to tables work only on this machine; use a public host name",
        );
    }
    if !url.is_secure() {
        return Finding::doubtful(
            subject,
            format!("{url} is not encrypted"),
            "set --tls-cert and --tls-key, or use a reverse proxy with TLS; then set its https:// URL",
        );
    }
    Finding::fine(subject, format!("{url}; only its pages may use the server"))
}

/// Returns true if the host of a URL is the loopback address.
fn is_this_machine(url: &Origin) -> bool {
    let host = url.host().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn proxies(args: &ServeArgs) -> Finding {
    let subject = "proxies";
    let is_behind =
        args.tls_cert.is_none() && args.public_url.as_ref().is_some_and(Origin::is_secure);
    match (&args.trusted_proxy[..], is_behind) {
        ([], true) => Finding::doubtful(
            subject,
            "none is trusted, but TLS is terminated by a proxy",
            "set --trusted-proxy to its address, or all clients share one rate limit",
        ),
        ([], false) => Finding::fine(subject, "none"),
        (some, _) if some.iter().any(|net| net.prefix_len() == 0) => Finding::wrong(
            subject,
            "all addresses are trusted, so any client can forge its address",
            "set --trusted-proxy to the address of the proxy",
        ),
        (some, _) => {
            let list: Vec<String> = some.iter().map(ToString::to_string).collect();
            Finding::fine(subject, format!("{} trusted", list.join(", ")))
        }
    }
}

fn push(args: &ServeArgs) -> Finding {
    let subject = "push";
    let options = match args.push() {
        Ok(Some(options)) => options,
        Ok(None) if args.push == PushMode::Off => return Finding::fine(subject, "off"),
        Ok(None) => {
            let found = "off: browsers allow push messages only with an https:// public URL";
            return Finding::fine(subject, found);
        }
        Err(error) => {
            return Finding::wrong(
                subject,
                error.to_string(),
                "use another file, or omit --push-key",
            );
        }
    };
    if args.public_url.as_ref().is_some_and(|url| !url.is_secure() && !is_this_machine(url)) {
        return Finding::doubtful(
            subject,
            "on, but browsers allow push messages only with https://",
            "use a reverse proxy with TLS and set --public-url to its https:// URL",
        );
    }
    let Some(contact) = options.contact else {
        return Finding::doubtful(
            subject,
            "on, without a contact: some push services refuse such messages",
            "set --push-contact mailto:YOU",
        );
    };
    let hosts: Vec<String> = options.hosts.iter().map(ToString::to_string).collect();
    Finding::fine(subject, format!("on, to {}; contact {contact}", hosts.join(", ")))
}

fn open_files(args: &ServeArgs) -> Finding {
    let subject = "open files";
    // The server raises its soft limit to the hard limit.
    let limit = system::file_limit();
    let needed = u64::from(args.max_connections) + 100;
    match limit {
        Some(limit) if limit < needed => Finding::doubtful(
            subject,
            format!("{limit} allowed, {needed} needed for --max-connections"),
            format!("ulimit -Hn {needed}, or LimitNOFILE={needed} in a systemd unit"),
        ),
        Some(limit) => Finding::fine(subject, format!("{limit} allowed")),
        None => Finding::fine(subject, "no limit"),
    }
}

fn clock() -> Finding {
    // Time at which this check was written; a correct clock is later.
    const WRITTEN: u64 = 1_760_000_000;
    let subject = "clock";
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(now) if now.as_secs() > WRITTEN => {
            Finding::fine(subject, format!("{} UTC", date(now.as_secs())))
        }
        Ok(_) | Err(_) => Finding::wrong(
            subject,
            "the system clock is far behind",
            "set the clock and synchronize it with NTP: clocks of games depend on it",
        ),
    }
}

/// Formats seconds since 1970 as `2026-01-31 12:34:56` in the Gregorian calendar.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March have the leap day at their end: 146,097 days in 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

fn pages(args: &ServeArgs) -> Finding {
    let subject = "web client";
    let http = args.http();
    match http.pages.about() {
        Ok(found) => Finding::fine(subject, found),
        Err(found) => Finding::doubtful(subject, found, BUILD_CLIENT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_match_the_calendar() {
        for (seconds, shown) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399, "2000-02-28 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_763_164_800, "2025-11-15 00:00:00"),
            (4_107_542_399, "2100-02-28 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"),
        ] {
            assert_eq!(date(seconds), shown);
        }
    }
}
