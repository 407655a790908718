//! Tests that draws depend only on the seed and can be verified.

use std::collections::BTreeMap;

use bastide::{Game, LandRules, Rules, Setup};
use bastide_host::{
    Commitment, Dealer, Dice, Match, Record, Salt, Salts, Seed, VerifyError, verify,
};

use crate::play::{all_setups, draws, plain_setup, play_on, whole_game};

#[test]
fn the_first_draws_are_those_of_the_documents() {
    // Computed with the Python program of docs/fair-play.md, which is an independent
    // implementation.
    let dealer = Dealer::seeded(Seed::from_number(7), "table 1");
    assert_eq!(dealer.first(2), 1);
    let mut current = Match::new(plain_setup(), dealer).expect("a possible set-up");
    play_on(&mut current, &mut Dice::new(0, 0), usize::MAX);
    let draws = draws(current.record());
    assert_eq!(draws[..8].join(" "), "DU DO DV DU DA DX DM DR");
}

#[test]
fn the_draws_do_not_depend_on_the_moves() {
    for setup in all_setups() {
        let play = |style| {
            let dealer = Dealer::seeded(Seed::from_number(77), "a salt");
            let mut current = Match::new(setup.clone(), dealer).expect("a possible set-up");
            play_on(&mut current, &mut Dice::new(style, 0), usize::MAX);
            current
        };
        let (one, other) = (play(1), play(2));
        assert_ne!(one.record().actions(), other.record().actions());
        assert_eq!(draws(one.record()), draws(other.record()), "{}", setup.rules);
    }
}

#[test]
fn draws_depend_on_seed_and_salt_but_not_on_players() {
    let tiles = |seats, seed, salt: &str| {
        let dealer = Dealer::seeded(Seed::from_number(seed), salt);
        let setup = Setup::new(Rules::Land(LandRules::default()), seats);
        let mut current = Match::new(setup, dealer).expect("a possible set-up");
        play_on(&mut current, &mut Dice::new(1, 0), usize::MAX);
        draws(current.record())
    };
    assert_eq!(tiles(2, 1, "a"), tiles(5, 1, "a"));
    assert_ne!(tiles(2, 1, "a"), tiles(2, 2, "a"));
    assert_ne!(tiles(2, 1, "a"), tiles(2, 1, "b"));
}

#[test]
fn the_first_draw_is_uniformly_distributed() {
    // SETUP-3: the other 71 tiles are shuffled.
    let games = 7100;
    let mut firsts = BTreeMap::new();
    let mut dealt_first = [0_u32; 3];
    let game = Record::new(plain_setup()).expect("a possible set-up").start();
    for number in 0..games {
        let mut dealer = Dealer::seeded(Seed::from_number(number), "");
        dealt_first[usize::from(dealer.first(3))] += 1; // SETUP-4
        *firsts.entry(dealer.deal(&game).expect("a tile")).or_insert(0_u32) += 1;
    }
    let chances: Vec<_> = game.chances().collect();
    assert_eq!((chances.iter().map(|&(_, ways)| ways).sum(), game.chance_count()), (71, 71));
    let chi: f64 = chances
        .iter()
        .map(|(action, ways)| {
            let expected = f64::from(*ways) * games as f64 / 71.0;
            let seen = f64::from(firsts.get(action).copied().unwrap_or(0));
            (seen - expected).powi(2) / expected
        })
        .sum();
    assert_eq!(chances.len(), 32);
    assert!(chi < 61.1, "{chi}: fair draws stay below in 999 of 1000 runs");
    assert!(dealt_first.iter().all(|&n| (2200..2540).contains(&n)), "{dealt_first:?}");
}

#[test]
fn honest_games_are_confirmed() {
    for (number, setup) in (500..).zip(all_setups()) {
        let current = whole_game(&setup, number);
        let verified = verify(current.record()).expect("an honest game");
        let chance = current.record().actions().iter().filter(|action| action.is_chance());
        assert_eq!(verified.draws, chance.count());
        let dealer = Dealer::seeded(Seed::from_number(number), "a salt");
        assert_eq!(verified.is_first_drawn, dealer.first(setup.seats) == setup.first);
    }
}

/// Verifies an honest game with a piece of its text replaced.
fn doctored(from: &str, to: &str) -> Result<Record, VerifyError> {
    let text = whole_game(&plain_setup(), 9).record().to_text();
    assert!(text.contains(from));
    let record = Record::parse(&text.replacen(from, to, 1)).expect("still a legal game");
    verify(&record).map(|_| record)
}

