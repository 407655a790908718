//! Descriptions of single features: outline, value, owners and open cells.

use bastide::{
    AnyGame, Cell, Feature, FigureKind, FigureSpot, Game, Laid, Port, SegmentId, SegmentIndex,
    SegmentRef, Terrain, TileId,
};
use bastide_art::{Point, TILE, field_outlines};

use crate::aid::{FeatureView, FieldView, OpenCell};
use crate::events::{numbers, per_seat, strength, terms};
use crate::game::BoardPoint;
use crate::names;
use crate::view::xy;
use crate::view_builder::ViewBuilder;

impl ViewBuilder {
    /// Returns the segment whose area contains the point (`x`, `y`).
    pub(crate) fn segment_at(&self, game: &AnyGame, x: f32, y: f32) -> Option<SegmentId> {
        let board = game.board();
        let laid = board.tile_at(Cell::new(column(x)?, column(y)?))?;
        let at = Point { x: f64::from(x), y: f64::from(y) };
        // A bridge has the highest slot and is drawn above all others.
        let slots = (0..board.slots(laid)).rev().map(SegmentIndex);
        let mut hit = slots.filter(|&slot| self.atlas.part(board, laid, slot).holds(at));
        hit.next().map(|slot| board.segment(laid, slot))
    }

    /// Describes the feature that `segment` belongs to.
    pub(crate) fn feature(&self, game: &AnyGame, segment: SegmentId) -> FeatureView {
        let board = game.board();
        let root = board.root(segment);
        let feature = board.feature(root);
        let parts = parts(game, root);
        let cells = open_cells(game, root, &parts);
        let now = if counts(game, feature) { terms(&game.worth(root)) } else { Vec::new() };
        let points_now = now.iter().map(|t| i32::from(t.count) * i32::from(t.each)).sum();
        let open: Vec<OpenCell> = cells.iter().map(|&cell| open_cell(game, cell)).collect();
        let figures = board.claimants(root);
        FeatureView {
            feature: feature.terrain.into(),
            site: board.site(root).to_string(),
            outline: self.atlas.feature(board, root).path(),
            tiles: match feature.terrain {
                Terrain::Field => distinct(parts.iter().map(|(laid, _)| laid.cell)),
                _ => feature.size(),
            },
            is_complete: feature.is_complete() && !waits(feature.terrain),
            is_endless: waits(feature.terrain),
            role: names::owner(feature.terrain),
            now,
            points_now,
            points_finished: points_finished(game, root, &open),
            figures: per_seat(game, &figures),
            strength: strength(game, &figures, &feature.strength),
            leaders: leaders(game, feature),
            open,
        }
    }

    /// Returns all empty cells next to tiles, by row and column, with the number of remaining tiles
    /// that fit each.
    pub fn openings(&self, game: &AnyGame) -> Vec<OpenCell> {
        let cells = game.board().frontier().iter().map(|opening| opening.cell);
        cells.map(|cell| open_cell(game, cell)).collect()
    }

    /// Describes the features on the tile at `cell`, without duplicates, topmost first.
    pub(crate) fn features_on(&self, game: &AnyGame, cell: Cell) -> Vec<FeatureView> {
        let board = game.board();
        let Some(laid) = board.tile_at(cell) else { return Vec::new() };
        let mut roots: Vec<SegmentId> = Vec::new();
        for slot in (0..board.slots(laid)).rev().map(SegmentIndex) {
            let root = board.root(board.segment(laid, slot));
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        // Features that cannot be completed come last.
        roots.sort_by_key(|&root| waits(board.feature(root).terrain));
        roots.into_iter().map(|root| self.feature(game, root)).collect()
    }

    /// Describes all fields; empty if the game is played without farmers.
    pub(crate) fn fields(&self, game: &AnyGame) -> Vec<FieldView> {
        if !has_farmers(game) {
            return Vec::new();
        }
        let board = game.board();
        let field = |(root, outline): (SegmentId, bastide_art::Shape)| {
            let feature = board.feature(root);
            Some(FieldView {
                site: board.site(root).to_string(),
                outline: outline.path(),
                at: self.label(game, root)?,
                leaders: leaders(game, feature),
                figures: per_seat(game, &board.claimants(root)),
                cities: board.complete_cities(feature),
                points: game.worth(root).total(),
            })
        };
        field_outlines(board, &self.atlas).into_iter().filter_map(field).collect()
    }

    /// Returns a label point in a field, preferably on a segment without a figure. `None` if the
    /// field has no segments.
    fn label(&self, game: &AnyGame, root: SegmentId) -> Option<BoardPoint> {
        let parts = parts(game, root);
        let sites = || parts.iter().map(|&(laid, slot)| SegmentRef { cell: laid.cell, slot });
        let is_free =
            |site: &SegmentRef| game.board().figure_at(FigureSpot::Segment(*site)).is_none();
        let site = sites().find(is_free).or_else(|| sites().next());
        site.map(|site| self.at(game, site))
    }
}

/// Returns the row or column of cells that contains coordinate `n`.
fn column(n: f32) -> Option<i8> {
    let column = (f64::from(n) / TILE).floor();
    // Also rejects NaN.
    let is_there = (f64::from(i8::MIN)..=f64::from(i8::MAX)).contains(&column);
    #[allow(clippy::cast_possible_truncation)] // integral and in range, checked above
    is_there.then_some(column as i8)
}

fn has_farmers(game: &AnyGame) -> bool {
    match game {
        AnyGame::Land(land) => land.allows(FigureKind::MEEPLE, Terrain::Field),
        AnyGame::Stronghold(_) => false,
    }
}

/// Returns true if a feature is worth points as it stands. In Stronghold, that holds only for
/// complete features and courtyards.
fn counts(game: &AnyGame, feature: &Feature) -> bool {
    match (game, feature.terrain) {
        (AnyGame::Land(_), Terrain::Field) => has_farmers(game),
        (AnyGame::Land(_), _) | (AnyGame::Stronghold(_), Terrain::Courtyard) => true,
        (AnyGame::Stronghold(_), _) => feature.is_complete(),
    }
}

/// Returns true if features of this terrain never complete: they score at the end of the game or
/// not at all.
const fn waits(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Field | Terrain::Courtyard | Terrain::River)
}

