//! Texts and look of barns (BARN-*).

use super::{PieceTexts, Texts};
use crate::canvas::Rgb;

pub(super) const TEXTS: Texts =
    Texts { title: "barns", help: "barns, with the tiles of the buildings" };

pub(super) const PIECE: PieceTexts = PieceTexts {
    name: "barn",
    sign: "/\\",
    ascii: "/\\",
    colours: (Rgb(250, 226, 150), Rgb(140, 40, 34)),
    place: |_| "in the barn".to_owned(),
    origin: |_| "the barn".to_owned(),
    home: "the barn",
    ..PieceTexts::NONE
};

pub(super) fn awarded(who: &str, points: &str) -> String {
    format!("{who}'s barn counts all farmers: {points}")
}

pub(super) fn earns(points: i32) -> String {
    format!("builds a barn for {points}")
}