#[test]
fn missing_parts_of_a_proof_are_named() {
    let record = whole_game(&plain_setup(), 9).record().clone();
    let commitment = record.commitment().expect("a seeded game has one");
    let seed = record.seed().expect("it is over").clone();
    assert_eq!(doctored(&format!(" commit={commitment}"), ""), Err(VerifyError::NoCommitment));
    assert_eq!(doctored(&format!("seed {seed}"), ""), Err(VerifyError::NoSeed));
}

#[test]
fn another_seed_is_detected() {
    let seed = Seed::from_number(9);
    let other = Seed::from_number(10);
    let setup = plain_setup();
    assert_eq!(
        doctored(&seed.to_string(), &other.to_string()),
        Err(VerifyError::WrongSeed {
            committed: Commitment::of(&seed, &setup),
            given: Commitment::of(&other, &setup),
        })
    );
}

#[test]
fn a_commitment_to_another_game_is_detected() {
    let plain = Commitment::of(&Seed::from_number(1), &plain_setup());
    let mut deck = plain_setup();
    deck.deck = Some(vec!["V".into()]);
    let mut first = plain_setup();
    first.first = 1;
    let of = |setup: &Setup| Commitment::of(&Seed::from_number(1), setup);
    assert_ne!(of(&deck), plain);
    assert_ne!(of(&Setup::new(Rules::Land(LandRules::default()), 3)), plain);
    assert_eq!(of(&first), plain, "who begins is drawn later");
}

#[test]
fn another_salt_is_detected() {
    assert!(matches!(doctored("a%20salt", "b"), Err(VerifyError::DrawDiffers(_))));
}

#[test]
fn another_tile_is_detected_with_its_turn() {
    let whole = whole_game(&plain_setup(), 9);
    // The same game up to turn 7, then a tile that differs from the seed.
    let mut lines: Vec<_> = whole.record().to_text().lines().map(str::to_owned).collect();
    lines.truncate(2 + 6);
    let drawn = draws(whole.record())[6].clone();
    let wrong = if drawn == "DV" { "DU" } else { "DV" };
    lines.push(wrong.into());
    lines.push(format!("seed {}", Seed::from_number(9)));
    let record = Record::parse(&lines.join("\n")).expect("a legal game");
    let Err(VerifyError::DrawDiffers(differs)) = verify(&record) else {
        panic!("it must be noticed")
    };
    assert_eq!((differs.turn, &*differs.drawn, differs.expected), (7, wrong, drawn));
}

/// Returns the salts of a game for two in which both seats contributed one.
fn two_salts() -> Salts {
    let salt = |byte| Salt::from_bytes([byte; 32]);
    Salts { text: String::new(), revealed: vec![(0, salt(1)), (1, salt(2))] }
}

fn salted_game(salts: Salts) -> Match {
    let dealer = Dealer::salted(Seed::from_number(9), salts);
    let mut current = Match::new(plain_setup(), dealer).expect("a possible set-up");
    play_on(&mut current, &mut Dice::new(3, 0), usize::MAX);
    current
}

#[test]
fn a_game_with_committed_salts_is_confirmed_with_its_contributors() {
    let current = salted_game(two_salts());
    let text = current.record().to_text();
    let record = Record::parse(&text).expect("a legal game");
    assert_eq!(record.to_text(), text);
    assert_eq!(&Record::from_json(&record.to_json()).expect("the same in JSON"), &record);
    let verified = verify(&record).expect("an honest game");
    assert_eq!(verified.contributors, [0, 1]);
    let plain = verify(whole_game(&plain_setup(), 9).record()).expect("an honest game");
    assert!(plain.contributors.is_empty());
    let resumed = Match::resume(
        Record::parse(text.split("end ").next().expect("a part")).expect("a legal game"),
        Dealer::salted(Seed::from_number(9), two_salts()),
    );
    assert!(resumed.is_ok(), "{resumed:?}");
}

#[test]
fn every_committed_salt_changes_the_draws() {
    let all = draws(salted_game(two_salts()).record());
    let mut other = two_salts();
    other.revealed[1].1 = Salt::from_bytes([3; 32]);
    let mut swapped = two_salts();
    swapped.revealed = vec![(0, Salt::from_bytes([2; 32])), (1, Salt::from_bytes([1; 32]))];
    let mut without = two_salts();
    without.revealed.pop();
    let mut text = two_salts();
    text.text = "hello".to_owned();
    for salts in [other, swapped, without, text] {
        assert_ne!(draws(salted_game(salts.clone()).record()), all, "{salts:?}");
    }
}

