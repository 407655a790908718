//! Sheets of all tiles of a set, with their names.

use bastide::{Cell, Rotation, Terrain, TileId, TileKind, TileSet, TileUse};

use crate::atlas::{Atlas, VARIANTS, origin};
use crate::geom::pt;
use crate::ground::{Ground, Lying};
use crate::letters::Text;
use crate::map;
use crate::svg::{self, Frame};
use crate::theme::Theme;

/// Space around a tile, and below it for its name.
const GAP: f64 = 24.0;
const LABEL: f64 = 20.0;

/// Draws every tile kind of a set with its name and count.
pub fn sheet(tiles: &TileSet, theme: Theme) -> String {
    let palette = theme.palette();
    let atlas = Atlas::new(tiles);
    let shown: Vec<_> = tiles.iter().filter(|(_, kind)| kind.usage != TileUse::Patch).collect();
    let columns = columns(shown.len());
    let rows = shown.len().div_ceil(columns);
    let (step_x, step_y) = (100.0 + GAP, 100.0 + GAP + LABEL);
    let frame = Frame {
        x: -GAP - 10.0,
        y: -GAP - 62.0,
        width: columns as f64 * step_x + GAP + 20.0,
        height: rows as f64 * step_y + 62.0 + GAP + 14.0,
    };
    let mut out = String::with_capacity(200_000);
    svg::open(&mut out, frame, &format!("The tiles of the set {}", tiles.name), theme);
    crate::postcard::paper(&mut out, frame, palette);
    let title = format!("{}: {} tiles", tiles.name, tiles.total());
    Text::new(&title, 22.0)
        .weight(0.8)
        .spacing(4.0)
        .centred()
        .colour(palette.text)
        .write(&mut out, pt(frame.x + frame.width / 2.0, frame.y + 54.0));
    let mut ground = Ground::default();
    let mut edges = String::new();
    for (n, (id, kind)) in shown.iter().enumerate() {
        let at = pt((n % columns) as f64 * step_x, (n / columns) as f64 * step_y);
        let plan = atlas.plan(*id, Rotation::NONE, n);
        let seed = 1 + n as u64;
        ground.add(&Lying { plan, at, is_yard: is_yard(kind), seed }, palette.detail);
        edges += &Frame { x: at.x, y: at.y, width: 100.0, height: 100.0 }.path();
    }
    out.push_str(&format!("<path class='sh' transform='translate(2 3)' d='{edges}'/>"));
    ground.write(&mut out);
    out.push_str(&format!("<path class='k kk' d='{edges}'/>"));
    ground.write_upright(&mut out);
    for (n, (_, kind)) in shown.iter().enumerate() {
        let at = pt((n % columns) as f64 * step_x, (n / columns) as f64 * step_y + 119.0);
        // Names are set in small capitals, in which an `i` next to a 1 would look like another 1.
        let name = kind.name.replace('i', "ɪ");
        Text::new(&name, 10.0).colour(palette.text).write(&mut out, at);
        let count = format!("×{}", kind.count);
        Text::new(&count, 10.0)
            .colour(palette.faint)
            .flush_right()
            .write(&mut out, at.plus(pt(100.0, 0.0)));
    }
    svg::close(&mut out);
    out
}

/// Parts of a tile to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Parts {
    /// Everything.
    #[default]
    All,
    /// Only the ground, without upright objects.
    Ground,
}

/// Draws a single tile as it would appear in a cell of a map, so that its grass and scenery match
/// those of its neighbours.
pub fn tile(
    atlas: &Atlas<'_>,
    kind: TileId,
    rotation: Rotation,
    cell: Cell,
    theme: Theme,
    parts: Parts,
) -> String {
    let at = origin(cell);
    let frame = Frame { x: at.x, y: at.y, width: 100.0, height: 100.0 };
    let mut out = String::with_capacity(60_000);
    let printed = atlas.tiles().kind(kind);
    svg::open(&mut out, frame, &format!("Tile {}", printed.name), theme);
    let mut ground = Ground::default();
    let seed = map::seed(cell);
    let plan = atlas.plan(kind, rotation, seed as usize % VARIANTS);
    let lying = Lying { plan, at, is_yard: is_yard(printed), seed };
    ground.add(&lying, theme.palette().detail);
    ground.write(&mut out);
    if parts == Parts::All {
        ground.write_upright(&mut out);
    }
    svg::close(&mut out);
    out
}

/// Returns true if a tile belongs to the Stronghold family.
pub(crate) fn is_yard(kind: &TileKind) -> bool {
    let stronghold = [Terrain::Path, Terrain::Tower, Terrain::House, Terrain::Courtyard];
    kind.segments.iter().any(|segment| stronghold.contains(&segment.terrain))
}

/// Returns the number of columns of a sheet that is somewhat wider than high.
fn columns(tiles: usize) -> usize {
    let root = (tiles as f64 * 1.5).sqrt().ceil() as usize;
    root.clamp(1, 12)
}
