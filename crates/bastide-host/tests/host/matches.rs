//! Tests that a match enforces the order of play: seats act in turn, chance acts immediately, and
//! failed operations change nothing.

use bastide::{Action, Actor, Event, Game, Illegality, Seat};
use bastide_host::{Dealer, Dice, Match, MatchError, Record, Recorder, Seed, verify};

use crate::play::{all_setups, plain_setup, play_on, whole_game};

fn new_match(number: u64) -> Match {
    Match::new(plain_setup(), Dealer::seeded(Seed::from_number(number), "s")).expect("possible")
}

fn seat(index: u8) -> Seat {
    Seat::new(index).expect("a seat")
}

fn legal(current: &Match) -> Vec<Action> {
    let mut legal = Vec::new();
    current.game().legal_actions(&mut legal);
    legal
}

#[test]
fn a_new_match_has_drawn_the_first_tile() {
    let current = new_match(1);
    assert_eq!(current.game().to_act(), Actor::Seat(seat(0)));
    assert!(matches!(current.opening(), [Event::TileDrawn { .. }]), "TURN-2");
    assert_eq!(current.record().actions().len(), 1);
    assert!(current.record().commitment().is_some());
    assert_eq!(current.record().salt(), "s");
    assert_eq!(current.record().seed(), None, "still secret");
}

#[test]
fn the_wrong_seat_and_the_wrong_action_change_nothing() {
    let mut current = new_match(2);
    let before = current.record().clone();
    let action = legal(&current)[0];
    let refuse = |current: &mut Match, seat, action, why| {
        assert_eq!(current.play(seat, action), Err(MatchError::Illegal(why)));
        assert_eq!(*current.record(), before);
        assert_eq!(*current.game(), before.game());
    };
    refuse(&mut current, seat(1), action, Illegality::NotYourTurn);
    refuse(&mut current, seat(4), action, Illegality::NotYourTurn);
    refuse(&mut current, seat(0), Action::Pass, Illegality::WrongPhase);
    let draw = before.actions()[0];
    refuse(&mut current, seat(0), draw, Illegality::WrongPhase);
    assert!(current.play(seat(0), action).is_ok());
}

#[test]
fn whole_games_are_recorded_and_verified() {
    for (number, setup) in (100..).zip(all_setups()) {
        let current = whole_game(&setup, number);
        let record = current.record();
        assert_eq!(record.seed(), current.seed());
        let scores: Vec<_> = Seat::all(setup.seats).map(|s| current.game().scores()[s]).collect();
        assert_eq!(record.result(), Some(&*scores));
        let verified = verify(record).expect("dealt from that seed");
        assert!(verified.is_finished);
        // All tiles except those of the start were drawn.
        let start = record.start().board().laid().len();
        assert!(verified.draws + start >= current.game().board().laid().len());
        // Each chance action is followed by a decision or another draw in the same turn.
        for turn in record.turns() {
            assert!(turn[0].is_chance());
        }
    }
}

#[test]
fn nothing_can_be_played_after_the_end() {
    let mut current = whole_game(&plain_setup(), 3);
    let over = Err(MatchError::Illegal(Illegality::GameOver));
    assert_eq!(current.play(seat(0), Action::Pass), over);
    assert_eq!(current.take_back(seat(0)), Err(MatchError::NothingToTakeBack));
    current.abandon();
    assert!(!current.is_abandoned());
}

#[test]
fn placements_can_be_undone_but_draws_cannot() {
    let mut dice = Dice::new(4, 0);
    let mut taken_back = 0;
    let mut current = new_match(4);
    while let Actor::Seat(seat) = current.game().to_act() {
        let before = current.clone();
        let draws = crate::play::draws(current.record());
        assert!(!current.can_take_back(seat), "only a draw lies behind");
        assert_eq!(current.take_back(seat), Err(MatchError::NothingToTakeBack));
        play_on(&mut current, &mut dice, 1);
        let is_same_turn = current.record().full_turns() == before.record().full_turns();
        assert_eq!(current.can_take_back(seat), is_same_turn);
        if is_same_turn {
            let other = seat.next(2);
            assert_eq!(current.take_back(other), Err(MatchError::NothingToTakeBack));
            current.take_back(seat).expect("own placement in this turn");
            assert_eq!(current.record(), before.record());
            assert_eq!(current.game(), before.game());
            assert_eq!(crate::play::draws(current.record()), draws);
            taken_back += 1;
            play_on(&mut current, &mut dice, 1);
            if current.record().full_turns() == before.record().full_turns() {
                play_on(&mut current, &mut dice, 1);
            }
        }
    }
    assert!(taken_back > 20);
    assert!(verify(current.record()).is_ok(), "the draws are what they would have been");
}

#[test]
fn an_abandoned_match_reveals_its_seed() {
    let mut current = new_match(5);
    play_on(&mut current, &mut Dice::new(5, 0), 11);
    let action = legal(&current)[0];
    let Actor::Seat(seat) = current.game().to_act() else { panic!("early in the game") };
    current.abandon();
    assert!(current.is_abandoned());
    assert_eq!(current.play(seat, action), Err(MatchError::Abandoned));
    assert_eq!(current.take_back(seat), Err(MatchError::Abandoned));
    let record = Record::parse(&current.record().to_text()).expect("it reads back");
    assert_eq!(record.result(), None);
    assert!(!verify(&record).expect("its draws can be checked").is_finished);
    let dealer = Dealer::seeded(Seed::from_number(5), "s");
    assert!(matches!(Match::resume(record, dealer), Err(MatchError::Abandoned)));
}

