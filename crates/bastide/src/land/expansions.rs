//! The optional expansions of the Land family, and the only place that knows all of them: each
//! function here is a hook that calls the expansions concerned, in rulebook order.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod fields;
mod river;
mod wheel;

use core::hash::{Hash, Hasher};

use super::rules::LandRules;
use super::stock::Stock;
use super::{Grounds, Land};
use crate::action::{Action, Target};
use crate::board::{Board, FigureSpot, Laid};
use crate::error::Illegality;
use crate::event::{EventSink, Item, Tally};
use crate::features::Feature;
use crate::figure::{FigureKind, FigureSpec, Hand};
use crate::frontier::Opening;
use crate::geometry::{Axis, Cell, Rotation};
use crate::joints::Fits;
use crate::piece::{BuildSite, Piece, PieceKind, PieceLocation, PieceSpec};
use crate::seat::Seat;
use crate::sets::Sets;
use crate::tile::{SegmentIndex, Terrain, TileId, TileKind, TileUse};
use alloc::boxed::Box;
use alloc::vec;

pub use abbot::ABBOT;
pub use barns::{BARN, Barns};
pub use bridges::{BRIDGE, Bridges};
pub use castles::{CASTLE, Castles};
use river::River;
pub use wheel::{CROWN, Wheel};

/// Rows of figure kinds; the position of a row is the value of its kind.
pub(crate) const FIGURES: [&FigureSpec; 2] = [&MEEPLE, &abbot::FIGURE];

/// Rows of piece kinds; the position of a row is the value of its kind.
pub(crate) const PIECES: [&PieceSpec; 4] =
    [&bridges::PIECE, &castles::PIECE, &barns::PIECE, &wheel::PIECE];

const MEEPLE: FigureSpec =
    FigureSpec { name: "meeple", letter: 'M', strength: 1, role: None, own_terrains: &[] };

/// An optional expansion of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Expansion {
    /// Fields and farmers (FIELD-*).
    Fields,
    /// The River (RIVER-*).
    River,
    /// The abbot (ABBOT-*).
    Abbot,
    /// Bridges (BRIDGE-*).
    Bridges,
    /// Castles and ladies (CASTLE-*).
    Castles,
    /// Barns (BARN-*).
    Barns,
    /// Wheel of Fortune with its own tiles (WHEEL-*).
    Wheel,
}

impl Expansion {
    /// All expansions, in rulebook order.
    pub const ALL: [Expansion; 7] = [
        Expansion::Fields,
        Expansion::River,
        Expansion::Abbot,
        Expansion::Bridges,
        Expansion::Castles,
        Expansion::Barns,
        Expansion::Wheel,
    ];

    /// Returns the lower-case name used in rules and records.
    pub const fn name(self) -> &'static str {
        match self {
            Expansion::Fields => "fields",
            Expansion::River => "river",
            Expansion::Abbot => "abbot",
            Expansion::Bridges => "bridges",
            Expansion::Castles => "castles",
            Expansion::Barns => "barns",
            Expansion::Wheel => "wheel",
        }
    }
}

/// A set of expansions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExpansionSet(u32);

impl ExpansionSet {
    /// Creates a set of the given expansions.
    pub const fn of(expansions: &[Expansion]) -> ExpansionSet {
        let mut set = ExpansionSet(0);
        let mut at = 0;
        while at < expansions.len() {
            set = set.with(expansions[at]);
            at += 1;
        }
        set
    }

    /// Returns the set with `expansion` added.
    #[must_use]
    pub const fn with(self, expansion: Expansion) -> ExpansionSet {
        ExpansionSet(self.0 | 1 << expansion as u8)
    }

    /// Returns true if the set contains `expansion`.
    #[inline]
    pub const fn contains(self, expansion: Expansion) -> bool {
        self.0 >> expansion as u8 & 1 == 1
    }

    /// Iterates over all possible sets.
    pub fn all_subsets() -> impl Iterator<Item = ExpansionSet> {
        (0..1 << Expansion::ALL.len()).map(ExpansionSet)
    }
}

/// State of the expansions during a game; `None` for expansions that are off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ExpansionState {
    pub(super) river: Option<River>,
    pub(super) bridges: Option<Bridges>,
    pub(super) castles: Option<Castles>,
    pub(super) barns: Option<Barns>,
    pub(super) wheel: Option<Wheel>,
}

/// The piece built this turn: at most one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Built {
    kind: PieceKind,
    /// Number of the piece among those of its kind; 0 for kinds that are not counted.
    number: u8,
}

