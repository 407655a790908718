//! Runs every `bastide` command in the documents and in `bastide --help`.
//!
//! Commands run as written, in a directory with the files they name; only amounts are reduced
//! (decks, games, thinking time), and machines and directories of an example are replaced by those of
//! the test: a PostgreSQL server with TLS and its standby, a directory for backups. Commands that
//! cannot succeed here are in the table [`SKETCHES`], or have a placeholder in capitals (`TABLE`):
//! only their arguments are checked. Equal commands run once, and documents are run in parallel.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use bastide_testing::{Cluster, ClusterError, ClusterOptions, Scratch, skip};
use rcgen::{CertificateParams, KeyPair};

use crate::bastide;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Parts of commands that cannot succeed here, with the reason. Each is part of a command.
const SKETCHES: &[(&str, &str)] =
    &[("--receipt ", "needs the receipts of a table; tests/cli/receipts.rs runs this command")];

/// Parts of commands that are replaced: a substitution that only a shell completes, and directories of
/// an example by those in the workshop.
const REPLACED: &[(&str, &str)] =
    &[("$(date +%F)", "2026-11-16"), ("/backup/", "backup/"), ("/etc/bastide/ca.crt", "cert.pem")];

/// Returns all documents for users, with their names.
fn documents() -> Vec<(String, String)> {
    fn walk(folder: PathBuf, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                walk(path, found);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(root().join("docs"), &mut paths);
    let others = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "crates/bastide-cli/README.md"];
    paths.extend(others.map(|name| root().join(name)));
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("documents are text");
        (path.display().to_string(), text)
    };
    let mut all: Vec<_> = paths.into_iter().map(read).collect();
    let help = bastide(&["--help"]).fine();
    all.push(("bastide --help".to_owned(), format!("```sh\n{help}\n```")));
    all
}

/// Returns the commands in the fenced blocks of a document.
fn commands(text: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_inside = !is_inside;
            continue;
        }
        let line = line.trim().trim_start_matches("$ ");
        // Records begin with "bastide 1", and the hashed texts begin with "bastide" too.
        let is_command = line.strip_prefix("bastide ").is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '-')
                && !["deal ", "salt ", "reseed "].iter().any(|text| rest.starts_with(text))
        });
        if is_inside && is_command {
            found.push(line.to_owned());
        }
    }
    found
}

/// Splits a command into words, without a trailing comment.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            // A command substitution is one word.
            ('(', None) if words.last().is_some_and(|word| word.ends_with('$')) => {
                words.last_mut().expect("there is one").push(c);
                quote = Some(')');
            }
            (' ', None) => words.push(String::new()),
            ('#', None) if words.last().is_some_and(String::is_empty) => break,
            (c, _) => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Replaces amounts of a command so that it finishes quickly.
fn quick(words: &[String]) -> Vec<String> {
    let small = |flag: &str| match flag {
        "--budgets" => Some("20n,60n"),
        "--decks" => Some("1"),
        "--games" => Some("4"),
        "--fit" => Some("4"),
        "--nodes" => Some("2000"),
        "--rollouts" => Some("2"),
        "--sample" => Some("2"),
        "--size" => Some("300"),
        "--listen" | "--metrics-listen" => Some("127.0.0.1:0"),
        _ => None,
    };
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let last = out.last().map_or("", String::as_str);
        let word = match (small(last), word.split_once('@')) {
            (Some(value), _) => value.to_owned(),
            (None, Some((bot, budget)))
                if budget.ends_with(['s', 'n']) && !word.contains("://") =>
            {
                format!("{bot}@50n")
            }
            _ => word.clone(),
        };
        out.push(word);
    }
    let has = |flag: &str| out.iter().any(|word| word == flag);
    let is_film = out.iter().any(|word| word.ends_with(".apng"));
    let limits = match (out.get(1).map(String::as_str), out.get(2).map(String::as_str)) {
        (Some("arena"), _) if has("--report") => &[][..],
        (Some("arena"), _) => &[["--decks", "1"]],
        (Some("benchmark"), Some("make")) => &[["--games", "4"]],
        (Some("benchmark"), Some("scaling")) => &[["--budgets", "20n,60n"], ["--decks", "1"]],
        (Some("benchmark"), _) => &[["--sample", "2"], ["--decks", "1"]],
        (Some("calibrate"), _) => &[["--games", "4"], ["--group", "base"]],
        (Some("daily"), Some(_)) => &[["--games", "1"], ["--level", "normal"]],
        (Some("puzzles"), Some("mine")) => &[["--games", "4"], ["--nodes", "2000"]],
        (Some("render"), _) if is_film => &[["--size", "120"], ["--at", "6"]],
        (Some("forecast"), _) => &[["--rollouts", "2"]],
        (Some("review"), _) => &[["--nodes", "2000"]],
        _ => &[],
    };
    let missing = limits.iter().filter(|limit| !has(limit[0])).flatten();
    let missing: Vec<String> = missing.map(|word| (*word).to_owned()).collect();
    out.extend(missing);
    out
}

