//! Games on boards with more tiles than a feature has bits, which store their sets in rows.

use bastide::{Action, Actor, AnyGame, Board, Cell, Game, OwnSets, Rules, Setup, sets};
use bastide_host::Dice;
use bastide_oracle::Oracle;

use super::compare::compare;
use crate::coverage::Coverage;

/// Returns a set-up with four copies of each base tile.
fn four_of_each(rules: &str) -> Setup {
    let mut set = sets::base().clone();
    set.kinds.iter_mut().for_each(|kind| kind.count *= 4);
    let own = OwnSets::new([set], None).expect("a set of tiles");
    Setup::new(Rules::Land(rules.parse().expect("rules")), 3).with_sets(own)
}

/// Plays game `number` in the engine and in the oracle, and compares them after every action. Of the
/// legal actions, those with the highest `worth` are chosen.
fn play(setup: &Setup, number: u64, worth: impl Fn(Action) -> i32) -> AnyGame {
    let game = AnyGame::new(setup).expect("a set-up that can be played");
    play_both(game, Oracle::new(setup), number, worth)
}

/// Plays a game that has just begun.
pub(super) fn play_both(
    mut game: AnyGame,
    mut oracle: Oracle,
    number: u64,
    worth: impl Fn(Action) -> i32,
) -> AnyGame {
    let mut dice = Dice::new(7, number);
    loop {
        let legal = compare(&game, &oracle, &mut Coverage::default());
        let legal = legal.unwrap_or_else(|what| panic!("game {number}: {what}"));
        let action = match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => dice.chance(&game),
            Actor::Seat(_) => {
                let most = legal.iter().map(|&action| worth(action)).max();
                let best: Vec<Action> =
                    legal.into_iter().filter(|&action| Some(worth(action)) == most).collect();
                dice.pick(&best)
            }
        };
        game.play(action).unwrap_or_else(|error| panic!("{action:?}: {error}"));
        oracle.play(action);
    }
    game
}

fn farthest(board: &Board) -> i8 {
    let reach = |cell: Cell| cell.x.abs().max(cell.y.abs());
    board.laid().iter().map(|tile| reach(tile.cell)).max().expect("a start tile")
}

#[test]
fn a_board_of_nearly_three_hundred_tiles_agrees() {
    let setup = four_of_each("base,fields,river,abbot,bridges,castles,barns");
    for number in 0..4 {
        let game = play(&setup, number, |_| 0);
        assert!(game.board().is_large());
        assert!(game.board().laid().len() > 290, "{} tiles", game.board().laid().len());
    }
}

#[test]
fn a_large_board_has_an_edge() {
    // Straight lines reach the edge, and monasteries there stay incomplete.
    let setup = four_of_each("base,fields");
    let game = play(&setup, 0, |action| match action {
        Action::Place { cell, .. } => i32::from(cell.x.abs().max(cell.y.abs())),
        _ => 0,
    });
    assert_eq!(farthest(game.board()), 31);
}
