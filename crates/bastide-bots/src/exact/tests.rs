//! Compares the search with plain recursion over single actions.

use std::time::Duration;

use bastide::{LandRules, Rules, Setup, StrongholdRules};
use bastide_host::Dice;

use super::*;
use crate::Character;
use crate::turns::Turns;

/// Returns the value for each seat under optimal play, by plain recursion.
fn brute(game: &AnyGame) -> BySeat<Worth> {
    let mut worths = BySeat::splat(Worth::NOTHING);
    match game.to_act() {
        Actor::Nobody => worths = Worth::to_all(game.scores(), game.seats()),
        Actor::Chance => {
            let ways = game.chance_count();
            for (draw, weight) in game.chances() {
                let drawn = brute(&after_action(game, draw));
                for (worth, drawn) in worths.0.iter_mut().zip(drawn.0) {
                    worth.add(f64::from(weight) / f64::from(ways), drawn);
                }
            }
        }
        Actor::Seat(seat) => {
            let (mut legal, mut best) = (Vec::new(), f64::NEG_INFINITY);
            game.legal_actions(&mut legal);
            for action in legal {
                let after = brute(&after_action(game, action));
                if after[seat].utility > best {
                    (best, worths) = (after[seat].utility, after);
                }
            }
        }
    }
    worths
}

/// Plays at random until `left` tiles are in the bag and a seat has to act.
fn late(setup: &Setup, left: u32, number: u64) -> Option<(AnyGame, Seat)> {
    let mut game = AnyGame::new(setup).expect("the set-up is possible");
    let (mut dice, mut legal) = (Dice::new(number, 4), Vec::new());
    while let Some(action) = dice.act(&game, &mut legal) {
        if let Actor::Seat(seat) = game.to_act()
            && game.bag().left() <= left
        {
            return Some((game, seat));
        }
        game.play_unchecked(action);
    }
    None
}

#[track_caller]
fn check(setup: &Setup, left: u32, number: u64) {
    let Some((game, seat)) = late(setup, left, number) else { return };
    // Preferences of a personality must not affect the result.
    let tastes = [Character::Plain, Character::Builder, Character::Farmer, Character::Robber];
    let mut planner = Planner::new(tastes[number as usize % tastes.len()]);
    let (plan, lead) = solve(&mut planner, &game, seat, Budget::Nodes(u64::MAX))
        .expect("the limit is out of reach");
    let wanted = brute(&game)[seat];
    let message = format!("{} for {}, game {number}", setup.rules, setup.seats);
    assert!((f64::from(lead) - wanted.lead).abs() < 1e-3, "{message}: {lead}, not {wanted:?}");
    let mut after = game.clone();
    perform(&mut after, &plan);
    let kept = brute(&after)[seat];
    let difference = (kept.utility - wanted.utility).abs();
    assert!(difference < 1e-6, "{message}: {plan:?} gives {kept:?}, not {wanted:?}");
}

fn base(deck: &str, seats: u8) -> Setup {
    let rules = Rules::Land("base,fields".parse::<LandRules>().expect("a mix"));
    let deck = deck.split(' ').map(Into::into).collect();
    Setup { deck: Some(deck), ..Setup::new(rules, seats) }
}

#[test]
fn two_players_are_searched_as_by_plain_recursion() {
    for number in 0..5 {
        check(&base("E G U V A N K D", 2), 2, number);
    }
    for number in 0..1 {
        check(&base("E E V U", 2), 3, number);
    }
}

#[test]
fn several_players_are_searched_as_by_plain_recursion() {
    for number in 0..4 {
        check(&base("E G U V A D", 3), 1, number);
        check(&base("E B U V D", 4), 2, number);
    }
}

#[test]
fn other_turns_and_decisions_are_searched_too() {
    for (number, rules) in LandRules::all_mixes().step_by(9).enumerate() {
        check(&Setup::new(Rules::Land(rules), 2), 0, number as u64);
    }
    for number in 0..4 {
        check(&Setup::new(Rules::Stronghold(StrongholdRules), 2), 0, number);
    }
}

/// Compares the values of all turns with plain recursion.
#[track_caller]
fn check_turns(setup: &Setup, left: u32, number: u64) {
    let Some((game, seat)) = late(setup, left, number) else { return };
    let turns = solve_turns(&game, u64::MAX).expect("the limit is out of reach");
    let mut wanted = Vec::new();
    Turns::default().each(&game, |after| {
        wanted.push((after.actions.to_vec(), brute(after.game)[seat]));
    });
    assert_eq!(turns.len(), wanted.len());
    for (turn, (actions, worth)) in turns.iter().zip(wanted) {
        let utility = WIN * (turn.win - 1.0 / f64::from(setup.seats)) + turn.lead;
        assert_eq!(turn.actions, actions);
        assert!((turn.lead - worth.lead).abs() < 1e-3, "{turn:?}, not {worth:?}");
        assert!((utility - worth.utility).abs() < 1e-3, "{turn:?}, not {worth:?}");
    }
}

