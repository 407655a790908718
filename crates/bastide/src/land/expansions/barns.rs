//! Barns (BARN-*), built where four field corners meet.

use arrayvec::ArrayVec;

use super::{Built, MOST_FIGURES_OF_A_PLAYER};
use crate::action::Action;
use crate::board::{Board, Figure, FigureSpot, Laid};
use crate::error::{Illegality, SetupProblem};
use crate::event::{Award, AwardReason, Event, EventSink, Item, Tally};
use crate::features::SegmentId;
use crate::geometry::{Cell, Corner, Rotation};
use crate::insertion_sort::insertion_sort;
use crate::land::Land;
use crate::land::expansion::{Expansion, ExpansionSpec};
use crate::piece::{BuildSite, Piece, PieceKind, PieceLocation, PieceSpec};
use crate::tile::{SegmentRef, Terrain};

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    // the buildings share their tiles.
    tiles: Some(Expansion::Bridges),
    pieces: &[BARN],
    conflict: |rules| {
        (!rules.has(Expansion::Fields)).then_some(SetupProblem::mix(
            "barns-without-fields",
            "barns need farmers; add fields or leave out barns",
        ))
    },
    ..ExpansionSpec::named("barns", 6)
};

/// number of barns in the common supply.
const SUPPLY: u8 = 6;

/// The kind of barns: their row in the table of piece kinds.
pub const BARN: PieceKind = PieceKind::at(2);

pub(super) const PIECE: PieceSpec = PieceSpec {
    name: "barn",
    plural: "barns",
    supply: SUPPLY,
    build: Some('B'),
    target: None,
    spot: Some('b'),
    role: Some("farmer"),
};

/// The barns on the board and in the supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Barns {
    /// Position of each barn, as a tile and its corner, in order of construction.
    points: [Option<(Cell, Corner)>; SUPPLY as usize],
}

impl Land {
    /// Returns the barns, or `None` if the game is played without barns.
    pub fn barns(&self) -> Option<Barns> {
        self.expansions.barns
    }
}

impl Barns {
    pub(super) fn new() -> Barns {
        Barns { points: [None; SUPPLY as usize] }
    }

    /// Iterates over the positions of the barns, as a tile and its corner, in order of
    /// construction. The index is the number of the barn.
    pub fn points(self) -> impl Iterator<Item = (Cell, Corner)> {
        self.points.into_iter().flatten()
    }

    /// Returns the number of barns left in the supply.
    pub fn left(&self) -> u8 {
        SUPPLY - self.points().count() as u8
    }
}

/// Returns the field that fills a corner of a tile alone, if any (BARN-2). On a blind side of a
/// patch cell there is no port to consider, so only the other side counts.
fn pasture(board: &Board, tile: &Laid, corner: Corner) -> Option<SegmentId> {
    let [a, b] = corner.ports().map(|port| board.owner(tile, port));
    let field = a.or(b)?;
    let is_alone = a.is_none_or(|a| a == field) && b.is_none_or(|b| b == field);
    (is_alone && board.feature(field).terrain == Terrain::Field).then_some(field)
}

fn is_field(board: &Board, site: SegmentRef) -> bool {
    let tile = board.tile_at(site.cell);
    let segment = tile.and_then(|t| board.kind_of(t).segments.get(usize::from(site.slot.0)));
    segment.is_some_and(|s| s.terrain == Terrain::Field)
}

/// Returns the root of the field around a corner of the tile just laid, if four tiles meet there
/// and show only field (BARN-1, BARN-2). It is a single field, because the corners are joined along
/// the sides between them (BARN-3).
fn common(board: &Board, tile: &Laid, corner: Corner) -> Option<SegmentId> {
    let (dx, dy) = match corner {
        Corner::NorthEast => (1, -1),
        Corner::SouthEast => (1, 1),
        Corner::SouthWest => (-1, 1),
        Corner::NorthWest => (-1, -1),
    };
    let at = |dx, dy, x: bool, y: bool| {
        // The same point is a mirrored corner of each adjacent tile.
        let corner = mirrored(corner, x, y);
        board.tile_at(tile.cell.offset(dx, dy)).and_then(|t| pasture(board, t, corner))
    };
    // The diagonal cell is empty most often, so it is tested first.
    at(dx, dy, true, true)?;
    at(dx, 0, true, false)?;
    at(0, dy, false, true)?;
    pasture(board, tile, corner).map(|field| board.root(field))
}

