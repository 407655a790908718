//! Public interface to the evaluation of whole turns.

use bastide::{Action, AnyGame, BySeat};

use crate::planner::Planner;
use crate::{Character, Turn};

/// Evaluates every whole turn of a position, as all searches of this crate do. Reuse it: it does
/// not allocate after the first position of a game.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_bots::{Character, Judge};
///
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.actions()[0])?; // draws a tile
///
/// let mut turns = 0;
/// Judge::new(Character::default()).each_turn(&game, |actions, values| {
///     assert!(!actions.is_empty() && values.iter(2).all(|(_, points)| points.is_finite()));
///     turns += 1;
/// });
/// assert!(turns > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Judge(Planner);

impl Judge {
    /// Creates a judge with the weights of `character`.
    pub fn new(character: Character) -> Judge {
        Judge(Planner::new(character))
    }

    /// Calls `found` with every whole turn of the seat to act and the expected final points of each
    /// seat after it; not at all if no seat has to act. Of equivalent turns, such as two free crown
    /// spaces of one sector, only one is reported. The trailing [`Action::Pass`] may be redundant
    /// because the turn has already ended.
    pub fn each_turn(&mut self, game: &AnyGame, found: impl FnMut(&[Action], &BySeat<f32>)) {
        self.0.each(game, found);
    }

    /// Returns the turn with the largest lead of the seat to act, and this lead. The turn is empty
    /// if no seat has to act.
    pub fn best_turn(&mut self, game: &AnyGame) -> (Turn, f32) {
        self.0.best(game)
    }

    /// Returns the expected final points of each seat.
    pub fn values(&mut self, game: &AnyGame) -> BySeat<f32> {
        self.0.values(game)
    }

    /// Returns the number of states evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes
    }
}