#[test]
fn every_turn_is_valued_as_by_plain_recursion() {
    for number in 0..3 {
        check_turns(&base("E G U V A N K D", 2), 1, number);
        check_turns(&base("E B U V D", 3), 1, number);
        check_turns(&Setup::new(Rules::Stronghold(StrongholdRules), 2), 0, number);
    }
    check_turns(&base("E E V U", 2), 2, 0);
    for (number, rules) in LandRules::all_mixes().step_by(13).enumerate() {
        check_turns(&Setup::new(Rules::Land(rules), 2), 0, number as u64);
    }
    let (game, _) = late(&base("E G U V A N K D", 2), 3, 0).expect("a late position");
    assert_eq!(solve_turns(&game, 400), None);
}

/// Many positions of all mixes, small and large boards, with little to search in each.
#[test]
fn hundreds_of_positions_are_searched_as_by_plain_recursion() {
    for (mix, rules) in LandRules::all_mixes().enumerate() {
        let number = 1000 + mix as u64;
        check(&Setup::new(Rules::Land(rules), 2), 0, number);
        check(&Setup::new(Rules::Land(rules), 3), 0, number);
    }
    let decks = ["E G U V A N K D", "U V W D J K", "B C E F G H", "R N I H Q O", "X W V U T S"];
    for number in 0..100 {
        check(&base(decks[number as usize % decks.len()], 2), 1, number);
    }
    for number in 0..20 {
        check(&Setup::new(Rules::Stronghold(StrongholdRules), 2), 0, 1000 + number);
    }
}

/// Large meeples, builders and pigs; red's builder may earn a second turn (BUILDER-3), so that the
/// same player chooses twice in a row.
#[test]
fn second_turns_are_searched_as_by_plain_recursion() {
    let record = |deck: &str, rules: &str| {
        let text = format!(
            "bastide 1\ngame land rules={rules} seats=2 first=0 deck={deck}\nDU P1,0r1 M0\n\
             DB P0,1r0 .\nDU P2,0r1 W0\nDB P1,1r0 .\nDV\n"
        );
        bastide_host::Record::parse(&text).expect("a record").game()
    };
    for (deck, rules) in [
        ("U,B,U,B,V,E", "base,fields,inns,traders"),
        ("U,B,U,B,V,TO", "base,fields,traders"),
        ("U,B,U,B,V,E,U", "base,traders"),
    ] {
        let game = record(deck, rules);
        let mut planner = Planner::new(Character::Plain);
        let (plan, lead) =
            solve(&mut planner, &game, Seat::FIRST, Budget::Nodes(u64::MAX)).expect("no limit");
        let wanted = brute(&game)[Seat::FIRST];
        assert!((f64::from(lead) - wanted.lead).abs() < 1e-3, "{rules}: {lead}, not {wanted:?}");
        let mut after = game.clone();
        perform(&mut after, &plan);
        let kept = brute(&after)[Seat::FIRST];
        assert!((kept.utility - wanted.utility).abs() < 1e-6, "{rules}: {plan:?}");
    }
}

#[test]
fn the_search_gives_up_when_the_budget_is_too_small() {
    let (game, seat) = late(&base("E G U V A N K D", 2), 3, 0).expect("a late position");
    let mut planner = Planner::new(Character::Plain);
    assert_eq!(solve(&mut planner, &game, seat, Budget::Nodes(400)), None);
    assert!(planner.nodes < 300, "{} nodes for nothing", planner.nodes);
    let moment = Budget::Time(Duration::from_nanos(1));
    assert_eq!(solve(&mut planner, &game, seat, moment), None);
}

#[test]
fn a_win_is_worth_more_than_points() {
    let utility = |scores, seats| Worth::to_all(&BySeat(scores), seats).0.map(|w| w.utility);
    let [won, lost, ..] = utility([51, 50, 0, 0, 0, 0], 2);
    assert_eq!((won, lost), (501.0, -501.0));
    assert_eq!(utility([9, 9, 0, 0, 0, 0], 2)[..2], [0.0, 0.0]);
    let three = utility([40, 40, 90, 0, 0, 0], 3);
    assert!(three[2] > 600.0 && three[0] == three[1] && three[0] < 0.0);
}

/// The evaluation of a Land game after its last turn is the final score, with all expansions.
#[test]
fn the_last_turn_is_evaluated_exactly() {
    let mut checked = 0;
    for (mix, rules) in LandRules::all_mixes().enumerate() {
        for number in 0..4 {
            let setup = Setup::new(Rules::Land(rules), 2 + number as u8);
            let Some((game, _)) = late(&setup, 0, 10 * mix as u64 + number) else { continue };
            if !is_last_turn(&game) {
                continue;
            }
            let mut found = Vec::new();
            let mut planner = Planner::new(Character::Farmer);
            planner.each(&game, |actions, values| found.push((actions.to_vec(), *values)));
            for (actions, values) in found {
                let mut after = game.clone();
                perform(&mut after, &actions);
                assert_eq!(after.to_act(), Actor::Nobody, "{rules}: {actions:?}");
                for (seat, &points) in after.scores().iter(setup.seats) {
                    assert_eq!(values[seat].round() as i32, points, "{rules}: {actions:?}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 10_000, "{checked} turns");
}
