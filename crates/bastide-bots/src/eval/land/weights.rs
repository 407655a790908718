//! The numbers the evaluator goes by.

/// What the evaluator believes, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// What 0 to 7 free meeples are worth.
    pub free: [f32; 8],
    /// How many own turns ahead a free meeple keeps its full worth.
    pub horizon: f32,
    /// How many of a seat's draws really go to a road's open end.
    pub road_draws: f32,
    /// The same for a city.
    pub city_draws: f32,
    /// The same for a city as a farmer hopes, whoever completes it.
    pub farm_draws: f32,
    /// The same for a cell around a monastery.
    pub ring_draws: f32,
    /// The power of the turns to come that these draws grow with.
    pub patience: f32,
    /// What a figure that will probably come back adds.
    pub comes_back: f32,
    /// How likely a neighbour of a monastery that nothing touches is filled.
    pub far_cell: f32,
    /// What a field brings for each ten own turns to come.
    pub growth: f32,
    /// What an abbot in hand is worth.
    pub abbot: f32,
    /// The share of that he keeps on the map, since he can be called home.
    pub abbot_back: f32,
    /// What a lady is worth besides the points she can score.
    pub lady: f32,
    /// The share of those points that she will score.
    pub courtier: f32,
    /// What a farmer who may still move into a barn hopes for.
    pub barn: f32,
    /// The share of a crown space's points that it will bring.
    pub crown: f32,
    /// How many more stops of the pig a knight sees.
    pub tax: f32,
    /// The same for a farmer.
    pub famine: f32,
    /// The same for a free figure.
    pub storm: f32,
    /// The same for a monk.
    pub inquisition: f32,
    /// What a personality makes of it all; not tuned.
    pub taste: Taste,
}

/// What a personality likes more or less than its points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taste {
    /// What a point hoped for of a road counts.
    pub road: f32,
    /// The same of a city.
    pub city: f32,
    /// The same of a field.
    pub field: f32,
    /// The same of a monastery.
    pub ring: f32,
}

impl Default for Taste {
    /// Points are points.
    fn default() -> Taste {
        Taste { road: 1.0, city: 1.0, field: 1.0, ring: 1.0 }
    }
}

impl Default for Weights {
    /// Those for the base game with fields.
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
    /// How many numbers there are.
    pub const COUNT: usize = Weights::NAMES.len();

    /// What they are called, in order.
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

    /// All of them in the order of [`Weights::NAMES`], for tuning.
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

    /// Weights from numbers in the order of [`Weights::NAMES`]. What must be
    /// positive is kept so.
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
