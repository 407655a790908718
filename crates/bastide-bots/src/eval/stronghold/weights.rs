//! Weights of the Stronghold evaluator.

/// Weights of the Stronghold evaluator, in points unless stated otherwise, tuned by self-play
/// (`docs/bots.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrongholdWeights {
    /// Value of 0 to 6 free followers.
    pub free: [f32; 7],
    /// Number of own turns to come below which free followers lose value.
    pub horizon: f32,
    /// Change of that value as a fraction, per ten own turns beyond `horizon`.
    pub long_run: f32,
    /// Fraction of a follower that is expected to return that counts as free.
    pub comes_back: f32,
    /// Attempts to close a side per own turn.
    pub tries: f32,
    /// Maximum number of own turns counted as attempts.
    pub patience: f32,
    /// Number of own turns at which competing claims halve the completion probability of each.
    pub attention: f32,
    /// Factor on the completion probability for each open cell after the first.
    pub crowd: f32,
    /// Tiles that each open cell of a path adds until it is complete.
    pub path_growth: f32,
    /// Probability that an open cell gives a path its first well.
    pub well: f32,
    /// Maximum number of open cells counted for `well`.
    pub well_cells: f32,
    /// Tiles that each open cell of a tower adds until it is complete.
    pub tower_growth: f32,
    /// Tiles that each open cell of a house adds until it is complete.
    pub house_growth: f32,
    /// Fraction of a feature's value retained if the opponent has followers on it.
    pub contested: f32,
    /// Markets that each open cell of a courtyard adds in ten own turns.
    pub yard_growth: f32,
    /// Maximum number of open cells counted for `yard_growth`.
    pub yard_cells: f32,
    /// Fraction of an open courtyard's value retained with ten or more own turns to come.
    pub yard_hold: f32,
    /// Value of each kind of token beyond its visible uses, with `token_horizon` or more own turns
    /// to come.
    pub tokens: [f32; 9],
    /// Number of own turns to come below which tokens lose that value.
    pub token_horizon: f32,
    /// Fraction counted of the gain a token promises on a claim.
    pub token_use: f32,
    /// Value of a token still on the wall.
    pub prize: f32,
    /// Relative increase in the probability of a track step that ends on a token.
    pub aim: f32,
    /// Expected number of scorings per own turn.
    pub scorings: f32,
    /// Fraction counted of a token that completing a claim would reach.
    pub landing: f32,
    /// Value of drawing next.
    pub tempo: f32,
    /// Weight of features the next player can complete immediately.
    pub initiative: f32,
    /// The same for the other player, who draws later.
    pub waiting: f32,
    /// Expected size of the largest gap, which the larger keep scores.
    pub gap: f32,
    /// Number of remaining tiles above which `gap` is used instead of the actual gap.
    pub gap_horizon: f32,
    /// Tiles that fall into the largest gap, as a fraction of its proportional share.
    pub gap_shrink: f32,
    /// Size difference at which a keep is safe, with `keep_horizon` own turns to come.
    pub keep_safe: f32,
    /// Number of own turns to come that `keep_safe` refers to.
    pub keep_horizon: f32,
    /// Size difference at which a keep is safe at the end of the game.
    pub keep_settled: f32,
    /// Fraction counted of an incomplete house towards the keep.
    pub keep_hope: f32,
    /// The same for a house that is not larger than the keep.
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
