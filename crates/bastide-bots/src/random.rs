//! Baseline bot that plays uniformly random legal actions.

use bastide::{Action, AnyGame, Game};
use bastide_host::Dice;

use crate::{Bot, Budget, Turn};

/// Plays a legal action chosen uniformly at random.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_bots::{Bot, Budget, Random};
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DV")?)?;
/// let [one, other] = [7, 7].map(|seed| Random::new(seed).choose_turn(&game, Budget::Nodes(1)));
/// assert_eq!(one, other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Random {
    dice: Dice,
    actions: Vec<Action>,
}

impl Random {
    /// Creates a random bot.
    pub fn new(seed: u64) -> Random {
        Random { dice: Dice::new(seed, 0), actions: Vec::with_capacity(256) }
    }
}

impl Bot for Random {
    /// Returns one action: the next one depends on nothing that could be known before.
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
        self.actions.clear();
        game.legal_actions(&mut self.actions);
        Turn::from_iter([self.dice.pick(&self.actions)])
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        self.dice = dice;
        true
    }
}
