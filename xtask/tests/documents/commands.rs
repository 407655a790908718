//! Checks the commands in the documents. Those of `bastide` are run by the tests of `bastide-cli`
//! (`tests/cli/documents.rs`), those that check fair draws by `bastide-host`, and those that install
//! packages by `cargo xtask package test`; here, the targets of `cargo` and `npm` exist, and all other
//! commands are in a table with the reason why nothing runs them.

use std::collections::BTreeSet;
use std::fs;

use crate::project::{root, texts};

/// Beginnings of commands that tests of other crates run.
const RUN_ELSEWHERE: [&str; 3] = ["bastide ", "printf '", "python3 check.py "];

/// The document whose commands the trials of packages run, and the beginnings of these commands. The
/// trials fail at a command in it that they do not run (`xtask/src/package/trial/guide.rs`).
const RUN_BY_TRIALS: (&str, [&str; 7]) = (
    "docs/install.md",
    ["./bastide serve", "gunzip ", "podman ", "sha256sum ", "sudo ", "systemctl ", "tar "],
);

/// Commands that nothing runs, by their beginnings, with the reason.
const NOT_RUN: [(&str, &str); 3] = [
    ("cargo install ", "builds for minutes; packages contain the same program"),
    ("curl ", "asks a server of an example; tests of bastide-server ask for the same path"),
    ("docker ", "needs a daemon and images from the network"),
];

/// Programs whose commands are also found without a prompt, in blocks without a language. `bastide` is
/// missing: records begin with this word, and the tests of `bastide-cli` find its commands.
const PROGRAMS: [&str; 24] = [
    "apt",
    "apt-get",
    "cargo",
    "cd",
    "curl",
    "docker",
    "git",
    "make",
    "nix",
    "node",
    "npm",
    "npx",
    "openssl",
    "pip",
    "pip3",
    "podman",
    "psql",
    "python3",
    "rustup",
    "ssh",
    "sudo",
    "systemctl",
    "tar",
    "wget",
];

/// Returns the documents that contain commands.
fn documents() -> Vec<(String, String)> {
    let all = texts(|name| name.ends_with(".md") && name != "CHANGELOG.md");
    assert!(all.len() > 60, "only {} documents were found", all.len());
    all
}

/// Returns the commands in the fenced blocks of a document: all lines of blocks in the language `sh`,
/// lines after a prompt in others, and lines that begin with one of [`PROGRAMS`] in blocks without a
/// language. Comments, and lines that continue a command, are left out.
fn commands(text: &str) -> Vec<String> {
    let (mut language, mut found, mut is_continued) = (None, Vec::new(), false);
    for line in text.lines() {
        if let Some(fence) = line.trim_start().strip_prefix("```") {
            language = if language.is_none() { Some(fence.trim().to_owned()) } else { None };
            is_continued = false;
            continue;
        }
        let Some(language) = &language else { continue };
        let prompted = line.trim().strip_prefix("$ ");
        let word = line.trim().split(' ').next().unwrap_or_default();
        let is_program = language.is_empty() && PROGRAMS.contains(&word);
        let is_command = language == "sh" || is_program || is_continued;
        let command = prompted.or(is_command.then_some(line.trim()));
        let Some(command) = command else { continue };
        let command = command.split(" # ").next().unwrap_or_default().trim();
        let was_continued = std::mem::replace(&mut is_continued, command.ends_with('\\'));
        if !command.is_empty() && !command.starts_with('#') && !was_continued {
            found.push(command.to_owned());
        }
    }
    found
}

/// Returns the commands of `cargo xtask`, from its help.
fn xtask_commands() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("xtask/src/main.rs")).expect("the source of xtask");
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("cargo xtask "));
    let found: BTreeSet<String> =
        names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(found.len() > 15, "{found:?}");
    found
}

/// Returns the argument after a flag.
fn after<'a>(words: &[&'a str], flag: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == flag)?;
    words.get(at + 1).copied()
}

/// Checks that the parts of the project that a command of Cargo names exist.
fn check_cargo(words: &[&str]) -> Result<(), String> {
    if words.get(1) == Some(&"xtask") {
        return match words.get(2) {
            Some(name) if xtask_commands().contains(*name) => Ok(()),
            name => Err(format!("'cargo xtask' does not list {name:?}")),
        };
    }
    let is_there = |path: String| {
        if root().join(&path).exists() { Ok(()) } else { Err(format!("there is no {path}")) }
    };
    let Some(package) = after(words, "-p") else { return Ok(()) };
    let folder = match package {
        "bastide-fuzz" => "fuzz".to_owned(),
        "bastide-python" => "python".to_owned(),
        "xtask" => "xtask".to_owned(),
        package => format!("crates/{package}"),
    };
    is_there(format!("{folder}/Cargo.toml"))?;
    if let Some(test) = after(words, "--test") {
        let file = format!("{folder}/tests/{test}.rs");
        is_there(file.clone()).or_else(|_| is_there(format!("{folder}/tests/{test}/main.rs")))?;
    }
    if let Some(example) = after(words, "--example") {
        is_there(format!("{folder}/examples/{example}.rs"))?;
    }
    Ok(())
}

