//! Castles and ladies (CASTLE-*).

use super::Built;
use crate::action::{Action, Target};
use crate::board::FigureSpot;
use crate::error::Illegality;
use crate::event::{Award, AwardReason, Event, EventSink, Item, Tally};
use crate::figure::FigureKind;
use crate::land::Land;
use crate::land::expansion::{Expansion, ExpansionSpec};
use crate::piece::{BuildSite, Piece, PieceKind, PieceLocation, PieceSpec, TargetForm};
use crate::tile::{SegmentIndex, SegmentRef, Terrain};

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    // the buildings share their tiles.
    tiles: Some(Expansion::Bridges),
    pieces: &[CASTLE],
    ..ExpansionSpec::named("castles", 5)
};

/// number of castles in the common supply.
const SUPPLY: u8 = 6;

/// The kind of castles: their row in the table of piece kinds.
pub const CASTLE: PieceKind = PieceKind::at(1);

pub(super) const PIECE: PieceSpec = PieceSpec {
    name: "castle",
    plural: "castles",
    supply: SUPPLY,
    build: Some('C'),
    target: Some(TargetForm::Built('c')),
    spot: Some('c'),
    role: Some("lady"),
};

/// The castles on the board and in the supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castles {
    /// A segment of the city below each castle, in order of construction.
    sites: [Option<SegmentRef>; SUPPLY as usize],
}

impl Land {
    /// Returns the castles, or `None` if the game is played without castles.
    pub fn castles(&self) -> Option<Castles> {
        self.expansions.castles
    }
}

impl Castles {
    pub(super) fn new() -> Castles {
        Castles { sites: [None; SUPPLY as usize] }
    }

    /// Iterates over the castles in order of construction, each as a segment of the city below it.
    /// The index is the number of the castle.
    pub fn sites(self) -> impl Iterator<Item = SegmentRef> {
        self.sites.into_iter().flatten()
    }

    /// Returns the number of castles left in the supply.
    pub fn left(&self) -> u8 {
        SUPPLY - self.sites().count() as u8
    }
}

/// CASTLE-1: the cities of exactly two segments completed by the tile.
#[inline]
pub(super) fn each(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    if land.expansions.castles.is_none() {
        return true;
    }
    let Some(tile) = land.position.board.laid().last() else { return true };
    let cities =
        land.position.board.kind_of(tile).slots().filter(|(_, s)| s.terrain == Terrain::City);
    cities.map(|(slot, _)| slot).all(|slot| check(land, slot).is_err() || found(build_action(slot)))
}

fn build_action(slot: SegmentIndex) -> Action {
    Action::Build { piece: CASTLE, site: BuildSite::Segment(slot) }
}

pub(super) fn check(land: &Land, slot: SegmentIndex) -> Result<(), Illegality> {
    let Some(castles) = &land.expansions.castles else { return Err(Illegality::NotInThisGame) };
    let board = &land.position.board;
    let Some(tile) = board.laid().last() else { return Err(Illegality::WrongPhase) };
    let Some(segment) = board.kind_of(tile).segments.get(usize::from(slot.0)) else {
        return Err(Illegality::NoSuchSlot);
    };
    let root = board.root(board.segment(tile, slot));
    let city = board.feature(root);
    // CASTLE-3, INN-9: only ordinary meeples are in the city.
    let is_site = segment.terrain == Terrain::City
        && city.is_complete()
        && city.parts == 2
        && board
            .figures()
            .iter()
            .all(|figure| figure.kind == FigureKind::MEEPLE || board.root_of(figure) != Some(root));
    match (is_site, castles.left()) {
        (false, _) => Err(Illegality::NoCastle),
        (true, 0) => Err(Illegality::NoneLeft),
        (true, _) => Ok(()),
    }
}