/// Hashes like a variant of an enum that has one variant for each kind of piece, with the number if
/// its pieces hold figures: buildings were such an enum when the first fingerprints of states were
/// recorded.
impl Hash for Built {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_isize(self.kind.index() as isize);
        if self.kind.spec().spot.is_some() {
            self.number.hash(state);
        }
    }
}

// --- Set-up -------------------------------------------------------------------

/// Adds the piles and the start of a game to `stock`.
pub(super) fn piles(rules: &LandRules, sets: Sets<'_>, stock: &mut Stock) {
    // the tiles of the expansion are included as soon as one of its buildings is enabled.
    let more = if has_buildings(rules) { &*sets.bridges.kinds } else { &[] };
    if rules.has(Expansion::River) {
        river::piles(sets.river, more, rules.river_ends, stock);
    }
    let land = if rules.has(Expansion::Wheel) { sets.wheel } else { sets.base };
    stock.add_pile(land.kinds.iter().chain(more).filter(|kind| kind.usage == TileUse::Stack));
    if rules.has(Expansion::Wheel) {
        stock.start_with_patch(sets.wheel);
    } else {
        // RIVER-1: the base start tile is removed from the game even if the start is the spring.
        stock.start_from_stack();
    }
    if rules.has(Expansion::River) {
        river::start(sets.river, rules.river_ends, stock);
    }
}

fn has_buildings(rules: &LandRules) -> bool {
    [Expansion::Bridges, Expansion::Castles, Expansion::Barns]
        .iter()
        .any(|&expansion| rules.has(expansion))
}

/// Returns true if nothing can be built and figures are only placed on tiles.
pub(super) fn are_plain(rules: &LandRules) -> bool {
    !has_buildings(rules) && !rules.has(Expansion::Wheel)
}

/// Returns the number of bridges the board must have capacity for.
pub(super) fn overlays(rules: &LandRules) -> usize {
    if rules.has(Expansion::Bridges) { usize::from(bridges::SUPPLY) } else { 0 }
}

/// Returns the terrains on which each kind of figure can be placed (MEEPLE-3, ABBOT-3, ABBOT-4).
pub(super) fn grounds(rules: &LandRules) -> [Grounds; FigureKind::ALL.len()] {
    let mut meeple = vec![Terrain::Road, Terrain::City, Terrain::Monastery];
    if rules.has(Expansion::Fields) {
        meeple.push(Terrain::Field);
    }
    FigureKind::ALL.map(|kind| match kind {
        FigureKind::MEEPLE => Grounds::of(&meeple),
        ABBOT if rules.has(Expansion::Abbot) => Grounds::of(abbot::GROUNDS),
        _ => Grounds::default(),
    })
}

/// Returns the supply of a player at the start of the game (SETUP-2, ABBOT-1).
pub(super) fn hand(rules: &LandRules) -> Hand {
    let mut hand = Hand::default();
    hand[FigureKind::MEEPLE] = MEEPLES;
    if rules.has(Expansion::Abbot) {
        hand[ABBOT] = abbot::SUPPLY;
    }
    hand
}

/// Returns the maximum number of figures of a player in any game.
pub(super) const MOST_FIGURES_OF_A_PLAYER: usize = (MEEPLES + abbot::SUPPLY) as usize;

/// Number of meeples in each player's supply (SETUP-2).
const MEEPLES: u8 = 7;

/// Returns the initial state of the expansions.
pub(super) fn initial_state(rules: &LandRules, board: &Board) -> ExpansionState {
    ExpansionState {
        river: rules.has(Expansion::River).then(|| River::from_spring(board)).flatten(),
        bridges: rules.has(Expansion::Bridges).then(Bridges::new),
        castles: rules.has(Expansion::Castles).then(Castles::new),
        barns: rules.has(Expansion::Barns).then(Barns::new),
        wheel: rules.has(Expansion::Wheel).then(Wheel::new),
    }
}

/// Returns, for each tile kind and opening, the rotations in which a bridge makes the tile fit.
pub(super) fn spans(rules: &LandRules, board: &Board) -> Box<[Fits]> {
    if rules.has(Expansion::Bridges) { bridges::spans(board) } else { [].into() }
}

// --- Drawing a tile ---------------------------------------------------------------

/// Called after a tile was drawn. Returns true if the turn continues with that tile immediately,
/// and false if a player has to make a decision first.
#[inline]
pub(super) fn after_draw(land: &mut Land, tile: TileId, sink: &mut impl EventSink) -> bool {
    land.expansions.wheel.is_none() || wheel::after_draw(land, tile, sink)
}

/// Calls `found` with each choice of a player affected by the plague.
pub(super) fn each_victim(land: &Land, seat: Seat, found: &mut impl FnMut(Action) -> bool) -> bool {
    wheel::each_victim(land, seat, found)
}

