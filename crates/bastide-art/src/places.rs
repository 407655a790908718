//! Positions of objects other than tiles, for programs with their own rendering. For figures see
//! [`crate::spot_anchor`].

use bastide::{Board, PieceLocation, Seat, SegmentId, Stronghold, Wall};

use crate::atlas::Atlas;
use crate::geom::Point;
use crate::region::Shape;
use crate::{pieces, stronghold};

/// Returns the point of a piece on the board: on the border between the two parts of a city, or at
/// the corner of a tile.
pub fn piece_point(board: &Board, location: PieceLocation) -> Point {
    pieces::point(board, location)
}

/// Returns the points of the players' markers on the track along the wall.
pub fn marker_points(game: &Stronghold) -> Vec<(Seat, Point)> {
    stronghold::markers(game)
}

/// Returns the point of the token on each corner tower, in the order of [`Wall::corners`].
pub fn tower_points(wall: &Wall) -> Vec<Point> {
    stronghold::towers(wall)
}

/// Returns the outlines of all fields, including the marks standing on them, each with one of its
/// segments.
pub fn field_outlines(board: &Board, atlas: &Atlas<'_>) -> Vec<(SegmentId, Shape)> {
    atlas.fields(board)
}
