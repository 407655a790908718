//! Contests with clocks of programs that divide their time themselves, and of others.
//!
//! Kept apart from the tests of logs: until a started program has replaced the copy of this process,
//! it holds the locks of all open files.

use std::ops::ControlFlow;
use std::time::Duration;

use bastide::{Rules, Setup};
use bastide_arena::{Arena, Entrant, Played, Program};
use bastide_bots::{Budget, Spec};
use bastide_engine::Patience;

/// Returns a program in shell that declares `plays`, plays the last legal action, and answers
/// `refused` with an error.
fn program(plays: &str, refused: &str, budget: Budget) -> Program {
    let script = format!(
        "set -f; read line; echo {plays}; echo wants legal; echo ready 1; \
         while read line; do case $line in \"{refused} \"*) echo error no;; \
         go*) for last in $line; do :; done; echo move $last;; *) echo ok;; esac; done"
    );
    Program::new(format!("sh -c '{script}'"), budget, Patience::default())
}

/// Lets a program play two games of two tiles against `random`, with clocks.
fn play(program: &Program) -> Vec<Played> {
    let random: Spec = "random".parse().expect("a bot");
    let rules = Rules::Land("base".parse().expect("rules"));
    let setup = Setup { deck: Some(vec!["B".into(), "V".into()]), ..Setup::new(rules, 2) };
    let entrants: Vec<&dyn Entrant> = vec![program, &random];
    let mut arena = Arena::new(setup, entrants, 1).expect("a contest");
    arena.clock = Some("60s+100ms".parse().expect("a clock"));
    let mut games = Vec::new();
    let keep = |played| {
        games.push(played);
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    arena.run(&arena.contest.games(0..1), 1, keep).expect("nothing fails");
    games
}

#[test]
fn clocks_are_sent_to_programs_that_declare_to_know_them() {
    let time = Budget::Time(Duration::from_secs(1));
    let (plain, knows) =
        ("plays land seats=2 rules=base", "plays land seats=2 rules=base clock=yes");
    let elsewhere = format!("{plain}; echo plays stronghold seats=2 clock=yes");
    for (plays, refused, budget) in [
        (knows, "go movetime", time),
        (plain, "go clock", time),
        (&elsewhere, "go clock", time),
        // The number of nodes does not depend on a clock.
        (knows, "go clock", Budget::Nodes(1)),
    ] {
        for Played { game, .. } in play(&program(plays, refused, budget)) {
            assert_eq!(game.forfeit, None, "{plays}");
        }
    }
    for Played { game, .. } in play(&program(knows, "go clock", time)) {
        let forfeit = game.forfeit.expect("the clock is refused");
        assert_eq!((game.seats[forfeit.seat], &*forfeit.why), (0, "the program rejects 'go': no"));
    }
}
