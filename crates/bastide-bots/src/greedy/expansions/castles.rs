//! Castles (CASTLE-*): the value of a lady.

use bastide::{AnyGame, CASTLE, Figure, FigureSpot, Game, Terrain};

/// Percentage counted of a lady's points, which cost a placement to collect.
const LADY: i32 = 60;

/// CASTLE-7, CASTLE-10: returns the value of a lady, in hundredths of a point.
pub(super) fn lady(game: &AnyGame) -> i32 {
    LADY * courtiers(game)
}

/// Returns the number of knights and ladies on the map.
fn courtiers(game: &AnyGame) -> i32 {
    let board = game.board();
    let is_one = |figure: &&Figure| match figure.spot {
        FigureSpot::Piece(CASTLE, _) => true,
        FigureSpot::Segment(_) | FigureSpot::Piece(..) => {
            let root = board.root_of(figure);
            root.is_some_and(|root| board.feature(root).terrain == Terrain::City)
        }
    };
    board.figures().iter().filter(is_one).count() as i32
}
