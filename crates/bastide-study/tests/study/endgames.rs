//! Exact values of the last turns, compared with plain recursion.

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Seat, Setup, StrongholdRules};
use bastide_bots::Turns;
use bastide_host::{Dice, Record};
use bastide_study::{Value, assess};

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
    let mixes = [
        "base,fields",
        "base,fields,abbot",
        "base",
        "stronghold",
        "base,fields,inns",
        "base,traders",
        "base,fields,inns,traders",
        "wheel,fields",
        "base,fields,bridges,castles,barns",
    ];
    for (number, rules) in mixes.into_iter().cycle().take(3 * mixes.len()).enumerate() {
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
            agree(&found.best, &decision.game);
            agree(&found.played, &decision.after);
            compared[left] += 1;
        }
    }
    assert!(compared.iter().all(|&count| count >= 8), "{compared:?}");
}

#[track_caller]
fn agree(value: &Value, game: &AnyGame) {
    let (win, lead) = plain(game);
    assert_eq!(value.margin[0], (lead * 1000.0).round() as i64);
    assert_eq!(value.win[0], (win * 1000.0).round() as i64);
}

/// Red's builder stands on a road, and the drawn tile can extend it: after some turns red moves
/// again, after the others blue does (BUILDER-3).
#[test]
fn second_turns_are_searched_as_by_plain_recursion() {
    let begun = |rules: &str, deck: &str| {
        let text = format!(
            "bastide 1\ngame land rules={rules} seats=2 first=0 deck={deck}\nDU P1,0r1 M0\n\
             DB P0,1r0 .\nDU P2,0r1 W0\nDB P1,1r0 .\nDV\n"
        );
        Record::parse(&text).expect("a record").game()
    };
    for (rules, deck, left) in [
        ("base,fields,inns,traders", "U,B,U,B,V,E", 1),
        ("base,fields,traders", "U,B,U,B,V,TO", 1),
        ("base,traders", "U,B,U,B,V,E,U", 2),
    ] {
        let game = begun(rules, deck);
        assert_eq!(game.bag().left(), left);
        let found = assess(&game, None, 50_000_000, 1).expect("a seat has to act");
        assert!(found.is_exact, "{rules}");
        agree(&found.best, &game);
        let mut next = [0; 2];
        Turns::default().each(&game, |after| next[after.game.turn().index()] += 1);
        assert!(next.iter().all(|&count| count > 0), "{next:?} turns of red and blue follow");
        // Every turn has the value of its own continuation.
        let mut turns = Vec::new();
        Turns::default().each(&game, |after| turns.push(after.actions.to_vec()));
        for turn in turns.iter().step_by(5) {
            let found = assess(&game, Some(turn), 50_000_000, 1).expect("a seat has to act");
            let mut after = game.clone();
            turn.iter().for_each(|&action| after.play_unchecked(action));
            agree(&found.played, &after);
            let played: Vec<_> = found.turns.iter().filter(|turn| turn.is_played).collect();
            assert_eq!(played.len(), 1, "{turn:?} is listed once");
            assert_eq!(played[0].lost, found.best.margin[0] - found.played.margin[0]);
        }
    }
}

/// The worst of many turns is not among the best four, but a page shows it as the played one.
#[test]
fn exact_values_list_the_played_turn() {
    let text =
        "bastide 1\ngame land rules=base,fields seats=2 first=0 deck=V,E\nDV P1,0r0 M0\nDE\n";
    let game = Record::parse(text).expect("a record").game();
    let without = assess(&game, None, 100_000, 1).expect("a seat has to act");
    assert_eq!(without.turns.len(), 4);
    assert!(without.turns.iter().all(|turn| !turn.is_played));
    let mut all = Vec::new();
    Turns::default().each(&game, |after| all.push(after.actions.to_vec()));
    for turn in all {
        let found = assess(&game, Some(&turn), 100_000, 1).expect("a seat has to act");
        let played: Vec<_> = found.turns.iter().filter(|turn| turn.is_played).collect();
        assert_eq!(played.len(), 1, "{turn:?}");
        assert_eq!(played[0].actions, turn);
        assert_eq!(found.turns[..4].iter().map(|t| t.lost).max(), Some(without.turns[3].lost));
    }
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
