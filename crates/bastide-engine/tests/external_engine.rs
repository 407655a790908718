//! Tests of external programs as players, correct and faulty.

use std::process::Command;
use std::time::Duration;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Seat, Setup, StrongholdRules};
use bastide_bots::Budget;
use bastide_engine::{EngineError, ExternalEngine, Patience};
use bastide_host::Dice;

const EXAMPLE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engines/random_engine.py");

fn land(rules: &str) -> Setup {
    Setup::new(Rules::Land(rules.parse().expect("rules")), 2)
}

fn has_python() -> bool {
    let is_there = Command::new("python3").arg("--version").output().is_ok();
    if !is_there {
        bastide_testing::skip("the example engine needs python3", "apt-get install python3");
    }
    is_there
}

/// Lets an engine play one seat against random play to the end of a game.
fn play(engine: &mut ExternalEngine, setup: &Setup, seat: Seat) -> AnyGame {
    let mut game = AnyGame::new(setup).expect("a set-up");
    engine.begin(setup, seat).expect("it plays everything");
    let (mut dice, mut legal) = (Dice::new(8, 1), Vec::new());
    while let Some(random) = dice.act(&game, &mut legal) {
        let action = if game.to_act() == Actor::Seat(seat) {
            engine.choose(&game, Budget::Nodes(1)).expect("a legal action")
        } else {
            random
        };
        engine.played(action).expect("it follows the game");
        game.play(action).expect("only legal actions come");
    }
    game
}

#[test]
fn the_example_in_python_plays_whole_games() {
    if !has_python() {
        return;
    }
    let command = format!("python3 '{EXAMPLE}'");
    let mut engine = ExternalEngine::start(&command, Patience::default()).expect("it starts");
    assert_eq!(engine.profile().name, "random_engine.py 1");
    assert!(engine.profile().wants_legal);
    engine.set("seed", "7").expect("it has dice");
    assert!(matches!(engine.set("bot", "x"), Err(EngineError::Refused { .. })));
    for mix in LandRules::every_mix() {
        assert!(engine.profile().covers(&Setup::new(Rules::Land(mix), 5)), "{mix}");
    }
    let second = Seat::FIRST.next(2);
    for setup in [
        land("base,fields"),
        land("wheel,fields,abbot,bridges,castles,barns"),
        Setup::new(Rules::Stronghold(StrongholdRules), 2),
    ] {
        assert!(play(&mut engine, &setup, second).is_over());
    }
}

/// Starts an engine written in shell: it prints the greeting and then runs `more` for other
/// commands, with the command in `$line`.
fn shell(greeting: &str, more: &str) -> Result<ExternalEngine, EngineError> {
    let plays = "plays land seats=2 rules=base,fields";
    let script = format!(
        "read line; printf \"{greeting}\\n\"; \
         while read line; do case $line in play*|game*|newgame|seat*) echo ok;; *) {more};; esac; done"
    );
    let script = script.replace("PLAYS", plays);
    let patience = Patience {
        handshake: Duration::from_millis(300),
        reply: Duration::from_secs(5),
        overrun: Duration::from_millis(200),
        nodes: Duration::from_secs(5),
    };
    ExternalEngine::start(&format!("sh -c '{script}'"), patience)
}

/// Returns the error of an engine that fails to choose.
fn failure(more: &str, budget: Budget) -> EngineError {
    let mut engine = shell("name sh\\nPLAYS\\nready 1", more).expect("it starts");
    let setup = land("base,fields");
    let mut game = AnyGame::new(&setup).expect("a set-up");
    engine.begin(&setup, Seat::FIRST).expect("it plays that");
    let drawn = game.notation().parse("DV").expect("a draw");
    game.play(drawn).expect("it can be drawn");
    engine.played(drawn).expect("it says ok");
    let error = engine.choose(&game, budget).expect_err("the program fails");
    if matches!(error, EngineError::Timeout { .. } | EngineError::Nonsense { .. }) {
        assert!(engine.played(drawn).is_err(), "it was ended");
    }
    error
}

