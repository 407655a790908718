//! Plays with a custom tile set instead of the built-in one.
//!
//! Usage: `cargo run -p bastide --example own_tiles [FILE]`, where `FILE` is a tile file
//! (`docs/tiles.md`). Without it a small set is used.

use bastide::{Game, Land, LandRules, OwnSets, Setup};

/// Ten tiles. The name of the set tells which built-in set it replaces.
const TILES: &str = "\
set base

tile Start x1 start     # a road below a city
  city      N
  road      E2 W2
  field     E1 W3           borders 0
  field     E3 S W1

tile Abbey x3
  monastery
  field     N E S W

tile Bend x4
  road      S2 W2
  field     S3 W1
  field     N E S1 W3

tile Cap x2
  city      N
  field     E S W           borders 0
";

/// Plays the first legal action until the game is over.
fn play(text: &str) -> Result<Land, Box<dyn std::error::Error>> {
    // Errors give the line of the file and the problem found there.
    let own = OwnSets::parse([text])?;
    let mut game = Land::new(&Setup::new(LandRules::default(), 2).with_sets(own))?;
    while let Some(&action) = game.actions().first() {
        println!("{}", game.notation().show(action));
        game.play(action)?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = match std::env::args().nth(1) {
        Some(file) => play(&std::fs::read_to_string(file)?)?,
        None => play(TILES)?,
    };
    for (seat, points) in game.scores().iter(game.seats()) {
        println!("{seat} {points}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tiles_are_laid() {
        let game = play(TILES).expect("a complete set");
        assert_eq!((game.board().laid().len(), game.bag().left()), (10, 0));
        assert!(game.is_over());
    }

    #[test]
    fn errors_name_the_line() {
        let error = play("set base\n\ntile A x1\n  road N2\n").expect_err("ports without owner");
        assert!(error.to_string().contains("line 3"), "{error}");
    }
}