fn mirrored(corner: Corner, left_right: bool, up_down: bool) -> Corner {
    let flip = |corner| match corner {
        Corner::NorthEast => Corner::NorthWest,
        Corner::NorthWest => Corner::NorthEast,
        Corner::SouthEast => Corner::SouthWest,
        Corner::SouthWest => Corner::SouthEast,
    };
    match (left_right, up_down) {
        (false, false) => corner,
        (true, false) => flip(corner),
        (false, true) => flip(corner).turned(Rotation::new(2)),
        (true, true) => corner.turned(Rotation::new(2)),
    }
}

/// Calls `found` with the sites of the player's farmers on a field that are not yet in a barn
/// (BARN-3), in order.
fn each_farmer(land: &Land, field: SegmentId, mut found: impl FnMut(SegmentRef) -> bool) -> bool {
    let board = &land.position.board;
    let mut sites = ArrayVec::<SegmentRef, MOST_FIGURES_OF_A_PLAYER>::new();
    let is_own = |figure: &&Figure| figure.seat == land.seat && figure.kind.claims();
    for figure in board.figures().iter().filter(is_own) {
        if let FigureSpot::Segment(site) = figure.spot
            && board.root_of(figure) == Some(field)
        {
            sites.push(site);
        }
    }
    insertion_sort(&mut sites);
    sites.into_iter().all(&mut found)
}

#[inline]
pub(super) fn each(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    if land.expansions.barns.is_none_or(|barns| barns.left() == 0) {
        return true;
    }
    let board = &land.position.board;
    let Some(tile) = board.laid().last() else { return true };
    let mut own = board.figures().iter().filter(|f| f.seat == land.seat);
    if !own.any(|f| matches!(f.spot, FigureSpot::Segment(site) if is_field(board, site))) {
        return true;
    }
    Corner::ALL.into_iter().all(|corner| {
        common(board, tile, corner).is_none_or(|field| {
            each_farmer(land, field, |figure| {
                found(Action::Build { piece: BARN, site: BuildSite::Corner { corner, figure } })
            })
        })
    })
}

pub(super) fn check(land: &Land, corner: Corner, farmer: SegmentRef) -> Result<(), Illegality> {
    let Some(barns) = &land.expansions.barns else { return Err(Illegality::NotInThisGame) };
    let board = &land.position.board;
    let Some(tile) = board.laid().last() else { return Err(Illegality::WrongPhase) };
    let Some(field) = common(board, tile, corner) else { return Err(Illegality::NoBarn) };
    if each_farmer(land, field, |site| site != farmer) {
        return Err(Illegality::NotAFarmer);
    }
    if barns.left() == 0 { Err(Illegality::NoneLeft) } else { Ok(()) }
}

/// BARN-4: the chosen farmer moves into the barn immediately and still counts for the field
/// (BARN-6).
pub(super) fn build(
    land: &mut Land,
    corner: Corner,
    farmer: SegmentRef,
    sink: &mut impl EventSink,
) {
    let board = &mut land.position.board;
    let Some(&tile) = board.laid().last() else { return };
    let (Some(field), Some(barns)) = (pasture(board, &tile, corner), &mut land.expansions.barns)
    else {
        return;
    };
    let number = SUPPLY - barns.left();
    barns.points[usize::from(number)] = Some((tile.cell, corner));
    // BARN-6: a figure in a barn still counts for its field.
    let spot = FigureSpot::Piece(BARN, number);
    board.add_anchor(spot, board.site(field));
    land.built = Some(Built { kind: BARN, number });
    let piece = Piece { kind: BARN, number, location: PieceLocation::Corner(tile.cell, corner) };
    sink.event(Event::PieceBuilt { seat: land.seat, piece });
    let figures = land.position.board.figures();
    if let Some(at) = figures.iter().position(|f| f.spot == FigureSpot::Segment(farmer)) {
        land.move_figure(at, spot, sink);
    }
}

/// BARN-5: 1 point for each farmer on the board, of any colour.
pub(super) fn score(land: &mut Land, sink: &mut impl EventSink) {
    let tally = Tally::new().with(Item::Farmer, land.count_on(Terrain::Field), 1);
    land.award(Award { seat: land.seat, reason: AwardReason::Barn, tally }, sink);
}
