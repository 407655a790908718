//! Texts of bridges (BRIDGE-*).

use super::{PieceTexts, Texts};

pub(super) const TEXTS: Texts =
    Texts { title: "bridges", help: "bridges, with the tiles of the buildings" };

pub(super) const PIECE: PieceTexts = PieceTexts {
    name: "bridge",
    sign: "═ ║",
    ascii: "= H",
    place: |_| "on the bridge".to_owned(),
    origin: |_| "the bridge".to_owned(),
    home: "the bridge",
    ..PieceTexts::NONE
};