/// Checks that a player affected by the plague can recall the figure on `spot`.
pub(super) fn check_victim(land: &Land, seat: Seat, spot: FigureSpot) -> Result<(), Illegality> {
    wheel::check_victim(land, seat, spot)
}

/// Applies a player's choice of the figure removed by the plague.
pub(super) fn take_victim(land: &mut Land, spot: FigureSpot, sink: &mut impl EventSink) {
    wheel::take_victim(land, spot, sink);
}

// --- Placing a tile -------------------------------------------------------------

/// Additional or alternative conditions for laying a tile, determined once per tile.
#[derive(Clone, Copy)]
pub(super) enum Permit<'a> {
    /// The tile must fit.
    Free,
    /// The tile must fit and continue the river.
    Course(&'a River),
    /// The tile must fit or be laid with a bridge.
    Spans(&'a Fits),
}

/// Returns the conditions for laying a tile of this kind. A river tile never needs a bridge,
/// because it is only adjacent to the river (RIVER-4).
#[inline]
pub(super) fn permit<'a>(land: &'a Land, tile: TileId, kind: &TileKind) -> Permit<'a> {
    let is_river = matches!(kind.usage, TileUse::Stream | TileUse::Lake);
    let has_bridge = land.expansions.bridges.is_some_and(|bridges| bridges.left() > 0);
    match (&land.expansions.river, land.constants.spans.get(usize::from(tile.0))) {
        (Some(river), _) if is_river => Permit::Course(river),
        (_, Some(spans)) if has_bridge => Permit::Spans(spans),
        (_, _) => Permit::Free,
    }
}

/// Checks the additional conditions for a tile that fits.
pub(super) fn permits(
    land: &Land,
    tile: TileId,
    cell: Cell,
    rotation: Rotation,
) -> Result<(), Illegality> {
    let kind = land.position.board.tiles().kind(tile);
    match permit(land, tile, kind) {
        Permit::Course(river) => river.permits(kind, cell, rotation),
        Permit::Free | Permit::Spans(_) => Ok(()),
    }
}

/// Returns true if a river tile that fits continues the river.
pub(super) fn follows(river: &River, kind: &TileKind, cell: Cell, rotation: Rotation) -> bool {
    river.permits(kind, cell, rotation).is_ok()
}

/// Returns the rotations in which a tile that does not fit can be laid with a bridge.
#[inline]
pub(super) fn bridged(spans: &Fits, opening: &Opening) -> bridges::Turns {
    bridges::turns(spans, opening)
}

/// Checks that a tile can be laid with a bridge on `axis`.
pub(super) fn check_bridge(
    land: &Land,
    tile: TileId,
    cell: Cell,
    rotation: Rotation,
    axis: Axis,
) -> Result<(), Illegality> {
    bridges::check(land, tile, cell, rotation, axis)
}

/// Called after a tile was laid.
#[inline]
pub(super) fn after_place(land: &mut Land, tile: &Laid) {
    if let Some(river) = &mut land.expansions.river {
        river.follow(land.position.board.tiles().kind(tile.kind), tile);
    }
    if let (Some(bridges), Some(_)) = (&mut land.expansions.bridges, tile.bridge) {
        bridges.take();
        land.built = Some(Built { kind: BRIDGE, number: 0 });
    }
}

// --- Building ---------------------------------------------------------------------

/// Calls `found` with each building that can be built on the tile just laid, in order, until it
/// returns `false`. Returns true if all were visited.
#[inline]
pub(super) fn each_building(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    // a bridge counts as the only building of the turn.
    land.built.is_some() || (castles::each(land, found) && barns::each(land, found))
}

/// Checks that a piece can be built.
pub(super) fn check_building(
    land: &Land,
    piece: PieceKind,
    site: BuildSite,
) -> Result<(), Illegality> {
    match (piece, site) {
        (CASTLE, BuildSite::Segment(slot)) => castles::check(land, slot),
        (BARN, BuildSite::Corner { corner, figure }) => barns::check(land, corner, figure),
        (_, BuildSite::Segment(_) | BuildSite::Corner { .. }) => Err(Illegality::NotInThisGame),
    }
}

/// Builds a piece.
pub(super) fn build(land: &mut Land, piece: PieceKind, site: BuildSite, sink: &mut impl EventSink) {
    match (piece, site) {
        (CASTLE, BuildSite::Segment(slot)) => castles::build(land, slot, sink),
        (BARN, BuildSite::Corner { corner, figure }) => barns::build(land, corner, figure, sink),
        (_, BuildSite::Segment(_) | BuildSite::Corner { .. }) => {}
    }
}

