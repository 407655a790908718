//! Drawing of a whole board.

use bastide::{
    AnyGame, Board, Cell, Figure, FigureSpot, Game, SeatColours, SegmentRef, Terrain, TileUse,
};

use crate::atlas::{Atlas, VARIANTS, origin};
use crate::expansions;
use crate::figures;
use crate::geom::{Point, Scatter, pt, short};
use crate::ground::{Ground, Lying};
use crate::overlay;
use crate::pieces;
use crate::pose::Pose;
use crate::sheet::is_yard;
use crate::spots::Anchor;
use crate::stronghold;
use crate::svg::{self, Frame};
use crate::theme::{Palette, Theme};

/// Visibility of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layer {
    /// Not drawn.
    #[default]
    Hidden,
    /// Drawn.
    Shown,
}

/// Options of a drawing of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Colours of the drawing.
    pub theme: Theme,
    /// Colours of the players' figures.
    pub seats: SeatColours,
    /// Tints every field differently and labels it with its value.
    pub fields: Layer,
    /// Outlines every claimed feature in the colours of its owners.
    pub owners: Layer,
    /// Cells marked as legal.
    pub legal: Vec<Cell>,
    /// Cells marked as dead.
    pub dead: Vec<Cell>,
    /// The cell highlighted as the last placement.
    pub last: Option<Cell>,
}

/// Returns the area of the plane covered by the board of a game.
pub fn bounds(game: &AnyGame) -> Frame {
    if let AnyGame::Stronghold(stronghold) = game {
        return stronghold::bounds(stronghold.wall());
    }
    let cells = game.board().laid().iter().map(|laid| laid.cell);
    bounds_of(cells)
}

fn bounds_of(cells: impl Iterator<Item = Cell>) -> Frame {
    let mut range: Option<(i8, i8, i8, i8)> = None;
    for Cell { x, y } in cells {
        let (a, b, c, d) = range.unwrap_or((x, y, x, y));
        range = Some((a.min(x), b.min(y), c.max(x), d.max(y)));
    }
    let (a, b, c, d) = range.unwrap_or((0, 0, 0, 0));
    let at = origin(Cell::new(a, b));
    let across = |from: i8, to: i8| (f64::from(to) - f64::from(from) + 1.0) * 100.0;
    Frame { x: at.x, y: at.y, width: across(a, c), height: across(b, d) }
}

/// Draws the board of a game as an SVG document.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_art::{Atlas, Look, map};
/// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// let atlas = Atlas::new(game.board().tiles());
/// assert!(map(&game, &atlas, &Look::default()).starts_with("<svg"));
/// # Ok::<(), bastide::SetupError>(())
/// ```
pub fn map(game: &AnyGame, atlas: &Atlas<'_>, look: &Look) -> String {
    map_within(game, game, atlas, look)
}

/// Draws the board of a game with space for `whole`, a later state of the same game.
pub fn map_within(game: &AnyGame, whole: &AnyGame, atlas: &Atlas<'_>, look: &Look) -> String {
    let cells = look.legal.iter().chain(&look.dead).copied();
    let mut frame = bounds(whole);
    for cell in cells {
        frame = frame.with(origin(cell)).with(origin(cell).plus(pt(100.0, 100.0)));
    }
    let frame = frame.grown(36.0);
    let palette = look.theme.palette();
    let mut out = String::with_capacity(300_000);
    svg::open(&mut out, frame, "A map", look.theme);
    crate::postcard::paper(&mut out, frame, palette);
    write(&mut out, game, atlas, look);
    svg::close(&mut out);
    out
}

