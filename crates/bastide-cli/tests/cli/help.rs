//! Tests of help, version, and properties of the output.

use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::{all, bastide, river, wheel};

const COMMANDS: [&str; 26] = [
    "play",
    "puzzles",
    "daily",
    "serve",
    "engine",
    "show",
    "render",
    "replay",
    "hint",
    "forecast",
    "review",
    "position",
    "tiles",
    "import",
    "check",
    "verify",
    "arena",
    "benchmark",
    "calibrate",
    "simulate",
    "perft",
    "doctor",
    "backup",
    "admin",
    "fsck",
    "health",
];

/// Commands that only work with the tables of a server.
const OF_SERVERS: [&str; 6] = ["serve", "doctor", "backup", "admin", "fsck", "health"];

#[test]
fn the_overview_names_every_command_and_no_other() {
    let help = bastide(&["--help"]).fine();
    let listed: Vec<&str> = help
        .lines()
        .take_while(|line| !line.starts_with("Examples"))
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert_eq!(listed, COMMANDS);
    for wanted in [
        "Usage: bastide",
        "Examples:",
        "Exit codes of all commands:",
        "--json",
        "--color",
        "--ascii",
    ] {
        assert!(help.contains(wanted), "{wanted} is missing from:\n{help}");
    }
}

#[test]
fn every_command_explains_itself_and_its_json() {
    for command in COMMANDS {
        let help = bastide(&[command, "--help"]).fine();
        assert!(help.contains(&format!("Usage: bastide {command}")), "{help}");
        assert!(help.contains("JSON"), "{command} does not say what --json prints");
    }
}

#[test]
fn the_examples_of_the_overview_are_real() {
    let help = bastide(&["--help"]).fine();
    let examples: Vec<Vec<&str>> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  bastide "))
        .map(|line| line.split(' ').collect())
        .collect();
    assert!(examples.len() >= 5);
    for mut words in examples {
        // Parsed but not executed: the help flag is processed last.
        words.push("--help");
        bastide(&words).fine();
    }
}

/// The help of each command that takes rules explains every keyword.
#[test]
fn the_help_explains_all_rules() {
    for command in ["play", "simulate", "perft"] {
        let help = bastide(&[command, "--help"]).fine();
        for expansion in bastide::Expansion::ALL {
            assert!(
                help.contains(expansion.name()),
                "{command} does not explain {}",
                expansion.name()
            );
        }
        let conflicts = help.split_once("Not all of them can be combined:").expect("conflicts").1;
        // RIVER-1, WHEEL-1, BARN-1, SETUP-6
        for conflict in [
            "base and wheel are both sets of 72 tiles; choose one of them",
            "river and wheel both replace the start tile; choose one of them",
            "barns need farmers; add fields or leave out barns",
            "the wheel is always played with farmers; add fields",
        ] {
            assert_eq!(conflicts.matches(conflict).count(), 1, "{conflict}:\n{help}");
        }
    }
    // Their positions have built-in tiles.
    let built_in = ["benchmark", "calibrate", "daily", "puzzles"];
    let has_tiles = |command: &&str| !OF_SERVERS.contains(command) && !built_in.contains(command);
    for command in COMMANDS.into_iter().filter(has_tiles) {
        assert!(bastide(&[command, "--help"]).fine().contains("--tiles <FILE>"), "{command}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(bastide(&["--version"]).fine(), format!("bastide {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_pipe_gets_no_colour_unless_asked() {
    let file = river();
    assert!(!bastide(&["show", &file]).fine().contains('\x1b'));
    assert!(bastide(&["show", &file, "--color", "always"]).fine().contains("\x1b["));
    assert!(!bastide(&["show", &file, "--color", "never"]).fine().contains('\x1b'));
}

#[test]
fn ascii_output_is_pure_ascii() {
    let (file, all, wheel) = (river(), all(), wheel());
    for args in [
        &["show", &file][..],
        &["show", &all],
        &["show", &wheel],
        &["tiles"],
        &["replay", &file],
        &["replay", &all],
        &["replay", &wheel, "--boards"],
        &["simulate", "--games", "2"],
    ] {
        let out = bastide(&[args, &["--ascii"]].concat()).fine();
        let strange: String = out.chars().filter(|c| !c.is_ascii()).collect();
        assert_eq!(strange, "", "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["replay", &river(), "--boards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut out = child.stdout.take().expect("a pipe");
    let mut first = [0; 16];
    out.read_exact(&mut first).expect("something is printed");
    drop(out);
    let rest = child.wait_with_output().expect("it ends");
    assert_eq!(rest.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&rest.stderr), "");
}