/// Iterates over the pieces on the board, by kind and number. A bridge is part of its tile.
pub(super) fn pieces(state: &ExpansionState) -> impl Iterator<Item = Piece> {
    let castles = state.castles.into_iter().flat_map(|castles| castles.sites().zip(0..));
    let castles = castles.map(|(site, number)| Piece {
        kind: CASTLE,
        number,
        location: PieceLocation::Segment(site),
    });
    let barns = state.barns.into_iter().flat_map(|barns| barns.points().zip(0..));
    let barns = barns.map(|((cell, corner), number)| Piece {
        kind: BARN,
        number,
        location: PieceLocation::Corner(cell, corner),
    });
    castles.chain(barns)
}

/// Iterates over the kinds of pieces with a common supply and the number left of each.
pub(super) fn supplies(state: &ExpansionState) -> impl Iterator<Item = (PieceKind, u8)> {
    let bridges = state.bridges.map(|bridges| (BRIDGE, bridges.left()));
    let castles = state.castles.map(|castles| (CASTLE, castles.left()));
    let barns = state.barns.map(|barns| (BARN, barns.left()));
    [bridges, castles, barns].into_iter().flatten()
}

// --- Placing a figure -----------------------------------------------------------

/// Returns true if no figure can be placed on this segment of the tile just laid.
#[inline]
pub(super) fn is_closed(land: &Land, slot: SegmentIndex) -> bool {
    land.built.is_some_and(|built| built.kind == CASTLE) && castles::is_beneath(land, slot)
}

/// Calls `found` with each deployment outside the tile just laid, in order.
#[inline]
pub(super) fn each_target(
    land: &Land,
    figure: FigureKind,
    found: &mut impl FnMut(Action) -> bool,
) -> bool {
    figure != FigureKind::MEEPLE
        || (castles::each_target(land, found)
            && (land.expansions.wheel.is_none() || wheel::each_target(land, found)))
}

/// Checks that a figure can be deployed outside the tile just laid and returns its spot.
pub(super) fn check_target(
    land: &Land,
    figure: FigureKind,
    target: Target,
) -> Result<FigureSpot, Illegality> {
    let spot = match target {
        Target::Built(CASTLE) => castles::target(land)?,
        Target::Space(CROWN, space) => wheel::target(land, space)?,
        Target::Segment(_) | Target::Built(_) | Target::Space(..) => {
            return Err(Illegality::NoSuchSlot);
        }
    };
    // CASTLE-4, WHEEL-CROWN-1, WHEEL-X-3: ordinary meeples only.
    if figure == FigureKind::MEEPLE { Ok(spot) } else { Err(Illegality::WrongTerrain) }
}

/// Calls `found` with each recall that is an alternative to placing a figure in step 2, in order.
#[inline]
pub(super) fn each_recall(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    (!land.constants.rules.has(Expansion::Abbot) || abbot::each_recall(land, found))
        && castles::each_recall(land, found)
}

/// Checks that the figure on `spot` can be recalled.
pub(super) fn check_recall(land: &Land, spot: FigureSpot) -> Result<(), Illegality> {
    let (has_abbot, has_ladies) =
        (land.constants.rules.has(Expansion::Abbot), land.expansions.castles.is_some());
    match spot {
        FigureSpot::Piece(CASTLE, castle) if has_ladies => castles::check_recall(land, castle),
        FigureSpot::Segment(_) if has_abbot => abbot::check_recall(land, spot),
        _ if has_abbot || has_ladies => Err(Illegality::NotYours),
        _ => Err(Illegality::NotInThisGame),
    }
}

/// Recalls a figure.
pub(super) fn recall(land: &mut Land, spot: FigureSpot, sink: &mut impl EventSink) {
    match spot {
        FigureSpot::Piece(CASTLE, castle) => castles::recall(land, castle, sink),
        FigureSpot::Segment(_) | FigureSpot::Piece(..) => abbot::recall(land, spot, sink),
    }
}

// --- Scoring --------------------------------------------------------------------

/// Scores the points that precede all others in step 3.
#[inline]
pub(super) fn before_scoring(land: &mut Land, sink: &mut impl EventSink) {
    if land.built.is_some_and(|built| built.kind == BARN) {
        barns::score(land, sink);
    }
}

/// Adds the points for the bridges of a road.
#[inline]
pub(super) fn road_value(road: &Feature, tally: Tally) -> Tally {
    tally.with(Item::Bridge, u32::from(road.marks), bridges::each(road))
}

/// Returns the value of a field at the end of the game.
pub(super) fn field_value(board: &Board, field: &Feature) -> Tally {
    fields::value(board, field)
}
