//! Where things are on the board that are no tiles, for programs that show
//! games in their own way. Figures have [`crate::spot_anchor`].

use bastide::{AnyGame, Board, Cell, Corner, Seat, Sector, SegmentId, Site, Stronghold, Wall};

use crate::atlas::{Atlas, origin};
use crate::geom::{Point, corner};
use crate::region::Shape;
use crate::{pieces, stronghold, wheel};

/// Where a castle stands on the city with this segment.
pub fn castle_point(board: &Board, site: Site) -> Point {
    pieces::castle(board, site)
}

/// Where a barn stands at a corner of a tile.
pub fn barn_point(cell: Cell, at: Corner) -> Point {
    corner(at).plus(origin(cell))
}

/// Where the pig stands on a sector of the game's wheel.
pub fn pig_point(game: &AnyGame, sector: Sector) -> Option<Point> {
    wheel::disc(game).map(|disc| wheel::pig(disc, sector))
}

/// Where the players' markers are on the track along the wall.
pub fn marker_points(game: &Stronghold) -> Vec<(Seat, Point)> {
    stronghold::markers(game)
}

/// Where each corner tower has its token, in the order of
/// [`Wall::corners`].
pub fn tower_points(wall: &Wall) -> Vec<Point> {
    stronghold::towers(wall)
}

/// The outlines of all fields with what stands on them, each with one of its
/// segments.
pub fn field_outlines(board: &Board, atlas: &Atlas<'_>) -> Vec<(SegmentId, Shape)> {
    atlas.fields(board)
}
