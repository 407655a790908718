//! Draws the board of a game as an SVG document.
//!
//! Usage: `cargo run -p bastide-art --example draw_board > board.svg`. With a path as argument, the
//! record in that file is drawn.

use bastide::{AnyGame, Game};
use bastide_art::{Atlas, Look, Theme, map};
use bastide_host::Record;

/// A few turns of the base game (`docs/notation.md`).
const RECORD: &str = "\
bastide 1
game land rules=base,fields seats=2
DV P1,0r0 M0
DE P0,-1r2 M0
DU P-1,0r1 .
DB P0,1r0 M0
";

/// Draws a game in its current state.
fn draw(game: &AnyGame) -> String {
    // The atlas caches the geometry of the tiles; keep it to draw more than one picture.
    let atlas = Atlas::new(game.board().tiles());
    map(game, &atlas, &Look { theme: Theme::Dark, ..Look::default() })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record = match std::env::args().nth(1) {
        Some(file) => Record::read(std::fs::read(file)?)?,
        None => Record::parse(RECORD)?,
    };
    println!("{}", draw(&record.game()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_well_formed_and_shows_the_figures() {
        let game = Record::parse(RECORD).expect("a legal record").game();
        assert_eq!((game.board().laid().len(), game.board().figures().len()), (5, 2));
        let svg = draw(&game);
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        assert_eq!(document.root_element().tag_name().name(), "svg");
        assert_ne!(svg, draw(&Record::parse(RECORD).expect("a legal record").start()));
    }
}
