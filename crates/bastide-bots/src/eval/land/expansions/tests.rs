//! Evaluation of whole turns for an expansion without incremental evaluation, as a new one has.

use std::cell::Cell;

use bastide::{Actor, AnyGame, Expansion, ExpansionSet, Game, Rules, Setup};
use bastide_host::Dice;

use super::INCREMENTAL;
use crate::planner::Planner;
use crate::{Character, Spec};

thread_local! {
    static LISTED: Cell<ExpansionSet> = const { Cell::new(INCREMENTAL) };
}

/// Returns the expansions with incremental evaluation in this thread.
pub(super) fn incremental() -> ExpansionSet {
    LISTED.get()
}

/// Removes an expansion from the list, for evaluators created from now on.
fn leave_out(expansion: Expansion) {
    let others = INCREMENTAL.iter().filter(|&other| other != expansion);
    LISTED.set(others.fold(ExpansionSet::default(), ExpansionSet::with));
}

fn game(rules: &str) -> AnyGame {
    AnyGame::new(&Setup::new(Rules::Land(rules.parse().expect("rules")), 2)).expect("a set-up")
}

#[test]
fn played_turns_have_the_values_of_incremental_ones() {
    for (rules, left_out) in [
        ("base,fields", Expansion::Fields),
        ("base,fields,river,abbot", Expansion::Abbot),
        ("base,fields,bridges,castles,barns", Expansion::Barns),
        ("wheel,fields,abbot,castles", Expansion::Wheel),
    ] {
        let (mut game, mut dice, mut legal) = (game(rules), Dice::new(3, 0), Vec::new());
        let (mut fast, mut whole) =
            (Planner::new(Character::Plain), Planner::new(Character::Plain));
        let mut compared = 0;
        while let Some(random) = dice.act(&game, &mut legal) {
            if matches!(game.to_act(), Actor::Seat(_)) {
                if compared == 0 {
                    // An evaluator asks for the list when it meets the rules of a game.
                    leave_out(left_out);
                    whole = Planner::new(Character::Plain);
                    whole.best(&game);
                    LISTED.set(INCREMENTAL);
                    fast.best(&game);
                    (whole.nodes, fast.nodes) = (0, 0);
                }
                let ((_, played), (turn, value)) = (whole.best(&game), fast.best(&game));
                assert!((played - value).abs() < 0.01, "{rules}: {turn:?} {value}, not {played}");
                compared += 1;
            }
            game.play_unchecked(random);
        }
        assert!(compared > 50, "{rules}: {compared}");
        // Incremental evaluation skips equivalent turns.
        assert!(whole.nodes >= fast.nodes, "{rules}: {} of {}", whole.nodes, fast.nodes);
    }
}

#[test]
fn bots_play_expansions_without_incremental_evaluation() {
    leave_out(Expansion::Abbot);
    for name in ["quick@1n", "normal", "strong@3000n"] {
        let spec: Spec = name.parse().expect("a bot");
        let (mut game, mut dice, mut bot) =
            (game("base,fields,abbot"), Dice::new(5, 0), spec.build(1));
        let mut turns = 0;
        while turns < 12 {
            match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => game.play_unchecked(dice.chance(&game)),
                Actor::Seat(_) => {
                    for action in bot.choose_turn(&game, spec.budget) {
                        game.play(action).unwrap_or_else(|error| panic!("{name}: {error}"));
                    }
                    turns += 1;
                }
            }
        }
        assert!(game.board().figures().len() > 3, "{name} places figures");
    }
}