#[test]
fn an_engine_without_a_handshake_is_refused() {
    let start = |command: &str| match ExternalEngine::start(command, Patience::default()) {
        Ok(_) => panic!("{command} starts"),
        Err(error) => error,
    };
    let error = start("/no/such/engine");
    assert!(matches!(error, EngineError::CannotStart { .. }), "{error}");
    assert!(error.to_string().starts_with("cannot start '/no/such/engine': "), "{error}");
    assert!(matches!(start("  "), EngineError::CannotStart { .. }));
    let cause = |error: EngineError| match error {
        EngineError::NoHandshake(cause) => *cause,
        other => panic!("{other}"),
    };
    assert!(matches!(cause(start("true")), EngineError::Died { .. }));
    let died = start("sh -c 'echo no licence >&2; exit 3'");
    assert_eq!(
        died.to_string(),
        "the handshake failed: the program ended (exit status: 3), saying: no licence"
    );
    let greeted = |greeting| cause(shell(greeting, "echo ok").err().expect("a bad greeting"));
    assert!(matches!(greeted("ready 2"), EngineError::Nonsense { .. }));
    assert!(matches!(greeted("uciok"), EngineError::Nonsense { .. }));
    assert!(matches!(greeted("error not today"), EngineError::Refused { .. }));
    assert!(matches!(greeted("name slow"), EngineError::Timeout { .. }));
}

#[test]
fn an_engine_is_not_asked_for_games_it_does_not_play() {
    let mut engine = shell("PLAYS\\nready 1", "echo ok").expect("it starts");
    engine.begin(&land("base"), Seat::FIRST).expect("it plays that");
    let error = engine.begin(&land("base,abbot"), Seat::FIRST).expect_err("no abbots");
    assert_eq!(error.to_string(), "the program does not play base,abbot for 2");
}

#[test]
fn every_fault_of_an_engine_has_its_own_error() {
    let nodes = Budget::Nodes(10);
    let error = failure("echo move P9,9r0", nodes);
    assert!(matches!(error, EngineError::Illegal { .. }), "{error}");
    assert!(
        error.to_string().starts_with("the program plays 'P9,9r0', which is not legal: "),
        "{error}"
    );
    assert!(matches!(failure("echo move castle", nodes), EngineError::Nonsense { .. }));
    assert!(matches!(failure("echo ok", nodes), EngineError::Nonsense { .. }));
    assert!(matches!(failure("echo bestmove e2e4", nodes), EngineError::Nonsense { .. }));
    assert!(matches!(failure("printf \"\\377\\n\"", nodes), EngineError::Nonsense { .. }));
    let refused = failure("echo error I am tired", nodes);
    assert_eq!(refused.to_string(), "the program rejects 'go': I am tired");
    match failure("echo one >&2; echo two >&2; exit 9", nodes) {
        EngineError::Died { status, last_words } => {
            assert_eq!(status.and_then(|status| status.code()), Some(9));
            assert_eq!(last_words, ["one", "two"]);
        }
        other => panic!("{other}"),
    }
}

#[test]
fn an_engine_that_exceeds_the_timeout_is_killed() {
    let budget = Budget::Time(Duration::from_millis(50));
    // If it were waited for, it would be reported as ended, and an hour later.
    let error = failure("sleep 3600", budget);
    assert!(matches!(error, EngineError::Timeout { .. }), "{error}");
    // Continuous output does not extend the timeout.
    let chatter = failure("while true; do echo info nodes 1; done", budget);
    assert!(matches!(chatter, EngineError::Timeout { .. }), "{chatter}");
}

#[test]
fn search_information_is_stored() {
    let mut engine =
        shell("PLAYS\\nready 1", "echo info nodes 5 value 1.5 line P1,0r0 M0; echo move P1,0r0")
            .expect("it starts");
    let setup = land("base,fields");
    let mut game = AnyGame::new(&setup).expect("a set-up");
    engine.begin(&setup, Seat::FIRST).expect("it plays that");
    game.play(game.notation().parse("DV").expect("a draw")).expect("it can be drawn");
    let action = engine.choose(&game, Budget::Nodes(5)).expect("a move");
    assert_eq!(game.notation().show(action).to_string(), "P1,0r0");
    let info = engine.info().expect("it thought");
    assert_eq!((info.nodes, info.value, info.line.len()), (Some(5), Some(1.5), 2));
}
