//! Features with figures, their owners and values.

use bastide::{
    AnyGame, BySeat, Edge, Event, Feature, Game, MARKET, Port, Scoring, Seat, SeatSet, SegmentId,
    SegmentRef, Stronghold, Terrain, WELL,
};

use super::Worth;

/// A feature with figures. If its winners do not all get the same points (HOG-3), there is one for
/// each number of points, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    pub(super) root: SegmentId,
    pub(super) site: SegmentRef,
    pub(super) terrain: Terrain,
    pub(super) figures: BySeat<u8>,
    /// Seats that would receive the points as it stands.
    pub(super) winners: SeatSet,
    pub(super) points: i32,
    pub(super) worth: Worth,
}

/// Returns all features with figures and their values. For a finished game, these come from its
/// final scoring events.
pub(super) fn holdings(game: &AnyGame, events: &[Event]) -> Vec<Holding> {
    let mut found = Vec::new();
    if game.is_over() {
        for event in events {
            if let Event::Scored(scoring) = event
                && matches!(scoring.reason, bastide::Reason::GameEnd | bastide::Reason::Token)
            {
                found.extend(holding(game, scoring, Worth::Final));
            }
        }
        return found;
    }
    match game {
        AnyGame::Land(land) => {
            land.prospects(|scoring| found.extend(holding(game, &scoring, Worth::Now)));
        }
        AnyGame::Stronghold(stronghold) => within_wall(stronghold, &mut found),
    }
    found
}

/// Returns the holdings of each feature.
pub(super) fn per_feature(all: &[Holding]) -> impl Iterator<Item = &[Holding]> {
    all.chunk_by(|one, next| one.root == next.root)
}

/// Returns the holding of a feature that gives points to `seat`, or the one with the most points.
/// Precondition: `parts` is not empty.
pub(super) fn for_seat(parts: &[Holding], seat: Seat) -> &Holding {
    let own = parts.iter().find(|part| part.winners.contains(seat));
    own.or_else(|| parts.iter().max_by_key(|part| part.points)).unwrap_or(&parts[0])
}

fn holding(game: &AnyGame, scoring: &Scoring, worth: Worth) -> Option<Holding> {
    let Scoring { terrain, site, tally, figures, winners, .. } = *scoring;
    let root = game.board().root(game.board().segment_at(site)?);
    Some(Holding { root, site, terrain, figures, winners, points: tally.total(), worth })
}

/// Collects the features with figures in Stronghold. Incomplete features score nothing there, so
/// their value is that on completion.
fn within_wall(game: &Stronghold, found: &mut Vec<Holding>) {
    let board = game.board();
    for figure in board.figures() {
        let Some(root) = board.root_of(figure) else { continue };
        if found.iter().any(|holding: &Holding| holding.root == root) {
            continue;
        }
        let feature = board.feature(root);
        let Feature { terrain, strength: figures, .. } = *feature;
        // S-MEEPLE-4: already scored; its figures are returned at the end of the turn.
        if feature.is_complete() && terrain != Terrain::Courtyard {
            continue;
        }
        let worth = match terrain {
            Terrain::Courtyard => Worth::Now,
            _ => Worth::Completed,
        };
        let (points, site) = (points_within_wall(feature), board.site(root));
        // S-MAJ-2: a tie scores nothing.
        let winners = Some(figures.leaders()).filter(|leaders| leaders.len() == 1);
        let winners = winners.unwrap_or_default();
        found.push(Holding { root, site, terrain, figures, winners, points, worth });
    }
}

fn points_within_wall(feature: &Feature) -> i32 {
    let tiles = feature.size() as i32;
    match feature.terrain {
        // S-PATH-3
        Terrain::Path if feature.count(WELL) > 0 => 2 * tiles,
        Terrain::Path | Terrain::House => tiles,
        Terrain::Tower => 2 * tiles,
        Terrain::Courtyard => 3 * feature.count(MARKET) as i32,
        Terrain::Road
        | Terrain::City
        | Terrain::Field
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => 0,
    }
}

/// Returns the number of remaining tiles that fit the most restricted open cell of a feature.
/// Returns `None` for features that cannot be completed or have no open cell, and for roads while
/// bridges are left, since almost any tile can continue those.
pub(super) fn fitting(game: &AnyGame, root: SegmentId) -> Option<u32> {
    let board = game.board();
    let has_overlays = match game {
        AnyGame::Land(land) => land.has_overlays(),
        AnyGame::Stronghold(_) => false,
    };
    match board.feature(root).terrain {
        Terrain::City | Terrain::Path | Terrain::Tower | Terrain::House => {}
        Terrain::Road if !has_overlays => {}
        Terrain::Road
        | Terrain::Field
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden
        | Terrain::Courtyard => return None,
    }
    let touches = |edge: Edge, cell: bastide::Cell| {
        let tile = board.tile_at(cell.step(edge))?;
        let segment = board.owner(tile, Port::middle(edge.opposite()))?;
        (board.root(segment) == root).then_some(())
    };
    let gaps = board
        .frontier()
        .iter()
        .filter(|opening| Edge::ALL.into_iter().any(|edge| touches(edge, opening.cell).is_some()));
    gaps.map(|opening| {
        let fits = |id| board.fits(id)[opening.code.index()] != 0;
        let kinds = board.tiles().iter().filter(|&(id, _)| fits(id));
        kinds.map(|(id, _)| u32::from(game.bag().count(id))).sum()
    })
    .min()
}
