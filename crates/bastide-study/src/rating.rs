//! Glicko-2 ratings (Glickman 2012) of solvers and puzzles. An attempt is a game between both.

/// A rating with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating, on the scale of Elo.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Volatility.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

/// Points of Elo per unit of the internal scale.
const SCALE: f64 = 173.7178;
/// Constraint on changes of the volatility.
const TAU: f64 = 0.5;

impl Rating {
    /// Returns the rating after one game against `other` with `score` from 0 to 1.
    ///
    /// ```
    /// use bastide_study::Rating;
    /// let solver = Rating::default();
    /// let puzzle = Rating { rating: 1700.0, deviation: 80.0, ..solver };
    /// let (up, down) = (solver.after(&puzzle, 1.0), solver.after(&puzzle, 0.0));
    /// assert!(up.rating > 1650.0 && down.rating < 1500.0);
    /// assert!(up.deviation < solver.deviation);
    /// ```
    #[must_use]
    pub fn after(&self, other: &Rating, score: f64) -> Rating {
        self.after_all(&[(*other, score)])
    }

    /// Returns the rating after a period with these opponents and scores.
    #[must_use]
    pub fn after_all(&self, games: &[(Rating, f64)]) -> Rating {
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, score) in games {
            let (their_mu, their_phi) = ((other.rating - 1500.0) / SCALE, other.deviation / SCALE);
            let weight =
                1.0 / (1.0 + 3.0 * their_phi * their_phi / core::f64::consts::PI.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mu - their_mu)).exp());
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        if information <= 0.0 {
            let deviation = (phi * phi + self.volatility * self.volatility).sqrt() * SCALE;
            return Rating { deviation: deviation.min(350.0), ..*self };
        }
        let variance = 1.0 / information;
        let volatility = self.new_volatility(phi, variance, variance * surprise);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + 1.0 / variance).sqrt();
        let mu = mu + phi * phi * surprise;
        Rating { rating: mu * SCALE + 1500.0, deviation: phi * SCALE, volatility }
    }

    /// Returns the new volatility, by the Illinois algorithm.
    fn new_volatility(&self, phi: f64, variance: f64, delta: f64) -> f64 {
        let a = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let power = x.exp();
            let sum = phi * phi + variance + power;
            power * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
        };
        let mut low = a;
        let mut high = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            // Bounded: the function grows linearly.
            (1..100).map(|k| a - f64::from(k) * TAU).find(|&x| f(x) >= 0.0).unwrap_or(a - TAU)
        };
        let (mut of_low, mut of_high) = (f(low), f(high));
        for _ in 0..100 {
            if (high - low).abs() <= 1e-6 {
                break;
            }
            let next = low + (low - high) * of_low / (of_high - of_low);
            let of_next = f(next);
            if of_next * of_high <= 0.0 {
                (low, of_low) = (high, of_high);
            } else {
                of_low /= 2.0;
            }
            (high, of_high) = (next, of_next);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's description of Glicko-2.
    #[test]
    fn the_example_of_the_description_is_reproduced() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let other = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
        let games =
            [(other(1400.0, 30.0), 1.0), (other(1550.0, 100.0), 0.0), (other(1700.0, 300.0), 0.0)];
        let after = player.after_all(&games);
        assert!((after.rating - 1464.06).abs() < 0.05, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.05, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.0001, "{after:?}");
    }
}
