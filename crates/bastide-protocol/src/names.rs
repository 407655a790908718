//! The words that stand for figures and features. No sentences: clients make
//! those, in their own languages.

use bastide::{AnyGame, FigureKind, Site, Spot, Terrain};

/// What a figure is called where it stands.
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

/// What those who claim terrain are called.
pub(crate) fn owner(terrain: Terrain) -> &'static str {
    match terrain {
        // ABBOT-3, ABBOT-4: only the abbot goes there.
        Terrain::Garden => role(FigureKind::Abbot, terrain),
        _ => role(FigureKind::Meeple, terrain),
    }
}

/// What a figure on a spot is called.
pub(crate) fn role_at(game: &AnyGame, figure: FigureKind, spot: Spot) -> &'static str {
    match spot {
        Spot::Segment(site) => {
            terrain_at(game, site).map_or(figure.name(), |terrain| role(figure, terrain))
        }
        Spot::Castle(_) => "lady",
        Spot::Barn(_) => "farmer",
        Spot::Crown(_) => figure.name(),
    }
}

/// What a figure on a spot stands on.
pub(crate) fn ground(game: &AnyGame, spot: Spot) -> &'static str {
    match spot {
        Spot::Segment(site) if is_bridge(game, site) => "bridge",
        Spot::Segment(site) => terrain_at(game, site).map_or("", Terrain::name),
        Spot::Castle(_) => "castle",
        Spot::Barn(_) => "barn",
        Spot::Crown(_) => "crown",
    }
}

/// The terrain of a segment.
pub(crate) fn terrain_at(game: &AnyGame, site: Site) -> Option<Terrain> {
    let board = game.board();
    board.segment_at(site).map(|segment| board.feature(segment).terrain)
}

/// Whether a site is a bridge.
fn is_bridge(game: &AnyGame, site: Site) -> bool {
    let tile = game.board().tile_at(site.cell);
    tile.is_some_and(|tile| tile.bridge.is_some() && game.board().bridge_slot(tile) == site.slot)
}

/// How a bridge runs, for clients.
pub(crate) const fn axis(axis: bastide::Axis) -> &'static str {
    match axis {
        bastide::Axis::NorthSouth => "v",
        bastide::Axis::EastWest => "h",
    }
}
