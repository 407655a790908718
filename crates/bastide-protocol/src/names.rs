//! Identifiers of roles and terrains on the wire; clients translate them into text.

use bastide::{AnyGame, FigureKind, FigureSpot, Game, SegmentRef, Terrain};

/// Returns the role of a figure on a terrain.
pub(crate) fn role(figure: FigureKind, terrain: Terrain) -> &'static str {
    match (figure, terrain) {
        (FigureKind::Abbot, _) => "abbot",
        (FigureKind::Meeple, Terrain::Road) => "highwayman",
        (FigureKind::Meeple, Terrain::City | Terrain::Tower) => "knight",
        (FigureKind::Meeple, Terrain::Field) => "farmer",
        (FigureKind::Meeple, Terrain::Monastery) => "monk",
        (FigureKind::Meeple, Terrain::Path) => "herald",
        (FigureKind::Meeple, Terrain::House) => "squire",
        (FigureKind::Meeple, Terrain::Courtyard) => "merchant",
        (FigureKind::Meeple, Terrain::River | Terrain::Garden) => "meeple",
    }
}

/// Returns the role of the figures that claim a terrain.
pub(crate) fn owner(terrain: Terrain) -> &'static str {
    match terrain {
        // ABBOT-3, ABBOT-4: only an abbot can be placed there.
        Terrain::Garden => role(FigureKind::Abbot, terrain),
        _ => role(FigureKind::Meeple, terrain),
    }
}

/// Returns the role of a figure on a spot.
pub(crate) fn role_at(game: &AnyGame, figure: FigureKind, spot: FigureSpot) -> &'static str {
    match spot {
        FigureSpot::Segment(site) => {
            terrain_at(game, site).map_or(figure.name(), |terrain| role(figure, terrain))
        }
        FigureSpot::Castle(_) => "lady",
        FigureSpot::Barn(_) => "farmer",
        FigureSpot::Crown(_) => figure.name(),
    }
}

/// Returns the kind of a spot.
pub(crate) fn ground(game: &AnyGame, spot: FigureSpot) -> &'static str {
    match spot {
        FigureSpot::Segment(site) if is_bridge(game, site) => "bridge",
        FigureSpot::Segment(site) => terrain_at(game, site).map_or("", Terrain::name),
        FigureSpot::Castle(_) => "castle",
        FigureSpot::Barn(_) => "barn",
        FigureSpot::Crown(_) => "crown",
    }
}

/// Returns the terrain of a segment.
pub(crate) fn terrain_at(game: &AnyGame, site: SegmentRef) -> Option<Terrain> {
    let board = game.board();
    board.segment_at(site).map(|segment| board.feature(segment).terrain)
}

/// Returns true if the segment is a bridge.
fn is_bridge(game: &AnyGame, site: SegmentRef) -> bool {
    let tile = game.board().tile_at(site.cell);
    tile.is_some_and(|tile| tile.bridge.is_some() && game.board().bridge_slot(tile) == site.slot)
}

/// Returns the wire form of a bridge's axis.
pub(crate) const fn axis(axis: bastide::Axis) -> &'static str {
    match axis {
        bastide::Axis::NorthSouth => "v",
        bastide::Axis::EastWest => "h",
    }
}
