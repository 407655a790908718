//! Texts and look of castles and ladies (CASTLE-*).

use bastide::{AnyGame, BuildSite, Game};

use super::{PieceTexts, Texts};
use crate::canvas::Rgb;
use crate::words::Names;

pub(super) const TEXTS: Texts =
    Texts { title: "castles", help: "castles, with the tiles of the buildings" };

pub(super) const PIECE: PieceTexts = PieceTexts {
    name: "castle",
    sign: "▙▟",
    ascii: "nn",
    colours: (Rgb(226, 226, 232), Rgb(92, 92, 104)),
    is_wide: true,
    place: |_| "on the castle".to_owned(),
    origin: |_| "the castle".to_owned(),
    home: "her castle",
    becomes: Some("becomes its lady"),
    occupies: |_| "puts a lady on the castle".to_owned(),
};

pub(super) fn awarded(who: &str, points: &str) -> String {
    format!("{who} takes a lady back: {points}")
}

pub(super) fn earns(points: i32) -> String {
    format!("takes a lady back for {points}")
}

/// CASTLE-2, CASTLE-5: describes which knight becomes a lady, and the lost points.
pub(super) fn build_promise(game: &AnyGame, site: BuildSite, names: &Names) -> Option<String> {
    let BuildSite::Segment(slot) = site else { return None };
    let board = game.board();
    let city = board.laid().last().map(|tile| board.root(board.segment(tile, slot)));
    let knight = board.figures().iter().find(|figure| board.root_of(figure) == city);
    Some(match knight {
        Some(knight) => {
            let name = names.of(knight.seat);
            format!("{name}'s knight becomes its lady; the city gives no points")
        }
        None => "you may place a lady on it".to_owned(),
    })
}

/// CASTLE-7, CASTLE-10
pub(super) fn lady_promise(game: &AnyGame) -> Option<String> {
    (game.bag().left() > 0)
        .then(|| "gives 1 for each knight and lady when you take her back".to_owned())
}