/// Writes the board into a document.
pub(crate) fn write(out: &mut String, game: &AnyGame, atlas: &Atlas<'_>, look: &Look) {
    let palette = look.theme.palette();
    let board = game.board();
    let mut ground = Ground::default();
    let mut squares = String::new();
    for laid in board.laid() {
        let kind = board.kind_of(laid);
        if is_yard(kind) && kind.usage == TileUse::Patch {
            continue;
        }
        let at = origin(laid.cell);
        let seed = seed(laid.cell);
        let plan = atlas.plan(laid.kind, laid.rotation, seed as usize % VARIANTS);
        ground.add(&Lying { plan, at, is_yard: is_yard(kind), seed }, palette.detail);
        squares += &Frame { x: at.x, y: at.y, width: 100.0, height: 100.0 }.path();
    }
    let lanes = expansions::lanes(game);
    lanes.iter().for_each(|lane| ground.add_road(lane));
    ground.clear(expansions::covers(game));
    if let AnyGame::Stronghold(game) = game {
        stronghold::closings(game).into_iter().for_each(|(a, b)| ground.add_wall(a, b));
    }
    match game {
        AnyGame::Land(_) => coast(out, &squares, palette),
        AnyGame::Stronghold(game) => {
            stronghold::write_wall(out, game, palette);
            stronghold::write_starts(out, game, atlas, palette);
        }
    }
    ground.write(out);
    out.push_str(&format!(
        "<path d='{squares}' fill='none' stroke='{}' stroke-width='.6' opacity='.22'/>",
        palette.ink
    ));
    let mut within = None;
    if let AnyGame::Stronghold(game) = game {
        within = (look.owners == Layer::Shown).then(|| stronghold::ground(game));
    }
    if look.fields == Layer::Shown {
        overlay::fields(out, board, atlas, &lanes, &look.seats);
    }
    if look.owners == Layer::Shown {
        // Tinted fields already show their owners.
        let is_shown = |t: &Terrain| look.fields == Layer::Hidden || *t != Terrain::Field;
        let terrains: Vec<Terrain> = Terrain::ALL.into_iter().filter(is_shown).collect();
        overlay::owners(out, board, atlas, &terrains, within.as_ref(), &look.seats);
    }
    // Fields and roads continue below the wheel, so it is drawn above their tints.
    expansions::write_block(out, game, palette);
    pieces::stand(&mut ground.upright, game);
    ground.write_upright(out);
    expansions::write_overlays(out, board, palette);
    if let AnyGame::Stronghold(game) = game {
        stronghold::write_towers(out, game.wall(), palette);
        stronghold::write_pieces(out, game, atlas, look);
    }
    expansions::write_movable(out, game);
    let standing = standing(game, atlas);
    if look.fields == Layer::Shown {
        let is_covered = expansions::covers(game);
        let is_near = |p: Point| standing.iter().any(|(anchor, _)| anchor.at.distance(p) < 24.0);
        overlay::field_values(out, board, atlas, |p| is_covered(p) || is_near(p));
    }
    for (Anchor { at, scale }, figure) in standing {
        let colour = look.seats[figure.seat];
        figures::write(out, colour, pose(board, figure), at, figures::SCALE * scale);
    }
    cells(out, look, palette);
}

/// Draws the shore of the land: rings that fade outwards, as in engraved maps.
fn coast(out: &mut String, squares: &str, palette: &Palette) {
    let (table, line, faint) = (palette.table, palette.table_line, palette.faint);
    for (width, opacity) in [(60.0, 0.35), (40.0, 0.5), (24.0, 0.7), (11.0, 0.9)] {
        out.push_str(&format!(
            "<path d='{squares}' fill='none' stroke='{faint}' stroke-opacity='{opacity}' \
             stroke-width='{}' stroke-linejoin='round'/><path d='{squares}' fill='none' \
             stroke='{table}' stroke-width='{}' stroke-linejoin='round'/>",
            short(width + 0.9),
            short(width),
        ));
    }
    out.push_str(&format!(
        "<path d='{squares}' fill='none' stroke='{line}' stroke-width='8' stroke-linejoin='round' \
         opacity='.8'/><path class='sh' transform='translate(2.4 3.4)' d='{squares}'/>\
         <path d='{squares}' class='k' style='stroke-width:2.6'/>"
    ));
}

