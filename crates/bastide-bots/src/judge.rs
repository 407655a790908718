//! Whole turns and what they are worth, for whoever wants to look for
//! themselves.

use bastide::{Action, AnyGame, BySeat};

use crate::Character;
use crate::planner::Planner;

/// Judges every whole turn of a position by the evaluator, as all our
/// searches do. It allocates nothing once it is warm, so keep it.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Rules, Setup};
/// use bastide_bots::{Character, Judge};
///
/// let rules: LandRules = "base,fields".parse()?;
/// let mut game = AnyGame::new(&Setup::new(Rules::Land(rules), 2))?;
/// let mut chances = Vec::new();
/// game.chances(&mut chances);
/// game.play(chances[0].0, &mut ())?;
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
    /// Judges as a character does.
    pub fn new(character: Character) -> Judge {
        Judge(Planner::new(character))
    }

    /// Calls `found` with every whole turn of the seat to act, and with the
    /// points each seat can expect in the end after it; never if no seat is
    /// to act. Of turns that come to the same, such as two free crown spaces
    /// of one sector, one is named. A last [`Action::Pass`] may be one that
    /// the game does not ask for.
    pub fn each_turn(&mut self, game: &AnyGame, found: impl FnMut(&[Action], &BySeat<f32>)) {
        self.0.each(game, found);
    }
}
