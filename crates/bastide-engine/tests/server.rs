//! Tests of the server with valid and invalid input.

use std::collections::BTreeSet;

use bastide::{Actor, AnyGame, Event, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_engine::{Answer, Command, Phase, Server, State, serve};
use bastide_host::{Dice, Record};
use bastide_testing::broad_mixes;

/// Sends input to an engine and returns all its answers.
fn talk(typed: &[u8]) -> Vec<String> {
    let mut heard = Vec::new();
    serve(&mut Server::default(), typed, &mut heard).expect("memory can be written");
    let heard = String::from_utf8(heard).expect("an engine says text");
    heard.lines().map(str::to_owned).collect()
}

/// Sends lines to an engine and returns its last answer.
fn last(lines: &[&str]) -> String {
    talk(lines.join("\n").as_bytes()).pop().expect("an answer")
}

const GAME: &str = "game land rules=base,fields seats=2 first=0";

#[test]
fn commands_in_the_wrong_state_say_what_to_do() {
    for (lines, wanted) in [
        (&["go"][..], "error no game yet: send for example 'game land"),
        (&["play DV"], "error no game yet"),
        (&["seat 0"], "error no game yet"),
        (&["newgame"], "error no game yet"),
        (&["position start"], "error no game yet"),
        (&["legal"], "error no game yet"),
        (&["eval"], "error no game yet"),
        (&["chances"], "error no game yet"),
        (&["state"], "error no game yet"),
        (&["score"], "error no game yet"),
        (&["hello 2"], "error version 2 is not supported; this engine implements version 1"),
        (&["set bot deep"], "error there is no bot `deep`; the bots are random"),
        (&["set colour blue"], "error unknown option 'colour'; the options are bot and seed"),
        (&["set seed x"], "error 'x' is not a seed"),
        (&["position 1abc"], "error damaged"),
        (&[GAME, "seat 2"], "error there is no seat 2 in a game for 2"),
        (&[GAME, "go"], "error chance is to act"),
        (&[GAME, "play P1,0r0"], "error 'P1,0r0' is not legal: "),
        (&[GAME, "play DQQ"], "error 'DQQ' is not an action of this game"),
        (
            &[GAME, "seat 1", "play DV", "go"],
            "error seat 0 is to act, and this engine plays seat 1",
        ),
        (&[GAME, "play DV", "go legal P1,0r0"], "error 'P"),
        (&["position 176IqNABOy9AwIAAQ", "go"], "error the game is over"),
    ] {
        let said = last(lines);
        assert!(said.starts_with(wanted), "{lines:?}: {said}");
    }
}

#[test]
fn several_actions_are_played_together_or_not_at_all() {
    let before = last(&[GAME, "play DV", "legal"]);
    assert!(before.starts_with("legal P"), "{before}");
    let spoilt = "play P1,0r0 M0 DV P1,0r0";
    assert_eq!(last(&[GAME, "play DV", spoilt, "legal"]), before);
    assert!(last(&[GAME, "play DV P1,0r0 M0", "legal"]).starts_with("legal DA"));
}

#[test]
fn a_new_game_forgets_the_old_one() {
    let start = last(&[GAME, "legal"]);
    for again in ["newgame", "position start", GAME] {
        assert_eq!(last(&[GAME, "play DV P1,0r0", again, "legal"]), start, "{again}");
    }
    // Another seat can be played after that.
    assert!(
        last(&[GAME, "seat 1", "newgame", "play DV", "set bot random", "go"]).starts_with("move P")
    );
}

#[test]
fn bytes_of_any_kind_are_answered_line_by_line() {
    let mut typed = Vec::new();
    let mut lines = 0;
    let mut add = |line: &[u8]| {
        typed.extend_from_slice(line);
        typed.push(b'\n');
        lines += 1;
    };
    add(&vec![b'x'; 3 << 20]);
    add(b"\xff\xfe\x00");
    add(b"play \0\0");
    add(format!("play {}", "DV ".repeat(9000)).as_bytes());
    add(format!("game land rules={}", "a,".repeat(9000)).as_bytes());
    add("пограй".as_bytes());
    let mut dice = Dice::new(5, 5);
    let letters: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    for _ in 0..500 {
        // The prefix ensures that no line is blank or a comment.
        let line: Vec<u8> = (0..1 + dice.below(30)).map(|_| dice.pick(&letters)).collect();
        add(&[b"!", &line[..]].concat());
    }
    add(b"quit");
    let heard = talk(&typed);
    assert_eq!(heard.len(), lines);
    let (bye, errors) = heard.split_last().expect("answers");
    assert!(errors.iter().all(|line| line.starts_with("error ") && line.len() < 500), "{errors:?}");
    assert_eq!(bye, "bye");
}

#[test]
fn protocol_words_in_any_order_never_end_the_session() {
    let words = [
        "hello",
        "1",
        "set",
        "bot",
        "random",
        "game",
        "land",
        "rules=base,fields",
        "seats=2",
        "newgame",
        "seat",
        "0",
        "position",
        "start",
        "play",
        "DV",
        "P1,0r0",
        "M0",
        ".",
        "go",
        "nodes",
        "5",
        "legal",
        "eval",
        "chances",
        "state",
        "score",
        "help",
        "-1",
        "stronghold",
    ];
    let mut dice = Dice::new(9, 9);
    let mut server = Server::new("random".parse().expect("a bot"));
    for _ in 0..3000 {
        let line: Vec<&str> = (0..1 + dice.below(5)).map(|_| dice.pick(&words)).collect();
        let mut answers = Vec::new();
        server.hear(&line.join(" "), &mut answers);
        let lasts = answers.iter().filter(|answer| answer.is_last()).count();
        assert_eq!(lasts, 1, "{line:?}");
    }
}

#[test]
fn blank_lines_and_comments_are_not_answered() {
    assert_eq!(talk(b"\n  \r\n# hello 1\nquit"), ["bye"]);
    assert_eq!(talk(b"").len(), 0, "the end of input is the end");
    assert_eq!(talk(b"quit\nhelp\n"), ["bye"]);
}

/// Plays a whole game by the protocol, listing the legal actions with each `go`.
fn play_through(setup: Setup) {
    let mut server = Server::default();
    let mut say = |line: &str| {
        let mut answers = Vec::new();
        server.hear(line, &mut answers);
        answers.pop().expect("an answer")
    };
    let mut game = AnyGame::new(&setup).expect("a set-up");
    let seats = usize::from(setup.seats);
    let record = Record::new(setup).expect("a set-up");
    assert_eq!(say("set bot random"), Answer::Ok);
    assert_eq!(say(&Command::Game(Box::new(record)).to_string()), Answer::Ok);
    let (mut dice, mut legal) = (Dice::new(3, 1), Vec::new());
    while let Some(chance) = dice.act(&game, &mut legal) {
        let tokens: Vec<String> =
            legal.iter().map(|&a| game.notation().show(a).to_string()).collect();
        assert_eq!(say("legal"), Answer::Legal(tokens.clone()));
        let action = match game.to_act() {
            Actor::Seat(_) => match say(&format!("go nodes 1 legal {}", tokens.join(" "))) {
                Answer::Move(token) => game.notation().parse(&token).expect("an action"),
                other => panic!("{other}"),
            },
            Actor::Chance | Actor::Nobody => chance,
        };
        let token = game.notation().show(action).to_string();
        assert_eq!(say(&format!("play {token}")), Answer::Ok);
        game.play(action).expect("it is legal");
    }
    assert_eq!(say("legal"), Answer::Legal(vec![]));
    let scores: Vec<f32> = game.scores().0[..seats].iter().map(|&score| score as f32).collect();
    assert_eq!(say("eval"), Answer::Eval(scores), "once it is over, all is known");
}

#[test]
fn whole_games_of_every_family_are_played() {
    for mix in LandRules::every_mix().step_by(73) {
        play_through(Setup { first: 1, ..Setup::new(Rules::Land(mix), 3) });
    }
    play_through(Setup::new(Rules::Stronghold(StrongholdRules), 2));
}

#[test]
fn the_same_seed_and_nodes_choose_the_same() {
    let choose = |seed: &str, also: &[&str]| {
        let seed = format!("set seed {seed}");
        let mut lines = vec!["set bot random", seed.as_str(), GAME, "play DV"];
        lines.extend(also);
        lines.push("go nodes 10");
        last(&lines)
    };
    assert_eq!(choose("3", &[]), choose("3", &["go", "go", "eval"]), "what was asked before");
    let many: BTreeSet<String> = (0..20).map(|seed| choose(&seed.to_string(), &[])).collect();
    assert!(many.len() > 1, "another seed chooses otherwise: {many:?}");
}

/// Plays a whole game by a controller that only knows the protocol. Returns the answers to `state`.
fn play_without_rules(setup: Setup, number: u64) -> Vec<State> {
    let mut server = Server::new("random".parse().expect("a bot"));
    let mut say = |line: &str| {
        let mut answers = Vec::new();
        server.hear(line, &mut answers);
        answers.pop().expect("an answer")
    };
    let mut game = AnyGame::new(&setup).expect("a set-up");
    let record = Record::new(setup).expect("a set-up");
    assert_eq!(say(&Command::Game(Box::new(record)).to_string()), Answer::Ok);
    let (mut dice, mut states, mut discarded) = (Dice::new(number, 8), Vec::new(), Vec::new());
    loop {
        let Answer::State(state) = say("state") else { panic!("a state") };
        assert_eq!(state.discarded, discarded, "tiles that fit nowhere");
        assert_eq!(state.seat.is_none(), !matches!(game.to_act(), Actor::Seat(_)));
        let phase = state.phase;
        states.push(state);
        let token = match phase {
            Phase::Over => break,
            Phase::Draw | Phase::Reveal => {
                let Answer::Chances(chances) = say("chances") else { panic!("chances") };
                let all: u32 = chances.iter().map(|(_, weight)| weight).sum();
                assert_eq!(all, game.chance_count());
                let bag = chances.iter().flat_map(|(token, n)| (0..*n).map(move |_| token));
                dice.pick(&bag.collect::<Vec<_>>()).clone()
            }
            _ => match say("go nodes 1") {
                Answer::Move(token) => token,
                other => panic!("{other}"),
            },
        };
        assert_eq!(say(&format!("play {token}")), Answer::Ok);
        let (action, mut events) = (game.notation().parse(&token).expect("a token"), Vec::new());
        game.play_with(action, &mut events).expect("it is legal");
        let is_discarded = |event: &Event| matches!(event, Event::TileDiscarded { .. });
        discarded = match events.iter().any(is_discarded) {
            true => vec![token[1..].to_owned()],
            false => Vec::new(),
        };
    }
    let scores = game.scores().iter(game.seats()).map(|(_, &points)| points).collect();
    assert_eq!(say("score"), Answer::Score(scores));
    states
}

#[test]
fn a_controller_without_rules_can_play_every_game() {
    let mut states = Vec::new();
    for (number, mix) in broad_mixes().into_iter().step_by(8).enumerate() {
        states.extend(play_without_rules(Setup::new(Rules::Land(mix), 3), number as u64));
    }
    for number in 0..40 {
        let setup = Setup::new(Rules::Stronghold(StrongholdRules), 2);
        states.extend(play_without_rules(setup, number));
    }
    for phase in Phase::ALL {
        assert!(states.iter().any(|state| state.phase == phase), "{phase:?} never occurs");
    }
    assert!(states.iter().any(|state| !state.discarded.is_empty()), "no tile was discarded");
}

#[test]
fn a_turn_is_searched_once() {
    let start = ["set bot strong@300n", GAME, "play DE"];
    let heard = |more: &[&str]| talk([&start[..], more].concat().join("\n").as_bytes());
    let first = heard(&["go"]);
    let [.., info, chosen] = &first[..] else { panic!("an answer with information") };
    let line = info.split_once(" line ").expect("the whole turn").1;
    let (place, figure) = line.split_once(' ').expect("a placement and a figure");
    assert_eq!(*chosen, format!("move {place}"));
    assert!(!info.starts_with("info nodes 0 "), "{info}");

    let again = heard(&["go", "go"]);
    assert_eq!(again[first.len()..], first[start.len()..], "the same question, the same answer");

    let play = format!("play {place}");
    let next = heard(&["go", &play, "go nodes 5000"]);
    let [.., info, chosen] = &next[..] else { panic!("an answer with information") };
    assert!(info.starts_with("info nodes 0 ") && info.ends_with(figure), "{info}");
    assert_eq!(*chosen, format!("move {figure}"));

    // Not asked in this turn yet, another option, another placement: each needs a search.
    let Answer::Legal(legal) =
        Answer::parse(&last(&[GAME, "play DE", "legal"])).expect("an answer")
    else {
        panic!("legal actions")
    };
    let other = legal.iter().find(|token| *token != place).expect("several placements");
    let other = format!("play {other}");
    for more in [&[&*play, "go"][..], &["go", &play, "set seed 5", "go"], &["go", &other, "go"]] {
        let heard = heard(more);
        let info = &heard[heard.len() - 2];
        assert!(info.starts_with("info nodes ") && !info.starts_with("info nodes 0 "), "{heard:?}");
    }
}
