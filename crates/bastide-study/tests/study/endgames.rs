//! Exact values of the last turns, compared with plain recursion.

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Seat, Setup, StrongholdRules};
use bastide_bots::Turns;
use bastide_host::Dice;
use bastide_study::assess;

use crate::play;

/// Share of the win and lead of the first seat under best play, by recursion without any pruning:
/// each seat maximises its share of the win, then its lead.
fn plain(game: &AnyGame) -> (f64, f64) {
    match game.to_act() {
        Actor::Nobody => {
            let scores = game.scores();
            let lead = scores[Seat::FIRST] - scores[Seat::FIRST.next(2)];
            (f64::from(lead.signum() + 1) / 2.0, f64::from(lead))
        }
        Actor::Chance => {
            let (all, mut sum) = (f64::from(game.chance_count()), (0.0, 0.0));
            for (draw, weight) in game.chances() {
                let mut next = game.clone();
                next.play_unchecked(draw);
                let (win, lead) = plain(&next);
                let share = f64::from(weight) / all;
                sum = (sum.0 + share * win, sum.1 + share * lead);
            }
            sum
        }
        Actor::Seat(seat) => {
            let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
            let key = |(win, lead): (f64, f64)| sign * (1000.0 * win + lead);
            let mut best = None;
            Turns::default().each(game, |after| {
                let value = plain(after.game);
                if best.is_none_or(|best| key(value) > key(best)) {
                    best = Some(value);
                }
            });
            best.expect("a seat has at least one turn")
        }
    }
}

#[test]
fn exact_values_agree_with_plain_recursion() {
    let bots = ["greedy", "greedy"].map(|spec| spec.parse().expect("a bot"));
    let mut compared = [0; 2];
    for (number, rules) in ["base,fields", "base,fields,abbot", "base", "stronghold"]
        .into_iter()
        .cycle()
        .take(12)
        .enumerate()
    {
        let rules = match rules {
            "stronghold" => Rules::Stronghold(StrongholdRules),
            land => Rules::Land(land.parse::<LandRules>().expect("a mix")),
        };
        let setup = Setup::new(rules, 2);
        let mut dice = Dice::new(3, number as u64);
        let setup = short(&setup, &mut dice);
        let record = play(&setup, &bots, number as u64);
        for decision in bastide_study::decisions(&record) {
            let left = decision.game.bag().left() as usize;
            if left > 1 {
                continue;
            }
            let found = assess(&decision.game, Some(&decision.played), 5_000_000, 1);
            let found = found.expect("a seat has to act");
            assert!(found.is_exact, "{left} tiles left");
            for (value, game) in [(&found.best, &decision.game), (&found.played, &decision.after)] {
                let (win, lead) = plain(game);
                assert_eq!(value.margin[0], (lead * 1000.0).round() as i64, "{}", setup.rules);
                assert_eq!(value.win[0], (win * 1000.0).round() as i64, "{}", setup.rules);
            }
            compared[left] += 1;
        }
    }
    assert!(compared.iter().all(|&count| count >= 8), "{compared:?}");
}

/// Returns the same game with six random tiles: plain recursion over a large board takes minutes.
fn short(setup: &Setup, dice: &mut Dice) -> Setup {
    let game = AnyGame::new(setup).expect("a possible set-up");
    let kinds = game.board().tiles();
    let mut names: Vec<String> = Vec::new();
    for (tile, count) in game.bag().next() {
        names.extend((0..count).map(|_| kinds.kind(tile).name.to_string()));
    }
    let deck: Vec<String> = (0..6).map(|_| names.swap_remove(dice.below(names.len()))).collect();
    setup.clone().with_deck(deck.iter().map(String::as_str))
}