/// CASTLE-2: the figures in the city, of any colour, become ladies. The city is then unoccupied and
/// scores nothing (CASTLE-5).
pub(super) fn build(land: &mut Land, slot: SegmentIndex, sink: &mut impl EventSink) {
    let board = &land.position.board;
    let (Some(tile), Some(castles)) = (board.laid().last(), &mut land.expansions.castles) else {
        return;
    };
    let site = SegmentRef { cell: tile.cell, slot };
    let castle = SUPPLY - castles.left();
    castles.sites[usize::from(castle)] = Some(site);
    land.built = Some(Built { kind: CASTLE, number: castle });
    let piece = Piece { kind: CASTLE, number: castle, location: PieceLocation::Segment(site) };
    sink.event(Event::PieceBuilt { seat: land.seat, piece });
    let city = board.root(board.segment(tile, slot));
    let knight = board.figures().iter().position(|f| board.root_of(f) == Some(city));
    if let Some(at) = knight {
        land.move_figure(at, FigureSpot::Piece(CASTLE, castle), sink);
    }
}

/// CASTLE-4: no figure can be placed in the city below the castle just built.
#[cold]
pub(super) fn is_beneath(land: &Land, slot: SegmentIndex) -> bool {
    let (Some(castles), Some(tile)) = (&land.expansions.castles, land.position.board.laid().last())
    else {
        return false;
    };
    castles.sites().last() == Some(SegmentRef { cell: tile.cell, slot })
}

/// Returns the castle built this turn.
fn new_castle(land: &Land) -> Option<u8> {
    land.built.filter(|built| built.kind == CASTLE).map(|built| built.number)
}

/// CASTLE-4: a figure can be placed on the castle just built if it is unoccupied.
pub(super) fn target(land: &Land) -> Result<FigureSpot, Illegality> {
    if land.expansions.castles.is_none() {
        return Err(Illegality::NotInThisGame);
    }
    let Some(castle) = new_castle(land) else { return Err(Illegality::NoCastle) };
    match land.position.board.figure_at(FigureSpot::Piece(CASTLE, castle)) {
        Some(_) => Err(Illegality::Occupied),
        None => Ok(FigureSpot::Piece(CASTLE, castle)),
    }
}

#[inline]
pub(super) fn each_target(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    let lady = Action::Deploy { figure: FigureKind::MEEPLE, target: Target::Built(CASTLE) };
    new_castle(land).is_none() || target(land).is_err() || found(lady)
}

/// CASTLE-6: players can recall one of their own ladies from any castle.
#[inline]
pub(super) fn each_recall(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    let built = land.expansions.castles.as_ref().map_or(0, |castles| SUPPLY - castles.left());
    (0..built).all(|castle| {
        check_recall(land, castle).is_err()
            || found(Action::Recall(FigureSpot::Piece(CASTLE, castle)))
    })
}

pub(super) fn check_recall(land: &Land, castle: u8) -> Result<(), Illegality> {
    match land.position.board.figure_at(FigureSpot::Piece(CASTLE, castle)) {
        // CASTLE-8
        Some(_) if new_castle(land) == Some(castle) => Err(Illegality::NewLady),
        Some(lady) if lady.seat == land.seat => Ok(()),
        Some(_) | None => Err(Illegality::NotYours),
    }
}

/// CASTLE-7: 1 point for each knight and lady on the board, including this one, before anything
/// else is scored.
pub(super) fn recall(land: &mut Land, castle: u8, sink: &mut impl EventSink) {
    let board = &land.position.board;
    let figures = board.figures();
    let Some(at) = figures.iter().position(|f| f.spot == FigureSpot::Piece(CASTLE, castle)) else {
        return;
    };
    let ladies = figures.iter().filter(|f| matches!(f.spot, FigureSpot::Piece(CASTLE, _))).count();
    let tally = Tally::new().with(Item::Knight, land.count_on(Terrain::City), 1).with(
        Item::Lady,
        ladies as u32,
        1,
    );
    land.award(Award { seat: land.seat, reason: AwardReason::Lady, tally }, sink);
    land.return_figure(at, sink);
}
