//! Counts the sequences of actions of a given length ("perft"), a common test of move generators.
//!
//! Usage: `cargo run --release -p bastide --example perft [DEPTH] [RULES]`.

use bastide::{AnyGame, Game, Rules, Setup};

/// Returns the number of sequences of `depth` actions. Draws count as actions.
fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let actions = game.actions();
    match depth {
        0 => 1,
        1 => actions.len() as u64,
        _ => {
            let mut next = game.clone();
            let mut sum = 0;
            for action in actions {
                next.clone_from(game); // reuses the memory of the last position
                next.play_unchecked(action);
                sum += perft(&next, depth - 1);
            }
            sum
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let depth: u32 = args.next().map_or(Ok(4), |depth| depth.parse())?;
    let rules: Rules = args.next().as_deref().unwrap_or("base,fields").parse()?;
    let game = AnyGame::new(&Setup::new(rules, 2))?;
    for depth in 0..=depth {
        println!("{depth} {}", perft(&game, depth));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bastide::{Action, Cell, LandRules, Rotation};

    use super::*;

    /// Counts the placements of the first tile by checking every cell in turn.
    #[test]
    fn placements_are_those_that_check_allows() {
        let game = AnyGame::new(&Setup::new(LandRules::default(), 2)).expect("the base game");
        let mut checked = 0;
        for draw in game.actions() {
            let mut drawn = game.clone();
            drawn.play(draw).expect("it is listed");
            for cell in Cell::ORIGIN.ring() {
                checked += Rotation::ALL
                    .map(|rotation| Action::Place { cell, rotation, bridge: None })
                    .into_iter()
                    .filter(|&action| drawn.check(action).is_ok())
                    .count();
            }
        }
        assert_eq!(perft(&game, 2), checked as u64);
        assert_eq!([perft(&game, 0), perft(&game, 1), perft(&game, 2)], [1, 32, 133]);
    }
}
