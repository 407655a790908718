//! Sprites of tile sets for web pages, which lay out the symbols themselves.
//!
//! For a tile named `D` rotated once, a page uses two symbols, each in a box of 100 by 100 units
//! that its content may exceed:
//!
//! - `D-1`: the ground, to be drawn above grass that the page draws across all tiles at once
//!   (`fill="url(#gp)"`, or `url(#yp)` inside a wall);
//! - `D-1u`: upright objects, to be drawn above the ground of all tiles, northern rows first.
//!
//! Pieces on tiles have a separate sprite; see [`crate::pieces_sprite`].

use bastide::{Rotation, TileSet, TileUse};

use crate::atlas::Atlas;
use crate::geom::pt;
use crate::ground::{Ground, Lying};
use crate::sheet::is_yard;
use crate::svg::{self, Definitions, Frame};
use crate::theme::Theme;

/// Draws the sprite of a tile set.
pub fn sprite(tiles: &TileSet, theme: Theme) -> String {
    let palette = theme.palette();
    let atlas = Atlas::new(tiles);
    let frame = Frame { x: 0.0, y: 0.0, width: 100.0, height: 100.0 };
    let mut out = String::with_capacity(400_000);
    let title = format!("Tiles of the set {}", tiles.name);
    svg::open_with(&mut out, frame, &title, theme, Definitions::Tiles);
    for (n, (id, kind)) in tiles.iter().enumerate() {
        if kind.usage == TileUse::Patch && !is_yard(kind) && kind.segments.is_empty() {
            continue;
        }
        for rotation in Rotation::ALL.into_iter().filter(|&r| kind.is_distinct(r)) {
            let turns = rotation.quarter_turns();
            let mut ground = Ground::of_symbol(&format!("{}-{turns}", kind.name));
            let plan = atlas.plan(id, rotation, 0);
            let seed = (n * 4 + usize::from(turns)) as u64 + 1;
            let at = pt(0.0, 0.0);
            ground.add(&Lying { plan, at, is_yard: is_yard(kind), seed }, palette.detail);
            for (suffix, is_ground) in [("", true), ("u", false)] {
                out.push_str(&format!(
                    "<symbol id='{}-{turns}{suffix}' viewBox='0 0 100 100' overflow='visible'>",
                    kind.name
                ));
                if is_ground {
                    ground.write(&mut out);
                } else {
                    ground.write_upright(&mut out);
                }
                out.push_str("</symbol>");
            }
        }
    }
    svg::close(&mut out);
    out
}
