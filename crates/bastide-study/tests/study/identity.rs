//! Luck, skill and the start add up to the final margin, in games of all mixes.

use std::collections::BTreeSet;

use bastide::{LandRules, Rules, Setup, StrongholdRules};
use bastide_bots::{Kind, Spec};
use bastide_study::Review;

use crate::{games, play};

/// Budget of a decision: the identity does not depend on it.
const NODES: u64 = 1;

/// Number of games by default. `BASTIDE_GAMES=1000` plays every mix. Each game is printed when it
/// ends (`--nocapture`).
const SAMPLE: usize = 12;

/// Distance between the mixes of consecutive games, so that a sample has mixes of all kinds.
const STRIDE: usize = 41;

/// Returns all mixes, and The Castle between them.
fn mixes() -> Vec<Rules> {
    let mut mixes = Vec::new();
    for (at, mix) in LandRules::every_mix().enumerate() {
        mixes.push(Rules::Land(mix));
        if at % 8 == 0 {
            mixes.push(Rules::Stronghold(StrongholdRules));
        }
    }
    mixes
}

/// Returns the set-up of a game: every mix once before any is repeated, with all numbers of players.
fn setup(mixes: &[Rules], number: usize) -> Setup {
    let at = number * STRIDE % mixes.len();
    let most = match mixes[at] {
        Rules::Land(mix) => usize::from(*mix.seats().end()),
        Rules::Stronghold(_) => 2,
    };
    // The rest by the number of mixes is the same for equal mixes, its quotient counts the rounds.
    let seats = 2 + (number + number / mixes.len()) % (most - 1);
    Setup::new(mixes[at].clone(), seats as u8)
}

#[test]
fn the_games_have_every_mix_and_number_of_players() {
    let mixes = mixes();
    let used: BTreeSet<usize> =
        (0..mixes.len()).map(|number| number * STRIDE % mixes.len()).collect();
    assert_eq!(used.len(), mixes.len(), "the stride skips mixes");
    let sample: Vec<Setup> = (0..SAMPLE).map(|number| setup(&mixes, number)).collect();
    for expansion in ["inns", "traders", "wheel", "river", "stronghold"] {
        let has = |setup: &&Setup| setup.rules.to_string().contains(expansion);
        assert!(sample.iter().filter(has).count() > 0, "no game with {expansion}");
    }
    for seats in LandRules::all_seats() {
        assert!(sample.iter().any(|setup| setup.seats == seats), "no game for {seats}");
    }
}

/// Returns weak levels for each seat, which make all kinds of errors.
fn levels(seats: u8, number: usize) -> Vec<Spec> {
    let levels = [Kind::Beginner, Kind::Easy, Kind::Greedy];
    let kind = |seat: u8| levels[(number + usize::from(seat)) % levels.len()];
    let spec = |kind: Kind| Spec { kind, budget: kind.usual_budget() };
    (0..seats).map(|seat| spec(kind(seat))).collect()
}

#[test]
fn start_luck_and_skill_add_up_to_the_margin() {
    let mixes = mixes();
    for number in games(SAMPLE) {
        let setup = &setup(&mixes, number);
        let record = play(setup, &levels(setup.seats, number), number as u64);
        let review = Review::of(&record, NODES, |_| {});
        let scores = record.result().expect("the game is over");
        let others = i64::from(setup.seats) - 1;
        let total: i64 = scores.iter().map(|&points| i64::from(points)).sum();
        for player in review.ledger.players() {
            let name = format!("game {number}, {}, {}", setup.rules, player.seat);
            assert_eq!(player.start + player.luck + player.skill, player.margin, "{name}");
            // The margin is that of the final scores, rounded once.
            let own = i64::from(scores[player.seat.index()]);
            let exact = 1000 * (own * (others + 1) - total);
            assert!((player.margin * others - exact).abs() <= others, "{name}");
        }
        println!("game {number}: the sums are exact; {}, {} players", setup.rules, setup.seats);
    }
}