/// Checks that a script of the web client exists.
fn check_npm(words: &[&str]) -> Result<(), String> {
    let package = fs::read_to_string(root().join("web/package.json")).expect("the manifest");
    let script = match words.get(1) {
        Some(&"ci" | &"install") => return Ok(()),
        Some(&"run") => words.get(2).copied().unwrap_or_default(),
        Some(other) => other,
        None => "",
    };
    let is_there = package.contains(&format!("\n    \"{script}\": \""));
    if is_there { Ok(()) } else { Err(format!("web/package.json has no script '{script}'")) }
}

/// Returns the entry of the tables above that applies to a command of a document.
fn listed(document: &str, line: &str) -> Option<&'static str> {
    let trials = if document == RUN_BY_TRIALS.0 { &RUN_BY_TRIALS.1[..] } else { &[] };
    let not_run = NOT_RUN.iter().map(|(start, _)| start);
    let mut all = RUN_ELSEWHERE.iter().chain(trials).chain(not_run);
    all.find(|start| line.starts_with(**start)).copied()
}

/// Checks a command of a document. Returns the entry of a table that applies to it.
fn check(document: &str, command: &str) -> Result<Option<&'static str>, String> {
    // Variables before the program.
    let is_variable = |word: &&str| {
        word.split_once('=')
            .is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
    };
    let words: Vec<&str> = command.split_whitespace().skip_while(is_variable).collect();
    let line = words.join(" ");
    if let Some(entry) = listed(document, &line) {
        return Ok(Some(entry));
    }
    let checked = match words.first().copied() {
        Some("cargo") => check_cargo(&words),
        Some("npm") => check_npm(&words),
        Some("npx") if words.get(1) == Some(&"vitest") => match words.get(3) {
            Some(file) if !root().join("web").join(file).exists() => {
                Err(format!("there is no web/{file}"))
            }
            _ => Ok(()),
        },
        // A folder, then a command there.
        Some("cd") => match line.split_once(" && ") {
            Some((_, rest)) => return check(document, rest),
            None => Ok(()),
        },
        _ => Err("no test runs it: add it to NOT_RUN in xtask/tests/documents/commands.rs, with \
                  the reason"
            .to_owned()),
    };
    checked.map(|()| None)
}

#[test]
fn every_command_of_the_documents_is_checked() {
    let (mut count, mut problems, mut used) = (0, Vec::new(), BTreeSet::new());
    for (name, text) in documents() {
        for command in commands(&text) {
            count += 1;
            match check(&name, &command) {
                Ok(entry) => used.extend(entry),
                Err(error) => problems.push(format!("{name}: {command}\n    {error}")),
            }
        }
    }
    assert!(count > 100, "only {count} commands were found");
    let not_run = NOT_RUN.iter().map(|(start, _)| start);
    let unused = RUN_ELSEWHERE.iter().chain(&RUN_BY_TRIALS.1).chain(not_run);
    let unused: Vec<_> = unused.filter(|start| !used.contains(**start)).collect();
    assert!(unused.is_empty(), "no command begins with {unused:?}: remove it from the tables");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn testing_lists_every_command_of_the_project() {
    let text = fs::read_to_string(root().join("docs/testing.md")).expect("the document");
    let (_, table) = text.split_once("## All commands").expect("the section");
    let table = table.split("\n## ").next().unwrap_or_default();
    let known = xtask_commands();
    let missing: Vec<_> =
        known.iter().filter(|name| !table.contains(&format!("`cargo xtask {name}`"))).collect();
    assert!(missing.is_empty(), "docs/testing.md, All commands: {missing:?} are missing");
}

/// Commands within sentences exist too.
#[test]
fn commands_in_sentences_exist() {
    let known = xtask_commands();
    let (mut count, mut problems) = (0, Vec::new());
    for (name, text) in documents() {
        for part in text.split("`cargo xtask ").skip(1) {
            let command = part.split(['`', ' ', '\n']).next().unwrap_or_default();
            count += 1;
            if !known.contains(command) {
                problems.push(format!("{name}: there is no 'cargo xtask {command}'"));
            }
        }
    }
    assert!(count > 40, "only {count} commands were found");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn commands_are_found_and_checked() {
    let text = "```sh\n# no\ncargo xtask play  # yes\nA=1 cargo test -p none \\\n  --more\n```\n\
                ```\n$ npm run nothing\nsaid\n```\n```\ncurl https://games.example \\\n  -o file\n\
                curly\n```\n```text\ncargo is named\n```\n";
    let expected = [
        "cargo xtask play",
        "A=1 cargo test -p none \\",
        "npm run nothing",
        "curl https://games.example \\",
    ];
    assert_eq!(commands(text), expected);
    for (command, is_good) in [
        ("cargo xtask play --port 1", true),
        ("cargo xtask plya", false),
        ("A=1 cargo test -p none", false),
        ("cargo test -p bastide-host --test scenarios", true),
        ("cargo test -p bastide-host --test none", false),
        ("cargo run -p bastide --example measure -- games", true),
        ("cargo run -p bastide --example none", false),
        ("npm run nothing", false),
        ("npm run e2e -- phone", true),
        ("cd web && npm run nothing", false),
        ("rm -rf /", false),
        ("sudo rm -rf /", false),
        ("cargo install --locked bastide-cli", true),
    ] {
        assert_eq!(check("README.md", command).is_ok(), is_good, "{command}");
    }
    assert!(check("docs/install.md", "sudo apt install ./bastide.deb").is_ok());
}
