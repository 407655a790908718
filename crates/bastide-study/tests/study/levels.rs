//! A review finds the larger errors on the side of the weaker player.

use bastide::{LandRules, Rules, Setup};
use bastide_bots::Spec;
use bastide_study::{Review, Reviewer, Verdict};

use crate::{games, play};

/// `BASTIDE_GAMES=100` reviews a hundred games of `easy` and `master` with the default budget, in about
/// an hour; the sample is small.
#[test]
fn the_weaker_player_loses_more_points_by_errors() {
    let full = std::env::var_os("BASTIDE_GAMES").is_some();
    let (games, nodes) = (games(4), if full { Reviewer::NODES } else { Reviewer::NODES / 10 });
    // `master` has a second for a turn, which is about as many states.
    let master = if full { "strong@7500000n" } else { "strong@100000n" };
    let specs: [Spec; 2] = ["easy", master].map(|spec| spec.parse().expect("a bot"));
    let (mut found, mut rates) = (0, [0, 0]);
    for number in 0..games {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let weak = number % 2;
        let seated = [specs[weak], specs[1 - weak]];
        let record = play(&setup, &seated, number as u64);
        let players = Review::of(&record, nodes, |_| {}).ledger.players();
        rates[0] += players[weak].rate();
        rates[1] += players[1 - weak].rate();
        found += usize::from(players[weak].lost > players[1 - weak].lost);
    }
    let rate = |sum: i64| sum as f64 / games as f64 / 1000.0;
    println!("{found} of {games}; lost a turn: {:.3}, {:.3}", rate(rates[0]), rate(rates[1]));
    assert!(found * 100 >= games * 95, "{found} of {games}");
}

#[test]
fn losses_within_the_noise_are_zero() {
    let setup = Setup::new(Rules::Land(LandRules::default()), 2);
    let specs: [Spec; 2] = ["easy", "normal"].map(|spec| spec.parse().expect("a bot"));
    let record = play(&setup, &specs, 5);
    let review = Review::of(&record, 20_000, |_| {});
    let (mut lost, mut equal) = (0, 0);
    for step in review.steps.iter().filter(|step| !step.is_exact) {
        match step.lost() {
            0 => equal += usize::from(step.verdict == Verdict::Equal),
            // Rounded to thousandths.
            points => assert!(points + 2 >= 2 * step.error, "{step:?}"),
        }
        lost += usize::from(step.verdict.is_loss());
        assert_eq!(step.verdict.is_loss(), step.lost() > 0, "turn {}", step.turn);
    }
    assert!(lost > 3 && equal > 3, "{lost} losses, {equal} equal turns");
}
