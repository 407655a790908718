//! A review finds the larger errors on the side of the weaker player.

use bastide::{LandRules, Rules, Setup};
use bastide_bots::Spec;
use bastide_study::{Review, Reviewer, Verdict};

use crate::{games, play};

/// `BASTIDE_GAMES=100` reviews a hundred games of `easy` and `master` with the default budget, in
/// about an hour; the sample is small. The result of each game is printed when it ends
/// (`--nocapture`).
#[test]
fn the_weaker_player_loses_more_points_by_errors() {
    let full = std::env::var_os("BASTIDE_GAMES").is_some();
    let (games, nodes) = (games(4), if full { Reviewer::NODES } else { Reviewer::NODES / 10 });
    // `master` has a second for a turn, which is about as many states.
    let master = if full { "strong@7500000n" } else { "strong@100000n" };
    let specs: [Spec; 2] = ["easy", master].map(|spec| spec.parse().expect("a bot"));
    // The larger error is found in at least 95 of 100 games: more misses fail at once.
    let (count, mut missed, mut rates) = (games.len(), 0, [0, 0]);
    for number in games {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let weak = number % 2;
        let seated = [specs[weak], specs[1 - weak]];
        let record = play(&setup, &seated, number as u64);
        let players = Review::of(&record, nodes, |_| {}).ledger.players();
        let players = [&players[weak], &players[1 - weak]];
        let is_found = players[0].lost > players[1].lost;
        missed += usize::from(!is_found);
        for (sum, player) in rates.iter_mut().zip(players) {
            *sum += player.rate();
        }
        let [weak, strong] = players.map(|player| rate(player.rate()));
        let result = if is_found { "found" } else { "missed" };
        println!("game {number}: {result}; lost a turn: {weak:.3}, {strong:.3}");
        assert!(missed * 100 <= count * 5, "{missed} of {count} games missed");
    }
    let [weak, strong] = rates.map(|sum| rate(sum) / count as f64);
    println!("{} of {count} found; lost a turn: {weak:.3}, {strong:.3}", count - missed);
}

/// Converts thousandths of a point to points.
fn rate(thousandths: i64) -> f64 {
    thousandths as f64 / 1000.0
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
