//! Changes that must not change the result: turning the whole game, renaming
//! the seats, adding an option whose pieces never appear.

use bastide::sets::{self, Sets};
use bastide::{
    Action, AnyGame, BySeat, FigureKind, Game, Land, LandRules, Module, Rotation, Rules, Seat,
    Setup, Site, Spot,
};
use bastide_host::Dice;

const GAMES: u64 = 4;

/// Plays a random game and returns its actions and final scores.
fn random_game(setup: &Setup, number: u64) -> (Vec<Action>, BySeat<i32>) {
    let mut game = AnyGame::new(setup).expect("the mix is possible");
    let (mut dice, mut actions, mut played) = (Dice::new(number, 3), Vec::new(), Vec::new());
    while let Some(action) = dice.act(&game, &mut actions) {
        game.play_unchecked(action, &mut ());
        played.push(action);
    }
    (played, *game.scores())
}

fn setups() -> impl Iterator<Item = (LandRules, Setup)> {
    LandRules::all_mixes()
        .zip([2, 3, 4, 5].into_iter().cycle())
        .map(|(rules, seats)| (rules, Setup::new(Rules::Land(rules), seats)))
}

/// An action as it is when the whole table has been turned.
fn turned(action: Action, by: Rotation) -> Action {
    let site = |s: Site| Site { cell: s.cell.turned(by), slot: s.slot };
    match action {
        Action::Place { cell, rotation, bridge } => Action::Place {
            cell: cell.turned(by),
            rotation,
            bridge: bridge.map(|axis| axis.turned(by)),
        },
        Action::Recall(Spot::Segment(s)) => Action::Recall(Spot::Segment(site(s))),
        Action::Settle(s) => Action::Settle(site(s)),
        Action::BuildBarn { corner, farmer } => {
            Action::BuildBarn { corner: corner.turned(by), farmer: site(farmer) }
        }
        Action::UseToken { token, on } => Action::UseToken { token, on: on.map(site) },
        Action::Draw(_)
        | Action::Reveal(_)
        | Action::BuildCastle(_)
        | Action::Deploy { .. }
        | Action::Recall(_)
        | Action::Pass => action,
    }
}

#[test]
fn turning_the_whole_table_changes_nothing() {
    for by in [1, 2, 3].map(Rotation::new) {
        let [base, river, wheel, bridges] = sets::all().map(|set| set.turned(by));
        let sets = Sets { base: &base, river: &river, wheel: &wheel, bridges: &bridges };
        for (rules, setup) in setups() {
            for number in 0..GAMES {
                let (actions, scores) = random_game(&setup, number);
                let mut game = Land::with_sets(&rules, &setup, sets).expect("the same mix");
                for action in actions {
                    let action = turned(action, by);
                    game.play(action, &mut ())
                        .unwrap_or_else(|e| panic!("{rules}: {action:?} {e}"));
                }
                assert_eq!(*game.scores(), scores, "{rules}, game {number}, turned {by}");
                assert!(game.is_over());
            }
        }
    }
}

#[test]
fn renaming_the_seats_renames_the_scores() {
    for (rules, setup) in setups() {
        for number in 0..GAMES {
            let (actions, scores) = random_game(&setup, number);
            let first = 1 + (number % u64::from(setup.seats - 1)) as u8;
            let mut game = AnyGame::new(&Setup { first, ..setup.clone() }).expect("the same mix");
            for action in actions {
                game.play(action, &mut ()).expect("legal for whoever is to act");
            }
            for seat in Seat::all(setup.seats) {
                let renamed = (0..first).fold(seat, |s, _| s.next(setup.seats));
                assert_eq!(game.scores()[renamed], scores[seat], "{rules}, game {number}");
            }
        }
    }
}

/// Random play that never touches an abbot, with the draws of a game without.
#[test]
fn an_abbot_who_stays_at_home_changes_nothing() {
    // With the wheel he counts for the storm wherever he is (WHEEL-X-3).
    let is_apt = |rules: &LandRules| !rules.has(Module::Abbot) && !rules.has(Module::Wheel);
    for (rules, setup) in setups().filter(|(rules, _)| is_apt(rules)) {
        let with = LandRules { modules: rules.modules.with(Module::Abbot), ..rules };
        let with = Setup { rules: Rules::Land(with), ..setup.clone() };
        for number in 0..GAMES {
            let mut plain = AnyGame::new(&setup).expect("a mix");
            let mut abbey = AnyGame::new(&with).expect("the mix with abbots");
            let (mut dice, mut actions) = (Dice::new(number, 4), Vec::new());
            while let Some(action) = dice.act(&plain, &mut actions) {
                // A choice only the abbot has is declined.
                let mut choices = Vec::new();
                abbey.legal_actions(&mut choices);
                let is_abbots = |a: &Action| {
                    matches!(a, Action::Deploy { figure: FigureKind::Abbot, .. } | Action::Pass)
                };
                if choices != actions && choices.iter().all(is_abbots) {
                    abbey.play(Action::Pass, &mut ()).expect("nobody need place a figure");
                }
                plain.play(action, &mut ()).expect("it was listed");
                abbey.play(action, &mut ()).expect("legal with an abbot too");
            }
            if !abbey.is_over() {
                abbey.play(Action::Pass, &mut ()).expect("the last figure is declined");
            }
            assert_eq!(abbey.scores(), plain.scores(), "{rules}, game {number}");
            assert!(abbey.is_over());
        }
    }
}