#[test]
fn a_changed_salt_is_detected_by_the_commitment() {
    let text = salted_game(two_salts()).record().to_text();
    let (one, other) = ("01".repeat(32), "02".repeat(32));
    for (from, to) in [
        (format!("salts=0:{one},1:{other}"), format!("salts=0:{one},1:{}", "03".repeat(32))),
        (format!("salts=0:{one},1:{other}"), format!("salts=0:{one}")),
        (format!(",1:{other}"), format!(",1:{other} salt=chosen")),
        (format!(" salts=0:{one},1:{other}"), String::new()),
    ] {
        let doctored = Record::parse(&text.replacen(&from, &to, 1)).expect("still a legal game");
        assert!(matches!(verify(&doctored), Err(VerifyError::WrongSeed { .. })), "{to}");
    }
    let copied = text.replacen(&format!(",1:{other}"), &format!(",1:{one}"), 1);
    let copied = Record::parse(&copied).expect("still a legal game");
    assert_eq!(verify(&copied), Err(VerifyError::RepeatedSalt(1)));
}

#[test]
fn salts_have_one_spelling() {
    let text = salted_game(two_salts()).record().to_text();
    let (one, other) = ("01".repeat(32), "02".repeat(32));
    let from = format!("salts=0:{one},1:{other}");
    for bad in [
        format!("1:{other},0:{one}"),
        format!("0:{one},0:{other}"),
        format!("0:{one},2:{other}"),
        format!("00:{one}"),
        format!("+0:{one}"),
        format!("0:{one},"),
        format!("0:{}", &one[1..]),
        format!("0:{}", one.replace('0', "A")),
        one.clone(),
        String::new(),
    ] {
        let text = text.replacen(&from, &format!("salts={bad}"), 1);
        assert!(Record::parse(&text).is_err(), "{bad}");
    }
}

#[test]
fn a_new_seed_replaces_future_draws_only() {
    let reseeded = |numbers: &[u64]| {
        let dealer = Dealer::salted(Seed::from_number(9), two_salts());
        let mut current = Match::new(plain_setup(), dealer).expect("a possible set-up");
        for (turns, number) in (1..).zip(numbers) {
            play_on(&mut current, &mut Dice::new(3, 0), turns * 10);
            let drawn = current.record().draws();
            let reseed = current.reseed(Seed::from_number(*number)).expect("it is on");
            assert_eq!(reseed.expect("a seeded game").after, drawn);
        }
        play_on(&mut current, &mut Dice::new(4, 0), usize::MAX);
        current
    };
    let (plain, one, other) = (reseeded(&[]), reseeded(&[20]), reseeded(&[20, 21]));
    let at = one.record().reseeds()[0].after;
    let second = other.record().reseeds()[1].after;
    let tiles = |current: &Match| draws(current.record());
    assert_eq!(tiles(&plain)[..at], tiles(&one)[..at], "what was seen stays");
    assert_ne!(tiles(&plain)[at..], tiles(&one)[at..], "what comes is new");
    assert_eq!(tiles(&one)[..second], tiles(&other)[..second]);
    assert_ne!(tiles(&one)[second..], tiles(&other)[second..]);
    for (current, reseeds) in [(&plain, 0), (&one, 1), (&other, 2)] {
        let text = current.record().to_text();
        let record = Record::parse(&text).expect("a legal game");
        assert_eq!(record.to_text(), text);
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
        assert_eq!(verify(&record).expect("an honest game").reseeds, reseeds);
    }
    // A later seed is bound to its position, its predecessor and its draws.
    let text = other.record().to_text();
    let moved = text.replacen(&format!("reseed={at}:"), &format!("reseed={}:", at - 1), 1);
    let (first, later) = (Seed::from_number(20).to_string(), Seed::from_number(21).to_string());
    for doctored in [
        moved,
        text.replacen(&first, &Seed::from_number(22).to_string(), 1),
        text.replacen(&format!("{first} {later}"), &format!("{later} {first}"), 1),
    ] {
        assert_ne!(doctored, text);
        let record = Record::parse(&doctored).expect("a legal game");
        assert!(matches!(verify(&record), Err(VerifyError::WrongSeed { .. })));
    }
    assert!(Record::parse(&text.replacen(&format!(" {later}"), "", 1)).is_err(), "a seed too few");
}

#[test]
fn undoing_past_a_new_seed_keeps_the_draws() {
    let dealer = || Dealer::salted(Seed::from_number(9), two_salts());
    let mut current = Match::new(plain_setup(), dealer()).expect("a possible set-up");
    play_on(&mut current, &mut Dice::new(3, 0), 20);
    let before = current.record().commitment();
    let reseed = current.reseed(Seed::from_number(20)).expect("it is on").expect("a seeded game");
    play_on(&mut current, &mut Dice::new(3, 0), 40);
    let seen = draws(current.record());
    let again = dealer().reseeded(Seed::from_number(20), reseed.after, before);
    current.rewind(4, again).expect("the same dealer");
    play_on(&mut current, &mut Dice::new(5, 0), usize::MAX);
    assert_eq!(draws(current.record())[..seen.len()], seen[..]);
    assert!(verify(current.record()).is_ok());
}
