//! Land positions: what is banked, what each feature can be expected to
//! bring, and what free figures are worth.
//!
//! A position is surveyed once; then each placement of the drawn tile is
//! judged by what it changes (`land/trial.rs`), without being played.

mod barns;
mod castles;
mod odds;
mod survey;
mod trial;
mod weights;
mod wheel;

use bastide::{BySeat, Land};

pub use weights::{Taste, Weights};

use odds::Odds;
use survey::Survey;

/// Values positions of the Land family.
#[derive(Clone, Debug)]
pub(crate) struct LandEval {
    weights: Weights,
    odds: Odds,
    survey: Survey,
}

impl LandEval {
    pub(super) fn new(weights: Weights) -> LandEval {
        LandEval { weights, odds: Odds::default(), survey: Survey::default() }
    }

    /// To be called when tiles have been drawn since the last position.
    pub(super) fn prepare(&mut self, game: &Land) {
        self.odds.prepare(&self.weights, game);
    }

    /// The points each seat can expect in the end.
    pub(super) fn values(&mut self, game: &Land) -> BySeat<f32> {
        self.survey.take(&self.weights, &self.odds, game);
        self.survey.values
    }
}
