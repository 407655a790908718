//! Weights of the land evaluator.

use super::expansions::ExpansionWeights;

/// Weights of the land evaluator, in points unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Value of 0 to 7 free meeples.
    pub free: [f32; 8],
    /// Number of own turns to come below which free meeples lose value.
    pub horizon: f32,
    /// Effective number of draws aimed at a road's open end, per own turn to come.
    pub road_draws: f32,
    /// The same for a city.
    pub city_draws: f32,
    /// The same for a city next to a farmer, whichever seat completes it.
    pub farm_draws: f32,
    /// The same for a cell around a monastery.
    pub ring_draws: f32,
    /// Effective number of draws aimed at the join of two roads, per own turn to come.
    pub road_joins: f32,
    /// The same for two cities.
    pub city_joins: f32,
    /// The same for two fields at the same opening.
    pub field_joins: f32,
    /// Exponent of the own turns to come in the number of effective draws.
    pub patience: f32,
    /// Value of a figure's return, weighted by its probability.
    pub comes_back: f32,
    /// Probability that a neighbouring cell of a monastery without neighbours of its own is filled.
    pub far_cell: f32,
    /// Additional value of a field per ten own turns to come.
    pub growth: f32,
    /// Weights of the expansions.
    pub expansions: ExpansionWeights,
    /// Preferences of a personality; not tuned.
    pub taste: Taste,
}

/// Preferences of a personality, as multipliers of expected points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taste {
    /// For roads.
    pub road: f32,
    /// For cities.
    pub city: f32,
    /// For fields.
    pub field: f32,
    /// For monasteries and gardens.
    pub ring: f32,
}

impl Default for Taste {
    /// Returns neutral preferences.
    fn default() -> Taste {
        Taste { road: 1.0, city: 1.0, field: 1.0, ring: 1.0 }
    }
}

impl Default for Weights {
    /// Returns the weights for the base game with fields.
    fn default() -> Weights {
        Weights {
            free: [-12.3, -5.5, -1.5, 1.9, 4.7, 7.1, 9.0, 10.0],
            horizon: 4.95,
            road_draws: 0.223,
            city_draws: 0.425,
            farm_draws: 0.437,
            ring_draws: 0.0378,
            road_joins: 1.416,
            city_joins: 1.513,
            field_joins: 0.23,
            patience: 0.219,
            comes_back: 1.69,
            far_cell: 0.0,
            growth: -0.288,
            expansions: ExpansionWeights::default(),
            taste: Taste::default(),
        }
    }
}

impl Weights {
    /// Lists all tunable weights by name, always in the same order.
    ///
    /// ```
    /// use bastide_bots::Weights;
    ///
    /// let mut weights = Weights::default();
    /// for (name, weight) in weights.named() {
    ///     if name == "horizon" {
    ///         *weight = 12.0;
    ///     }
    /// }
    /// assert_eq!(weights.horizon, 12.0);
    /// ```
    pub fn named(&mut self) -> Vec<(&'static str, &mut f32)> {
        const FREE: [&str; 8] =
            ["free0", "free1", "free2", "free3", "free4", "free5", "free6", "free7"];
        let mut named: Vec<_> = FREE.into_iter().zip(&mut self.free).collect();
        named.extend([
            ("horizon", &mut self.horizon),
            ("road", &mut self.road_draws),
            ("city", &mut self.city_draws),
            ("farm", &mut self.farm_draws),
            ("ring", &mut self.ring_draws),
            ("roadjoin", &mut self.road_joins),
            ("cityjoin", &mut self.city_joins),
            ("fieldjoin", &mut self.field_joins),
            ("patience", &mut self.patience),
            ("back", &mut self.comes_back),
            ("far", &mut self.far_cell),
            ("growth", &mut self.growth),
        ]);
        named.extend(self.expansions.named());
        named
    }

    /// Returns the weights with values outside their valid ranges clamped.
    pub fn clamped(self) -> Weights {
        let positive = |number: f32| number.max(0.001);
        Weights {
            horizon: self.horizon.max(1.0),
            road_draws: positive(self.road_draws),
            city_draws: positive(self.city_draws),
            farm_draws: positive(self.farm_draws),
            ring_draws: positive(self.ring_draws),
            road_joins: self.road_joins.max(0.0),
            city_joins: self.city_joins.max(0.0),
            field_joins: self.field_joins.max(0.0),
            patience: self.patience.clamp(0.0, 2.0),
            far_cell: self.far_cell.clamp(0.0, 1.0),
            ..self
        }
    }
}