/// Databases for commands that name one.
struct Databases {
    /// Has a certificate for its address, which is also `cert.pem` in the workshop.
    primary: Cluster,
    standby: Cluster,
}

impl Databases {
    /// Returns `None` if PostgreSQL is not installed.
    fn start(pair: &Pair) -> Option<Databases> {
        let options = ClusterOptions {
            settings: vec!["ssl=on".to_owned()],
            files: vec![
                ("server.crt", pair.cert.clone().into_bytes()),
                ("server.key", pair.key.clone().into_bytes()),
            ],
        };
        let primary = match Cluster::start_with(&options) {
            Err(error @ ClusterError::NotInstalled) => {
                let fix = "apt-get install postgresql";
                skip(&format!("commands of the documents with --database: {error}"), fix);
                return None;
            }
            started => started.expect("a database"),
        };
        let standby = primary.standby().expect("a standby");
        Some(Databases { primary, standby })
    }

    /// Replaces the URLs of a command by those of a new database here: a host of the example by the
    /// primary, that of `--db-replica` by the standby. Users and options remain.
    fn replace(&self, words: &mut [String]) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let url =
            runtime.expect("a runtime").block_on(self.primary.database()).expect("a database");
        let name = url.rsplit('/').next().expect("a name");
        for at in 1..words.len() {
            let (place, query) = words[at].split_once('?').unwrap_or((&words[at], ""));
            let Some(rest) = place.strip_prefix("postgres://bastide@") else { continue };
            let (hosts, _) = rest.split_once('/').expect("a database");
            let cluster =
                if words[at - 1] == "--db-replica" { &self.standby } else { &self.primary };
            let own = cluster.url(name);
            let (user, host) = own.split_once('@').expect("a user");
            let (host, _) = host.split_once('/').expect("a database");
            // A list of hosts remains one.
            let hosts = vec![host; hosts.split(',').count()].join(",");
            words[at] = format!("{user}@{hosts}/{name}?{query}");
        }
    }
}

/// Returns true if a command names a database server.
fn needs_database(words: &[String]) -> bool {
    words.iter().any(|word| word.starts_with("postgres://"))
}

/// A self-signed certificate and its key, as PEM.
struct Pair {
    cert: String,
    key: String,
}

impl Pair {
    fn new() -> Pair {
        let names = ["127.0.0.1", "games.example"].map(str::to_owned);
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(names).expect("names");
        let cert = params.self_signed(&key).expect("a certificate").pem();
        Pair { cert, key: key.serialize_pem() }
    }
}

/// Returns true if the command cannot succeed here: it contains a placeholder, or is in [`SKETCHES`].
fn is_sketch(line: &str) -> bool {
    let is_placeholder = |word: &String| {
        word.len() > 1
            && word.chars().all(|c| c.is_ascii_uppercase() || c == '-' || c == '_')
            && word.starts_with(|c: char| c.is_ascii_uppercase())
    };
    words(line).iter().any(is_placeholder) || SKETCHES.iter().any(|(part, _)| line.contains(part))
}

