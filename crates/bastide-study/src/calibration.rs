//! Calibration: parameters that turn raw estimates into forecasts.
//!
//! They are fitted to games of several levels by `bastide calibrate --fit` (`docs/analysis.md`).

use bastide::{AnyGame, Game};

use crate::games::Group;

/// Parameters of a group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    /// Margins of forecasts at each knot: weight of the mean margin of rollouts, weight of the
    /// evaluated margin, and points added for the player to move.
    pub forecast: [[f64; 3]; KNOTS.len()],
    /// Scale of the logistic function for forecasts, in points: the first number plus the second
    /// times the square root of the tiles left.
    pub forecast_scale: [f64; 2],
    /// Margins in reviews, which have no rollouts to the end, at each knot: weight of the evaluated
    /// margin, and points added for the player to move.
    pub review: [[f64; 2]; KNOTS.len()],
    /// Scale of the logistic function in reviews.
    pub review_scale: [f64; 2],
}

/// Numbers of tiles left for which there are parameters. Between two of them parameters are
/// interpolated, so that a chart of chances has no steps.
pub(crate) const KNOTS: [f64; 4] = [0.0, 12.0, 36.0, 64.0];

/// Returns the share of each knot with `left` tiles left. The sum is 1.
pub(crate) fn knot_shares(left: f64) -> [f64; KNOTS.len()] {
    let mut shares = [0.0; KNOTS.len()];
    let above = KNOTS.iter().position(|&knot| left < knot).unwrap_or(KNOTS.len());
    if above == 0 || above == KNOTS.len() {
        shares[above.saturating_sub(1)] = 1.0;
    } else {
        let (low, high) = (KNOTS[above - 1], KNOTS[above]);
        shares[above] = (left - low) / (high - low);
        shares[above - 1] = 1.0 - shares[above];
    }
    shares
}

/// Returns the parameters with `left` tiles left.
fn interpolated<const N: usize>(parameters: &[[f64; N]; KNOTS.len()], left: f64) -> [f64; N] {
    let mut result = [0.0; N];
    for (share, knot) in knot_shares(left).iter().zip(parameters) {
        result.iter_mut().zip(knot).for_each(|(sum, value)| *sum += share * value);
    }
    result
}

/// Returns the number of tiles that are still to be laid.
pub(crate) fn tiles_left(game: &AnyGame) -> f64 {
    f64::from(game.bag().left()) + if game.drawn().is_some() { 1.0 } else { 0.0 }
}

impl Calibration {
    /// Parameters that change nothing, for fitting.
    pub const RAW: Calibration = Calibration {
        forecast: [[1.0, 0.0, 0.0]; KNOTS.len()],
        forecast_scale: [1.0, 1.2],
        review: [[1.0, 0.0]; KNOTS.len()],
        review_scale: [1.0, 1.2],
    };

    /// Returns the parameters of a group.
    pub const fn of(group: Group) -> Calibration {
        // In the order of the groups.
        const ALL: [Calibration; Group::ALL.len()] = [
            Calibration {
                forecast: [
                    [0.948, 0.037, -0.745],
                    [0.706, 0.317, 0.767],
                    [0.567, 0.395, 0.13],
                    [0.05, 0.775, 0.62],
                ],
                forecast_scale: [0.328, 1.653],
                review: [[0.978, 0.188], [0.995, -1.437], [0.984, -0.161], [0.68, 0.024]],
                review_scale: [1.492, 1.489],
            },
            Calibration {
                forecast: [
                    [0.704, 0.315, 0.772],
                    [0.605, 0.324, 0.798],
                    [0.645, 0.423, 0.361],
                    [0.322, 0.655, 1.171],
                ],
                forecast_scale: [0.633, 2.567],
                review: [[0.955, 0.269], [0.926, -0.718], [1.089, 0.011], [0.954, -0.766]],
                review_scale: [2.664, 2.247],
            },
            Calibration {
                forecast: [
                    [0.932, 0.095, -0.583],
                    [0.675, 0.315, 0.389],
                    [0.455, 0.53, 0.696],
                    [0.096, 0.391, 1.275],
                ],
                forecast_scale: [0.0, 2.286],
                review: [[1.03, 1.368], [0.969, -1.326], [0.907, -0.358], [0.468, -0.516]],
                review_scale: [0.0, 2.348],
            },
            Calibration {
                forecast: [
                    [0.82, 0.174, 0.146],
                    [0.557, 0.511, 0.333],
                    [0.516, 0.715, 1.341],
                    [0.13, 1.552, 0.434],
                ],
                forecast_scale: [0.0, 1.731],
                review: [[0.972, -0.367], [1.069, -0.738], [1.522, 0.519], [1.936, -1.872]],
                review_scale: [0.469, 1.763],
            },
        ];
        ALL[group as usize]
    }

    /// Returns the weights for forecasts with `left` tiles left: of the mean margin of rollouts, of
    /// the evaluated margin, and the points added for the player to move.
    pub(crate) fn forecast_at(&self, left: f64) -> [f64; 3] {
        interpolated(&self.forecast, left)
    }

    /// Returns the weights for reviews with `left` tiles left: of the evaluated margin, and the
    /// points added for the player to move.
    pub(crate) fn review_at(&self, left: f64) -> [f64; 2] {
        interpolated(&self.review, left)
    }

    /// Returns the scale of a logistic function with parameters `scale`.
    pub(crate) fn scale_at(scale: [f64; 2], left: f64) -> f64 {
        (scale[0] + scale[1] * left.max(0.0).sqrt()).max(0.05)
    }
}

/// Returns the logistic function of `x`.
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
