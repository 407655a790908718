//! Plays a whole game of random moves and prints the result.
//!
//! Usage: `cargo run -p bastide --example random_game [NUMBER]`, where `NUMBER` is the random seed.

use bastide::{Action, Actor, Game, Land, LandSetup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut dice: u64 = std::env::args().nth(1).map_or(Ok(1), |number| number.parse())?;
    let mut below = |n: usize| {
        // The rules contain no randomness, so any generator can be used.
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % n
    };
    let mut game = Land::new(&LandSetup::new("base,fields,river,abbot".parse()?, 3))?;
    let mut actions = Vec::new();
    loop {
        actions.clear();
        match game.to_act() {
            Actor::Nobody => break,
            // All remaining tiles are equally likely, so kinds are weighted by their number of
            // copies.
            Actor::Chance => {
                let at = below(game.bag().next_left() as usize) as u32;
                actions.extend(game.bag().nth(at).map(Action::Draw));
            }
            Actor::Seat(_) => game.legal_actions(&mut actions),
        }
        game.play(actions[below(actions.len())])?;
    }
    for (seat, points) in game.scores().iter(game.seats()) {
        println!("{seat} {points}");
    }
    Ok(())
}
