//! What expansions add to pictures, and the only place that knows all of them.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod wheel;

use bastide::{AnyGame, BARN, BRIDGE, CASTLE, CROWN, PieceKind};

use crate::geom::Point;
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
pub(crate) const POSES: [&PoseSpec; 2] = [&abbot::POSE, &castles::POSE];

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

/// Returns the point of a space that holds a figure.
pub(crate) fn space(game: &AnyGame, kind: PieceKind, number: u8) -> Option<Point> {
    if kind == CROWN { wheel::crown(game, number) } else { None }
}
