//! Enumeration of whole turns: placement, building and figure actions combined.

use arrayvec::ArrayVec;
use bastide::{Action, Actor, AnyGame, Game, Seat};

/// Maximum number of decisions of a seat before chance or another seat acts.
pub(crate) const MOST_STEPS: usize = 8;

/// A whole turn and the state it leads to.
pub struct Afterstate<'a> {
    /// The actions, in order.
    pub actions: &'a [Action],
    /// State after the actions: another seat or chance has to act, or the game is over.
    pub game: &'a AnyGame,
}

/// Enumerates whole turns. Reuses one state per step, so that it does not allocate once warm.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_bots::Turns;
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DV")?)?;
/// let mut turns = 0;
/// Turns::default().each(&game, |after| {
///     assert_ne!(after.game.to_act(), game.to_act());
///     turns += 1;
/// });
/// assert!(turns > 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Turns {
    steps: Vec<Step>,
}

struct Step {
    state: AnyGame,
    list: Vec<Action>,
}

impl Turns {
    /// Calls `found` with every sequence of actions of the seat to act, up to the point where it no
    /// longer has to act.
    pub fn each(&mut self, game: &AnyGame, found: impl FnMut(Afterstate<'_>)) {
        self.each_within(game, MOST_STEPS, found);
    }

    /// Calls `found` with every single next action.
    pub(crate) fn each_step(&mut self, game: &AnyGame, found: impl FnMut(Afterstate<'_>)) {
        self.each_within(game, 1, found);
    }

    fn each_within(&mut self, game: &AnyGame, steps: usize, mut found: impl FnMut(Afterstate<'_>)) {
        let Actor::Seat(seat) = game.to_act() else { return };
        while self.steps.len() < MOST_STEPS {
            self.steps.push(Step { state: game.clone(), list: Vec::with_capacity(256) });
        }
        descend(&mut self.steps[..steps], game, seat, &mut ArrayVec::new(), &mut found);
    }
}

fn descend(
    steps: &mut [Step],
    game: &AnyGame,
    seat: Seat,
    actions: &mut ArrayVec<Action, MOST_STEPS>,
    found: &mut impl FnMut(Afterstate<'_>),
) {
    let Some((Step { state, list }, deeper)) = steps.split_first_mut() else { return };
    list.clear();
    game.legal_actions(list);
    for &action in list.iter() {
        state.clone_from(game);
        state.play_unchecked(action);
        actions.push(action);
        if state.to_act() == Actor::Seat(seat) && state.turn() == seat && !deeper.is_empty() {
            descend(deeper, state, seat, actions, found);
        } else {
            found(Afterstate { actions, game: state });
        }
        actions.pop();
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Rules, Setup};
    use bastide_host::Dice;
    use bastide_testing::broad_mixes;

    use super::*;

    /// Enumerates the same turns by plain recursion on copies.
    fn naive(game: &AnyGame, seat: Seat, so_far: &[Action], out: &mut Vec<Vec<Action>>) {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        for action in legal {
            let (mut next, mut actions) = (game.clone(), so_far.to_vec());
            next.play_unchecked(action);
            actions.push(action);
            if next.to_act() == Actor::Seat(seat) && next.turn() == seat {
                naive(&next, seat, &actions, out);
            } else {
                out.push(actions);
            }
        }
    }

    #[test]
    fn every_whole_turn_is_found_once() {
        for rules in broad_mixes().into_iter().step_by(7) {
            let setup = Setup::new(Rules::Land(rules), 3);
            let mut game = AnyGame::new(&setup).expect("the mix is possible");
            let (mut dice, mut legal, mut turns) = (Dice::new(1, 9), Vec::new(), Turns::default());
            while let Some(action) = dice.act(&game, &mut legal) {
                if let Actor::Seat(seat) = game.to_act() {
                    let (mut found, mut wanted) = (Vec::new(), Vec::new());
                    turns.each(&game, |after| found.push(after.actions.to_vec()));
                    naive(&game, seat, &[], &mut wanted);
                    assert_eq!(found, wanted, "{rules}");
                }
                game.play_unchecked(action);
            }
        }
    }
}
