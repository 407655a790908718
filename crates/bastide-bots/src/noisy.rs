//! Beatable bots: they evaluate turns correctly, then add random noise.

use bastide::{Action, AnyGame, Game};
use bastide_host::Dice;

use crate::eval::lead;
use crate::planner::{Plan, Planner, Rest, seat_to_act};
use crate::{Bot, Budget, Character, Pause};

/// Plays the turn that looks best after random noise is added to each evaluation.
pub struct Noisy {
    planner: Planner,
    dice: Dice,
    /// Standard deviation of the noise, in points.
    noise: f32,
    rest: Rest,
}

impl Noisy {
    /// Creates a bot with noise of standard deviation `noise`.
    pub fn new(seed: u64, character: Character, noise: f32) -> Noisy {
        let (planner, dice) = (Planner::new(character), Dice::new(seed, 3));
        Noisy { planner, dice, noise, rest: Rest::default() }
    }
}

impl Bot for Noisy {
    fn choose(&mut self, game: &AnyGame, _: Budget) -> Action {
        let Some(seat) = seat_to_act(game) else { return Action::Pass };
        if let Some(action) = self.rest.next(game) {
            return action;
        }
        let (mut best, mut plan, seats) = (f32::MIN, Plan::new(), game.seats());
        let (dice, noise) = (&mut self.dice, self.noise);
        self.planner.each(game, |actions, values| {
            let value = lead(values, seats, seat) + noise * bell(dice);
            if value > best {
                best = value;
                plan = actions.iter().copied().collect();
            }
        });
        self.rest.keep(game, plan)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }

    fn reseed(&mut self, dice: Dice) {
        self.dice = dice;
        self.rest = Rest::default();
    }
}

/// Returns an approximately normal random number with mean 0 and standard deviation 1, as the sum
/// of twelve uniform numbers.
fn bell(dice: &mut Dice) -> f32 {
    const SIDES: usize = 1 << 20;
    let sum: usize = (0..12).map(|_| dice.below(SIDES)).sum();
    sum as f32 / SIDES as f32 - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bell_has_deviation_one() {
        let mut dice = Dice::new(5, 5);
        let thrown: Vec<f32> = (0..20_000).map(|_| bell(&mut dice)).collect();
        let mean = thrown.iter().sum::<f32>() / thrown.len() as f32;
        let variance = thrown.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / thrown.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