/// Returns the seed of the scenery of a cell.
pub(crate) fn seed(cell: Cell) -> u64 {
    let number = |n: i8| (i64::from(n) + 128) as u64;
    let mut dice = Scatter::new(number(cell.x) << 8 | number(cell.y));
    dice.below(1 << 20) as u64
}

/// Returns the anchor of a figure on a spot, in board space.
pub fn spot_anchor(game: &AnyGame, atlas: &Atlas<'_>, spot: FigureSpot) -> Option<Anchor> {
    match spot {
        FigureSpot::Segment(site) => atlas.anchor(game.board(), site),
        FigureSpot::Piece(kind, number) if kind.is_space() => {
            Some(Anchor { at: expansions::space(game, kind, number)?, scale: 1.0 })
        }
        FigureSpot::Piece(kind, number) => {
            let piece = *pieces::points(game, kind).get(usize::from(number))?;
            Some(Anchor { at: piece.plus(expansions::piece(kind).figure), scale: 0.8 })
        }
    }
}

/// Returns the pose of a figure on its spot.
pub fn pose(board: &Board, figure: &Figure) -> Pose {
    let terrain = |site: SegmentRef| board.segment_at(site).map(|s| board.feature(s).terrain);
    let terrain = match figure.spot {
        FigureSpot::Segment(site) => terrain(site),
        FigureSpot::Piece(..) => None,
    };
    Pose::at(figure.kind, figure.spot, terrain)
}

/// Returns all figures with their anchors, northernmost first.
pub(crate) fn standing<'a>(game: &'a AnyGame, atlas: &Atlas<'_>) -> Vec<(Anchor, &'a Figure)> {
    let place = |figure: &'a Figure| Some((spot_anchor(game, atlas, figure.spot)?, figure));
    let mut all: Vec<(Anchor, &Figure)> = game.board().figures().iter().filter_map(place).collect();
    all.sort_by(|a, b| a.0.at.y.total_cmp(&b.0.at.y));
    all
}

fn cells(out: &mut String, look: &Look, palette: &Palette) {
    let marked = |cells: &[Cell]| cells.iter().copied().map(origin).collect::<Vec<Point>>();
    marked(&look.legal).into_iter().for_each(|at| legal(out, at, palette));
    marked(&look.dead).into_iter().for_each(|at| dead(out, at, palette));
    if let Some(cell) = look.last {
        last(out, origin(cell));
    }
}

/// Marks a legal cell.
pub(crate) fn legal(out: &mut String, at: Point, palette: &Palette) {
    out.push_str(&format!(
        "<rect x='{}' y='{}' width='90' height='90' rx='7' fill='{}' fill-opacity='.18' \
         stroke='{}' stroke-width='2' stroke-dasharray='7 4'/>",
        short(at.x + 5.0),
        short(at.y + 5.0),
        palette.gold,
        palette.gold
    ));
}

/// Marks a dead cell.
pub(crate) fn dead(out: &mut String, at: Point, palette: &Palette) {
    out.push_str(&format!(
        "<path transform='translate({} {})' fill='none' stroke='{}' stroke-width='2.4' \
         stroke-linecap='round' opacity='.7' d='M-16-15L-5-6-7-2 4 3 3 7 16 16M15-16L6-4 8-1-3 4-5 9-15 15'/>",
        short(at.x + 50.0),
        short(at.y + 50.0),
        palette.faint
    ));
}

/// Highlights the cell of the last placement.
pub(crate) fn last(out: &mut String, at: Point) {
    let corners = "M0 20V0H20M80 0H100V20M100 80V100H80M20 100H0V80";
    for (colour, width) in [("#fffaf0", 4.6), ("#b3261e", 2.4)] {
        out.push_str(&format!(
            "<path transform='translate({} {})' fill='none' stroke='{colour}' \
             stroke-width='{width}' stroke-linejoin='round' d='{corners}'/>",
            short(at.x),
            short(at.y),
        ));
    }
}