#[test]
fn an_interrupted_match_resumes_unchanged() {
    for decisions in 0..60 {
        let mut current = new_match(6);
        play_on(&mut current, &mut Dice::new(decisions, 0), decisions as usize);
        let record = Record::parse(&current.record().to_text()).expect("it reads back");
        let dealer = Dealer::seeded(Seed::from_number(6), "s");
        let mut resumed = Match::resume(record, dealer).expect("the same dealer");
        play_on(&mut current, &mut Dice::new(9, 0), usize::MAX);
        play_on(&mut resumed, &mut Dice::new(9, 0), usize::MAX);
        assert_eq!(resumed.record(), current.record());
        assert_eq!(resumed.game(), current.game());
    }
}

#[test]
fn a_match_resumes_between_two_turns() {
    // A record that ends after a full turn, before the next draw.
    let whole = whole_game(&plain_setup(), 6);
    let mut recorder = Recorder::new(plain_setup()).expect("possible");
    let first: Vec<_> = whole.record().turns().next().expect("a turn").to_vec();
    for action in first {
        recorder.play(action).expect("legal before");
    }
    let dealer = Dealer::seeded(Seed::from_number(6), "a salt");
    let resumed = Match::resume(recorder.into_record(), dealer).expect("the same dealer");
    assert_eq!(resumed.game().to_act(), Actor::Seat(seat(1)));
    assert!(whole.record().actions().starts_with(resumed.record().actions()));
}

#[test]
fn a_match_does_not_resume_with_another_dealer() {
    let mut current = new_match(7);
    play_on(&mut current, &mut Dice::new(7, 0), 30);
    let resume = |dealer| Match::resume(current.record().clone(), dealer).map(|_| ());
    assert_eq!(resume(Dealer::seeded(Seed::from_number(8), "s")), Err(MatchError::WrongSeed));
    let other_salt = resume(Dealer::seeded(Seed::from_number(7), "t"));
    assert!(matches!(other_salt, Err(MatchError::DrawDiffers(_))));
    assert_eq!(resume(Dealer::forced(["V"])), Err(MatchError::DeckDiffers));
}

#[test]
fn a_forced_deck_must_be_that_of_the_setup() {
    let mut setup = plain_setup();
    setup.deck = Some(vec!["V".into(), "E".into()]);
    let new =
        |names: &[&str]| Match::new(setup.clone(), Dealer::forced(names.to_vec())).map(|_| ());
    assert_eq!(new(&["E", "V"]), Ok(()));
    assert_eq!(new(&["E", "E"]), Err(MatchError::DeckDiffers));
    assert_eq!(new(&["E", "V", "V"]), Err(MatchError::DeckDiffers));
    let unknown = Match::new(plain_setup(), Dealer::forced(["Zz"])).map(|_| ());
    assert!(matches!(unknown, Err(MatchError::Setup(_))));
}

/// Plays a random action of the seat to act.
fn step(current: &mut Match, dice: &mut Dice) {
    let Actor::Seat(seat) = current.game().to_act() else { panic!("a seat is to act") };
    let legal = legal(current);
    let action = dice.pick(&legal);
    current.play(seat, action).expect("legal");
}

#[test]
fn undoing_past_draws_keeps_the_draws() {
    let mut current = new_match(11);
    let mut dice = Dice::new(3, 0);
    for _ in 0..40 {
        step(&mut current, &mut dice);
    }
    let before = current.record().clone();
    for keep in [30, 7, 2] {
        current.rewind(keep, Dealer::seeded(Seed::from_number(11), "s")).expect("the same dealer");
        let kept = current.record().actions().len();
        assert_eq!(current.record().actions(), &before.actions()[..kept]);
        assert!(kept >= keep, "chance never waits");
        assert!(!current.record().actions()[keep..].iter().any(|action| !action.is_chance()));
    }
    for &action in &before.actions()[current.record().actions().len()..] {
        if !action.is_chance() {
            let Actor::Seat(seat) = current.game().to_act() else { panic!("a seat is to act") };
            current.play(seat, action).expect("as before");
        }
    }
    assert_eq!(current.record(), &before);
    let other = current.rewind(5, Dealer::seeded(Seed::from_number(12), "s"));
    assert!(matches!(other, Err(MatchError::DrawDiffers(_))), "{other:?}");
    assert_eq!(current.record(), &before, "nothing has changed");
}

#[test]
fn a_game_can_be_continued_with_a_new_seed() {
    let mut first = new_match(11);
    let mut dice = Dice::new(3, 0);
    for _ in 0..30 {
        step(&mut first, &mut dice);
    }
    let dealer = || Dealer::seeded(Seed::from_number(99), "");
    let mut other = Match::go_on(first.record(), 12, dealer()).expect("possible");
    assert_eq!(other.record().actions()[..12], first.record().actions()[..12]);
    assert_eq!(other.record().commitment(), None, "nothing is promised");
    while !other.game().is_over() {
        step(&mut other, &mut dice);
    }
    let ended = other.record().clone();
    other.rewind(0, dealer()).expect("the same dealer");
    let kept = other.record().actions().len();
    assert!((12..=13).contains(&kept), "what was given stays: {kept}");
    assert_eq!(other.record().actions(), &ended.actions()[..kept]);
}
