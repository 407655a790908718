//! Tests that records survive a round trip in both forms and replay to the same game.

use bastide::{Event, Expansion, ExpansionSet, Game, LandRules, RiverEnds, Rules, Setup};
use bastide_host::{BadKey, Dealer, Dice, Match, Record, Recorder, Seed};

use crate::play::{all_setups, plain_setup, play_on, rich_record};

#[track_caller]
fn check_reads_back(record: &Record) {
    let text = record.to_text();
    assert_eq!(Record::parse(&text).as_ref(), Ok(record), "\n{text}");
    assert_eq!(Record::read(&text).as_ref(), Ok(record));
    let json = record.to_json();
    assert_eq!(Record::from_json(&json).as_ref(), Ok(record), "\n{json}");
    assert_eq!(Record::read(&json).as_ref(), Ok(record));
    let crlf = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(Record::read(crlf).as_ref(), Ok(record), "as another system saves it");
}

#[test]
fn finished_games_read_back() {
    for (number, setup) in (0..).zip(all_setups()) {
        let record = rich_record(&setup, number);
        assert!(record.result().is_some() && record.seed().is_some());
        check_reads_back(&record);
    }
}

#[test]
fn games_in_play_read_back_after_every_action() {
    for (number, setup) in (0..).zip(all_setups()).step_by(5) {
        let whole = rich_record(&setup, number);
        let mut recorder = Recorder::new(setup).expect("a possible set-up");
        check_reads_back(recorder.record());
        for &action in whole.actions().iter().take(60) {
            recorder.play(action).expect("it was legal before");
            check_reads_back(recorder.record());
            assert_eq!(recorder.record().game(), *recorder.game());
        }
    }
}

#[test]
fn decks_read_back_in_order() {
    let deck = ["V", "RB", "E", "V", "RL", "RC"];
    let rules: LandRules = "base,fields,river".parse().expect("known rules");
    let setup = Setup::new(Rules::Land(rules), 3);
    let lake = bastide::sets::river().kinds.iter().find(|kind| {
        kind.usage == bastide::TileUse::Lake && kind.printing.is_none_or(|year| year == 2014)
    });
    let lake = lake.expect("the river ends somewhere").name.clone();
    let deck = deck.map(|name| if name == "RL" { lake.to_string() } else { name.to_owned() });
    let mut current = Match::new(setup, Dealer::forced(deck.clone())).expect("a possible deck");
    play_on(&mut current, &mut Dice::new(1, 0), usize::MAX);
    let record = current.record();
    check_reads_back(record);
    let named: Vec<_> = record.setup().deck.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(named, deck);
    // RIVER-2: streams, then the lake, then all others, each in the order of the deck.
    let drawn = crate::play::draws(record);
    assert_eq!(
        drawn,
        ["DRB".into(), "DRC".into(), format!("D{lake}"), "DV".into(), "DE".into(), "DV".into()]
    );
}

#[test]
fn the_river_printing_is_not_stored_without_the_river() {
    let rules = LandRules {
        expansions: ExpansionSet::of(&[Expansion::Abbot]),
        river_ends: RiverEnds::Of2021,
    };
    let record = Record::new(Setup::new(Rules::Land(rules), 2)).expect("a possible set-up");
    check_reads_back(&record);
}

#[test]
fn text_has_one_line_per_turn() {
    let record = rich_record(&plain_setup(), 11);
    let text = record.to_text();
    let lines: Vec<_> = text.lines().collect();
    // The version, header, end and seed lines are not turns.
    assert_eq!(lines.len() - 4, record.turns().count());
    assert_eq!(record.turns().count(), record.full_turns());
    assert!(lines[2..lines.len() - 2].iter().all(|line| line.starts_with('D')));
    assert_eq!(
        lines[1].split(' ').filter(|word| !word.starts_with("commit=")).collect::<Vec<_>>(),
        [
            "game",
            "land",
            "rules=base,fields",
            "seats=2",
            "first=0",
            "salt=a%20salt",
            "aid=coach",
            "players=Ann%20B,Одарка%20=%20100%20%25",
        ]
    );
}

#[test]
fn json_wraps_the_same_tokens() {
    let record = rich_record(&plain_setup(), 11);
    let json: serde_json::Value = serde_json::from_str(&record.to_json()).expect("it is JSON");
    let text = record.to_text();
    let turns: Vec<_> = text.lines().filter(|line| line.starts_with('D')).collect();
    assert_eq!(json["turns"], serde_json::json!(turns));
    assert_eq!(json["bastide"], 1);
    assert_eq!(json["seats"], 2);
    assert_eq!(json["salt"], "a%20salt");
    assert_eq!(json["end"], serde_json::json!(record.result()));
    assert!(record.to_json().starts_with(r#"{"bastide":1,"game":"land","rules":"base,fields","#));
}

#[test]
fn comments_and_blank_lines_are_skipped() {
    let text = "# a note\n\nbastide 1 # really\n \t \ngame land rules=base seats=2 # two\n#\nDV P1,0r0 . # no\n\n";
    let record = Record::parse(text).expect("a record with notes in it");
    assert_eq!(record.to_text(), "bastide 1\ngame land rules=base seats=2 first=0\nDV P1,0r0 .\n");
}

#[test]
fn reserved_header_keys_cannot_be_set() {
    let mut record = Record::new(plain_setup()).expect("a possible set-up");
    assert_eq!(record.set_extra("seats", "3"), Err(BadKey("seats".into())));
    assert_eq!(record.set_extra("place", "Київ"), Ok(()));
    assert_eq!(record.extra()["place"], "Київ");
}

#[test]
fn a_replay_gives_the_same_events() {
    for (number, setup) in (0..).zip(all_setups()).step_by(7) {
        let dealer = Dealer::seeded(Seed::from_number(number), "");
        let mut current = Match::new(setup, dealer).expect("a possible set-up");
        let mut told = current.opening().to_vec();
        let mut dice = Dice::new(number, 0);
        let mut legal = Vec::new();
        while let bastide::Actor::Seat(seat) = current.game().to_act() {
            legal.clear();
            current.game().legal_actions(&mut legal);
            let action = legal[dice.below(legal.len())];
            told.extend(current.play(seat, action).expect("a legal action"));
        }
        let record = current.record();
        let mut replay = record.replay();
        assert_eq!(replay.len(), record.actions().len());
        let (mut retold, mut turns) = (Vec::new(), 0);
        while let Some(step) = replay.next() {
            let ends =
                |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::GameEnded { .. });
            assert_eq!(step.turn, turns + 1);
            turns += step.events.iter().filter(|event| ends(event)).count();
            if step.events.iter().any(ends) {
                assert_eq!(record.state_at(turns), *replay.game());
            }
            retold.extend(step.events);
        }
        assert_eq!(retold, told);
        assert_eq!(turns, record.full_turns());
        assert_eq!(replay.into_game(), *current.game());
        assert_eq!(record.state_at(0), record.start());
        assert_eq!(record.state_at(usize::MAX), *current.game());
    }
}
