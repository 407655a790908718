//! Tuned weights, one set for each group of rules that needs its own; `docs/bots.md` has the log.
//!
//! Fields determine how figures are best used, whatever the other options are: one set serves all
//! mixes with fields, and separate sets were not stronger. Without fields, the abbot and the wheel
//! each need their own set.

use bastide::{Expansion, LandRules};

use super::Weights;

impl Weights {
    /// Returns the tuned weights for games with these rules.
    pub fn tuned(rules: &LandRules) -> Weights {
        let usual = Weights::default();
        if rules.has(Expansion::Fields) {
            usual
        } else if rules.has(Expansion::Wheel) {
            Weights {
                free: [-18.8, -0.6, 1.7, 2.8, 3.6, 4.9, 5.0, 4.1],
                horizon: 12.8,
                road_draws: 0.001,
                city_draws: 0.034,
                ring_draws: 0.018,
                patience: 0.8,
                comes_back: 3.2,
                far_cell: 0.48,
                abbot: 5.1,
                abbot_back: 0.67,
                crown: 0.19,
                tax: 1.6,
                storm: 0.42,
                inquisition: 0.8,
                ..usual
            }
        } else if rules.has(Expansion::Abbot) {
            Weights {
                free: [-28.5, 1.1, 3.1, 4.1, 4.6, 5.1, 5.3, 5.4],
                horizon: 18.0,
                road_draws: 0.020,
                city_draws: 0.053,
                ring_draws: 0.0095,
                patience: 0.77,
                comes_back: -0.36,
                far_cell: 0.3,
                abbot: 5.5,
                abbot_back: 0.73,
                lady: 2.1,
                courtier: 0.65,
                ..usual
            }
        } else {
            usual
        }
    }
}
