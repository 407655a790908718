//! Tests of `tests/perft/*.perft`: numbers of positions a number of turns deep.
//!
//! Each line has the rules, players, seed or tiles, depth, and leaves. The oracle, an independent
//! implementation of the rules, verifies all counts except for the largest.

use std::path::Path;

use bastide::{Action, Actor, AnyGame, Game, LandRules, Rules, Setup};
use bastide_oracle::Oracle;

use crate::{Scratch, bastide, read};

/// Maximum number of leaves that the oracle counts in reasonable time.
const ORACLE: u64 = 25_000;

/// A line of a file.
struct Line {
    rules: String,
    players: u8,
    draws: String,
    depth: usize,
    leaves: u64,
}

fn lines(file: &str) -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    let text = read(path);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let line = |line: &str| {
        let [rules, players, draws, depth, leaves] =
            line.split_whitespace().collect::<Vec<_>>()[..]
        else {
            panic!("{file}: '{line}' has not five words");
        };
        Line {
            rules: rules.to_owned(),
            players: players.parse().expect("a number of players"),
            draws: draws.to_owned(),
            depth: depth.parse().expect("a depth"),
            leaves: leaves.parse().expect("a number of leaves"),
        }
    };
    lines.map(line).collect()
}

#[track_caller]
fn check(file: &str) {
    let scratch = Scratch::new(file);
    let lines = lines(file);
    assert!(!lines.is_empty(), "{file} has no lines");
    for line in lines {
        let what = format!("{file}: {} {} {}", line.rules, line.players, line.draws);
        let (players, depth) = (line.players.to_string(), line.depth.to_string());
        let named = scratch.write("draws", &line.draws);
        let from = match line.draws.parse::<u64>() {
            Ok(_) => ["--seed", line.draws.as_str()],
            Err(_) => ["--draws", named.as_str()],
        };
        let args = ["perft", "--json", "--rules", &line.rules, "--players", &players];
        let value = bastide(&[&args[..], &["--depth", &depth], &from].concat()).json();
        let counted = value["depths"].as_array().and_then(|all| all.last()).expect("a depth");
        assert_eq!(counted["leaves"], line.leaves, "{what}");

        if line.leaves <= ORACLE {
            let rules: LandRules = line.rules.parse().expect("rules");
            let setup = Setup::new(Rules::Land(rules), line.players);
            let game = AnyGame::new(&setup).expect("a set-up");
            let draws = value["draws"].as_array().expect("draws").iter();
            let draws: Vec<Action> = draws
                .map(|token| {
                    game.notation().parse(token.as_str().expect("a token")).expect("a draw")
                })
                .collect();
            let leaves = count(&Oracle::new(&setup), &draws, line.depth);
            assert_eq!(leaves, line.leaves, "{what}: the oracle disagrees");
        }
    }
}

/// Counts the positions after `turns` turns with the oracle.
fn count(oracle: &Oracle, draws: &[Action], turns: usize) -> u64 {
    if turns == 0 || oracle.is_over() {
        return 1;
    }
    let (actions, draws) = match oracle.to_act() {
        Actor::Chance => (vec![draws[0]], &draws[1..]),
        Actor::Seat(_) | Actor::Nobody => (oracle.legal_actions(), draws),
    };
    let leaves = actions.into_iter().map(|action| {
        let mut next = oracle.clone();
        next.play(action);
        let is_over = next.is_over() || next.turns() != oracle.turns();
        count(&next, draws, turns - usize::from(is_over))
    });
    leaves.sum()
}

#[test]
fn counted_by_hand() {
    check("by-hand.perft");
}

#[test]
fn base() {
    check("base.perft");
}

#[test]
fn river() {
    check("river.perft");
}

#[test]
fn wheel() {
    check("wheel.perft");
}

#[test]
fn inns_and_traders() {
    check("inns-traders.perft");
}

#[test]
fn everything_on() {
    check("all.perft");
}
