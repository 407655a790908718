//! Selection of weights: those tuned for the rules of a game, adjusted by a personality.

use bastide::LandRules;

use super::{Taste, Weights};

/// Style of play of a bot.
///
/// ```
/// use bastide::LandRules;
/// use bastide_bots::{Character, Weights};
///
/// let rules: LandRules = "wheel,fields".parse()?;
/// assert_eq!(Character::Plain.weights(&rules), Weights::tuned(&rules));
/// assert!(Character::Robber.weights(&rules).taste.road > 1.0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Character {
    /// Uses the weights tuned for the rules of the game.
    #[default]
    Plain,
    /// Prefers cities: starts and enlarges them, and undervalues fields.
    Builder,
    /// Prefers fields and claims them early.
    Farmer,
    /// Prefers roads.
    Robber,
    /// Uses fixed weights for all rules, for tuning.
    Given(Weights),
}

impl Character {
    /// Returns the weights of this character for games with these rules.
    pub fn weights(self, rules: &LandRules) -> Weights {
        let tuned = Weights::tuned(rules);
        let plain = Taste::default();
        match self {
            Character::Plain => tuned,
            Character::Builder => {
                let taste = Taste { city: 1.35, road: 0.9, field: 0.5, ..plain };
                Weights { taste, ..tuned }
            }
            Character::Farmer => {
                let taste = Taste { field: 1.5, ..plain };
                Weights { taste, growth: tuned.growth + 6.0, ..tuned }
            }
            Character::Robber => {
                Weights { taste: Taste { road: 2.1, city: 0.9, ..plain }, ..tuned }
            }
            Character::Given(weights) => weights,
        }
    }
}
