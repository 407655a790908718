//! Tests of `bastide engine` as an external program.

use bastide::{Actor, AnyGame, Game, Rules, Seat, Setup, StrongholdRules};
use bastide_bots::Budget;
use bastide_engine::{EngineError, ExternalEngine, Patience};
use bastide_host::Dice;

use crate::{bastide, bastide_with};

fn engine(options: &str) -> ExternalEngine {
    let command = format!("'{}' engine {options}", env!("CARGO_BIN_EXE_bastide"));
    ExternalEngine::start(&command, Patience::default()).expect("it starts")
}

#[test]
fn the_engine_answers_until_quit() {
    let out =
        bastide_with(&["engine", "--bot", "greedy"], "hello 1\nnonsense\n\u{1}\nquit\nhelp\n");
    let out = out.fine();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines.contains(&"option bot greedy") && lines.contains(&"ready 1"), "{out}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("error ")).count(), 2, "{out}");
    assert_eq!(lines.last(), Some(&"bye"));
    assert_eq!(bastide_with(&["engine"], "").fine(), "", "the end of input is the end");
}

#[test]
fn the_engine_plays_whole_games_against_itself() {
    let mut engines = [engine("--bot greedy"), engine("")];
    engines[1].set("bot", "random").expect("it has bots");
    let own = format!("bastide {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(engines[0].profile().name, own);
    let rules = "base,fields,river,abbot,bridges,castles,barns".parse().expect("rules");
    for setup in
        [Setup::new(Rules::Land(rules), 2), Setup::new(Rules::Stronghold(StrongholdRules), 2)]
    {
        let mut game = AnyGame::new(&setup).expect("a set-up");
        for (engine, seat) in engines.iter_mut().zip(Seat::all(2)) {
            engine.begin(&setup, seat).expect("it plays everything");
        }
        let (mut dice, mut legal) = (Dice::new(4, 4), Vec::new());
        while let Some(chance) = dice.act(&game, &mut legal) {
            let action = match game.to_act() {
                Actor::Seat(seat) => {
                    engines[seat.index()].choose(&game, Budget::Nodes(1)).expect("a legal action")
                }
                Actor::Chance | Actor::Nobody => chance,
            };
            for engine in &mut engines {
                engine.played(action).expect("it follows");
            }
            game.play(action).expect("it is legal");
        }
        let scores = game.scores().0;
        assert!(scores[0] > scores[1], "greedy beats random: {scores:?}");
        let values = engines[0].eval().expect("it tells");
        assert_eq!(values, [scores[0] as f32, scores[1] as f32]);
        // It refuses illegal actions.
        let illegal = engines[0].played(bastide::Action::Pass);
        assert!(matches!(illegal, Err(EngineError::Refused { .. })), "{illegal:?}");
    }
}

#[test]
fn the_engine_refuses_the_json_option() {
    let run = bastide(&["engine", "--json"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("hint: omit --json"), "{}", run.err);
}

/// The error for an unknown bot lists all bots.
#[test]
fn every_bot_is_listed_in_the_help_of_its_option() {
    let wrong = bastide(&["play", "--bot", "deep"]);
    assert_eq!(wrong.code, 2);
    let (_, known) = wrong.err.split_once("the bots are ").expect("it lists them");
    let known = known.lines().next().expect("a line");
    assert!(known.contains("greedy"), "{known}");
    for command in ["play", "engine", "hint"] {
        let help = bastide(&[command, "--help"]).fine();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(known), "{command} does not list {known}:\n{help}");
    }
}