/// Returns the seats that would receive the points of a feature: all seats tied for the majority in
/// the land game (MAJ-2), none on a tie in Stronghold (S-MAJ-2).
pub(crate) fn leaders(game: &AnyGame, feature: &Feature) -> Vec<u8> {
    let leaders = feature.strength.leaders();
    match game {
        AnyGame::Stronghold(_) if leaders.len() > 1 => Vec::new(),
        AnyGame::Stronghold(_) | AnyGame::Land(_) => numbers(leaders),
    }
}

/// Returns all segments of a feature.
fn parts(game: &AnyGame, root: SegmentId) -> Vec<(&Laid, SegmentIndex)> {
    let board = game.board();
    let slots = |laid| (0..board.slots(laid)).map(move |slot| (laid, SegmentIndex(slot)));
    let all = board.laid().iter().flat_map(slots);
    all.filter(|&(laid, slot)| board.root(board.segment(laid, slot)) == root).collect()
}

fn distinct(cells: impl Iterator<Item = Cell>) -> u32 {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    cells.dedup();
    u32::try_from(cells.len()).unwrap_or(u32::MAX)
}

/// Returns the empty cells that must be filled to complete a feature.
fn open_cells(game: &AnyGame, root: SegmentId, parts: &[(&Laid, SegmentIndex)]) -> Vec<Cell> {
    let board = game.board();
    let terrain = board.feature(root).terrain;
    let is_empty = |cell: &Cell| board.tile_at(*cell).is_none();
    let mut cells: Vec<Cell> = Vec::new();
    for &(laid, slot) in parts.iter().filter(|_| !waits(terrain)) {
        if terrain.is_ringed() {
            cells.extend(laid.cell.ring().into_iter().filter(is_empty));
            continue;
        }
        let segment = board.segment(laid, slot);
        let own = Port::all().filter(|&port| board.owner(laid, port) == Some(segment));
        let beyond = own.map(|port| laid.cell.step(port.edge()));
        // Cells outside the wall cannot be filled.
        cells.extend(beyond.filter(|&cell| board.opening(cell).is_ok()));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Counts the remaining tiles that fit `cell`; a cell without neighbours fits any tile.
fn open_cell(game: &AnyGame, cell: Cell) -> OpenCell {
    let kinds = game.board().tiles().iter().map(|(id, _)| id);
    let fitting = kinds.filter(|&id| fits(game, id, cell));
    OpenCell {
        cell: xy(cell),
        fitting: fitting.map(|id| u32::from(game.bag().count(id))).sum(),
        of: game.bag().left(),
    }
}

fn fits(game: &AnyGame, tile: TileId, cell: Cell) -> bool {
    let board = game.board();
    board.opening(cell).map_or(true, |opening| board.fits(tile)[opening.code.index()] != 0)
}

/// Returns the value of a feature once each of its open cells holds a tile and it is complete.
/// Returns `None` if it is already complete, never completes, or one of the cells cannot be filled.
fn points_finished(game: &AnyGame, root: SegmentId, open: &[OpenCell]) -> Option<i32> {
    let feature = game.board().feature(root);
    if feature.is_complete() || waits(feature.terrain) {
        return None;
    }
    let has_overlays = match game {
        AnyGame::Land(land) => land.has_overlays(),
        AnyGame::Stronghold(_) => false,
    };
    let drawn_fits = |gap: &OpenCell| {
        let cell = (i8::try_from(gap.cell.x), i8::try_from(gap.cell.y));
        let (Ok(x), Ok(y)) = cell else { return false };
        game.drawn().is_some_and(|tile| fits(game, tile, Cell::new(x, y)))
    };
    if open.iter().any(|gap| gap.fitting == 0 && !has_overlays && !drawn_fits(gap)) {
        return None;
    }
    let more = u32::try_from(open.len()).ok()?;
    game.worth_complete(root, more).map(|tally| tally.total())
}
