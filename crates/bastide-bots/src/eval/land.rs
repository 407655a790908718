//! Evaluation of land positions: points scored, the expected value of each feature, and the value
//! of free figures.
//!
//! A position is analysed once; each placement of the drawn tile is then evaluated by the changes
//! it makes (`land/delta.rs`), without playing it. Where that is not supported, on large boards and
//! with expansions that `land/expansions.rs` does not list, turns are played and evaluated.

mod analysis;
mod character;
mod contests;
mod delta;
mod expansions;
mod odds;
mod weights;

use bastide::{BySeat, Game, Land, LandRules};

pub use character::Character;
pub use expansions::*;
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
    /// True if turns with these rules can be evaluated without playing them.
    is_incremental: bool,
    odds: Odds,
    analysis: Analysis,
}

impl LandEval {
    pub(super) fn new(character: Character) -> LandEval {
        let rules = LandRules::default();
        LandEval {
            character,
            rules,
            weights: character.weights(&rules),
            is_incremental: expansions::are_incremental(&rules),
            odds: Odds::default(),
            analysis: Analysis::default(),
        }
    }

    /// Returns true if the turns of this position can be evaluated without playing them: see
    /// [`LandEval::each_turn`]. Must be called after [`LandEval::prepare`].
    pub(crate) fn is_incremental(&self, game: &Land) -> bool {
        self.is_incremental && !game.board().is_large()
    }

    /// Updates the cached data. Must be called when tiles have been drawn since the last position.
    pub(super) fn prepare(&mut self, game: &Land) {
        if self.rules != *game.rules() {
            self.rules = *game.rules();
            self.weights = self.character.weights(&self.rules);
            self.is_incremental = expansions::are_incremental(&self.rules);
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
    use bastide::{AnyGame, Rules, Setup};
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

    /// `docs/bots.md` lists these mixes.
    #[test]
    fn turns_of_most_mixes_are_evaluated_by_their_changes() {
        for (rules, is_fast) in [
            ("base,fields", true),
            ("wheel,fields,abbot,bridges,castles,barns", true),
            ("base,fields,inns,traders", true),
            ("base,fields,river,abbot,inns,traders", true),
            ("base,fields,bridges,inns", true),
            ("base,fields,castles,inns", false),
            ("base,fields,barns,traders", false),
            ("wheel,fields,inns,traders", false),
            // 129 tiles.
            ("base,fields,bridges,inns,traders", false),
        ] {
            let game = position(rules, 0);
            let AnyGame::Land(land) = &game else { unreachable!("all are Land games") };
            let mut eval = LandEval::new(Character::Plain);
            eval.prepare(land);
            assert_eq!(eval.is_incremental(land), is_fast, "{rules}");
            let is_by_rules = expansions::are_incremental(land.rules());
            assert_eq!(!is_fast && is_by_rules, rules == "base,fields,bridges,inns,traders");
        }
        // Mixes without inns and traders.
        for rules in LandRules::all_mixes() {
            let game = position(&rules.to_string(), 0);
            let AnyGame::Land(land) = &game else { unreachable!("all are Land games") };
            let mut eval = LandEval::new(Character::Plain);
            eval.prepare(land);
            assert!(eval.is_incremental(land), "{rules}");
        }
    }

    /// A bot may be used for several games in a row.
    #[test]
    fn evaluations_do_not_depend_on_previous_games() {
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
