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
    /// What a lady is worth.
    pub lady: f32,
    /// What a crown space is worth.
    pub crown: f32,
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
            abbot: 1.5,
            lady: 2.0,
            crown: 2.0,
        }
    }
}
