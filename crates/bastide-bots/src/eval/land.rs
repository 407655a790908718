//! Evaluation of land positions: points scored, the expected value of each feature, and the value
//! of free figures.
//!
//! A position is analysed once; each placement of the drawn tile is then evaluated by the changes
//! it makes (`land/delta.rs`), without playing it.

mod analysis;
mod barns;
mod castles;
mod character;
mod delta;
mod odds;
mod tuned;
mod weights;
mod wheel;

use bastide::{BySeat, Land, LandRules};

pub use character::Character;
pub use weights::{Taste, Weights};

use analysis::Analysis;
use odds::Odds;

/// Evaluates positions of the land game.
#[derive(Clone, Debug)]
pub(crate) struct LandEval {
    character: Character,
    /// Rules of the last position; `weights` are those of the character for them.
    rules: LandRules,
    weights: Weights,
    odds: Odds,
    analysis: Analysis,
}

impl LandEval {
    pub(super) fn new(character: Character) -> LandEval {
        let rules = LandRules::default();
        let weights = character.weights(&rules);
        LandEval { character, rules, weights, odds: Odds::default(), analysis: Analysis::default() }
    }

    /// Updates the cached data. Must be called when tiles have been drawn since the last position.
    pub(super) fn prepare(&mut self, game: &Land) {
        if self.rules != *game.rules() {
            self.rules = *game.rules();
            self.weights = self.character.weights(&self.rules);
            self.odds.forget();
        }
        self.odds.prepare(&self.weights, game);
    }

    /// Returns the expected final points of each seat.
    pub(super) fn values(&mut self, game: &Land) -> BySeat<f32> {
        self.analysis.take(&self.weights, &self.odds, game);
        self.analysis.values
    }
}

#[cfg(test)]
mod tests {
    use bastide::{AnyGame, Game, Rules, Setup};
    use bastide_host::Dice;

    use super::*;

    /// Returns a position after `actions` random actions.
    fn position(rules: &str, actions: u32) -> AnyGame {
        let rules = Rules::Land(rules.parse().expect("rules"));
        let mut game = AnyGame::new(&Setup::new(rules, 2)).expect("the mix is possible");
        let (mut dice, mut legal) = (Dice::new(4, 4), Vec::new());
        for _ in 0..actions {
            let action = dice.act(&game, &mut legal).expect("the game goes on");
            game.play(action).expect("it is legal");
        }
        game
    }

    /// A bot may be used for several games in a row.
    #[test]
    fn what_was_seen_before_does_not_matter() {
        for character in [Character::Plain, Character::Farmer] {
            let mut used = LandEval::new(character);
            for rules in ["base", "base,abbot", "wheel", "base,fields", "wheel,fields,abbot"] {
                let game = position(rules, 60);
                let AnyGame::Land(land) = &game else { unreachable!("all are Land games") };
                let mut fresh = LandEval::new(character);
                for eval in [&mut used, &mut fresh] {
                    eval.prepare(land);
                }
                assert_eq!(used.values(land), fresh.values(land), "{rules}, {character:?}");
            }
        }
    }
}
