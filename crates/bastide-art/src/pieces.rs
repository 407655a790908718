//! Buildings of the land game: castles between two tiles, barns where four tiles meet, and bridges
//! across a tile.

use bastide::{
    AnyGame, Axis, BARN, BRIDGE, Board, Corner, Edge, Game, PieceKind, PieceLocation, Port,
    SegmentRef,
};

use crate::atlas::origin;
use crate::geom::{Point, corner, middle, short};
use crate::scenery::Stand;
use crate::theme::Palette;

/// Returns the points of the castles, in building order: on the border between their two city
/// parts.
pub(crate) fn castles(game: &AnyGame) -> Vec<Point> {
    let AnyGame::Land(land) = game else { return Vec::new() };
    let sites = land.castles().map_or(Vec::new(), |castles| castles.sites().collect());
    sites.into_iter().map(|site| castle(game.board(), site)).collect()
}

/// Returns the point of the castle on a city.
pub(crate) fn castle(board: &Board, site: SegmentRef) -> Point {
    let is_city = |edge: &Edge| {
        let tile = board.tile_at(site.cell);
        let owner = tile.and_then(|tile| board.owner(tile, Port::middle(*edge)));
        owner.is_some_and(|owner| board.site(owner) == site)
    };
    let at = Edge::ALL.into_iter().find(is_city).map_or(Point::HUB, middle);
    at.plus(origin(site.cell))
}

/// Returns the points of the barns, in building order.
pub(crate) fn barns(game: &AnyGame) -> Vec<Point> {
    let AnyGame::Land(land) = game else { return Vec::new() };
    let points: Vec<(bastide::Cell, Corner)> =
        land.barns().map_or(Vec::new(), |barns| barns.points().collect());
    points.into_iter().map(|(cell, at)| corner(at).plus(origin(cell))).collect()
}

/// Icon of a kind of piece: a symbol of the sprite of pieces and the part of it to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Icon {
    /// Id of the symbol.
    pub symbol: &'static str,
    /// Width and height of the symbol.
    pub size: u8,
    /// Part to show, as the `viewBox` of an SVG element.
    pub view_box: &'static str,
}

/// Returns the icon of a kind of piece.
pub fn piece_icon(kind: PieceKind) -> Icon {
    let (symbol, size, view_box) = match kind {
        BRIDGE => ("bridge-ew", 100, "0 0 100 100"),
        BARN => ("barn", 50, "11 11 28 28"),
        _ => (kind.name(), 50, "3 3 44 44"),
    };
    Icon { symbol, size, view_box }
}

/// Returns the point of a piece on the board.
pub(crate) fn point(board: &Board, location: PieceLocation) -> Point {
    match location {
        PieceLocation::Segment(site) => castle(board, site),
        PieceLocation::Corner(cell, at) => corner(at).plus(origin(cell)),
    }
}

/// Adds castles and barns to the upright objects.
pub(crate) fn stand(stands: &mut Vec<Stand>, game: &AnyGame) {
    for (name, points) in [("ca", castles(game)), ("ba", barns(game))] {
        // Removes other objects in their way.
        for at in &points {
            stands.retain(|other| {
                let away = other.at.minus(*at);
                away.x.abs() > 17.0 || away.y < -16.0 || away.y > 12.0
            });
        }
        stands.extend(points.into_iter().map(|at| Stand { at, name, class: "" }));
    }
}

/// Draws all bridges.
pub(crate) fn bridges(out: &mut String, board: &Board, palette: &Palette) {
    let mut all: Vec<(Point, Axis)> = board
        .laid()
        .iter()
        .filter_map(|laid| laid.bridge.map(|axis| (origin(laid.cell), axis)))
        .collect();
    all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, axis) in all {
        bridge(out, at, axis, palette);
    }
}

pub(crate) fn bridge(out: &mut String, at: Point, axis: Axis, palette: &Palette) {
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
