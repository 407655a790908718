//! What expansions add to pictures, and the only place that knows all of them.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod inns;
mod traders;
mod wheel;

use bastide::{AnyGame, BARN, BRIDGE, CASTLE, CROWN, MarkKind, PieceKind};

use crate::geom::Point;
use crate::marks::MarkArt;
use crate::pieces::{Drawing, Icon, PieceArt};
use crate::pose::PoseSpec;

pub(crate) use bridges::{write as write_overlays, write_one as write_overlay};
pub(crate) use wheel::{
    block_symbol, block_symbols, covers, has_block, lanes, write as write_block, write_empty_block,
    write_pig as write_movable,
};

/// Points of what expansions add, for other crates.
pub(crate) mod points {
    pub use super::wheel::pig_point;
}

/// Poses of the figures that expansions add.
pub(crate) const POSES: [&PoseSpec; 6] = [
    &abbot::POSE,
    &castles::POSE,
    &inns::POSES[0],
    &inns::POSES[1],
    &traders::BUILDER,
    &traders::HOG,
];

/// Pictures of pieces of other kinds.
const PLAIN: PieceArt = PieceArt {
    icon: Icon { symbol: "token", size: 50, view_box: "3 3 44 44" },
    figure: Point::ORIGIN,
};

/// Returns the pictures of a kind of piece.
pub(crate) fn piece(kind: PieceKind) -> &'static PieceArt {
    match kind {
        BRIDGE => &bridges::PIECE,
        CASTLE => &castles::PIECE,
        BARN => &barns::PIECE,
        CROWN => &wheel::PIECE,
        _ => &PLAIN,
    }
}

/// Iterates over the drawings of pieces.
pub(crate) fn drawings() -> impl Iterator<Item = &'static Drawing> {
    castles::DRAWINGS.iter().chain(barns::DRAWINGS).chain(wheel::DRAWINGS)
}

/// Iterates over the pictures of the marks that expansions print on tiles.
pub(crate) fn marks() -> impl Iterator<Item = &'static MarkArt> {
    inns::MARKS.iter().chain(traders::MARKS)
}

/// Returns the picture of a mark that an expansion prints on tiles.
pub(crate) fn mark(kind: MarkKind) -> Option<&'static MarkArt> {
    marks().find(|art| art.kind == kind)
}

/// Returns the point of a space that holds a figure.
pub(crate) fn space(game: &AnyGame, kind: PieceKind, number: u8) -> Option<Point> {
    if kind == CROWN { wheel::crown(game, number) } else { None }
}
