//! A beatable bot: it evaluates turns correctly, then adds random noise.

use bastide::{AnyGame, Game};
use bastide_host::Dice;

use crate::eval::lead;
use crate::planner::{Planner, playable, seat_to_act};
use crate::{Bot, Budget, Character, Pause, Turn};

/// Plays the turn that looks best after random noise is added to each evaluation.
pub struct Noisy {
    planner: Planner,
    dice: Dice,
    /// Standard deviation of the noise, in points.
    noise: f32,
}

impl Noisy {
    /// Creates a bot with noise of standard deviation `noise`.
    pub fn new(seed: u64, character: Character, noise: f32) -> Noisy {
        let (planner, dice) = (Planner::new(character), Dice::new(seed, 3));
        Noisy { planner, dice, noise }
    }
}

impl Bot for Noisy {
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
        let Some(seat) = seat_to_act(game) else { return Turn::new() };
        let (mut best, mut plan, seats) = (f32::MIN, Turn::new(), game.seats());
        let (dice, noise) = (&mut self.dice, self.noise);
        self.planner.each(game, |actions, values| {
            let value = lead(values, seats, seat) + noise * bell(dice);
            if value > best {
                best = value;
                plan = actions.iter().copied().collect();
            }
        });
        playable(game, plan)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        self.dice = dice;
        true
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
    fn the_noise_has_a_standard_deviation_of_one() {
        let mut dice = Dice::new(5, 5);
        let thrown: Vec<f32> = (0..20_000).map(|_| bell(&mut dice)).collect();
        let mean = thrown.iter().sum::<f32>() / thrown.len() as f32;
        let variance =
            thrown.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / thrown.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