/// Creates a directory with all files that the documents mention.
fn workshop(pair: &Pair) -> Scratch {
    let scratch = Scratch::new("documents").expect("room");
    let copy = |from: PathBuf, to: &str| {
        let to = scratch.path().join(to);
        fs::create_dir_all(to.parent().expect("below the scratch")).expect("room");
        fs::copy(&from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    };
    copy(root().join("docs/images/game.bastide"), "evening.bastide");
    copy(root().join("docs/images/game.bastide"), "docs/images/game.bastide");
    copy(root().join("docs/images/terminal.bastide"), "docs/images/terminal.bastide");
    copy(root().join("examples/engines/random_engine.py"), "examples/engines/random_engine.py");
    let imports = root().join("crates/bastide-import/tests/fixtures");
    copy(imports.join("arena.json"), "table.json");
    copy(imports.join("base.jcz"), "game.jcz");
    let write = |name: &str, text: &str| fs::write(scratch.join(name), text).expect("room");
    write("cert.pem", &pair.cert);
    write("key.pem", &pair.key);
    fs::create_dir(scratch.join("backup")).expect("room");
    scratch
}

/// Runs a command in `folder`. Returns true if it succeeded, and its output.
fn run(words: &[String], folder: &Path) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
    command.args(&words[1..]).current_dir(folder);
    let bin = Path::new(env!("CARGO_BIN_EXE_bastide")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(bin.to_owned()).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(all).expect("plain paths"));
    command.env("BASTIDE_DATA_DIR", folder.join("data"));
    // Several servers run at once.
    command.env("BASTIDE_LISTEN", "127.0.0.1:0");
    // `serve --open` starts no browser.
    command.env("BROWSER", "true");
    command.env("BASTIDE_CONFIG", "none");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let is_play = words[1] == "play";
    command.stdin(if is_play { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().expect("the binary starts");
    if let Some(mut typed) = child.stdin.take() {
        // Quits an unfinished game.
        let _ = std::io::Write::write_all(&mut typed, b"q\n");
    }
    if words[1] == "serve" {
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        let mut first = String::new();
        let is_up = lines.read_line(&mut first).is_ok_and(|read| read > 0);
        let _ = child.kill();
        let mut said = String::new();
        let _ = child.stderr.take().expect("piped").read_to_string(&mut said);
        let _ = child.wait();
        return (is_up, first + &said);
    }
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

/// What the commands need besides the files of the workshop.
struct Tools {
    pair: Pair,
    databases: Option<Databases>,
}

/// Runs the commands of a document and returns those that failed, with their output.
fn failures(document: &str, lines: &[String], tools: &Tools) -> Vec<String> {
    let workshop = workshop(&tools.pair);
    let mut problems = Vec::new();
    for line in lines {
        let replace = |line: String, (from, to): &(&str, &str)| line.replace(from, to);
        let mut words = quick(&words(&REPLACED.iter().fold(line.clone(), replace)));
        let mut is_sketch = is_sketch(line);
        if needs_database(&words) {
            match &tools.databases {
                Some(databases) => databases.replace(&mut words),
                None => is_sketch = true,
            }
        }
        // A game can only be saved to a new file, but the documents use the name of an existing one.
        let is_saved = words.iter().any(|word| word == "--save");
        if is_saved {
            let _ = fs::remove_file(workshop.path().join("evening.bastide"));
        }
        let (is_good, said) = run(&words, workshop.path());
        let is_misunderstood =
            said.contains("Usage:") || said.contains("error: unexpected argument");
        let is_right = if is_sketch { !is_misunderstood } else { is_good };
        if !is_right {
            problems.push(format!("{document}: {line}\n{said}"));
        }
        if is_saved {
            let from = root().join("docs/images/game.bastide");
            fs::copy(from, workshop.path().join("evening.bastide")).expect("room");
        }
    }
    problems
}

#[test]
fn every_command_of_the_documents_runs() {
    let mut known = BTreeSet::new();
    let mut jobs: Vec<(String, Vec<String>)> = Vec::new();
    for (document, text) in documents() {
        let mut lines = commands(&text);
        // A later command of a document may need the file of an earlier one, such as a log.
        let needs_others = |line: &String| line.contains("--log ") || line.contains("--report");
        lines.retain(|line| known.insert(words(line)) || needs_others(line));
        jobs.push((document, lines));
    }
    let ran = jobs.iter().map(|(_, lines)| lines.len()).sum::<usize>();
    assert!(ran > 60, "only {ran} commands were found");
    let all = || jobs.iter().flat_map(|(_, lines)| lines);
    for (part, reason) in SKETCHES.iter().chain(REPLACED) {
        assert!(all().any(|line| line.contains(part)), "no command contains '{part}' ({reason})");
    }
    assert!(all().any(|line| needs_database(&words(line))), "no command names a database");
    let pair = Pair::new();
    let tools = Tools { databases: Databases::start(&pair), pair };
    // Long lists first, so that the threads end together.
    jobs.sort_by_key(|(_, lines)| lines.len());
    let jobs = Mutex::new(jobs);
    let work = || {
        let mut problems = Vec::new();
        loop {
            let job = jobs.lock().expect("no thread panics").pop();
            let Some((document, lines)) = job else { return problems };
            problems.extend(failures(&document, &lines, &tools));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let problems: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(problems.is_empty(), "{} of {ran}:\n{}", problems.len(), problems.join("\n"));
}
