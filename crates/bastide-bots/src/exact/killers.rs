//! Turns that were good in similar states: with the same tile drawn and as many tiles left.
//!
//! Most turns change little on the board, so the best reply to one is usually legal after another,
//! and often refutes it. Trying it costs one state, listing all replies costs a hundred.

use bastide::{Action, Actor, AnyGame, Game, TileId};

use crate::Turn;

/// Number of turns remembered for a tile.
const KEPT: usize = 2;

/// Good turns by the number of tiles left and the drawn tile, most recent first.
#[derive(Default)]
pub(super) struct Killers {
    turns: Vec<((u32, TileId), Vec<Turn>)>,
}

impl Killers {
    /// Remembers a turn that was good in this state.
    pub(super) fn put(&mut self, game: &AnyGame, turn: &Turn) {
        let Some(key) = key(game) else { return };
        let at = self.turns.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.turns.push((key, Vec::with_capacity(KEPT + 1)));
            self.turns.len() - 1
        });
        let turns = &mut self.turns[at].1;
        turns.retain(|known| known != turn);
        turns.insert(0, turn.clone());
        turns.truncate(KEPT);
    }

    /// Returns the turns remembered for similar states.
    pub(super) fn of(&self, game: &AnyGame) -> Vec<Turn> {
        let key = key(game);
        let found = self.turns.iter().find(|(known, _)| Some(*known) == key);
        found.map_or_else(Vec::new, |(_, turns)| turns.clone())
    }
}

fn key(game: &AnyGame) -> Option<(u32, TileId)> {
    Some((game.bag().left(), game.drawn()?))
}

/// Returns the state after a turn, or `None` if it is not a whole turn of this state.
pub(super) fn after(game: &AnyGame, turn: &[Action]) -> Option<AnyGame> {
    let goes_on = |after: &AnyGame| after.to_act() == game.to_act() && after.turn() == game.turn();
    game.check(*turn.first()?).ok()?;
    let mut after = game.clone();
    for (at, &action) in turn.iter().enumerate() {
        // The last action may be redundant, as in `perform`.
        if at > 0 && !goes_on(&after) {
            return Some(after);
        }
        after.check(action).ok()?;
        after.play_unchecked(action);
    }
    (!matches!(after.to_act(), Actor::Seat(_)) || !goes_on(&after)).then_some(after)
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Setup};

    use super::*;
    use crate::turns::Turns;

    fn game(draw: &str) -> AnyGame {
        let setup = Setup::new(LandRules::default(), 2).with_deck(["E", "V", "V"]);
        let mut game = AnyGame::new(&setup).expect("a set-up");
        let action = game.notation().parse(draw).expect("a draw");
        game.play(action).expect("a tile of the bag");
        game
    }

    #[test]
    fn only_whole_turns_of_the_state_are_tried() {
        let (city, road) = (game("DE"), game("DV"));
        let (mut turns, mut legal) = (Vec::new(), 0);
        Turns::default().each(&city, |after| turns.push(after.actions.to_vec()));
        for turn in &turns {
            let after = after(&city, turn).expect("a turn");
            assert_eq!(after.to_act(), Actor::Chance);
            let redundant = [&turn[..], &[Action::Pass]].concat();
            assert_eq!(super::after(&city, &redundant).map(|a| a == after), Some(true));
            // A placement alone is followed by a decision about a figure.
            assert!(super::after(&city, &turn[..1]).is_none());
            legal += usize::from(super::after(&road, turn).is_some());
        }
        assert!(legal < turns.len(), "{legal} of {}", turns.len());
        assert!(after(&city, &[]).is_none());
    }

    #[test]
    fn the_latest_turns_of_a_tile_are_remembered() {
        let (city, road) = (game("DE"), game("DV"));
        let turn = |action: Action| Turn::from_iter([action]);
        let actions = city.actions();
        let mut killers = Killers::default();
        for at in [0, 1, 0, 2] {
            killers.put(&city, &turn(actions[at]));
        }
        assert_eq!(killers.of(&city), [turn(actions[2]), turn(actions[0])]);
        assert!(killers.of(&road).is_empty());
    }
}
