//! Plays a whole game of random moves and prints the result.
//!
//! Usage: `cargo run -p bastide --example random_game [NUMBER]`, where `NUMBER` is the random seed.

use bastide::{Actor, Game, Land, LandSetup};

/// Plays a game of three players. The same number gives the same game.
fn play(number: u64) -> Result<Land, Box<dyn std::error::Error>> {
    let mut dice = number;
    let mut below = |n: usize| {
        // The rules contain no randomness, so any generator can be used.
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % n
    };
    let mut game = Land::new(&LandSetup::new("base,fields,river".parse()?, 3))?;
    loop {
        let action = match game.to_act() {
            Actor::Nobody => return Ok(game),
            // Kinds of tiles are weighted by their number of copies.
            Actor::Chance => {
                let case = below(game.chance_count() as usize) as u32;
                game.nth_chance(case).expect("one of the cases").0
            }
            Actor::Seat(_) => {
                let actions = game.actions();
                actions[below(actions.len())]
            }
        };
        game.play(action)?;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = play(std::env::args().nth(1).map_or(Ok(1), |number| number.parse())?)?;
    for (seat, points) in game.scores().iter(game.seats()) {
        println!("{seat} {points}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_and_can_be_repeated() {
        let fingerprint = |number| play(number).expect("legal actions").fingerprint();
        assert_eq!(fingerprint(1), fingerprint(1));
        assert_ne!(fingerprint(1), fingerprint(2));
        assert!(play(3).expect("legal actions").scores().iter(3).any(|(_, &points)| points > 0));
    }
}
