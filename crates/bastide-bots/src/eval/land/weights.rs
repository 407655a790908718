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
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            free: [-10.0, -5.0, -1.25, 0.0, 2.5, 3.75, 5.0, 6.25],
            horizon: 6.0,
            road_draws: 0.05,
            city_draws: 0.05,
            farm_draws: 0.05,
            ring_draws: 0.05,
            comes_back: 5.0,
            far_cell: 0.4,
            growth: 0.2,
            abbot: 5.0,
            abbot_back: 0.4,
            lady: 2.0,
            courtier: 0.7,
            barn: 1.0,
            crown: 1.0,
            tax: 1.0,
            famine: 0.8,
            storm: 1.0,
            inquisition: 1.0,
        }
    }
}
