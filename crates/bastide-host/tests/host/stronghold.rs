//! Tests of records, dealers and links with games of Stronghold.

use bastide::{Action, Actor, AnyGame, Game, WallToken};
use bastide_host::{
    Dealer, Deck, Dice, HeaderProblem, Match, Record, RecordErrorKind, Seed, position, verify,
};

use crate::play::{play_on, stronghold_setup, whole_game};

#[test]
fn the_header_of_the_castle_names_no_rules() {
    let record = Record::new(stronghold_setup()).expect("a possible set-up");
    assert_eq!(record.to_text(), "bastide 1\ngame stronghold seats=2 first=0\n");
    assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record));
    assert!(record.to_json().starts_with(r#"{"bastide":1,"game":"stronghold","seats":"#));
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
    let text = "bastide 1\ngame stronghold rules=base seats=2\n";
    let value = HeaderProblem::BadValue { key: "rules".into(), value: "base".into() };
    let error = Record::parse(text).expect_err("it has no options");
    assert_eq!((error.line, error.kind), (2, RecordErrorKind::BadHeader(value)));
}

#[test]
fn the_castle_is_for_two_players() {
    // S-SETUP-1
    for seats in [0, 1, 3, 5] {
        let text = format!("bastide 1\ngame stronghold seats={seats}\n");
        let error = Record::parse(&text).expect_err("not two");
        assert!(error.to_string().contains("the game is for 2"), "{error}");
    }
}

#[test]
fn a_deck_may_contain_the_tiles_of_the_box_only() {
    let parse = |deck: &str| {
        Record::parse(&format!("bastide 1\ngame stronghold seats=2 deck={deck}\n"))
            .map_err(|error| error.to_string())
    };
    assert!(parse("E1,E1,E1,A1").is_ok());
    assert!(parse("A1,A1").expect_err("there is one").contains("'A1'"));
    assert!(parse("SH").expect_err("a start area is not a tile").contains("'SH'"));
    assert!(parse("V").expect_err("a tile of another game").contains("'V'"));
}

/// Returns the chance actions of a game, separated into tiles and tokens.
fn draws(record: &Record) -> (Vec<Action>, Vec<Action>) {
    let chance = record.actions().iter().filter(|action| action.is_chance());
    chance.copied().partition(|action| matches!(action, Action::Draw(_)))
}

#[test]
fn tiles_do_not_depend_on_tokens() {
    // The same seed, played in ten ways: the same number of tiles is drawn in the same order, and
    // tokens come in the same order too, regardless of how many are taken.
    let dealer = || Dealer::seeded(Seed::from_number(5), "table 1");
    let games: Vec<_> = (0..10)
        .map(|way| {
            let mut current = Match::new(stronghold_setup(), dealer()).expect("a possible set-up");
            play_on(&mut current, &mut Dice::new(way, 0), usize::MAX);
            draws(current.record())
        })
        .collect();
    let longest = games.iter().map(|(_, tokens)| tokens).max_by_key(|tokens| tokens.len());
    let longest = longest.expect("ten games");
    assert!(games.iter().any(|(_, tokens)| tokens.len() < longest.len()));
    for (tiles, tokens) in &games {
        assert_eq!(tiles, &games[0].0);
        assert!(longest.starts_with(tokens), "{tokens:?} is not a prefix of {longest:?}");
    }
}

#[test]
fn every_draw_can_be_verified() {
    let current = whole_game(&stronghold_setup(), 7);
    let (tiles, tokens) = draws(current.record());
    assert!(!tokens.is_empty());
    let verified = verify(current.record()).expect("an honest game");
    assert_eq!(verified.draws, tiles.len() + tokens.len());
    assert!(verified.is_finished);
    // A token that differs from the seed is detected.
    let text = current.record().to_text();
    let token = format!(" {}", current.record().notation().show(tokens[0]));
    let (before, _) = text.split_once(&token).expect("the token is in the record");
    let seed = text.lines().last().expect("the seed");
    let forged = |kind: u8| format!("{before} T{kind}\n{seed}\n");
    let is_honest = |kind: &u8| {
        let record = Record::parse(&forged(*kind)).expect("legal so far");
        verify(&record).is_ok()
    };
    let honest: Vec<_> = (1..=9).filter(is_honest).map(|kind| format!(" T{kind}")).collect();
    assert_eq!(honest, [token]);
}

#[test]
fn a_forced_deck_may_name_its_tokens() {
    // There are only two tokens of a kind; tokens that are unavailable or not listed are replaced
    // by the smallest kind left.
    let token = |kind| WallToken::new(kind).expect("1 to 9");
    let names: Vec<Box<str>> = {
        let game = AnyGame::new(&stronghold_setup()).expect("a possible set-up");
        let tiles = game.board().tiles();
        tiles.iter().flat_map(|(_, kind)| (0..kind.count).map(|_| kind.name.clone())).collect()
    };
    for (tokens, wanted) in [(vec![9, 9, 9, 2], [9, 9, 1]), (vec![], [1, 1, 2])] {
        let mut most = 0;
        for way in 0..200 {
            let deck = Deck::new(names.clone()).with_tokens(tokens.iter().copied().map(token));
            let mut current =
                Match::new(stronghold_setup(), Dealer::Forced(deck)).expect("all the tiles");
            play_on(&mut current, &mut Dice::new(way, 1), usize::MAX);
            assert!(current.game().is_over());
            let (_, turned_up) = draws(current.record());
            most = most.max(turned_up.len());
            for (action, kind) in turned_up.iter().zip(wanted) {
                assert_eq!(*action, Action::Reveal(token(kind)));
            }
        }
        assert!(most >= 3, "three tokens were never taken");
    }
}

#[test]
fn the_encoding_of_a_position_is_stable() {
    // Links must stay valid permanently: if this changes, the version has to change.
    let text = "bastide 1\ngame stronghold seats=2 deck=A1,E1\nDA1 P3,0r0 M0\nDE1";
    let record = Record::parse(text).expect("two turns");
    let name = position::encode(&record);
    assert_eq!(position::decode(&name).as_ref(), Ok(&record));
    assert_eq!(name, "178oDQsAgIAAB");
}

#[test]
fn choices_before_a_revealed_token_cannot_be_undone() {
    // A chance action came in between, and the player still has a choice in this turn.
    let mut found = 0;
    for number in 0..1000 {
        let dealer = Dealer::seeded(Seed::from_number(number), "");
        let mut current = Match::new(stronghold_setup(), dealer).expect("a possible set-up");
        let mut dice = Dice::new(number, 2);
        while let Actor::Seat(seat) = current.game().to_act() {
            if matches!(current.record().actions().last(), Some(Action::Reveal(_))) {
                assert!(!current.can_take_back(seat));
                found += 1;
            }
            play_on(&mut current, &mut dice, 1);
        }
    }
    assert!(found > 0, "no choice after a token");
}
