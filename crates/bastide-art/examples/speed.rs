//! Measures drawing times: `cargo run --release -p bastide-art --example speed`.

use std::error::Error;
use std::time::{Duration, Instant};

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup, sets};
use bastide_art::{Atlas, Look, Theme, map, png, sheet, sprite};
use bastide_bots::{Budget, Spec};
use bastide_host::{Dealer, Match, Seed};

fn main() -> Result<(), Box<dyn Error>> {
    let game = played()?;
    let tiles = game.board().laid().len();
    let look = Look::default();
    let cold = best(9, || map(&game, &Atlas::new(game.board().tiles()), &look).len());
    let atlas = Atlas::new(game.board().tiles());
    let warm = best(20, || map(&game, &atlas, &look).len());
    let svg = map(&game, &atlas, &look);
    println!(
        "board of {tiles} tiles to SVG: {warm:?}, with a new atlas {cold:?}, {} bytes",
        svg.len()
    );
    let pixels = best(5, || png(&svg, 2000).map_or(0, |file| file.len()));
    println!("the same to a PNG 2000 pixels wide: {pixels:?}");
    println!("sheet of the base set: {:?}", best(5, || sheet(sets::base(), Theme::Light).len()));
    for set in sets::all() {
        println!("sprite of {}: {} bytes", set.name, sprite(set, Theme::Light).len());
    }
    Ok(())
}

/// Returns the shortest of several runs, which is the least disturbed by other load.
fn best(runs: u32, mut work: impl FnMut() -> usize) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        assert!(work() > 0);
        least = least.min(start.elapsed());
    }
    least
}

fn played() -> Result<AnyGame, Box<dyn Error>> {
    let rules: LandRules = "base,fields".parse()?;
    let dealer = Dealer::seeded(Seed::from_number(7), "measure");
    let mut current = Match::new(Setup::new(Rules::Land(rules), 4), dealer)?;
    let mut bot = "greedy".parse::<Spec>()?.build(7);
    while let Actor::Seat(seat) = current.game().to_act() {
        for action in bot.choose_turn(current.game(), Budget::Nodes(1)) {
            current.play(seat, action)?;
        }
    }
    Ok(current.game().clone())
}
