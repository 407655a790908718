//! Weights of the land evaluator.

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
    /// Exponent of the own turns to come in the number of effective draws.
    pub patience: f32,
    /// Value of a figure's return, weighted by its probability.
    pub comes_back: f32,
    /// Probability that a neighbouring cell of a monastery without neighbours of its own is filled.
    pub far_cell: f32,
    /// Additional value of a field per ten own turns to come.
    pub growth: f32,
    /// Value of an abbot in supply.
    pub abbot: f32,
    /// Fraction of `abbot` that an abbot on the map retains, since it can be recalled.
    pub abbot_back: f32,
    /// Value of a lady in addition to the points she can score.
    pub lady: f32,
    /// Fraction of those points she is expected to score.
    pub courtier: f32,
    /// Value of a farmer that may still move into a barn.
    pub barn: f32,
    /// Fraction of a crown space's points it is expected to score.
    pub crown: f32,
    /// Multiplier of the expected tax stops of the pig, for a knight.
    pub tax: f32,
    /// The same for famine stops, for a farmer.
    pub famine: f32,
    /// The same for storm stops, for a free figure.
    pub storm: f32,
    /// The same for inquisition stops, for a monk.
    pub inquisition: f32,
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
            free: [-17.4, -4.8, -0.9, 2.1, 3.7, 5.3, 3.8, 4.6],
            horizon: 10.5,
            road_draws: 0.027,
            city_draws: 0.047,
            farm_draws: 0.032,
            ring_draws: 0.014,
            patience: 0.88,
            comes_back: 0.86,
            far_cell: 0.45,
            growth: -0.31,
            abbot: 4.5,
            abbot_back: 0.6,
            lady: 2.0,
            courtier: 0.7,
            barn: 1.5,
            crown: 0.8,
            tax: 1.0,
            famine: 1.0,
            storm: 1.0,
            inquisition: 1.0,
            taste: Taste::default(),
        }
    }
}

impl Weights {
    /// Number of tunable weights.
    pub const COUNT: usize = Weights::NAMES.len();

    /// Names of the tunable weights, in order.
    pub const NAMES: [&'static str; 27] = [
        "free0",
        "free1",
        "free2",
        "free3",
        "free4",
        "free5",
        "free6",
        "free7",
        "horizon",
        "road",
        "city",
        "farm",
        "ring",
        "patience",
        "back",
        "far",
        "growth",
        "abbot",
        "lady",
        "crown",
        "abbot_back",
        "courtier",
        "barn",
        "tax",
        "famine",
        "storm",
        "inquisition",
    ];

    /// Returns the tunable weights in the order of [`Weights::NAMES`].
    pub fn to_array(&self) -> [f32; Weights::COUNT] {
        let [f0, f1, f2, f3, f4, f5, f6, f7] = self.free;
        [
            f0,
            f1,
            f2,
            f3,
            f4,
            f5,
            f6,
            f7,
            self.horizon,
            self.road_draws,
            self.city_draws,
            self.farm_draws,
            self.ring_draws,
            self.patience,
            self.comes_back,
            self.far_cell,
            self.growth,
            self.abbot,
            self.lady,
            self.crown,
            self.abbot_back,
            self.courtier,
            self.barn,
            self.tax,
            self.famine,
            self.storm,
            self.inquisition,
        ]
    }

    /// Creates weights from numbers in the order of [`Weights::NAMES`], clamping them to their
    /// valid ranges.
    pub fn from_array(numbers: [f32; Weights::COUNT]) -> Weights {
        let [f0, f1, f2, f3, f4, f5, f6, f7, rest @ ..] = numbers;
        let [horizon, road, city, farm, ring, patience, comes_back, rest @ ..] = rest;
        let [far_cell, growth, abbot, lady, crown, rest @ ..] = rest;
        let [abbot_back, courtier, barn, tax, famine, storm, inquisition] = rest;
        let positive = |number: f32| number.max(0.001);
        Weights {
            free: [f0, f1, f2, f3, f4, f5, f6, f7],
            horizon: horizon.max(1.0),
            road_draws: positive(road),
            city_draws: positive(city),
            farm_draws: positive(farm),
            ring_draws: positive(ring),
            patience: patience.clamp(0.0, 2.0),
            comes_back,
            far_cell: far_cell.clamp(0.0, 1.0),
            growth,
            abbot,
            lady,
            crown,
            abbot_back,
            courtier,
            barn,
            tax,
            famine,
            storm,
            inquisition,
            taste: Taste::default(),
        }
    }
}
