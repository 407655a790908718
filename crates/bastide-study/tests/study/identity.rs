//! Luck, skill and the start add up to the final margin, in games of all mixes.

use bastide::{LandRules, Rules, Setup, StrongholdRules};
use bastide_bots::{Kind, Spec};
use bastide_study::Review;

use crate::{games, play};

/// Budget of a decision: the identity does not depend on it.
const NODES: u64 = 1;

/// Returns all mixes with two to five players, and The Castle.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for (at, mix) in LandRules::all_mixes().enumerate() {
        setups.push(Setup::new(Rules::Land(mix), 2 + (at % 4) as u8));
        if at % 8 == 0 {
            setups.push(Setup::new(Rules::Stronghold(StrongholdRules), 2));
        }
    }
    setups
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
    let setups = setups();
    // 41 is coprime to the number of set-ups, so a sample has mixes of all kinds.
    for number in 0..games(30) {
        let setup = &setups[number * 41 % setups.len()];
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
    }
}
