//! Pieces of expansions on the board: where they stand and how they are drawn.

use bastide::{AnyGame, Board, Edge, Game, PieceKind, PieceLocation, Port, SegmentRef};

use crate::atlas::origin;
use crate::expansions;
use crate::geom::{Point, corner, middle};
use crate::scenery::Stand;

/// Pictures of a kind of piece.
pub(crate) struct PieceArt {
    /// Icon of the supply.
    pub(crate) icon: Icon,
    /// Position of a figure on the piece, relative to the point of the piece.
    pub(crate) figure: Point,
}

/// A drawing of a piece.
pub(crate) struct Drawing {
    /// Name of the piece.
    pub(crate) name: &'static str,
    /// Id of the drawing.
    pub(crate) id: &'static str,
    /// Its definition.
    pub(crate) definition: &'static str,
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
    expansions::piece(kind).icon
}

/// Returns the points of the pieces of a kind, in building order.
pub(crate) fn points(game: &AnyGame, kind: PieceKind) -> Vec<Point> {
    let AnyGame::Land(land) = game else { return Vec::new() };
    let pieces = land.pieces().filter(|piece| piece.kind == kind);
    pieces.map(|piece| point(game.board(), piece.location)).collect()
}

/// Returns the point of a piece on the board.
pub(crate) fn point(board: &Board, location: PieceLocation) -> Point {
    match location {
        PieceLocation::Segment(site) => border(board, site),
        PieceLocation::Corner(cell, at) => corner(at).plus(origin(cell)),
    }
}

/// Returns the middle of the side of a tile through which a segment continues.
fn border(board: &Board, site: SegmentRef) -> Point {
    let is_its = |edge: &Edge| {
        let tile = board.tile_at(site.cell);
        let owner = tile.and_then(|tile| board.owner(tile, Port::middle(*edge)));
        owner.is_some_and(|owner| board.site(owner) == site)
    };
    let at = Edge::ALL.into_iter().find(is_its).map_or(Point::HUB, middle);
    at.plus(origin(site.cell))
}

/// Adds the pieces to the upright objects.
pub(crate) fn stand(stands: &mut Vec<Stand>, game: &AnyGame) {
    for kind in PieceKind::ALL {
        let Some(drawing) = expansions::drawings().find(|it| it.name == kind.name()) else {
            continue;
        };
        let points = points(game, kind);
        // Removes other objects in their way.
        for at in &points {
            stands.retain(|other| {
                let away = other.at.minus(*at);
                away.x.abs() > 17.0 || away.y < -16.0 || away.y > 12.0
            });
        }
        stands.extend(points.into_iter().map(|at| Stand { at, name: drawing.id, class: "" }));
    }
}
