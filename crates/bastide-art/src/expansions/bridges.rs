//! Bridges across a tile.

use bastide::{Axis, Board};

use crate::atlas::origin;
use crate::geom::{Point, short};
use crate::pieces::{Icon, PieceArt};
use crate::theme::Palette;

pub(super) const PIECE: PieceArt = PieceArt {
    icon: Icon { symbol: "bridge-ew", size: 100, view_box: "0 0 100 100" },
    figure: Point::ORIGIN,
};

/// Draws all bridges.
pub(crate) fn write(out: &mut String, board: &Board, palette: &Palette) {
    let mut all: Vec<(Point, Axis)> = board
        .laid()
        .iter()
        .filter_map(|laid| laid.bridge.map(|axis| (origin(laid.cell), axis)))
        .collect();
    all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, axis) in all {
        write_one(out, at, axis, palette);
    }
}

/// Draws a bridge on the tile with this origin.
pub(crate) fn write_one(out: &mut String, at: Point, axis: Axis, palette: &Palette) {
    let (x, y) = (short(at.x), short(at.y));
    out.push_str(&format!("<g transform='translate({x} {y})'>"));
    let [stone, mid, dark] = palette.stone;
    match axis {
        // Seen from the south: a deck on three arches.
        Axis::EastWest => out.push_str(&format!(
            "<path class='sh' d='M4 62H100L106 72H14Z'/>\
             <path fill='{mid}' d='M0 55V64H7Q10 57 17 57T28 66H39Q40 55 50 55T61 66H72Q76 57 83 57T93 64H100V55Z'/>\
             <path class='k kk' d='M0 55V64H7Q10 57 17 57T28 66H39Q40 55 50 55T61 66H72Q76 57 83 57T93 64H100V55'/>\
             <path class='k' opacity='.5' d='M12 57.6l-1-2M34 60h4M64 60h4M31 63h4M66 63h4M88 57.6l1-2'/>\
             <path class='re' d='M0 44Q50 36 100 44V56Q50 48 0 56Z'/><path class='rf' d='M0 46Q50 38 100 46V54Q50 46 0 54Z'/>\
             <path class='k' opacity='.4' d='M8 45.6v8M18 44.4v8M28 43.4v8M38 42.8v8M48 42.4v8M58 42.5v8M68 43v8M78 44v8M88 45v8'/>\
             <path fill='{dark}' d='M0 41Q50 33 100 41V44.4Q50 36.4 0 44.4Z'/><path fill='{stone}' d='M0 53Q50 45 100 53V57Q50 49 0 57Z'/>\
             <path class='k kk' d='M0 41Q50 33 100 41M0 44.4Q50 36.4 100 44.4M0 53Q50 45 100 53M0 57Q50 49 100 57'/>"
        )),
        // Seen along its deck.
        Axis::NorthSouth => out.push_str(&format!(
            "<path class='sh' d='M58 2L65 9V100H58Z'/>\
             <path class='re' d='M43 0Q40.4 50 43 100H57Q59.6 50 57 0Z'/><path class='rf' d='M45 0Q43 50 45 100H55Q57 50 55 0Z'/>\
             <path class='k' opacity='.4' d='M44 8h12M43.4 18h13M43 28h14M43 38h14M43 48h14M43 58h14M43 68h14M43.4 78h13M44 88h12'/>\
             <path fill='{stone}' d='M40 0Q37.4 50 40 100H43.4Q40.8 50 43.4 0Z'/><path fill='{dark}' d='M56.6 0Q59.2 50 56.6 100H60Q62.6 50 60 0Z'/>\
             <path class='k kk' d='M40 0Q37.4 50 40 100M43.4 0Q40.8 50 43.4 100M56.6 0Q59.2 50 56.6 100M60 0Q62.6 50 60 100'/>"
        )),
    }
    out.push_str("</g>");
}
