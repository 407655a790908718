//! What the evaluator believes of the game within a wall.

/// What the evaluator believes of the game within a wall, in points. The
/// numbers come from play against itself (`docs/bots.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrongholdWeights {
    /// What 0 to 6 free followers are worth.
    pub free: [f32; 7],
    /// How many own turns ahead a free follower keeps that worth.
    pub horizon: f32,
    /// How much more it is worth for each ten further own turns.
    pub long_run: f32,
    /// How much of a follower is free already that will probably come back.
    pub comes_back: f32,
    /// How many tries to close a side each own turn is.
    pub tries: f32,
    /// No more own turns than these are tries.
    pub patience: f32,
    /// Of how many own turns none is left for any one claim.
    pub attention: f32,
    /// The chance that a further open cell does not get in the way.
    pub crowd: f32,
    /// How many tiles each open cell of a path adds until it is complete.
    pub path_growth: f32,
    /// The chance that an open cell brings a path its first well.
    pub well: f32,
    /// More open cells than these bring no more.
    pub well_cells: f32,
    /// The same for a tower.
    pub tower_growth: f32,
    /// The same for a house.
    pub house_growth: f32,
    /// What the other's followers on a feature leave of its worth.
    pub contested: f32,
    /// Markets that each open cell of a courtyard brings in ten own turns.
    pub yard_growth: f32,
    /// More open cells than these bring no more.
    pub yard_cells: f32,
    /// How sure the markets of an open courtyard are.
    pub yard_hold: f32,
    /// What each kind of token is worth besides what can be seen, with all
    /// turns to come; less and less later.
    pub tokens: [f32; 9],
    /// How many own turns ahead tokens keep that worth.
    pub token_horizon: f32,
    /// What of the gain is counted that a token promises on a claim.
    pub token_use: f32,
    /// What a token still on the wall is worth.
    pub prize: f32,
    /// How much likelier a step on the track is that ends on a token.
    pub aim: f32,
    /// How many scorings each own turn brings.
    pub scorings: f32,
    /// What counts of a token that a claim would reach when it is completed.
    pub landing: f32,
    /// What it is worth to draw next.
    pub tempo: f32,
    /// What counts besides of what whoever draws next may close at once.
    pub initiative: f32,
    /// The same for the other, who must wait.
    pub waiting: f32,
    /// The gap that the larger keep can expect.
    pub gap: f32,
    /// How many tiles to come make the gap what it usually is.
    pub gap_horizon: f32,
    /// How many of these tiles fall into the largest gap, to its share.
    pub gap_shrink: f32,
    /// How far apart keeps must be to be safe, with many turns to come.
    pub keep_safe: f32,
    /// How many own turns these are.
    pub keep_horizon: f32,
    /// How far apart keeps must be to be safe at the end.
    pub keep_settled: f32,
    /// How much of a larger house counts that is not complete yet.
    pub keep_hope: f32,
    /// The same of a smaller one.
    pub keep_spare: f32,
}

impl Default for StrongholdWeights {
    fn default() -> StrongholdWeights {
        StrongholdWeights {
            free: [-10.49, -2.95, -0.13, 1.23, 2.21, 3.68, 4.57],
            horizon: 5.58,
            long_run: -0.08,
            comes_back: 0.17,
            tries: 0.57,
            patience: 19.41,
            attention: 0.35,
            crowd: 0.81,
            path_growth: 0.35,
            well: 0.13,
            well_cells: 3.0,
            tower_growth: 0.04,
            house_growth: 0.18,
            contested: 0.75,
            yard_growth: 0.04,
            yard_cells: 4.0,
            yard_hold: 0.55,
            tokens: [1.47, 2.72, 1.7, 1.55, 0.44, 0.73, 0.35, 2.23, 0.0],
            token_horizon: 4.66,
            token_use: 0.48,
            prize: 2.03,
            aim: 0.92,
            scorings: 0.53,
            landing: 0.17,
            tempo: 2.34,
            initiative: -0.25,
            waiting: 0.3,
            gap: 1.53,
            gap_horizon: 10.26,
            gap_shrink: 0.62,
            keep_safe: 0.64,
            keep_horizon: 8.0,
            keep_settled: 0.2,
            keep_hope: 0.64,
            keep_spare: 0.1,
        }
    }
}
